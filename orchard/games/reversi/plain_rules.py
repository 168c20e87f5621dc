"""The two rules that a Reversi `Position` needs, in plain Python, so that a bot starts without loading Numba."""

INNER_COLUMNS, FULL = 0x7E7E7E7E7E7E7E7E, (1 << 64) - 1
# how far a step goes, and the squares that may lie between two discs of one side in that direction
STEPS = ((1, INNER_COLUMNS), (8, FULL), (7, INNER_COLUMNS), (9, INNER_COLUMNS))


def legal_mask(own: int, enemy: int) -> int:
    reached = 0
    for step, columns in STEPS:
        between = enemy & columns
        up, down = own << step & between, own >> step & between
        for _ in range(5):
            up |= up << step & between
            down |= down >> step & between
        reached |= up << step | down >> step
    return reached & ~(own | enemy) & FULL


def flip_mask(own: int, enemy: int, square: int) -> int:
    turned = 0
    for step, columns in STEPS:
        between = enemy & columns
        for shift in (step, -step):
            run, at = 0, _shifted(1 << square, shift)
            while at & between:
                run |= at
                at = _shifted(at, shift)
            if at & own:
                turned |= run
    return turned


def _shifted(mask: int, shift: int) -> int:
    return (mask << shift if shift > 0 else mask >> -shift) & FULL
