"""Plain vocabulary, no game in it."""
