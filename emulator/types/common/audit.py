# SPDX-License-Identifier: MIT
"""
The audit of a power cut: the books at the cut, after the boot and at rest against what really happened.

Nothing here asks the firmware. What it wrote is decoded from the FRAM; what happened is a witness's word
and the cabinet's ledger. Differences that a cut may leave open are counted, everything else is a finding.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from emulator.cabinet import Cabinet
from emulator.chapters.link import findings
from emulator.types.common.audit_link import audit_link
from emulator.types.common.laws import BUCKETS, OF_STARTS, RISING, Laws, Record, short
from emulator.types.common.witness import Witness
from machines.memory.record import decode
from machines.model import Model
from machines.support.plain import JsonView

# What a boot must leave alone: all money, all counters of money and plays, the last play.
KEPT = (
    "serial",
    *BUCKETS,
    "queue",
    *(name for name in RISING if name not in OF_STARTS),
    "simultaneous",
    "held",
    "stops",
    "outcome",
)
METERS = ("plays", "prizes", "in", "out")


@dataclass
class Open:
    """What one cut left open: coins between a sensor and the books, pulses that a meter counted twice."""

    coins_in: int = 0
    coins_out: int = 0
    in_cents: int = 0
    out_cents: int = 0
    notes_in: int = 0
    """Notes in the box of which the acceptor has still to tell: it does once there is current."""
    tickets: int = 0
    """Tickets that left the dispenser unbooked: the next start books them."""
    misplaced_cents: int = 0
    """A coin booked into its hopper that fell into the cash box: the money is right, its place is not."""
    pulses: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Scene:
    """A cabinet at rest, as an audit looks at it."""

    nvram: bytes
    stands: tuple[int, ...]
    """Stop of each reel that is nearest to the payline."""
    meters: tuple[int, ...]
    """Counts of METERS."""
    cash_box_cents: int
    seen: JsonView
    """What a witness saw, as ``Witness.save`` gives it."""
    link_findings: tuple[str, ...] = ()
    """What the audit of the link's log finds."""

    @classmethod
    def of(cls, cabinet: Cabinet, witness: Witness) -> Scene:
        """The cabinet as it is now."""
        meters = cabinet.meters
        return cls(
            nvram=cabinet.nvram,
            stands=tuple(reel.stop for reel in cabinet.reels),
            meters=tuple(meters[name] for name in METERS),
            cash_box_cents=cabinet.cash_box_cents,
            seen=witness.save(),
            link_findings=findings(cabinet),
        )


