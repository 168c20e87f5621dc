"""orchard match, sprt and league as a user meets them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from orchard.core.errors import OptionError
from orchard.play.league import League, Plan
from orchard.play.store import Store
from orchard.shells.cli import main


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("ORCHARD_DB", str(tmp_path / "games.db"))


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(list(arguments))
    out, err = capsys.readouterr()
    return int(left.value.code or 0), out, err


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    code, out, err = run(capsys, *arguments, "--json")
    assert code == 0, err
    return json.loads(out)  # type: ignore[no-any-return]


def test_match_counts_add_up_and_the_better_player_is_ahead(capsys: pytest.CaptureFixture[str]) -> None:
    result = run_json(
        capsys, "match", "strategist:depth=2", "random", "--game", "reversi", "--games", "20", "--seed", "1"
    )
    assert result["games"] == result["wins"] + result["draws"] + result["losses"] == 20  # type: ignore[operator]
    assert result["score"] > 0.7  # type: ignore[operator]
    assert 0 < result["low"] < result["elo"] < result["high"]  # type: ignore[operator]
    assert sum(result["pentanomial"]) == 10  # type: ignore[call-overload]


def test_match_says_it_all_in_plain_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run(capsys, "match", "random", "random", "--game", "gomoku:7", "--games", "10")
    assert code == 0
    for part in ("wins", "draws", "losses", "score", "time a move", "faults", "none", "random #2", "Elo of", "5 pairs"):
        assert part in out
    with Store(str(tmp_path / "games.db")) as store:
        assert len(store.find_games(player="random")) == 10


def test_the_same_seed_gives_the_same_match(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("match", "random", "greedy", "--games", "20", "--nodes", "10", "--seed")
    one, two, other = (run_json(capsys, *arguments, seed) for seed in ("1", "1", "2"))
    assert one["pairings"] == two["pairings"]
    assert one["pairings"] != other["pairings"]


def test_openings_from_a_file_begin_the_games(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text("f5d6c3\nf5f6\n")
    run_json(capsys, "match", "random", "greedy", "--games", "4", "--openings", str(tmp_path / "book.txt"))
    with Store(str(tmp_path / "games.db")) as store:
        assert sorted(game.opening for game in store.find_games()) == ["f5d6c3", "f5d6c3", "f5f6", "f5f6"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("match", "random", "greedy", "--games", "7"), "colours swapped"),
        (("match", "random", "nobody"), "no player 'nobody'"),
        (("match", "random", "greedy", "--game", "chess"), "no game 'chess'"),
        (("match", "random", "greedy", "--nodes", "5", "--playouts", "5"), "not both"),
        (("match", "random", "greedy", "--seconds", "0"), "more than 0 seconds"),
        (("match", "random", "greedy", "--openings", "random:1"), "take more plies"),
        (("match", "random"), "missing argument"),
        (("sprt", "random", "greedy", "--elo0", "5", "--elo1", "5"), "must be below"),
        (("sprt", "random", "greedy", "--alpha", "2"), "error rates"),
        (("league",), "at least two players"),
        (("league", "none.toml"), "cannot read the league 'none.toml'"),
        (("league", "random", "greedy", "--resume"), "give no players"),
        (("league", "--resume"), "no league to resume"),
        (("league", "--resume", "7"), "no league 7"),
        (("league", "--resume", "--games", "40"), "leave out --games"),
        (("league", "--resume", "mine", "--seconds", "1"), "leave out --seconds"),
        (("match", "random", "greedy", "--increment", "1"), "seconds of a whole game"),
        (("league", "random", "greedy", "--anchor", "apple"), "none of the players"),
        (("match", "random", "greedy", "--db", "mysql://x/y"), "SQLite or PostgreSQL"),
    ],
)
def test_what_a_user_got_wrong_is_one_line_and_exit_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert message.lower() in err.lower()
    assert err.count("\n") == 1


def test_sprt_stops_as_soon_as_the_evidence_is_enough(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("sprt", "strategist:depth=2", "random", "--elo0", "0", "--elo1", "100", "--games", "400")
    stronger = run_json(capsys, *arguments)
    assert stronger["decision"] == "H1"
    assert 2 * stronger["pairs"] <= stronger["games"] < 100  # type: ignore[operator]
    code, out, _ = run(capsys, "sprt", "random", "strategist:depth=2", "--elo1", "100", "--games", "400")
    assert code == 0
    assert "no: random is not stronger" in out


def test_names_with_brackets_are_printed_as_they_are(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bot = tmp_path / "[b]ot.py"
    bot.write_text("def choose(position, limits):\n    return position.legal()[0]\n")
    code, out, err = run(capsys, "league", f"file:{bot}", "random", "--games", "2", "--name", "night [v2] [/]")
    assert code == 0, err
    assert " [b]ot.py " in out
    assert "night [v2] [/]" in out


def test_an_sprt_that_has_decided_is_over(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Nothing of it is left to resume, and one that was stopped is no league."""
    run_json(capsys, "league", "random", "greedy", "--games", "4", "--name", "small")
    decided = run_json(capsys, "sprt", "strategist:depth=2", "random", "--elo1", "100", "--games", "400")
    assert decided["decision"] == "H1"
    with Store(str(tmp_path / "games.db")) as store:
        assert store.league(decided["league"]).finished is not None  # type: ignore[arg-type]
        League.create(store, Plan.make("reversi", ["random", "greedy"], 4), purpose="sprt")
    assert run_json(capsys, "league", "--resume")["name"] == "small"


