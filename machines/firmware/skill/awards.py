# SPDX-License-Identifier: MIT
"""What points earn; pure, and the same for every game of skill."""


def award(total: int, awards: tuple) -> int:
    """Return the highest award that so many points reach, from 1 in the order of awards, or 0."""
    reached = 0
    for number, row in enumerate(awards):
        if total >= row[0]:
            reached = number + 1
    return reached
