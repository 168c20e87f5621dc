"""The syntax of SGF: trees of nodes of properties. Only the first branch of each tree is kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from orchard.play.formats._common import FormatError, line_counter

NAME = re.compile(r"[A-Za-z]{1,32}")
VALUE = re.compile(r"\s*\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
SPACE = re.compile(r"\s*")


@dataclass(frozen=True, slots=True)
class Property:
    where: str  # the line it stands in
    values: list[str]


Node = dict[str, Property]


def main_lines(text: str) -> list[list[Node]]:
    """The nodes of the main line of each game in the text."""
    line_of = line_counter(text)
    begin = text.find("(")
    if begin < 0:
        raise FormatError("line 1: expected a game, '(;...'")
    games: list[list[Node]] = []
    depth, at = 0, begin
    branch_ended = False  # whether the main line of this game is complete, and the rest are variations
    while (at := _skip_space(text, at)) < len(text):
        char = text[at]
        if char == "(":
            if depth == 0:
                games.append([])
                branch_ended = False
            depth += 1
            at += 1
        elif char == ")" and depth:
            if not games[-1]:
                raise FormatError(f"line {line_of(at)}, game {len(games)}: a game has at least one node, ';'")
            depth -= 1
            branch_ended = True
            at += 1
        elif char == ";" and depth:
            node, at = _node(text, at + 1, len(games), line_of)
            if not branch_ended:
                games[-1].append(node)
        else:
            raise FormatError(f"line {line_of(at)}, game {max(1, len(games))}: expected '(', ')' or ';', not {char!r}")
    if depth:
        raise FormatError(f"line {line_of(len(text))}, game {len(games)}: the file ends before its ')'")
    return games


def _skip_space(text: str, at: int) -> int:
    found = SPACE.match(text, at)
    return found.end() if found else at


def _node(text: str, at: int, game: int, line_of: Callable[[int], int]) -> tuple[Node, int]:
    node: Node = {}
    while True:
        at = _skip_space(text, at)
        name = NAME.match(text, at)
        if name is None:
            return node, at
        where = f"line {line_of(at)}"
        short = re.sub("[a-z]", "", name.group())  # older files write 'White' for 'W'
        values, at = [], name.end()
        while (value := VALUE.match(text, at)) is not None:
            values.append(_unquoted(value[1]))
            at = value.end()
        if not values or not short:
            raise FormatError(f"{where}, game {game}, field {name.group()}: expected a value, '[...]'")
        if short in node:
            node[short].values.extend(values)
        else:
            node[short] = Property(where, values)


def _unquoted(value: str) -> str:
    """A value as meant: a backslash quotes the next character, and joins two lines at a line's end."""
    joined = value.replace("\\\n", "")
    return re.sub(r"\\(.)", r"\1", joined, flags=re.DOTALL)
