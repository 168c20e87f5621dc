"""The syntax of SGF: trees of nodes of properties."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import NamedTuple

from orchard.play.formats._common import FormatError
from orchard.play.formats._source import Text

# '*+' takes all it can and gives nothing back: a file of blanks or backslashes is looked at once
QUOTED = r"[^\]\\]*+(?:\\.[^\]\\]*+)*+"
TREE = re.compile(r"\(\s*+;")
OPENING = re.compile(r"\s*+\(")
VALUE = re.compile(rf"\[({QUOTED})\]", re.DOTALL)
TOKEN = re.compile(  # mark, name, its values
    rf"\s*+(?:([();])|([A-Za-z]{{1,32}})((?:\s*+\[{QUOTED}\])*+))", re.DOTALL
)
FLAT_GAME = re.compile(rf"\(\s*+;(?:[^()\[\]]*+\[{QUOTED}\])*+[^()\[\]]*+\)", re.DOTALL)  # one without variations
BRACKET = re.compile(rf"[^()\[]*+(?:([()])|\[{QUOTED}\])", re.DOTALL)
MOVES = ("B", "W")
NUMBER = r"[+-]?[0-9]{1,9}(?:\.[0-9]{0,9})?"
# A game whose nodes after the first hold a move and perhaps its value, no more: the first node, the others.
PLAIN_GAME = re.compile(
    rf"\s*+\(\s*+(;(?:[^()\[\];]*+\[{QUOTED}\])*+)"
    rf"((?:\s*+;\s*+[BW]\[[A-Za-z0-9]{{0,3}}+\](?:\s*+V\[{NUMBER}\])?+)*+)\s*+\)",
    re.DOTALL,
)
PLAIN_MOVE = re.compile(rf"([BW])\[([^\]]*+)\](?:\s*+V\[({NUMBER})\])?+")
PlainMoves = list[tuple[str, str, str]]  # 'B' or 'W', the point, the value or ''


@dataclass(frozen=True, slots=True)
class Property:
    line: int  # it stands in
    values: list[str]

    @property
    def where(self) -> str:
        return f"line {self.line}"


Node = dict[str, Property]


class MainLine(NamedTuple):
    """The main line of a game. Where its moves are written as most are, they are in `plain`, and its nodes are read
    only if somebody asks for them."""

    number: int  # of the game
    root: Node
    plain: PlainMoves | None
    nodes: Callable[[], list[Node]]


def main_lines(source: Text) -> Iterator[MainLine]:
    """The main line of each game in the text, one game after another."""
    source.more()
    begin = TREE.search(source.text)
    source.at = begin.start() if begin is not None else source.text.find("(")
    if source.at < 0:
        raise FormatError("line 1: expected a game, '(;...'")
    number = 0
    while (game := PLAIN_GAME.match(source.text, source.at)) or _has_game(source):
        number += 1
        text, at, line = source.text, source.at, source.line_of(source.at)
        game = game or PLAIN_GAME.match(text, at)  # when all of it was there
        root = _main_line(f"({game[1]})", 0, source.line_of(game.start(1)), number)[0] if game is not None else []
        if game is not None and len(root) == 1 and root[0].keys().isdisjoint(MOVES):
            source.at = game.end()
            whole = partial(_main_line, text, at, line, number)
            yield MainLine(number, root[0], PLAIN_MOVE.findall(game[2]), lambda whole=whole: whole()[0])  # type: ignore[misc]
        else:
            nodes, source.at = _main_line(text, at, line, number)
            yield MainLine(number, nodes[0], None, lambda nodes=nodes: nodes)  # type: ignore[misc]
    rest = source.text[source.at :].lstrip()
    if rest:
        line = source.line_of(len(source.text) - len(rest))
        raise FormatError(f"line {line}, game {max(1, number)}: expected '(', ')' or ';', not {rest[0]!r}")


def _has_game(source: Text) -> bool:
    """Whether a game begins here; then all of it is in memory, unless it never ends."""
    while True:
        begin = OPENING.match(source.text, source.at)
        if begin is not None and (
            source.is_at_end or source.is_long or _end_of_game(source.text, begin.end() - 1) is not None
        ):
            return True
        if not source.more():
            return begin is not None


def _end_of_game(text: str, at: int) -> int | None:
    flat = FLAT_GAME.match(text, at)
    if flat is not None:
        return flat.end()
    depth = 0
    while bracket := BRACKET.match(text, at):
        at = bracket.end()
        depth += {"(": 1, ")": -1}.get(bracket[1], 0)
        if bracket[1] and not depth:
            return at
    return None


def _main_line(text: str, at: int, line: int, number: int) -> tuple[list[Node], int]:
    """The nodes of the game that begins there, in that line of the file, and where it ends."""
    game: list[Node] = []
    node: Node | None = None  # that properties belong to
    counted, depth = at, 0
    branch_ended = False  # whether the main line of this game is complete, and the rest are variations
    while token := TOKEN.match(text, at):
        mark, name, values = token.group(1, 2, 3)
        begin = token.start(1 if mark else 2)
        line, counted = line + text.count("\n", counted, begin), begin
        if mark == "(":
            depth, node = depth + 1, None
        elif mark == ")" and depth:
            if not game:
                raise FormatError(f"line {line}, game {number}: a game has at least one node, ';'")
            depth, node, branch_ended = depth - 1, None, True
            if not depth:
                return game, token.end()
        elif mark == ";" and depth:
            node = {}
            if not branch_ended:
                game.append(node)
        elif name and node is not None:
            if not values:
                raise FormatError(f"line {line}, game {number}, field {name}: expected a value, '[...]'")
            name = _short(name)
            if _is_next_move(node, name):
                node = {}
                if not branch_ended:
                    game.append(node)
            if name not in node:
                node[name] = Property(line, [])
            node[name].values.extend(_values(values))
        else:
            break
        at = token.end()
    rest = text[at:].lstrip()
    where = f"line {line + text.count(chr(10), counted, len(text) - len(rest))}, game {number}"
    if rest:
        raise FormatError(f"{where}: expected '(', ')' or ';', not {rest[0]!r}")
    raise FormatError(f"{where}: the file ends before its ')'")


@dataclass(slots=True)
class Branch:
    """A node with what may follow it."""

    node: Node
    below: list["Branch"]


def first_tree(text: str) -> Branch:
    """The first game of a text that `main_lines` has read, with all its variations."""
    root = Branch({}, [])
    current, waiting = root, [root]
    begin = TREE.search(text)
    at = begin.start() if begin is not None else len(text)
    while token := TOKEN.match(text, at):
        mark, name, values = token.group(1, 2, 3)
        if mark == "(":
            waiting.append(current)
        elif mark == ")":
            current = waiting.pop()
            if len(waiting) == 1:
                break
        elif mark == ";":
            current.below.append(Branch({}, []))
            current = current.below[-1]
        else:
            name = _short(name)
            if _is_next_move(current.node, name):
                current.below.append(Branch({}, []))
                current = current.below[-1]
            current.node.setdefault(name, Property(0, [])).values.extend(_values(values))
        at = token.end()
    return root


def _is_next_move(node: Node, name: str) -> bool:
    """Whether a property is a second move of one node, 'B[hh]W[ig]', as some programs write: it gets its own."""
    return name in MOVES and ("B" in node or "W" in node)


@lru_cache(maxsize=500)
def _short(name: str) -> str:
    """Older files write 'White' for 'W', and some programs small letters only."""
    return name.upper() if name.islower() else re.sub("[a-z]", "", name)


def _values(text: str) -> list[str]:
    """The values of a property as meant: a backslash quotes the next character, and joins two lines at a line's end."""
    found = VALUE.findall(text)
    if "\\" not in text:
        return found
    return [re.sub(r"\\(.)", r"\1", value.replace("\\\n", ""), flags=re.DOTALL) for value in found]
