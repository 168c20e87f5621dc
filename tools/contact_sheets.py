"""Every view of the studio in every language, on desk, tablet and phone, by day and by night, many on one picture.

    python tools/contact_sheets.py FOLDER [SCENE ...]

Looking at them is for people; what a program can see it prints: pages that scroll sideways, cut or hidden text, and
words of another language. A scene is loaded once in each language, and then shown in every size and both themes.
"""

from __future__ import annotations

import argparse
import base64
import json
import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.studio.browser import Screen, browser
from tools.screenshots import CONNECT_FOUR, GOMOKU, REVERSED, REVERSI, fill_arena, studio

LOCALES = Path(__file__).resolve().parents[1] / "orchard" / "web" / "locales"
LANGUAGES = {"en": "en-GB", "pl": "pl-PL", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW"}
SIZES = {"desk": (1280, 800), "tablet": (820, 1180), "phone": (390, 844)}
TILES = {
    "desk": (3, 3, 520, 390),
    "tablet": (4, 2, 390, 620),
    "phone": (6, 1, 260, 1100),
}  # columns, rows, width, height
Scene = Callable[[Screen], Any]


def view(hash: str, until: str = "main .cell") -> Scene:
    def show(screen: Screen) -> None:
        screen.open(hash)
        screen.page.wait_for_selector(until)

    return show


def pressed(first: Scene, *clicks: str, until: str) -> Scene:
    def show(screen: Screen) -> None:
        first(screen)
        for click in clicks:
            screen.page.click(click)
        screen.page.wait_for_selector(until)

    return show


def analyse(screen: Screen) -> None:
    screen.open(f"#analyse/reversi/{REVERSI[:36]}?at=18&n=18:c4.d3-f5:A+comment")
    screen.page.click(".engine-settings summary")
    screen.until("document.querySelectorAll('main .cell .value').length > 3")
    screen.page.wait_for_timeout(1500)


def review(screen: Screen) -> None:
    screen.open(f"#review/reversi/{REVERSI}?b=human&w=level:4")
    screen.until("orchard.tree.review?.done")
    screen.page.locator("article.why:not(.chosen) button").first.click()


def result(screen: Screen) -> None:
    screen.open(f"#play/reversi/{REVERSI[:-2]}?b=human&w=human")
    screen.play(REVERSI[-2:])
    screen.page.wait_for_selector(".result:not([hidden])")
    screen.page.wait_for_timeout(1500)


def hint(screen: Screen) -> None:
    screen.open(f"#play/reversi/{REVERSI[:40]}?b=human&w=level:4")
    screen.page.wait_for_selector("main .cell.legal")
    screen.page.click("[data-action=hint]")
    screen.page.wait_for_selector(".status button")


def threats(screen: Screen) -> None:
    screen.open(f"#play/gomoku/{GOMOKU}?b=human&w=human")
    if screen.page.get_attribute("main .threat-toggle", "aria-pressed") == "false":
        screen.page.click("main .threat-toggle")
    screen.page.wait_for_selector("main .cell .threat")


def think(player: str) -> Scene:
    def show(screen: Screen) -> None:
        screen.open(f"#inside/reversi/f5d6c3?b=human&w={player}")
        screen.page.click("button[data-key=think]")
        screen.page.locator(".think [data-key=last]").click()
        screen.page.click(".think .settings summary")

    return show


def invited(screen: Screen) -> None:
    screen.open("#play/reversi/")
    screen.page.click("[data-action=new]")
    for name, value in {"game": "reversi", "mode": "friend", "place": "elsewhere", "color": "black"}.items():
        screen.page.check(f"dialog input[name={name}][value={value}]", force=True)
    screen.page.click("dialog button[value=start]")
    screen.page.wait_for_selector("dialog.invite")


def tool(where: str, name: str, until: str) -> Scene:
    return pressed(view(f"#inside/{where}?b=human&w=human"), f".tool-buttons [data-key={name}]", until=until)


PLAY = view(f"#play/reversi/{REVERSI[:40]}?b=human&w=level:4", "main .cell.legal")
NEW = pressed(view(f"#play/gomoku/{GOMOKU}?b=human&w=level:6"), "[data-action=new]", until="dialog[open]")
SCENES: dict[str, Scene] = {
    "first visit": view(""),
    "play": PLAY,
    "reversed": view(f"#play/reversed_reversi/{REVERSED}?b=human&w=level:3", "main .cell.legal"),
    "connect four": view(f"#play/connect_four/{CONNECT_FOUR}?b=human&w=level:5", "main .cell.legal"),
    "threats": threats,
    "swap2": view("#play/gomoku/h8h9j7?b=human&w=human&o=3", "[data-swap2=more]"),
    "hint": hint,
    "result": result,
    "new game": NEW,
    "new, watch": pressed(NEW, "dialog label:has(input[name=mode][value=watch])", until="dialog[open]"),
    "how to play": pressed(PLAY, "main .how-to", until="dialog[open]"),
    "paste": pressed(PLAY, "#nav [data-key=analyse]", "[data-key=paste]", until="dialog[open]"),
    "keys": pressed(PLAY, "#keys", until="dialog[open]"),
    "looks": pressed(PLAY, "#looks", until="dialog[open]"),
    "invited": invited,
    "editor": pressed(view("#analyse/reversi/f5d6"), "[data-key=edit]", until="main .painting"),
    "analyse": analyse,
    "analyse gomoku": view(f"#analyse/gomoku/{GOMOKU}", "main .cell .value"),
    "review": review,
    "inside": view(f"#inside/reversi/{REVERSI[:24]}?b=human&w=uct", ".forest .node.main"),
    "depths": view(f"#inside/reversi/{REVERSI[:24]}?b=human&w=sage", ".inside table"),
    "step by step": think("uct"),
    "cut-offs": think("alphabeta"),
    "side by side": tool("reversi/f5d6c3", "side", ".lane.done"),
    "whole tree": tool("tic_tac_toe/a1b2", "whole", ".big .item"),
    "proof": tool("gomoku/h8h7i8a1j8a15", "proofs", ".big .item"),
    "arena": view("#arena", ".leagues button"),
    "games": view("#library", ".library .games tbody tr"),
}

FAULTS = """() => {
    const found = new Set();
    const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const about = (element) => `${element.tagName.toLowerCase()}.${element.className.baseVal ?? element.className}`
        + ` "${element.textContent.trim().slice(0, 50)}"`;
    const scrolls = (element) => {
        for (let at = element; at; at = at.parentElement)
            if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
        return false;
    };
    if (document.documentElement.scrollWidth > innerWidth) found.add('the page scrolls sideways');
    for (const element of document.querySelectorAll('body *')) {
        const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
        if (!own || !shown(element) || element.closest('.skip, span.line, [aria-hidden=true]')) continue;
        const { left, right, width, height } = element.getBoundingClientRect();
        if (width <= 1 || height <= 1) continue;
        const style = getComputedStyle(element);
        const isCut = element.clientWidth && element.scrollWidth > element.clientWidth + 1;
        if (isCut && /hidden|clip/.test(style.overflowX)) found.add(`cut: ${about(element)}`);
        if ((left < -1 || right > innerWidth + 1) && !scrolls(element)) found.add(`off the page: ${about(element)}`);
    }
    return [...found];
}"""
TEXTS = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = new Set();
    while (walker.nextNode())
        if (walker.currentNode.parentElement.checkVisibility()) found.add(walker.currentNode.textContent.trim());
    for (const name of ['aria-label', 'title', 'placeholder'])
        for (const element of document.querySelectorAll(`[${name}]`)) found.add(element.getAttribute(name));
    return [...found];
}"""


def words_of(language: str) -> dict[str, str]:
    files = [LOCALES / f"{language}.json", *LOCALES.glob(f"*/{language}.json")]
    return {key: text for file in files for key, text in json.loads(file.read_text(encoding="utf-8")).items()}


def foreign(language: str) -> set[str]:
    """What stands for a word that is missing, or is said otherwise in this language."""
    own, english = words_of(language), words_of("en")
    keys = {key for key in english if "." in key}
    return keys | {text for key, text in english.items() if len(text) > 3 and text not in own.values()}


def take(address: str, chrome: Any, folder: Path, wanted: list[str]) -> None:
    for language, locale in LANGUAGES.items():
        context = chrome.new_context(locale=locale, reduced_motion="reduce", device_scale_factor=1)
        strange = foreign(language)
        pictures: dict[tuple[str, str], list[tuple[str, bytes]]] = {
            key: [] for key in product(SIZES, ("light", "dark"))
        }
        for name in wanted:
            screen = Screen(context, address)
            try:
                SCENES[name](screen)
            except Exception as error:
                print(f"{language} {name}: NOT SHOWN: {str(error).splitlines()[0]}", flush=True)
            for text in sorted(set(screen.page.evaluate(TEXTS)) & strange):
                print(f"{language} {name}: not in this language: {text}", flush=True)
            for size, theme in pictures:
                screen.page.emulate_media(color_scheme=theme)
                screen.resize(*SIZES[size])
                screen.page.wait_for_timeout(150)
                if theme == "light":
                    for fault in screen.page.evaluate(FAULTS):
                        print(f"{language} {name} {size}: {fault}", flush=True)
                picture = screen.page.screenshot(type="jpeg", quality=80, full_page=size != "desk")
                pictures[size, theme].append((name, picture))
            for problem in screen.problems:
                print(f"{language} {name}: console: {problem}", flush=True)
            screen.page.close()
        for (size, theme), shown in pictures.items():
            for number, some in enumerate(in_sheets(shown, size), 1):
                sheet(context, folder / f"{language}-{size}-{theme}-{number}.png", some, size)
        context.close()


def in_sheets(shown: list[tuple[str, bytes]], size: str) -> Iterator[list[tuple[str, bytes]]]:
    columns, rows, _, _ = TILES[size]
    for at in range(0, len(shown), columns * rows):
        yield shown[at : at + columns * rows]


def sheet(context: Any, path: Path, some: list[tuple[str, bytes]], size: str) -> None:
    columns, rows, width, height = TILES[size]
    sources = [(name, f"data:image/jpeg;base64,{base64.b64encode(picture).decode()}") for name, picture in some]
    tiles = [f"<figure><figcaption>{name}</figcaption><img src='{source}'></figure>" for name, source in sources]
    style = f"""body {{ margin: 0; display: grid; grid-template-columns: repeat({columns}, {width}px) }}
        figure {{ margin: 2px; height: {height}px; overflow: hidden }} img {{ width: 100% }}
        figcaption {{ font: 12px sans-serif; background: #ff0; }}"""
    page = context.new_page()
    page.set_viewport_size({"width": columns * width, "height": rows * (height + 4)})
    page.set_content(f"<style>{style}</style>{''.join(tiles)}")
    page.screenshot(path=path)
    page.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help=", ".join(SCENES))
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with studio() as address, browser() as chrome:
        fill_arena(address, 4)
        take(address, chrome, options.folder, options.scenes or list(SCENES))


if __name__ == "__main__":
    main()
