"""Text of others, made safe to show and to keep."""

import re

# Controls other than tab and line feed (also those of 8 bits), separators that terminals take for new lines, marks that
# turn the direction of writing, and halves of characters, which no file or database can keep
UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def visible(text: str) -> str:
    """The text with its control characters written out, as `\\x1b`: a terminal shows them and does not obey them."""
    return UNSAFE.sub(_written_out, text.replace("\r\n", "\n"))


def _written_out(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def cut(text: str, longest: int) -> str:
    """The text, or its beginning and its end where it is longer."""
    if len(text) <= longest:
        return text
    half = longest // 2
    return f"{text[:half]}\n[... {len(text) - 2 * half} characters left out ...]\n{text[-half:]}"
