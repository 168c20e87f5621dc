"""Where games are read from: bytes or text in memory, or a file, of which only a piece is in memory at a time."""

import codecs
import io
import re
from collections.abc import Iterator
from typing import BinaryIO

from orchard.play.formats._common import OLD_ENCODING, FormatError

PIECE = 1 << 18  # bytes that are read at once
LONGEST_GAME = 1 << 24  # characters: what is longer is looked at as far as it is there
HEAD = 1 << 16  # bytes that tell a format
LFS_POINTER = b"version https://git-lfs.github.com/spec/"
END_OF_FILE = b"\x1a"  # as the last byte, from the days of DOS

Data = bytes | str | BinaryIO


def head_of(data: Data) -> tuple[bytes | str, int]:
    """The first lines of it, enough to tell its format, and its size in bytes."""
    if isinstance(data, bytes | str):
        return data, len(data)
    size = data.seek(0, io.SEEK_END)
    data.seek(0)
    head = data.read(HEAD)
    data.seek(0)
    if size > HEAD and b"\n" in head and b"\0" not in head:
        head = head[: head.rindex(b"\n") + 1]
    return head, size


def check_is_here(data: Data) -> None:
    """A FormatError for what Git keeps in the place of a large file."""
    head, _ = head_of(data)
    said = head.encode("utf-8", "replace") if isinstance(head, str) else head
    if said.startswith(LFS_POINTER):
        size = re.search(rb"^size ([0-9]{1,15})", said, re.MULTILINE)
        to = f" to a file of {int(size[1]):,} bytes" if size else ""
        raise FormatError(f"this is a Git LFS pointer{to}, not the file itself: run `git lfs pull` first")


class Text:
    """The text of a file from the first character that is still needed; `more` reads on.

    UTF-8 or, where it is not that, in the `encoding`; lines end in '\\n'.
    """

    def __init__(self, data: Data, encoding: str = OLD_ENCODING) -> None:
        self.at = 0  # what is before it has been read
        self.text = ""
        self._line, self._counted = 1, 0  # the line of a place in the text
        self._file: BinaryIO | None = None
        if isinstance(data, str):
            self.text = data.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
            return
        self._file = io.BytesIO(data) if isinstance(data, bytes) else data
        encoding = "utf-8-sig" if _is_utf8(self._file) else encoding
        self._decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder(encoding)("replace"), translate=True)

    def more(self) -> bool:
        """Read the next piece; False at the end of the file."""
        while self._file is not None:
            piece = self._file.read(max(PIECE, len(self.text) - self.at))  # twice as much each time: linear in the end
            if piece.endswith(END_OF_FILE):
                after = self._file.read(1)
                piece = piece + after if after else piece[:-1]
            text = self._decoder.decode(piece, final=not piece)
            if not piece:
                self._file = None
            if text:
                self._advance(self.at)
                self.text = self.text[self.at :] + text
                self.at = self._counted = 0
                return True
        return False

    @property
    def is_at_end(self) -> bool:
        return self._file is None

    @property
    def is_long(self) -> bool:
        """Whether more is there than a game can have."""
        return len(self.text) - self.at > LONGEST_GAME

    def line_of(self, at: int) -> int:
        """The number of the line that holds a character, which is not before `self.at`."""
        self._advance(self.at)
        return self._line + self.text.count("\n", self._counted, at)

    def _advance(self, at: int) -> None:
        self._line += self.text.count("\n", self._counted, at)
        self._counted = at

    def lines(self) -> Iterator[tuple[int, str]]:
        """All lines from here on, with their numbers."""
        number = self.line_of(self.at)
        while True:
            end = self.text.find("\n", self.at)
            if end < 0:
                if self.more():
                    continue
                yield number, self.text[self.at :]
                return
            line = self.text[self.at : end]
            self.at = end + 1
            yield number, line
            number += 1

    def rest(self) -> str:
        """All that is left, for readers that need it whole."""
        while self.more():
            pass
        return self.text[self.at :]


def _is_utf8(file: BinaryIO) -> bool:
    file.seek(0)
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        while piece := file.read(PIECE):
            decoder.decode(piece)
        decoder.decode(b"", final=True)
        return True
    except UnicodeDecodeError:
        return False
    finally:
        file.seek(0)
