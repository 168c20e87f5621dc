"""The shape of a correction, see `correction.py`."""

WIDTH = 16  # numbers in a row; the first is a plain weight, the others are squared when they are added up
GROUP_OF_PHASE = (0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2)  # phases that share rows: from 32 and from 44 discs
GROUPS = max(GROUP_OF_PHASE) + 1
MOST = 400  # 1/100 disc; with 600 the same depth takes 6 % longer, since more corrections are computed
