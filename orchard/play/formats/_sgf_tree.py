"""The syntax of SGF: trees of nodes of properties."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from orchard.play.formats._common import FormatError, line_counter

# '*+' takes all it can and gives nothing back: a file of blanks or backslashes is looked at once
QUOTED = r"[^\]\\]*+(?:\\.[^\]\\]*+)*+"
TREE = re.compile(r"\(\s*+;")
VALUE = re.compile(rf"\[({QUOTED})\]", re.DOTALL)
TOKEN = re.compile(  # mark, name, its values
    rf"\s*+(?:([();])|([A-Za-z]{{1,32}})((?:\s*+\[{QUOTED}\])*+))", re.DOTALL
)
MOVES = ("B", "W")


@dataclass(frozen=True, slots=True)
class Property:
    where: str  # the line it stands in
    values: list[str]


Node = dict[str, Property]


def main_lines(text: str) -> Iterator[list[Node]]:
    """The nodes of the main line of each game in the text, one game after another."""
    line_of = line_counter(text)
    game: list[Node] = []
    node: Node | None = None  # that properties belong to
    begin = TREE.search(text)
    number, depth, at = 0, 0, begin.start() if begin is not None else text.find("(")
    branch_ended = False  # whether the main line of this game is complete, and the rest are variations
    if at < 0:
        raise FormatError("line 1: expected a game, '(;...'")
    while token := TOKEN.match(text, at):
        mark, name, values = token.group(1, 2, 3)
        line = f"line {line_of(token.start(1 if mark else 2))}"
        if mark == "(":
            if depth == 0:
                game, branch_ended = [], False
                number += 1
            depth, node = depth + 1, None
        elif mark == ")" and depth:
            if not game:
                raise FormatError(f"{line}, game {number}: a game has at least one node, ';'")
            depth, node, branch_ended = depth - 1, None, True
            if not depth:
                yield game
        elif mark == ";" and depth:
            node = {}
            if not branch_ended:
                game.append(node)
        elif name and node is not None:
            if not values:
                raise FormatError(f"{line}, game {number}, field {name}: expected a value, '[...]'")
            if _is_next_move(node, name):
                node = {}
                if not branch_ended:
                    game.append(node)
            node.setdefault(_short(name), Property(line, [])).values.extend(map(_unquoted, VALUE.findall(values)))
        else:
            break
        at = token.end()
    rest = text[at:].lstrip()
    where = f"line {line_of(len(text) - len(rest))}, game {max(1, number)}"
    if rest:
        raise FormatError(f"{where}: expected '(', ')' or ';', not {rest[0]!r}")
    if depth:
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
            if _is_next_move(current.node, name):
                current.below.append(Branch({}, []))
                current = current.below[-1]
            current.node.setdefault(_short(name), Property("", [])).values.extend(map(_unquoted, VALUE.findall(values)))
        at = token.end()
    return root


def _is_next_move(node: Node, name: str) -> bool:
    """Whether a property is a second move of one node, 'B[hh]W[ig]', as some programs write: it gets its own."""
    return _short(name) in MOVES and any(move in node for move in MOVES)


def _short(name: str) -> str:
    """Older files write 'White' for 'W', and some programs small letters only."""
    return name.upper() if name.islower() else re.sub("[a-z]", "", name)


def _unquoted(value: str) -> str:
    """A value as meant: a backslash quotes the next character, and joins two lines at a line's end."""
    return re.sub(r"\\(.)", r"\1", value.replace("\\\n", ""), flags=re.DOTALL)
