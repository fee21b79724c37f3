# SPDX-License-Identifier: MIT
"""Checks of a core's five cards against the bank's, of the core or a mutant of it."""

from __future__ import annotations

from math import comb
from typing import Any

KEY, PLAY = bytes([5] * 32), 0
PLAYS_AT, RAISES, DEALT, ROWS = 1114, 2, 10, 16
REJECTED = 401_734
"""Of machine 2: word * 52!/44! modulo 2^64 is below 2^64 modulo 52!/44!, for the first time."""
# Of the usual table; by the numbers of the core's kinds.
PAYS = {0: 1, 1: 1, 2: 2, 4: 3, 5: 4, 6: 5, 7: 7, 8: 20, 9: 50, 10: 100}
CELLS = {
    1114: [6325050600, 753030588, 0, 740700, 744267012],
    3326: [0, 1248556500, 1107925800, 51840, 588628740],
    7453: [0, 13566660, 17111440, 60, 620],
    7462: [0, 13918980, 16759740, 60, 0],
}
"""Classes of hands: A-K-4-3-2, J-J-10-7-4, the lowest escalera de color, escalera real; each counted hand by
hand against every hand of the bank by ``tests/cext/test_table_stud.py``."""


class Stud:
    """Best play as a core has it."""

    def __init__(self, core: Any) -> None:
        self.lib, self.ffi = core._core.lib, core._core.ffi
        ffi, lib = self.ffi, self.lib
        self.order = ffi.new("core_hands *")
        self.order.ranks, self.order.width, self.order.flags = 13, 5, lib.CORE_HANDS_ACE_LOW
        for kind in range(lib.CORE_HAND_KINDS):
            self.order.place[kind] = kind
        self.table = ffi.new("core_hand_table *")
        assert lib.core_hand_table_build(self.table, ffi.new("core_hand_builder *"), self.order, 5) == 0
        self.kinds = [0] + [self.table.score[i] >> 20 & 15 for i in range(self.table.classes)]
        self.rules = ffi.new("core_stud_rules *")
        self.rules.plays_at, self.rules.raises = PLAYS_AT, RAISES
        for number, kind in enumerate(self.kinds):
            self.rules.pays[number] = PAYS[kind]
        self.goes = ffi.new("uint64_t[]", lib.CORE_STUD_HANDS)
        self.tally = ffi.new("core_stud_tally *")
        scratch = ffi.new("core_stud_scratch *")
        assert lib.core_stud_best(self.table, self.rules, scratch, self.goes, self.tally) == 0

    def score(self, cards: list[int]) -> int:
        """What five cards are worth."""
        found = self.ffi.new("uint32_t *")
        assert self.lib.core_hands_score(self.order, bytes(cards), 5, found) == 0
        return int(found[0])

    def goes_on(self, cards: list[int], up: int) -> int:
        """Whether five cards go on against an open one."""
        hand = sum(comb(card, place) for place, card in enumerate(sorted(cards), 1))
        return self.goes[hand] >> up & 1


def check_best(core: Any) -> None:
    """Counted classes, and what best play loses as it is published: 5.224 per cent of an ante."""
    stud = Stud(core)
    for number, wanted in CELLS.items():
        assert list(stud.tally.cells[number]) == wanted, number
    gain = total = 0
    for number, kind in enumerate(stud.kinds):
        folds, out, worse, equal, better = stud.tally.cells[number]
        gain += -folds + out + worse * (1 + RAISES * PAYS[kind]) - better * (1 + RAISES)
        total += folds + out + worse + equal + better
    assert total == comb(52, 5) * 47 * comb(46, 4)
    assert 0.05224 < -gain / total < 0.05225
    kings = [0, 6, 17, 45, 50]  # 2c 3h 6d Kd Ah: of four suits, so that no change of suits leaves it as it is
    changed = [card & ~3 | (2, 3, 1, 0)[card & 3] for card in kings]
    decisions = [stud.goes_on(kings, up) for up in range(52) if up not in kings]
    others = [stud.goes_on(changed, up & ~3 | (2, 3, 1, 0)[up & 3]) for up in range(52) if up not in kings]
    assert decisions == others and 0 < sum(decisions) < 47


def check_deals(core: Any) -> None:
    """Deals over the ends of blocks, each settled by plain Python, by every tier."""
    require_deals(core, 250, 600)


def check_rejected(core: Any) -> None:
    """Deals about the first one of this key whose first pair of words is one too many."""
    require_deals(core, REJECTED - 20, 40)


def require_deals(core: Any, first: int, many: int) -> None:
    """Each tier counts deals as plain Python does."""
    stud = Stud(core)
    kinds = bytes([*stud.kinds, *([0] * (stud.lib.CORE_HANDS_MAX_CLASSES - len(stud.kinds) + 1))])
    cards = stud.ffi.new("uint8_t[]", 52)
    found = [[0] * 5 for _ in range(ROWS)]
    bank_plays = stud.table.score[PLAYS_AT - 1]
    for number in range(first, first + many):
        assert stud.lib.core_cards_deal(KEY, 2, PLAY, number, 52, DEALT, cards) == 0
        mine, bank = list(cards[0:DEALT])[::2], list(cards[0:DEALT])[1::2]
        own, theirs = stud.score(mine), stud.score(bank)
        fate = 1 if theirs < bank_plays else 2 if own > theirs else 3 if own == theirs else 4
        found[own >> 20 & 15][fate if stud.goes_on(mine, bank[-1]) else 0] += 1
    rules = (stud.table, stud.rules, stud.tally, stud.goes, kinds)
    for tier in range(stud.lib.core_rng_tier() + 1):
        counted = stud.ffi.new("uint64_t[16][5]")
        assert stud.lib.core_table_stud(tier, *rules, KEY, 2, first, many, counted) == 0
        assert [list(row) for row in counted] == found, tier
