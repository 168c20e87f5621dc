"""A game as a file to keep: picture, transcript, board text, SGF or GGF."""

import re
from datetime import UTC, datetime
from urllib.parse import quote

from fastapi.responses import Response

from orchard.core.drawing import as_svg
from orchard.core.game import Game, Position
from orchard.play import formats
from orchard.play.formats import sgf
from orchard.play.record import GameRecord, MoveRecord
from orchard.shells.studio.schemas import DownloadAsk

MEDIA_TYPES = {"svg": "image/svg+xml", "sgf": "application/x-go-sgf"}
SUFFIXES = {"transcript": "txt", "board": "txt"}
LONGEST_NAME = 40  # characters of a player's name in a file's


def files_for(game: Game) -> list[str]:
    """The formats of other programs in which a game of this kind can be kept."""
    return [kind for kind in ("ggf", "sgf") if formats.holds(kind, game)]


def response(position: Position, ask: DownloadAsk) -> Response:
    if ask.format == "svg":
        content = as_svg(position)
    elif ask.format == "transcript":
        content = position.transcript + "\n"
    elif ask.format == "board":
        content = position.text + "\n"
    else:
        content = _game_file(position, ask)
    name = file_name(position.game, ask)
    plain = name.encode("ascii", "ignore").decode()
    return Response(
        content.encode("utf-8", "replace"),
        media_type=MEDIA_TYPES.get(ask.format, "text/plain"),
        headers={"content-disposition": f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name)}"},
    )


def file_name(game: Game, ask: DownloadAsk) -> str:
    """'reversi_Ann_Bob_2026-11-16.sgf'"""
    names = [re.sub(r"[^\w=.-]+", "-", name[:LONGEST_NAME]).strip("-.") for name in (ask.black, ask.white)]
    parts = [game.base_name.replace("_", "-"), *filter(None, names), ask.date or _today()]
    return "_".join(parts) + f".{SUFFIXES.get(ask.format, ask.format)}"


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


def _game_file(position: Position, ask: DownloadAsk) -> str:
    outcome = position.outcome
    winner = outcome.winner if outcome else ask.winner
    worst = position.game.max_score
    record = GameRecord(
        id="",  # what reads the file makes one from the moves, so that two downloads are two games
        game=position.game.name,
        black=ask.black,
        white=ask.white,
        start=ask.start,
        moves=tuple(MoveRecord(str(move)) for move in position.moves_made),
        winner=winner,
        score=outcome.score if outcome else 0 if winner is None else worst if winner == "black" else -worst,
        verdict="normal" if outcome or winner is None else ask.verdict,
        started=ask.date,
    )
    if ask.format == "sgf" and (ask.ways or ask.comments or ask.drawings):
        formats.check_fits(record, "sgf")
        return sgf.written(record, ask.ways, ask.comments, ask.drawings) + "\n"
    content = formats.write([record], ask.format)
    return content if isinstance(content, str) else content.decode("utf-8", "replace")
