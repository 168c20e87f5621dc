"""Tasks and findings as JSON, for workers on other machines."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from orchard.classroom.packages import Environment
from orchard.classroom.playing import Program, Task
from orchard.classroom.work_queue import Job
from orchard.play.check import Finding
from orchard.play.openings import Opening
from orchard.play.record import Fault
from orchard.play.setup import Rules


def task_as_json(task: Task) -> dict[str, Any]:
    return asdict(task)


def task_from_json(value: dict[str, Any]) -> Task:
    job = value["job"]
    return Task(
        Job(**{**job, "opening": Opening(*job["opening"])}),
        value["game"],
        Rules(**value["rules"]),
        tuple(Program(**program) for program in value["programs"]),
        tuple(value["numbers"]),
        tuple(value["packages"]),
        Environment.from_json(told) if (told := value.get("environment")) else None,
    )


def finding_from_json(value: dict[str, Any]) -> Finding:
    fault = Fault(**value["fault"]) if value.get("fault") else None
    denied = tuple((str(kind), str(what)) for kind, what in value.get("denied", ()))
    return Finding(**{**value, "fault": fault, "denied": denied, "notes": tuple(map(str, value.get("notes", ())))})
