"""How both Reversi games are trained: what the course in `course.py` consists of."""
