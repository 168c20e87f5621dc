"""Three positions, as transcripts, that show how the game is played: its beginning, a move, and where it leads."""

PICTURES = ("d1", "d1d2e1c1", "d1e1d2e2d3e3d4")
