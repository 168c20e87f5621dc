"""Players of this game: a player is a file, found by its name."""
