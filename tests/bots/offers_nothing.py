"""A file without a bot in it."""


class Board:
    pass
