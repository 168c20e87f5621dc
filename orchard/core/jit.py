"""The only door to Numba: compile kernels once, keep them, and never run a stale one.

Three traps are closed here.

* Numba's disk cache does not see an edit in a function that another file calls. So every kernel file gets a
  cache folder named after a hash of its own source and of every `orchard` file it imports, directly or not.
* A folder that cannot be written falls back to a temporary one: slower starts, same answers.
* Compiling takes seconds and must not look like a hang: stderr says when it begins and how long it took.
  Set `ORCHARD_QUIET=1` for silence.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,misc"
import ast
import atexit
import hashlib
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import llvmlite.binding as llvm
import numba as numba  # this and `intrinsic` are for the files with kernels, which import neither from Numba
from llvmlite import ir
from numba import types
from numba.core import config, event
from numba.experimental import function_type
from numba.extending import intrinsic as intrinsic

from orchard.core import kernel_cache
from orchard.core.interrupts import ctrl_c_waits

MONTH_S = 30 * 86400
PACKAGE = Path(__file__).resolve().parent.parent
_parsing = threading.Lock()  # CPython 3.11's ast.parse can fail when two threads are in it, loading kernels, say
F = TypeVar("F", bound=Callable[..., Any])


# ---------------------------------------------------------------------------------------------------- the cache


def imported_files(path: Path, package: Path = PACKAGE) -> set[Path]:
    """Every file of the package that `path` depends on, itself included."""
    found: set[Path] = set()
    todo = [path]
    while todo:
        current = todo.pop()
        if current not in found:
            found.add(current)
            todo += _direct_imports(current, package)
    return found


@cache
def _direct_imports(path: Path, package: Path) -> tuple[Path, ...]:
    """The files of the package that one file imports, at its top or inside functions."""
    found: list[Path] = []
    with _parsing:
        todo: list[ast.AST] = list(ast.parse(path.read_text(encoding="utf-8")).body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = node.module if node.module and not node.level else ""
            names = [module, *(f"{module}.{alias.name}" for alias in node.names)]
        else:  # imports are statements: expressions need no look; those for a type checker do not run
            for_types = isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
            for block in ("orelse",) if for_types else ("body", "orelse", "finalbody", "handlers", "cases"):
                inner = getattr(node, block, ())
                todo += inner if isinstance(inner, list) else ()
            continue
        for name in names:
            if name.split(".")[0] == package.name:
                target = package.joinpath(*name.split(".")[1:])
                found += [file for file in (target.with_suffix(".py"), target / "__init__.py") if file.is_file()]
    return tuple(found)


def source_hash(path: Path, package: Path = PACKAGE) -> str:
    digest = hashlib.sha256(f"{numba.__version__} {llvm.get_host_cpu_name()}".encode())
    for file in sorted(imported_files(path, package)):
        digest.update(file.relative_to(package).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_root() -> Path:
    """Where compiled kernels are kept: $ORCHARD_CACHE, else the user's cache folder, else a temporary one."""
    root = kernel_cache.kept_in()
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            pass
    except OSError:
        root = Path(tempfile.gettempdir()) / f"orchard-kernels-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
        root.mkdir(parents=True, exist_ok=True)
    return root


@cache
def cache_folder(path: Path) -> Path:
    """The folder for the kernels of one source file in its present form; older forms of it are dropped."""
    folder = cache_root() / f"{path.stem}-{source_hash(path)}"
    if not folder.exists():
        _drop_unused(cache_root())
        if not kernel_cache.borrow(folder):
            folder.mkdir(parents=True, exist_ok=True)
    else:
        os.utime(folder)
    return folder


def _drop_unused(root: Path) -> None:
    """Edited kernels leave old folders behind; those unused for a month go."""
    for folder in root.iterdir():
        if folder.is_dir() and time.time() - folder.stat().st_mtime > MONTH_S:
            shutil.rmtree(folder, ignore_errors=True)


# For each function that is passed to a kernel, Numba asks LLVM for its addresses, again at each call: 130 of the 180
# microseconds that a search of one node takes. They do not change.
function_type._get_wrapper_address = cache(function_type._get_wrapper_address)
function_type._get_jit_address = cache(function_type._get_jit_address)

# -------------------------------------------------------------------------------------------------- the decorator


def kernel(signature: Any = None, *, allocates: bool = True, **options: Any) -> Callable[[F], F]:
    """Compile a function: cached on disk, without the GIL, C semantics for division.

    With a signature it can be passed to other kernels as a first-class function; without one it is compiled
    for the types of its first call. `allocates=False` promises that the function makes and returns no array: it then
    counts no references, which costs an atomic instruction for each array of a tuple each time the tuple is used.
    """

    def decorate(function: F) -> F:
        config.CACHE_DIR = str(cache_folder(Path(function.__code__.co_filename).resolve()))  # type: ignore[attr-defined]
        settings = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": allocates, **options}
        compiled = numba.njit(**settings) if signature is None else numba.njit(signature, **settings)
        with ctrl_c_waits():  # the compiler calls back into Python, where Ctrl-C would be lost
            return compiled(function)  # type: ignore[no-any-return]

    return decorate


