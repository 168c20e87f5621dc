"""UCT and PUCT, step by step, for people to follow: the playouts are those of the search that plays, run one by one."""

from dataclasses import replace
from typing import Any

from orchard.core.board import Board
from orchard.core.steps import Step
from orchard.search.tree import FREE_SLICE, Playout, SearchTree


def traced_playouts(tree: SearchTree, board: Board, playouts: int, most: int, halt: Any) -> tuple[list[Step], int]:
    """Grow a new tree by so many playouts; at most about `most` steps of it, and how many playouts were done."""
    steps: list[Step] = []
    done, best = 0, None
    while done < playouts and len(steps) < most and not halt[0]:
        used = tree.used
        steps += _steps(tree, board, used, tree.one_playout())
        done += 1
        best, before = tree.best(), best
        if best is not None and best != before:
            steps[-1] = replace(steps[-1], move=tree.move(best, board))
    shown = done
    while done < playouts and not halt[0]:
        done += tree.run(min(FREE_SLICE, playouts - done), halt, 0, False)
    if done > shown:
        steps.append(Step("rest", nodes=done - shown))
    return steps, done


def _steps(tree: SearchTree, board: Board, used: int, done: Playout) -> list[Step]:
    """One playout: select, expand, play out, back up."""
    path = done.path
    new = list(range(used, tree.used))
    known = [node for node in path if node < used]
    steps = [Step("select", known[-1], path=tuple(known), chance=done.chance)]
    if new:
        parent = known[-1]
        moves = tuple(tree.move(child, board) for child in new)
        priors = tuple(round(tree.prior(child) or 0.0, 6) for child in new) if tree.has_priors else ()
        steps.append(Step("expand", new[0], parent=parent, moves=moves, prior=priors))
    played = tuple(map(board.move_at, done.squares))
    steps.append(Step("playout", path[-1], value=done.reward, played=played))
    steps.append(Step("back_up", path[-1], path=tuple(path), value=done.reward, complement=done.other))
    return steps
