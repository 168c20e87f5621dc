"""The stories say what is so: their claims are checked by searches that have nothing to do with them."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import orchard
from orchard.core.choice import Limits, Stop
from orchard.core.errors import OrchardError
from orchard.games import evaluation
from orchard.games.reversi.training import sprout
from orchard.study import stories

NAMES = ("greedy", "minimax", "alphabeta", "ordering", "uct", "learning")
LOCALES = Path(orchard.__file__).parent / "web" / "locales" / "stories"
HINTS = {
    "greedy": ("wrong",),
    "minimax": ("wrong",),
    "alphabeta": ("wrong", "skipped"),
    "ordering": ("wrong",),
    "uct": ("more", "fewer"),
    "learning": ("more", "fewer"),
}


def exact(position: orchard.Position) -> int:
    """The result of best play for the side to move, by alpha-beta to the end of the game."""
    player = orchard.player("alphabeta:eval=discs,table=16,history=yes,scout=yes,deepening=yes")
    return round(player.choose(position, Limits(depth=30)).value or 0)


def check(name: str, answer: str) -> stories.Verdict:
    return stories.check(stories.story(name), answer, Stop())


def test_six_stories_are_told_in_order_each_with_five_to_eight_pages() -> None:
    assert tuple(stories.stories()) == NAMES
    assert all(5 <= len(told.pages) + 1 <= 8 for told in stories.stories().values())  # the exercise is a page


@pytest.mark.parametrize("name", NAMES)
def test_every_page_begins_with_a_step_that_its_search_has(name: str) -> None:
    told = stories.story(name)
    for page in told.pages:
        limits = Limits(depth=page.search_depth, playouts=page.playouts, seed=page.seed, order=page.order)
        trace = orchard.trace(page.player, stories.position_of(told, page), limits)
        assert page.at in ("", "last", *(step.kind for step in trace.steps)), page


@pytest.mark.parametrize("code", ["en", "zh-Hans", "zh-Hant", "pl"])
def test_every_page_and_hint_has_words_that_name_only_what_is_known(code: str) -> None:
    words = json.loads((LOCALES / f"{code}.json").read_text(encoding="utf-8"))
    for name, told in stories.stories().items():
        keys = [f"story.{name}.{n}" for n in range(1, len(told.pages) + 1)]
        keys += [f"story.{name}.{what}" for what in ("title", "about", "task", "right", *HINTS[name])]
        assert set(keys) <= set(words)
        for page, key in zip(told.pages, keys, strict=False):
            known = {"move", "value", "nodes", *page.says}  # of the search that is shown
            assert {part.split("}")[0] for part in words[key].split("{")[1:]} <= known, key


@pytest.mark.parametrize("code", ["en", "zh-Hans", "zh-Hant", "pl"])
def test_the_numbers_in_the_words_are_those_of_the_searches(code: str) -> None:
    words = json.loads((LOCALES / f"{code}.json").read_text(encoding="utf-8"))

    def nodes(name: str, page: int, spec: str, depth: int) -> int:
        told = stories.story(name)
        return orchard.player(spec).choose(stories.position_of(told, told.pages[page]), Limits(depth=depth)).nodes

    assert str(nodes("greedy", 0, "minimax:eval=discs", 1)) in words["story.greedy.5"]
    assert str(nodes("alphabeta", 0, "minimax:eval=discs", 2)) in words["story.alphabeta.4"]
    for page in (3, 4):
        assert str(nodes("ordering", page, "alphabeta", 4)) in words[f"story.ordering.{page}"].replace(",", "")
    cut = check("alphabeta", "f3").says
    for value in (cut["had"], cut["value"]):
        assert f"−{-value:g}" in words["story.alphabeta.3"]


def test_greed_loses_where_another_move_wins() -> None:
    position = orchard.game("reversi:6").replay(stories.story("greedy").pages[0].moves)
    assert orchard.player("greedy").choose(position, Limits()).move == "b5"
    right, wrong = check("greedy", "A4"), check("greedy", "b5")
    assert (right.right, wrong.right, wrong.hint) == (True, False, "wrong")
    assert right.says["value"] == -exact(position.play("a4")) > 0
    assert wrong.says["value"] == -exact(position.play("b5")) < 0
    assert not any(check("greedy", str(move)).right for move in position.legal() if move != "a4")


def test_between_two_corners_only_an_edge_draws() -> None:
    """As everybody knows who has lost to it: the other corners run into a fork."""
    for edge in ("b1", "a2", "c2", "b3"):
        assert check("minimax", edge).right
    for corner in ("c1", "a3"):
        assert check("minimax", corner).hint == "wrong"


def test_the_reply_that_cuts_is_the_first_that_is_worse_than_what_black_has() -> None:
    """By counting discs, without any search."""
    position = orchard.game("reversi:6").replay(stories.story("alphabeta").pages[0].moves)

    def discs(after: orchard.Position) -> int:
        return after.count("black") - after.count("white")

    has = min(discs(position.play("e2").play(reply)) for reply in position.play("e2").legal())
    replies = {str(reply): discs(position.play("e3").play(reply)) for reply in position.play("e3").legal()}
    cutting = next(reply for reply, left in replies.items() if left <= has)
    verdicts = {reply: check("alphabeta", reply) for reply in replies}
    assert [reply for reply, verdict in verdicts.items() if verdict.right] == [cutting]
    before = list(replies).index(cutting)
    assert [verdict.hint for verdict in verdicts.values()] == [
        *["wrong"] * before, "right", *["skipped"] * (len(replies) - before - 1)
    ]  # fmt: skip
    assert verdicts["a1"].says["value"] == replies["a1"]


def test_the_best_move_first_takes_fewer_positions() -> None:
    told = stories.story("ordering")
    position = stories.position_of(told, told.task.page)
    best = orchard.player("minimax").choose(position, Limits(depth=3)).move
    assert check("ordering", str(best)).right
    assert check("ordering", "").hint == "wrong"  # the order of the board
    assert check("ordering", "c2 d2").says["move"] == best.upper()
    with pytest.raises(OrchardError):
        check("ordering", "a1")


def test_500_visits_fall_into_the_trap_that_deep_search_and_more_visits_avoid() -> None:
    told = stories.story("uct")
    position = stories.position_of(told, told.pages[0])
    proves = orchard.player("alphabeta:eval=blind")
    lost = {
        str(move) for move in position.legal() if (proves.choose(position.play(move), Limits(depth=9)).value or 0) > 0
    }
    assert lost == {str(move) for move in position.legal()} - {"e2"}  # it loses by force
    assert (proves.choose(position.play("d2"), Limits(depth=6)).value or 0) == 0  # and not at once
    player = orchard.player("uct")
    few, many = (
        [player.choose(position, Limits(playouts=playouts, seed=seed)).move for seed in range(10)]
        for playouts in (500, 5000)
    )
    assert (few[0], few.count("d2")) == ("d2", 7)
    assert set(many) == {"e2"}


def test_the_number_of_visits_is_narrowed_down_by_hints() -> None:
    low, high = 1, 1200
    assert check("uct", str(low)).hint in ("more", "fewer")
    low = 500
    while low < high:
        middle = (low + high) // 2
        hint = check("uct", str(middle)).hint
        if hint == "right":
            break
        low, high = (middle + 1, high) if hint == "more" else (low, middle - 1)
    assert check("uct", str(middle)).right
    for text in ("", "0", "1201", "many", "²"):
        with pytest.raises(OrchardError, match="from 1 to 1200"):
            check("uct", text)


def test_the_first_generation_is_made_again_from_the_same_games() -> None:
    shipped = sprout.generations()
    assert shipped[0] == [0.0] * len(sprout.KINDS)
    assert sprout.next_weights(shipped[0], 1) == pytest.approx(shipped[1], abs=0.02)


def test_a_corner_grows_and_the_answer_is_when() -> None:
    corners = [row[0] for row in sprout.generations()]
    assert corners[1] > 2
    assert corners[-1] > 2 * corners[1]
    assert all(row[0] > max(row[1:]) for row in sprout.generations()[1:])
    verdicts = [check("learning", str(n)) for n in range(len(corners))]
    first = [n for n, verdict in enumerate(verdicts) if verdict.right]
    assert first == [min(n for n, weight in enumerate(corners) if weight > 5)]
    assert [verdict.hint for verdict in verdicts] == [
        *["more"] * first[0], "right", *["fewer"] * (len(corners) - first[0] - 1)
    ]  # fmt: skip


def test_the_learned_evaluation_is_the_sum_of_its_weights() -> None:
    rng, game = random.Random(4), orchard.game("reversi:6")
    rows = ("abccba", "bdeedb", "ceffec", "ceffec", "bdeedb", "abccba")
    weights = dict(zip("abcdef", sprout.generations()[-1], strict=True))
    for _ in range(20):
        position = game.start()
        for _ in range(rng.randint(1, 20)):
            position = position.play(rng.choice(position.legal())) if not position.is_over else position
        signs = {"X": 1, "O": -1, "-": 0}
        black = sum(
            signs[stone] * weights[kind] for stone, kind in zip(position.text.split()[0], "".join(rows), strict=True)
        )
        wanted = black if position.to_move == "black" else -black
        assert evaluation("sprout").value(position) == pytest.approx(wanted)


@pytest.mark.parametrize("name", NAMES)
def test_the_source_is_that_of_the_function(name: str) -> None:
    for shown in stories.source(stories.story(name)):
        text = (Path(orchard.__file__).parents[1] / shown["file"]).read_text(encoding="utf-8")
        first, *rest = shown["text"].splitlines()
        assert text.splitlines()[shown["line"] - 1].strip() == first
        assert first.startswith("def ")
        assert all(line.strip() in text for line in rest)


def test_only_stories_have_a_source() -> None:
    with pytest.raises(OrchardError, match="no story"):
        stories.story("../../etc/passwd")
