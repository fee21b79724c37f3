# SPDX-License-Identifier: MIT
"""
What holds in every machine of type C at every moment: steps count once, credits are what they must be.

    always = AlwaysChance(cabinet)
    cabinet.run(ms=5000)
    always.broken()              # [] or one line for everything that did not hold since it was asked last
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import cext
from emulator.scenario.always import Always, Record
from emulator.scenario.always_skill import AlwaysSkill
from machines.firmware import nvram as record_format


class _Step(NamedTuple):
    """A step of a play: the state that was committed when it was decided, and what it gives."""

    before: bytes
    cents: int


class AlwaysChance(Always):
    """
    Watches one cabinet from now on.

    Args:
        cabinet: a machine of type C whose books can be read.
    """

    def _learn(self) -> None:
        settings = self._cab.model.settings()
        self._most = {"credits_cents": settings["CREDITS_MAX_CENTS"]}
        self._rules = {"credits_cents": "C-12"}
        self._pace_ms = int(str(settings["PLAY_MIN_MS"]))
        bets: Any = settings["BETS"]
        self._bets_cents: tuple[int, ...] = tuple(bets)

    def begin(self) -> None:
        """Forget what was: the machine has become another one, or has gone back in time."""
        super().begin()
        self._steps: dict[int, list[_Step]] = {}
        self._stakes: dict[int, int] = {}

    def _play(self, t_us: int, fields: Mapping[str, Any]) -> None:
        """A step is decided: may it be?"""
        record = self._books()
        if record is None:
            self._found.append("no step without books")
            return
        open_doors = [name for name in ("main", "logic") if self._cab.doors[name]]
        if open_doors:
            self._found.append(f"no step with an open door (got {', '.join(open_doors)})")
        if record["tilt"]:
            self._found.append(f"no step while the machine is stopped (got tilt {record['tilt']})")
        number = record["starts"]
        if fields["action"] == "play":
            number += 1
            self._stakes[number] = self._bets_cents[fields["choice"]]
            self._may_begin(t_us, record, self._stakes[number])
        outcome = cext.unpack_chance_outcome(bytes.fromhex(fields["outcome"]))
        gained = sum(outcome.pot_cents) + (outcome.won_cents if outcome.settled else 0)
        step = _Step(record["state"], gained)
        # A step that a cut kept from its commit is decided again.
        made = [] if fields["action"] == "play" else self._steps.get(number, [])
        at = next((place for place, other in enumerate(made) if other.before == step.before), len(made))
        self._steps[number] = [*made[:at], step]

    def _may_begin(self, t_us: int, record: Record, stake_cents: int) -> None:
        """C-02, C-09: with the price in the credits, nothing under way, and not too soon."""
        if record["queue"] or record["pending_cents"] or record["phase"] != record_format.PHASE_IDLE:
            self._found.append(f"no play before the last one is over and paid (got queue {record['queue']})")
        if record["credits_cents"] < stake_cents:
            self._found.append(f"a play of {stake_cents} cents on {record['credits_cents']} cents of credit")
        before = self._starts_us
        if before and t_us - before[-1] < self._pace_ms * 1000:
            self._found.append(f"plays must be {self._pace_ms} ms apart (got {t_us - before[-1]} us)")
        before[:] = [t_us]

    def _coin(self, cents: int) -> None:
        """A coin that the model does not take goes back."""
        if cents not in self._cab.model.coins_cents:
            self._found.append(f"a coin of {cents} cents must be returned")

    def _miscounted(self, record: Record) -> list[str]:
        """Counters against the steps that the core decided: each counts once, with its own prize."""
        base = self._base
        if not base:
            return []
        numbers = range(base["starts"] + 1, record["starts"] + 1)
        if any(number not in self._steps for number in numbers):
            return [f"play {record['starts']} was counted and never decided"]
        made = [list(self._steps[number]) for number in numbers]
        if made and record["phase"] == record_format.PHASE_ROLLING and made[-1][-1].before == record["state"]:
            made[-1].pop()  # decided, and the power went before its commit
        found = []
        awards_cents = record["link_won_cents"] - base["link_won_cents"]
        for name, count in (
            ("plays", len(made)),
            ("staked_cents", sum(self._stakes[number] for number in numbers)),
            ("won_cents", awards_cents + sum(step.cents for steps in made for step in steps)),
        ):
            if record[name] - base[name] != count:
                found.append(f"{name} must be {base[name] + count} after these plays (got {record[name]})")
        return found

    def _misshown(self, record: Record) -> list[str]:
        """What is lit against what is booked."""
        found, shown, cents = [], self._cab.display.credits.strip(), record["credits_cents"]
        if not shown.strip("- ."):
            return []  # books that cannot be trusted are not shown
        if shown != f"{cents // 100}.{cents % 100:02d}":
            found.append(f"credits must show the {cents} cents that are booked (got {shown})")
        if self._cab.lamps["start"] and (record["tilt"] or record["queue"]):
            found.append(f"START must be dark (got tilt {record['tilt'] or 'none'}, {record['queue']})")
        return found


def always_of(cabinet: Any) -> Always | None:
    """What always holds of a cabinet; None for a type of which it is not known."""
    kinds: dict[str, type[Always]] = {"A": AlwaysSkill, "B": Always, "C": AlwaysChance}
    kind = kinds.get(cabinet.model.type)
    return None if kind is None else kind(cabinet)
