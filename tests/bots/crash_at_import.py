"""Does not even load."""

weights = open("weights-that-were-never-handed-in.txt")  # noqa: SIM115


class AIPlayer:
    pass
