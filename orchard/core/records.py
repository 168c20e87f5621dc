"""Records that kernels share with Python: the fields are written once, the Numba type and the memory follow from them.

class Work(Record):
    nodes = field("i8")                 # positions visited
    history = field("i8", 2, 64)        # [side, square]

work = Work.new()                       # zeroed memory; work.nodes or work["nodes"] in Python
@kernel(types.int64(Work.type))         # one pointer in a kernel; work.nodes, work.history[side, square]

class Nodes(Columns):
    visits = field("i4", "capacity")    # an array of its own, as long as `new` is told
    used = field("i8", 2)

nodes = Nodes.new(capacity=1000)        # a named tuple of arrays, in Python and in kernels
@kernel(types.void(Nodes.type))

A column may also be a record, other columns or any Numba type; `Nodes.tuple(...)` then joins what has been made.
"""

# mypy: ignore-errors
from __future__ import annotations

from collections import namedtuple
from typing import Any, ClassVar, NamedTuple

import numpy as np

from orchard.core.jit import numba

types = numba.types


class Field(NamedTuple):
    kind: Any
    shape: tuple[int | str, ...]

    @property
    def type(self) -> Any:
        if not isinstance(self.kind, str):
            return getattr(self.kind, "type", self.kind)
        number = numba.from_dtype(np.dtype(self.kind))
        return types.Array(number, len(self.shape), "C") if self.shape else number


def field(kind: Any, *shape: int | str) -> Any:
    """A number, or an array of it: `kind` as numpy writes it ("i8", "u8", "f4"), the lengths of an array after it."""
    return Field(kind, shape)


def _fields_of(cls: type) -> dict[str, Field]:
    return {name: value for name, value in vars(cls).items() if isinstance(value, Field)}


class Record:
    """Numbers and arrays of fixed size in one piece of memory. A subclass is its declaration; `new` makes one."""

    dtype: ClassVar[Any]
    type: ClassVar[Any]  # for signatures: travels as one pointer

    def __init_subclass__(cls) -> None:
        declared = [(name, f.kind, f.shape) if f.shape else (name, f.kind) for name, f in _fields_of(cls).items()]
        cls.dtype = np.dtype(declared, align=True)
        cls.type = numba.from_dtype(cls.dtype)

    @classmethod
    def new(cls) -> Any:
        """A zeroed record; its fields are read and written as `record.name` or `record["name"]`."""
        return np.zeros(1, cls.dtype).view(np.recarray)[0]


class Columns:
    """Arrays side by side, each as long as `new` is told. A subclass is their declaration."""

    tuple: ClassVar[Any]
    type: ClassVar[Any]  # for signatures

    def __init_subclass__(cls) -> None:
        fields = _fields_of(cls)
        cls.tuple = namedtuple(cls.__name__, fields)
        # where it can be found again: kernels on disk name the types they take
        cls.tuple.__module__, cls.tuple.__qualname__ = cls.__module__, f"{cls.__qualname__}.tuple"
        cls.type = types.BaseTuple.from_types(tuple(f.type for f in fields.values()), cls.tuple)

    @classmethod
    def row_bytes(cls, length: str) -> int:
        """What one more of `length` takes."""
        return sum(np.dtype(f.kind).itemsize for f in _fields_of(cls).values() if length in f.shape)

    @classmethod
    def new(cls, **lengths: int) -> Any:
        """Arrays without contents: the system provides memory as it is first written."""
        fields = _fields_of(cls).values()
        return cls.tuple(*(np.empty([lengths.get(n, n) for n in f.shape], f.kind) for f in fields))
