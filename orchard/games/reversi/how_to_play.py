"""Three positions, as transcripts, that show how the game is played: its beginning, a move, and where it leads."""

PICTURES = ("", "f5", "d3c5f6f3b5c6c7a5e3f2d6e6f4c4e7f5e2e8f8g8")
