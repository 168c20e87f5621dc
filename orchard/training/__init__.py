"""Self-play to weights, in stages joined by folders of files."""
