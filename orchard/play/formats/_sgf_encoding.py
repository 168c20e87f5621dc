"""The encoding of an SGF file that is not in UTF-8: the one that its field CA names."""

import codecs
import re

from orchard.play.formats._common import OLD_ENCODING
from orchard.play.formats._source import Data, head_of

FIELD = re.compile(rb"CA\s{0,20}\[\s{0,20}([A-Za-z0-9_:.-]{1,30})\s{0,20}\]")
CHINESE = dict.fromkeys(("gb2312", "gbk"), "gb18030")  # which holds both
KNOWN = {"gb18030", "big5", "big5hkscs", "cp950", "euc_jp", "shift_jis", "cp932", "euc_kr", "cp949", "koi8-r", "koi8-u"}
FAMILIES = ("cp125", "iso8859-")  # windows-1250 and its kin


def encoding_of(data: Data) -> str:
    """By the name that Python has for it."""
    head, _ = head_of(data)
    found = FIELD.search(head) if isinstance(head, bytes) else None
    try:
        name = codecs.lookup(found[1].decode()).name if found is not None else OLD_ENCODING
    except LookupError:
        return OLD_ENCODING
    name = CHINESE.get(name, name)
    return name if name in KNOWN or name.startswith(FAMILIES) else OLD_ENCODING
