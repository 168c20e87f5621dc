"""Imports go one way: core <- search <- games <- players <- play <- study <- training, classroom <- shells.

Inside a game's folder the order is the same: rules <- evaluate <- search <- players <- what is offered <- training.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import orchard

PACKAGE = Path(orchard.__file__).parent
LAYERS = ("core", "search", "games", "players", "play", "study", "classroom", "training", "shells")
BESIDE = {("training", "classroom")}  # neither knows of the other
ROOMS = ("rules", "evaluate", "search", "players", "offers", "training", "benches")
COMPILED = ("search", "games", "training")
# files of a game that are its rules
RULES = {"rules", "bits", "dynamics", "grid", "kernels", "lines", "plain_rules", "renju", "small"}
FILES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE)


@cache
def imports(path: Path) -> tuple[str, ...]:
    """Every module name that a file imports, anywhere in it."""
    names: list[str] = []
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
    return tuple(names)


def step_back(importer: str, imported: str) -> bool:
    """Whether a file of layer `importer` may not import module `imported`."""
    parts = imported.split(".")
    if parts[0] != "orchard" or len(parts) < 2 or parts[1] not in LAYERS:
        return False
    return LAYERS.index(parts[1]) > LAYERS.index(importer) or (importer, parts[1]) in BESIDE


def room_of(parts: tuple[str, ...]) -> str:
    """The room of games/GAME/... that a module is in; '' for the games' common file."""
    if len(parts) < 2:
        return ""
    if parts[1] in ROOMS:
        return parts[1]
    if parts[1] == "course":  # the face of the room behind it
        return "training"
    return "rules" if parts[1] in RULES else "offers"


def step_back_in_game(importer: tuple[str, ...], imported: str) -> bool:
    """Whether a file of a game's folder imports from a later room, its own or another game's."""
    parts = tuple(imported.split("."))
    if parts[:2] != ("orchard", "games") or len(parts) < 4:
        return False
    there, here = room_of(parts[2:]), room_of(importer)
    return ROOMS.index(there) > ROOMS.index(here)


def is_public_face(imported: str) -> bool:
    parts = imported.split(".")
    return parts == ["orchard"] or (len(parts) == 2 and parts[0] == "orchard" and parts[1] not in LAYERS)


def place(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def layer_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0]


def is_of_a_search(path: Path) -> bool:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return parts[0] == "search" or (parts[0] == "games" and room_of(parts[1:]) in ("rules", "evaluate", "search"))


def test_every_file_is_in_a_layer() -> None:
    assert [place(path) for path in FILES if layer_of(path) not in LAYERS] == []


def test_no_import_goes_back_up() -> None:
    assert [
        f"{place(path)}: {name}"
        for path in FILES
        for name in imports(path)
        # the package's public face is for users and shells
        if step_back(layer_of(path), name) or (layer_of(path) != "shells" and is_public_face(name))
    ] == []


def test_no_import_goes_back_inside_the_folder_of_a_game() -> None:
    games = PACKAGE / "games"
    assert [
        f"{place(path)}: {name}"
        for path in FILES
        if path.is_relative_to(games) and path.parent != games
        for name in imports(path)
        if step_back_in_game(path.relative_to(games).with_suffix("").parts, name)
    ] == []


def test_only_compiled_layers_load_numba() -> None:
    assert [
        f"{place(path)}: {name}"
        for path in FILES
        if layer_of(path) not in COMPILED and path.name != "jit.py"
        for name in imports(path)
        if name.split(".")[0] in ("numba", "llvmlite")
    ] == []


def test_kernels_are_compiled_through_the_one_door() -> None:
    others = [path for path in FILES if layer_of(path) != "core"]
    assert [place(path) for path in others if "njit" in path.read_text(encoding="utf-8")] == []


def test_no_search_looks_at_the_clock() -> None:
    """A player does, through core/clock.py, and hands a search what it must know of the time."""
    assert [
        f"{place(path)}: {name}"
        for path in FILES
        if is_of_a_search(path)
        for name in imports(path)
        if name.split(".")[0] in ("time", "datetime")
    ] == []


def module_file(name: str) -> Path | None:
    """The file of a module of ours, or of the package that a name was imported from."""
    parts = name.split(".")
    while len(parts) > 1:
        for path in (PACKAGE.joinpath(*parts[1:]).with_suffix(".py"), PACKAGE.joinpath(*parts[1:], "__init__.py")):
            if path.is_file():
                return path
        parts.pop()
    return None


def needed_files(path: Path) -> set[Path]:
    """The files that a file imports at some time, those for the type checker apart."""
    names: list[str] = []
    todo: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names += [f"{node.module}.{alias.name}" for alias in node.names]
        todo += ast.iter_child_nodes(node)
    found = {module_file(name) for name in names if name.split(".")[0] == "orchard"}
    return {file for file in found if file is not None and file != path and file.name != "__init__.py"}


def cycles(graph: dict[Path, set[Path]]) -> list[list[Path]]:
    """The cycles found by walking the graph depth first."""
    found: list[list[Path]] = []
    done: set[Path] = set()

    def walk(node: Path, trail: list[Path]) -> None:
        if node in trail:
            found.append(trail[trail.index(node) :])
            return
        if node in done:
            return
        for following in sorted(graph.get(node, ())):
            walk(following, [*trail, node])
        done.add(node)

    for node in sorted(graph):
        walk(node, [])
    return found


def test_no_files_import_each_other_in_a_circle() -> None:
    circles = cycles({path: needed_files(path) for path in FILES})
    assert [[place(path) for path in circle] for circle in circles] == []


def test_the_checks_themselves_see_a_step_back() -> None:
    assert step_back("core", "orchard.games.game")
    assert step_back("players", "orchard.play.referee")
    assert step_back("search", "orchard.games.reversi.bits")
    assert step_back("training", "orchard.classroom.people")
    assert step_back("classroom", "orchard.training.fit")
    assert not step_back("shells", "orchard.core.game")
    assert not step_back("games", "numpy.random")
    assert step_back_in_game(("reversi", "bits"), "orchard.games.reversi.search.midgame")
    assert step_back_in_game(("gomoku", "search", "threats"), "orchard.games.gomoku.players.kite")
    assert not step_back_in_game(("gomoku", "facts"), "orchard.games.gomoku.search.threats")
    a, b = Path("a"), Path("b")
    assert cycles({a: {b}, b: {a}}) == [[a, b]]
    assert cycles({a: {b}, b: set()}) == []
