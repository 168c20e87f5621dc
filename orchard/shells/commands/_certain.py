"""What is certain about a position, for `orchard tree`: the whole tree of an ending, or a proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from orchard.core.choice import Stop
from orchard.shells.commands._common import console, print_json

if TYPE_CHECKING:
    from orchard.core.game import Position
    from orchard.core.proof import Proof, ProofNode
    from orchard.study.endings import WholeNode


def show(
    position: Position, what: Literal["whole", "proof"], plies: int, width: int, fold: bool, as_json: bool
) -> None:
    """So many plies of it on screen; as JSON the tree to `plies`, or whole proofs."""
    from orchard.core.interrupts import stop_on_interrupt
    from orchard.shells.interrupt import interruptible

    stop = Stop()
    work = _whole if what == "whole" else _proofs
    with stop_on_interrupt(stop):
        answer, pictures = interruptible(lambda: work(position, plies, width, fold, stop), stop)
    if as_json:
        print_json({"game": position.game.name, "text": position.text, **answer})
        return
    for picture in pictures:
        console().print(picture)


# ------------------------------------------------------------------------------------------------- whole trees


def _whole(position: Position, plies: int, width: int, fold: bool, stop: Stop) -> tuple[dict[str, Any], list[Any]]:
    from rich.tree import Tree

    from orchard.study.endings import Endings

    endings = Endings()
    root, line = endings.tree(position, plies, fold, stop), endings.line(position, stop)
    result = _result(-(root.value or 0), position)
    top = Tree(f"[bold]{root.size:,} positions[/bold], {position.to_move} to move: {result}")
    _add_whole(top, root, position, width)
    told = f"Beside each move: the exact result for the side that plays it. Best line: {' '.join(line)}"
    return {"tree": root.as_json(), "line": line}, [top, told]


def _add_whole(branch: Any, node: WholeNode, position: Position, width: int) -> None:
    """The children, each with the exact result for the side that plays it."""
    for child in node.children[:width]:
        same = f" [dim](also {', '.join(child.same)})[/dim]" if child.same else ""
        below = f" [dim]{child.size:,} positions[/dim]" if child.size > 1 else ""
        result = _result(child.value or 0, position)
        after = position.play(child.move) if child.move is not None else position
        _add_whole(branch.add(f"[bold]{child.move}[/bold] {result}{below}{same}"), child, after, width)
    left = len(node.children) - width
    if left > 0:
        branch.add(f"[dim]and {left} more[/dim]")


def _result(value: int, position: Position) -> str:
    """For the side to move, in words or as a score."""
    if position.game.has_margin:
        return f"{value:+}"
    return "a win" if value > 0 else "a loss" if value < 0 else "a draw"


# ------------------------------------------------------------------------------------------------- proofs


def _proofs(position: Position, plies: int, width: int, fold: bool, stop: Stop) -> tuple[dict[str, Any], list[Any]]:
    from orchard.study.proofs import proofs

    found = proofs(position, stop)
    return {"proofs": [one.as_json() for one in found]}, [_proof(one, position, plies, width) for one in found]


def _proof(proof: Proof, position: Position, plies: int, width: int) -> Any:
    from rich.tree import Tree

    size = sum(1 for _ in proof.root.walk())
    top = Tree(f"[bold]{_claim(proof, position)}[/bold], whatever the other side plays: {size:,} positions")
    _add_proof(top, proof.root, position, proof, plies, width)
    return top


def _claim(proof: Proof, position: Position) -> str:
    if position.game.has_margin:
        return f"{proof.prover} gets at least {proof.score:+}"
    return f"{proof.prover} " + (
        "wins" if proof.score > 0 else "can do no better than lose" if proof.score < 0 else "gets at least a draw"
    )


def _add_proof(branch: Any, node: ProofNode, position: Position, proof: Proof, plies: int, width: int) -> None:
    if plies == 0:
        if node.children:
            branch.add("[dim]…[/dim]")
        return
    is_ours = position.to_move == proof.prover
    for child in node.children[:width]:
        ends = "" if child.score is None else f" [dim]{child.score:+}[/dim]"
        mark = "●" if is_ours else "○"
        after = position.play(child.move) if child.move is not None else position
        _add_proof(branch.add(f"{mark} [bold]{child.move}[/bold]{ends}"), child, after, proof, plies - 1, width)
    left = len(node.children) - width
    if left > 0:
        branch.add(f"[dim]and {left} more[/dim]")
    if node.otherwise is not None:
        branch.add(f"[dim]any other: {node.otherwise}[/dim]")
