"""Secrets: random tokens of which only the hash is kept, and passwords by argon2."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from orchard.core.errors import OrchardError

SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 200


class PasswordError(OrchardError, ValueError):
    """A new password that is too easy to guess."""


def new_token() -> str:
    """256 random bits."""
    return secrets.token_urlsafe(32)


def hashed(token: str, purpose: str = "") -> str:
    """What is kept of a token. A token is random, so a plain hash cannot be turned around."""
    return hashlib.sha256(f"{purpose}\0{token}".encode("utf-8", "replace")).hexdigest()


def same(one: str, other: str) -> bool:
    """Compared in constant time."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))


class Passwords:
    """Argon2id. A password for nobody is verified too, so that an unknown name takes as long as a known one."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()  # the parameters of RFC 9106 for little memory
        self._nobody = self._hasher.hash(secrets.token_urlsafe(16))

    def hash(self, password: str) -> str:
        if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
            raise PasswordError(
                f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters",
                kind="bad_password",
                least=SHORTEST_PASSWORD,
            )
        if len(set(password)) < 5:
            raise PasswordError("this password repeats itself", kind="bad_password", least=SHORTEST_PASSWORD)
        return self._hasher.hash(password)

    def verify(self, kept: str | None, password: str) -> bool:
        """Whether this is the password; False, after the same work, where nothing is kept."""
        try:
            matches = self._hasher.verify(kept or self._nobody, password[:LONGEST_PASSWORD])
        except (Argon2Error, InvalidHashError):
            return False
        return matches and kept is not None

    def is_old(self, kept: str) -> bool:
        """Whether the hash was made with weaker parameters."""
        return self._hasher.check_needs_rehash(kept)
