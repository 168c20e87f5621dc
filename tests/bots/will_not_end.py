"""Does everything it can so as not to end: at exit, in destructors, and in threads that are no daemons."""

import atexit
import signal
import threading
import time


class Sticky:
    def __del__(self):
        time.sleep(600)


kept = Sticky()
atexit.register(time.sleep, 600)
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
    signal.signal(number, signal.SIG_IGN)
threading.Thread(target=time.sleep, args=(600,)).start()


def choose(position, limits):
    return position.legal()[0]
