"""The command line, run in this process."""

from __future__ import annotations

import pytest

from orchard.shells.cli import main


def run(*arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """What `orchard ...` leaves behind: exit code, stdout, stderr."""
    with pytest.raises(SystemExit) as left:
        main(list(arguments))
    out, err = capsys.readouterr()
    return int(left.value.code or 0), out, err
