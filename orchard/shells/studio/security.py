"""Access control, rate limits and security headers: one ASGI layer around everything else."""

import asyncio
import hmac
import json
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import SplitResult, parse_qs, urlsplit

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
COOKIE = "orchard_token"
FILE_PATHS = ("/api/import", "/api/profile_import")  # they take large bodies: games, and a profile of years
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


class Bucket:
    """Lets `rate` requests a second through, and `burst` at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.level, self.at = burst, time.monotonic()

    def is_empty(self) -> bool:
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now
        return self.level < 1

    def take(self) -> bool:
        if self.is_empty():
            return False
        self.level -= 1
        return True


@dataclass(frozen=True)
class ServerSettings:
    """How the server is reached and what it allows."""

    host: str = "127.0.0.1"
    port: int = 8484
    token: str | None = None
    body_bytes: int = 65_536
    file_bytes: int = 16_000_000  # of a file of games or of a profile
    requests_per_s: float = 50.0
    burst: float = 200.0
    messages_per_s: float = 60.0
    messages_burst: float = 120.0
    guesses_per_s: float = 0.2  # of wrong tokens, from one address
    guesses_burst: float = 20.0
    body_s: float = 20.0  # for all of a request's body to arrive
    file_s: float = 120.0
    connections: int = 600  # WebSockets among them
    connections_per_address: int = 300
    sockets: int = 200
    sockets_per_address: int = 100
    proxy: str | None = None  # the address of a proxy whose X-Forwarded-For is believed
    workers: int | None = None


class Buckets:
    """A bucket for each address; those not heard of for the longest time are forgotten."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._known: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, address: str) -> Bucket:
        bucket = self._known.pop(address, None) or Bucket(self.rate, self.burst)
        self._known[address] = bucket
        while len(self._known) > self.most:
            self._known.popitem(last=False)
        return bucket


class Guard:
    """Refuses foreign hosts and origins, missing tokens, large bodies and floods; adds the security headers."""

    def __init__(self, app: Application, settings: ServerSettings) -> None:
        self.app, self.settings = app, settings
        self.requests = Buckets(settings.requests_per_s, settings.burst)
        self.guesses = Buckets(settings.guesses_per_s, settings.guesses_burst)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        given = self._given_token(scope, headers)
        address = address_of(scope)
        if self.settings.token is not None and self.guesses.of(address).is_empty():  # before any token is compared
            await self.refuse(scope, send, 429, "too many wrong tokens from this address; wait a minute")
            return
        if self._wants_cookie(scope, given):
            cookie = f"{COOKIE}={self.settings.token}; Path=/; HttpOnly; SameSite=Strict"
            await _respond(send, 303, [(b"location", b"/"), (b"set-cookie", cookie.encode("latin-1"))])
            return
        refusal = self._refusal(scope, headers, given)
        if refusal is not None and refusal[0] == 401:
            self.guesses.of(address).take()
        if refusal is not None:
            await self.refuse(scope, send, *refusal)
            return
        if scope["type"] == "http":
            late: list[bool] = []
            receive, send = self._limited(receive, late, scope), _with_headers(send, late)
        await self.app(scope, receive, send)

    # ------------------------------------------------------------------------------------------ for other servers

    def is_own_host(self, name: str | None) -> bool:
        """Whether a request may name this host. A token keeps strangers out under any name."""
        return self.settings.token is not None or name in LOOPBACK

    def body_limits(self, scope: Message) -> tuple[int, float]:
        """How many bytes a request may bring, and how many seconds it may take over them."""
        settings = self.settings
        if scope["method"] == "POST" and scope["path"] in FILE_PATHS:
            return settings.file_bytes, settings.file_s
        return settings.body_bytes, settings.body_s

    def too_large(self, most: int) -> Message:
        """What is received in place of the rest of a body that is too large."""
        return {"type": "http.disconnect"}

    async def refuse(self, scope: Message, send: Send, status: int, reason: str) -> None:
        await answer_refusal(scope, send, status, reason)

    # ------------------------------------------------------------------------------------------ the checks

    def _refusal(self, scope: Message, headers: dict[str, str], given: str | None) -> tuple[int, str] | None:
        settings = self.settings
        host = headers.get("host", "")
        if not self.is_own_host(_split(f"//{host}").hostname):
            return 403, f"this server answers only to localhost, not to {host!r}"
        origin = headers.get("origin")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if origin is not None and changes and _split(origin).netloc.lower() != host.lower():
            return 403, "requests from other sites are refused"
        counts = scope["type"] == "websocket" or scope["path"].startswith("/api")
        if counts and not self.requests.of(address_of(scope)).take():
            return 429, "too many requests; wait a second"
        if settings.token is not None and not _same(given, settings.token):
            return 401, "a token is needed: open the address that the server printed when it started"
        if scope["type"] == "http":
            length = headers.get("content-length", "0")
            most, _ = self.body_limits(scope)
            if not length.isdecimal() or int(length) > most:
                return 413, f"at most {most} bytes are taken"
        return None

    def _given_token(self, scope: Message, headers: dict[str, str]) -> str | None:
        authorization = headers.get("authorization", "")
        if authorization.lower().startswith("bearer "):
            return authorization[7:].strip()
        query = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token")
        if query:
            return str(query[0])
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        except CookieError:
            return None
        return str(cookie.value) if cookie is not None else None

    def _wants_cookie(self, scope: Message, given: str | None) -> bool:
        """The page opened with ?token=...: keep it in a cookie, so that the address can be shared without it."""
        return (
            self.settings.token is not None
            and scope["type"] == "http"
            and scope["path"] == "/"
            and b"token=" in scope.get("query_string", b"")
            and _same(given, self.settings.token)
        )

    def _limited(self, receive: Receive, late: list[bool], scope: Message) -> Receive:
        """Bodies up to a size, within a time; `late` is filled when the rest of one is not waited for."""
        seen, complete = 0, False
        most, seconds = self.body_limits(scope)
        give_up = time.monotonic() + seconds

        async def limited() -> Message:
            nonlocal seen, complete
            if complete:
                return await receive()  # which waits until the client goes
            try:
                message = await asyncio.wait_for(receive(), max(0.0, give_up - time.monotonic()))
            except TimeoutError:
                late.append(True)
                return {"type": "http.disconnect"}
            complete = not message.get("more_body", False)
            seen += len(message.get("body", b""))
            return self.too_large(most) if seen > most else message

        return limited


def address_of(scope: Message) -> str:
    return str((scope.get("client") or ("?",))[0])


def _split(address: str) -> SplitResult:
    """The parts of an address; of one that cannot be read they are empty."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def _same(given: str | None, wanted: str) -> bool:
    return given is not None and hmac.compare_digest(given.encode("utf-8", "replace"), wanted.encode())


def _with_headers(send: Send, late: Sequence[bool] = ()) -> Send:
    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            hang_up = [(b"connection", b"close")] if late else []
            message["headers"] = [*message.get("headers", []), *HEADERS, *hang_up]
        await send(message)

    return with_headers


async def answer_refusal(scope: Message, send: Send, status: int, reason: str, code: str = "refused") -> None:
    """Say why a request is refused; `code` is what a page has words for."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": reason[:100]})
        return
    body = json.dumps({"error": code, "message": reason}).encode()
    await _respond(send, status, [(b"content-type", b"application/json")], body)


async def _respond(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes = b"") -> None:
    await _with_headers(send)({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
