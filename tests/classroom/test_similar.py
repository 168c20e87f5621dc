"""Similar programs are found by their tokens: other names, comments and layout change nothing."""

from __future__ import annotations

import re
from pathlib import Path

from orchard.classroom.similar import fingerprints, similar

BOTS = Path(__file__).parents[1] / "bots"
SOURCE = (BOTS / "good_ai.py").read_text() + (BOTS / "good_aiplayer.py").read_text()


def disguised(source: str) -> str:
    """The same program under other names, with comments, blank lines and another indent."""
    source = re.sub(r"\b(row|column|board|best|turns|down|right|run)\b", r"my_\1_2", source)
    source = source.replace("    ", "  ").replace(":\n", ":  # my own idea\n\n")
    return '"""All mine."""\n# version 7\n' + source


def test_names_comments_and_layout_do_not_matter() -> None:
    assert disguised(SOURCE) != SOURCE
    (found,) = similar({"ann": fingerprints(SOURCE), "bob": fingerprints(disguised(SOURCE))})
    assert (found.first, found.second) == ("ann", "bob")
    assert found.share > 0.95
    ann, bob = found.lines[-1]
    assert bob > ann  # its lines are further down


def test_a_copied_part_is_found_in_a_longer_program() -> None:
    other = (BOTS / "does_what_students_do.py").read_text()
    (found,) = similar({"ann": fingerprints(SOURCE), "bob": fingerprints(other + disguised(SOURCE))})
    assert found.share > 0.9


def test_different_programs_are_not_similar() -> None:
    names = ("does_what_students_do", "gomocup_brain", "gtp_engine", "looks_around")
    assert similar({name: fingerprints((BOTS / f"{name}.py").read_text()) for name in names}) == []


def test_what_everybody_was_given_does_not_count() -> None:
    own = [(BOTS / f"{name}.py").read_text() for name in ("does_what_students_do", "gomocup_brain", "gtp_engine")]
    programs = {f"student {n}": fingerprints(SOURCE + own[n % 3] * (n < 3)) for n in range(8)}
    assert similar(programs) == []
    told = similar({"ann": fingerprints(SOURCE), "bob": fingerprints(SOURCE)}, given=fingerprints(SOURCE))
    assert told == []


def test_what_is_no_python_is_compared_too() -> None:
    broken = SOURCE + "\n    x = (((\n"
    assert similar({"ann": fingerprints(SOURCE + "("), "bob": fingerprints(broken)})[0].share > 0.9
