"""A teacher's and a student's whole way through a class, in Chromium: the teacher at a desk and the student on a phone;
with ORCHARD_CLASS_SIZES=all also the other way round."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import expect

from orchard.classroom.folder import Classroom, make_class
from orchard.classroom.work import Work
from orchard.play.check import Finding
from orchard.play.record import Fault, GameRecord, MoveRecord
from orchard.play.store import Store
from orchard.shells.classroom.app import create_app, server_settings
from orchard.shells.studio.serve import server_config
from tests.classroom.conftest import quick_passwords
from tests.studio import axe
from tests.studio.browser import WAIT_MS, Screen, browser, chromium

DESK = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", "reduced_motion": "reduce", "bypass_csp": True}
PHONE = {**DESK, "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SIZES = [(DESK, PHONE), *([(PHONE, DESK)] if os.environ.get("ORCHARD_CLASS_SIZES") == "all" else [])]
BOT = "def choose(position, limits):\n    return position.legal()[0]\n"
LINES = [("a1", 0.5), ("b2", 0.25), ("a2", 0.125), ("b1", 0.5), ("a3", 0.0625)]  # black wins the first column
PASSWORD = "correct horse battery"
THOUGHT = '[4, {"values": {"a3": 12.5, "c1": -3}, "line": ["a3"], "depth": 6}]\n'


class Server:
    """A class server on a port of its own, with the first teacher's link."""

    teachers: dict[str, Any]  # screens
    students: dict[str, Any]

    def __init__(self, folder: Path) -> None:
        self.listener = socket.socket(proto=socket.IPPROTO_TCP)
        self.listener.bind(("127.0.0.1", 0))
        self.listener.listen(64)
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.link = make_class(folder, "Tom", title="AI 101", address=self.address, passwords=quick_passwords())
        self.room = Classroom(folder, passwords=quick_passwords())
        settings = server_settings(self.room)
        self.server = uvicorn.Server(server_config(create_app(self.room, settings), settings))
        self.thread = threading.Thread(target=lambda: asyncio.run(self.server.serve([self.listener])), daemon=True)
        self.thread.start()
        self.work = Work(Store.over(self.room.database), self.room.submissions)

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(10)

    def check_next(self) -> None:
        """What a worker does with a submission, without the time that a bot takes."""
        job = self.work.queue.take(self.work.workers.here("desk", 0.9))
        assert job is not None
        self.work.checked(job.id, [Finding("opening", True, "answered a1", slowest_s=0.25)])

    def review_next(self) -> None:
        """And with the review of a game: of five moves the fourth was a blunder."""
        task = self.work.take(self.work.workers.here("desk", 0.9))
        assert task is not None
        assert task.job.opening.moves == "".join(move for move, _ in LINES)
        moves = [
            {"ply": ply, "move": move, "color": "white" if ply % 2 == 0 else "black", "best": move, "loss": 0.0}
            | {"grade": "good", "facts": [], "line": [], "unit": "chance", "exact": False, "weight": 0.0}
            | {"best_value": 0.5, "played_value": 0.5, "black_value": 0.5, "best_wins_in": None, "played_wins_in": None}
            for ply, (move, _) in enumerate(LINES, 1)
        ]
        moves[3] |= {"grade": "blunder", "loss": 0.5, "best": "a3", "line": ["a3", "c1"], "weight": 1.0}
        review = {"moves": moves, "worst": [4], "finished": True, "by": "an analyst", "final_value": 1.0}
        self.work.reviewed(task.job.id, review)

    def search_next(self) -> None:
        """And with the question what a bot searched."""
        (job,) = (job for job in self.work.queue.shown(1)["jobs"] if job["kind"] == "search")
        steps = [
            {"kind": "told", "node": 1, "parent": 0, "move": "a3", "value": 3, "bound": "exact"},
            {"kind": "play", "move": "a3", "value": 3, "nodes": 1},
        ]
        facts = {
            "player": "bot.py",
            "game": "tic_tac_toe",
            "text": "",
            "kind": "told",
            "move": "a3",
            "value": 3,
            "c": None,
        }
        self.work.reviewed(job["id"], facts | {"line": [], "nodes": 1, "steps": steps})

    def play_next(self, last: str = "a3", fault: Fault | None = None) -> None:
        """And with a pair of games, or one that is played again."""
        task = self.work.take(self.work.workers.here("desk", 0.9))
        assert task is not None
        moves = [*LINES[:-1], (last, 0.0625)]
        for number in task.numbers:
            names = [task.job.first, task.job.second][:: 1 if number % 2 == 0 else -1]
            record = GameRecord(
                f"class-{task.job.league}-{number:06d}",
                "tic_tac_toe",
                *names,
                moves=tuple(MoveRecord(*line) for line in moves),
                winner="white" if fault else "black",
                verdict=fault.verdict if fault else "normal",
                fault=fault,
                output={color: f"{name} thinks" for color, name in zip(("black", "white"), names, strict=True)}
                | {f"{color} thinking": THOUGHT for color in ("black", "white")}
                | {f"{color} printed": '[3, "at b1"]\n[4, "at a3"]\n' for color in ("black", "white")},
                versions={"worker": "desk", "speed": "0.900", "processor": "0.125 0.25 - - -"},
                started="2026-11-16T12:00:00+00:00",
            )
            self.work.played(task.job.id, record)


