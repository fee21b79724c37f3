# SPDX-License-Identifier: MIT
"""
A machine of any type on the bench: hands that put money in and press, instruments that see what comes out.

- ``bench.py``: the machine with its instruments and hands.
- ``reading.py``: amounts that counters show, and times between starts.
- ``guest.py``: a guest of a casino at a machine of type C; ``independence.py`` tests a series of his plays.
- ``player.py``: a player at a machine of type A; ``skills.py``: ways of playing that just reach an award.
- ``words.py``: what several checks say alike.
- ``prepare.py``: a TEST machine brought near a limit by a key that was searched and by recorded inputs.

Nothing here knows the program on the board: no variable of it, no byte of its books.
"""
