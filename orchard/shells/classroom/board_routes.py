"""What the pages need to draw a game: facts of the games, and the positions of a line of moves."""

from typing import Annotated, Any

from fastapi import APIRouter, Query

import orchard
from orchard.classroom.exports import GAME_FORMATS
from orchard.classroom.people import Person
from orchard.play import formats
from orchard.shells.classroom.access import asks
from orchard.shells.studio.positions import Positions, game_facts, games_list, line_of
from orchard.shells.studio.schemas import Place


def board_routes() -> APIRouter:
    api = APIRouter(prefix="/api")
    positions = Positions(remembered=256)

    @api.get("/boards", tags=["games"], summary="The games of Orchard")
    def boards(person: Annotated[Person, asks("games.see")]) -> list[dict[str, Any]]:
        return games_list()

    @api.get("/boards/{name}", tags=["games"], summary="One game, also on boards of another width")
    def board(name: str, person: Annotated[Person, asks("games.see")]) -> dict[str, Any]:
        """As in the studio, and the formats in which all games can be kept."""
        game = orchard.game(name)
        return game_facts(name) | {"game_files": [kind for kind in GAME_FORMATS if formats.holds(kind, game)]}

    @api.get("/line", tags=["games"], summary="All positions of a line of moves")
    def line(
        person: Annotated[Person, asks("games.see")],
        game: Annotated[str, Query(max_length=60)],
        start: Annotated[str, Query(max_length=1000)] = "",
        moves: Annotated[str, Query(max_length=4000)] = "",
    ) -> dict[str, Any]:
        return line_of(positions.find(Place(game=game, start=start, moves=moves)), start)

    return api