@pytest.fixture(scope="module", params=SIZES, ids=["usual", "swapped"][: len(SIZES)])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("class") / "course")
    started.teachers, started.students = request.param
    yield started
    started.close()


@pytest.fixture(scope="module")
def chrome() -> Iterator[Any]:
    if chromium() is None:
        pytest.skip("no Chromium on this machine (Debian package: chromium-headless-shell)")
    expect.set_options(timeout=WAIT_MS)  # other tests may have the cores
    with browser() as started:
        yield started


class Visit(Screen):
    """A page of the class."""

    def go(self, hash: str, heading: str = "", *, check: bool = True) -> None:
        self.page.evaluate("(hash) => { delete document.body.dataset.ready; location.hash = hash; }", hash)
        self.until(f"document.body.dataset.ready === {hash!r}")
        if heading:
            expect(self.page.locator("h1")).to_have_text(heading)
        if check:
            self.check()

    def check(self) -> None:
        """Nothing that axe objects to, nothing wider than the window."""
        if axe.SCRIPT.exists():
            assert axe.violations(self.page) == []
        wide = self.page.viewport_size["width"]  # a phone would rather show a page smaller: innerWidth grows
        assert self.page.evaluate("document.documentElement.scrollWidth") <= wide

    def fill(self, **values: str) -> None:
        for name, value in values.items():
            self.page.fill(f"[name={name}]", value)

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()


