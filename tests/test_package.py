"""What an installed Orchard needs beside its code is packed with it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import orchard

ROOT = Path(__file__).parents[1]


def test_every_file_beside_the_code_is_package_data() -> None:
    package = ROOT / "orchard"
    patterns = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]["orchard"]
    packed = {file for pattern in patterns for file in package.glob(pattern)}
    beside = {file for file in package.rglob("*") if file.is_file() and file.suffix not in (".py", ".pyc")}
    assert beside - packed == set()


def test_the_version_is_written_in_one_place_and_the_changelog_begins_with_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert "version" in project["project"]["dynamic"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "orchard.__version__"}
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest is not None
    assert newest[1] == orchard.__version__