class Auditor(ABC):
    """
    Knows how a machine's run began and what follows from it.

    Args:
        model: the machine.
        cabinet: at the beginning of the run, powered or not.
    """

    def __init__(self, model: Model, cabinet: Cabinet) -> None:
        base = decode(cabinet.nvram)
        if base is None:
            raise ValueError("the run must begin with a whole record")
        self._base: Record = base
        self._laws = self.laws_of(model, base)
        self._price_cents = model.price_cents
        self._coins = model.coins_cents
        self._note_cents = model.note_cents
        self._hoppers = tuple(hopper.cents for hopper in model.hoppers)
        self._units = model.meter_units
        self._cash_box_cents = cabinet.cash_box_cents
        pulses = [cabinet.meters[name] for name in METERS]
        self._unpulsed = [owed - had for owed, had in zip(self._units.owed(base), pulses, strict=True)]

    @property
    @abstractmethod
    def laws_of(self) -> type[Laws]:
        """The laws of its type; an attribute of the class."""

    # -- the books as the cut leaves them -----------------------------------------------------------

    def at_cut(self, record: Record | None, floor: Record, witness: Witness, left: Open) -> list[str]:
        """
        The books against coins and plays, before anything is booted.

        Args:
            record: decoded from the FRAM; None if no copy is whole.
            floor: the highest counters that the run has ever committed.
            witness: what really happened until the cut.
            left: takes what is open.
        """
        if record is None:
            return ["no whole record is left"]
        self._forget(record, witness)
        found = self._laws.fallen(record, floor)
        if witness.early:
            found.append(f"a play was decided and seen ({witness.early}), but never committed")
        seen = witness.save()
        found += self._laws.balanced(record) + self._laws.within(record)
        found += self._laws.told(record, linked=seen["link"] is not None)
        found += self._plays(record, seen["plays"])
        found += self._coins_in(record, seen["accepted"], left)
        found += self._coins_out(record, seen["paid"], left)
        found += self._notes_in(record, seen["notes"], left)
        found += self._beyond(record, floor, seen, left)
        if seen["link"] is not None:
            found += audit_link(record, seen["link"], rest=False)
        return found

    def _beyond(self, record: Record, floor: Record, seen: JsonView, left: Open) -> list[str]:
        """What only a machine of this type has, at the cut and at rest."""
        return []

    def owes(self, record: Record) -> bool:
        """Whether it owes what only a machine of this type gives."""
        return False

    def go_on(self, cabinet: Cabinet, record: Record) -> None:  # noqa: B027 -- most wait for nothing
        """Do what a play of this type waits for."""

    def _forget(self, record: Record, witness: Witness) -> None:  # noqa: B027 -- most decide nothing anew
        """Let the witness forget what was decided and never committed, where it will be decided anew."""

    @abstractmethod
    def _plays(self, record: Record, plays: Sequence[Any]) -> list[str]:
        """Counters, state and last outcome all speak of the same number of the plays that were decided."""

    @abstractmethod
    def _rows(self, record: Record, scene: Scene) -> list[str]:
        """The last plays can be recalled, each with the result that it had."""

    @abstractmethod
    def _given(self, before: Record, record: Record, scene: Scene) -> list[str]:
        """All that was owed at the cut was given, by as many plays as there were then."""

    @staticmethod
    def _came_in(before: Record, record: Record) -> int:
        """Cents that came in after the cut: a coin still falling at a quick replug, a note told late."""
        names = ("coin_in_cents", "note_in_cents")
        return sum(int(record[name]) - int(before[name]) for name in names)

    def _coins_in(self, record: Record, accepted: Sequence[int], left: Open) -> list[str]:
        booked = [now - then for now, then in zip(record["coins_in"], self._base["coins_in"], strict=True)]
        missing = [count - n for count, n in zip(accepted, booked, strict=False)]
        cents = sum(count * value for count, value in zip(accepted, self._coins, strict=True))
        cents -= record["coin_in_cents"] - self._base["coin_in_cents"]
        left.coins_in, left.in_cents = sum(missing), cents
        if min(missing) < 0 or sum(missing) > 1:
            return [f"coins accepted and not booked must be 0 or 1 (got {missing} of {list(self._coins)})"]
        if cents != sum(n * value for n, value in zip(missing, self._coins, strict=True)):
            return [f"coin-in differs by {cents} cents, its coins by {missing} of {list(self._coins)}"]
        return []

    def _coins_out(self, record: Record, paid: Sequence[int], left: Open) -> list[str]:
        base = self._base
        booked = [now - then for now, then in zip(record["coins_out"], base["coins_out"], strict=True)]
        missing = [count - n for count, n in zip(paid, booked, strict=False)]
        stray = record["stray_coins"] - base["stray_coins"]
        cents = sum(count * value for count, value in zip(paid, self._hoppers, strict=True))
        cents -= record["coin_out_cents"] - base["coin_out_cents"]
        left.coins_out, left.out_cents = sum(missing) - stray, cents
        if min(missing) < 0 or max(missing) > 1 + stray or left.coins_out < 0:
            return [f"coins paid and not booked must be 0 or 1 a hopper (got {missing}, {stray} strays)"]
        if not stray and cents != sum(n * value for n, value in zip(missing, self._hoppers, strict=True)):
            return [f"coin-out differs by {cents} cents, its coins by {missing} of {list(self._hoppers)}"]
        return []

    def _notes_in(self, record: Record, stacked: int, left: Open) -> list[str]:
        """A note is booked once, and once it lies in the box; its acceptor tells of it until it is."""
        booked = record["notes_in"] - self._base["notes_in"]
        left.notes_in = stacked - booked
        if left.notes_in not in (0, 1):
            return [f"notes in the box and not booked must be 0 or 1 (got {left.notes_in})"]
        cents = record["note_in_cents"] - self._base["note_in_cents"]
        if cents != booked * self._note_cents:
            return [f"note-in is {cents} cents after {booked} notes of {self._note_cents}"]
        return []

    # -- after the boot -----------------------------------------------------------------------------

    def at_boot(self, before: Record, cabinet: Cabinet) -> list[str]:
        """A boot finds the machine as it was: nothing of the books changes but the count of boots."""
        if cabinet.fault is not None:
            return [f"the firmware died in its boot: {cabinet.fault}"]
        after = decode(cabinet.nvram)
        if after is None:
            return ["the boot left no whole record"]
        found = [
            f"the boot changed {name} from {short(before[name])} to {short(after[name])}"
            for name in KEPT
            if before[name] != after[name]
        ]
        if after["power_ups"] != before["power_ups"] + 1:
            found.append(f"power_ups must be {before['power_ups'] + 1} (got {after['power_ups']})")
        mended = before["tilt"] == "meter" and cabinet.board.line("meter_present").asserted
        if before["tilt"] not in ("", "door") and after["tilt"] != before["tilt"] and not mended:
            found.append(f"tilt {before['tilt']} became {after['tilt'] or 'none'} by a boot")
        if cabinet.flags:
            found.append(f"the board flags {', '.join(sorted(set(cabinet.flags)))}")
        return found

    # -- at rest ------------------------------------------------------------------------------------

    def at_rest(self, before: Record, scene: Scene, left: Open) -> list[str]:
        """
        Everything that was owed at the cut has been given, once; nothing else has moved.

        Args:
            before: the books as the cut left them.
            scene: the cabinet at rest: no play, no payment, meters up to date.
            left: what the cut left open; takes the pulses and the misplaced coin.
        """
        record = decode(scene.nvram)
        if record is None:
            return ["no whole record is left at rest"]
        now = Open()
        found = self._laws.fallen(record, before)
        found += self._laws.balanced(record) + self._laws.within(record)
        found += self._laws.told(record, linked=scene.seen["link"] is not None)
        found += self._plays(record, scene.seen["plays"])
        found += self._coins_in(record, scene.seen["accepted"], now)
        found += self._coins_out(record, scene.seen["paid"], now)
        found += self._notes_in(record, scene.seen["notes"], now)
        found += self._beyond(record, before, scene.seen, now)
        if now.notes_in or now.tickets:
            found.append(f"{now.notes_in} notes and {now.tickets} tickets are booked by no start")
        if scene.seen["link"] is not None:
            found += audit_link(record, scene.seen["link"], rest=True)
            found += scene.link_findings
        if (now.in_cents, now.out_cents) != (left.in_cents, left.out_cents):
            found.append(
                f"open coins grew from {left.in_cents} in and {left.out_cents} out "
                f"to {now.in_cents} and {now.out_cents} cents without a cut"
            )
        if record["starts"] == before["starts"]:
            found += self._given(before, record, scene)
        found += self._rows(record, scene)
        found += self._meters(record, scene, left)
        found += self._cash_box(record, scene, left)
        return found

    def _meters(self, record: Record, scene: Scene, left: Open) -> list[str]:
        found = []
        for number, (name, owed) in enumerate(zip(METERS, self._units.owed(record), strict=True)):
            extra = scene.meters[number] - owed + self._unpulsed[number]
            left.pulses[name] = extra
            if extra not in (0, 1):
                found.append(f"meter {name} must be right or one pulse ahead (got {extra:+d})")
        return found

    def _cash_box(self, record: Record, scene: Scene, left: Open) -> list[str]:
        """What lies in the cash box and not in the books: the open coin, or one believed in its hopper."""
        cents = scene.cash_box_cents - self._cash_box_cents - left.in_cents
        cents -= record["drop_cents"] - self._base["drop_cents"]
        left.misplaced_cents = cents
        if cents in (0, *self._hoppers):
            return []
        return [f"the cash box must hold what is booked or one coin more (got {cents:+d} cents)"]
