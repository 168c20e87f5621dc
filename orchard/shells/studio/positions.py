"""Positions as the page draws them: what stands where, what may be played, and what each move would turn.

The server keeps no games: a client says the moves, and gets the position. Positions on the way are remembered for
a while, so that the next move of a game costs one step and not a replay.
"""

from collections import OrderedDict
from typing import Any

import orchard
from orchard.core.board import PASS
from orchard.core.errors import TranscriptError
from orchard.core.game import Position
from orchard.games import book_offer, offer
from orchard.play.opening_names import opening_name
from orchard.shells.studio import levels
from orchard.shells.studio.downloads import files_for
from orchard.shells.studio.players import player_names, players_of
from orchard.shells.studio.schemas import Place
from orchard.study.analysis import engines_of

Key = tuple[str, str, tuple[str, ...]]


class Positions:
    """Finds the position of a Place, stepping on from the longest part of it seen before."""

    def __init__(self, remembered: int = 4096) -> None:
        self._known: OrderedDict[Key, Position] = OrderedDict()
        self._remembered = remembered

    def find(self, place: Place) -> Position:
        game = orchard.game(place.game)
        moves = [move for _, move in game.read_moves(place.moves)]
        if len(moves) > game.max_plies:
            message = f"{len(moves)} moves are more than any game of {game.title} has ({game.max_plies})"
            raise TranscriptError(message, kind="too_long", n=len(moves), most=game.max_plies)
        names = tuple(str(move) for move in moves)
        for length in range(len(names), -1, -1):
            position = self._known.get((game.name, place.start, names[:length]))
            if position is not None:
                break
        else:
            length = 0
            position = started(game, place.start)
        for number in range(length, len(names)):
            try:
                position = game.replay(names[number], position)
            except TranscriptError as error:
                cause = error.__cause__ or error
                message = f"move {number + 1} ({names[number]}): {cause}"
                raise TranscriptError(message, kind="at_move", n=number + 1, move=names[number]) from cause
        key = (game.name, place.start, names)
        self._known[key] = position
        self._known.move_to_end(key)
        while len(self._known) > self._remembered:
            self._known.popitem(last=False)
        return position


def stones_of(position: Position) -> str:
    return position.text.split(" ")[0]


def frame_of(position: Position) -> dict[str, Any]:
    """What is needed to draw a position that is not to be played on."""
    outcome = position.outcome
    return {
        "move": position.last_move,
        "stones": stones_of(position),
        "to_move": position.to_move,
        "flipped": list(position.flipped),
        "black": position.count("black"),
        "white": position.count("white"),
        "over": outcome is not None,
        "winner": outcome.winner if outcome else None,
        "score": outcome.score if outcome else None,
        "winning_line": list(position.winning_line) if outcome else [],
        "opening_name": opening_name(position),
    }


def view_of(position: Position) -> dict[str, Any]:
    """A frame, and what may be played: each legal move with the discs it would turn."""
    legal = position.legal()
    must_pass = legal == [PASS]
    turns = {} if must_pass else {move: list(position.game.after(position, move).flipped) for move in legal}
    return {
        **frame_of(position),
        "game": position.game.name,
        "ply": position.ply,
        "moves": list(position.moves_made),
        "legal": turns,
        "must_pass": must_pass,
        "text": position.text,
    }


def line_of(position: Position, start: str) -> dict[str, Any]:
    """All frames from the start of a game to a position, and the view of the last."""
    return {"frames": [frame_of(step) for step in path_of(position, start)], "view": view_of(position)}


def path_of(position: Position, start: str) -> list[Position]:
    """Every position of a game, from its start to this one."""
    path = [started(position.game, start)]
    for move in position.moves_made:
        path.append(path[-1].play(move))
    return path


def started(game: orchard.Game, start: str) -> Position:
    return game.parse(start) if start.strip() else game.start()


def games_list() -> list[dict[str, Any]]:
    return [game_facts(name) for name in orchard.games()]


def game_facts(name: str) -> dict[str, Any]:
    """What a page must know of a game to draw it and to offer its choices; also of its other boards."""
    game = orchard.game(name)
    style = game.style
    return {
        "name": game.name,
        "base": game.base_name,
        "title": game.title,
        "aim": game.aim,
        "odd_aim": style.odd_aim,
        "width": game.board.width,
        "height": game.board.height,
        "row_one_at_top": game.board.row_one_at_top,
        "columns": game.board.columns,
        "stones_on": style.stones_on,
        "colors": {"ground": style.ground, "line": style.line, "frame": style.frame, "ink": style.ink},
        "marks_legal": style.marks_legal,
        "passes": game.passes_allowed,
        "margin": game.has_margin,
        "options": list(game.options),
        "opening_rules": list(game.opening_rules),
        "threats": offer(game.base_name, "threat_map") is not None,
        "book": (found := book_offer(game)) is not None and found.path.is_file(),
        "puzzles": game.name == game.base_name and offer(game.base_name, "puzzles") is not None,
        "start": stones_of(game.start()),
        "sample": stones_of(_sample(game)),
        "pictures": _pictures(game),
        "levels": levels.rows(game),
        "players": players_of(game),
        "engines": engines_of(game, player_names()),
        "files": files_for(game),
    }


def _pictures(game: orchard.Game) -> list[dict[str, Any]]:
    """Positions on the game's usual board that show how it is played."""
    offered = offer(game.base_name, "how_to_play")
    usual = orchard.game(game.base_name)
    steps = [usual.replay(moves) for moves in offered.PICTURES] if offered is not None else []
    return [{"stones": stones_of(step), "move": step.last_move} for step in steps]


def _sample(game: orchard.Game) -> Position:
    """A position for a small picture of the game: a middle game, an opening, one of its rules, or the start."""
    sample = offer(game.base_name, "sample")
    openings = offer(game.base_name, "openings")
    rules = offer(game.base_name, "how_to_play") if game.name == game.base_name else None
    shipped = openings.OPENINGS.shipped(game) if openings is not None else ()
    opening = next((line for file in shipped for line in file), "")
    explained = rules.PICTURES[-1] if rules is not None else ""
    return game.replay((sample.transcript(game) if sample is not None else "") or opening or explained)
