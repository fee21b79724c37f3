# SPDX-License-Identifier: MIT
"""Crowds of attackers at the link, one after another, and what memory they take in a process of their own."""

from __future__ import annotations

import multiprocessing
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from link_fuzz import Hall, Victims
from link_rig import store_at

from emulator.link.audit import audit

SLOWEST_S = 10.0  # an input takes no longer
MEMORY_BYTES = 300 << 20  # all of them together, at most
HONEST_EVERY = 25


def at_a_controller(first: int, count: int) -> Hall:
    """So many connections of an attacker, and the honest machine plays on."""
    hall = Hall(store_at(":memory:"))
    for seed in range(first, first + count):
        began = time.monotonic()
        hall.attack(seed)
        if seed % HONEST_EVERY == 0:
            hall.play()
        assert time.monotonic() - began < SLOWEST_S
    found = audit(hall.link._store)
    assert found.problems == []
    assert hall.link.state.machines[2].seq == hall.port.next_seq - 1 >= count // HONEST_EVERY
    return hall


def at_machines(first: int, count: int) -> None:
    victims = Victims(store_at(":memory:"))
    for seed in range(first, first + count):
        began = time.monotonic()
        victims.attack(seed)
        assert time.monotonic() - began < SLOWEST_S


def hoarder(first: int, count: int) -> None:
    """What keeps every frame."""
    kept = [bytes([seed % 256]) * (MEMORY_BYTES // count) for seed in range(first, first + count)]
    assert len(kept) == count


def _peak_of(attack: Callable[[int, int], object], first: int, count: int, told: Any) -> None:
    attack(first, count)
    # Not getrusage's maximum: that counts what was in memory before this program was loaded.
    told.put(int(re.findall(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())[0]) << 10)


def in_little_memory(attack: Callable[[int, int], object], first: int, count: int) -> None:
    """The attack in a process of its own; MemoryError if it took more than MEMORY_BYTES."""
    context = multiprocessing.get_context("spawn")
    told = context.Queue()
    process = context.Process(target=_peak_of, args=(attack, first, count, told))
    process.start()
    process.join()
    assert process.exitcode == 0
    peak_bytes = told.get(timeout=SLOWEST_S)
    if peak_bytes >= MEMORY_BYTES:
        raise MemoryError(f"peak memory must be below {MEMORY_BYTES} bytes (got {peak_bytes})")