def test_a_teacher_goes_from_the_first_link_to_a_class_with_an_assignment(chrome: Any, server: Server) -> None:
    visit = Visit(chrome.new_context(**server.teachers), server.address, quick=False)
    page = visit.page
    visit.load(server.link.removeprefix(f"{server.address}/"))
    expect(page.locator("h1")).to_have_text("Welcome, Tom")
    visit.check()
    visit.fill(password=PASSWORD)
    visit.press("Set password and sign in")
    expect(page.locator("h1")).to_have_text("Assignments")
    assert "link" not in page.url

    page.fill("[name=name]", "First bots")
    page.select_option("[name=game]", "tic_tac_toe")
    page.fill("[name=references]", "random")
    visit.check()
    visit.press("Make the assignment")
    expect(page.locator("h1")).to_have_text("First bots")
    expect(page.locator(".tabs a")).to_have_count(8)
    expect(page.locator(".tabs a").first).to_have_text("Submissions")

    visit.go("#people", "People")
    page.fill("[name=csv]", "name,team\nAnn,Owls\nBen,Owls\nEve,\n<img src=x onerror=alert(1)>,\n")
    visit.press("Add all")
    links = page.locator(".links li")
    expect(links).to_have_count(4)
    expect(links.first).to_contain_text(f"{server.address}/#link/")
    server.ann, server.eve = (links.nth(n).locator("code").inner_text() for n in (0, 2))  # type: ignore[attr-defined]
    expect(page.get_by_role("rowheader", name="<img src=x onerror=alert(1)>")).to_have_count(2)
    for label, value in (("Role: Ben", "assistant"), ("Team: Eve", "Owls")):
        expect(page.get_by_label(label).locator("option")).to_have_count(1)  # until somebody is about to choose
        page.get_by_label(label).focus()
        page.get_by_label(label).select_option(label=value.capitalize())
    expect(page.get_by_label("Team: Ben")).to_have_count(0)
    expect(page.get_by_role("row").filter(has_text="Owls").last).to_contain_text("Ann, Eve")
    page.get_by_role("button", name="Rename Owls").click()
    page.fill("[name=rename]", "Night owls")
    visit.press("Save")
    expect(page.get_by_role("rowheader", name="Night owls")).to_have_count(1)
    page.get_by_role("button", name="Rename Night owls").click()
    visit.check()
    page.fill("[name=rename]", "Owls")
    visit.press("Save")
    expect(page.get_by_role("rowheader", name="Night owls")).to_have_count(0)

    visit.go("#assignment/1/edit", "First bots")
    page.fill("[name=daily]", "3")
    visit.press("Save")
    expect(page.locator("main")).to_contain_text("3 submissions a day")
    for tab in ("standings", "queue", "similar", "cross", "curve", "games"):
        visit.go(f"#assignment/1/{tab}", "First bots", check=tab in ("queue", "similar"))  # the others are checked full
    visit.go("#audit", "Audit log")
    for action in ("class.made", "login.link", "assignments.added", "people.added", "people.changed"):
        expect(page.locator("main")).to_contain_text(action)
    page.select_option("#tools select", "pl")
    expect(page.locator("h1")).to_have_text("Dziennik zdarzeń")

    visit.go("#me", "Tom")
    page.get_by_role("button", name="Wyloguj się", exact=True).click()
    expect(page.locator("h1")).to_have_text("Zaloguj się")
    visit.check()
    visit.fill(name="tom", password="wrong password")
    visit.expected.append("401")
    page.click("button.primary")
    expect(page.locator(".problem:not(:empty)")).to_have_text("Nazwa lub hasło są błędne.")
    visit.fill(password=PASSWORD)
    page.click("button.primary")
    expect(page.locator("h1")).to_have_text("Zadania")

    visit.go("#people", "Osoby")
    page.get_by_role("button", name="Utwórz link z zaproszeniem").click()
    invitation = page.locator(".links code").inner_text()
    visit.check()
    visit.go(invitation.removeprefix(f"{server.address}/"), "Dołącz: AI 101")
    visit.fill(name="Zoe", password=PASSWORD)
    page.click("button.primary")
    expect(page.locator("#nav a")).to_have_text(["Zadania"])  # as a student, who may do less
    visit.assert_no_problems()
    page.context.close()


