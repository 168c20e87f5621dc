"""A league as one HTML file that needs nothing else: ratings, cross table, and every game to step through.

The page knows no rules. Each step of a game is the list of squares that get the mover's colour, computed here.
"""

import html
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from importlib import resources
from typing import Any

from orchard.core.board import squares_of
from orchard.core.game import Position
from orchard.games import game as find_game
from orchard.play.league import Plan
from orchard.play.rating import Rating
from orchard.play.record import GameRecord
from orchard.play.tally import Tally
from orchard.players import is_program

BASE36 = "0123456789abcdefghijklmnopqrstuvwxyz"
LONGEST_NAME = 44  # in the plot
MANY = 12  # players whose cross table is still drawn in the size of the text


def report(name: str, tally: Tally, games: Sequence[GameRecord], anchor: str | None = None) -> str:
    """The whole page."""
    plan = tally.plan
    board, style = find_game(plan.game).board, find_game(plan.game).style
    data = json.dumps(
        {
            "width": board.width,
            "height": board.height,
            "columns": board.columns,
            "rowOneAtTop": board.row_one_at_top,
            "crossings": style.stones_on == "crossings",
            "ground": style.ground,
            "line": style.line,
            "players": plan.shown,
            "games": [game_data(plan, record) for record in games],
        },
        separators=(",", ":"),
    ).replace("<", "\\u003c")  # nothing in it can open or close an element or a comment
    page = resources.files("orchard.play").joinpath("report.html").read_text(encoding="utf-8")
    for mark, text in {
        "TITLE": html.escape(name),
        "SUMMARY": html.escape(summary(tally) + without_walls(games)),
        "PLOT": rating_plot(shown_ratings(tally, anchor)),
        "RANKS": rank_table(tally, anchor),
        "MANY": " many" if len(plan.players) > MANY else "",
        "CROSS": cross_table(tally),
        "DATA": data,
    }.items():
        page = page.replace(f"<!-- {mark} -->", text)
    return page


def summary(tally: Tally) -> str:
    plan = tally.plan
    limits = ", ".join(
        f"{key} {value:g}"
        for key, value in asdict(plan.rules).items()
        if key in ("seconds_per_move", "seconds_per_game", "nodes", "playouts", "depth") and value is not None
    )
    has_clock = plan.rules.seconds_per_move is not None or plan.rules.seconds_per_game is not None
    tolerance = f"tolerance {plan.rules.tolerance_s:g} s; " if has_clock else ""
    memory = f"memory of a program {plan.rules.memory_mb} MB; " if any(map(is_program, plan.players)) else ""
    kind = "round robin" if plan.kind == "round_robin" else f"gauntlet of {plan.shown[0]}"
    game = find_game(plan.game)
    other = "" if game.name == game.base_name else f" ({game.name})"
    return (
        f"{game.title}{other}, {kind}, {tally.played} of {plan.total} games, {plan.games} of each pairing, "
        f"each opening played twice with colours swapped; "
        f"{limits.replace('_', ' ') or 'no clock'}; {tolerance}{memory}seed {plan.seed}"
    )


def without_walls(games: Sequence[GameRecord]) -> str:
    open_games = sum(any("sandbox none" in words for words in record.versions.values()) for record in games)
    return f"; programs of others ran without walls in {open_games} games" if open_games else ""


def game_data(plan: Plan, record: GameRecord) -> list[Any]:
    """What the page needs of one game: who, how it ended, where it began, and the steps."""
    number = plan.number(record)
    black, white = plan.colors(number, record)
    position = start = record.start_position()
    moves = [*record.first_position().moves_made[len(start.moves_made) :], *(move.move for move in record.moves)]
    steps, names = [], []
    for move in moves:
        after = position.play(move)
        steps.append(_step(position, after))
        names.append(str(move))
        position = after
    result = "½–½" if record.winner is None else "1–0" if record.winner == "black" else "0–1"
    verdict = record.fault.reason if record.fault else "" if record.verdict == "normal" else record.verdict
    opening = len(moves) - len(record.moves)
    return [number, black, white, result, record.score, verdict, start.text, opening, " ".join(steps), " ".join(names)]


