# SPDX-License-Identifier: MIT
"""
A machine's end of the link: plays told, awards won, and whether it may play.

    port = LinkPort(machine=3)
    if port.may_play:
        port.contribute(play_number, stake_mc=20_000)
        memory = port.save()                    # commit it together with credits and meters
        port.kept()                             # committed: now the controller may be told
    for award in port.poll():
        credits += award.cents * award.winners
        port.settle(award)
        memory = port.save()                    # in one commit with the credits
        port.kept()                             # now the award may be acknowledged
    port.take(given)                            # what came from outside: the only way in

Everything that comes from outside is a ``Given``, which the machine's journal records: a machine's run stays
a function of recorded inputs, and a replay needs no controller. ``emulator.link.client`` makes them
of bytes.
"""

from __future__ import annotations

import struct
from typing import Literal, NamedTuple, get_args

from cext.chance_rows import MAX_POT_MC
from emulator.link import wire
from emulator.link.entries import Play
from emulator.link.errors import LinkError
from machines.support.plain import Json, JsonView

GivenKind = Literal["up", "down", "refused", "acked", "award", "pots", "named"]
GIVEN_KINDS: tuple[GivenKind, ...] = get_args(GivenKind)
Status = Literal["down", "up", "refused"]

WINDOW = 4  # plays told and not yet acknowledged
_HEAD = struct.Struct("<BBQQQQQ")
_PLAY = struct.Struct("<QQIBB")
_VERSION = 1
_MEMORY: tuple[wire.Bound, ...] = (
    ("next_seq", 1, wire.COUNT_MAX), ("staked_mc", 0, wire.TOTAL_MC_MAX), ("award", 0, wire.COUNT_MAX),
    ("won_cents", 0, wire.TOTAL_CENTS_MAX),
)  # fmt: skip
_GIVEN: dict[str, tuple[wire.Bound, ...]] = {
    "up": wire.BOUNDS[wire.WELCOME], "acked": wire.BOUNDS[wire.ACK], "award": wire.BOUNDS[wire.AWARD],
    "pots": (("value_mc", 0, MAX_POT_MC),) * wire.POTS_MAX,
}  # fmt: skip


class Given(NamedTuple):
    """
    One input from the link.

    Attributes:
        kind: "up": the controller knows us, values (seq,) its last play; "down": it does not answer;
            "refused": it will not have us, values (why,); "acked": values (seq,); "award": values (award,
            seq, pot, by, winners, cents); "pots": values in millicents; "named": of each pot the name of
            its prize in kind, Spanish and English, empty for money, or nothing at all where all is money.
        values: as the kind says.
    """

    kind: GivenKind
    values: wire.Values = ()


class Won(NamedTuple):
    """An award for this machine: its number, the play that won it, pot, cents to each of so many winners."""

    award: int
    seq: int
    pot: int
    by: int
    winners: int
    cents: int


class Told(NamedTuple):
    """What the controller may be told: plays below ``next_seq``, awards up to ``award``, and their sums."""

    next_seq: int
    staked_mc: int
    award: int
    won_cents: int


