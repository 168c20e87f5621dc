"""The filter for system calls, run by a small machine for classic BPF of our own."""

from __future__ import annotations

import errno
import platform
import struct
from pathlib import Path

import pytest

from orchard.players import _seccomp

ALLOW, KILL, ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
X86, ARM, I386 = 0xC000003E, 0xC00000B7, 0x40000003


def run(program: bytes, number: int, architecture: int, *arguments: int) -> int:
    """What the filter answers; the instructions as `man 7 bpf` and linux/bpf_common.h define them."""
    six = (list(arguments) + [0] * 6)[:6]
    data = struct.pack("=iIQ6Q", number, architecture, 0, *six)
    code = [struct.unpack_from("=HBBI", program, at) for at in range(0, len(program), 8)]
    at, word = 0, 0
    while True:
        operation, if_true, if_false, value = code[at]
        at += 1
        if operation == 0x06:  # BPF_RET | BPF_K
            return int(value)
        if operation == 0x20:  # BPF_LD | BPF_W | BPF_ABS
            assert value % 4 == 0, "the kernel refuses other loads"
            word = int(struct.unpack_from("=I", data, value)[0])
        elif operation == 0x54:  # BPF_ALU | BPF_AND | BPF_K
            word &= value
        else:
            passes = {0x15: word == value, 0x35: word >= value, 0x45: bool(word & value)}[operation]
            at += if_true if passes else if_false


# (machine, its code, system calls by number from the kernel's tables)
X86_CALLS = {
    "read": 0,
    "clone": 56,
    "socket": 41,
    "ioctl": 16,
    "ptrace": 101,
    "mount": 165,
    "unshare": 272,
    "clone3": 435,
}
ARM_CALLS = {
    "read": 63,
    "clone": 220,
    "socket": 198,
    "ioctl": 29,
    "ptrace": 117,
    "mount": 40,
    "unshare": 97,
    "clone3": 435,
}


@pytest.mark.parametrize(("machine", "code", "calls"), [("x86_64", X86, X86_CALLS), ("aarch64", ARM, ARM_CALLS)])
def test_the_filter_denies_what_could_undo_the_walls_and_allows_the_rest(
    machine: str, code: int, calls: dict[str, int]
) -> None:
    program = _seccomp.assemble(machine)

    def answer(name: str, *arguments: int) -> int:
        return run(program, calls[name], code, *arguments)

    assert answer("read") == ALLOW
    for denied in ("ptrace", "mount", "unshare"):
        assert answer(denied) == ERRNO | errno.EPERM
    assert answer("clone3") == ERRNO | errno.ENOSYS
    assert answer("clone", 0x003D0F00) == ALLOW  # a thread, as pthread_create makes it
    assert answer("clone", 0x01200011) == ALLOW  # fork
    for bit in (17, 25, 26, 27, 28, 29, 30):  # CLONE_NEWNS and the six from CLONE_NEWCGROUP on
        assert answer("clone", 1 << bit | 17) == ERRNO | errno.EPERM
    for family in (1, 2, 10):
        assert answer("socket", family, 1 | 0o2000000) == ALLOW
        assert answer("socket", family, 3 | 0o2000000) == ERRNO | errno.EPERM
    assert answer("socket", 16, 3) == ALLOW  # netlink, which the C library asks for addresses
    for family in (17, 38, 40):  # packet, alg, vsock
        assert answer("socket", family, 1) == ERRNO | errno.EAFNOSUPPORT
    assert answer("ioctl", 0, 0x5412) == ERRNO | errno.EPERM  # TIOCSTI
    assert answer("ioctl", 0, 0x5413) == ALLOW  # TIOCGWINSZ
    assert run(program, {"x86_64": 203, "aarch64": 122}[machine], code) == ERRNO  # sched_setaffinity: nothing is done
    assert run(program, calls["read"], I386) == KILL
    if machine == "x86_64":
        assert run(program, 0x40000000 | 101, code) == ERRNO | errno.ENOSYS


def test_the_filter_is_short_enough_for_the_kernel_and_for_its_jumps() -> None:
    for machine in ("x86_64", "aarch64"):
        program = _seccomp.assemble(machine)
        assert len(program) % 8 == 0
        assert len(program) // 8 < 4096  # BPF_MAXINSNS


def test_on_a_processor_we_do_not_know_there_is_no_filter() -> None:
    assert _seccomp.assemble("sparc64") == b""


HEADER = Path("/usr/include/asm-generic/unistd.h")
NATIVE = Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h")


@pytest.mark.skipif(
    platform.machine() != "x86_64" or not NATIVE.exists() or not HEADER.exists(), reason="no headers of the kernel here"
)
@pytest.mark.parametrize(("header", "column"), [(NATIVE, 0), (HEADER, 1)])
def test_the_numbers_are_those_of_the_kernels_headers(header: Path, column: int) -> None:
    numbers = {}
    for line in header.read_text().splitlines():
        words = line.split()
        if (
            len(words) == 3
            and words[0] == "#define"
            and words[1].startswith(("__NR_", "__NR3264_"))
            and words[2].isdigit()
        ):
            numbers[words[1].partition("_")[2].partition("_")[2].partition("_")[2]] = int(words[2])
    named = _seccomp.DENIED | _seccomp.ABSENT
    named |= {"clone": _seccomp.CLONE, "socket": _seccomp.SOCKET, "ioctl": _seccomp.IOCTL}
    named["sched_setaffinity"] = _seccomp.SCHED_SETAFFINITY
    checked = {name: number[column] for name, number in named.items() if name in numbers}
    assert len(checked) > 40
    assert checked == {name: numbers[name] for name in checked}
