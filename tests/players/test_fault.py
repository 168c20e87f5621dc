"""A player's failure reaches another process with all that is known of it."""

from __future__ import annotations

import pickle

from orchard.players._fault import PlayerFaultError, RefusedAnswerError


def test_a_fault_keeps_everything_on_its_way_from_a_worker_process() -> None:
    fault = PlayerFaultError("crash", "ended with 1", traceback="line 3", stderr="no such file")
    fault.player, fault.computed_s = "gtp:engine", 0.5
    arrived = pickle.loads(pickle.dumps(fault))
    assert type(arrived) is PlayerFaultError
    assert str(arrived) == "ended with 1"
    assert (arrived.verdict, arrived.reason) == ("crash", "ended with 1")
    assert (arrived.traceback, arrived.stderr) == ("line 3", "no such file")
    assert (arrived.player, arrived.computed_s) == ("gtp:engine", 0.5)


def test_so_does_an_answer_that_was_refused() -> None:
    refused = RefusedAnswerError("z9", "no such square")
    refused.player = "file:bot.py"
    arrived = pickle.loads(pickle.dumps(refused))
    assert type(arrived) is RefusedAnswerError
    assert (arrived.answer, arrived.reason, arrived.player) == ("z9", "no such square", "file:bot.py")