def test_sprt_gives_the_same_answer_on_two_processes(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("sprt", "greedy", "random", "--elo0", "-100", "--elo1", "0", "--games", "400", "--nodes", "9")
    one, two = run_json(capsys, *arguments), run_json(capsys, *arguments, "--jobs", "2")
    for key in ("decision", "pairs", "llr", "pentanomial"):
        assert one[key] == two[key]


def test_sprt_that_runs_out_of_games_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "sprt", "random", "random", "--games", "4")
    assert code == 0
    assert "undecided after 4 games" in out


def test_league_gives_the_table_and_the_number_of_games(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page, plot = tmp_path / "page.html", tmp_path / "plot.svg"
    result = run_json(
        capsys, "league", "random", "greedy", "strategist:depth=2", "--game", "reversi", "--games", "4",
        "--seed", "1", "--report", str(page), "--plot", str(plot), "--anchor", "random",
    )  # fmt: skip
    assert result["games"] == 12
    table = {row["player"]: row for row in result["table"]}  # type: ignore[attr-defined]
    assert set(table) == {"random", "greedy", "strategist:depth=2"}
    assert table["random"]["elo"] == 0
    assert result["table"][0]["player"] == "strategist:depth=2"  # type: ignore[index]
    assert "strategist:depth=2" in page.read_text()
    assert plot.read_text().startswith("<svg")


def test_league_from_a_file_with_the_command_line_over_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        'name = "mine"\ngame = "reversi"\nplayers = ["random", "greedy", "random:"]\ngames = 2\nkind = "gauntlet"\n'
    )
    assert run_json(capsys, "league", str(tmp_path / "mine.toml"))["games"] == 4
    again = run_json(capsys, "league", str(tmp_path / "mine.toml"), "--games", "4", "--name", "other")
    assert again["games"] == 8
    code, _, err = run(capsys, "league", str(tmp_path / "mine.toml"))
    assert code == 2
    assert "there is a league 'mine' already" in err


def test_a_finished_league_resumed_shows_its_table_and_plays_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    done = run_json(capsys, "league", "random", "greedy", "--games", "4", "--name", "small")
    code, out, err = run(capsys, "league", "--resume", "small", "--anchor", "apple")
    assert (code, out) == (2, "")
    assert "none of the players" in err
    again = run_json(capsys, "league", "--resume", "small")
    assert (again["table"], again["games"]) == (done["table"], 4)


def test_ctrl_c_keeps_and_shows_what_is_finished(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "orchard", "match", "random", "random", "--games", "4000", "--json"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ})
    with Store() as store:
        while not (store.leagues() and store.league_numbers(store.leagues()[0].id)):
            assert running.poll() is None
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        try:
            out, _ = running.communicate(timeout=30)
        finally:
            running.kill()
        result = json.loads(out)
        assert running.returncode == 130
        assert result["stopped"] is True
        assert 0 < result["games"] < 4000
        assert result["games"] == len(store.league_numbers(result["league"]))


def test_a_bot_that_crashes_loses_its_games_and_the_match_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def choose(position, limits):\n    raise RuntimeError('no idea')\n")
    result = run_json(
        capsys, "league", f"file:{bot}", "random", "--games", "4", "--report", str(tmp_path / "page.html")
    )
    table = {row["player"]: row for row in result["table"]}  # type: ignore[attr-defined]
    assert table["random"]["score"] == 1
    assert table[f"file:{bot}"]["faults"] == {"crash": 4}
    assert table["random"]["faults"] == {}
    assert "no idea" in (tmp_path / "page.html").read_text()


def test_a_league_prints_ranks_points_and_where_the_report_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    report = tmp_path / "league.html"
    words = ("league", "random", "strategist:depth=2", "--games", "4", "--seed", "2", "--report", str(report))
    code, out, _ = run(capsys, *words)
    assert code == 0
    ranks = [line.split() for line in out.splitlines() if line.startswith(("1 ", "2 "))]
    assert [words[:2] for words in ranks] == 2 * [["1", "strategist:depth=2"], ["2", "random"]]
    assert ranks[0][-1] == "none"  # faults
    assert ranks[2][-2:] == ["·", "4/4"]
    assert ranks[3][-2:] == ["0/4", "·"]
    assert f"report: {report}" in out
    assert report.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_report_that_cannot_be_written_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from orchard.shells.commands.league import write

    page = tmp_path / "league.html"
    page.write_text("the old report", encoding="utf-8")

    def full(path: Path, text: str, **_: object) -> None:
        with path.open("w") as begun:
            begun.write(text[:3])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OptionError, match="No space left"):
        write(page, "the new report")
    assert page.read_bytes() == b"the old report"
    assert [path.name for path in tmp_path.iterdir()] == ["league.html"]
