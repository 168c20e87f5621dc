"""Games and searches of kite for training. With a node limit, the same position gives the same search."""

import random
from typing import Any

import numpy as np

from orchard.core.board import squares_of
from orchard.core.course import Array, Columns, Pair
from orchard.core.game import BLACK, WHITE, Position
from orchard.games.gomoku.evaluate.shapes import tables
from orchard.games.gomoku.evaluate.worth import weights
from orchard.games.gomoku.rules import GAME
from orchard.games.gomoku.search.engine import Found, KiteEngine
from orchard.games.gomoku.search.inside import cells_inside
from orchard.games.gomoku.search.memory import SearchStyle
from orchard.games.gomoku.search.quick_results import SURE
from orchard.games.gomoku.training.settings import COLUMNS, GAMES_PER_SHARD, GomokuGate, GomokuLabel, GomokuPlay

Rows = dict[str, list[Any]]
LEAST = 50  # nodes, without which no position can be called even
EVEN = 600  # an opening that a short search values below this, in thousandths of a logit, is played
TRIES = 200  # at finding such an opening
DEEPEST = 40  # plies


def engine_for(choice: str, table_mb: float = 1) -> KiteEngine:
    return new_engine(tables(*weights(choice)), table_mb)


def new_engine(tabled: Any, table_mb: float = 1) -> KiteEngine:
    return KiteEngine(tabled, SearchStyle(), table_mb)


def deepen(engine: KiteEngine, position: Position, nodes: int) -> Found | None:
    engine.begin(position, 1, nodes)
    return engine.deepest(DEEPEST)


def random_opening(dice: random.Random, low: int, high: int, reach: int = 3) -> Position:
    """Stones of both sides at random near the middle of the board."""
    area = list(squares_of(GAME.board.near(1 << GAME.board.centre.square, reach)))
    position = GAME.start()
    for square in dice.sample(area, dice.randint(low, high)):
        position = GAME.after(position, GAME.board.moves[square])
    return position


def cells_of(position: Position) -> Array:
    """[squares] uint8: 0 empty, 1 own, 2 the enemy's."""
    size = position.game.board.size
    own = np.array([position.own >> square & 1 for square in range(size)], np.uint8)
    enemy = np.array([position.enemy >> square & 1 for square in range(size)], np.uint8)
    return own + 2 * enemy


def position_of(cells: Array) -> Position:
    """The position of a row: black has begun and sides alternate."""
    own, enemy = (sum(1 << int(square) for square in np.flatnonzero(cells == side)) for side in (1, 2))
    black_moves = own.bit_count() == enemy.bit_count()
    black, white = (own, enemy) if black_moves else (enemy, own)
    return Position(GAME, black, white, BLACK if black_moves else WHITE)


# --------------------------------------------------------------------------------------- self-play


def play_shard(settings: GomokuPlay, number: int, tabled: Any, stop: Array) -> Columns:
    engine = new_engine(tabled)
    rows: Rows = {name: [] for name in COLUMNS}
    for game in range(number * GAMES_PER_SHARD, (number + 1) * GAMES_PER_SHARD):
        if stop[0]:
            break
        for name, values in play_game(engine, settings, game).items():
            rows[name] += values
    return {name: np.array(values, COLUMNS[name]) for name, values in rows.items()}


def play_game(engine: KiteEngine, settings: GomokuPlay, number: int) -> Rows:
    """One game as rows, each from the view of the side to move; it ends when a side has proved its win."""
    if settings.inside:
        return _rows_inside(engine, settings, number)
    dice = random.Random(f"{settings.seed} {number}")
    position = _even_opening(engine, settings, dice)
    rows: Rows = {name: [] for name in COLUMNS}
    movers, winner = [], 0
    while not position.is_over:
        found = deepen(engine, position, settings.nodes)
        sign = 1 if position.to_move == BLACK else -1
        if found is None:
            square = engine.policy()[0][0]
        else:
            square = found.line[0]
            rows["game"].append(number)
            rows["cells"].append(cells_of(position))
            rows["value"].append(found.value)
            rows["move"].append(square)
            movers.append(sign)
            if abs(found.value) > SURE:
                winner = sign if found.value > 0 else -sign
                rows["strayed"].append(False)
                break
            stray = dice.random() < settings.stray
            rows["strayed"].append(stray)
            if stray:
                square = dice.choice([move for move, _ in engine.policy()[:8]])
        position = GAME.after(position, GAME.board.moves[square])
    if position.is_over and position.outcome is not None:
        winner = position.outcome.score
    rows["result"] = [winner * sign for sign in movers]
    return rows


