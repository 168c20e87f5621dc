"""axe-core, the widely used check of access, where `./test` could fetch it; it is not part of this project."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

SCRIPT = Path(sys.prefix) / "axe" / "node_modules" / "axe-core" / "axe.min.js"
MISSING = f"axe-core is not at {SCRIPT}: ./test fetches it where there is npm"
ALL = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
# what the same page may break in other colours and another size
OF_LOOKS = {
    "type": "rule",
    "values": ["color-contrast", "target-size", "link-in-text-block", "scrollable-region-focusable"],
}
RUN = """async (rules) => {
    const found = await axe.run(document, { runOnly: rules, resultTypes: ['violations'] });
    return found.violations.flatMap((rule) => rule.nodes.map((node) =>
        `${rule.id}: ${node.target.join(' ')}: ${(node.failureSummary ?? '').replace(/\\s+/g, ' ')}`));
}"""


def violations(page: Any, rules: dict[str, Any] = ALL) -> list[str]:
    """What breaks a rule of WCAG 2.2 A or AA. The page must have been opened with `bypass_csp`."""
    if not page.evaluate("() => 'axe' in window"):
        page.add_script_tag(path=str(SCRIPT))
    found: list[str] = page.evaluate(RUN, rules)
    return found
