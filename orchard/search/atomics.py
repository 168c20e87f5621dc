"""Additions that several threads may make to one array element, and a lock in one element of another.

Each is one processor instruction (or a short retry loop for floats), written as LLVM code; Numba has none for CPUs.
They are sequentially consistent, so that what a thread wrote before unlocking is seen by whoever locks after it.
"""

# mypy: ignore-errors
from numba import types
from numba.core import cgutils

from orchard.core.jit import intrinsic


def _element(context, builder, array_type, array, index):
    view = context.make_array(array_type)(context, builder, array)
    return cgutils.get_item_pointer(context, builder, array_type, view, [index], wraparound=False)


@intrinsic
def atomic_add(typing_context, array, index, amount):
    """array[index] += amount, undivided; int32 or float64 arrays, amount of the same type."""

    def generate(context, builder, signature, arguments):
        pointer = _element(context, builder, signature.args[0], arguments[0], arguments[1])
        operation = "fadd" if isinstance(signature.args[0].dtype, types.Float) else "add"
        builder.atomic_rmw(operation, pointer, arguments[2], "seq_cst")
        return context.get_dummy_value()

    return types.void(array, types.int64, array.dtype), generate


@intrinsic
def atomic_take(typing_context, array, index, amount):
    """The old array[index], which has become array[index] + amount in the same moment; int64 arrays."""

    def generate(context, builder, signature, arguments):
        pointer = _element(context, builder, signature.args[0], arguments[0], arguments[1])
        return builder.atomic_rmw("add", pointer, arguments[2], "seq_cst")

    return types.int64(array, types.int64, types.int64), generate


@intrinsic
def try_change(typing_context, array, index, expected, wanted):
    """Set array[index] to `wanted` if it is `expected`; whether it was. int32 arrays."""

    def generate(context, builder, signature, arguments):
        pointer = _element(context, builder, signature.args[0], arguments[0], arguments[1])
        answer = builder.cmpxchg(pointer, arguments[2], arguments[3], "seq_cst", "seq_cst")
        return builder.extract_value(answer, 1)

    return types.boolean(array, types.int64, types.int32, types.int32), generate


@intrinsic
def publish(typing_context, array, index, value):
    """array[index] = value, after everything written before it has become visible; int32 arrays."""

    def generate(context, builder, signature, arguments):
        pointer = _element(context, builder, signature.args[0], arguments[0], arguments[1])
        builder.atomic_rmw("xchg", pointer, arguments[2], "seq_cst")
        return context.get_dummy_value()

    return types.void(array, types.int64, types.int32), generate
