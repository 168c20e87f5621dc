"""Names of openings: what books call a position is found in every mirror image and by every order of moves."""

from __future__ import annotations

from itertools import product

import pytest

import orchard
from orchard.games import offer
from orchard.play.opening_names import opening_of, positions_named
from orchard.play.position_search import hash_of
from orchard.play.record import GameRecord, MoveRecord

# As published with black's first move on f5; our own list begins with c4.
REVERSI = {
    "f5d6": "Perpendicular",
    "f5f6": "Diagonal",
    "f5f4": "Parallel",
    "f5d6c3d3c4": "Tiger",
    "f5d6c3d3c4f4f6": "Stephenson",
    "f5d6c3d3c4f4e6": "Leader's Tiger",
    "f5d6c3d3c4f4e3": "Brightwell",
    "f5d6c3d3c4f4f6b4": "Kung",
    "f5d6c3d3c4f4f6g5": "No-Kung",
    "f5d6c3d3c4f4c5b3c2": "Rose-Bill",
    "f5d6c3d3c4f4c5b3c2e6": "Tamenori",
    "f5d6c4g5": "Ganglion / No-Cat",
    "f5d6c5f4d3": "Horse",
    "f5d6c5f4e3c6d3f6e6d7": "Rose",
    "f5d6c5f4e3c6d3f3": "Ralle",
    "f5d6c5f4e3c6e6": "Inoue",
    "f5d6c5f4e3c6f3": "Shaman / Danish",
    "f5d6c5f4e3c6d7": "Bhagat",
    "f5f6e6f4c3": "Buffalo / Kenichi",
    "f5f6e6f4c3c4": "Hokuriku Buffalo",
    "f5f6e6f4e3": "Cow",
    "f5f6e6f4e3d6": "Chimney",
    "f5f6e6f4g5": "Heath / Tobidashi",
    "f5f6e6f4g4": "Raccoon Dog",
    "f5f6e6f4g6": "Snake / Peasant",
    "f5f6e6f4g6c6": "Lysons",
    "f5f6e6f4g3": "Rocket",
    "f5f6e6f4e3c5c4e7": "Tanida",
}
GOMOKU = {
    "h8h9i9": "Kagetsu (花月)",
    "h8h9j6": "Yusei (遊星)",
    "h8i9i7": "Hogetsu (浦月)",
    "h8i9h7": "Gingetsu (銀月)",
    "h8i9f6": "Suisei (彗星)",
}


def names(game: str) -> dict[str, str]:
    offered = offer(game.partition(":")[0], "opening_names")
    return dict(offered.opening_names(orchard.game(game))) if offered is not None else {}


@pytest.mark.parametrize(("game", "published"), [("reversi", REVERSI), ("gomoku", GOMOKU), ("gomoku:renju", GOMOKU)])
def test_a_published_opening_has_its_name(game: str, published: dict[str, str]) -> None:
    rules = orchard.game(game)
    assert {moves: orchard.opening_name(rules.replay(moves)) for moves in published} == published


@pytest.mark.parametrize("game", orchard.games())
def test_every_named_opening_can_be_played_and_no_two_share_a_position(game: str) -> None:
    found = {hash_of(orchard.game(game).replay(moves)): name for moves, name in names(game).items()}
    assert len(found) == len(names(game))
    assert len(set(found.values())) == len(found)


def test_the_openings_of_renju_are_all_there() -> None:
    """By their definition: black in the centre, white beside it, black within two of the centre: 26 up to symmetry."""
    game = orchard.game("gomoku")
    thirds = [f"{column}{row}" for column, row in product("fghij", range(6, 11))]
    for white in ("h9", "i9"):
        free = [square for square in thirds if square not in ("h8", white)]
        assert len({orchard.opening_name(game.replay(f"h8{white}{square}")) for square in free} - {None}) == 13
    assert orchard.opening_name(game.replay("h8h9k8")) is None


def test_an_opening_is_known_in_every_mirror_image_and_order_of_moves() -> None:
    game = orchard.game("reversi")
    for view in game.replay("f5d6c3d3c4").symmetries():
        assert orchard.opening_name(view) == "Tiger"
    assert orchard.opening_name(game.replay("c4c3d3c5d6")) == orchard.opening_name(game.replay("d3c3c4e3f4")) == "Cow"
    assert orchard.opening_name(game.start()) is None
    assert orchard.opening_name(orchard.game("reversed_reversi").replay("f5d6c3d3c4")) is None  # another game
    assert orchard.opening_name(orchard.game("gomoku:9").replay("e5e6f6")) is None  # another board


def test_a_game_has_the_name_of_the_longest_opening_on_its_way() -> None:
    def name(opening: str, *moves: str) -> str | None:
        return opening_of(GameRecord("x", "reversi", "a", "b", opening=opening, moves=tuple(map(MoveRecord, moves))))

    assert name("f5d6c3d3c4") == "Tiger"
    assert name("f5d6c3d3", "c4", "f4", "f6", "g6") == "Stephenson"
    assert name("f5d6", "a1", "c3") == "Perpendicular"  # as far as it can be replayed
    assert name("", "f5") is name("zz") is None


def test_openings_are_found_by_a_part_of_their_name() -> None:
    game = orchard.game("reversi")
    assert positions_named(game, "leader") == {hash_of(game.replay("f5d6c3d3c4f4e6"))}
    assert hash_of(game.replay("f5d6c3d3c4")) in positions_named(game, "TIGER")
    assert positions_named(game, "nobody's") == positions_named(game, " ") == set()
