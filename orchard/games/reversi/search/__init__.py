"""How this game's engine looks ahead, compiled."""
