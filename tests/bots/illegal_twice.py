"""Two illegal answers before each move; it reads the reason it is told, and then plays well."""


class AIPlayer:
    def __init__(self, color):
        self.color = color
        self.reasons = []

    def illegal(self, reason):
        self.reasons.append(reason)

    def get_move(self, board):
        if len(self.reasons) == 0:
            return "D4"
        if len(self.reasons) == 1:
            assert "occupied" in self.reasons[0], self.reasons
            return "Z99"
        assert "no square" in self.reasons[1], self.reasons
        self.reasons = []
        legal = board.get_legal_actions(self.color)
        return legal[-1] if legal else None
