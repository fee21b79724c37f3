# SPDX-License-Identifier: MIT
"""
The core once more, in plain Python, written from the definition and sharing no code with the C.

Slow and obvious: lists instead of packed tables, modulo instead of shifts, every window tried. Tests hold
the core against it draw by draw and byte by byte.
"""

from __future__ import annotations

import itertools
import struct
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

PLAY, FEATURE, DISPLAY, DEVICE, ABSORB = 0, 1, 2, 3, 4
MASK = 0xFFFFFFFF


def chacha20_block(key: bytes, block: int, stream: int) -> bytes:
    """64 bytes of keystream (RFC 8439 section 2.3; 64-bit block counter, 64-bit stream number)."""
    start = struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<QQ", block, stream))
    x = list(start)
    columns = [(i, i + 4, i + 8, i + 12) for i in range(4)]
    diagonals = [(i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12) for i in range(4)]
    for _ in range(10):
        for a, b, c, d in columns + diagonals:
            for target, other, mixed, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[target] = (x[target] + x[other]) & MASK
                value = x[mixed] ^ x[target]
                x[mixed] = (value << bits | value >> (32 - bits)) & MASK
    return struct.pack("<16I", *((a + b) & MASK for a, b in zip(x, start, strict=True)))


def word_at(key: bytes, machine: int, purpose: int, rejection: int, index: int) -> int:
    """Word ``index`` of one rejection stream of a machine's purpose."""
    block = chacha20_block(key, index // 16, machine | purpose << 40 | rejection << 48)
    return int.from_bytes(block[index % 16 * 4 :][:4], "little")


def draw(key: bytes, machine: int, purpose: int, index: int, bound: int) -> int:
    """An even draw below ``bound``: of all words, those are rejected that are one too many."""
    for rejection in range(1 << 16):
        scaled = word_at(key, machine, purpose, rejection, index) * bound
        if scaled % (1 << 32) >= (1 << 32) % bound:
            return scaled >> 32
    raise OverflowError


@dataclass
class Definition:
    """What a machine is; the arguments of pack_tables."""

    strips: list[list[int]]
    rows: int
    paylines: list[list[int]]
    pays: list[tuple[list[int], int]]
    prizes_cents: list[int]
    strata: list[list[int]]
    price_cents: int = 20
    simultaneous_max: int = 2
    hold: bool = True
    gamble: tuple[int, int, int, int, int, int, int] | None = None
    """
    Rounds, single and double maximum, most of the return account, and of an advance on it; at most one in how
    many losses gives back, and how many losses at the cycle's end are kept free of it.
    """
    raises: list[tuple[int, int, int, int]] = field(default_factory=list)
    """Class, what it may become, in how many of how many draws."""

    def pay(self, stops: tuple[int, ...]) -> int:
        """What the window at these stops pays on all lines."""
        total = 0
        for line in self.paylines:
            seen = []
            for strip, stop, row in zip(self.strips, stops, line, strict=True):
                # Row 0 is the top, and a reel turns downward: what comes next stands above.
                seen.append(strip[(stop + self.rows // 2 - row) % len(strip)])
            total += max(
                (
                    cents
                    for symbols, cents in self.pays
                    if all(a in (-1, b) for a, b in zip(symbols, seen, strict=True))
                ),
                default=0,
            )
        return total

    def windows(self) -> list[tuple[tuple[int, ...], int]]:
        """Every window in ascending order, with its pay."""
        every = itertools.product(*(range(len(strip)) for strip in self.strips))
        return [(stops, self.pay(stops)) for stops in every]


@dataclass
class Machine:
    """A machine of type B, with its state as plain attributes."""

    definition: Definition
    digest: str
    key: bytes
    machine: int = 0
    generation: int = 0
    play: int = 0
    cycle: int = 0
    stratum: int = 0
    lost: bool = False
    offer: int = 0
    left: list[int] = field(default_factory=list)
    stops: tuple[int, ...] = ()
    # A prize that may be gambled: by a play of so many entries, and what it became.
    asks: int = 0
    won: list[int] = field(default_factory=list)
    returns: int = 0
    """What gambles lost and the machine will give back."""
    advance: int = 0
    """What gambles gave in this cycle and no loss has used up."""

    def __post_init__(self) -> None:
        prizes = self.definition.prizes_cents
        self.left = list(self.definition.strata[0])
        self.stops = (0,) * len(self.definition.strips)
        self.shown: list[list[tuple[int, ...]]] = [[] for _ in prizes]
        for stops, cents in self.definition.windows():
            if cents in prizes:
                self.shown[prizes.index(cents)].append(stops)

    def keeping(self, cls: int, held: int) -> list[tuple[int, ...]]:
        """Windows of a class that keep the held stops."""
        kept = [r for r in range(len(self.stops)) if held >> r & 1]
        return [stops for stops in self.shown[cls] if all(stops[r] == self.stops[r] for r in kept)]

    def step(self, simultaneous: int = 1, held: int = 0) -> dict[str, Any]:
        """Decide one play; the outcome as plain values."""
        assert not self.asks
        first_play, first_cycle, entries, planned, returned = self.play, self.cycle, [], [], 0
        for _ in range(simultaneous):
            losses = self.losses_left()
            can = [n if self.keeping(cls, held) else 0 for cls, n in enumerate(self.left)]
            tickets = [cls for cls, n in enumerate(can) for _ in range(n)]
            cls = tickets[draw(self.key, self.machine, PLAY, self.play, len(tickets))]
            self.left[cls] -= 1
            planned.append(cls)
            if not held and cls == 0 and self.gives_back(losses):
                cls = self.piece()
                self.returns -= self.definition.prizes_cents[cls]
                returned += self.definition.prizes_cents[cls]
            elif not held:
                cls = self.raised(cls)
            windows = self.keeping(cls, held)
            stops = windows[draw(self.key, self.machine, DISPLAY, self.play, len(windows))]
            entries.append((cls, self.definition.prizes_cents[cls], stops))
            self.play += 1
            if not any(self.left):
                self.stratum += 1
                if self.stratum == len(self.definition.strata):
                    self.stratum, self.cycle, self.advance = 0, self.cycle + 1, 0
                self.left = list(self.definition.strata[self.stratum])
        assert self.cycle == first_cycle or not self.returns
        assert self.returns <= self.losses_left() * self.definition.prizes_cents[self.piece()]
        self.stops = entries[-1][2]
        self.lost = all(cls == 0 for cls, _, _ in entries)
        self.offer = self.make_offer()
        words = [word_at(self.key, self.machine, DEVICE, n, first_play) for n in (0, 1)]
        wobble = struct.pack("<II", *words)[: len(self.stops)]
        won = sum(cents for _, cents, _ in entries)
        self.won, self.asks = [won], 0
        if self.cycle == first_cycle and not returned:
            self.ask(simultaneous)
        return {
            "entries": entries,
            "hold_offer": self.offer,
            "wobble": tuple(wobble),
            "phase": self.asks,
            "won_cents": won,
            "planned": tuple(p if p != cls else 0 for p, (cls, _, _) in zip(planned, entries, strict=True)),
            "returned_cents": returned,
        }

    def piece(self) -> int:
        """The class in which the return account is given back: the smallest prize that can be shown."""
        return min(
            (c for c, cents in enumerate(self.definition.prizes_cents) if cents and self.shown[c]), default=0
        )

    def losses_left(self) -> int:
        """Entries of this cycle that the plan will deal no prize."""
        return self.left[0] + sum(row[0] for row in self.definition.strata[self.stratum + 1 :])

    def gives_back(self, losses: int) -> bool:
        """Whether the entry at hand, one of so many losses, gives a piece of the return account back."""
        if not self.returns:
            return False
        one_in, spare = self.definition.gamble[5:]
        pieces, odd = divmod(self.returns, self.definition.prizes_cents[self.piece()])
        assert not odd
        assert pieces <= losses
        if pieces == losses:
            return True
        word = (self.play << 24) + 21
        if losses > spare and Fraction(pieces, losses - spare) <= Fraction(1, one_in):
            return draw(self.key, self.machine, FEATURE, word, losses - spare) < pieces
        return draw(self.key, self.machine, FEATURE, word, one_in) == 0

    def spreads(self, cents: int, losses: int) -> bool:
        """Whether so much can be given back by so many losses, by each with a chance that is small enough."""
        *_, most, _, one_in, spare = self.definition.gamble
        pieces, odd = divmod(cents, self.definition.prizes_cents[self.piece()])
        if cents > most or odd:
            return False
        return losses > spare and Fraction(pieces, losses - spare) <= Fraction(2, 3 * one_in)

    def raised(self, cls: int) -> int:
        """The class of the entry at hand after its raise."""
        for of_class, to, wins, of in self.definition.raises:
            if of_class == cls and draw(self.key, self.machine, FEATURE, self.play << 24, of) < wins:
                return to
        return cls

    def ask(self, simultaneous: int) -> None:
        """Offer a gamble of what was won so far, if it may be."""
        self.asks = 0
        if not self.definition.gamble:
            return
        rounds, single, double = self.definition.gamble[:3]
        within = 0 < 2 * self.won[-1] <= (single, double)[simultaneous - 1]
        lost = max(0, self.won[0] - self.advance)
        # The loss of a later round costs no more than that of the first.
        can_lose = not lost or len(self.won) > 1 or self.spreads(self.returns + lost, self.losses_left())
        if within and len(self.won) <= rounds and can_lose:
            self.asks = simultaneous

    def answer(self, dare: bool) -> dict[str, Any]:
        """Take what was won, or dare it."""
        assert self.asks
        simultaneous, self.asks = self.asks, 0
        if dare:
            word = (self.play - 1 << 24) + len(self.won)
            won = draw(self.key, self.machine, FEATURE, word, 2)
            self.won.append(2 * self.won[-1] if won else 0)
            if won:
                self.ask(simultaneous)
        if not self.asks:
            if self.won[-1]:
                self.advance = min(self.definition.gamble[4], self.advance + self.won[-1] - self.won[0])
            else:
                self.returns += max(0, self.won[0] - self.advance)
                self.advance = max(0, self.advance - self.won[0])
        return {"phase": self.asks, "answer": 2 if dare else 1, "won_cents": self.won[-1]}

    def make_offer(self) -> int:
        """Masks with which both a loss and a prize that are left can be shown, after a loss."""
        if not (self.definition.hold and self.lost):
            return 0
        # A loss with reels held gives nothing back.
        if self.returns and not self.spreads(self.returns, self.losses_left() - 1):
            return 0
        offer = 0
        for held in range(1, min((1 << len(self.stops)) - 1, 32)):
            can = [cls for cls, n in enumerate(self.left) if n and self.keeping(cls, held)]
            if 0 in can and any(can):
                offer |= 1 << held
        return offer

    def absorb(self, entropy: bytes) -> None:
        """Mix entropy into the key."""
        stream = self.machine | ABSORB << 40
        block = chacha20_block(self.key, self.generation, stream)
        mixed = bytes(a ^ b for a, b in zip(block[:32], entropy, strict=True))
        self.key = chacha20_block(mixed, self.generation, stream)[:32]
        self.generation += 1

    def state_bytes(self) -> bytes:
        """The 256 bytes of the state, as core.h lays them out."""
        left = self.left + [0] * (32 - len(self.left))
        head = struct.pack("<BBHIQ", 1, ord("B"), 0, self.generation, self.machine)
        head += bytes.fromhex(self.digest)[:16] + self.key
        head += struct.pack("<QIBBH", self.play, self.cycle, self.stratum, self.lost, 0)
        head += struct.pack("<32HII", *left, sum(left), self.offer) + bytes(self.stops)
        if self.definition.gamble:
            asked = (self.asks, len(self.won) - 1, self.won[-1]) if self.asks else (0, 0, 0)
            head += bytes(158 - len(head)) + struct.pack("<BBIII", *asked, self.returns, self.advance)
        return head + bytes(256 - len(head))


def tally_digest(entries: list[tuple[int, int]]) -> int:
    """The campaign's digest of (class, window number) pairs in order."""
    mask, digest = (1 << 64) - 1, 0x6A09E667F3BCC908
    for cls, window in entries:
        digest = digest + (cls << 32 | window) & mask
        digest ^= digest << 13 & mask
        digest ^= digest >> 7
        digest ^= digest << 17 & mask
    return digest


def window_number(stops: tuple[int, ...], strips: list[list[int]]) -> int:
    """Stops as digits of one number, reel 0 first."""
    number = 0
    for stop, strip in zip(stops, strips, strict=True):
        number = number * len(strip) + stop
    return number
