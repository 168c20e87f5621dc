"""Reads every file that `targets` beside it names, and lists every folder; says which of them it could."""

from pathlib import Path

TARGETS = Path(__file__).with_name("targets").read_text().splitlines()


def choose(position, limits):
    for name in TARGETS:
        path = Path(name)
        try:
            if path.is_dir():
                print("listed", name, sorted(entry.name for entry in path.iterdir()))
            else:
                print("read", name, path.read_bytes()[:20])
        except OSError as error:
            print("refused", name, type(error).__name__)
    return position.legal()[0]
