"""What a position is worth, compiled."""
