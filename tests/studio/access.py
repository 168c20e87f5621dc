"""A small check of access: roles, names, unique ids and contrast, computed in the page itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

SCRIPT = (Path(__file__).parent / "access.js").read_text(encoding="utf-8")


def problems_of_access(page: Any) -> list[str]:
    found: list[str] = page.evaluate(SCRIPT)
    return found
