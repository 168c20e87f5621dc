"""Its answer is legal, and has a note of ten million characters."""

import orchard


def choose(position, limits):
    return orchard.Choice(position.legal()[0], note="<script>" * 1_250_000)
