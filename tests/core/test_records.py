"""Records and columns: one declaration for Python, for the memory and for kernels, and kernels that are kept."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from orchard.core.records import Columns, Record, field
from tests.core.test_jit import fresh_process


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
    code = """
import numpy as np
from orchard.games.reversi.search.puct import Boards
from orchard.search.tree_nodes import Nodes, plant, take_nodes
nodes = Nodes.new(capacity=9, priors=9)
plant(nodes)
print(take_nodes(nodes, False, 3), nodes.used.tolist(), len(Boards.new(capacity=2).own))
"""
    first, second = fresh_process(code, tmp_path), fresh_process(code, tmp_path)
    assert first.stdout == second.stdout == "1 [4, 0] 2\n"
    assert "compiling kernels" in first.stderr
    assert second.stderr == ""
