"""Five machine instructions that Python has no word for, given to numba as LLVM code.

`load_8` and `bytes_between` read up to 64 bytes at once, from any position. So an array of text has
`PADDING` bytes after the text (`pad_bytes`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

PADDING = 64

_I8, _I32, _I64, _I128 = ir.IntType(8), ir.IntType(32), ir.IntType(64), ir.IntType(128)
_WIDE = ir.VectorType(_I8, 64)


def pad_bytes(chunks: Iterable[bytes]) -> np.ndarray:
    """The bytes of all chunks as one uint8 array, with `PADDING` bytes after them.

    >>> pad_bytes([b"ab", b"c"])[:4].tolist(), len(pad_bytes([b"abc"]))
    ([97, 98, 99, 0], 67)
    """
    return np.frombuffer(b"".join([*chunks, bytes(PADDING)]), np.uint8)


def instruction(function: Callable[..., Any]) -> Any:
    """Make `function` an instruction: numba calls it to write LLVM code wherever a kernel uses it."""
    return intrinsic(function)


def _load(context: Any, builder: Any, signature: Any, arguments: Any, kind: Any) -> Any:
    """Load a value of LLVM type `kind` from an array, at any position: it need not be aligned."""
    array = context.make_array(signature.args[0])(context, builder, arguments[0])
    address = builder.gep(array.data, [arguments[1]])
    loaded = builder.load(builder.bitcast(address, kind.as_pointer()))
    loaded.align = 1
    return loaded


def _spread(builder: Any, byte: Any) -> Any:
    """Copy one byte into all 64 lanes of a vector."""
    one = builder.insert_element(ir.Constant(_WIDE, ir.Undefined), byte, ir.Constant(_I32, 0))
    return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(_I32, 64), [0] * 64))


@instruction
def load_8(typing_context: Any, data: Any, pos: Any) -> Any:
    """The eight bytes of `data` from `pos` on as one number, the first byte lowest."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _load(context, builder, signature, arguments, _I64)

    return types.uint64(data, types.uint64), code


@instruction
def bytes_between(typing_context: Any, data: Any, pos: Any, first: Any, n_values: Any) -> Any:
    """Which of the 64 bytes from `pos` on lie in the range of `n_values` values from `first` on: bit i for byte i."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide = _load(context, builder, signature, arguments, _WIDE)
        from_first = builder.sub(wide, _spread(builder, arguments[2]))
        inside = builder.icmp_unsigned("<", from_first, _spread(builder, arguments[3]))
        return builder.bitcast(inside, _I64)

    return types.uint64(data, types.uint64, types.uint8, types.uint8), code


@instruction
def trailing_zeros(typing_context: Any, bits: Any) -> Any:
    """How many zero bits come before the lowest one bit; 64 where there is none."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), code


@instruction
def hash_mix(typing_context: Any, a: Any, b: Any) -> Any:
    """Hash two numbers into one: the xor of both halves of their 128-bit product."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        product = builder.mul(builder.zext(arguments[0], _I128), builder.zext(arguments[1], _I128))
        high = builder.trunc(builder.lshr(product, ir.Constant(_I128, 64)), _I64)
        return builder.xor(high, builder.trunc(product, _I64))

    return types.uint64(types.uint64, types.uint64), code


@instruction
def prefetch(typing_context: Any, data: Any, pos: Any) -> Any:
    """Start loading the memory at `pos` into the cache, without waiting for it."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        address = builder.bitcast(builder.gep(array.data, [arguments[1]]), _I8.as_pointer())
        kind = ir.FunctionType(ir.VoidType(), [_I8.as_pointer(), _I32, _I32, _I32])
        instruction = builder.module.declare_intrinsic("llvm.prefetch", [_I8.as_pointer()], kind)
        builder.call(instruction, [address, ir.Constant(_I32, 1), ir.Constant(_I32, 3), ir.Constant(_I32, 1)])
        return context.get_dummy_value()

    return types.none(data, types.uint64), code
