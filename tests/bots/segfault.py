"""Crashes below Python, where no exception can be caught."""

import ctypes


def choose(position, limits):
    ctypes.string_at(0)
