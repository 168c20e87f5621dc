"""The names of WTHOR's players (.JOU) and tournaments (.TRN), in files beside the games: 20 or 26 bytes a name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from orchard.play.formats._common import OLD_ENCODING, FormatError

HEADER_SIZE, COUNT_AT = 16, 8
PLAYER_SIZE, TOURNAMENT_SIZE = 20, 26
TOURNAMENT = "tournament"  # where a record keeps it, among the versions


@dataclass(frozen=True)
class Names:
    players: tuple[str, ...] = ()
    tournaments: tuple[str, ...] = ()

    @classmethod
    def beside(cls, games: Any) -> Names:
        """The names for a file of games: of WTHOR.JOU and .TRN in its folder, or of the only files of these kinds."""
        if not isinstance(games, str) or not games:
            return cls()
        folder = Path(games).absolute().parent
        return cls(_names(folder, ".jou", PLAYER_SIZE), _names(folder, ".trn", TOURNAMENT_SIZE))

    def player(self, number: int) -> str:
        return (self.players[number] if number < len(self.players) else "") or f"wthor:{number}"

    def tournament(self, number: int) -> str:
        name = self.tournaments[number] if number < len(self.tournaments) else ""
        return f"wthor:{number} {name}".strip()


def _names(folder: Path, ending: str, size: int) -> tuple[str, ...]:
    try:
        found = [file for file in sorted(folder.iterdir()) if file.suffix.lower() == ending]
        ours = [file for file in found if file.stem.lower() == "wthor"]
        chosen = ours or found
        data = chosen[0].read_bytes() if len(chosen) == 1 else b""
    except OSError:
        return ()
    end = HEADER_SIZE + int.from_bytes(data[COUNT_AT : COUNT_AT + 2], "little") * size
    if not HEADER_SIZE < end <= len(data):
        if ours and data:
            raise FormatError(
                f"{chosen[0].name} beside it is no list of names, or not all of it: get it again, or move it away to"
                " read the names as numbers"
            )
        return ()
    names = (data[at : at + size].partition(b"\0")[0] for at in range(HEADER_SIZE, end, size))
    return tuple(" ".join(name.decode(OLD_ENCODING, "replace").split()) for name in names)
