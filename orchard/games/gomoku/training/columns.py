"""What a shard of Gomoku games holds: a row for each position that was searched, from the view of the mover."""

from __future__ import annotations

COLUMNS = {
    "game": "i8",  # the number of the game it comes from
    "cells": "u1",  # [rows, squares] 0 empty, 1 own, 2 the enemy's
    "value": "i8",  # what the search thought, thousandths of a logit
    "result": "i8",  # how the game ended: 1 won, 0 drawn, -1 lost
    "move": "i8",  # the square that the search chose
    "strayed": "?",  # whether another one was played
}
GAMES_PER_SHARD = 20
HELD_OUT = 10  # every tenth game is kept for testing
