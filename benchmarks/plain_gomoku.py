"""Wins by fours in Gomoku, found by counting stones in every row of five points. It shares nothing with Orchard's own
threat search, which works on shapes."""

# mypy: ignore-errors
import numba
import numpy as np

int64, uint64 = numba.int64, numba.uint64
WIDTH, SIZE = 15, 225
ATTACKER, DEFENDER = 1, 2
NODE_LIMIT = 2_000_000


def _rows() -> np.ndarray:
    found = []
    for row in range(WIDTH):
        for column in range(WIDTH):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if 0 <= row + 4 * down < WIDTH and 0 <= column + 4 * right < WIDTH:
                    found.append([(row + n * down) * WIDTH + column + n * right for n in range(5)])
    return np.array(found, np.int64)


ROWS = _rows()  # [rows, 5]
THROUGH = np.full((SIZE, 20), -1, np.int64)  # the rows through a point
for _point in range(SIZE):
    _own = np.flatnonzero((_point == ROWS).any(axis=1))
    THROUGH[_point, : len(_own)] = _own
KEYS = np.random.default_rng(5).integers(1, 2**63, (3, SIZE), dtype=np.uint64)
SIGNATURE = (
    "int64(int8[::1],int8[:,::1],int64[:,::1],int64[:,::1],uint64[:,::1],uint64[::1],uint64[::1],int64[::1],int64)"
)


@numba.njit("void(int8[::1],int8[:,::1],int64[:,::1],uint64[:,::1],uint64[::1],int64,int64,int64)", cache=True)
def put(board, counts, through, keys, key, point, who, add):
    """A stone comes (add 1) or goes (add -1)."""
    board[point] = who if add > 0 else 0
    key[0] ^= keys[who, point]
    for n in range(20):
        row = through[point, n]
        if row < 0:
            break
        counts[row, who] += add


@numba.njit("int64(int8[::1],int8[:,::1],int64[:,::1],int64)", cache=True)
def five_of(board, counts, rows, who):
    """The point where a side makes five: -1 where there is none, -2 - the point where there is more than one."""
    found = int64(-1)
    for row in range(rows.shape[0]):
        if counts[row, who] == 4 and counts[row, 3 - who] == 0:
            for n in range(5):
                point = rows[row, n]
                if board[point] == 0:
                    if found >= 0 and found != point:
                        return int64(-2) - point
                    found = point
    return found


@numba.njit(SIGNATURE, cache=True)
def fours(board, counts, rows, through, keys, key, refuted, nodes, depth):
    """1 if the attacker, to move, wins by fours with `depth` stones at most, 0 if not, -1 if that took too long."""
    nodes[0] += 1
    if nodes[0] > nodes[1]:
        return int64(-1)
    if five_of(board, counts, rows, int64(1)) != -1:
        return int64(1)
    if depth <= int64(2) - int64(1):
        return int64(0)
    slot = key[0] ^ (uint64(depth) * uint64(0x9E3779B97F4A7C15))
    at = slot % uint64(refuted.shape[0])
    if refuted[at] == slot:
        return int64(0)
    forced = five_of(board, counts, rows, int64(2))
    if forced < -1:
        return int64(0)
    late = False
    for row in range(rows.shape[0]):
        if counts[row, 1] != 3 or counts[row, 2] != 0:
            continue
        for n in range(5):
            point = rows[row, n]
            if board[point] != 0 or (forced >= 0 and point != forced):
                continue
            put(board, counts, through, keys, key, point, int64(1), int64(1))
            answer = five_of(board, counts, rows, int64(1))
            result = int64(1)
            if answer >= 0:
                put(board, counts, through, keys, key, answer, int64(2), int64(1))
                result = fours(board, counts, rows, through, keys, key, refuted, nodes, depth - int64(1))
                put(board, counts, through, keys, key, answer, int64(2), int64(-1))
            put(board, counts, through, keys, key, point, int64(1), int64(-1))
            if result == 1:
                return int64(1)
            late = late or result < 0
    if late:
        return int64(-1)
    refuted[at] = slot
    return int64(0)


class LateError(Exception):
    """A question that took too many nodes."""


class Plain:
    """A board on which one side attacks; `attacker` is "black" or "white"."""

    def __init__(self, position, attacker: str) -> None:
        self.board, self.counts = np.zeros(SIZE, np.int8), np.zeros((len(ROWS), 3), np.int8)
        self.key = np.zeros(1, np.uint64)
        self.refuted = np.zeros(1 << 16, np.uint64)
        for point in range(SIZE):
            if position.black >> point & 1:
                self.put(point, ATTACKER if attacker == "black" else DEFENDER)
            elif position.white >> point & 1:
                self.put(point, ATTACKER if attacker == "white" else DEFENDER)

    def put(self, point: int, who: int) -> None:
        put(self.board, self.counts, THROUGH, KEYS, self.key, point, who, 1)

    def take(self, point: int) -> None:
        put(self.board, self.counts, THROUGH, KEYS, self.key, point, int(self.board[point]), -1)

    def empty(self) -> list[int]:
        return np.flatnonzero(self.board == 0).tolist()

    def fives(self, who: int) -> list[int]:
        rows = ROWS[(self.counts[:, who] == 4) & (self.counts[:, 3 - who] == 0)]
        return sorted({int(point) for point in rows.ravel() if self.board[point] == 0})

    def four_points(self, who: int) -> list[int]:
        rows = ROWS[(self.counts[:, who] == 3) & (self.counts[:, 3 - who] == 0)]
        return sorted({int(point) for point in rows.ravel() if self.board[point] == 0})

    def wins_by_fours(self, stones: int = 60) -> bool:
        """Whether the attacker, to move, wins by fours with that many stones at most."""
        nodes = np.array([0, NODE_LIMIT])
        found = fours(self.board, self.counts, ROWS, THROUGH, KEYS, self.key, self.refuted, nodes, stones)
        if found < 0:
            raise LateError
        return found == 1

    def three_points(self) -> list[int]:
        """Where the attacker threatens to make an open four, without making a four."""
        found, made = [], set(self.four_points(ATTACKER))
        near = ROWS[(self.counts[:, ATTACKER] == 2) & (self.counts[:, DEFENDER] == 0)]
        for point in {int(point) for point in near.ravel()} - made:
            if self.board[point] == 0:
                self.put(point, ATTACKER)
                if self.wins_by_fours(2):
                    found.append(point)
                self.take(point)
        return sorted(found)
