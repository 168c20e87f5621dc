"""The command line: answers, JSON, exit codes, and quick help."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from pathlib import Path

import click
import pytest

import orchard
from orchard.shells.cli import main, orchard_command
from tests.shells.command import run

NINE_MOVES = "--------/--------/--OX----/---XO---/--XXOO--/-XXO-O--/--O--O--/-------- O"


def test_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("games", "--json", capsys=capsys)
    assert code == 0
    assert [game["name"] for game in json.loads(out)] == list(orchard.games())
    assert "fewest discs" in " ".join(run("games", capsys=capsys)[1].split())


def test_legal_accepts_a_board_that_begins_with_dashes(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("legal", "reversi", NINE_MOVES, capsys=capsys)
    assert (code, out) == (0, "c2 d2 e3 b4 c4 a5 b5 a6 b7\n")
    code, out, _ = run("legal", "reversi", NINE_MOVES, "--json", capsys=capsys)
    assert json.loads(out)["legal"] == ["c2", "d2", "e3", "b4", "c4", "a5", "b5", "a6", "b7"]


def test_show_draws_the_board_and_says_how_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("show", "reversi", "--moves", "f5d6c3", capsys=capsys)
    assert code == 0
    assert " 3 - - X · - · - -  3" in out
    assert "O white to move" in out
    assert "legal: d3 f3 f4 g5" in out
    shown = json.loads(run("show", "gomoku:9", "--moves", "e5", "--json", capsys=capsys)[1])
    assert (shown["to_move"], shown["last_move"], len(shown["legal"])) == ("white", "e5", 80)


def test_show_writes_a_picture(capsys: pytest.CaptureFixture[str], tmp_path: object) -> None:
    target = f"{tmp_path}/board.svg"
    assert run("show", "reversi", "--svg", target, capsys=capsys) == (0, "", "")
    assert '"to_move": "black"' in run("show", "reversi", "--svg", target, "--json", capsys=capsys)[1]
    with open(target) as file:
        assert file.read().startswith("<svg")
    code, _, err = run("show", "reversi", "--svg", f"{tmp_path}/no/such/folder.svg", capsys=capsys)
    assert code == 2
    assert "cannot write" in err


def test_perft_prints_the_count_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(run("perft", "reversi", "8", "--json", capsys=capsys)[1])
    assert set(answer) == {"game", "depth", "leaves", "seconds"}
    assert (answer["game"], answer["depth"], answer["leaves"]) == ("reversi", 8, 390216)
    from_there = json.loads(run("perft", "reversi", "1", "--position", NINE_MOVES, "--json", capsys=capsys)[1])
    assert from_there["leaves"] == 9


def test_bench_asserts_and_prints_rates(capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads(run("bench", "perft", "--repeat", "1", "--json", capsys=capsys)[1])
    assert (rows[0]["game"], rows[0]["count"]) == ("reversi", 212_258_800)
    assert all(row["rate"] > 1e6 for row in rows)
    assert {row["proved"] for row in rows} == {"the published number"}


def test_bench_says_beside_a_rate_what_was_proved(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from orchard.shells.benches import planes

    monkeypatch.setattr(planes, "CHECKED", 3)
    lines = run("bench", "planes", "--repeat", "1", capsys=capsys)[1].splitlines()
    assert lines[0].endswith("proved before")
    assert len(lines) == 1 + 2 * len(orchard.games())
    assert all(line.endswith("  3 boards, by their text") for line in lines[1:])


def test_bench_refuses_to_time_a_wrong_answer(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orchard.game("reversi"), "perft_counts", {3: 57})  # there are 56
    with pytest.raises(AssertionError, match="56, not 57"):
        main(["bench", "perft"])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["show", "chess"], "no game 'chess'"),
        (["show", "reversi", "XO"], "64 squares"),
        (["show", "reversi", "--moves", "a1"], "move 1"),
        (["show", "reversi", "X" * 64 + " X", "--moves", "a1"], "not both"),
        (["show"], "Missing argument"),
        (["perft", "reversi", "many"], "DEPTH"),
        (["perft", "reversi", "-1"], "-1"),
        (["bench", "nothing"], "no benchmark 'nothing'; there are"),
        (["nonsense"], "nonsense"),
        (["show", "reversi", "--colour"], "--colour"),
        (["check", "bot.py", "--game", "gomoku", "--swap2"], "--swap2"),
        (["games", "--json", "list"], "games list --json"),
        (["shwo", "reversi"], "did you mean 'show'?"),
        (["show", "reversi", ""], "board text has 0 characters"),
        (["legal", "reversi", "-" * 64 + " Z"], "has 'Z' at character"),
        (["move", "reversi", "--player", "greedy", "--threads", "5000"], "at most 1024"),
        (["match", "random", "greedy", "--games", "1" + "0" * 20], "at most 1,000,000"),
        (["match", "bots/mine.py", "random"], "for a bot write file:bots/mine.py"),
        (["train", "selfplay", "gomoku", "/dev/null/games", "--games", "1"], "/dev/null/games: Not a directory"),
        (["train", "selfplay", "reversi", "runs", "--seconds", "-1"], "'--seconds': -1.0 is not in the range x>0"),
        (["show", "reversi", "f5d6"], "f5d6 is no board text; for moves, write --moves f5d6"),
        (["show", "reversi", "f5a1"], "board text has 'f' at character 1"),  # a1 turns nothing
    ],
)
def test_what_the_user_got_wrong_is_one_line_and_exit_code_2(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(*arguments, capsys=capsys)
    assert code == 2
    assert out == ""
    assert says in err
    assert err.count("\n") == 1


def test_our_own_defects_exit_with_1() -> None:
    code = "import orchard.shells.commands.show as s; s.draw = None; from orchard.shells.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code, "show", "reversi"], capture_output=True, text=True)
    assert done.returncode == 1
    assert "Traceback" in done.stderr


def all_commands(group: click.Group, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], click.Command]]:
    context = click.Context(group)
    found: list[tuple[tuple[str, ...], click.Command]] = []
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        found.append(((*path, name), command))
        if isinstance(command, click.Group):
            found += all_commands(command, (*path, name))
    return found


@pytest.mark.parametrize(("path", "command"), all_commands(orchard_command), ids=lambda value: str(value))
def test_every_command_has_help_with_an_example_and_json(path: tuple[str, ...], command: click.Command) -> None:
    assert command.help is not None
    assert "Example" in command.help
    assert not command.get_short_help_str(80 - 6 - len("assignment")).endswith("...")  # whole in a list of commands
    if not isinstance(command, click.Group) or command.invoke_without_command:
        options = {option for parameter in command.params for option in parameter.opts}
        assert "--json" in options or getattr(command, "interactive", False)


def test_help_and_version_answer_within_the_blink_of_an_eye() -> None:
    """By processor time, which a busy machine does not stretch."""
    for option in ("--help", "--version"):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "orchard", option], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 0.4


def test_without_a_command_the_help_is_shown_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys=capsys)
    assert (code, out) == (2, "")
    assert "Commands:\n" in err


@pytest.mark.parametrize("command", ["explain reversi", "show reversi", "games"])
def test_a_reader_that_has_seen_enough_is_no_failure(command: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "orchard", *command.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.close()
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, b"")


def test_a_bot_that_fails_is_named_with_the_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def choose(position, limits):\n    return 1 / 0\n")
    code, _, err = run("move", "reversi", "--player", f"file:{bot}", capsys=capsys)
    assert code == 2
    assert 'bot.py", line 2, in choose' in err
    assert f"orchard: file:{bot} raised ZeroDivisionError: division by zero" in err
    code, out, _ = run("match", f"file:{bot}", "random", "--games", "2", "--db", str(tmp_path / "x.db"), capsys=capsys)
    assert code == 0
    assert "bot.py: crash: black raised ZeroDivisionError: division by zero; see orchard games show " in out
