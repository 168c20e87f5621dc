"""How to look ahead, compiled."""
