"""A well-behaved bot with Orchard's own contract, for any game: the move that leaves the enemy the fewest answers."""


def choose(position, limits):
    return min(position.legal(), key=lambda move: position.play(move).legal_mask().bit_count())
