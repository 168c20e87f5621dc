"""Writes games as SGF: with variations and comments where they are given."""

import math
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from orchard.core.board import squares_of
from orchard.core.game import BLACK, Color, Game, Position, other
from orchard.play.formats._common import FormatError, all_moves, clean_name, decimals
from orchard.play.record import GameRecord, squares_of_moves

OTHELLO, GOMOKU = "2", "4"
NUMBERS = {"reversi": OTHELLO, "reversed_reversi": OTHELLO, "gomoku": GOMOKU}
RULE_SETS = ("standard", "renju")  # of Gomoku, beside freestyle
OURS = "Orchard"
DEEPEST = 100  # variations within variations

# both by the number of the node: the start is 0, then the main line's next before variations
Comments = Mapping[int, str]
Drawings = Mapping[int, Sequence[str]]  # marked squares 'c4', and arrows 'd3-f5'


def written(
    record: GameRecord, ways: str = "", comments: Comments | None = None, drawings: Drawings | None = None
) -> str:
    """The game; `ways` are all its moves with variations in brackets, 'f5d6(f4e3)c3', the main line first."""
    start = record.start_position()

    def note(number: int) -> str:
        shapes = (drawings or {}).get(number, ())
        return _comment((comments or {}).get(number, "")) + _drawing(start.game, shapes)

    root = "".join(_root(record, start)) + note(0)
    if ways:
        return f"(;{root}\n{_tree(start, ways, note)})"
    nodes, color = [], start.to_move
    moves, is_noted = all_moves(record), bool(comments or drawings)
    for number, (square, move) in enumerate(zip(squares_of_moves(start.game, moves), moves, strict=True), 1):
        said = _node(start.game, square, color, move.value)
        nodes.append(said + note(number) if is_noted else said)
        color = other(color)
    rows = [nodes[at : at + 10] for at in range(0, len(nodes), 10)]
    return f"(;{root}" + "".join("\n" + "".join(row) for row in rows) + ")"


def _root(record: GameRecord, start: Position) -> list[str]:
    release = sys.modules["orchard"].__version__
    othello = NUMBERS[start.game.base_name] == OTHELLO
    root = ["FF[4]", f"GM[{NUMBERS[start.game.base_name]}]", "CA[UTF-8]", f"AP[{OURS}:{release}]"]
    root.append(f"SZ[{start.game.board.width}]" + (f"GN[{_quoted(record.id)}]" if record.id else ""))
    root.append(f"PB[{_quoted(clean_name(record.black))}]PW[{_quoted(clean_name(record.white))}]")
    if start.game.base_name == "reversed_reversi":
        root.append("RU[reversed: fewest discs win]")
    rule_set = record.game.rpartition(":")[2]
    if not othello and rule_set in RULE_SETS:
        root.append(f"RU[{rule_set}]")
    day = day_of(record.started)
    if day:
        root.append(f"DT[{day}]")
    notes = [f"verdict: {record.verdict}"] if record.verdict not in ("normal", "resign", "time") else []
    if record.started != day:
        notes.append(f"started: {_quoted(record.started)}")
    if record.swap2 is not None:
        stones = len(record.swap2.placed_by_first + record.swap2.placed_by_second)
        notes.append(f"swap2: first={record.swap2.first},stones={stones}")  # who chose, and what, follows
    root.append(f"RE[{_result(record)}]" + (f"GC[{' '.join(notes)}]" if notes else ""))
    if othello or record.start:
        root.extend(_stones(start))
    return root


class _Step:
    """A move of a tree, with those that may follow it."""

    def __init__(self, position: Position, move: str = "") -> None:
        self.position, self.move = position, move
        self.below: list[_Step] = []


def _tree(start: Position, ways: str, note: Callable[[int], str]) -> str:
    root = _read_ways(start, ways)
    number = 0

    def text_below(step: _Step) -> str:
        nonlocal number
        found: list[str] = []
        while step.below:
            first, *rest = step.below
            game, color = step.position.game, step.position.to_move
            if rest:
                parts = []
                for child in step.below:
                    number += 1
                    said = _node(game, game.board.move(child.move).square, color) + note(number)
                    parts.append(f"({said}{text_below(child)})")
                return "".join([*found, *parts])
            number += 1
            found.append(_node(game, game.board.move(first.move).square, color) + note(number))
            step = first
        return "".join(found)

    return text_below(root)


def _read_ways(start: Position, ways: str) -> _Step:
    root = _Step(start)
    path, waiting = [root], []
    for token in re.finditer(r"[()]|[a-t][0-9]{1,2}|--|\S", ways):
        text = token.group()
        if text == "(":
            waiting.append(path)
            path = path[:-1]
            if not path or len(waiting) > DEEPEST:
                raise FormatError(f"cannot read the variations at character {token.start() + 1}")
        elif text == ")":
            if not waiting:
                raise FormatError(f"cannot read the variations at character {token.start() + 1}")
            path = waiting.pop()
        else:
            before = path[-1]
            position = before.position.game.replay(text, before.position)
            for move in position.moves_made[len(before.position.moves_made) :]:  # with a pass that was left out
                known = next((step for step in path[-1].below if step.move == move), None)
                step = known or _Step(path[-1].position.play(move), str(move))
                if known is None:
                    path[-1].below.append(step)
                path = [*path, step]
    return root


def _comment(text: str) -> str:
    return f"C[{_quoted(text)}]" if text.strip() else ""


def _drawing(game: Game, shapes: Sequence[str]) -> str:
    points = [[_point(game, game.board.move(end).square) for end in shape.split("-")] for shape in shapes]
    marks = "".join(f"[{ends[0]}]" for ends in points if len(ends) == 1)
    arrows = "".join(f"[{':'.join(ends)}]" for ends in points if len(ends) == 2)
    return (f"CR{marks}" if marks else "") + (f"AR{arrows}" if arrows else "")


def day_of(text: str) -> str:
    found = re.match(r"[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?", text)
    return found.group() if found else ""


def _quoted(text: str) -> str:
    return re.sub(r"([\\\]])", r"\\\1", text)


def _point(game: Game, square: int) -> str:
    if game.base_name != "gomoku":
        return str(game.board.moves[square])
    row, column = divmod(square, game.board.width)
    return chr(ord("a") + column) + chr(ord("a") + row)


@lru_cache(maxsize=32)
def _points(game: Game) -> tuple[str, ...]:
    """How each square is written; last, at -1, a pass."""
    return (*(_point(game, square) for square in range(game.board.size)), "")


def _stones(start: Position) -> list[str]:
    found = []
    for name, mask in (("AB", start.black), ("AW", start.white)):
        points = "".join(f"[{_point(start.game, square)}]" for square in squares_of(mask))
        found.append(name + points if points else "")
    return [*found, f"PL[{'B' if start.to_move == BLACK else 'W'}]"]


def _node(game: Game, square: int, color: Color, value: float | None = None) -> str:
    said = f";{'B' if color == BLACK else 'W'}[{_points(game)[square]}]"
    if value is None or not math.isfinite(value):
        return said
    return f"{said}V[{decimals(value if color == BLACK else -value)}]"


def _result(record: GameRecord) -> str:
    if record.winner is None:
        return "0" if record.ends_on_board else "?"
    letter = "B" if record.winner == "black" else "W"
    how = {"normal": str(abs(record.score)), "resign": "R", "time": "T"}.get(record.verdict, "F")
    return f"{letter}+{how}"
