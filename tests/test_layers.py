"""Imports go one way: core <- games <- evaluate <- search <- players <- play <- training <- shells."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import orchard

PACKAGE = Path(orchard.__file__).parent
LAYERS = ("core", "games", "evaluate", "search", "players", "play", "training", "shells")
COMPILED = ("games", "evaluate", "search")


def imports(path: Path) -> list[str]:
    """Every module name that a file imports, anywhere in it."""
    names = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: relative import"
            names += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "import_module":
            names += [
                part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)
            ]
    return names


def step_back(importer: str, imported: str) -> bool:
    """Whether a file of layer `importer` may not import module `imported`."""
    parts = imported.split(".")
    if parts[0] != "orchard" or len(parts) < 2 or parts[1] not in LAYERS:
        return False
    return LAYERS.index(parts[1]) > LAYERS.index(importer)


def is_public_face(imported: str) -> bool:
    parts = imported.split(".")
    return parts == ["orchard"] or (len(parts) == 2 and parts[0] == "orchard" and parts[1] not in LAYERS)


FILES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_import_goes_back_up(path: Path) -> None:
    layer = path.relative_to(PACKAGE).parts[0]
    assert layer in LAYERS, f"{path} is in no layer"
    assert [name for name in imports(path) if step_back(layer, name)] == []
    if layer != "shells":  # the package's public face is for users and shells
        assert [name for name in imports(path) if is_public_face(name)] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_only_compiled_layers_load_numba_and_only_through_the_one_door(path: Path) -> None:
    layer = path.relative_to(PACKAGE).parts[0]
    names = imports(path)
    if layer not in COMPILED and path.name != "jit.py":
        assert [name for name in names if name.split(".")[0] in ("numba", "llvmlite")] == []
    if layer != "core":
        source = path.read_text(encoding="utf-8")
        assert "njit" not in source, f"{path}: compile through core/jit.py"


WITH_A_WATCH = {"search/compare.py"}  # what it took


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_search_looks_at_the_clock(path: Path) -> None:
    """A player does, and hands a search what it must know of the time."""
    place = path.relative_to(PACKAGE)
    if place.parts[0] in COMPILED and place.as_posix() not in WITH_A_WATCH:
        assert [name for name in imports(path) if name.split(".")[0] in ("time", "datetime")] == []


def test_the_check_itself_sees_a_step_back() -> None:
    assert step_back("core", "orchard.games.game")
    assert step_back("players", "orchard.play.referee")
    assert not step_back("shells", "orchard.core.game")
    assert not step_back("games", "numpy.random")
