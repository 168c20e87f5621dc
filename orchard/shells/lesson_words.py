"""The words of lessons for shells without a browser: those of the studio, by key."""

import json
from functools import cache
from pathlib import Path

import orchard

LOCALES = Path(orchard.__file__).parent / "web" / "locales"
LANGUAGES = ("en", "zh-Hans", "zh-Hant", "pl")


@cache
def words(game: str, language: str) -> dict[str, str]:
    """What each key says about the lessons of a game, and about lessons in general."""
    found: dict[str, str] = {}
    for path in (LOCALES / "learn" / f"{language}.json", LOCALES / "learn" / game / f"{language}.json"):
        if path.is_file():
            found |= json.loads(path.read_text(encoding="utf-8"))
    return found
