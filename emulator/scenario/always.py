# SPDX-License-Identifier: MIT
"""
What holds in every machine at every moment, whatever happens to it: scenarios and storms are held to it.

    always = Always(cabinet)
    cabinet.run(ms=5000)
    always.broken()              # [] or one line for everything that did not hold since it was asked last

The two balances are the cabinet's own and raise; this is what a person beside the machine would notice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cext
from emulator.board.device import NEVER
from emulator.cabinet import Cabinet
from emulator.cabinet.faults import faults
from emulator.scenario.always_drums import Drums
from emulator.support.errors import EmulatorError
from machines.firmware import nvram as record_format
from machines.memory.record import RISING, decode
from machines.model import need_cycle
from machines.types.cycle.limits import limits_of

Record = Mapping[str, Any]

# A machine that has just got power may still be showing nothing.
SHOWN_US = 1_000_000
# From a hand at a door or key until the firmware has surely left its service menu.
SERVED_US = 500_000
# Device of the faults that take rows of what can be recalled.
MEMORY = "FRAM"
# A recount takes as long as some hundred events.
RECOUNT_MOVES = 20
# More than any counter of money in cents can hold by right: a subtraction went below zero.
BELOW_ZERO = 1 << 31
# Where a state of type B says that a gamble is offered.
GAMBLE_AT = 158


class Always:
    """
    Watches one cabinet from now on.

    Args:
        cabinet: a machine of Type B whose books can be read.
    """

    def __init__(self, cabinet: Cabinet) -> None:
        self._cab = cabinet
        self._price_cents = cabinet.model.price_cents
        self._most: dict[str, Any] = {}
        self._rules: dict[str, str] = {}
        # Below which the prize meter remains after a single and after a double play; 0 without one.
        self._meter_max_cents = (0, 0)
        self._learn()
        self._drums = Drums(cabinet)
        self.begin()
        cabinet.listen(self._hear)
        cabinet.listen_inputs(self._hear_input)

    def _learn(self) -> None:
        """What the type of the machine asks for."""
        model = self._cab.model
        settings, limits = model.settings(), limits_of(model.profile)
        self._tables = need_cycle(model, "what always holds is known of").tables
        self._most = {
            "credits_cents": limits.credits_max_cents(self._price_cents),
            "reserve_cents": settings["RESERVE_MAX_CENTS"],
            "prize_meter_cents": settings["PRIZE_METER_MAX_DOUBLE_CENTS"],
        }
        self._meter_max_cents = (
            int(str(settings["PRIZE_METER_MAX_CENTS"])),
            int(str(settings["PRIZE_METER_MAX_DOUBLE_CENTS"])),
        )
        self._rules = {"credits_cents": "B-12", "reserve_cents": "B-13", "prize_meter_cents": "B-14"}
        self._limits = limits

    def begin(self) -> None:
        """Forget what was: the machine has become another one, or has gone back in time."""
        cab = self._cab
        self._found: list[str] = []
        self._since_us = cab.now_us
        self._handled_us = -SERVED_US
        self._starts_us: list[int] = []
        self._last: dict[str, int] = {}
        self._meters: dict[str, int] = {}
        # Number of a play: entries and prize that the core gave it.
        self._plays: dict[int, tuple[int, int]] = {}
        self._recalled = {"play": 0, "event": 0}
        self._audited = 0
        self._torn = False
        # The books as they were in the memory when a fault last came over it, which the program still has.
        self._held: Record | None = None
        self._drums.begin()
        record = decode(cab.nvram)
        self._base: Record = {} if record is None else record

    def broken(self) -> list[str]:
        """What has not held since this was asked last, a sentence each; the machine is looked at now."""
        found, self._found = self._found, []
        cab = self._cab
        found += self._recounted()
        if cab.flags:
            found.append(f"the board must flag nothing (got {', '.join(sorted(set(cab.flags)))})")
        record = decode(cab.nvram)
        if record is None:
            return found
        found += self._fallen(record)
        found += self._over(record)
        found += self._miscounted(record)
        found += self._misremembered(record)
        shown = cab.board.alive and cab.now_us - self._since_us >= SHOWN_US
        if shown and not self._in_service():
            found += self._misshown(record)
        found += self._drums.broken(record, shown and self._closed(record))
        return found

    # -- what happens -------------------------------------------------------------------------------

    def _hear_input(self, name: str, t_us: int, arguments: Mapping[str, Any]) -> None:
        if name == "rewind":
            self._since_us = NEVER
        elif name in ("open_door", "close_door", "turn_key"):
            self._handled_us = t_us
        elif name == "damage" and faults()[arguments["id"]].device == MEMORY:
            self._torn = True
            self._held = decode(self._cab.nvram) or self._held

    def _hear(self, kind: str, t_us: int, fields: Mapping[str, Any]) -> None:
        if kind == "step":
            self._play(t_us, fields)
        elif kind == "answer":
            self._answer(fields)
        elif kind == "power":
            self._since_us, self._held = t_us, None
        elif kind == "watchdog":
            self._since_us, self._held = t_us, None
            self._found.append("the watchdog must never bite")
        elif kind == "fault":
            self._found.append(f"the program must never stop (got {fields['text']})")
        elif kind == "coin_accepted":
            self._coin(fields["cents"])

    def _books(self) -> Record | None:
        """
        The books by which something is decided: what was committed last.

        A machine that runs goes by them although a fault has taken them from its memory since: its next
        commit writes them anew, unless a self test comes first and locks it. One that starts has no others.
        """
        return decode(self._cab.nvram) or self._held

    def _play(self, t_us: int, fields: Mapping[str, Any]) -> None:
        """A play is decided: may it be?"""
        cab, stake_cents = self._cab, fields["simultaneous"] * self._price_cents
        record = self._books()
        if record is None:
            self._found.append("no play without books")
            return
        open_doors = [name for name in ("main", "logic") if cab.doors[name]]
        if open_doors:
            self._found.append(f"no play with an open door (got {', '.join(open_doors)})")
        if record["tilt"]:
            self._found.append(f"no play while the machine is stopped (got tilt {record['tilt']})")
        if not all(meter.plugged for meter in cab.machine.meters.values()):
            self._found.append("no play without its meters (K-02)")
        if record["queue"] or record["pending_cents"] or record["phase"] != record_format.PHASE_IDLE:
            self._found.append(f"no play before the last one is over and paid (got queue {record['queue']})")
        if record["credits_cents"] < stake_cents:
            self._found.append(f"a play of {stake_cents} cents on {record['credits_cents']} cents of credit")
        self._pace(t_us)
        outcome = cext.unpack_outcome(bytes.fromhex(fields["outcome"]))
        self._plays[record["starts"] + 1] = (fields["simultaneous"], outcome.won_cents)

    def _answer(self, fields: Mapping[str, Any]) -> None:
        """A gamble is taken or dared: the play has won what it comes to (B-22)."""
        record = self._books()
        outcome = cext.unpack_outcome(bytes.fromhex(fields["outcome"]))
        if record is None or record["phase"] != record_format.PHASE_ROLLING:
            self._found.append("no gamble but of a play that is being shown")
            return
        entries = max(1, record["simultaneous"])
        most_cents = self._limits.double_prize_max_cents if entries > 1 else self._limits.prize_max_cents
        if outcome.won_cents > most_cents:
            self._found.append(f"a gamble must leave at most {most_cents} cents (got {outcome.won_cents})")
        self._plays[record["starts"]] = (entries, outcome.won_cents)

    def _pace(self, t_us: int) -> None:
        """B-10: so long from one play to the next, and so many in ten minutes."""
        limits, before = self._limits, self._starts_us
        if before and t_us - before[-1] < limits.play_min_ms * 1000:
            self._found.append(f"plays must be {limits.play_min_ms} ms apart (got {t_us - before[-1]} us)")
        before.append(t_us)
        full = len(before) > limits.plays_window_max
        if full and t_us - before.pop(0) < limits.plays_window_ms * 1000:
            self._found.append(f"{limits.plays_window_max} plays at most in {limits.plays_window_ms} ms")

    def _coin(self, cents: int) -> None:
        """B-17: no coin above the limit; and none while the credits are full, whatever is stuck."""
        if cents > self._limits.insert_max_cents or cents not in self._cab.model.coins_cents:
            self._found.append(f"a coin of {cents} cents must be returned")

    # -- what can be seen ---------------------------------------------------------------------------

    def _fallen(self, record: Record) -> list[str]:
        found = []
        now: dict[str, int] = {}
        for name in ("sequence", *RISING):
            value = record[name]
            for place, count in enumerate(value) if isinstance(value, tuple) else ((0, value),):
                now[f"{name}[{place}]" if isinstance(value, tuple) else name] = count
        now |= {f"meter {name}": meter.count for name, meter in self._cab.machine.meters.items()}
        for name, count in now.items():
            if count < self._last.get(name, 0):
                found.append(f"{name} must never fall below {self._last[name]} (got {count})")
        self._last = now
        return found

    def _over(self, record: Record) -> list[str]:
        found = []
        for name, most_cents in self._most.items():
            if not 0 <= record[name] <= most_cents:
                rule = self._rules[name]
                found.append(f"{name} must be 0 to {most_cents} ({rule}, got {record[name]})")
        found += self._overfull(record)
        for kind, cents in [("pending", record["pending_cents"]), *record["queue"]]:
            if not 0 <= cents < BELOW_ZERO:
                found.append(f"{kind} must be 0 cents or more (got {cents})")
        return found

    def _overfull(self, record: Record) -> list[str]:
        """After a play less remains in the prize meter than that play's maximum, which is paid (B-14)."""
        double, cents = record["simultaneous"] > 1, record["prize_meter_cents"]
        most_cents = self._meter_max_cents[double]
        if record["phase"] == record_format.PHASE_ROLLING or cents < max(1, most_cents):
            return []
        kind = "double" if double else "single"
        return [f"prize_meter_cents must be below {most_cents} after a {kind} play (B-14, got {cents})"]

    def _miscounted(self, record: Record) -> list[str]:
        """Counters against the plays that the core decided: each counts once, with its own prize."""
        base = self._base
        if not base:
            return []
        made = [self._plays.get(number) for number in range(base["starts"] + 1, record["starts"] + 1)]
        if None in made:
            return [f"play {record['starts']} was counted and never decided"]
        entries = sum(play[0] for play in made if play)
        won_cents = sum(play[1] for play in made if play)
        won_cents += record["link_won_cents"] - base["link_won_cents"]
        told = entries if self._cab.link else 0
        found = []
        state = cext.view_state(self._tables, record["state"])
        last = self._plays.get(record["starts"])
        if state.phase and last:
            # What may still be gambled is not won yet; of answers only the last is committed.
            won_cents -= last[1]
        before = cext.view_state(self._tables, base["state"])
        for name, count in (
            ("plays", entries),
            ("staked_cents", entries * self._price_cents),
            ("won_cents", won_cents),
            ("link_staked_mc", told * self._price_cents * 1000),
        ):
            if record[name] - base[name] != count:
                found.append(f"{name} must be {base[name] + count} after these plays (got {record[name]})")
        if state.play - before.play != entries:
            found.append(f"the prize plan must be at play {before.play + entries} (got {state.play})")
        return found

    def _misremembered(self, record: Record) -> list[str]:
        """The plays and events that can be recalled are the last ones, without a gap."""
        found: list[str] = []
        cab = self._cab
        if self._torn:
            return found  # a row that a fault of the memory took stays lost
        # The row of the oldest may be torn by a cut that prevented a newer one. Each is seen once.
        for what, newest, rows, every, read in (
            ("play", record["starts"], 10, 1, lambda: reversed(cab.last_plays)),
            ("event", record["events"], 127, 32, lambda: cab.log),
        ):
            if newest - self._recalled[what] < every:
                continue
            self._recalled[what] = newest
            numbers = [row["number"] for row in read()]
            wanted = list(range(max(1, newest - rows + 1), newest + 1))
            if numbers[-len(wanted) :] != wanted:
                found.append(f"the last {what}s must be {wanted[0]} to {newest} (got {numbers})")
        return found

    def _recounted(self) -> list[str]:
        """All coins one by one, now and then; the ledger adds up its places after every event."""
        ledger = self._cab.ledger
        if ledger.moves - self._audited < RECOUNT_MOVES:
            return []
        self._audited = ledger.moves
        try:
            ledger.audit()
        except EmulatorError as error:
            return [str(error)]
        return []

    def _in_service(self) -> bool:
        """With the service key turned the counters may be those of a test, and START a key of the menu."""
        return self._cab.machine.keys["service"].turned or self._cab.now_us - self._handled_us < SERVED_US

    def _closed(self, record: Record) -> bool:
        """Doors and logic area are shut for the program, too, no test goes on, and the mains are sound."""
        shut = not record["logic"] and not self._cab.doors["main"] and not self._cab.doors["logic"]
        return shut and not self._in_service() and self._cab.board.line("supply").asserted

    def _misshown(self, record: Record) -> list[str]:
        """What is lit against what is booked."""
        cab, found = self._cab, []
        prize_cents = record["prize_meter_cents"]
        if record["queue"] and record["queue"][0][0] in ("meter", "prize", "link"):
            prize_cents += record["queue"][0][1]
        shown = cab.display
        if not shown.credits.strip("- ."):
            return []  # books that cannot be trusted are not shown
        if not self._most["reserve_cents"] and shown.reserve.strip(" "):
            found.append(f"a machine without a reserve has no counter for one (got {shown.reserve.strip()})")
        for name, text, cents in (
            ("credits", shown.credits, record["credits_cents"]),
            ("reserve", shown.reserve, record["reserve_cents"]),
            ("prizes", shown.prizes, prize_cents),
        ):
            if name == "reserve" and not self._most["reserve_cents"]:
                continue
            if text.strip() != f"{cents // 100}.{cents % 100:02d}":
                found.append(f"{name} must show the {cents} cents that are booked (got {text.strip()})")
        # Who is asked whether to gamble may answer with it, whatever is owed after the play.
        owed = record["queue"] and not record["state"][GAMBLE_AT]
        if cab.lamps["start"] and (record["tilt"] or owed):
            found.append(f"START must be dark (got tilt {record['tilt'] or 'none'}, {record['queue']})")
        return found
