"""SGF (FF[4]): Othello as GM[2], Gomoku as GM[4], its rule set in RU. Of a file with variations the main line is read.

Othello squares are written 'f5' (row 1 at the top), Gomoku points as two letters from the top left, 'hh'; both
spellings are read for both games.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from orchard.core.board import PASS
from orchard.core.errors import OrchardError
from orchard.core.game import BLACK, WHITE, Color, Game, Position
from orchard.games import game as find_game
from orchard.play.formats._common import (
    Claim,
    Entry,
    Format,
    FormatError,
    Refused,
    Replayed,
    each_made,
    record_of,
    replay,
    replay_squares,
    text_of,
)
from orchard.play.formats._sgf_encoding import encoding_of
from orchard.play.formats._sgf_notes import Note, notes_of
from orchard.play.formats._sgf_points import square_of, squares_of
from orchard.play.formats._sgf_tree import Branch, MainLine, Node, PlainMoves, first_tree, main_lines
from orchard.play.formats._sgf_write import DEEPEST, GOMOKU, NUMBERS, OTHELLO, OURS, RULE_SETS, day_of
from orchard.play.formats._sgf_write import written as written
from orchard.play.formats._source import Data, Text
from orchard.play.record import VERDICTS, GameRecord, Verdict
from orchard.play.swap2 import of_game

GO = "1"
SIZES = {"8": (OTHELLO,), "15": (GOMOKU,), "20": (GOMOKU,)}  # boards that Go is not played on
FORMAT = Format("SGF", (".sgf", ".sof"), games=tuple(NUMBERS))
COLORS: dict[str, Color] = {"B": BLACK, "W": WHITE}
SET_UP = frozenset({"AB", "AW", "AE", "PL"})
ENDS: dict[str, Verdict] = {"r": "resign", "resign": "resign", "t": "time", "time": "time"}
FORFEITS = frozenset({"f", "forfeit"})
NUMBER = re.compile(r"[+-]?[0-9]{1,9}(?:\.[0-9]{0,9})?")


def read(data: bytes | str, game: str | None = None) -> list[GameRecord]:
    return list(iterate(data, game))


def iterate(data: Data, game: str | None = None, refused: Refused | None = None) -> Iterator[GameRecord]:
    """The games; `game` is tried first for those that do not say what they are of."""
    lines = main_lines(Text(data, encoding_of(data)))
    try:
        yield from each_made(lines, lambda line: _record_of_any(line, game), refused)
    except FormatError as error:  # in what holds the games: nothing can be read after it
        if refused is None:
            raise
        refused(error)


# ------------------------------------------------------------------- reading


def _record_of_any(line: MainLine, asked: str | None) -> GameRecord:
    """A game of the kind that the file names or, where it names none, of the first kind that its moves fit."""
    games = _games(line.root, line.number, asked)
    for game in games[:-1]:
        try:
            return _record(line, game)
        except FormatError:
            continue
    return _record(line, games[-1])


def _record(line: MainLine, game: Game) -> GameRecord:
    root = line.root
    start = _start(game, root, line.number)
    moves, outcome = _quickly(line.plain, start) or replay(start, _entries(line.nodes(), line.number, game))
    is_ours = _text(root, "AP").startswith(OURS)
    notes = _notes(_text(root, "GC")) if is_ours else {}
    record = record_of(
        start,
        moves,
        outcome,
        black=_text(root, "PB"),
        white=_text(root, "PW"),
        claim=_claim(game, root, notes.get("verdict", "")),
        started=notes.get("started", "") or day_of(_text(root, "DT")),
        id=_text(root, "GN") if is_ours else "",
    )
    return _with_swap2(record, notes.get("swap2", ""))


def _quickly(moves: PlainMoves | None, start: Position) -> Replayed | None:
    """The moves and the outcome where they are written as most are; None where entries must tell."""
    if moves is None:
        return None
    known = squares_of(start.game)
    try:
        squares = [known[point] for _, point, _ in moves]
    except KeyError:
        return None
    colors = [0 if color == "B" else 1 for color, _, _ in moves]
    values = [(float(value) if color == "B" else -float(value)) if value else None for color, _, value in moves]
    return replay_squares(start, squares, colors, [0.0] * len(moves), values)


def _entries(nodes: list[Node], number: int, game: Game) -> list[Entry]:
    entries: list[Entry] = []
    for at, node in enumerate(nodes):
        for name, found in node.items():
            if name in SET_UP and at:
                raise FormatError(
                    f"{found.where}, game {number}, field {name}: stones are set up in the first node only"
                )
            if name in COLORS:
                where = f"{found.where}, game {number}, move {len(entries) + 1} (field {name})"
                if len(found.values) > 1:
                    raise FormatError(f"{where}: a move has one value, not {len(found.values)}")
                square = square_of(game, found.values[0], where)
                entries.append(Entry(where, square, COLORS[name], value=_value(node, COLORS[name], number)))
    return entries


def _notes(comment: str) -> dict[str, str]:
    """What we wrote into the comment of a game: 'name: value' again and again."""
    return {name.removesuffix(":"): value for name, value in pairwise(comment.split()) if name.endswith(":")}


def _with_swap2(record: GameRecord, note: str) -> GameRecord:
    """The opening by swap2 as the note tells it: its stones are the opening, and the moves begin after it."""
    found = re.fullmatch("first=(black|white),stones=([35])", note)
    if found is None or len(record.moves) < int(found[2]):
        return record
    stones = int(found[2])
    names = [move.move for move in record.moves[:stones]]
    swap2 = of_game(BLACK if found[1] == BLACK else WHITE, names)
    return replace(record, opening="".join(names), moves=record.moves[stones:], swap2=swap2)


def _text(node: Node, name: str) -> str:
    return node[name].values[0].strip() if name in node else ""


def _games(root: Node, number: int, asked: str | None) -> list[Game]:
    """What the game may be. Without GM, or as Go on a board that Go is not played on, its size tells."""
    kind, size = _text(root, "GM"), _size(root, number)
    kinds: tuple[str, ...] = (kind,)
    if kind in ("", GO):
        if size:
            kinds = SIZES.get(size, ())
        else:
            kinds = () if kind else (OTHELLO, GOMOKU)
    if not kinds or not set(kinds) <= {OTHELLO, GOMOKU}:
        where = root["GM"].where if "GM" in root else next(iter(root.values())).where if root else "line 1"
        said = f"not {kind[:20]!r}" if kind else "and without GM it is Go"
        raise FormatError(f"{where}, game {number}, field GM: only 2 (Othello) and 4 (Gomoku) are read, {said}")
    games = [_game(root, number, kind, size) for kind in kinds]
    on_board = find_game(asked) if asked and kind in ("", GO) else None
    if on_board is not None and on_board.base_name in NUMBERS and size in ("", str(on_board.board.width)):
        games.insert(0, on_board)
    return games


def _size(root: Node, number: int) -> str:
    """The width of the board as digits, '' where it is not said."""
    size = _text(root, "SZ")
    found = re.fullmatch(r"([0-9]{1,3})(?:\s?[:x]\s?\1)?", size)
    if size and found is None:
        raise FormatError(f"{root['SZ'].where}, game {number}, field SZ: {size[:20]!r} is no size of a square board")
    return str(int(found[1])) if found is not None else ""


def _game(root: Node, number: int, kind: str, size: str) -> Game:
    rules = _text(root, "RU").lower()
    fewest = "revers" in rules or "anti" in rules
    name = "gomoku" if kind == GOMOKU else "reversed_reversi" if fewest else "reversi"
    rule_set = next((known for known in RULE_SETS if known in rules), "") if kind == GOMOKU else ""
    try:
        return find_game(":".join([name, *filter(None, (size, rule_set))]))
    except OrchardError as error:
        raise FormatError(f"{root['SZ'].where}, game {number}, field SZ: {error}") from error


def _start(game: Game, root: Node, number: int) -> Position:
    if "AB" not in root and "AW" not in root:
        return game.start()
    stones = ["-"] * game.board.size
    for name, stone in (("AB", "X"), ("AW", "O")):
        if name not in root:
            continue
        where = f"{root[name].where}, game {number}, field {name}"
        for value in root[name].values:
            square = game.board.move(square_of(game, value, where)).square
            if square < 0:
                raise FormatError(f"{where}: expected a square, not a pass")
            if stones[square] not in ("-", stone):
                raise FormatError(f"{where}: {game.board.moves[square]} has a stone of the other colour already")
            stones[square] = stone
    to_move = {"": "X", "b": "X", "black": "X", "w": "O", "white": "O"}.get(_text(root, "PL").lower())
    if to_move is None:
        raise FormatError(
            f"{root['PL'].where}, game {number}, field PL: expected B or W, not {_text(root, 'PL')[:20]!r}"
        )
    return _parsed(game, "".join(stones) + to_move)


@lru_cache(maxsize=64)
def _parsed(game: Game, text: str) -> Position:
    return game.parse(text)


def _value(node: Node, color: Color, number: int) -> float | None:
    """V is black's view, ours the mover's."""
    if "V" not in node:
        return None
    text = node["V"].values[0].strip()
    if not NUMBER.fullmatch(text):
        raise FormatError(f"{node['V'].where}, game {number}, field V: {text[:20]!r} is no number")
    return float(text) if color == BLACK else -float(text)


def _claim(game: Game, root: Node, verdict: str) -> Claim | None:
    said = _text(root, "RE").lower()
    if said in ("0", "draw"):
        return Claim(0)
    found = re.fullmatch(r"([bw])\+(.*)", said)
    if not found:
        return None  # '?', 'Void', and whatever else people write
    sign, how = (1 if found[1] == "b" else -1), found[2].strip()
    if how in FORFEITS:
        fault: Verdict = next((known for known in VERDICTS if known == verdict), "protocol")
        return Claim(sign * game.max_score, fault, sure=True)
    if how in ENDS:
        return Claim(sign * game.max_score, ENDS[how], sure=True)
    points = round(float(how)) if NUMBER.fullmatch(how) else 0
    return Claim(sign * max(1, min(points, game.max_score)))


def _move_of(node: Node, game: Game) -> str:
    """The move of a node as transcripts write it; empty where it has none."""
    color = next((name for name in COLORS if name in node), None)
    if color is None:
        return ""
    move = square_of(game, node[color].values[0], f"field {color}")
    return "--" if move == PASS else move


def notes(data: bytes | str, game: Game) -> list[Note]:
    """Comments, marked squares and arrows on the positions of the first game and its variations."""

    def point_of(value: str) -> str:
        if not game.board.move(name := square_of(game, value, "a mark")).square >= 0:
            raise FormatError(f"{name} is no square")
        return name

    tree = first_tree(text_of(data, encoding_of(data)))
    start = _start(game, tree.below[0].node, 1) if tree.below else game.start()
    return notes_of(tree, start, lambda node: _move_of(node, game), point_of)


def ways(data: bytes | str, game: Game) -> str:
    """All moves of the first game with its variations in brackets, 'f5d6(f4e3)c3'; empty where it has none."""

    def choices(branch: Branch) -> list[tuple[str, Branch]]:
        """The moves that may follow; nodes without one, such as comments, are passed over."""
        found, todo = [], branch.below[::-1]
        while todo:
            step = todo.pop()
            name = _move_of(step.node, game)
            if name:
                found.append((name, step))
            else:
                todo += step.below[::-1]
        return found

    def text_below(branch: Branch, depth: int = 0) -> str:
        found = []
        while moves := choices(branch):
            (name, branch), *others = moves
            found.append(name)
            if depth < DEEPEST:
                found += [f"({other}{text_below(below, depth + 1)})" for other, below in others]
        return "".join(found)

    text = text_below(first_tree(text_of(data, encoding_of(data))))
    return text if "(" in text else ""


def pieces(records: Iterable[GameRecord]) -> Iterator[str]:
    return (f"{written(record)}\n" for record in records)


def write(records: Iterable[GameRecord]) -> str:
    return "".join(pieces(records))
