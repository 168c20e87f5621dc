"""Text of others, made safe to show and to keep."""

from __future__ import annotations

from orchard.core.visible import cut, visible


def test_control_characters_are_written_out() -> None:
    assert visible("\x1b]0;title\x07\x1b[2J") == r"\x1b]0;title\x07\x1b[2J"
    assert visible("a\rb\x00\x7f\x9b31m") == r"a\x0db\x00\x7f\x9b31m"
    assert visible("\u202eabc\u2066\u2028") == r"\u202eabc\u2066\u2028"
    assert visible("\ud800") == r"\ud800"


def test_text_of_any_language_stays_as_it_is() -> None:
    for text in ("two\nlines\tand a tab", "naïve 中文 ½–½ \N{GRINNING FACE} \N{REPLACEMENT CHARACTER}", ""):
        assert visible(text) == text
    assert visible("dos\r\nlines") == "dos\nlines"


def test_what_is_visible_can_be_kept_by_any_database() -> None:
    every = visible("".join(map(chr, [*range(0x3000), *range(0xD7F0, 0xE010), 0xFFFE, 0x1F600])))
    assert "\x00" not in every
    assert every.encode("utf-8").decode("utf-8") == every
    assert not any(ord(sign) < 32 and sign not in "\n\t" for sign in every)


def test_long_text_keeps_its_beginning_and_its_end() -> None:
    assert cut("abc", 3) == "abc"
    shortened = cut("a" * 600_000 + "end", 1000)
    assert shortened.startswith("aaa")
    assert shortened.endswith("end")
    assert len(shortened) < 1100
    assert "599003 characters left out" in shortened
