"""What a bot says is text, and nothing it says or leaves behind ends more than its own game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from orchard.core.visible import visible
from orchard.play.referee import GameSetup, play_game
from orchard.players import _process, player
from orchard.shells.cli import main
from tests.leftovers import linux_only

BOTS = Path(__file__).parent.parent / "bots"
pytestmark = linux_only


@pytest.mark.parametrize("arguments", [[], ["--json"]])
def test_escape_sequences_of_a_bot_do_not_reach_the_terminal(
    arguments: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    bot = f"file:{BOTS / 'says_escape_sequences.py'}"
    with pytest.raises(SystemExit):
        main(["referee", "reversi", "--black", bot, "--white", "random", "--seed", "1", *arguments])
    out, err = capfd.readouterr()
    assert "raised RuntimeError" in out
    for sign in "\x1b\x07\x9b\u202e\x00\r":
        assert sign not in out + err
    if arguments:
        for text in every_text(json.loads(out)):
            assert visible(text) == text


def test_escape_sequences_of_a_bot_reach_neither_the_match_table_nor_the_report(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bot, kept = f"file:{BOTS / 'says_escape_sequences.py'}", ["--db", str(tmp_path / "games.db")]
    told = []
    for words in (["match", bot, "random"], ["league", bot, "random", "--report", str(tmp_path / "report.html")]):
        with pytest.raises(SystemExit):
            main([*words, "--game", "tic_tac_toe", "--games", "2", *kept])
        told += capfd.readouterr()
    told.append((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert "raised RuntimeError" in told[-1]
    for sign in "\x1b\x07\x9b\u202e\x00\r":
        assert sign not in "".join(told)


def every_text(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    return [text for one in value for text in every_text(one)] if isinstance(value, list) else []


def test_a_long_exception_is_cut() -> None:
    record = play_game(GameSetup("x", "reversi", f"file:{BOTS / 'raises_a_long_story.py'}", "random"))
    assert record.fault is not None
    assert record.fault.verdict == "crash"
    assert "characters left out" in record.fault.traceback
    assert len(record.fault.reason) < 2_000
    assert len(record.fault.traceback) < 20_000
    assert len(json.dumps(record.as_json())) < 100_000


def test_an_answer_in_advance_loses_by_protocol() -> None:
    record = play_game(GameSetup("x", "reversi", f"file:{BOTS / 'answers_in_advance.py'}", "random"))
    assert record.fault is not None
    assert record.fault.verdict == "protocol"
    assert "broke the conversation" in record.fault.reason
    assert record.moves == ()


def test_a_file_with_control_characters_in_its_name_is_no_bot(tmp_path: Path) -> None:
    odd = tmp_path / "a\x1b[2J.py"
    odd.write_text((BOTS / "good_choose.py").read_text())
    with pytest.raises(ValueError, match="control characters in the name"):
        player(f"file:{odd}")


@pytest.mark.parametrize(
    "line",
    [b"nonsense", b"[]", b'{"bot": 0}', b'{"bot": -1}', b'{"bot": "x"}', b'{"exit": 0}', b'{"why": 1}', b"[" * 9000],
)
def test_forged_words_of_the_supervisor_are_left_out(line: bytes) -> None:
    assert _process.status_in(line + b"\n") == {}
    assert _process.status_in(b'{"bot": 77}\n' + line) == {"bot": 77}
