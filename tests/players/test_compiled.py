"""What a bot's Numba compiles is kept from one game of a match to the next: for this bot only, and only so much."""

from __future__ import annotations

import base64
import re
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import orchard
from orchard.core.choice import Limits
from orchard.players import _compiled, _process, _sandbox, player
from orchard.players._process import Allowance, Program, ProgramTimeoutError
from tests.leftovers import linux_only

BOTS = Path(__file__).parent.parent / "bots"
pytestmark = linux_only


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_compiled, "_kept", {})
    monkeypatch.setattr(_compiled, "MOST_BYTES", 1 << 20)
    monkeypatch.setattr(_compiled, "MOST_BYTES_IN_ALL", 4 << 20)


def put(name: str, folder: Path, wanted: str = "") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "wanted").write_text(wanted)
    return Path(shutil.copy(BOTS / f"{name}.py", folder))


def told(file: Path) -> list[str]:
    """What the bot prints in a game of one move."""
    bot: Any = player(f"file:{file}")
    bot.choose(orchard.game("reversi").start(), Limits(seconds=60))
    bot.rest("black")
    bot.close()
    return str(bot.output("black")).splitlines()


def test_a_bot_compiles_once_in_a_match(tmp_path: Path) -> None:
    bot = put("compiles", tmp_path / "bot")
    assert told(bot) == ["compiled 1 loaded 0", "laid out []", "writes not there"]
    compiled, laid_out, writes = told(bot)
    assert compiled == "compiled 0 loaded 1"
    assert re.findall(r"\.nb.", laid_out) == [".nbc", ".nbi"]
    assert writes == ("writes not there" if _sandbox.stands() else "writes there")


def test_compiled_files_are_those_of_one_bot_and_one_source(tmp_path: Path) -> None:
    mine, yours = (put("keeps_files", tmp_path / name, "9 f.nbi\n9 d/f.nbc\n9 f.so\n") for name in ("mine", "yours"))
    assert told(mine) == ["[]"]
    assert told(mine) == ["['d/f.nbc', 'f.nbi']"]
    assert told(yours) == ["[]"]  # the same source, another student
    mine.write_text(f"# handed in again\n{mine.read_text()}")
    assert told(mine) == ["[]"]


def test_a_bot_that_keeps_too_much_keeps_nothing(tmp_path: Path) -> None:
    bot = put("keeps_files", tmp_path / "bot", f"{_compiled.MOST_BYTES + 1} large.nbc\n")
    assert told(bot) == ["[]"]
    assert _compiled._kept == {}


def piece(name: object, data: bytes = b"x") -> dict[str, object]:
    return {"file": name, "data": base64.b64encode(data).decode()}


def endless(name: str, data: bytes) -> Iterator[dict[str, object]]:
    while True:
        yield piece(name, data)


OUTSIDE = ("../a.nbc", "/a.nbc", "a/b/c.nbc", "a/../b.nbc", "a.nbi/b.nbc", ".a.nbc")
NO_FILES = ("a.py", "", "a\0.nbc", "\ud800.nbc", 1, None, "a" * 300 + ".nbc")


@pytest.mark.parametrize("name", [*OUTSIDE, *NO_FILES])
def test_what_is_no_compiled_file_is_not_taken(name: object) -> None:
    assert _compiled.received([piece("f-1.py311.nbi"), piece(name), {"all": True}]) is None


def test_pieces_become_files_and_there_is_an_end_to_them(tmp_path: Path) -> None:
    files = _compiled.received([piece("d/f.nbc", b"ab"), piece("d/f.nbc", b"c"), piece("g.nbi"), {"all": True}])
    assert files == {"d/f.nbc": b"abc", "g.nbi": b"x"}
    assert _compiled.received([piece("a.nbc")]) is None, "it stopped in the middle"
    assert _compiled.received(endless("a.nbc", b"")) is None
    assert _compiled.received(endless("a.nbc", bytes(1 << 16))) is None
    large = {"a.nbc": bytes(_compiled.MOST_BYTES)}
    for number in range(6):
        _compiled.keep((str(number), ""), large)
    assert [key[0] for key in _compiled._kept] == ["2", "3", "4", "5"]


def test_a_program_from_which_something_arrives_without_end_is_late_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_process, "LAST_WORDS_S", 0.01)
    program = Program([sys.executable, "-I", "-S", "-c", ""], Allowance(), channel="stdio")
    try:
        began = time.perf_counter()

        def always(deadline: float) -> bool:
            assert time.perf_counter() < began + 5, "it is waited for without end"
            return True

        monkeypatch.setattr(program, "_pump", always)
        with pytest.raises(ProgramTimeoutError):
            program.read_line(began + 0.01)
    finally:
        monkeypatch.undo()
        program.close()
