"""Kernels come from the cache with the same answers, and never stale."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import orchard

PACKAGE = Path(orchard.__file__).parent
PROBE = """
import orchard
for name in ("connect_four", "tic_tac_toe"):
    game = orchard.game(name)
    start = game.start()
    print(name, game.perft(start, 3), start.play(start.legal()[0]).text)
"""
CALLEE = """
from orchard.core.jit import kernel

@kernel()
def step(number):
    return number + 1
"""
CALLER = """
from orchard.core.jit import kernel
from orchard.search.probe_callee import step

@kernel()
def twice(number):
    return step(step(number))
"""


def fresh_process(code: str, home: Path, package_parent: Path = PACKAGE.parent) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "ORCHARD_CACHE": str(home),
        "PYTHONPATH": str(package_parent),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    environment.pop("ORCHARD_QUIET", None)
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=home, capture_output=True, text=True, check=True, timeout=300
    )


def test_a_second_process_loads_kernels_from_the_cache_with_the_same_answers(tmp_path: Path) -> None:
    first, second = fresh_process(PROBE, tmp_path), fresh_process(PROBE, tmp_path)
    assert "connect_four 343" in first.stdout
    assert "tic_tac_toe 504" in first.stdout
    assert second.stdout == first.stdout
    assert "compiling kernels" in first.stderr
    assert "kernels in" in first.stderr
    assert second.stderr == ""


def package_with(folder: Path, **modules: str) -> Path:
    """A copy of the package with more modules in `orchard.search`; returns the folder to import it from."""
    shutil.copytree(PACKAGE, folder / "orchard", ignore=shutil.ignore_patterns("__pycache__", "web", "weights"))
    for name, source in modules.items():
        (folder / "orchard" / "search" / f"{name}.py").write_text(source)
    return folder


def test_an_edit_in_a_callee_of_another_file_is_picked_up(tmp_path: Path) -> None:
    copy = package_with(tmp_path / "copy", probe_callee=CALLEE, probe_caller=CALLER)
    code = "from orchard.search.probe_caller import twice; print(twice(40))"
    assert fresh_process(code, tmp_path, copy).stdout == "42\n"
    callee = copy / "orchard" / "search" / "probe_callee.py"
    callee.write_text(CALLEE.replace("number + 1", "number + 5"))
    # the caller lives in another file and was not touched: only the hash of what it imports tells
    assert fresh_process(code, tmp_path, copy).stdout == "50\n"


def test_imports_for_the_type_checker_alone_do_not_count(tmp_path: Path) -> None:
    from orchard.core.jit import imported_files

    sources = {
        "kernels.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from probe.words import Word\nelse:\n"
        "    from probe.bits import Word\ndef late():\n    import probe.late\n",
        "words.py": "",
        "bits.py": "",
        "late.py": "",
    }
    package = tmp_path / "probe"
    package.mkdir()
    for name, source in sources.items():
        (package / name).write_text(source)
    found = imported_files(package / "kernels.py", package)
    assert {file.name for file in found} == {"kernels.py", "bits.py", "late.py"}


def test_a_cache_folder_that_cannot_be_written_costs_time_but_not_the_answer(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("a file where a folder should be")
    code = "import orchard; g = orchard.game('reversi'); print(g.perft(g.start(), 4))"
    environment = {**os.environ, "ORCHARD_CACHE": str(blocked), "TMPDIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=300)
    assert done.stdout == "244\n"
    assert list(tmp_path.glob("orchard-kernels-*"))


def test_importing_orchard_and_asking_for_help_load_neither_numba_nor_numpy(tmp_path: Path) -> None:
    code = """
import sys, orchard
from orchard.shells.cli import main
try:
    main(["--help"])
except SystemExit:
    pass
orchard.game("reversi").start().text, orchard.players()
late = ("numba", "numpy", "rich", "fastapi", "sqlalchemy", "orchard.core.book")
print([name for name in late if name in sys.modules])
"""
    assert fresh_process(code, tmp_path).stdout.splitlines()[-1] == "[]"
