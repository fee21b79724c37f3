# SPDX-License-Identifier: MIT
"""
Machines of chance once more, in plain Python, written from the definition and sharing no code with the C.

Slow and obvious: whole numbers of any size, a list of tickets instead of tables, money as fractions of a
millicent. Tests hold the core against it turn by turn and byte by byte.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm, prod
from typing import Any

from core_reference import chacha20_block

PLAY, FEATURE, DEVICE, ABSORB, MYSTERY, POT = 0, 1, 3, 4, 5, 6
ANY = (1 << 32) - 1
PHASES = ("idle", "pick", "free", "gamble")
KINDS = ("play", "pick", "free", "gamble", "collect")


def word_at(key: bytes, machine: int, purpose: int, rejection: int, index: int, bits: int = 32) -> int:
    """Word (or pair, 64 bits) ``index`` of one rejection stream of a machine's purpose."""
    size = bits // 8
    block = chacha20_block(key, index * size // 64, machine | purpose << 40 | rejection << 48)
    return int.from_bytes(block[index * size % 64 :][:size], "little")


def draw(key: bytes, machine: int, purpose: int, index: int, bound: int, bits: int = 64) -> int:
    """An even draw below ``bound`` from word or pair ``index``."""
    for rejection in range(1 << 16):
        scaled = word_at(key, machine, purpose, rejection, index, bits) * bound
        if scaled % (1 << bits) >= (1 << bits) % bound:
            return scaled >> bits
    raise OverflowError


def digest_of(play: int, value: int, total_cents: int) -> int:
    """What a play adds to a campaign's digest."""
    return (value + 1 + (total_cents << 40)) * (2 * play + 1) % (1 << 64)


@dataclass
class Turn:
    """What a turn pays and gives."""

    prize_cents: int = 0
    free_plays: int = 0
    picks: int = 0
    pots: set[int] = field(default_factory=set)


class Definition:
    """A machine, from the arguments of pack_chance."""

    def __init__(self, **stated: Any) -> None:
        self.stated = stated
        strips = stated["strips"]
        free_strips = stated.get("free_strips") or strips
        weights = stated.get("weights") or [[1] * len(strip) for strip in strips]
        free_weights = stated.get("free_weights")
        if not free_weights:
            has_own = stated.get("free_strips")
            free_weights = [[1] * len(strip) for strip in free_strips] if has_own else weights
        self.strips, self.weights = (strips, free_strips), (weights, free_weights)
        # Each reel's tickets: as many of each stop as it weighs.
        self.tickets = [
            [[stop for stop, n in enumerate(row) for _ in range(n)] for row in rows] for rows in self.weights
        ]
        self.reels, self.rows = len(strips), stated["rows"]
        self.paylines = stated.get("paylines")
        self.multipliers = stated.get("multipliers") or [1] * stated["symbols"]
        self.combos, self.scatters = stated["combos"], stated.get("scatters", ())
        self.picks, self.pots = stated.get("picks", ()), stated.get("pots", ())
        self.gamble = stated.get("gamble")
        self.free_multiplier = stated.get("free_multiplier", 1)
        self.max_free_plays = stated.get("max_free_plays", 0)
        self.price_cents, self.cap_cents = stated["price_cents"], stated["cap_cents"]
        self.bets = tuple(stated.get("bets", (1,)))
        self.mystery_of = lcm(*(pot.mystery.denominator for pot in self.pots))

    def combinations(self, free: bool) -> int:
        """Values of a draw of the reels."""
        return prod(len(row) for row in self.tickets[free])

    def stops(self, value: int, free: bool) -> tuple[int, ...]:
        """The value's digits are tickets, and each has its stop."""
        stops: list[int] = []
        for row in reversed(self.tickets[free]):
            value, ticket = divmod(value, len(row))
            stops.insert(0, row[ticket])
        return tuple(stops)

    def window(self, stops: tuple[int, ...], free: bool) -> list[list[int]]:
        """Symbols of each reel from the top; a reel turns downward, so what comes next stands above."""
        return [
            [strip[(stop + self.rows // 2 - row) % len(strip)] for row in range(self.rows)]
            for strip, stop in zip(self.strips[free], stops, strict=True)
        ]

    def lines(self, window: list[list[int]], pots: set[int]) -> int:
        """Each payline pays its worthiest combination."""
        total = 0
        for line in self.paylines:
            seen = [column[row] for column, row in zip(window, line, strict=True)]
            worths = [0]
            for combo in self.combos:
                if all(mask >> symbol & 1 for mask, symbol in zip(combo.masks, seen, strict=True)):
                    factor = prod(self.multipliers[symbol] for symbol in seen[: combo.span])
                    worths.append(combo.prize_cents * (factor if combo.multiplies else 1))
                    pots.add(combo.pot)
            total += max(worths)
        return total

    def ways(self, window: list[list[int]], pots: set[int]) -> int:
        """The longest combination of each group that has ways, times its ways."""
        best: dict[int, tuple[int, int]] = {}
        for combo in self.combos:
            ways = prod(
                sum(
                    (self.multipliers[symbol] if combo.multiplies else 1) * (mask >> symbol & 1)
                    for symbol in column
                )
                for mask, column in zip(combo.masks[: combo.span], window, strict=False)
            )
            if ways:
                pots.add(combo.pot)
                if combo.span > best.get(combo.group, (0, 0))[0]:
                    best[combo.group] = (combo.span, combo.prize_cents * ways)
        return sum(cents for _, cents in best.values())

    def evaluate(self, stops: tuple[int, ...], free: bool = False) -> Turn:
        """What the reels pay and give at these stops."""
        window, pots = self.window(stops, free), set[int]()
        turn = Turn(self.ways(window, pots) if self.paylines is None else self.lines(window, pots))
        cells = [symbol for column in window for symbol in column]
        for group in sorted({row.group for row in self.scatters}):
            reached = [
                row
                for row in self.scatters
                if row.group == group and sum(row.mask >> symbol & 1 for symbol in cells) >= row.count
            ]
            if reached:
                row = max(reached, key=lambda row: row.count)  # the first of equals
                turn.prize_cents += row.prize_cents
                turn.free_plays += row.retrigger if free else row.free_plays
                turn.picks += row.picks
                pots.add(row.pot)
        if free:
            turn.prize_cents *= self.free_multiplier
        else:
            turn.pots = {pot - 1 for pot in pots if pot}
        turn.prize_cents = min(turn.prize_cents, self.cap_cents)
        return turn


@dataclass
class PotState:
    """A pot; amounts are exact, in millicents and their fractions."""

    value: Fraction
    reserve: Fraction = Fraction(0)
    threshold_mc: int = 0

    def packed(self, share_of: int, reserve_of: int, owed: Fraction, owed_reserve: Fraction) -> bytes:
        """The bytes of a state: whole millicents, and the remainders that are carried."""
        return struct.pack(
            "<QQQII", int(self.value), int(self.reserve), self.threshold_mc, int(owed * share_of),
            int(owed_reserve * reserve_of),
        )  # fmt: skip


class Machine:
    """A machine of type C, with its state as plain attributes."""

    def __init__(
        self, definition: Definition, digest: str, key: bytes, machine: int = 0, first_play: int = 0
    ) -> None:
        self.definition, self.digest = definition, digest
        self.key, self.machine, self.generation, self.play = key, machine, 0, first_play
        self.stops: tuple[int, ...] = (0,) * definition.reels
        self.free_shown = False
        self.pots = [PotState(Fraction(pot.seed_mc)) for pot in definition.pots]
        # What each pot and reserve is owed of fractions of a millicent.
        self.owed = [[Fraction(0), Fraction(0)] for _ in definition.pots]
        for level in range(len(self.pots)):
            self.set_threshold(level, first_play)
        self.settle()

    def settle(self) -> None:
        """Nothing under way."""
        self.phase, self.bet = "idle", 0
        self.won = self.picks_left = self.free_left = self.free_given = self.gambles = self.drawn = 0

    def set_threshold(self, level: int, play: int) -> None:
        """A new threshold for a pot that begins with ``play``."""
        rule, pot = self.definition.pots[level], self.pots[level]
        if rule.hit == "must_hit":
            room = rule.limit_mc - int(pot.value)
            pot.threshold_mc = rule.limit_mc
            if room:
                drawn = draw(self.key, self.machine, POT, 4 * play + level, room)
                pot.threshold_mc = int(pot.value) + 1 + drawn

    def feature(self, bound: int) -> int:
        """The next draw of the play's features."""
        drawn = draw(self.key, self.machine, FEATURE, (self.play << 23) + self.drawn, bound)
        self.drawn += 1
        return drawn

    def mystery(self) -> set[int]:
        """Levels that the play's mystery draw hits."""
        rules = self.definition.pots
        if not any(rule.hit == "mystery" for rule in rules):
            return set()
        of = self.definition.mystery_of
        drawn = draw(self.key, self.machine, MYSTERY, self.play, of)
        for level, rule in enumerate(rules):
            share = rule.mystery * of * self.definition.bets[self.bet]
            if drawn < share:
                return {level}
            drawn -= int(share)
        return set()

    def contribute(self, level: int) -> None:
        """One play's share and reserve; only whole millicents arrive."""
        rule, pot, owed = self.definition.pots[level], self.pots[level], self.owed[level]
        price_mc = self.definition.price_cents * 1000 * self.definition.bets[self.bet]
        for i, share in enumerate((rule.share, rule.reserve)):
            owed[i] += price_mc * share
            whole = owed[i] // 1
            owed[i] -= whole
            if i == 0:
                pot.value += whole
            else:
                pot.reserve += whole
        self.overflow(level)

    def overflow(self, level: int) -> None:
        """What passes the limit goes to the reserve."""
        rule, pot = self.definition.pots[level], self.pots[level]
        if pot.value > rule.limit_mc:
            pot.reserve += pot.value - rule.limit_mc
            pot.value = Fraction(rule.limit_mc)

    def play_pots(self, hits: set[int]) -> list[int]:
        """Contributions, then awards in cents."""
        cents = [0] * 4
        for level, rule in enumerate(self.definition.pots):
            pot = self.pots[level]
            self.contribute(level)
            if rule.hit == "must_hit" and pot.value >= pot.threshold_mc:
                hits.add(level)
            if level in hits:
                cents[level] = int(pot.value // 1000)
                pot.value, pot.reserve = pot.value % 1000 + pot.reserve + rule.seed_mc, Fraction(0)
                self.overflow(level)
                self.set_threshold(level, self.play + 1)
        return cents

    def value(self) -> int:
        """The paid play's draw."""
        bound = self.definition.combinations(False)
        return draw(self.key, self.machine, PLAY, self.play, bound, 32 if bound < 1 << 32 else 64)

    def turn(self, free: bool) -> tuple[int, list[int], set[int]]:
        """The reels turn; what that pays, and the pots."""
        definition = self.definition
        if free:
            self.free_left -= 1
            self.stops = definition.stops(self.feature(definition.combinations(True)), True)
        else:
            self.stops = definition.stops(self.value(), False)
        own_reels = definition.stated.get("free_strips") or definition.stated.get("free_weights")
        self.free_shown = free and bool(own_reels)
        turn = definition.evaluate(self.stops, free)
        given = min(turn.free_plays, definition.max_free_plays - self.free_given)
        self.free_given += given
        self.free_left += given
        self.picks_left += turn.picks
        hits: set[int] = set()
        cents = [0] * 4
        if not free:
            hits = turn.pots | self.mystery()
            cents = self.play_pots(hits)
        return turn.prize_cents, cents, hits

    def pick(self) -> tuple[int, int]:
        """A row of the picks, and its prize."""
        rows = self.definition.picks
        ticket = self.feature(sum(row.weight for row in rows))
        row = 0
        while ticket >= rows[row].weight:
            ticket -= rows[row].weight
            row += 1
        self.picks_left = 0 if rows[row].ends else self.picks_left - 1
        return row, rows[row].prize_cents

    def may_gamble(self) -> bool:
        """Whether the win may be doubled."""
        gamble, most = self.definition.gamble, self.definition.cap_cents
        return bool(
            gamble
            and self.gambles < gamble.rounds
            and 0 < self.won <= gamble.max_cents
            and 2 * self.won <= most
        )

    def step(self, kind: str = "play", choice: int = 0) -> dict[str, Any]:
        """One step; the outcome as plain values."""
        if kind == "play":
            self.bet = choice if len(self.definition.bets) > 1 else 0
        prize, cents, hits, row, wobble = 0, [0] * 4, set[int](), 0, (0,) * self.definition.reels
        if kind in ("play", "free"):
            prize, cents, hits = self.turn(kind == "free")
            streams = (2 * self.drawn, 2 * self.drawn + 1)
            words = [word_at(self.key, self.machine, DEVICE, n % 65536, self.play) for n in streams]
            wobble = tuple(struct.pack("<II", *words)[: self.definition.reels])
        elif kind == "pick":
            row, prize = self.pick()
        elif kind == "gamble":
            row = int(self.feature(self.definition.gamble.of) < self.definition.gamble.wins)
            self.gambles += 1
            prize = self.won if row else 0
            self.won *= row
        cap = self.definition.cap_cents
        self.won = min(self.won + prize, cap)
        capped = self.won == cap
        if kind == "collect" or capped:
            self.phase = "idle"
        elif self.picks_left:
            self.phase = "pick"
        elif self.free_left:
            self.phase = "free"
        else:
            self.phase = "gamble" if self.may_gamble() else "idle"
        settled, times = self.phase == "idle", self.definition.bets[self.bet]
        outcome = {
            "kind": kind, "phase": self.phase, "settled": settled, "capped": capped,
            "step_cents": prize * times, "won_cents": self.won * times, "pots_hit": tuple(sorted(hits)),
            "pick_row": row,
            "free_left": 0 if settled else self.free_left, "free_given": self.free_given,
            "picks_left": 0 if settled else self.picks_left, "stops": self.stops, "wobble": wobble,
            "pot_cents": tuple(cents[: len(self.pots)]),
        }  # fmt: skip
        if settled:
            self.settle()
            self.play += 1
        return outcome

    def absorb(self, entropy: bytes) -> None:
        """Mix entropy into the key."""
        stream = self.machine | ABSORB << 40
        block = chacha20_block(self.key, self.generation, stream)
        mixed = bytes(a ^ b for a, b in zip(block[:32], entropy, strict=True))
        self.key = chacha20_block(mixed, self.generation, stream)[:32]
        self.generation += 1

    def state_bytes(self) -> bytes:
        """The 256 bytes of the state, as chance.h lays them out."""
        head = struct.pack("<BBHIQ", 1, ord("C"), 0, self.generation, self.machine)
        head += bytes.fromhex(self.digest)[:16] + self.key
        course = (self.picks_left, self.free_left, self.free_given, self.drawn, self.won)
        head += struct.pack("<QBBHHHII", self.play, PHASES.index(self.phase), self.gambles, *course)
        head += bytes(self.stops).ljust(6, b"\0") + bytes([self.free_shown, self.bet])
        head = head.ljust(128, b"\0")
        for rule, pot, owed in zip(self.definition.pots, self.pots, self.owed, strict=True):
            head += pot.packed(rule.share.denominator, rule.reserve.denominator, *owed)
        return head.ljust(256, b"\0")
