"""Outside `games/` no game is named, but where a format, a protocol or a player of others declares which it is for."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import orchard
from orchard.games import files_of

PACKAGE = Path(orchard.__file__).parent
NAMES = orchard.games()
GAME = re.compile(rf"(?<![a-z])({'|'.join(NAMES)})(?![a-z])", re.IGNORECASE)
# What declares which games it is for: formats, protocols, and the contracts of other people's programs.
DECLARING = (
    "play/formats/",
    "players/_bot_board.py",
    "players/_bot_runner.py",
    "players/gomocup.py",
    "players/gtp.py",
    "shells/gomocup.py",
    "shells/gtp.py",
    "shells/nboard.py",
)
PLAYERS = {name for name, _ in files_of("players")} - {"lines", "matrix", "epsilon"}  # which are words, too
OWN_PLAYER = re.compile(rf"({'|'.join(sorted(PLAYERS))})(:.*)?")
PYTHON = sorted(path for path in PACKAGE.rglob("*.py") if not path.is_relative_to(PACKAGE / "games"))
SCRIPTS = sorted((PACKAGE / "web").rglob("*.js")) + sorted((PACKAGE / "web").rglob("*.css"))


def place(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


@cache
def parsed(source: str) -> ast.Module:
    return ast.parse(source)


def docstrings(tree: ast.AST) -> set[int]:
    """The ids of nodes that are documentation: a docstring may show an example with a game in it."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                found.add(id(first.value))
    return found


def mentions_in_python(source: str) -> list[str]:
    """Every name, string and import in which a game is named; help texts are for people and may show examples."""
    tree = parsed(source)
    skipped = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "help":
            skipped |= {id(part) for part in ast.walk(node.value)}
    found = []
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        words: list[str] = []
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            words = [node.value]
        elif isinstance(node, ast.Name):
            words = [node.id]
        elif isinstance(node, ast.Attribute):
            words = [node.attr]
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            words = [node.name]
        elif isinstance(node, ast.Import):
            words = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            words = [node.module or "", *(alias.name for alias in node.names)]
        found += [f"line {getattr(node, 'lineno', 0)}: {word[:60]!r}" for word in words if GAME.search(word)]
    return found


def mentions_in_script(source: str) -> list[str]:
    """Every line of code in which a game is named; comments are for people."""
    code = re.sub(r"/\*.*?\*/|(?<![:\w])//[^\n]*", lambda match: "\n" * match[0].count("\n"), source, flags=re.DOTALL)
    return [f"line {number}" for number, line in enumerate(code.splitlines(), 1) if GAME.search(line)]


def players_in_python(source: str) -> list[str]:
    """Every string that is the spec of a game's own player."""
    tree = parsed(source)
    skipped = docstrings(tree)
    return [
        f"line {node.lineno}: {node.value!r}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in skipped
        and OWN_PLAYER.fullmatch(node.value)
    ]


def found_in(paths: list[Path], mentions: Callable[[str], list[str]]) -> list[str]:
    return [f"{place(path)}: {found}" for path in paths for found in mentions(path.read_text(encoding="utf-8"))]


def test_no_game_is_named_outside_games() -> None:
    assert found_in([path for path in PYTHON if not place(path).startswith(DECLARING)], mentions_in_python) == []


def test_the_page_names_no_game() -> None:
    assert found_in(SCRIPTS, mentions_in_script) == []


def test_no_player_of_one_game_is_named_outside_games() -> None:
    """A game's own player is found by what its folder offers, never by its name."""
    assert found_in(PYTHON, players_in_python) == []


def test_planted_mentions_are_seen() -> None:
    assert mentions_in_python("x = 'reversi'")
    assert mentions_in_python("from orchard.games.gomoku import rules")
    assert mentions_in_python("if base_name == 'gomoku:9': pass")
    assert mentions_in_python("def gomoku_fit(): pass")
    assert mentions_in_python("REVERSI = 1")
    assert not mentions_in_python('"""Example: orchard show reversi."""')
    assert not mentions_in_python("click.option('--kind', help='Gomoku: which threats count.')")
    assert mentions_in_script("if (game === 'gomoku') draw();")
    assert mentions_in_script('[data-game="reversed_reversi"] { color: red }')
    assert players_in_python("x = 'sage:depth=4'")
    assert not players_in_python("x = 'sagely'")
    assert not mentions_in_script("draw(); // as in Gomoku\n/* Reversi */")
