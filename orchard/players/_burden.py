"""How long a program has computed, and how long it waited for a core while others computed."""

from __future__ import annotations

import os
from dataclasses import dataclass

from orchard.players._supervisor import descendants, said_by

LEAST_S, LEAST_SHARE = 0.1, 0.2  # of waiting that is worth a word: in seconds, and of the time it could have computed


@dataclass(frozen=True, slots=True)
class Burden:
    computed_s: float = 0.0
    waited_s: float = 0.0

    @classmethod
    def of(cls, root: int) -> Burden | None:
        """Of all that descends from a process and still runs; None where the system does not tell."""
        computed = waited = 0
        found = False
        for pid in descendants(root):
            try:
                threads = os.listdir(f"/proc/{pid}/task")
            except OSError:  # it has just ended
                continue
            for thread in threads:
                words = said_by(f"/proc/{pid}/task/{thread}/schedstat").split()
                if len(words) >= 2:
                    found, computed, waited = True, computed + int(words[0]), waited + int(words[1])
        return cls(computed / 1e9, waited / 1e9) if found else None

    def since(self, before: Burden) -> Burden:
        return Burden(max(0.0, self.computed_s - before.computed_s), max(0.0, self.waited_s - before.waited_s))

    @property
    def is_heavy(self) -> bool:
        """Whether it waited so long that the machine, not the program, may be why it was late."""
        return self.waited_s >= max(LEAST_S, LEAST_SHARE * (self.computed_s + self.waited_s))

    def __str__(self) -> str:
        said = f"it computed for {self.computed_s:.2f} s"
        if not self.is_heavy:
            return said
        return f"{said} and waited {self.waited_s:.2f} s for a core: the machine was busy, which may be the reason"
