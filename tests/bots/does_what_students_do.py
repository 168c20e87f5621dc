"""All that bots of students do that a wall could break: NumPy, Numba with a cache, threads, programs, pools, time."""

import datetime
import multiprocessing
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numba
import numpy as np

BOOK = (Path(__file__).parent / "book.txt").read_text().split()


@numba.njit(cache=True)
def total(numbers):
    found = 0.0
    for number in numbers:
        found += number
    return found


def square(number):
    return number * number


def choose(position, limits):
    assert total(np.arange(5.0)) == 10.0
    assert np.linalg.inv(np.eye(50)).trace() == 50
    done = []
    threads = [threading.Thread(target=done.append, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == [0, 1, 2, 3]
    assert subprocess.run([sys.executable, "-c", "print(7)"], capture_output=True, text=True).stdout == "7\n"
    assert subprocess.run("echo $HOME | cat", shell=True, capture_output=True, text=True).stdout
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(square, [1, 2, 3]) == [1, 4, 9]
    with ProcessPoolExecutor(2) as executor:
        assert list(executor.map(square, [4])) == [16]
    shared = multiprocessing.Value("i", 3)
    assert shared.value == 3
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"x")
    Path("notes.txt").write_text("x")
    assert datetime.datetime.now().year > 2000
    assert time.localtime().tm_year > 2000
    return BOOK[0]
