"""Why a Gomoku move was worse than another: wins missed and wins allowed, each with the line that proves it."""

from collections.abc import Iterator

from orchard.core.board import Move
from orchard.core.choice import Stop
from orchard.core.game import Position
from orchard.core.offers import Fact
from orchard.games.gomoku.proofs import Prover, Win
from orchard.games.gomoku.threat_map import threat_map

PROOF_NODES = 300_000  # for each question: bounded by work, so that the reasons are the same every time


def facts(position: Position, played: Move, better: Move, stop: Stop) -> Iterator[Fact]:
    """The weightiest first: what wins or loses at once leaves nothing else to say."""
    before = threat_map(position)
    mine, theirs = before[position.to_move], before["white" if position.to_move == "black" else "black"]
    if mine["five"] and played not in mine["five"]:
        yield Fact("missed_five", mine["five"], {"n": 1}, line=(mine["five"][0],))
        return
    if theirs["five"]:
        if played not in theirs["five"]:
            yield Fact("missed_block", theirs["five"], line=(theirs["five"][0],), after=True)
        return
    prover = Prover(stop=stop, nodes=PROOF_NODES)
    yield from _missed(position, played, mine["open_four"], prover)
    yield from _allowed(position, played, better, theirs["open_four"], prover)
    yield from counted(position, played, better)


def counted(position: Position, played: Move, better: Move) -> Iterator[Fact]:
    """What is no proof, only a count, where neither side has a five to make; measured to matter (docs/lab/facts.md)."""
    mine = threat_map(position)[position.to_move]
    fours = (*mine["open_four"], *mine["four"])
    if better in fours and played not in fours:
        yield Fact("missed_four", (better,))
    near = {"played": _neighbours(position, played), "better": _neighbours(position, better)}
    if near["played"] == 0 < near["better"]:
        yield Fact("far_away", numbers=near)


def _missed(position: Position, played: Move, open_fours: tuple[Move, ...], prover: Prover) -> Iterator[Fact]:
    """A proved win that was there, unless the move played wins as surely."""
    win = prover.win(position)
    if win is None or win.line[0] == played or prover.win_after(position, played) is not None:
        return
    if open_fours and win.by_fours:
        yield Fact("missed_open_four", open_fours, {"n": win.moves}, line=win.line)
    else:
        kind = "missed_win_by_fours" if win.by_fours else "missed_win"
        yield Fact(kind, win.line[:1], {"n": win.moves}, line=win.line)


def _allowed(
    position: Position, played: Move, better: Move, open_fours: tuple[Move, ...], prover: Prover
) -> Iterator[Fact]:
    """A proved win of the enemy after the move: after an open three that was left alone, or by its own threats."""
    win = _enemy_win(position, played, prover)
    if win is None:
        return
    then = _enemy_win(position, better, prover)
    if then is not None and then.moves <= win.moves:
        return  # it is lost as soon after the better move
    if open_fours and win.by_fours:
        yield Fact("overlooked_three", open_fours, {"n": win.moves}, line=win.line, after=True)
    else:
        yield Fact("allowed_win", win.line[::2], {"n": win.moves}, line=win.line, after=True)


def _enemy_win(position: Position, move: Move, prover: Prover) -> Win | None:
    return prover.win(position.game.after(position, move))


def _neighbours(position: Position, move: Move) -> int:
    """Stones within two steps of a point."""
    return (position.game.board.near(1 << move.square, 2) & (position.black | position.white)).bit_count()
