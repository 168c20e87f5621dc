"""What players are called in tables and reports: for bots, the part of their path that differs."""

from collections.abc import Sequence
from pathlib import PurePath


def short_names(labels: Sequence[str]) -> tuple[str, ...]:
    """The labels, with paths cut to what tells them apart: 'ann' and 'bob' for 'file:/course/ann/bot.py' and so on."""
    paths = {label: PurePath(label.partition(":")[2]).parts for label in labels if _has_path(label)}
    if not paths:
        return tuple(labels)
    first = 0
    folders = [parts[:-1] for parts in paths.values()]
    while all(len(parts) > first and parts[first] == folders[0][first] for parts in folders):
        first += 1
    same_file = len(paths) > 1 and len({parts[-1] for parts in paths.values()}) == 1
    shown = {}
    for label, parts in paths.items():
        rest = parts[first:-1] if same_file and len(parts) > first + 1 else parts[first:]
        shown[label] = "/".join(rest)
    names = tuple(shown.get(label) or label for label in labels)
    return names if len(set(names)) == len(names) else tuple(labels)


def _has_path(label: str) -> bool:
    kind, _, path = label.partition(":")
    return kind == "file" and bool(PurePath(path).name)
