"""Ends whoever watches it before it is asked anything."""

import os
import signal
import time

os.kill(os.getppid(), signal.SIGKILL)
time.sleep(60)
