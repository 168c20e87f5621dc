"""Connect Four: stones drop to the lowest empty square of their column."""
