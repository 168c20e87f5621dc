"""How Gomoku is trained: what the course in `course.py` consists of."""
