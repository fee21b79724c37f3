# SPDX-License-Identifier: MIT
"""The functions of the core that decide the plays of one kind of tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from machines.support.plain import Json
from machines.types.common.own import Own


class Core(NamedTuple):
    """The functions that a board calls; ``machines.rom.cores.CORES`` has a set for each kind of tables."""

    tables: type
    """The class of the tables."""
    step: Callable[[Own, bytes, int, int], tuple[bytes, bytes]]
    """Decide one step: tables, state, two arguments to state' and outcome; CoreError: it is refused."""
    new_state: Callable[[Own, bytes, int], bytes]
    """The first state of a machine: tables, key, machine."""
    check_state: Callable[[Own, bytes], None]
    """Raise CoreError unless the state fits the tables."""
    describe: Callable[[Own], tuple[int, int, int, int]]
    """Reels or dice, price in cents, plays at once at most, 1 if hold is offered."""
    answer: Callable[[Own, int], int]
    """The 64-bit digest of the first plays of machine 0 under the zero key, features and all."""
    action: Callable[[int, int], Json] = lambda first, second: {"simultaneous": first, "held": second}
    """The two arguments of a step as a journal has them."""
