"""Leaves a child that shares the runner's pipes and answers whatever it reads there, in place of the bot."""

import json
import os
import sys


def choose(position, limits):
    frame = sys._getframe()
    while frame.f_code.co_name != "main":
        frame = frame.f_back
    read, write = frame.f_locals["questions"].fileno(), frame.f_locals["write"]
    if position.ply < 2 and os.fork() == 0:
        os.setsid()
        while True:
            for line in os.read(read, 1 << 16).splitlines():
                reply = {"answer": "resign", "said": "from a child", "token": json.loads(line)["token"]}
                os.write(write, json.dumps(reply).encode() + b"\n")
    return position.legal()[0]
