"""The documentation as a site: built by one command, without anything that a page would load from another place."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.skipif(find_spec("mkdocs") is None, reason="SKIPPED the site: MkDocs is not installed")


def build(root: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHON": sys.executable}
    command = [str(root / "tools" / "site.sh"), str(folder)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_the_site_has_every_page_and_image_of_the_docs(tmp_path: Path) -> None:
    built = build(ROOT, tmp_path / "site")
    assert built.returncode == 0, built.stderr
    for page in (ROOT / "docs").rglob("*.md"):
        name = "index" if page.stem == "README" else page.stem
        made = tmp_path / "site" / page.relative_to(ROOT / "docs").with_name(f"{name}.html")
        links = re.findall(r'(?:href|src)="([^":#?]+)["#]', made.read_text(encoding="utf-8"))
        assert links
        assert [link for link in links if not (made.parent / link).exists()] == [], page


def test_a_page_that_loads_from_another_place_or_leads_nowhere_is_refused(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "site.sh", tmp_path / "tools")
    (tmp_path / "mkdocs.yml").write_text("site_name: x\ntheme: {name: mkdocs, highlightjs: false}\n")
    page = tmp_path / "docs" / "index.md"
    page.write_text(
        "# x\n\n![far](https://example.org/far.png) and [a link](https://example.org/), which loads nothing\n"
    )
    built = build(tmp_path, tmp_path / "site")
    assert built.returncode == 1
    assert "far.png" in built.stdout
    page.write_text("# x\n\n[away](missing.md)\n")
    assert build(tmp_path, tmp_path / "site").returncode != 0
