# SPDX-License-Identifier: MIT
"""
Black jack in the core: whole shoes and fresh hands by a plan, counted at once.

    rules = BlackJackRules(kinds, hands, bank, pays, below_red=52, burnt=5, boxes=7)
    tally = rules.shoes(key, first=0, shoes=10_000)
    tally.gains[0, NO_GAIN + 2]         # box 1 gained one stake
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cext._core import ffi, lib
from cext.errors import CoreError, check, need_bytes, need_range
from cext.rng import KEY_SIZE, MACHINE_MAX, widest_tier
from cext.table_units import SHOE_CARDS

KINDS = int(lib.CORE_BLACK_JACK_KINDS)
STATES = int(lib.CORE_BLACK_JACK_STATES)
BANK = int(lib.CORE_BLACK_JACK_BANK)
WORTHS = int(lib.CORE_BLACK_JACK_WORTHS)
BOXES = int(lib.CORE_BLACK_JACK_BOXES)
ENDS = int(lib.CORE_BLACK_JACK_ENDS)
NO_GAIN = int(lib.CORE_BLACK_JACK_GAINS) // 2
"""The cell of a box that has gained nothing; a cell is half a stake."""
NO_COUNT = int(lib.CORE_BLACK_JACK_COUNTS) // 2
"""The cell of a true count of nought."""
UNITS_MAX = 1 << 47


class HandStates(NamedTuple):
    """
    The states of a hand, and a plan.

    Attributes:
        next: the state after each kind of card, shape (states, 16); 0 has no card, every card leads to a
            higher state, the last one has passed.
        act: 0 stand, 1 hit, 2 double, 3 split, by the kind of the croupier's first card, shape (16, states).
        parted: the state with one card, of which two come where a pair is separated, shape (states,).
        worth: the row of ``pays``, shape (states,): 0 has passed, 1 is a black jack, others are above.
    """

    next: NDArray[np.uint16]
    act: NDArray[np.uint8]
    parted: NDArray[np.uint16]
    worth: NDArray[np.uint8]


class BankStates(NamedTuple):
    """
    The croupier's states, 0 to 7 his ends: 17 to 21, passed, black jack, three sevens.

    Attributes:
        first: with one card of each kind, 8 to 63, shape (16,).
        next: after one more: an end or a higher state, shape (64, 16).
        insured: kinds of first cards against which an insurance may be laid, shape (16,).
    """

    first: NDArray[np.uint8]
    next: NDArray[np.uint8]
    insured: NDArray[np.uint8]


class Part(NamedTuple):
    """
    Rounds that belong together.

    Attributes:
        rounds: how many.
        insured, naturals: in how many an insurance could be laid, and had won.
        gain: of all boxes, in half stakes.
        moments: sums over shoes of products of rounds, gain, insured and naturals: rr, rg, gg, aa, at, tt.
    """

    rounds: int
    insured: int
    naturals: int
    gain: int
    moments: tuple[int, ...]

    def __add__(self, other: object) -> Part:
        if not isinstance(other, Part):
            return NotImplemented
        moments = tuple(one + more for one, more in zip(self.moments, other.moments, strict=True))
        return Part(
            self.rounds + other.rounds, self.insured + other.insured, self.naturals + other.naturals,
            self.gain + other.gain, moments,
        )  # fmt: skip


class BlackJackTally(NamedTuple):
    """
    What some shoes or fresh hands came to.

    Attributes:
        shoes, dealt, hands, doubled: how many; hands with the separated ones.
        bank: croupiers who drew to their end, by it, shape (8,).
        all: every round; of fresh hands without its moments.
        counts: rounds by the true count before them, NO_COUNT the place of nought; fresh hands have none.
        box_moments: sums over shoes of each box's products of rounds and gain: rg, gg, shape (2, 7).
        gains: rounds by what each box gained, in half stakes from -NO_GAIN on, shape (7, 2 * NO_GAIN + 1).
    """

    shoes: int
    dealt: int
    hands: int
    doubled: int
    bank: NDArray[np.uint64]
    all: Part
    counts: tuple[Part, ...]
    box_moments: NDArray[np.int64]
    gains: NDArray[np.uint64]

    def __add__(self, other: object) -> BlackJackTally:
        if not isinstance(other, BlackJackTally):
            return NotImplemented
        counts = tuple(one + more for one, more in zip(self.counts, other.counts, strict=True))
        return BlackJackTally(
            self.shoes + other.shoes, self.dealt + other.dealt, self.hands + other.hands,
            self.doubled + other.doubled, self.bank + other.bank, self.all + other.all, counts,
            self.box_moments + other.box_moments, self.gains + other.gains,
        )  # fmt: skip


class BlackJackRules:
    """
    How shoes are dealt, what hands do, and what they are paid.

    Args:
        kinds: 0 to 15 of every card of a new shoe, 52 to 512 of them.
        hands, bank: as they say.
        pays: half stakes, -4 to 4, by 1 doubled, 2 not the first hand of its box, 3 both, by ``worth`` and by
            the croupier's end, shape (4, 16, 8).
        below_red: cards in reserve behind the separator.
        burnt: cards that are put aside before a shoe's first round.
        boxes: in play, 1 to 7; a fresh hand is of one.
        tags: what a seen card of each kind adds to the count.

    Raises:
        CoreError: an argument is out of range.
    """

    def __init__(
        self, kinds: Sequence[int], hands: HandStates, bank: BankStates, pays: NDArray[np.int8], *,
        below_red: int, burnt: int = 0, boxes: int = 1, tags: Sequence[int] = (0,) * KINDS,
    ) -> None:  # fmt: skip
        made = self._rules = ffi.new("core_black_jack_rules *")
        made.cards = need_range("len(kinds)", len(kinds), 52, SHOE_CARDS, "kinds")
        made.burnt = need_range("burnt", burnt, 0, 51)
        made.below_red = need_range("below_red", below_red, 0, len(kinds) - burnt - 1)
        made.boxes = need_range("boxes", boxes, 1, BOXES)
        states = made.states = need_range("states", len(hands.worth), 2, STATES)
        wanted = {
            "next": (np.uint16, (states, KINDS)), "act": (np.uint8, (KINDS, states)),
            "parted": (np.uint16, (states,)), "worth": (np.uint8, (states,)),
        }  # fmt: skip
        self._kept = []
        for name, (of, shape) in wanted.items():
            rows = np.ascontiguousarray(_shaped(name, getattr(hands, name), shape), dtype=of)
            self._kept.append(rows)
            setattr(made, name, ffi.from_buffer(f"{np.dtype(of).name}_t[]", rows))
        for name, rows, shape in (
            ("bank_first", bank.first, (KINDS,)), ("bank_next", bank.next, (BANK, KINDS)),
            ("insured", bank.insured, (KINDS,)),
        ):  # fmt: skip
            text = _shaped(name, rows, shape).astype(np.uint8).tobytes()
            ffi.memmove(getattr(made, name), text, len(text))
        text = _shaped("pays", pays, (4, WORTHS, ENDS)).astype(np.int8).tobytes()
        ffi.memmove(made.pays, text, len(text))
        for place, kind in enumerate(kinds):
            made.kind[place] = need_range("kinds", kind, 0, KINDS - 1)
        for kind, tag in enumerate(tags):
            made.tag[kind] = need_range("tags", tag, -4, 4)

    def shoes(
        self, key: bytes, *, first: int, shoes: int, machine: int = 0, tier: int | None = None
    ) -> BlackJackTally:
        """
        Play shoes ``first`` to ``first + shoes - 1`` to their separators. Lets other threads run.

        Args:
            tier: how wide the loops are, 0 to ``widest_tier()``, which None chooses; the counts are the same.

        Raises:
            CoreError: an argument is out of range, or the plan is none.
        """
        return self._play(lib.core_table_black_jack, key, machine, first, shoes, tier)

    def fresh(
        self, key: bytes, *, first: int, hands: int, machine: int = 0, tier: int | None = None
    ) -> BlackJackTally:
        """Play hands of one box, each of a shoe of its own; as ``shoes``."""
        return self._play(lib.core_table_black_jack_fresh, key, machine, first, hands, tier)

    def _play(
        self, played: ffi.CData, key: bytes, machine: int, first: int, many: int, tier: int | None
    ) -> BlackJackTally:
        need_bytes("key", key, KEY_SIZE)
        need_range("machine", machine, 0, MACHINE_MAX)
        need_range("first", first, 0, UNITS_MAX)
        need_range("units", many, 0, UNITS_MAX - first, "units")
        chosen = need_range("tier", widest_tier() if tier is None else tier, 0, widest_tier())
        tally = ffi.new("core_black_jack_tally *")
        check(played(chosen, self._rules, key, machine, first, many, tally))
        return _read(tally)


def _shaped(name: str, rows: NDArray[np.generic], shape: tuple[int, ...]) -> NDArray[np.generic]:
    if rows.shape != shape:
        raise CoreError(f"{name} must be of shape {shape} (got {rows.shape})")
    return rows


def _read(tally: ffi.CData) -> BlackJackTally:
    gains = np.frombuffer(ffi.buffer(tally.gains), dtype=np.uint64).reshape(BOXES, 2 * NO_GAIN + 1).copy()
    box = np.array([list(tally.box_rg), list(tally.box_gg)], dtype=np.int64)
    return BlackJackTally(
        int(tally.shoes), int(tally.dealt), int(tally.hands), int(tally.doubled),
        np.array(list(tally.bank), dtype=np.uint64), _part(tally.all),
        tuple(_part(one) for one in tally.counts), box, gains,
    )  # fmt: skip


def _part(of: ffi.CData) -> Part:
    moments = tuple(int(getattr(of, name)) for name in ("rr", "rg", "gg", "aa", "at", "tt"))
    return Part(int(of.rounds), int(of.insured), int(of.naturals), int(of.gain), moments)
