"""The studio as an app: it can be installed, and what runs is always what the server has."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import httpx

import orchard
from tests.studio.browser import Screen
from tests.studio.conftest import Server

WEB = Path(orchard.__file__).parent / "web"


def test_the_browser_reads_the_manifest_and_it_has_what_installing_needs(screen: Screen) -> None:
    screen.open()
    found = screen.page.context.new_cdp_session(screen.page).send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert manifest["name"] == "Orchard"
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")


def test_the_manifest_and_its_icons_are_there(server: Server) -> None:
    answer = httpx.get(f"{server.address}/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    icons = answer.json()["icons"]
    assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
    for icon in icons:
        drawn = httpx.get(server.address + icon["src"])
        assert drawn.headers["content-type"].startswith("image/svg+xml")
        assert ElementTree.fromstring(drawn.text).get("viewBox") == "0 0 64 64"


def test_nothing_stands_between_the_page_and_the_server(server: Server) -> None:
    """No service worker: an installed studio shows the version that the server has, or nothing."""
    scripts = "".join(file.read_text(encoding="utf-8") for file in (WEB / "js").glob("*.js"))
    assert "serviceWorker" not in scripts
    for path in ("/", "/js/main.js", "/manifest.webmanifest"):
        assert httpx.get(server.address + path).headers["cache-control"] == "no-cache"