def _step(before: Position, after: Position) -> str:
    """X or O, then two characters for each square that now has this colour and had not."""
    mark, gained = (
        ("X", after.black & ~before.black) if before.to_move == "black" else ("O", after.white & ~before.white)
    )
    return mark + "".join(BASE36[square // 36] + BASE36[square % 36] for square in squares_of(gained))


# ------------------------------------------------------------------------------------------ tables and plot


def rank_table(tally: Tally, anchor: str | None = None) -> str:
    rows = []
    for rank, rating in enumerate(tally.ratings(anchor), 1):
        at = tally.plan.labels.index(rating.player)
        seconds = tally.seconds_per_move(at)
        faults = ", ".join(f"{count} {verdict}" for verdict, count in tally.faults(at).items())
        cells = (
            rank,
            tally.plan.shown[at],
            _elo(rating.elo),
            f"{_elo(rating.low)} to {_elo(rating.high)}",
            rating.games,
            f"{100 * rating.score:.1f} %",
            "" if seconds is None else f"{1000 * seconds:.2f} ms",
            faults,
        )
        row = "".join(f"<td>{html.escape(str(cell))}</td>" for cell in cells)
        rows.append(f'<tr title="{html.escape(rating.player)}">{row}</tr>')
    return "".join(rows)


def cross_table(tally: Tally) -> str:
    labels, shown = tally.plan.labels, tally.plan.shown
    order = [labels.index(rating.player) for rating in tally.ratings()]
    head = "".join(f"<th>{rank}</th>" for rank in range(1, len(order) + 1))
    rows = [f"<tr><th></th><th></th>{head}</tr>"]
    for rank, one in enumerate(order, 1):
        cells = []
        for two in order:
            score = None if one == two else tally.between(one, two)
            if score is None or score.share is None:
                cells.append('<td class="none"></td>')
            else:
                title = f"{shown[one]} against {shown[two]}: +{score.wins} ={score.draws} −{score.losses}"
                shade = f"--share:{score.share:.3f}"
                cells.append(
                    f'<td style="{shade}" title="{html.escape(title)}" data-one="{one}" data-two="{two}">'
                    f"{score.points:g}<small>/{score.games}</small></td>"
                )
        rows.append(f"<tr><th>{rank}</th><th>{html.escape(shown[one])}</th>{''.join(cells)}</tr>")
    return "".join(rows)


def shown_ratings(tally: Tally, anchor: str | None = None) -> list[Rating]:
    """The ratings under the names for people."""
    shown = dict(zip(tally.plan.labels, tally.plan.shown, strict=True))
    return [replace(rating, player=shown[rating.player]) for rating in tally.ratings(anchor)]


def rating_plot(ratings: Iterable[Rating]) -> str:
    """Ratings with their 95 % intervals as SVG, best at the top."""
    known = [rating for rating in ratings if math.isfinite(rating.high - rating.low)]
    if not known:
        return ""
    low, high = min(r.low for r in known), max(r.high for r in known)
    names = [_within(rating.player, LONGEST_NAME) for rating in known]
    left, right, row, top = max(120.0, 40 + 7.2 * max(map(len, names))), 700.0, 28.0, 12.0
    bottom = top + row * len(known)
    scale = (right - left) / max(high - low, 1)

    def x(elo: float) -> str:
        return f"{left + (elo - low) * scale:.1f}"

    step = next(s for s in (10, 20, 50, 100, 200, 500, 1000, 2000, 5000) if (high - low) / s < 9 or s == 5000)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {bottom + 44:g}" font-family="sans-serif"'
        ' font-size="13" role="img"><title>Ratings with 95 % intervals</title>',
        f'<rect width="760" height="{bottom + 44:g}" fill="#fff"/>',
    ]
    for elo in range(math.ceil(low / step) * step, math.floor(high) + 1, step):
        parts.append(f'<path d="M{x(elo)} {top:g}V{bottom:g}" stroke="{"#999" if elo == 0 else "#e3e3e3"}"/>')
        parts.append(f'<text x="{x(elo)}" y="{bottom + 18:g}" text-anchor="middle" fill="#555">{_elo(elo)}</text>')
    parts.append(f'<text x="{(left + right) / 2:g}" y="{bottom + 38:g}" text-anchor="middle" fill="#555">Elo</text>')
    for at, rating in enumerate(known):
        y = top + row * (at + 0.5)
        name = html.escape(names[at])
        parts.append(f'<text x="{left - 12:g}" y="{y + 4:g}" text-anchor="end" fill="#222">{name}</text>')
        low_x, high_x = x(rating.low), x(rating.high)
        parts.append(
            f'<path d="M{low_x} {y:g}H{high_x}M{low_x} {y - 5:g}v10M{high_x} {y - 5:g}v10"'
            ' stroke="#2e7d4f" stroke-width="2" fill="none"/>'
        )
        parts.append(f'<circle cx="{x(rating.elo)}" cy="{y:g}" r="5" fill="#2e7d4f"/>')
    return "".join(parts) + "</svg>"


def _within(name: str, most: int) -> str:
    """A long name without its middle: what tells players apart stands at either end."""
    return name if len(name) <= most else f"{name[: most // 2]}…{name[most // 2 + 1 - most :]}"


def _elo(value: float) -> str:
    if not math.isfinite(value):
        return "unknown"
    return f"{value:+.0f}".replace("-", "−") if round(value) else "0"
