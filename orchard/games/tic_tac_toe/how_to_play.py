"""Three positions, as transcripts, that show how the game is played: its beginning, a move, and where it leads."""

PICTURES = ("b2", "b2a1", "b2a1a2a3c2")
