"""What an installed Orchard needs beside its code is packed with it."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_file_beside_the_code_is_package_data() -> None:
    package = ROOT / "orchard"
    patterns = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]["orchard"]
    packed = {file for pattern in patterns for file in package.glob(pattern)}
    beside = {file for file in package.rglob("*") if file.is_file() and file.suffix not in (".py", ".pyc")}
    assert beside - packed == set()
