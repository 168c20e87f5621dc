"""Three positions, as transcripts, that show how the game is played: its beginning, a move, and where it leads."""

PICTURES = ("h8", "h8i9g9i7i8", "h8h9i8i9g8g9j8j9k8")
