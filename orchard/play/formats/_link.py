"""Links to a game in the studio: '...#analyse/reversi/f5d6(f4)c3?s=start&pb=name&pw=name'. Branches are in brackets."""

import re
from urllib.parse import parse_qs, unquote

from orchard.core.errors import OrchardError
from orchard.core.game import Game
from orchard.games import game as find_game
from orchard.play.formats._common import UNKNOWN_PLAYER, Claim, Entry, FormatError, make_record
from orchard.play.record import GameRecord

LINK = re.compile(r"(?:[a-z]{1,10}://[^\s#]{0,200})?#([a-z]{1,20})/([a-z_]{1,40}(?::[0-9a-z]{1,12}){0,2})/(\S{0,8000})")
LONGEST_TEXT = 9_000
MOVE = re.compile(r"[a-t][0-9]{1,2}|--")
EMPTIES = re.compile(r"\.([0-9]{1,3})\.")
ENDING = re.compile(r"([bw]):(resign|time):[0-9]{1,5}")


def find_link(text: str) -> re.Match[str] | None:
    """The link that a text consists of; None where it is something else."""
    return LINK.fullmatch(text.strip()) if len(text) <= LONGEST_TEXT else None


def read_link(link: re.Match[str]) -> GameRecord:
    """The game of a link: the first way through its moves."""
    _, name, rest = link.groups()
    path, _, query = rest.partition("?")
    said = {key: values[0] for key, values in parse_qs(query, max_num_fields=50).items()}
    board = EMPTIES.sub(lambda run: "-" * int(run[1]), said.get("s", "")).replace("_", " ")
    try:
        game = find_game(unquote(name))
        start = game.parse(board) if board.strip() else game.start()
    except OrchardError as error:
        raise FormatError(f"the link: {error}") from error
    moves = main_line(unquote(path))
    entries = (Entry(f"the link, move {at} ({move})", move) for at, move in enumerate(moves, 1))
    black, white = (said.get(f"p{color}") or said.get(color) or UNKNOWN_PLAYER for color in "bw")
    return make_record(start, entries, black=black, white=white, claim=_claim(game, said.get("e", "")))


def branches_of(link: re.Match[str]) -> str:
    """The moves of a link with its branches; empty where it has none."""
    moves = unquote(link[3].partition("?")[0])
    return moves if "(" in moves else ""


def main_line(moves: str) -> list[str]:
    """'f5d6(f4e3)c3' without what stands in brackets."""
    found, depth = [], 0
    for token in re.finditer(r"[()]|[a-t][0-9]{1,2}|--|\S", moves):
        text = token.group()
        if text in "()":
            depth += 1 if text == "(" else -1
        elif not MOVE.fullmatch(text):
            raise FormatError(f"the link: cannot read {text!r} at character {token.start() + 1} of its moves")
        elif not depth:
            found.append(text)
    return found


def _claim(game: Game, ending: str) -> Claim | None:
    said = ENDING.fullmatch(ending)
    if said is None:
        return None
    return Claim(game.max_score if said[1] == "b" else -game.max_score, said[2], sure=True)  # type: ignore[arg-type]
