"""Similar programs, by winnowing (Schleimer, Wilkerson and Aiken 2003): names, comments and layout do not matter.

A program is a sequence of tokens in which every name, number and text looks the same. Every run of GRAM tokens has a
hash; of each WINDOW neighbouring hashes the smallest is kept. Two programs that share GRAM + WINDOW - 1 tokens in a row
therefore share a fingerprint, wherever that part stands.
"""

from __future__ import annotations

import io
import keyword
import re
import tokenize
import zlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

GRAM = 15  # tokens; what is shorter is everybody's
WINDOW = 10
LEAST = 12  # fingerprints; shorter programs are too small to be compared
COMMON_SHARE, COMMON_LEAST = 0.3, 4  # what so many programs share, and at least so many, was given to all of them
SKIPPED = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT),
    *(tokenize.ENCODING, tokenize.ENDMARKER, tokenize.TYPE_COMMENT),
}
PLAIN = re.compile(r"#[^\n]*|\"[^\"\n]*\"|'[^'\n]*'|\d[\w.]*|[^\W\d]\w*|[^\s\w]")
Prints = Mapping[int, int]  # a fingerprint, and the line of the program where it begins


@dataclass(frozen=True, slots=True)
class Similarity:
    """Two programs and how much they have in common: of the fingerprints of the shorter one."""

    first: str
    second: str
    share: float
    common: int
    lines: tuple[tuple[int, int], ...]  # lines of the first and of the second where the same begins


def fingerprints(source: str) -> dict[int, int]:
    """The fingerprints of a program."""
    tokens = _tokens(source)
    hashes = [
        (zlib.crc32(" ".join(word for word, _ in tokens[at : at + GRAM]).encode()), tokens[at][1])
        for at in range(len(tokens) - GRAM + 1)
    ]
    found: dict[int, int] = {}
    for at in range(max(0, len(hashes) - WINDOW + 1)):
        window = hashes[at : at + WINDOW]
        value, line = min(reversed(window), key=lambda one: one[0])  # of equal ones the last
        found.setdefault(value, line)
    return found


def _tokens(source: str) -> list[tuple[str, int]]:
    """Every token, without its name, and its line. What Python cannot read is split more simply."""
    try:
        return [
            (_word(token.type, token.string), token.start[0])
            for token in tokenize.generate_tokens(io.StringIO(source).readline)
            if token.type not in SKIPPED
        ]
    except (tokenize.TokenError, SyntaxError, ValueError):
        return [
            ("V" if word[0].isalpha() and not keyword.iskeyword(word) else "S" if word[0] in "\"'" else word, number)
            for number, line in enumerate(source.splitlines(), 1)
            for word in PLAIN.findall(line)
            if word[0] != "#"
        ]


def _word(kind: int, text: str) -> str:
    if kind == tokenize.NAME:
        return text if keyword.iskeyword(text) else "V"
    return "N" if kind == tokenize.NUMBER else "S" if kind == tokenize.STRING else text


def similar(programs: Mapping[str, Prints], least: float = 0.3, given: Iterable[int] = ()) -> list[Similarity]:
    """Pairs of programs that have at least that share in common, the most similar first. `given` are fingerprints of
    what the teacher handed out; what many programs share is taken for that, too."""
    owners: dict[int, list[str]] = defaultdict(list)
    for name in sorted(programs):
        for value in programs[name]:
            owners[value].append(name)
    everybodys = max(COMMON_LEAST, COMMON_SHARE * len(programs))
    ignored = {value for value, names in owners.items() if len(names) > everybodys} | set(given)
    own = {name: len(prints.keys() - ignored) for name, prints in programs.items()}
    shared: dict[tuple[str, str], list[int]] = defaultdict(list)
    for value, names in owners.items():
        if value not in ignored:
            for at, first in enumerate(names):
                for second in names[at + 1 :]:
                    shared[first, second].append(value)
    found = []
    for (first, second), values in shared.items():
        size = min(own[first], own[second])
        if size >= LEAST and len(values) / size >= least:
            lines = sorted({(programs[first][value], programs[second][value]) for value in values})
            found.append(Similarity(first, second, len(values) / size, len(values), tuple(lines)))
    return sorted(found, key=lambda one: (-one.share, one.first, one.second))
