"""A searched tree as a picture: columns of plies, and in each a block for every position, as high as its visits.

Where the search spent its time is where the picture is high. A block's shade is its value beside its siblings', the
darkest the best for the side that played it; a red edge marks a position where the search cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING

from orchard.core.drawing import as_svg as board_svg
from orchard.core.drawing import status_line
from orchard.core.game import other

if TYPE_CHECKING:
    from orchard.core.game import Color, Position
    from orchard.core.tree import TreeNode

COLUMN, HEIGHT = 250.0, 760.0
LEFT, TOP, ROOT = 20.0, 96.0, 220.0
GAP = 2.0
LABEL_FROM = 11.0  # pixels of height that a line of text needs
SMALLEST = 0.6  # blocks below this are drawn together
PALE, DARK = (233, 243, 237), (46, 125, 79)
BOUNDS = {"lower": "≥ ", "upper": "≤ "}


@dataclass(frozen=True, slots=True)
class Place:
    """The stretch of a column that a position and all below it have."""

    x: float
    y: float
    height: float


def value_text(node: TreeNode) -> str:
    return "?" if node.value is None else f"{BOUNDS.get(node.bound or '', '')}{node.value:.3g}"


def as_svg(root: TreeNode, position: Position, title: str) -> str:
    """A self-contained picture of the tree below `position`."""
    plies = max(1, _depth(root))
    width = LEFT + ROOT + plies * COLUMN + LEFT
    height = TOP + HEIGHT + 24
    heading = f"{position.game.title}, {title}"
    searched = f"{root.visits:,} visits or nodes; {status_line(position)}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
        f' height="{height:g}" font-family="system-ui, sans-serif" font-size="12" fill="#1b2a22" role="img">',
        f"<title>{escape(heading)}: {escape(searched)}</title>",
        f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>',
        f'<text x="{LEFT:g}" y="30" font-size="20" font-weight="600">{escape(heading)}</text>',
        f'<text x="{LEFT:g}" y="52" fill="#4a5a51">{escape(searched)}</text>',
        _legend(),
        _board(position),
    ]
    for ply in range(plies):
        mover = position.to_move if ply % 2 == 0 else other(position.to_move)
        x = LEFT + ROOT + ply * COLUMN
        parts.append(f'<text x="{x:g}" y="{TOP - 8:g}" fill="#4a5a51">ply {ply + 1}, {mover}</text>')
    parts += _children(root, position.to_move, Place(LEFT + ROOT, TOP, HEIGHT), max(1, root.visits), True)
    return "".join(parts) + "</svg>"


def as_html(root: TreeNode, position: Position, title: str) -> str:
    """A self-contained page with the picture."""
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        f"<title>{escape(position.game.title)}, {escape(title)}: the tree searched</title>"
        '<meta name="viewport" content="width=device-width">'
        "<style>body{margin:1rem;font-family:system-ui,sans-serif;color:#1b2a22;background:#fff}"
        "svg{max-width:100%;height:auto}p{max-width:60rem}</style>"
        f"{as_svg(root, position, title)}"
        "<p>Each column is a ply, each block a position, as high as its share of the visits (alpha-beta: of the nodes) "
        "below it. Point at a block to read its numbers.</p></html>\n"
    )


def _depth(node: TreeNode) -> int:
    return 1 + max(map(_depth, node.children)) if node.children else 0


def _legend() -> str:
    """What shades and edges mean, below the board."""
    y = TOP + ROOT
    blocks = "".join(
        f'<rect x="{LEFT + 14 * i:g}" y="{y:g}" width="14" height="14" fill="{_shade(i / 4)}"/>' for i in range(5)
    )
    return (
        f'{blocks}<text x="{LEFT + 78:g}" y="{y + 11.5:g}">worst to best move</text>'
        f'<rect x="{LEFT + 1:g}" y="{y + 25:g}" width="68" height="12" fill="none" stroke="#e08a00" stroke-width="2"/>'
        f'<text x="{LEFT + 78:g}" y="{y + 35.5:g}">the line it expects</text>'
        f'<rect x="{LEFT + 66:g}" y="{y + 48:g}" width="4" height="14" fill="#c62828"/>'
        f'<text x="{LEFT + 78:g}" y="{y + 59.5:g}">✂ cut: moves skipped</text>'
        f'<text x="{LEFT:g}" y="{y + 86:g}" fill="#4a5a51">height: share of the visits</text>'
    )


def _board(position: Position) -> str:
    """The position at the root, small, beside the whole tree."""
    size = ROOT - 24
    placed = f'<svg x="{LEFT:g}" y="{TOP:g}" width="{size:g}" height="{size:g}" '
    return re.sub(r' width="[^"]*" height="[^"]*"', "", board_svg(position), count=1).replace("<svg ", placed, 1)


def _shade(share: float) -> str:
    return "#" + "".join(f"{round(pale + (dark - pale) * share):02x}" for pale, dark in zip(PALE, DARK, strict=True))


def _best(node: TreeNode) -> TreeNode | None:
    """The child the search would play."""
    return next((child for child in node.children if child.move == node.best), None)


def _children(node: TreeNode, mover: Color, place: Place, root_visits: int, expected: bool) -> Iterator[str]:
    """The children of a node in its stretch of the next column, and all below them."""
    total = max(1, sum(child.visits for child in node.children), node.visits)
    values = [child.value for child in node.children if child.value is not None]
    low, high = (min(values), max(values)) if values else (0.0, 0.0)
    best = _best(node)
    y, small_visits, small = place.y, 0, 0
    for child in node.children:
        block = Place(place.x, y, place.height * child.visits / total)
        if block.height < SMALLEST:
            small, small_visits = small + 1, small_visits + child.visits
            continue
        shade = 0.5 if child.value is None or high == low else (child.value - low) / (high - low)
        on_line = expected and child is best
        yield from _block(child, mover, block, shade, child.visits / root_visits, on_line)
        yield from _children(child, other(mover), replace(block, x=place.x + COLUMN), root_visits, on_line)
        y += block.height
    if small:
        height = max(1.0, place.height * small_visits / total)
        yield (
            f'<g><title>and {small} more, visits: {small_visits:,}</title><rect x="{place.x:g}" y="{y:.1f}" '
            f'width="{COLUMN - GAP:g}" height="{height:.1f}" fill="#c9d2cc"/></g>'
        )


def _block(node: TreeNode, mover: Color, place: Place, shade: float, share: float, on_line: bool) -> Iterator[str]:
    x, y, height = place.x, place.y, place.height
    cut = f"✂ {len(node.unsearched)}" if node.cut else ""
    bound = f", {node.bound} bound" if node.bound else ""
    tip = f"{mover} {node.move}: {node.visits:,} visits ({share:.2%}), value {value_text(node)}{bound}"
    if node.prior is not None:
        tip += f", prior {node.prior:.3f}"
    if node.cut:
        tip += f"; cut: {', '.join(node.unsearched) or 'no move'} not looked at"
    drawn = max(height - (1.0 if height > 4 else 0.2), 0.4)
    outline = ' stroke="#e08a00" stroke-width="2"' if on_line else ""
    inset = 1 if on_line else 0
    inner = max(drawn - 2 * inset, 0.4)
    yield (
        f'<g><title>{escape(tip)}</title><rect x="{x + inset:g}" y="{y + inset:.1f}"'
        f' width="{COLUMN - GAP - 2 * inset:g}" height="{inner:.1f}" fill="{_shade(shade)}"{outline}/>'
    )
    if node.cut:
        yield f'<rect x="{x + COLUMN - GAP - 4:g}" y="{y:.1f}" width="4" height="{drawn:.1f}" fill="#c62828"/>'
    if height >= LABEL_FROM:
        ink = "#fff" if shade > 0.6 else "#1b2a22"
        size = min(13.0, height)
        middle = y + drawn / 2
        disc, edge = ("#111", "#fff") if mover == "black" else ("#fff", "#111")
        yield (
            f'<circle cx="{x + 12:g}" cy="{middle:.1f}" r="{size * 0.36:.1f}" fill="{disc}" stroke="{edge}"/>'
            f'<text x="{x + 22:g}" y="{middle + size * 0.35:.1f}" font-size="{size:.1f}" fill="{ink}">'
            f'<tspan font-weight="700">{node.move}</tspan> {escape(value_text(node))}</text>'
            f'<text x="{x + COLUMN - 12:g}" y="{middle + size * 0.35:.1f}" font-size="{size:.1f}" fill="{ink}"'
            f' text-anchor="end">{node.visits:,} ({share:.1%}) {cut}</text>'
        )
    yield "</g>"