def test_a_student_goes_from_a_link_to_a_place_in_the_standings(chrome: Any, server: Server) -> None:
    visit = Visit(chrome.new_context(**server.students), server.address, quick=False)
    page = visit.page
    visit.load(server.ann.removeprefix(f"{server.address}/"))  # type: ignore[attr-defined]
    visit.check()
    visit.fill(password=PASSWORD)
    visit.press("Set password and sign in")
    expect(page.locator("#nav a")).to_have_text(["Assignments"])
    page.get_by_role("link", name="First bots").click()
    expect(page.locator(".tabs a")).to_have_count(6)
    expect(page.locator(".tabs a").first).to_have_text("Hand in")
    page.set_input_files("[name=file]", {"name": "bot.py", "mimeType": "text/x-python", "buffer": BOT.encode()})
    visit.fill(note="it plays the first square")
    page.locator("form button.primary").click()
    expect(page.locator("main")).to_contain_text("waiting for its check")
    visit.check()
    page.get_by_role("link", name="version 1").click()
    expect(page.locator("main")).to_contain_text("The check begins as soon as a worker is free")
    server.check_next()
    expect(page.locator("main")).to_contain_text("answered a1", timeout=10_000)  # it looks again by itself
    expect(page.locator("h1")).to_have_text("Owls · version 1")
    expect(page.locator(".chip.good").first).to_have_text("accepted")
    visit.check()

    for _ in range(3):
        server.play_next()
    server.work.snapshots.refreshed(server.work.assignments.get(1).league)  # nobody waits half a minute here
    visit.go("#assignment/1/standings", "First bots")
    expect(page.locator("tr.own")).to_contain_text("Owls v1")
    expect(page.locator("main")).to_contain_text("6 games")
    visit.go("#assignment/1/cross")
    expect(page.locator("td.num").first).to_have_text("3–0–3")
    page.locator("td.num a").first.click()
    expect(page.locator("tbody tr")).to_have_count(6)
    expect(page.get_by_role("link", name="All games")).to_be_visible()
    expect(page.get_by_role("heading", name="Owls v1")).to_contain_text("random")
    visit.go("#assignment/1/curve")
    expect(page.get_by_role("img")).to_have_count(1)
    visit.go("#assignment/1/queue")
    expect(page.locator("main")).to_contain_text("desk")
    expect(page.locator("main")).to_contain_text("ago")
    visit.go("#assignment/1/games")
    expect(page.locator("tbody tr")).to_have_count(6)
    page.select_option("[name=verdict]", "crash")
    expect(page.locator("main")).to_contain_text("No games here.")
    page.select_option("[name=verdict]", "")
    expect(page.locator("tbody tr")).to_have_count(6)
    page.locator("tbody a").first.click()
    expect(page.locator("h1")).to_contain_text("Owls v1")
    visit.until("document.querySelectorAll('main .disc').length === 5")
    visit.check()
    said = page.locator("section.card > pre")
    expect(said).to_have_text("submission:1 thinks")  # her own bot's, not the other's
    expect(page.locator(".printed pre")).to_have_text("at a3")  # beside the last move
    expect(page.locator("tbody tr").nth(1)).to_contain_text("0.25 s")
    page.get_by_role("button", name="Back", exact=True).click()
    visit.until("document.querySelectorAll('main .disc').length === 4")
    expect(page.locator(".printed pre")).to_have_count(0)  # the other's

    expect(page.locator(".cell .value")).to_have_text(["-3", "12.5"])
    expect(page.locator(".thinking")).to_contain_text("depth 6")
    page.get_by_label("Show the bot's values on the board").uncheck()
    expect(page.locator(".cell .value")).to_have_count(0)
    visit.press("What it searched before this move")
    expect(page.locator("main")).to_contain_text("A worker asks the bot what it searched")
    server.search_next()
    expect(page.locator(".think")).to_contain_text("1 of 2", timeout=10_000)
    expect(page.locator("main")).to_contain_text("a line that was not played")
    visit.check()
    page.locator("[data-key='ply 5']").click()
    expect(page.locator(".think")).to_have_count(0)
    page.locator("[data-key='ply 4']").click()
    visit.press("Play it again here")
    expect(page.locator("main")).to_contain_text("Repeats of this game")
    visit.press("Review this game")
    expect(page.locator("main")).to_contain_text("It is in the queue")
    visit.check()
    server.review_next()
    server.play_next()  # of the ladder, which goes on
    server.play_next(
        last="c1",
        fault=Fault("black", "crash", "black raised ValueError", "", command=f"orchard referee --moves {'a1' * 60}"),
    )
    expect(page.locator("main")).to_contain_text("They differ from move 5 on", timeout=10_000)
    expect(page.locator(".graph")).to_be_visible()
    expect(page.locator("tr .grade.blunder")).to_have_text("??")
    visit.check()
    page.get_by_role("button", name="White · ").click()
    expect(page.locator("article.why")).to_have_count(1)
    page.locator("article.why").get_by_role("button", name="Better line").click()
    expect(page.locator(".cell[data-square=a3] .disc")).to_have_count(1)
    expect(page.locator("main")).to_contain_text("a line that was not played")
    page.get_by_role("button", name="Back", exact=True).click()
    page.keyboard.press("End")
    expect(page.locator(".cell[data-square=c1] .disc")).to_have_count(1)  # of the line, not of the game
    page.locator("main .links a").click()
    expect(page.locator("main")).to_contain_text("This game is a repeat")
    bundle = page.get_by_role("link", name="Failure bundle").get_attribute("href")
    assert (
        page.request.get(f"{server.address}{bundle}").json()["checks"][0]["words"] == "crash: black raised ValueError"
    )
    visit.check()
    page.get_by_role("link", name="The first game").click()
    expect(page.locator("main")).to_contain_text("Repeats of this game")

    visit.go("#me", "Ann")
    expect(page.locator("main")).to_contain_text("Team: Owls (Ann, Eve)")
    visit.go("#assignment/1/work", "First bots")
    for version in (2, 3):
        page.set_input_files(
            "[name=file]", {"name": "bot.py", "mimeType": "text/x-python", "buffer": f"{BOT}#{version}".encode()}
        )
        page.locator("form button.primary").click()
        expect(page.locator("tbody tr")).to_have_count(version)
    visit.expected.append("429")
    page.set_input_files("[name=file]", {"name": "bot.py", "mimeType": "text/x-python", "buffer": b"#4"})
    page.locator("form button.primary").click()
    expect(page.locator(".problem:not(:empty)")).to_contain_text("as often as it may within 24 hours")
    big = {"name": "bot.zip", "mimeType": "application/zip", "buffer": bytes(20_000_001)}
    page.set_input_files("[name=file]", big)
    page.locator("form button.primary").click()
    expect(page.locator(".problem:not(:empty)")).to_have_text("The file is too large.")
    server.check_next()
    expect(page.locator("tbody tr").nth(1)).to_contain_text("accepted", timeout=10_000)
    page.get_by_role("button", name="Let version 1 play").click()
    expect(page.locator("tbody tr").nth(2)).to_contain_text("plays")
    visit.assert_no_problems()
    page.context.close()


