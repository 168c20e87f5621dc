"""What players are called in tables and reports: for bots, the part of their path that differs."""

import re
from collections.abc import Sequence
from pathlib import PurePath


def short_names(labels: Sequence[str]) -> tuple[str, ...]:
    """The labels, with paths cut to what tells them apart: 'ann' and 'bob' for 'file:/course/ann/bot.py' and so on, and
    'gtp:edax -l 3' for a program with its folder."""
    for shown in (_bots(labels) | _engines(labels), _bots(labels)):
        names = tuple(shown.get(label) or label for label in labels)
        if len(set(names)) == len(names):
            return names
    return tuple(labels)


def _bots(labels: Sequence[str]) -> dict[str, str]:
    paths = {label: PurePath(label.partition(":")[2]).parts for label in labels if _is_bot(label)}
    if not paths:
        return {}
    first = 0
    folders = [parts[:-1] for parts in paths.values()]
    while all(len(parts) > first and parts[first] == folders[0][first] for parts in folders):
        first += 1
    same_file = len(paths) > 1 and len({parts[-1] for parts in paths.values()}) == 1
    shown = {}
    for label, parts in paths.items():
        rest = parts[first:-1] if same_file and len(parts) > first + 1 else parts[first:]
        shown[label] = "/".join(rest)
    return shown


def _engines(labels: Sequence[str]) -> dict[str, str]:
    found = ((label, re.fullmatch(r"(\w+:)[^\s=]*/(\S+.*)", label)) for label in labels if not _is_bot(label))
    return {label: parts[1] + parts[2] for label, parts in found if parts is not None}


def _is_bot(label: str) -> bool:
    kind, _, path = label.partition(":")
    return kind == "file" and bool(PurePath(path).name)
