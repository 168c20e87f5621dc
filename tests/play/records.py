"""Game records for tests: random legal games, and strange but honest values for the rest."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

import orchard
from orchard.core.game import Position
from orchard.play.record import VERDICTS, Fault, GameRecord, MoveRecord


def played_out(game: str, seed: int, plies: int | None = None, start: str = "") -> Position:
    """A random legal game to its end, or to that many plies."""
    dice = random.Random(seed)
    rules = orchard.game(game)
    position = rules.parse(start) if start else rules.start()
    while not position.is_over and (plies is None or len(position.moves_made) < plies):
        position = position.play(dice.choice(position.legal()))
    return position


def random_record(game: str, seed: int, plies: int | None = None, **fields: Any) -> GameRecord:
    """A random game with its true result; `fields` replace what is not said."""
    start = fields.get("start", "")
    position = played_out(game, seed, plies, start)
    outcome = position.outcome
    values: dict[str, Any] = {
        "id": f"{game}-{seed}",
        "game": game,
        "black": "random",
        "white": "random",
        "moves": tuple(MoveRecord(str(move)) for move in position.moves_made),
        "winner": outcome.winner if outcome else None,
        "score": outcome.score if outcome else 0,
    }
    return GameRecord(**(values | fields))


storable = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=30)
anything = st.text(max_size=30)  # what a bot may print, NUL and lone surrogates included
finite = st.floats(allow_nan=False, allow_infinity=False)
int64 = st.integers(0, 2**63 - 1)
move_records = st.builds(
    MoveRecord,
    move=st.sampled_from(("f5", "pass", "o15")),
    seconds=finite,
    value=st.none() | st.floats(allow_nan=False),
    nodes=int64,
    depth=st.integers(0, 1000),
    refused=st.lists(anything, max_size=3).map(tuple),
)
faults = st.builds(
    Fault,
    player=st.sampled_from(("black", "white")),
    verdict=st.sampled_from(VERDICTS),
    reason=anything,
    position=anything,
    clock_seconds=st.none() | finite,
    used_seconds=st.none() | finite,
    stderr=anything,
    traceback=anything,
    command=anything,
)
any_record = st.builds(
    GameRecord,
    id=storable.filter(bool),
    game=st.sampled_from(("reversi", "gomoku")),
    black=storable,
    white=storable,
    start=storable,
    opening=storable,
    moves=st.lists(move_records, max_size=5).map(tuple),
    winner=st.sampled_from(("black", "white", None)),
    score=st.integers(-64, 64),
    verdict=st.sampled_from(VERDICTS),
    fault=st.none() | faults,
    seed=st.integers(0, 2**64 - 1),
    started=st.just("2026-11-15T05:00:00+00:00"),
    seconds=finite,
    versions=st.dictionaries(anything, anything, max_size=3),
    output=st.dictionaries(st.sampled_from(("black", "white")), anything, max_size=2),
)
