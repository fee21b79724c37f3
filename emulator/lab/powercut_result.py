# SPDX-License-Identifier: MIT
"""What a power-cut sweep found, chapter by chapter and in all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from emulator.lab.powercut_recorder import Tally
from machines.support.plain import Json


class Part(NamedTuple):
    """One chapter of a sweep: how many places it has and what the cuts at them showed."""

    chapter: str
    title: str
    places: int
    tally: Tally


@dataclass(frozen=True)
class Sweep:
    """What a sweep found."""

    model: str
    profile: str
    seed: str
    """Hex digits that repeat the sweep."""
    runtime: str
    """What ran the firmware; cuts between instructions are always made on MicroPython."""
    complete: bool
    """Every place was visited, none was left to a draw."""
    parts: tuple[Part, ...]
    ms: int
    """Wall clock time of the cuts."""
    jobs: int

    @cached_property
    def total(self) -> Tally:
        """What the cuts of all chapters showed."""
        total = Tally()
        for part in self.parts:
            total.merge(part.tally)
        return total

    @property
    def violations(self) -> int:
        """Cuts after which something was wrong, beyond what a cut may leave open."""
        return self.total.violations

    @property
    def places(self) -> int:
        """Places where the power can go in this script."""
        return sum(part.places for part in self.parts)

    @property
    def cuts_per_second(self) -> int:
        """Cuts with boot and audits, by the wall clock."""
        return self.total.cuts * 1000 // max(self.ms, 1)

    def as_dict(self) -> Json:
        """The sweep under the names that ``azar powercut --json`` uses."""
        total = self.total
        return {
            "model": self.model,
            "profile": self.profile,
            "seed": self.seed,
            "runtime": self.runtime,
            "complete": self.complete,
            "places": self.places,
            **_sums(total),
            "states": total.counts.states,
            "merged": total.counts.merged,
            "boots": total.counts.boots,
            "rests": total.counts.rests,
            "violations": total.violations,
            "found": [{**place._asdict(), "what": what} for place, what in total.told],
            "open": _open(total),
            "chapters": [
                {"chapter": part.chapter, "title": part.title, "places": part.places, **_sums(part.tally),
                 "violations": part.tally.violations, "open": _open(part.tally)}
                for part in self.parts
            ],
            "jobs": self.jobs,
            "ms": self.ms,
            "cuts_per_second": self.cuts_per_second,
        }  # fmt: skip


def _sums(tally: Tally) -> dict[str, int]:
    return {
        "cuts": tally.cuts,
        "replugs": tally.replugs,
        "warned_cuts": tally.warned_cuts,
        "fuel_cuts": tally.fuel_cuts,
        "kills": tally.kills,
        "fram_write_points": tally.fram_bytes,
    }


def _open(tally: Tally) -> dict[str, int]:
    return {
        "coins_in": tally.open_coins_in,
        "coins_out": tally.open_coins_out,
        "notes_in": tally.open_notes,
        "tickets": tally.open_tickets,
        "pulses": tally.open_pulses,
        "misplaced_coins": tally.misplaced_coins,
    }
