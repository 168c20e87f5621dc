"""What the pages name is there: other pages and their headings, files of the code, commands and their options."""

from __future__ import annotations

import re
import shlex
from functools import cache
from pathlib import Path

import click
import pytest

from orchard.shells.cli import orchard_command

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


@cache
def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def headings(page: Path) -> set[str]:
    """The anchors of a page's headings."""
    titles = re.findall(r"^#+ (.*)$", text_of(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title).strip().lower().replace(" ", "-") for title in titles}


@each_page
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", text_of(page)):
        if "://" in link:
            continue
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        assert target.exists(), link
        assert not anchor or anchor in headings(target), link


@each_page
def test_every_file_that_is_named_is_there(page: Path) -> None:
    for name in re.findall(r"`([\w.][\w./]*/\w+\.(?:py|js|json|safetensors|html))`", text_of(page)):
        assert (ROOT / name).exists() or (ROOT / "orchard" / name).exists(), name


@each_page
def test_every_command_that_is_shown_has_these_options(page: Path) -> None:
    shown = re.findall(r"^ *(?:\$ )?(orchard [a-z].*)$", text_of(page), re.MULTILINE)
    shown += re.findall(r"`(orchard [a-z][^`]*)`", text_of(page))
    for line in shown:
        words = shlex.split(line.replace("\n", " "), comments=True)[1:]
        command: click.Command | None = orchard_command
        while isinstance(command, click.Group) and words and not words[0].startswith("-"):
            found = command.get_command(click.Context(command), words[0])
            if found is None and command is not orchard_command:
                break
            command, words = found, words[1:]
        assert command is not None, line
        parameters = command.get_params(click.Context(command))
        known = {name for parameter in parameters for name in (*parameter.opts, *parameter.secondary_opts)}
        options = {word.partition("=")[0] for word in words if re.fullmatch(r"--[a-z][\w=-]*", word)}
        assert options <= known | {"--help"}, line
