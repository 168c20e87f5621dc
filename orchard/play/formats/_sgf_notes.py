"""Notes on the positions of an SGF file: comments (C), marked points (CR, MA, SQ, TR) and arrows (AR)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from orchard.core.errors import OrchardError
from orchard.core.game import Position
from orchard.play.formats._sgf_tree import Branch, Node

MARKS = ("CR", "MA", "SQ", "TR")
LONGEST = 1000  # characters of a comment
MOST_SHAPES = 60  # on one position
MOST_NOTES = 1000

NameOf = Callable[[Node], str]  # the move of a node, "" where it has none
PointOf = Callable[[str], str]  # the square that a value names; an error where it names none


@dataclass(slots=True)
class Note:
    """On the position after `moves`, passes as '--': a text, and squares 'c4' or arrows 'd3-f5'."""

    moves: str
    text: str = ""
    shapes: list[str] = field(default_factory=list)

    def add(self, text: str, shapes: Iterator[str]) -> None:
        if text and text != self.text:
            self.text = f"{self.text}\n{text}".strip()[:LONGEST]
        for shape in shapes:
            if len(self.shapes) < MOST_SHAPES and shape not in self.shapes:
                self.shapes.append(shape)


def notes_of(root: Branch, start: Position, name_of: NameOf, point_of: PointOf) -> list[Note]:
    """All notes of a tree, as far as its moves can be played. What makes no sense on the board is left out."""
    found: dict[str, Note] = {}
    todo = [(branch, start) for branch in root.below]
    while todo:
        branch, position = todo.pop()
        try:
            name = name_of(branch.node)
            position = position.game.replay(name, position) if name else position
        except OrchardError:
            continue
        text = branch.node["C"].values[0].strip()[:LONGEST] if "C" in branch.node else ""
        shapes = list(_shapes(branch.node, point_of))
        moves = _moves(position) if text or shapes else ""
        if (text or shapes) and (moves in found or len(found) < MOST_NOTES):
            found.setdefault(moves, Note(moves)).add(text, iter(shapes))
        todo += [(below, position) for below in reversed(branch.below)]
    return list(found.values())


def _moves(position: Position) -> str:
    return "".join("--" if move.square < 0 else move for move in position.moves_made)


def _shapes(node: Node, point_of: PointOf) -> Iterator[str]:
    for name in MARKS:
        for value in node[name].values[:MOST_SHAPES] if name in node else ():
            yield from _points(value, point_of)
    for value in node["AR"].values[:MOST_SHAPES] if "AR" in node else ():
        ends = [_point(end, point_of) for end in value.split(":")]
        if len(ends) == 2 and all(ends) and ends[0] != ends[1]:
            yield "-".join(ends)


def _point(value: str, point_of: PointOf) -> str:
    """The square that a value names; "" where it names none."""
    try:
        return point_of(value) if value.strip() else ""
    except OrchardError:
        return ""


def _points(value: str, point_of: PointOf) -> list[str]:
    """One point or, 'aa:cc', all of a rectangle from its upper left to its lower right."""
    first, _, last = value.strip().lower().partition(":")
    if len(first) == len(last) == 2 and (first + last).isalpha():
        columns = range(ord(first[0]), ord(last[0]) + 1)
        rows = range(ord(first[1]), ord(last[1]) + 1)
        values = [chr(column) + chr(row) for row in rows for column in columns]
    else:
        values = [first]
    return list(filter(None, (_point(one, point_of) for one in values)))
