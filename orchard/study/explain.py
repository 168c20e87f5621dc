"""What evaluations see in a position: as its game explains it, or the stones and what each evaluation says."""

from orchard.core.board import squares_of
from orchard.core.game import Position
from orchard.core.offers import Explained
from orchard.games import evaluation, evaluations, offer


def explain(position: Position) -> Explained:
    offered = offer(position.game.base_name, "explain")
    own: Explained | None = None if offered is None else offered.explain(position)
    return own or _plainly(position)


def _plainly(position: Position) -> Explained:
    judges = [evaluation(name) for name in evaluations()]
    values = {} if position.is_over else {j.name: j.value(position) for j in judges if j.judges(position.game)}
    counts = {color: {"stones": position.count(color)} for color in ("black", "white")}
    moves = [move for move in position.legal() if not move.is_pass]
    return Explained(
        {**counts, "moves": len(moves), "values": values},
        dict.fromkeys(squares_of(position.legal_mask()), "·"),
        lines=tuple(f"{name}: {value:g} for {position.to_move}" for name, value in values.items()),
        table=(("stones", str(position.count("black")), str(position.count("white")), "stones on the board"),),
    )
