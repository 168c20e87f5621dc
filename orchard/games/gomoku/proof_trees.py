"""Why a Gomoku position is won by fours: each four, the answers that stop its five, and what follows each."""

from __future__ import annotations

from dataclasses import replace

from orchard.core.board import Move, squares_of
from orchard.core.choice import Stop
from orchard.core.game import Position
from orchard.core.proof import Proof, ProofNode
from orchard.games.gomoku.proofs import Prover

PROOF_NODES = 300_000


def proof_trees(position: Position, stop: Stop) -> tuple[Proof, ...]:
    """That the side to move wins by fours, where it does and no answer far away could spoil it."""
    prover = Prover(stop=stop, nodes=PROOF_NODES)
    win = prover.win(position)
    if win is None or not win.by_fours or win.fragile:
        return ()
    child = _four(position, win.line, prover)
    if child is None:
        return ()
    return (Proof(position.to_move, position.game.max_score, ProofNode(None, (child,))),)


def _four(position: Position, line: tuple[Move, ...], prover: Prover) -> ProofNode | None:
    """The first move of a line that wins, and everything that can follow; None where it does not win by fours."""
    move = line[0]
    after = position.play(move)
    if after.is_over:
        return ProofNode(move, score=position.game.max_score)
    fives = _fives(replace(after, to_move=position.to_move))
    if not fives or _fives(after):
        return None  # no four, or the enemy is first
    answers = []
    for block in fives:
        if not after.legal_mask() >> block.square & 1:
            continue
        then = after.play(block)
        again = _fives(replace(then, to_move=position.to_move))
        if again:
            node: ProofNode | None = ProofNode(again[0], score=position.game.max_score)
        elif line[1:2] == (block,):
            node = _four(then, line[2:], prover)
        else:
            win = prover.win(then)
            node = _four(then, win.line, prover) if win is not None and win.by_fours else None
        if node is None:
            return None
        answers.append(ProofNode(block, (node,)))
    return ProofNode(move, tuple(answers), otherwise=fives[0])


def _fives(position: Position) -> list[Move]:
    """Where the side to move wins at once, by the rules alone."""
    found = []
    for square in squares_of(position.legal_mask()):
        move = position.game.board.moves[square]
        outcome = position.game.after(position, move).outcome
        if outcome is not None and outcome.winner == position.to_move:
            found.append(move)
    return found
