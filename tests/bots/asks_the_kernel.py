"""Makes the system calls by which walls were undone before, with arguments that do no harm; says what the kernel said.

A call that is refused because of its arguments was not refused by the walls.
"""

import ctypes
import errno
import os
import platform
import socket

libc = ctypes.CDLL(None, use_errno=True)
ARM = platform.machine() in ("aarch64", "arm64")
CALLS = {  # name: number on x86_64, on aarch64, arguments
    "unshare nothing": (272, 97, 0),
    "unshare user": (272, 97, 0x10000000),
    "unshare time": (272, 97, 0x80),
    "setns": (308, 268, 0, 0),
    "clone user": (56, 220, 0x10000000 | 17, 0, 0, 0, 0),
    "clone3": (435, 435, 0, 0),
    "mount": (165, 40, b"none", b"/nowhere", b"tmpfs", 0, 0),
    "umount": (166, 39, b"/nowhere", 2),
    "fsopen": (430, 430, b"tmpfs", 0),
    "open_tree": (428, 428, -100, b"/", 1),
    "pivot_root": (155, 41, b"/nowhere", b"/nowhere"),
    "chroot": (161, 51, b"/nowhere"),
    "ptrace pid 1": (101, 117, 16, 1, 0, 0),
    "ptrace nobody": (101, 117, 16, 0, 0, 0),
    "keyctl": (250, 219, 0, -3, 1),
    "add_key": (248, 217, b"user", b"x", b"y", 1, -3),
    "bpf": (321, 280, 0, 0, 0),
    "perf_event_open": (298, 241, 0, 0, -1, -1, 0),
    "io_uring_setup": (425, 425, 8, ctypes.create_string_buffer(120)),
    "userfaultfd": (323, 282, 1),
    "kexec_load": (246, 104, 0, 0, 0, 0),
    "init_module": (175, 105, 0, 0, b""),
    "reboot": (169, 142, 0, 0, 0, 0),
    "process_vm_readv": (310, 270, 1, 0, 0, 0, 0, 0),
    "memfd_create": (319, 279, b"x", 0),
    "shmget": (29, 194, 0, 4096, 0o1600),
}
SOCKETS = {"raw": (2, 3, 1), "packet": (17, 3, 0), "vsock": (40, 1, 0), "alg": (38, 5, 0)}


def choose(position, limits):
    for name, (x86, arm, *arguments) in CALLS.items():
        answer = libc.syscall(arm if ARM else x86, *arguments)
        if name == "clone user" and answer == 0:
            os._exit(0)
        print("call", name, errno.errorcode[ctypes.get_errno()] if answer < 0 else "done", sep=": ")
    for name, kind in SOCKETS.items():
        try:
            socket.socket(*kind).close()
            print("socket", name, "done", sep=": ")
        except OSError as error:
            print("socket", name, errno.errorcode[error.errno], sep=": ")
    with open("/proc/self/status") as file:
        for line in file:
            if line.startswith(("Uid", "Gid", "Cap", "NoNewPrivs", "Seccomp:")):
                print(" ".join(line.split()))
    return position.legal()[0]
