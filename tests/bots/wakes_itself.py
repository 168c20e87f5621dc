"""Has the kernel send it SIGCONT a hundred times in the second after its answer, and works whenever that wakes it."""

import ctypes
import signal
import threading

libc = ctypes.CDLL(None, use_errno=True)
MONOTONIC = 1


class Event(ctypes.Structure):
    _fields_ = [
        ("value", ctypes.c_void_p),
        ("signo", ctypes.c_int),
        ("notify", ctypes.c_int),
        ("rest", ctypes.c_byte * 48),
    ]


def work():
    while True:
        sum(range(1000))


def wake_in(milliseconds):
    event, timer = Event(None, signal.SIGCONT, 0), ctypes.c_void_p()
    assert libc.timer_create(MONOTONIC, ctypes.byref(event), ctypes.byref(timer)) == 0
    assert libc.timer_settime(timer, 0, (ctypes.c_long * 4)(0, 0, 0, milliseconds * 1_000_000), None) == 0


threading.Thread(target=work, daemon=True).start()


def choose(position, limits):
    for milliseconds in range(10, 1000, 10):
        wake_in(milliseconds)
    return position.legal()[0]
