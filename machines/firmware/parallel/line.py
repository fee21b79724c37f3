# SPDX-License-Identifier: MIT
"""What cctalk/line.py is to mechanisms on lines of their own: they share none, so nobody is asked."""

from state import State


def poll(state: State) -> None:
    """Nobody is asked."""
