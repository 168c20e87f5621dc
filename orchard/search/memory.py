"""Memory behind an address: what threads share, and what a record points to.

An array argument travels through a recursion as seven words and its references are counted. A record (see
`core/records.py`) is one pointer; what it cannot hold itself, a table that threads share, it holds as an address.
"""

# mypy: ignore-errors
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils

from orchard.core.jit import intrinsic

WORD, BYTE = ir.IntType(64), ir.IntType(8)


def _word_at(builder, address, index):
    return builder.gep(builder.inttoptr(address, WORD.as_pointer()), [index])


@intrinsic
def peek(typing_context, address, index):
    """The word number `index` behind the address."""

    def generate(context, builder, signature, arguments):
        return builder.load(_word_at(builder, *arguments))

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def poke(typing_context, address, index, value):
    """Write the word number `index` behind the address."""

    def generate(context, builder, signature, arguments):
        address, index, value = arguments
        builder.store(value, _word_at(builder, address, index))
        return context.get_dummy_value()

    return types.void(types.uint64, types.uint64, types.uint64), generate


@intrinsic
def peek_byte(typing_context, address, index):
    """The byte number `index` behind the address; read anew each time, since another thread may write it."""

    def generate(context, builder, signature, arguments):
        address, index = arguments
        pointer = builder.gep(builder.inttoptr(address, BYTE.as_pointer()), [index])
        return builder.zext(builder.load(pointer), WORD)

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def prefetch(typing_context, address):
    """Ask for the cache line at the address; it will be read soon."""

    def generate(context, builder, signature, arguments):
        kind = ir.IntType(32)
        pointer = builder.inttoptr(arguments[0], BYTE.as_pointer())
        function = builder.module.declare_intrinsic(
            "llvm.prefetch.p0", fnty=ir.FunctionType(ir.VoidType(), [BYTE.as_pointer(), kind, kind, kind])
        )
        builder.call(function, [pointer, kind(0), kind(3), kind(1)])
        return context.get_dummy_value()

    return types.void(types.uint64), generate


@intrinsic
def pointer(typing_context, address):
    """What `numba.carray` takes to look at the memory behind an address as an array."""

    def generate(context, builder, signature, arguments):
        return builder.inttoptr(arguments[0], BYTE.as_pointer())

    return types.voidptr(types.uint64), generate


def record_at(record):
    """A compiled function: the record of this class behind an address."""

    @intrinsic
    def at(typing_context, address):
        def generate(context, builder, signature, arguments):
            return builder.inttoptr(arguments[0], context.get_value_type(record.type))

        return record.type(types.uint64), generate

    return at


def on_stack(record):
    """A compiled function: room for a record of this class on the stack of the calling kernel, without contents."""

    @intrinsic
    def room(typing_context):
        def generate(context, builder, signature, arguments):
            words = ir.ArrayType(WORD, -(-record.dtype.itemsize // 8))
            return builder.bitcast(cgutils.alloca_once(builder, words), context.get_value_type(record.type))

        return record.type(), generate

    return room


def address_of(record):
    """Where a record made by `Record.new` lies; valid as long as the record is kept."""
    return int(record.__array_interface__["data"][0])


def aligned_words(count):
    """[count] uint64, zeroed, beginning on a cache line."""
    raw = np.zeros(count + 8, dtype=np.uint64)
    start = (-raw.ctypes.data % 64) // 8
    return raw[start : start + count]
