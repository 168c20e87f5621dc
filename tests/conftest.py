"""What every test takes for granted."""

from __future__ import annotations

import signal

# A program started in the background of a script ignores Ctrl-C, and so would the programs it starts: tests of Ctrl-C
# must not depend on who started them.
signal.signal(signal.SIGINT, signal.default_int_handler)