def test_a_teacher_plays_the_final_and_the_ladder_stays_to_be_seen(chrome: Any, server: Server) -> None:
    tom = server.room.people.named("Tom")
    visit = Visit(chrome.new_context(**server.teachers), server.address, quick=False)
    page = visit.page
    visit.load(f"#link/{server.room.accounts.new_link(tom.id)}")
    visit.fill(password=PASSWORD)
    visit.press("Set password and sign in")
    expect(page.locator("h1")).to_have_text("Assignments")
    while server.work.queue.shown(1)["jobs"][0]["kind"] == "check":
        server.check_next()
    visit.go("#assignment/1/edit", "First bots")
    page.fill("[name=closes]", "2026-01-01T12:00")
    visit.press("Save")
    expect(page.locator("main .chip").first).to_have_text("closed")
    page.fill("[name=seed]", "2026")
    visit.check()
    visit.press("Play the final")
    expect(page.locator("main")).to_contain_text("Final: 0 games")
    expect(page.locator("main")).to_contain_text("Seed 2026: anyone can replay it.")
    visit.check()
    shown = page.locator("section.card .tabs a[aria-current]")
    for tab in ("cross", "standings"):
        expect(shown).to_have_text("Final")
        page.get_by_role("link", name="Ladder", exact=True).click()
        expect(shown).to_have_text("Ladder")
        visit.go(f"#assignment/1/{tab}", check=False)
    visit.go("#assignment/1/cross/ladder")
    expect(page.locator("td.num").first).to_be_visible()  # somebody has met somebody there
    visit.go("#assignment/1/standings/ladder")
    expect(page.locator("main")).to_contain_text("Ladder: ")
    files = page.locator("a[download]")
    addresses = [files.nth(at).get_attribute("href") for at in range(files.count())]
    assert [address.partition("?")[2] for address in addresses] == ["phase=ladder"] * 4
    visit.assert_no_problems()
    page.context.close()
