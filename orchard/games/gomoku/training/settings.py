"""What the stages of training exchange and can be told for Gomoku, and the plan by which weights are grown."""

from dataclasses import dataclass

from orchard.core.course import STRAY, Fit, Gate, Generation, Label, SelfPlay, setting

NODES = "Nodes searched for each move."
# a shard of games: a row for each position that was searched, from the view of the mover
COLUMNS = {
    "game": "i8",  # the number of the game it comes from
    "cells": "u1",  # [rows, squares] 0 empty, 1 own, 2 the enemy's
    "value": "i8",  # what the search thought, thousandths of a logit
    "result": "i8",  # how the game ended: 1 won, 0 drawn, -1 lost; 0 of positions inside searches, which have no end
    "move": "i8",  # the square that the search chose
    "strayed": "?",  # whether another one was played
}
GAMES_PER_SHARD = 20
HELD_OUT = 10  # every tenth game is kept for testing


@dataclass(frozen=True, kw_only=True)
class GomokuPlay(SelfPlay):
    """Each game begins with random stones that look even; then both sides search, and stray now and then."""

    nodes: int = setting(800, NODES, 1)
    opening_low: int = 3  # stones put at random in the middle, at least and at most
    opening_high: int = 8
    stray: float = setting(0.08, STRAY, share=True)
    inside: int = setting(0, "Keep one of so many positions inside the searches instead of those played; 0: none.", 0)
    inside_nodes: int = setting(500, "Nodes of the search that each of these is valued by.", 1)


@dataclass(frozen=True, kw_only=True)
class GomokuLabel(Label):
    nodes: int = setting(10_000, "Nodes searched for each position.", 1)


@dataclass(frozen=True, kw_only=True)
class GomokuFit(Fit):
    trust_search: float = setting(
        0.4, "How much of a label is what the search thought; the rest is how the game ended.", 0, 1
    )
    decided: int = setting(0, "1: learn from positions that the search calls won or lost, too.", 0, 1)
    near: str = setting("", "Begin with the worth of these weights and stay near it: trained or a file.")
    policy: str = setting("", "Take the policy of these weights, trained or a file, instead of learning one.")
    worth_ridge: float = 2e-5
    policy_ridge: float = 1e-4
    rounds: int = setting(15, "Through all positions.", 1)
    policy_rounds: int = 0  # the same for the policy; 0: half of `rounds`
    seed: int = 1  # of the order of positions


@dataclass(frozen=True, kw_only=True)
class GomokuGate(Gate):
    # about as many pairs as there are openings; turned forms of one are nearly the same games
    pairs: int = setting(300, "Openings, each played twice.", 2)
    nodes: int = setting(4000, NODES, 1)


@dataclass(frozen=True, kw_only=True)
class EvenOpenings:
    """How openings are judged."""

    nodes: int = setting(20_000, "Nodes for each move of the weaker player, in the games that judge an opening.", 1)


STAGES = {"selfplay": GomokuPlay, "label": GomokuLabel, "fit": GomokuFit, "gate": GomokuGate, "openings": EvenOpenings}


def _generation(games: int, nodes: int, trust_search: float, learns_from: tuple[int, ...] = (1, 0)) -> Generation:
    fit = {"trust_search": trust_search, "policy_rounds": 8}
    return Generation(games=games, selfplay={"nodes": nodes}, fit=fit, learns_from=learns_from)


PLAN = (
    # The initial weights count in no sensible unit, so the first generation learns from results alone.
    _generation(3000, 400, 0.0, learns_from=(0,)),
    _generation(5000, 500, 0.4),
    _generation(3000, 800, 0.4),
    _generation(15_000, 2000, 0.4),
)