def inner(signature: Any, **options: Any) -> Callable[[F], F]:
    """A kernel for other kernels only: without a way in from Python it compiles faster and takes less memory.

    It makes and returns no array unless it says `allocates=True`."""
    settings = {"allocates": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, **options}
    return kernel(signature, **settings)


class _CompileNotice(event.Listener):
    """Two lines on stderr, when compiling begins and ends, so that a first run does not look like a hang."""

    def __init__(self) -> None:
        self.depth = self.kernels = 0
        self.seconds = self.started = 0.0
        self.farewell: threading.Timer | None = None
        atexit.register(self.report)

    def on_start(self, event: Any) -> None:
        self.depth += 1
        if self.depth > 1:
            return
        if self.farewell is not None:
            self.farewell.cancel()
        if self.kernels == 0:
            self.say("compiling kernels for this machine; they are kept, so this happens once")
        self.started = time.perf_counter()

    def on_end(self, event: Any) -> None:
        self.depth -= 1
        if self.depth > 0:
            return
        self.kernels += 1
        self.seconds += time.perf_counter() - self.started
        self.farewell = threading.Timer(1.0, self.report)
        self.farewell.daemon = True
        self.farewell.start()

    def report(self) -> None:
        if self.kernels:
            self.say(f"compiled {self.kernels} kernel{'s'[: self.kernels > 1]} in {self.seconds:.1f} s")
            self.kernels, self.seconds = 0, 0.0

    def say(self, what: str) -> None:
        print(f"orchard: {what}", file=sys.stderr, flush=True)


if not os.environ.get("ORCHARD_QUIET"):
    event.register("numba:compile", _CompileNotice())


# ------------------------------------------------------------------------------------------------------ intrinsics

WORD = ir.IntType(64)
HAS_BMI2 = bool(llvm.get_host_cpu_features().get("bmi2", False))


def _word_function(name: str, argument_count: int, extra_bits: tuple[int, ...] = ()) -> Any:
    """An intrinsic uint64(uint64, ...) that is one LLVM function."""

    def generate(context, builder, signature, arguments):
        kinds = [WORD] * argument_count + [ir.IntType(1)] * len(extra_bits)
        function = builder.module.declare_intrinsic(name, fnty=ir.FunctionType(WORD, kinds))
        return builder.call(function, [*arguments, *(ir.IntType(1)(bit) for bit in extra_bits)])

    if argument_count == 1:

        @intrinsic
        def one(typing_context, a):
            return types.uint64(types.uint64), generate

        return one

    @intrinsic
    def two(typing_context, a, b):
        return types.uint64(types.uint64, types.uint64), generate

    return two


popcount = _word_function("llvm.ctpop.i64", 1)
ctz = _word_function("llvm.cttz.i64", 1, (0,))
clz = _word_function("llvm.ctlz.i64", 1, (0,))
bswap = _word_function("llvm.bswap.i64", 1)

if HAS_BMI2:
    pext = _word_function("llvm.x86.bmi.pext.64", 2)
    _pdep = _word_function("llvm.x86.bmi.pdep.64", 2)

    @kernel(inline="always")
    def nth_bit(word, n):
        """The square of the n-th set bit, counting from 0."""
        return ctz(_pdep(numba.uint64(1) << numba.uint64(n), word))

else:

    @kernel()
    def pext(word, mask):
        """Gather the bits of `word` selected by `mask` at the low end."""
        gathered = numba.uint64(0)
        bit = numba.uint64(1)
        while mask:
            lowest = mask & (~mask + numba.uint64(1))
            if word & lowest:
                gathered |= bit
            bit <<= numba.uint64(1)
            mask ^= lowest
        return gathered

    @kernel()
    def nth_bit(word, n):
        """The square of the n-th set bit, counting from 0."""
        for _ in range(n):
            word &= word - numba.uint64(1)
        return ctz(word)


# ------------------------------------------------------------------------------------------------------ random numbers

GOLDEN = numba.uint64(0x9E3779B97F4A7C15)


@kernel(inline="always")
def splitmix(counter):
    """A random 64-bit word from a counter that the caller advances by GOLDEN: short, fast, well mixed."""
    z = numba.uint64(counter)
    z = (z ^ (z >> numba.uint64(30))) * numba.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> numba.uint64(27))) * numba.uint64(0x94D049BB133111EB)
    return z ^ (z >> numba.uint64(31))


@kernel(inline="always")
def bounded(word, n):
    """A random word scaled to 0 <= result < n, without a division."""
    return ((word >> numba.uint64(32)) * numba.uint64(n)) >> numba.uint64(32)
