"""Run a notebook of docs/notebooks from top to bottom, without Jupyter, and prove that its agent has learned.

python -m benchmarks.notebook                   the page as it is, about ten seconds of one core
python -m benchmarks.notebook --games 3000      a short run
python -m benchmarks.notebook --write           also put what the cells printed and drew into the page
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import io
import json
import os
import time
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parent.parent / "docs" / "notebooks" / "first_agent.ipynb"
GAMES = "ORCHARD_NOTEBOOK_GAMES"
LEARNED = 0.85  # of the points against a random player, where even play is 0.5


def run(notebook: dict[str, Any]) -> dict[str, Any]:
    """Run all cells in one namespace, which is returned; each cell gets what it printed and its last value."""
    names: dict[str, Any] = {"__name__": "__main__"}
    number = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            cell["execution_count"], cell["outputs"] = number, _outputs("".join(cell["source"]), names, number)
    return names


def _outputs(source: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    tree, printed, value = ast.parse(source), io.StringIO(), None
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"cell {number}", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
    found: list[dict[str, Any]] = []
    if printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)})
    if value is not None:
        data: dict[str, Any] = {
            "text/plain": [str(value) if type(value).__str__ is not object.__str__ else "a picture"]
        }
        for kind, method in (("image/svg+xml", "_repr_svg_"), ("text/html", "_repr_html_")):
            if hasattr(value, method):
                data[kind] = [getattr(value, method)()]
        found.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return found


def prove(names: dict[str, Any]) -> None:
    """The agent knew nothing at first, and beats a random player now."""
    (_, before), *_, (_, after) = names["curve"]
    if not (0.4 < before < 0.6 and after > LEARNED):
        raise AssertionError(f"the agent of {PAGE.name} scored {before:.2f} before and {after:.2f} after training")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    if options.games:
        os.environ[GAMES] = str(options.games)
    notebook = json.loads(PAGE.read_text(encoding="utf-8"))
    began = time.process_time()
    names = run(notebook)
    seconds = time.process_time() - began
    prove(names)
    for games, score in names["curve"]:
        print(f"{games:>8,} games  {score:.1%} against a random player")
    print(f"{seconds:.1f} s of processor time, {names['played'] / seconds:,.0f} games a second")
    if options.write:
        PAGE.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