class LinkPort:
    """
    A machine's end of the link; a pure function of calls and inputs.

    Args:
        machine: its number in the link.
        memory: what ``save`` gave, or None for a new machine.
        window: most plays that may wait for their acknowledgement; 1 or more.

    Raises:
        LinkError: the memory is damaged or of another version.
    """

    def __init__(self, machine: int, memory: bytes | None = None, window: int = WINDOW) -> None:
        self.machine = machine
        self.status: Status = "down"
        self.why = ""
        self.pots_mc: tuple[int, ...] = ()
        self.named: tuple[tuple[str, str], ...] = ()
        self.window = window
        self.next_seq = 1
        self.staked_mc = 0
        self.award = 0
        self.won_cents = 0
        self.outbox: list[Play] = []
        self.acked = 0
        self._waiting: list[Won] = []
        if memory is not None:
            self._load(memory)
        self.kept()

    # --- the machine's side ------------------------------------------------------------------------

    @property
    def may_play(self) -> bool:
        """
        Whether a new linked play may begin: the link is up, and not too many plays wait.

        A machine whose link is down says so, finishes and pays open plays, and begins no new one.
        """
        return self.status == "up" and len(self.outbox) < self.window

    def contribute(self, play: int, stake_mc: int, prize: int = 0, winners: int = 1) -> int:
        """
        Tell a play; return its sequence number.

        Args:
            play: the machine's number of the play.
            stake_mc: its stake in millicents.
            prize: which of the link's prizes it hit, 0: none.
            winners: among how many that is split.

        Raises:
            LinkError: the outbox is full. (A play that began while the link was up is told later.)
        """
        if len(self.outbox) >= self.window:
            raise LinkError(f"plays waiting must be at most {self.window}: ask may_play before a play")
        told = Play(self.machine, self.next_seq, play, stake_mc, prize, winners)
        self.outbox.append(told)
        self.next_seq += 1
        self.staked_mc += stake_mc
        return told.seq

    def poll(self) -> list[Won]:
        """Awards to be put to the credits, in their order."""
        return list(self._waiting)

    def settle(self, won: Won) -> None:
        """An award is in the credits; the next ``save`` says so, and the controller will be told."""
        if not self._waiting or self._waiting[0] != won:
            raise LinkError(f"award must be the next one that waits (got {won.award})")
        del self._waiting[0]
        self.award = won.award
        self.won_cents += won.cents * won.winners

    def save(self) -> bytes:
        """Bytes that must survive a power cut; to be committed with the credits."""
        head = _HEAD.pack(
            _VERSION,
            len(self.outbox),
            self.machine,
            self.next_seq,
            self.staked_mc,
            self.award,
            self.won_cents,
        )
        return head + b"".join(_PLAY.pack(*play[1:]) for play in self.outbox)

    def kept(self) -> None:
        """The last ``save`` is committed: only now may the controller be told."""
        self.told = Told(self.next_seq, self.staked_mc, self.award, self.won_cents)

    # --- a board that keeps the memory itself --------------------------------------------------------

    def committed(self, memory: bytes) -> None:
        """
        Take the saved bytes that a board has committed; all of them may be told.

        Raises:
            LinkError: the memory is damaged, of another version, or another machine's.
        """
        self._load(memory)
        self._waiting = [won for won in self._waiting if won.award > self.award]
        self.kept()

    def forget(self) -> None:
        """The power is gone: drop what was not committed."""
        self.status, self.why, self.pots_mc, self.named = "down", "", (), ()
        self.acked, self._waiting = 0, []

    def state(self) -> Json:
        """All of it as plain values."""
        return {
            "memory": self.save(),
            "told": tuple(self.told),
            "status": self.status,
            "why": self.why,
            "pots_mc": self.pots_mc,
            "named": self.named,
            "acked": self.acked,
            "waiting": [tuple(won) for won in self._waiting],
        }

    def restore(self, state: JsonView) -> None:
        """Put back what ``state`` returned."""
        self._load(state["memory"])
        self.told = Told(*state["told"])
        self.status, self.why = state["status"], state["why"]
        self.pots_mc, self.acked = tuple(state["pots_mc"]), state["acked"]
        self.named = tuple((es, en) for es, en in state.get("named", ()))
        self._waiting = [Won(*row) for row in state["waiting"]]

    def _load(self, memory: bytes) -> None:
        try:
            version, count, machine, *numbers = _HEAD.unpack_from(memory)
            rows = [_PLAY.unpack_from(memory, _HEAD.size + _PLAY.size * i) for i in range(count)]
        except struct.error as error:
            raise LinkError(f"link memory must be whole: {error}") from None
        if version != _VERSION or machine != self.machine:
            raise LinkError(f"link memory must be of version {_VERSION}, machine {self.machine}")
        wire.check_numbers(tuple(numbers), _MEMORY)
        for row in rows:
            wire.check_numbers(row, wire.BOUNDS[wire.PLAY])
        self.next_seq, self.staked_mc, self.award, self.won_cents = numbers
        self.outbox = [Play(machine, *row) for row in rows]

    # --- from outside ------------------------------------------------------------------------------

    def take(self, given: Given) -> None:
        """
        Take one recorded input; a repeated one changes nothing.

        Raises:
            LinkError: a number is out of its bounds.
        """
        wire.check_numbers(given.values, _GIVEN.get(given.kind, ()))
        if given.kind == "up":
            self.status, self.why = "up", ""
            self._acknowledge(given.values[0])
        elif given.kind == "down":
            self.status = "down"
            self._waiting = []  # not committed: they come again
        elif given.kind == "refused":
            self.status, self.why = "refused", given.values[0]
        elif given.kind == "acked":
            self._acknowledge(given.values[0])
        elif given.kind == "award":
            won = Won(*given.values)
            last = self._waiting[-1].award if self._waiting else self.award
            if won.award == last + 1:
                self._waiting.append(won)
        elif given.kind == "named":
            self.named = tuple((str(es), str(en)) for es, en in given.values)
        else:
            self.pots_mc = given.values

    def _acknowledge(self, seq: int) -> None:
        self.acked = max(self.acked, seq)
        self.outbox = [play for play in self.outbox if play.seq > seq]
