"""The hostile bots of tests/bots, what may become of each, and games of all of them. Also a script, for another user:
`python hostile.py FOLDER` plays those of a `Field` there, and prints a line for each bot."""

from __future__ import annotations

import re
import shutil
import socket
import sys
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

BOTS = Path(__file__).parent / "bots"
SECRET = "swordfish-7391"
GAME = "tic_tac_toe"
GOT = re.compile(r"^(GOT|read|listed|connected|wrote|is root|(call|socket): .*: done)", re.MULTILINE)
RULES = {"seconds_per_move": 3.0, "startup_s": 6.0, "memory_mb": 150}

# how a game of it ends behind walls: by one of these faults of its own ("" is none), or by time,
# which on a busy machine may be over first. Those that only wait or crash are in tests/play/test_referee_bots.py.
FAULTS = {
    "answers_from_a_child": {"", "protocol", "illegal", "crash"},
    "answers_in_advance": {"protocol"},
    "burns_with_children": {""},  # it takes the core from itself
    "children_eat_memory": {"memory"},
    "claims_endless_numbers": {"", "crash", "protocol"},
    "closes_the_conversation": {"crash", "protocol"},
    "eats_memory": {"memory"},
    "fork_bomb": {"memory"},
    "forges_the_next_answer": {"protocol"},
    "forges_the_status": {"protocol"},
    "kills_everyone": {"", "memory", "crash", "protocol"},
    "kills_its_parent": {""},  # it runs only when nothing else wants to
    "leaves_a_core": {"crash"},
    "raises_a_long_story": {"crash", "protocol"},
    "says_escape_sequences": {"crash"},
    "starts_threads": {"memory", "crash"},
    "stops_itself": {"time"},
    "wakes_itself": {"", "protocol"},
    "runs_away_by_forking": {"", "protocol", "memory"},
    "writes_a_very_long_note": {"protocol"},
}
HARMLESS = [
    *("asks_for_all_cores", "asks_the_kernel"),
    *("claims_a_great_depth", "connects_to_hidden_sockets", "connects_to_sockets", "floods_its_output"),
    *("forks", "hides_its_children"),
    *("leaves_by_proc_root", "leaves_its_session", "leaves_shared_memory", "links_out_of_its_home"),
    *("looks_into_other_processes", "nests_folders", "opens_devices", "opens_files_without_end"),
    *("plants_modules", "poisons_the_kernels", "raises_its_limits", "raises_its_priority"),
    *("reaches_out_of_its_descriptors", "reads_what_is_not_its_own", "runs_setuid_programs", "sends_datagrams"),
    *("types_into_the_terminal", "will_not_end", "works_in_a_grandchild", "writes_over_others", "writes_where_it_can"),
]
NAMES = sorted([*FAULTS, *HARMLESS])
HONEST = """
LINES = ["a1b1c1", "a2b2c2", "a3b3c3", "a1a2a3", "b1b2b3", "c1c2c3", "a1b2c3", "c1b2a3"]


def choose(position, limits):
    ours, theirs = set(position.moves_made[position.ply % 2 :: 2]), set(position.moves_made[1 - position.ply % 2 :: 2])
    free = position.legal()
    for side in (ours, theirs):
        for line in LINES:
            squares = {line[at : at + 2] for at in (0, 2, 4)}
            missing = squares - {str(move) for move in side}
            if len(missing) == 1 and missing <= {str(move) for move in free}:
                return missing.pop()
    return next((move for move in ("b2", "a1", "c3", "c1", "a3") if move in free), free[0])
"""


class Field:
    """Bots in folders of their own, secrets beside them that everybody may read and change, and sockets."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.secrets = folder, folder / "others"
        self.secrets.mkdir()
        self.targets = [self.secrets / name for name in ("id_rsa", "bot.py", "data")]
        for target in self.targets:
            target.write_text(SECRET)
            target.chmod(0o666)
        self.servers = [socket.socket(socket.AF_UNIX) for _ in range(2)]
        self.servers[0].bind(str(self.secrets / "socket"))
        self.servers[1].bind("\0" + str(self.secrets))
        for server in self.servers:
            server.listen()
        (self.secrets / "socket").chmod(0o777)
        self.secrets.chmod(0o777)
        for name in NAMES:
            own = folder / name
            own.mkdir()
            shutil.copy(BOTS / f"{name}.py", own)
            is_socket = name == "connects_to_sockets"
            (own / "targets").write_text("\n".join(map(str, [self.secrets / "socket"] if is_socket else self.targets)))
            (own / "names").write_text(str(self.secrets))
            (own / "port").write_text("9")
        for name in ("honest", "upright"):
            (folder / name).mkdir()
            (folder / name / f"{name}.py").write_text(HONEST)

    def close(self) -> None:
        for server in self.servers:
            server.close()

    def unchanged(self) -> bool:
        found = sorted(path.name for path in self.secrets.iterdir())
        return found == ["bot.py", "data", "id_rsa", "socket"] and all(t.read_text() == SECRET for t in self.targets)


def spec(folder: Path, name: str) -> str:
    return f"file:{folder / name / f'{name}.py'}"


def problem(name: str, fault: str, text: str) -> str:
    """What a game of this bot shows that the walls should have prevented; '' if nothing. `fault` is its own."""
    if fault not in FAULTS.get(name, {""}) and not (fault == "time" and name in FAULTS):
        return f"{name} ended by {fault or 'no fault'}"
    if SECRET in text:
        return f"{name} knows a secret"
    found = GOT.search(text)
    return "" if found is None else f"{name} {text[found.start() :].splitlines()[0]}"


def pairs() -> list[tuple[str, str]]:
    """All of them in few games: black attacks first, and white may end the game."""
    whites = [*FAULTS, *HARMLESS[: (len(HARMLESS) - len(FAULTS)) // 2]]
    return list(zip_longest(HARMLESS[len(whites) - len(FAULTS) :], whites, fillvalue="forks"))


def play_pairs(place: Path) -> Iterator[str]:
    """The problems of these games."""
    from orchard.play.referee import play_game
    from orchard.play.setup import GameSetup, Rules

    for names in pairs():
        black, white = (spec(place, name) for name in names)
        record = play_game(GameSetup(" ".join(names), GAME, black, white, rules=Rules(**RULES)))  # type: ignore[arg-type]
        for name, seat in zip(names, ("black", "white"), strict=True):
            fault = record.fault.verdict if record.fault is not None and record.fault.player == seat else ""
            yield problem(name, fault, record.output.get(seat, "") + str(record.fault))


if __name__ == "__main__":
    from orchard.players import _sandbox

    assert _sandbox._found()[0], _sandbox._found()
    for line in play_pairs(Path(sys.argv[1])):
        print(line or "held", flush=True)
