"""Plays well, but every move starts children: in its group, in a session of its own, and orphaned ones."""

import os
import signal
import subprocess
import sys
import time


def leave_children():
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
    if os.fork() == 0:  # a child that forks and ends: its own child has no parent any more
        os.setsid()
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(600)
        os._exit(0)
    if os.fork() == 0:
        time.sleep(600)
    os.fork()  # and a copy of the bot that answers as well


moves = 0


def choose(position, limits):
    global moves
    moves += 1
    if moves <= 2:
        leave_children()
    return position.legal()[0]
