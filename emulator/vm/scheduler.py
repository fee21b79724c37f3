# SPDX-License-Identifier: MIT
"""
MicroPython's own scheduler, from outside: the host puts a function into its queue, as an interrupt would.

The virtual machine looks at the scheduler's state at every jump, so a function put there is called between
two bytecodes of whatever runs. Where state and queue lie is found by letting the guest schedule once and
looking at what that changed. Source: py/scheduler.c and py/mpstate.h of MicroPython.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

from emulator.vm.errors import VMError
from emulator.vm.memory import Memory

# State i16 (1: idle, 0: pending), length of the queue u8, index of its first item u8.
_IDLE, _PENDING = 0x0000_0001, 0x0001_0000
_INDEX_SHIFT = 24
_ITEM_BYTES = 8
# None among MicroPython's immediate objects (py/obj.h, object representation A).
_NONE = 6


class Scheduler(NamedTuple):
    """Addresses of the scheduler in the guest."""

    state: int
    queue: int


def find_scheduler(before: bytes, after: bytes, function: int) -> Scheduler:
    """
    Find state and queue by what one call of ``schedule`` on an idle scheduler changed.

    Args:
        before, after: the guest's memory.
        function: address of the function that was scheduled with None.
    """
    item = struct.pack("<II", function, _NONE)
    states = [
        at
        for at in range(0, len(before) - 3, 4)
        if after[at : at + 4] != before[at : at + 4]
        and struct.unpack_from("<I", before, at)[0] == _IDLE
        and struct.unpack_from("<I", after, at)[0] == _PENDING
    ]
    # On the C stack the pair lies, too, as arguments; the queue is static, and so below it.
    queue = after.find(item)
    if len(states) != 1 or queue < 0 or before[queue : queue + _ITEM_BYTES] != bytes(_ITEM_BYTES):
        raise VMError("the scheduler must be found in the virtual machine")
    return Scheduler(states[0], queue)


def clear(memory: Memory, scheduler: Scheduler) -> None:
    """Nothing is scheduled any more."""
    memory.put_u32(scheduler.state, _IDLE)
    memory.write(scheduler.queue, bytes(_ITEM_BYTES))


def schedule(memory: Memory, scheduler: Scheduler, function: int) -> bool:
    """
    Put ``function(None)`` into an idle scheduler's queue.

    Returns:
        False if it is not idle: a function is about to be called or running; try again later.
    """
    state = memory.u32(scheduler.state)
    index = state >> _INDEX_SHIFT
    if state & ~(0xFF << _INDEX_SHIFT) != _IDLE:
        return False
    memory.write(scheduler.queue + _ITEM_BYTES * index, struct.pack("<II", function, _NONE))
    memory.put_u32(scheduler.state, _PENDING | index << _INDEX_SHIFT)
    return True
