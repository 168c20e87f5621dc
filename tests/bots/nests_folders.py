"""Leaves 2,200 folders, one inside the other, and one that nobody may enter."""

import os


def choose(position, limits):
    home = os.getcwd()
    if not os.path.exists("closed"):
        os.mkdir("closed")
        with open("closed/file", "w") as file:
            file.write("x")
        for _ in range(2200):
            os.mkdir("d")
            os.chdir("d")
        os.chdir(home)
        os.chmod("closed", 0)
    return position.legal()[0]
