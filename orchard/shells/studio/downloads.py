"""A game as a file to keep: picture, transcript, board text, SGF or GGF."""

from fastapi.responses import Response

from orchard.core.drawing import as_svg
from orchard.core.game import Game, Position
from orchard.play import formats
from orchard.play.record import GameRecord, MoveRecord
from orchard.shells.studio.schemas import DownloadAsk

MEDIA_TYPES = {"svg": "image/svg+xml", "sgf": "application/x-go-sgf"}


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
    suffix = {"transcript": "txt", "board": "txt"}.get(ask.format, ask.format)
    name = position.game.base_name.replace("_", "-")
    return Response(
        content.encode("utf-8", "replace"),
        media_type=MEDIA_TYPES.get(ask.format, "text/plain"),
        headers={"content-disposition": f'attachment; filename="orchard-{name}.{suffix}"'},
    )


def _game_file(position: Position, ask: DownloadAsk) -> str:
    outcome = position.outcome
    record = GameRecord(
        id="studio",
        game=position.game.name,
        black=ask.black,
        white=ask.white,
        start=ask.start,
        moves=tuple(MoveRecord(str(move)) for move in position.moves_made),
        winner=outcome.winner if outcome else None,
        score=outcome.score if outcome else 0,
    )
    content = formats.write([record], ask.format)
    return content if isinstance(content, str) else content.decode("utf-8", "replace")
