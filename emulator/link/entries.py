# SPDX-License-Identifier: MIT
"""What a controller is told, what it writes down, and what a machine has won."""

from __future__ import annotations

import struct
from typing import Literal, NamedTuple, get_args

Kind = Literal["play", "settled", "books", "rules"]
KINDS: tuple[Kind, ...] = get_args(Kind)

TIME_MAX_US = 253_402_300_799_999_999  # the end of the year 9999: no clock that is later is believed

_ENTRY = struct.Struct("<QQBQQQQBB")


class Entry(NamedTuple):
    """
    One line of a link's log, which is all that its state follows from.

    Attributes:
        entry: its number, from 1 without a gap.
        at_us: the controller's clock, microseconds since 1970 (virtual in a test).
        kind: "play": seq, play, stake_mc, prize and winners are the machine's; "settled": seq is the last
            award that it has committed; "books": its meters as compared, seq the last play, stake_mc staked
            in all, play the last award, detail its won_cents; "rules": detail holds a pot's next rules.
        machine: number in the link; 0 for the operator.
        seq, play, stake_mc, prize, winners, detail: as the kind says; 0 or empty otherwise.
    """

    entry: int
    at_us: int
    kind: Kind
    machine: int
    seq: int = 0
    play: int = 0
    stake_mc: int = 0
    prize: int = 0
    winners: int = 0
    detail: str = ""

    def packed(self) -> bytes:
        """The bytes that the chain of the log covers."""
        head = _ENTRY.pack(
            self.entry, self.at_us, KINDS.index(self.kind), self.machine, self.seq, self.play, self.stake_mc,
            self.prize, self.winners,
        )  # fmt: skip
        return head + self.detail.encode()


class Award(NamedTuple):
    """
    A play's win of a pot.

    Attributes:
        award: its number for this machine, from 1 without a gap.
        machine: who won.
        entry: the log's line of the play.
        seq: the machine's number of the play.
        pot: which pot, from 0.
        by: "prize", "mystery" or "threshold".
        cents: to each winner.
        winners: how many at this machine or table.
        settled: committed with the machine's credits, and acknowledged.
    """

    award: int
    machine: int
    entry: int
    seq: int
    pot: int
    by: str
    cents: int
    winners: int
    settled: bool = False


class Hit(NamedTuple):
    """
    An award as displays show it, in the log's order.

    Attributes:
        entry: the log's line of the play.
        at_us: the controller's clock, microseconds since 1970.
        machine, award, pot, by, winners, cents: as in Award.
    """

    entry: int
    at_us: int
    machine: int
    award: int
    pot: int
    by: str
    winners: int
    cents: int


class Play(NamedTuple):
    """A machine's play: sequence number, play number, stake in millicents, prize hit (0 none), winners."""

    machine: int
    seq: int
    play: int
    stake_mc: int
    prize: int = 0
    winners: int = 1


class Settled(NamedTuple):
    """A machine has committed all its awards up to this one."""

    machine: int
    award: int


class Books(NamedTuple):
    """A machine's meters of the link after play ``seq`` and award ``award``."""

    machine: int
    seq: int
    staked_mc: int
    award: int
    won_cents: int


class Join(NamedTuple):
    """A machine comes (back): the number that its next new play will have, and its last committed award."""

    machine: int
    next_seq: int
    award: int


Request = Play | Settled | Books | Join
