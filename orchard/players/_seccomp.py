"""What a foreign program may not ask of the kernel: a seccomp filter, assembled here, that `bwrap --seccomp` loads.

A deny-list: Python, NumPy, Numba and compilers ask for too many things to list them all, and the namespaces already
take away what is outside. The filter takes away what could undo the walls or was a way through the kernel before:
namespaces, mounts, tracing, key rings, BPF, io_uring, modules, unusual sockets, and memory that no limit counts.
"""

import errno
import platform
import struct
from functools import lru_cache

# numbers of the system calls: (x86_64, aarch64); both have the same from 424 on
DENIED = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "open_tree_attr": (467, 467),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "syslog": (103, 116),
    "vhangup": (153, 58),
}
ABSENT = {  # as on a kernel that does not know them, so that libraries use something else
    "clone3": (435, 435),  # its flags lie in memory, where a filter can't look; the C library then uses clone
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "memfd_create": (319, 279),  # files in memory that no limit on memory or on /tmp counts
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
}
CLONE, SOCKET, IOCTL = (56, 220), (41, 198), (16, 29)
SCHED_SETAFFINITY = (203, 122)  # answered as if it were done: who asks for a core keeps to those it was given
NAMESPACES = 0x7E02_0000  # CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET
AF_UNIX, AF_INET, AF_INET6, AF_NETLINK = 1, 2, 10, 16
SOCK_RAW, SOCK_PACKET = 3, 10
TERMINAL_TRICKS = (0x5412, 0x541C)  # TIOCSTI types into a terminal, TIOCLINUX pastes into it

MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7), "arm64": (1, 0xC00000B7)}
X32 = 0x4000_0000  # system calls of a third kind on x86_64, with numbers of their own
LOAD, EQUAL, AT_LEAST, ANY_BIT, AND, RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
ALLOW, KILL, ERROR = 0x7FFF_0000, 0x8000_0000, 0x0005_0000
NUMBER, ARCHITECTURE, ARGUMENT = 0, 4, 16  # offsets in what the filter sees; arguments have eight bytes each


class Assembler:
    """Instructions of classic BPF, in order; a test that fails skips the instructions of its block."""

    def __init__(self) -> None:
        self.code: list[tuple[int, int, int, int]] = []

    def load(self, offset: int) -> None:
        self.code.append((LOAD, 0, 0, offset))

    def keep_bits(self, bits: int) -> None:
        self.code.append((AND, 0, 0, bits))

    def give(self, result: int) -> None:
        self.code.append((RETURN, 0, 0, result))

    def when(self, test: int, value: int, then: "Assembler") -> None:
        """Do `then` if the loaded word passes the test, else go on behind it."""
        self.code.append((test, 0, len(then.code), value))
        self.code += then.code

    def bytes(self) -> bytes:
        return b"".join(struct.pack("=HBBI", *instruction) for instruction in self.code)


def give(result: int) -> Assembler:
    block = Assembler()
    block.give(result)
    return block


@lru_cache(maxsize=4)
def assemble(machine: str = "") -> bytes:
    """The filter for this kind of processor; empty where we do not know its system calls."""
    if (machine or platform.machine()) not in MACHINES:
        return b""
    column, architecture = MACHINES[machine or platform.machine()]
    refused = give(ERROR | errno.EPERM)

    clone = Assembler()
    clone.load(ARGUMENT)
    clone.when(ANY_BIT, NAMESPACES, refused)
    clone.give(ALLOW)

    socket = Assembler()
    socket.load(ARGUMENT)
    socket.when(EQUAL, AF_NETLINK, give(ALLOW))
    kind = Assembler()
    kind.load(ARGUMENT + 8)
    kind.keep_bits(0xF)
    kind.when(EQUAL, SOCK_RAW, refused)
    kind.when(EQUAL, SOCK_PACKET, refused)
    kind.give(ALLOW)
    for family in (AF_UNIX, AF_INET, AF_INET6):
        socket.when(EQUAL, family, kind)
    socket.give(ERROR | errno.EAFNOSUPPORT)  # also AF_VSOCK, which namespaces do not hold back

    ioctl = Assembler()
    ioctl.load(ARGUMENT + 8)
    for trick in TERMINAL_TRICKS:
        ioctl.when(EQUAL, trick, refused)
    ioctl.give(ALLOW)

    native = Assembler()
    native.load(NUMBER)
    if column == 0:
        native.when(AT_LEAST, X32, give(ERROR | errno.ENOSYS))
    for number, then in ((CLONE, clone), (SOCKET, socket), (IOCTL, ioctl)):
        native.when(EQUAL, number[column], then)
    native.when(EQUAL, SCHED_SETAFFINITY[column], give(ERROR))
    for numbers in DENIED.values():
        native.when(EQUAL, numbers[column], refused)
    for numbers in ABSENT.values():
        native.when(EQUAL, numbers[column], give(ERROR | errno.ENOSYS))
    native.give(ALLOW)
    whole = Assembler()
    whole.load(ARCHITECTURE)
    whole.when(EQUAL, architecture, native)
    whole.give(KILL)  # a program for another kind of processor, such as 32 bits, has other numbers
    return whole.bytes()
