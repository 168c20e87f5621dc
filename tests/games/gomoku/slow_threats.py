"""Threat search written the slow way, for tests: windows of five cells on plain lists, every move and every reply."""

from __future__ import annotations

from functools import cache

Board = list[str]  # 'X', 'O' or '-' for each square, row by row


@cache
def windows(width: int) -> tuple[tuple[int, ...], ...]:
    """Every five squares in a row."""
    found = []
    for row in range(width):
        for column in range(width):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                ends = row + 4 * down, column + 4 * right
                if 0 <= ends[0] < width and 0 <= ends[1] < width:
                    found.append(tuple((row + i * down) * width + column + i * right for i in range(5)))
    return tuple(found)


def width_of(board: Board) -> int:
    return round(len(board) ** 0.5)


def empties_of_windows(board: Board, me: str, held: int) -> set[int]:
    """The empty squares of windows in which `me` has `held` stones and the enemy none."""
    enemy = "O" if me == "X" else "X"
    found = set()
    for window in windows(width_of(board)):
        cells = [board[square] for square in window]
        if cells.count(me) == held and enemy not in cells:
            found.update(square for square, cell in zip(window, cells, strict=True) if cell == "-")
    return found


def five_points(board: Board, me: str) -> set[int]:
    return empties_of_windows(board, me, 4)


def has_five(board: Board, me: str) -> bool:
    return any(all(board[square] == me for square in window) for window in windows(width_of(board)))


def slow_vcf(board: Board, me: str, known: dict[str, bool] | None = None) -> bool:
    """Whether `me`, to move, wins by fours alone."""
    known = {} if known is None else known
    enemy = "O" if me == "X" else "X"
    if five_points(board, me):
        return True
    key = "".join(board)
    if key in known:
        return known[key]
    blocks = five_points(board, enemy)
    won = False
    if len(blocks) < 2:
        for move in empties_of_windows(board, me, 3) & (blocks or set(range(len(board)))):
            board[move] = me
            ways = five_points(board, me)
            if len(ways) >= 2:
                won = True
            else:
                (answer,) = ways
                board[answer] = enemy
                won = slow_vcf(board, me, known)
                board[answer] = "-"
            board[move] = "-"
            if won:
                break
    known[key] = won
    return won


def slow_vcf_within(board: Board, me: str, plies: int) -> bool:
    """Whether `me`, to move, has five on the board by fours alone after at most so many plies."""
    enemy = "O" if me == "X" else "X"
    if five_points(board, me):
        return plies >= 1
    blocks = five_points(board, enemy)
    if plies < 3 or len(blocks) > 1:
        return False
    for move in empties_of_windows(board, me, 3) & (blocks or set(range(len(board)))):
        board[move] = me
        ways = five_points(board, me)
        won = len(ways) >= 2
        if not won and plies >= 5:
            (answer,) = ways
            board[answer] = enemy
            won = slow_vcf_within(board, me, plies - 2)
            board[answer] = "-"
        board[move] = "-"
        if won:
            return True
    return False


def makes_open_three(board: Board, move: int, me: str) -> bool:
    """Whether a stone of mine there, with one more in line with it, would leave two ways to five in that line."""
    width = width_of(board)
    board[move] = me
    found = False
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        row, column = divmod(move, width)
        line = []
        for distance in range(-8, 9):
            r, c = row + distance * down, column + distance * right
            if 0 <= r < width and 0 <= c < width:
                line.append(r * width + c)
        in_line = set(line)
        for more in line:
            if board[more] == "-":
                board[more] = me
                ways = {
                    next(s for s in window if board[s] == "-")
                    for window in windows(width)
                    if in_line.issuperset(window)
                    and move in window
                    and more in window
                    and [board[s] for s in window].count(me) == 4
                    and [board[s] for s in window].count("-") == 1
                }
                board[more] = "-"
                found = found or len(ways) >= 2
    board[move] = "-"
    return found


def slow_vct(board: Board, me: str, attacks: int) -> bool:
    """Whether `me`, to move, wins by fours and open threes, at most `attacks` moves before a win by fours."""
    enemy = "O" if me == "X" else "X"
    if slow_vcf(board, me):
        return True
    blocks = five_points(board, enemy)
    if attacks == 0 or len(blocks) > 1:
        return False
    empty = [square for square, cell in enumerate(board) if cell == "-"]
    fours = empties_of_windows(board, me, 3)
    moves = blocks or {square for square in empty if square in fours or makes_open_three(board, square, me)}
    for move in moves:
        board[move] = me
        won = all_replies_lose(board, me, attacks - 1)
        board[move] = "-"
        if won:
            return True
    return False


def all_replies_lose(board: Board, me: str, attacks: int) -> bool:
    """Whether, the enemy to move, every reply of its leaves me such a win."""
    enemy = "O" if me == "X" else "X"
    if five_points(board, enemy):
        return False
    replies = five_points(board, me) or [square for square, cell in enumerate(board) if cell == "-"]
    for reply in replies:
        board[reply] = enemy
        lost = slow_vct(board, me, attacks)
        board[reply] = "-"
        if not lost:
            return False
    return True
