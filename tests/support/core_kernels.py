# SPDX-License-Identifier: MIT
"""What must hold of the prize cycle's wide loops, as functions of the core under test; mutants fail them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core_checks import KEY

MASK = (1 << 64) - 1

# Bounds near 2^16, where a word is rejected most often: some 4 in a million. Half of the entries lose, in
# nearly all of 64,000 windows, and another draw is mostly another prize; 17 classes take the wide loops.
LARGE_STRATA = [[32_000, *[2_000] * 16], [33_000, *[2_010] * 16], [30_001, *[2_200] * 16]]
LARGE_PLAYS = 3_000_000


def machine_of(
    core: Any, strip: Sequence[int], strata: Sequence[Sequence[int]], raises: Sequence[Any] = ()
) -> Any:
    """One reel whose symbol k pays prize k; symbol 0 loses."""
    classes = len(strata[0])
    pays = [((k,), 20 * k) for k in range(1, classes)]
    prizes = [20 * k for k in range(classes)]
    return core.Tables(
        core.pack_tables(core.CycleGame(
            strips=[strip], rows=1, paylines=[[0]], pays=pays, prizes_cents=prizes, strata=strata,
            price_cents=20, simultaneous_max=2, hold=True, raises=raises,
        ))
    )  # fmt: skip


def large_machine(core: Any) -> Any:
    """Three reels of 40 stops; class k pays for symbol k on the first reel and 1 on the others."""
    classes = len(LARGE_STRATA[0])
    first = [*range(classes), *[0] * (40 - classes)]
    pays = [((k, 1, 1), 20 * k) for k in range(1, classes)]
    prizes = [20 * k for k in range(classes)]
    return core.Tables(
        core.pack_tables(core.CycleGame(
            strips=[first, [1] + [0] * 39, [1] + [0] * 39], rows=1, paylines=[[0, 0, 0]], pays=pays,
            prizes_cents=prizes, strata=LARGE_STRATA, price_cents=20, simultaneous_max=2, hold=False,
        ))
    )  # fmt: skip


def weight(prize_class: int) -> int:
    """Number prize_class of SplitMix64 from 0, after Steele, Lea and Flood (2014)."""
    x = (prize_class + 1) * 0x9E3779B97F4A7C15 & MASK
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


def prize_digest(classes: Sequence[int], first: int = 0) -> int:
    """Digest of prizes only, of entries from number `first` on."""
    return sum(weight(k) * (2 * (first + i) + 1) for i, k in enumerate(classes)) & MASK


def check_alike(core: Any, tables: Any, plays: int, **how: Any) -> None:
    """Every kernel gives the plain one's state and tally, with and without windows."""
    for display in (True, False):
        plain = core.campaign(tables, KEY, 3, plays, display=display, kernel="plain", **how)
        for kernel in core.cycle_kernels()[1:]:
            made = core.campaign(tables, KEY, 3, plays, display=display, kernel=kernel, **how)
            assert made == plain, f"{kernel}, display {display}"


def check_prizes(core: Any) -> None:
    """Prizes only: the steps' state and counts, and the digest as it is defined."""
    strip, strata = [0, 1, 2, 0, 3], [[30, 5, 3, 2], [300, 9, 1, 0]]
    tables = machine_of(core, strip, strata)
    for double in (False, True):
        state, classes = core.new_state(tables, KEY, 3), []
        for _ in range(400):
            state, outcome = core.step(tables, state, 2 if double else 1)
            classes += [entry.prize_class for entry in outcome.entries]
        for kernel in core.cycle_kernels():
            after, tally = core.campaign(
                tables, KEY, 3, 400, player=core.Player(double=double), display=False, kernel=kernel
            )
            assert after == state
            assert tally.kind == "prizes"
            assert tally.counts == tuple(classes.count(k) for k in range(len(strata[0])))
            assert tally.digest == prize_digest(classes)


def check_lengths(core: Any) -> None:
    """Campaigns of any length from any entry, across blocks, stretches, strata and cycles."""
    for classes in (2, 16, 17, 32):
        strip = [k % classes for k in range(3 * classes)]
        strata = [
            [40 + k for k in range(classes)],
            [1] * classes,
            [5000 if k == 0 else k for k in range(classes)],
        ]
        tables = machine_of(core, strip, strata)
        state = core.new_state(tables, KEY, 3)
        for plays in (0, 1, 2, 3, 15, 16, 17, 255, 256, 257, 1023, 1024, 1025, 2049, 7000):
            for double in (False, True):
                check_alike(core, tables, plays, state=state, player=core.Player(double=double))
            state, _ = core.campaign(tables, KEY, 3, plays, state=state, kernel="plain")


def check_raises(core: Any) -> None:
    """Prizes that are raised, in one register of classes and in two."""
    for classes in (5, 20):
        strip = [k % classes for k in range(3 * classes)]
        strata = [[40, *[k + 3 for k in range(1, classes)]]]
        tables = machine_of(core, strip, strata, [(1, 3, 1, 3), (2, 4, 2, 5)])
        for plays in (1, 40, 5_000):
            check_alike(core, tables, plays)


def check_rejections(core: Any) -> None:
    """The rare words that no even draw can use: over all plays a few of prizes and of windows."""
    check_alike(core, large_machine(core), LARGE_PLAYS)


def check_streams(core: Any) -> None:
    """Every tier makes the bytes of the plain one, also where the block counter carries."""
    for block in (0, (1 << 32) - 17, (1 << 64) - 9):
        made = []
        for tier in range(core.widest_tier() + 1):
            buffer = bytearray(37 * 64 + 13)
            core.fill_keystream(KEY, 0x0123_4567_89AB_CDEF, block, buffer, tier=tier)
            made.append(bytes(buffer))
        assert len(set(made)) == 1, block


CHECKS = (check_prizes, check_lengths, check_raises, check_rejections, check_streams)
