"""Every language says everything."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import orchard
from orchard.games.gomoku import facts as gomoku_facts
from orchard.games.reversi import facts
from orchard.players.level import ladder
from orchard.shells.studio.players import player_names
from orchard.study.review import GRADES

WEB = Path(orchard.__file__).parent / "web"
FILES = [*(WEB / "locales").rglob("*.json")]
LOCALES: dict[str, dict[str, str]] = {}
for file in FILES:
    LOCALES.setdefault(file.stem, {}).update(json.loads(file.read_text(encoding="utf-8")))
SCRIPTS = "\n".join(file.read_text(encoding="utf-8") for file in (WEB / "js").glob("*.js"))


def test_the_four_languages_are_there() -> None:
    assert set(LOCALES) == {"en", "zh-Hans", "zh-Hant", "pl"}


@pytest.mark.parametrize("code", sorted(LOCALES))
def test_a_language_has_every_key_with_the_same_places_to_fill(code: str) -> None:
    english, words = LOCALES["en"], LOCALES[code]
    assert set(words) == set(english)
    for key, text in words.items():
        assert text.strip(), key
        wanted, found = (set(re.findall(r"{(\w+)}", entry)) for entry in (english[key], text))
        assert found <= wanted, key


def test_every_key_that_the_page_names_is_there() -> None:
    named = set(re.findall(r"""\bt\(\s*["']([\w.]+)["']""", SCRIPTS))
    assert len(named) > 100
    assert named <= set(LOCALES["en"])


def test_what_the_server_names_can_be_said() -> None:
    english = set(LOCALES["en"])
    sources = "".join(Path(module.__file__).read_text(encoding="utf-8") for module in (facts, gomoku_facts))
    kinds = set(re.findall(r'Fact\(\s*"(\w+)"', sources)) | {"x_square", "c_square"}
    kinds |= {"missed_win", "missed_win_by_fours"}
    assert len(kinds) > 12
    assert {f"fact.{kind}" for kind in kinds} <= english
    assert {f"because.{kind}" for kind in kinds} <= english  # the same, as a hint
    habits = {habit for name in orchard.games() for rung in ladder(orchard.game(name)) for habit in rung.habits}
    assert {f"habit.{habit}" for habit in habits} <= english
    assert {f"grade.{grade}" for grade in GRADES} <= english
    assert {f"level.{level}" for level in range(1, 11)} <= english


def test_a_translated_game_has_a_title_and_an_aim() -> None:
    """Without any of these keys a game is shown in the server's English words."""
    keys = {key for key in LOCALES["en"] if key.startswith("game.")}
    named = {key.split(".")[1] for key in keys}
    assert {"reversi", "reversed_reversi", "gomoku"} <= named <= set(orchard.games())
    assert {f"game.{name}.{what}" for name in named for what in ("title", "aim")} <= keys


def test_whatever_goes_wrong_can_be_said_in_every_language() -> None:
    package = Path(orchard.__file__).parent
    sources = [
        file
        for folder in ("core", "games", "play", "study", "shells/studio")
        for file in (package / folder).rglob("*.py")
    ]
    text = "\n".join(file.read_text(encoding="utf-8") for file in sources)
    kinds = set(re.findall(r'kind="(\w+)"', text)) - {"stable"}  # a way to sort
    kinds |= set(re.findall(r'return "(\w+)", f?"', text)) - {"not_legal"}  # reasons of a game, which has its own
    kinds |= {"overline", "double_four", "double_three"}  # of renju
    assert len(kinds) > 20
    assert {f"reason.{kind}" for kind in kinds} == {key for key in LOCALES["en"] if key.startswith("reason.")}


@pytest.mark.parametrize("code", ["zh-Hans", "zh-Hant"])
def test_chinese_is_set_with_chinese_punctuation(code: str) -> None:
    for key, text in LOCALES[code].items():
        assert not re.search(r"[一-鿿）」”}]\s?[,:;!?(]|[,:;!?)]\s?[一-鿿（「“]", text), (key, text)
        assert " %" not in text, (key, text)
    other = {"zh-Hans": "個這會對於長讀寫馬鳥魚龍門開關", "zh-Hant": "个这会对于长读写马鸟鱼龙门开关"}[code]
    for key, text in LOCALES[code].items():
        assert not set(text) & set(other) - {"于"}, (key, text)


def test_in_polish_both_sides_are_plural() -> None:
    """Czarne and Białe are plural, so that a verb after them ends in -ą, or in -ły where it is over."""
    names = {"proof.announced"}  # may be a player's name too
    for key, text in LOCALES["pl"].items():
        verbs = re.findall(r"\{(?:who|opponent|other)\} (?:nie |już )?(\w+)", text)
        assert key in names or all(verb.endswith(("ą", "ły")) for verb in verbs), (key, text)


def test_every_player_has_a_name_and_a_description_in_every_language() -> None:
    for name in set(player_names()) - {"level"}:
        assert f"player.{name}" in LOCALES["en"], (
            f"add player.{name} and player.{name}.how to orchard/web/locales/*.json"
        )
        assert f"player.{name}.how" in LOCALES["en"], name


def test_chinese_and_polish_are_not_left_in_english() -> None:
    english = LOCALES["en"]
    for code in ("zh-Hans", "zh-Hant"):
        same = [
            key
            for key, text in LOCALES[code].items()
            if text == english[key] and re.search("[a-z]{3}", re.sub("{.*?}", "", text))
        ]
        assert set(same) <= {"player.epsilon", "player.alphabeta", "player.negascout"}, same


@pytest.mark.parametrize("code", LOCALES)
def test_no_text_is_there_twice(code: str) -> None:
    """JSON would quietly take the second."""
    files = [file.read_text(encoding="utf-8") for file in FILES if file.stem == code]
    keys = [key for text in files for key, _ in json.loads(text, object_pairs_hook=list)]
    assert [key for key in set(keys) if keys.count(key) > 1] == []
