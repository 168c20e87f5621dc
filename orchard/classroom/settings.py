"""The settings of a class: `class.toml` in its folder, each also by an environment variable ORCHARD_CLASS_NAME."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from orchard.core.errors import OptionError

FILE = "class.toml"
DATABASE, SUBMISSIONS, BACKUPS = "class.db", "submissions", "backups"  # beside it in the folder of a class
PREFIX = "ORCHARD_CLASS_"
OLD = ("studio",)
LARGEST_MB = 20.0  # of a submission, see archive.py


@dataclass(frozen=True)
class Settings:
    """Everything that can be set. docs/CLASS.md has the same table for people."""

    title: str = "Orchard class"  # shown on every page
    address: str = "http://127.0.0.1:8585"  # as people type it; https behind a proxy with TLS
    host: str = "127.0.0.1"  # where the server listens
    port: int = 8585
    proxy: str = ""  # address of the proxy whose X-Forwarded-For is believed
    database: str = ""  # postgresql://user@host/name; empty: class.db in this folder
    studio: str = ""  # no longer used; older files may have it
    session_hours: float = 336.0  # a session ends then, whatever happens
    idle_hours: float = 72.0  # or after so long without a request
    link_hours: float = 168.0  # a one-time link works so long
    upload_mb: float = 20.0  # largest submission
    reserve_mb: float = 500.0  # with less free disk space no submission is taken
    metrics_token: str = ""  # lets Prometheus read /metrics (Authorization: Bearer ...); empty: only staff
    no_walls: bool = False  # true: run the bots of others without a sandbox, with all rights of the server
    openid_issuer: str = ""  # sign in with OpenID Connect, e.g. https://login.example.edu
    openid_client: str = ""
    openid_secret: str = ""  # better by the environment: ORCHARD_CLASS_OPENID_SECRET
    openid_claim: str = "preferred_username"  # what of an account must be the name of a person here

    @property
    def is_secure(self) -> bool:
        """Whether people come through TLS."""
        return self.address.startswith("https://")

    @property
    def host_name(self) -> str:
        return urlsplit(self.address).hostname or ""


def read_settings(folder: Path, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of a class folder; the environment wins over the file."""
    path = folder / FILE
    try:
        found: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise OptionError(f"{folder} is no class: there is no {FILE} (make one: orchard class init {folder})") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise OptionError(f"cannot read {path}: {error}") from None
    known = {field.name: type(field.default) for field in fields(Settings)}
    unknown = sorted(set(found) - set(known))
    if unknown:
        raise OptionError(f"{path}: no setting {unknown[0]!r}; there are {', '.join(known)}")
    values = {name: _typed(value, known[name], f"{path}: {name}") for name, value in found.items()}
    for name, kind in known.items():
        given = environment.get(PREFIX + name.upper())
        if given is not None:
            values[name] = _typed(_from_text(given, kind), kind, PREFIX + name.upper())
    return _checked(Settings(**values), path)


def _typed(value: Any, kind: type, where: str) -> Any:
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is not kind:
        raise OptionError(f"{where} is {value!r}; it must be of type {kind.__name__}")
    return value


def _from_text(text: str, kind: type) -> Any:
    if kind is bool:
        return {"true": True, "1": True, "false": False, "0": False}.get(text.lower(), text)
    try:
        return kind(text)
    except ValueError:
        return text


def _checked(settings: Settings, path: Path) -> Settings:
    parts = urlsplit(settings.address)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/"):
        raise OptionError(f"{path}: address must be like https://class.example.org, not {settings.address!r}")
    if not 0 <= settings.port <= 65535:
        raise OptionError(f"{path}: port must be 0 to 65535")
    for name in ("session_hours", "idle_hours", "link_hours", "upload_mb", "reserve_mb"):
        if not 0 < getattr(settings, name) < 1e6:
            raise OptionError(f"{path}: {name} must be above 0 and below 1,000,000")
    if settings.upload_mb > LARGEST_MB:
        raise OptionError(f"{path}: upload_mb can be at most {LARGEST_MB:g}")
    try:
        for one in filter(None, settings.proxy.split(",")):
            ip_network(one.strip())
    except ValueError:
        raise OptionError(f"{path}: proxy is an IP address, as 127.0.0.1, not {settings.proxy!r}") from None
    if settings.openid_issuer and not settings.openid_client:
        raise OptionError(f"{path}: openid_issuer needs openid_client as well")
    return settings


def new_file(title: str, address: str) -> str:
    """The text of a class.toml in which everything else stands as a comment."""
    lines = ["# Settings of this class; see docs/CLASS.md. Each can also be given as ORCHARD_CLASS_NAME.", ""]
    given = {"title": title, "address": address}
    for field in fields(Settings):
        if field.name in OLD:
            continue
        value = given.get(field.name, field.default)
        lines.append(("" if field.name in given else "# ") + f"{field.name} = {_toml(value)}")
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        import json

        return json.dumps(value, ensure_ascii=False)  # a basic string of TOML
    return str(value)
