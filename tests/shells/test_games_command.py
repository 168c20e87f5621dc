"""orchard games list, show, export and import: the played games from the command line."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from orchard.play import formats, store
from orchard.play.record import Fault
from orchard.play.store import Store
from tests.play.records import played_out, random_record
from tests.shells.command import run

SHORTEST = "e6f4e3f6g5d6e7f5c5"  # black wins with all discs, 13 to 0


@pytest.fixture
def orchard_games(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """Runs `orchard games ...` on a database of its own."""
    monkeypatch.setenv("ORCHARD_DB", str(tmp_path / "games.db"))
    monkeypatch.setenv("COLUMNS", "160")

    return lambda *arguments: run("games", *arguments, capsys=capsys)


@pytest.fixture
def some_games(orchard_games):
    fault = Fault("white", "crash", "it raised ValueError", "a board", command="orchard referee x.json")
    with Store() as store:
        league = store.create_league("autumn", {})
        store.save_game(random_record("reversi", 1, id="aa1", black="apple", started="2026-11-01T10:00:00+00:00"))
        won = random_record(
            "gomoku", 2, 30, id="bb2", white="pine[x]", winner="black", score=1, verdict="crash", fault=fault,
            started="2026-11-02T10:00:00+00:00",
        )  # fmt: skip
        store.save_game(won, league, 0)
        setup = played_out("reversi", 3, 8).text
        store.save_game(random_record("reversi", 3, 4, id="cc3", start=setup, started="2026-11-03T10:00:00+00:00"))
    return orchard_games


def test_played_games_are_listed_newest_first(some_games):
    code, out, _ = some_games("list")
    assert code == 0
    rows = out.split("\n")
    assert [row.split()[0] for row in rows[1:4]] == ["cc3", "bb2", "aa1"]
    assert "unfinished" in rows[1]
    assert "pine[x]" in rows[2]
    assert "black (crash)" in rows[2]
    listed = json.loads(some_games("list", "--json")[1])
    assert [game["id"] for game in listed] == ["cc3", "bb2", "aa1"]
    assert listed[2]["transcript"] == random_record("reversi", 1).transcript


@pytest.mark.parametrize(
    ("asked", "ids"),
    [
        (["--player", "apple"], ["aa1"]),
        (["--game", "gomoku"], ["bb2"]),
        (["--result", "black", "--verdict", "crash"], ["bb2"]),
        (["--player", "pine*", "--result", "loss"], ["bb2"]),
        (["--since", "2026-11-02"], ["cc3", "bb2"]),
        (["--until", "2026-11-02"], ["bb2", "aa1"]),
        (["--league", "autumn"], ["bb2"]),
        (["--league", "1"], ["bb2"]),
        (["--limit", "1"], ["cc3"]),
        (["--limit", "1", "--offset", "2"], ["aa1"]),
    ],
)
def test_the_list_is_searched(some_games, asked: list[str], ids: list[str]):
    assert [game["id"] for game in json.loads(some_games("list", "--json", *asked)[1])] == ids


def test_a_short_list_says_how_many_there_are(some_games):
    assert "1 of 3 games" in some_games("list", "--limit", "1")[1]


@pytest.mark.parametrize("options", [["--json"], []])
def test_a_list_of_any_length_keeps_few_games_in_memory(
    some_games, monkeypatch: pytest.MonkeyPatch, options: list[str]
):
    most, read = 0, store.with_moves

    def few(connection, rows):
        nonlocal most
        most = max(most, len(rows))
        return read(connection, rows)

    monkeypatch.setattr(store, "KEYS_AT_ONCE", 1)
    monkeypatch.setattr(store, "with_moves", few)
    out = some_games("list", "--limit", "1000000", *options)[1]
    listed = [game["id"] for game in json.loads(out)] if options else [row.split()[0] for row in out.split("\n")[1:4]]
    assert (listed, most) == (["cc3", "bb2", "aa1"], 1)


def test_an_empty_database_is_no_error(orchard_games):
    code, out, _ = orchard_games("list")
    assert (code, "no such games in" in out) == (0, True)
    assert orchard_games("list", "--json")[1] == "[]\n"
    assert orchard_games("list", "--json", "--league", "none")[:2] == (2, "")


def test_a_game_is_shown_with_its_end_its_moves_and_its_verdict(some_games):
    code, out, _ = some_games("show", "bb", "--moves")
    assert code == 0
    assert "gomoku: random (black) against pine[x] (white)" in out
    assert "result black (crash), verdict crash" in out
    assert "fault of white: it raised ValueError" in out
    assert "again: orchard referee x.json" in out
    assert "30. white" in out
    shown = json.loads(some_games("show", "aa1", "--json")[1])
    record = random_record("reversi", 1)
    assert (shown["id"], shown["transcript"], shown["end"]) == ("aa1", record.transcript, record.last_position().text)


@pytest.mark.parametrize("name", ["games.ggf", "games.sgf", "games.wtb", "games.txt"])
def test_what_is_exported_can_be_imported_elsewhere_once(some_games, tmp_path: Path, name: str):
    file, elsewhere = str(tmp_path / name), str(tmp_path / "elsewhere.db")
    assert some_games("export", file, "--player", "apple")[:2] == (
        0,
        f"1 games written to {file} as {formats.by_file_name(file)}\n",
    )
    answers = [json.loads(some_games("import", file, "--db", elsewhere, "--json")[1])[0] for _ in range(2)]
    assert [(answer["games"], answer["new"]) for answer in answers] == [(1, 1), (1, 0)]
    with Store(elsewhere) as store:
        assert store.find_games()[0].transcript == random_record("reversi", 1).transcript


def test_an_export_of_nothing_leaves_the_file_as_it_was(some_games, tmp_path: Path):
    file = tmp_path / "kept.sgf"
    file.write_text("of another day")
    code, _, err = some_games("export", str(file), "--player", "nobody")
    assert code == 2
    assert "no such games" in err
    assert file.read_text() == "of another day"


def test_export_goes_to_the_terminal_and_by_id(some_games):
    code, out, _ = some_games("export", "-", "--format", "transcript", "--id", "aa1")
    assert (code, out) == (0, random_record("reversi", 1).transcript + "\n")


def test_export_says_what_does_not_fit_and_can_leave_it_out(some_games, tmp_path: Path):
    file = str(tmp_path / "all.wtb")
    code, _, err = some_games("export", file)
    assert code == 2
    assert "does not fit: WTHOR holds" in err
    assert not Path(file).exists()
    answer = json.loads(some_games("export", file, "--skip", "--json")[1])
    assert (answer["games"], answer["left_out"]) == (1, 2)


def test_import_finds_out_the_format(orchard_games, tmp_path: Path):
    file = tmp_path / "pasted.txt"
    moves = "".join(f"{'BW'[at % 2]}[{move}]" for at, move in enumerate(_pairs(SHORTEST)))
    file.write_text(f"(;GM[Othello]PB[Ann]PW[Bob]{moves};)")
    assert orchard_games("import", str(file))[:2] == (0, f"{file}: 1 game read, 1 new\n")
    (listed,) = json.loads(orchard_games("list", "--player", "Ann", "--result", "win", "--json")[1])
    assert (listed["winner"], listed["score"]) == ("black", 64)


def _pairs(moves: str) -> list[str]:
    return [moves[at : at + 2] for at in range(0, len(moves), 2)]


def test_a_broken_file_is_refused_whole_with_its_name(orchard_games, tmp_path: Path):
    file = tmp_path / "broken.txt"
    file.write_text(f"{SHORTEST}\nf5a1\n")
    code, _, err = orchard_games("import", str(file))
    assert code == 2
    assert err.startswith(f"orchard: {file}: line 2, move 2 (a1): white cannot play a1")
    assert "--skip leaves out games like this one" in err
    assert err.count("\n") == 1
    assert orchard_games("list", "--json")[1] == "[]\n"


def test_a_broken_file_is_taken_back_also_where_it_was_saved_in_parts(orchard_games, tmp_path: Path, monkeypatch):
    monkeypatch.setattr(store, "GAMES_AT_ONCE", 1)
    file = tmp_path / "broken.txt"
    file.write_text(f"{SHORTEST}\nf5d6\nf5a1\n")
    code, _, err = orchard_games("import", str(file))
    assert (code, "nothing of this file was imported; --skip leaves out" in err) == (2, True)
    assert orchard_games("list", "--json")[1] == "[]\n"


def test_import_leaves_out_what_cannot_be_read_and_says_why(orchard_games, tmp_path: Path):
    file = tmp_path / "mixed.txt"
    file.write_text(f"{SHORTEST}\nf5a1\nf5d6\n")
    code, out, _ = orchard_games("import", str(file), "--skip")
    assert code == 0
    first, second = out.splitlines()
    assert first == f"{file}: 2 games read, 2 new, 1 left out"
    assert second.startswith("  left out: line 2, move 2 (a1): white cannot play a1")
    (answer,) = json.loads(orchard_games("import", str(file), "--skip", "--json")[1])
    assert (answer["games"], answer["new"], len(answer["left_out"])) == (2, 0, 1)


def test_ctrl_c_keeps_what_was_imported(orchard_games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "long.txt"
    file.write_text("f5\n")

    def interrupted(*_: object):
        yield from (random_record("reversi", seed, 4, id=f"{seed}") for seed in range(5))
        raise KeyboardInterrupt

    monkeypatch.setattr(store, "GAMES_AT_ONCE", 2)
    monkeypatch.setattr(formats, "iterate", interrupted)
    code, out, _ = orchard_games("import", str(file))
    assert (code, out) == (130, f"{file}: stopped; 4 games read, 4 new\n")
    assert len(json.loads(orchard_games("list", "--json")[1])) == 4


def test_games_saved_while_ctrl_c_was_pressed_are_counted(orchard_games, tmp_path: Path, monkeypatch):
    file = tmp_path / "long.txt"
    file.write_text("f5d6\nf5f6\nf5f4\nf5d6c3\nf5d6c4\n")
    saved, insert_moves = [], store.insert_moves

    def pressed(connection, games):
        insert_moves(connection, games)
        saved.extend(games)
        if len(saved) == 4:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(store, "GAMES_AT_ONCE", 2)
    monkeypatch.setattr(store, "insert_moves", pressed)
    code, out, _ = orchard_games("import", str(file))
    assert (code, out) == (130, f"{file}: stopped; 4 games read, 4 new\n")
    assert len(json.loads(orchard_games("list", "--json")[1])) == 4


def test_games_of_two_years_are_no_wthor_file(orchard_games, tmp_path: Path):
    with Store() as kept:
        kept.save_games(random_record("reversi", year, 8, id=f"{year}", started=f"{year}") for year in (1998, 2001))
        newest = [record.id for record in kept.each_game()]
        assert [newest, newest[::-1]] == [["2001", "1998"], [record.id for record in kept.each_game(oldest_first=True)]]
    file = tmp_path / "both.wtb"
    code, _, err = orchard_games("export", str(file))
    assert (code, "a WTHOR file holds games of one year, not of 1998 and 2001" in err) == (2, True)
    assert list(tmp_path.glob("*both*")) == []
    assert orchard_games("export", str(file), "--since", "2001", "--until", "2001")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "nothing"], "no game 'nothing'"),
        (["list", "--game", "chess"], "no game 'chess'"),
        (["list", "--league", "none"], "no league 'none'"),
        (["list", "--result", "win"], "whose win"),
        (["list", "--since", "now"], "cannot read since 'now'"),
        (["export", "games.doc"], "cannot tell the format"),
        (["export", "no/such/folder.sgf"], "cannot write"),
        (["import", "no-such-file.sgf"], "cannot read no-such-file.sgf: No such file"),
        (["import"], "Missing argument"),
        (["list", "--db", "mysql://x/y"], "SQLite or PostgreSQL"),
    ],
)
def test_mistakes_are_one_line_and_exit_code_2(orchard_games, arguments: list[str], message: str):
    code, _, err = orchard_games(*arguments)
    assert code == 2
    assert message in err
    assert err.count("\n") == 1


def test_games_are_listed_with_the_name_of_their_opening_and_found_by_it(orchard_games, tmp_path: Path):
    file = tmp_path / "games.txt"
    file.write_text("f5d6c3d3c4f4f6\nf5f6e6f4e3\n", encoding="utf-8")
    orchard_games("import", str(file))
    everything = json.loads(orchard_games("list", "--json")[1])
    assert {row["opening_name"] for row in everything} == {"Stephenson", "Cow"}
    assert "Stephenson" in orchard_games("list")[1]
    (tiger,) = json.loads(orchard_games("list", "--opening", "tiger", "--json")[1])  # on its way
    assert tiger["transcript"] == "f5d6c3d3c4f4f6"
    assert "opening name Stephenson" in orchard_games("show", tiger["id"])[1]
    assert "no such games" in orchard_games("list", "--opening", "Rose")[1]
    assert "f5f6e6f4e3" in orchard_games("export", "-", "--format", "transcript", "--opening", "d3c3c4")[1]
