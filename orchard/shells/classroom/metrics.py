"""What happens on the server, counted, as Prometheus reads it."""

from __future__ import annotations

import shutil
import threading
from collections import Counter
from collections.abc import Callable

from sqlalchemy import func, select

from orchard.classroom.folder import Classroom
from orchard.classroom.people_tables import AUDIT, PEOPLE, SESSIONS

SLOW_S = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # the steps of the histogram of answers
Gauges = Callable[[], dict[str, float]]


class Metrics:
    def __init__(self, room: Classroom) -> None:
        self.room = room
        self.more: list[Gauges] = []  # other parts of the server add their gauges here
        self._lock = threading.Lock()
        self._answers: Counter[int] = Counter()
        self._within: Counter[float] = Counter()
        self._seconds = 0.0

    def answered(self, status: int, seconds: float) -> None:
        with self._lock:
            self._answers[status] += 1
            self._seconds += seconds
            for step in SLOW_S:
                self._within[step] += seconds <= step

    def gauges(self) -> dict[str, float]:
        """What there is now."""
        tables = {"people": PEOPLE, "sessions": SESSIONS, "audit_events": AUDIT}
        with self.room.database.reading() as connection:
            found: dict[str, float] = {
                name: connection.execute(select(func.count()).select_from(table)).scalar_one()
                for name, table in tables.items()
            }
        found["disk_free_bytes"] = shutil.disk_usage(self.room.folder).free
        for more in self.more:
            found |= more()
        return found

    def text(self) -> str:
        lines = []
        for name, value in self.gauges().items():
            lines += [f"# TYPE orchard_class_{name} gauge", f"orchard_class_{name} {value:.15g}"]
        with self._lock:
            lines.append("# TYPE orchard_class_answers counter")
            lines += [f'orchard_class_answers{{status="{status}"}} {n}' for status, n in sorted(self._answers.items())]
            lines.append("# TYPE orchard_class_answer_seconds histogram")
            lines += [f'orchard_class_answer_seconds_bucket{{le="{step:g}"}} {self._within[step]}' for step in SLOW_S]
            total = sum(self._answers.values())
            lines.append(f'orchard_class_answer_seconds_bucket{{le="+Inf"}} {total}')
            lines += [f"orchard_class_answer_seconds_sum {self._seconds:.6f}"]
            lines += [f"orchard_class_answer_seconds_count {total}"]
        return "\n".join(lines) + "\n"
