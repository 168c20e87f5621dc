"""Requests made up from the OpenAPI document: every bad one gets a 4xx with a reason, none a 500."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.studio.conftest import SKIPPED_PARTS, Server

SHORT = {"seconds": 0.05, "seconds_per_move": 0.01}
EXAMPLES = settings(
    max_examples=12, deadline=None, database=None, suppress_health_check=list(HealthCheck), derandomize=True
)


def shortened(body: Any) -> Any:
    """The same request, but one that does not think for long."""
    if not isinstance(body, dict):
        return body
    short = {key: SHORT[key] for key in SHORT if isinstance(body.get(key, 0), int | float)}
    return {**body, **short} if "game" in body and ("player" in body or "start" in body) else body


def test_made_up_requests_never_break_the_server(server: Server) -> None:
    try:
        import schemathesis
    except ImportError:
        SKIPPED_PARTS.append("schemathesis is not installed: the OpenAPI document was not used to make up requests")
        pytest.skip(SKIPPED_PARTS[-1])

    schema = schemathesis.openapi.from_url(f"{server.address}/api/openapi.json")
    tried: list[str] = []
    for result in schema.get_all_operations():
        operation = result.ok()
        tried.append(f"{operation.method.upper()} {operation.path}")

        @EXAMPLES
        @given(case=operation.as_strategy())
        def check(case: Any) -> None:
            if case.path.startswith("/api/leagues") and case.method == "POST" and case.path == "/api/leagues":
                case.body = {**case.body, "games": 3} if isinstance(case.body, dict) else case.body  # odd: refused
            case.body = shortened(case.body) if case.method == "POST" else case.body
            answer = case.call(timeout=30)
            assert answer.status_code < 500, f"{case.method} {case.path} {case.body!r}: {answer.text[:200]}"
            if answer.status_code >= 400:
                assert set(answer.json()) == {"error", "message", "reason"}

        check()
    assert "POST /api/view" in tried
    assert len(tried) >= 18


TEXT = st.text(st.characters(codec="utf-8"), max_size=60)
PLACES = st.fixed_dictionaries(
    {
        "game": st.sampled_from(["reversi", "reversed_reversi", "gomoku", "gomoku:5"]) | TEXT,
        "start": TEXT | st.text("XO-", min_size=64, max_size=64).map(lambda stones: stones + " X"),
        "moves": TEXT | st.from_regex(r"([a-h][1-8]){0,6}", fullmatch=True),
    }
)


@settings(max_examples=60, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(place=PLACES, path=st.sampled_from(["view", "line", "move", "tree", "analyse"]), player=TEXT)
def test_any_text_in_any_place_is_answered_or_refused(server: Server, place: Any, path: str, player: str) -> None:
    ask = dict(place)
    if path in ("move", "tree"):
        ask |= {"player": player, "seconds": 0.01}
    if path == "analyse":
        ask |= {"seconds": 0.01}
    answer = httpx.post(f"{server.address}/api/{path}", json=ask, timeout=30)
    assert answer.status_code < 500, (path, ask, answer.text)
