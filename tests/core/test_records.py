"""Records and columns: one declaration for Python, for the memory and for kernels, and kernels that are kept."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from orchard.core.records import Columns, Record, field
from tests.core.test_jit import fresh_process, package_with


class Point(Record):
    x = field("i8")
    weights = field("f4", 2, 3)


class Pairs(Columns):
    own = field("u8", "length")
    enemy = field("u8", "length")


class Mixed(Columns):
    count = field("i4", "length")
    grid = field("f8", "length", 4)
    extra = field("i2", "others")
    used = field("i8", 2)


PROBE = """
from orchard.core.jit import kernel, numba
from orchard.core.records import Columns, field

class Pairs(Columns):
    own = field("u8", "length")
    enemy = field("u8", "length")

class Mixed(Columns):
    count = field("i4", "length")
    grid = field("f8", "length", 4)

@kernel(numba.float64(Pairs.type, Mixed.type))
def total(pairs, mixed):
    pairs.own[:], pairs.enemy[:] = 1, 2
    mixed.count[:], mixed.grid[:] = 3, 0.5
    return pairs.own.sum() + pairs.enemy.sum() + mixed.count.sum() + mixed.grid.sum()
"""


def test_a_record_is_zeroed_memory_with_the_declared_fields() -> None:
    point = Point.new()
    assert (int(point["x"]), point["weights"].shape, point["weights"].dtype) == (0, (2, 3), np.float32)
    assert not point["weights"].any()


def test_columns_are_as_long_as_asked() -> None:
    mixed = Mixed.new(length=5, others=0)
    assert [column.shape for column in mixed] == [(5,), (5, 4), (0,), (2,)]
    assert Pairs.row_bytes("length") == 16
    assert Mixed.row_bytes("others") == 2


def test_a_kernel_takes_columns_of_one_kind_and_of_several_and_is_not_compiled_again(tmp_path: Path) -> None:
    """The second process loads it from the cache: the type has a name there under which it is found again."""
    copy = package_with(tmp_path / "copy", probe=PROBE)
    code = (
        "from orchard.search.probe import Mixed, Pairs, total\nprint(total(Pairs.new(length=3), Mixed.new(length=2)))"
    )
    first, second = fresh_process(code, tmp_path, copy), fresh_process(code, tmp_path, copy)
    assert first.stdout == second.stdout == "19.0\n"
    assert "compiling kernels" in first.stderr
    assert second.stderr == ""
