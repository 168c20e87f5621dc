"""The best moves of a position, each with its value and the line that is expected after it: `orchard.best_moves`."""

from __future__ import annotations

from dataclasses import dataclass

from orchard.core.board import PASS, Move
from orchard.core.boards import to_boards
from orchard.core.choice import Limits
from orchard.core.errors import IllegalMoveError, OptionError
from orchard.core.game import Position
from orchard.core.player import Player
from orchard.core.worth import Analysis, MoveValue, Unit, or_least, other_side, worth_at_end
from orchard.players import player as make_player
from orchard.study.analysis import analyse, analyst_of, searching_lines

# Of the work, the first goes into ranking the moves, the rest into the line after each of the best. A deep search may
# know too few moves when its work ends: a shallower one knows more.
PARTS = (0.5, 0.1, 0.02, 0.004)


@dataclass(frozen=True, slots=True)
class BestMove:
    """A move, what it is worth to the side to move, and the moves expected from it on, itself the first."""

    move: Move
    value: float
    line: tuple[Move, ...]
    unit: Unit  # "discs" ahead at the end, or "chance" of winning, 0 to 1
    exact: bool = False  # by a search to the end of the game


def best_moves(
    position: Position,
    count: int = 3,
    *,
    seconds: float = 1.0,
    nodes: int | None = None,
    player: Player | str | None = None,
    seed: int = 0,
) -> list[BestMove]:
    """The best `count` moves, best first, in about `seconds`; with `nodes` the same work and answer every time.

    By the game's own analyst, or by another player that gives values.
    """
    if not isinstance(position, Position):
        raise OptionError(f"best_moves takes one position, not {type(position).__name__}")
    if position.is_over:
        raise IllegalMoveError("the game is over: there is nothing to choose", kind="over")
    if count < 1:
        raise OptionError(f"count={count} is out of range: 1 or more")
    wanted = min(count, len(position.legal()))
    thinker, spec, one_by_one = _thinker(position, player, wanted)
    try:
        ranked: dict[Move, MoveValue] = {}
        for part in PARTS:
            share = {"seconds": seconds * part} if nodes is None else {"nodes": max(1, int(nodes * part))}
            found = analyse(position, **share, player=thinker, spec=spec, seed=seed, every_move=one_by_one)
            assert found is not None  # nobody stops it
            unit = found.unit
            fresh = [entry for entry in _told(found) if entry.move not in ranked][: wanted - len(ranked)]
            ranked |= {entry.move: entry for entry in fresh}
            if len(ranked) == wanted:
                break
        else:
            others = _at_first_sight(position, thinker, [move for move in position.legal() if move not in ranked])
            ranked |= {move: MoveValue(move, None) for move in others[: wanted - len(ranked)]}
        each = Limits(
            seconds=None if nodes is not None else max(0.001, seconds * (1 - PARTS[0]) / len(ranked)),
            nodes=None if nodes is None else max(1, int(nodes * (1 - PARTS[0]) / len(ranked))),
            seed=seed,
            book=False,
        )
        seen = [_followed(position, entry, thinker, each, unit) for entry in ranked.values()]
        return sorted(seen, key=lambda entry: -entry.value)
    finally:
        if thinker is not player:
            thinker.close()


def _told(found: Analysis) -> list[MoveValue]:
    """The moves with a value of their own, best first."""
    told = [entry for entry in found.moves if entry.value is not None and entry.bound != "upper"]
    return sorted(told, key=lambda entry: (-or_least(entry.value), entry.move != found.best))


def _at_first_sight(position: Position, thinker: Player, moves: list[Move]) -> list[Move]:
    """The moves by what the player's evaluation says of the positions after them, where it has one."""
    after = [position.play(move) for move in moves]
    try:
        values = thinker.evaluate(to_boards(after), position.game)
    except OptionError:
        return moves
    worth = [value if one.to_move == position.to_move else -value for one, value in zip(after, values, strict=True)]
    return [move for _, move in sorted(zip(worth, moves, strict=True), key=lambda pair: -pair[0])]


def _thinker(position: Position, player: Player | str | None, wanted: int) -> tuple[Player, str, bool]:
    """Who searches, its spec, and whether it must be asked about each move."""
    if isinstance(player, Player):
        player.check_game(position.game)
        return player, player.spec, wanted > 1
    spec, one_by_one = searching_lines(player or analyst_of(position.game, wanted > 1), wanted)
    thinker = make_player(spec, position.game)
    thinker.check_game(position.game)
    return thinker, spec, one_by_one


def _followed(position: Position, known: MoveValue, thinker: Player, limits: Limits, unit: Unit) -> BestMove:
    """A move with the line after it, and the value of that line unless the move's own is certain."""
    after, line, turned = position.play(known.move), [known.move], True
    while (value := worth_at_end(after, unit)) is None:
        if after.legal() == [PASS]:
            line, after, turned = [*line, PASS], after.play(PASS), not turned
            continue
        choice = thinker.choose(after, limits)
        line += choice.line or (choice.move,)
        if choice.value is not None:
            bound = next((stat.bound for stat in choice.moves if stat.move == choice.move), None)
            worth = other_side(choice.value, unit) if turned else choice.value
            exact = bound == "exact" and choice.depth >= after.empties
            if known.exact and not exact and known.value is not None:
                worth, exact = known.value, True
            return BestMove(known.move, worth, tuple(line), unit, exact)
        after, turned = after.play(choice.move), not turned  # the only move, played without a value
    return BestMove(known.move, other_side(value, unit) if turned else value, tuple(line), unit, True)
