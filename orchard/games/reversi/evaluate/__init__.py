"""What a position is worth, compiled. A file with an EVALUATION is found by its name."""
