# SPDX-License-Identifier: MIT
"""
The memory game: which tune a play asks for. The number of the play decides it, and a printed table.

Pure. The tunes follow each other through the table in equal strides, the same on every machine of a model
and whatever its random key, so anybody can say beforehand what the next play will ask.

    memory.tune((0, 2, 1, 3), 3, 1, 2)           # (3, 0): from place 3 on, round the end
"""


def tune(notes: tuple, stride: int, play: int, length: int) -> tuple:
    """
    Return the first notes of the tune of a play.

    Args:
        notes: the printed table, a pad from 0 each.
        stride: places from the start of a tune to that of the next play's.
        play: number of the play in the machine's life, from 1.
        length: how many notes.
    """
    first = play * stride % len(notes)
    return tuple([notes[(first + place) % len(notes)] for place in range(length)])