def _rows_inside(engine: KiteEngine, settings: GomokuPlay, number: int) -> Rows:
    """Positions inside the searches of one game, each valued by a search of its own."""
    dice = random.Random(f"{settings.seed} {number}")
    position = _even_opening(engine, settings, dice)
    rows: Rows = {name: [] for name in COLUMNS}
    while not position.is_over:
        found, inside = deepen_noting(engine, position, settings.nodes, settings.inside)
        if found is None:
            break
        square = found.line[0]
        if dice.random() < settings.stray:
            square = dice.choice([move for move, _ in engine.policy()[:8]])
        for cells in inside:
            looked = deepen(engine, position_of(cells), settings.inside_nodes)
            if looked is not None:
                values = (number, cells, looked.value, 0, looked.line[0], False)
                for name, value in zip(COLUMNS, values, strict=True):
                    rows[name].append(value)
        if abs(found.value) > SURE:
            break
        position = GAME.after(position, GAME.board.moves[square])
    return rows


def deepen_noting(engine: KiteEngine, position: Position, nodes: int, every: int) -> tuple[Found | None, Array]:
    """A search, and the cells of one of so many positions inside it."""
    engine.begin(position, 1, nodes)
    work = engine.kits[0].work
    work.inside, work.inside_every = 0, every
    found = engine.deepest(DEEPEST)
    work.inside_every = 0
    return found, cells_inside(work, position.game.board.width)


def _even_opening(engine: KiteEngine, settings: GomokuPlay, dice: random.Random) -> Position:
    """An opening that a short search calls even; with weights to which none is, any."""
    for _ in range(TRIES):
        position = random_opening(dice, settings.opening_low, settings.opening_high)
        found = deepen(engine, position, max(settings.nodes, LEAST))
        if found is not None and abs(found.value) < EVEN:
            break
    return position


# -------------------------------------------------------------------------------- labels and matches


def label_shard(settings: GomokuLabel, columns: Columns, tabled: Any, stop: Array) -> Columns:
    """The positions with the values and moves of a longer search."""
    engine = new_engine(tabled, 2)
    values, moves = columns["value"].copy(), columns["move"].copy()
    for at, cells in enumerate(columns["cells"]):
        if stop[0]:
            break
        found = deepen(engine, position_of(cells), settings.nodes)
        if found is not None:
            values[at], moves[at] = found.value, found.line[0]
    return columns | {"value": values, "move": moves}


def play_pair(settings: GomokuGate, opening: str, new: Any, old: Any) -> Pair:
    engines = new_engine(new, 2), new_engine(old, 2)
    return Pair(points(engines, GAME.replay(opening), (settings.nodes, settings.nodes)))


def points(engines: tuple[KiteEngine, KiteEngine], start: Position, nodes: tuple[int, int]) -> float:
    """The first engine's points in two games with colours swapped, with its own nodes a move for each."""
    winners = [match_game(engines, nodes, black, start) for black in (0, 1)]
    return sum(0.5 if winner is None else float(winner == 0) for winner in winners)


def match_game(
    engines: tuple[KiteEngine, KiteEngine], nodes: tuple[int, int], black: int, start: Position
) -> int | None:
    """Which engine wins (None: neither); a side that has proved its win has won."""
    position = start
    while not position.is_over:
        mover = black if position.to_move == BLACK else 1 - black
        found = deepen(engines[mover], position, nodes[mover])
        square = engines[mover].policy()[0][0] if found is None else found.line[0]
        if found is not None and found.value > SURE:
            return mover
        position = GAME.after(position, GAME.board.moves[square])
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return None
    return black if outcome.winner == BLACK else 1 - black
