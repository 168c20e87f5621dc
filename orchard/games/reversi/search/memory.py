"""Words behind an address: what the solver's threads share and what a node keeps on its stack.

An array argument travels through a recursion as seven words and is counted at every call. The solver therefore
hands its kernels one address, of a row of words that the `Solver` owns and keeps alive.
"""

# mypy: ignore-errors
from __future__ import annotations

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
def move_room(typing_context):
    """The address of room for 64 words on the stack of the calling kernel, for the moves of one node."""

    def generate(context, builder, signature, arguments):
        room = cgutils.alloca_once(builder, ir.ArrayType(WORD, 64))
        return builder.ptrtoint(room, WORD)

    return types.uint64(), generate
