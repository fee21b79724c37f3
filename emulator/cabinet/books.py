# SPDX-License-Identifier: MIT
"""
The book balance: the firmware's books against the places of the coins.

Books and coins may differ only by coins in flight and by differences that the cabinet itself has
opened, each with a name: ``in_unbooked`` and ``out_unbooked`` for the coin that a power cut caught
between its sensor and the books, ``fault:<id>`` for coins that a scenario's fault moved, ``nvram_gap`` for
an error in the books that a cabinet begins with, which the machine has to find itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from emulator.cabinet.ledger import Ledger
from emulator.support.errors import EmulatorError
from machines.firmware.nvram import NOTE_SENT
from machines.support.plain import Json, JsonView

# From a sensor's edge until the firmware has surely booked what it told, on a ccTalk bus as well.
FRESH_US = 600_000
RUNAWAY = "fault:hopper_runaway"
GAP = "nvram_gap"
# The faults in which money is drawn out on a string, by the way that it came.
_STRINGS = {"in": "coin_string", "note": "note_string"}
LANDINGS = ("hopper_10", "hopper_100", "cash_box")


# Counters that may only rise.
_RISING = (
    "plays",
    "prizes",
    "coin_in_cents",
    "note_in_cents",
    "card_in_cents",
    "card_out_cents",
    "test_in_cents",
    "coin_out_cents",
    "test_out_cents",
    "dumped_cents",
    "hand_paid_cents",
    "hand_won_cents",
    "staked_cents",
    "won_cents",
)


def _in(record: JsonView) -> int:
    """Cents of all coins that the machine has booked as in."""
    return int(record["coin_in_cents"] + record["test_in_cents"])


def _out(record: JsonView) -> int:
    """Cents of all coins that the machine has booked as out."""
    return int(record["coin_out_cents"] + record["test_out_cents"] + record["dumped_cents"])


def _identity(record: JsonView) -> tuple[int, int]:
    """Both sides of the self-audit: money owed, and money in less out and lost; equal in sound books."""
    names = ("credits_cents", "reserve_cents", "prize_meter_cents", "pending_cents")
    owed = sum([record[name] for name in names]) + sum([cents for _, cents in record["queue"]])
    given = record["coin_out_cents"] + record["hand_paid_cents"] + record["card_out_cents"]
    money_in = record["coin_in_cents"] + record["note_in_cents"] + record["card_in_cents"]
    return owed, money_in - given + record["won_cents"] - record["staked_cents"]


class BalanceError(EmulatorError):
    """Books and coins differ by more than what is in flight or has been opened by name."""


class Books:
    """
    Compares a machine's NVRAM with its cabinet's ledger.

    The ledger starts empty with the cabinet, the NVRAM may be years old: the first reading is the
    baseline from which both count.

    Args:
        ledger: where the coins are.
        told_late: cents in and out that the mechanisms know and had no time to tell yet: none with parallel
            lines; on a ccTalk bus what the firmware has still to ask for.
        notes_late: cents of notes that are stacked and that the firmware has not answered for.
    """

    def __init__(
        self,
        ledger: Ledger,
        told_late: Callable[[], tuple[int, int]] = lambda: (0, 0),
        notes_late: Callable[[], int] = lambda: 0,
    ) -> None:
        self._notes_late = notes_late
        self._base_notes = 0
        self._ledger = ledger
        self._told_late = told_late
        self._base_in = 0
        self._base_out = 0
        self._last: dict[str, int] = {}
        self.differences: dict[str, int] = {}
        # Cents by which faults moved the books against the coins, and those the firmware has yet to book.
        self._fault_cents = {"in": 0, "out": 0, "note": 0}
        self._fresh: list[tuple[str, int, int]] = []
        self._doubtful: list[tuple[str, int, int]] = []

    def doubt(self, name: str, cents: int, now_us: int) -> None:
        """
        Open an "in" difference as soon as, and only if, the books show it within ``FRESH_US``.

        Whether a pulse without a coin is credited, above 0, or a coin without a pulse lost, below 0, is
        known to the firmware alone: it may have been starting, or following that line already.
        """
        kept = [row for row in self._doubtful if now_us - row[2] <= FRESH_US]
        # The largest first: what the books show is seldom two smaller ones at once.
        self._doubtful = sorted([*kept, (name, cents, now_us)], key=lambda row: -abs(row[1]))

    def _settle_doubts(self, coin_in: int, least: int, most: int, now_us: int) -> None:
        """
        Open what the books show: above what was accepted, or below what has landed.

        First what all of it shows. A coin in flight, which may be booked or not, hides a part of another.
        """
        self._doubtful = [row for row in self._doubtful if now_us - row[2] <= FRESH_US]
        for above, below in ((most, least), (least, most)):
            for row in list(self._doubtful):
                name, cents, _ = row
                shown = 0 < cents <= coin_in - above or 0 < -cents <= below - coin_in
                if not shown or least <= coin_in <= most:
                    continue
                key = f"fault:{name}"
                self._open(key, self.differences.get(key, 0) + cents)
                self._fault_cents["in"] += cents
                self._doubtful.remove(row)
                coin_in -= cents

    def fault(self, name: str, way: str, cents: int, now_us: int) -> None:
        """
        Open a difference for a coin that a fault moved.

        Args:
            name: of the fault; the difference is ``fault:<name>``.
            way: "in": credited without a coin that stays; "out": paid without being booked; "note": credited
                for a note that does not stay.
            cents: of the coin; below 0 for the opposite.
            now_us: the firmware hears of it within ``FRESH_US``.
        """
        key = f"fault:{name}"
        self._open(key, self.differences.get(key, 0) + cents)
        self._fault_cents[way] += cents
        self._fresh = [row for row in self._fresh if now_us - row[2] <= FRESH_US]
        self._fresh.append((way, cents, now_us))

    def _slack(self, way: str, now_us: int) -> tuple[int, int]:
        """How far the books may be below and above, since a fault's coin is not booked yet."""
        if not self._fresh:
            return 0, 0
        late = [
            cents if way == "in" else -cents
            for which, cents, at_us in self._fresh
            if which == way and now_us - at_us <= FRESH_US
        ]
        return sum(max(0, cents) for cents in late), sum(max(0, -cents) for cents in late)

    def open_again(self, kept: JsonView) -> None:
        """Keep open what ``at_cut`` of the run before left open; to be called before ``begin``."""
        self.differences = {str(name): int(cents) for name, cents in kept["differences"].items()}
        self._fault_cents = {way: int(kept["fault_cents"][way]) for way in self._fault_cents}

    def begin(self, record: JsonView) -> None:
        """Take the baseline from the first reading of an NVRAM, and open its error by name."""
        opened, faults = self.differences, self._fault_cents
        owed, balance = _identity(record)
        self._open(GAP, owed - balance)
        self._base_in = _in(record) - self._accepted() - faults["in"] + opened.get("in_unbooked", 0)
        self._base_out = _out(record) - self._paid() + faults["out"] + opened.get("out_unbooked", 0)
        # A note that was stacked before this run and not told yet will be booked in it.
        told_late = self._notes_late() if record["note_stage"] == NOTE_SENT else 0
        self._base_notes = record["note_in_cents"] + told_late - self._ledger.flow("note_gate", "note_box")
        self._last = {}

    def check(self, record: JsonView, now_us: int = 0) -> None:
        """
        Hold both balances against one decoded NVRAM record.

        Raises:
            BalanceError: with every figure that takes part.
        """
        self._check_identity(record)
        self._check_counters(record)
        late_in, late_out = self._told_late()
        accepted, paid = self._accepted(), self._paid()
        if self.differences:
            self._close_what_was_booked_late(self._booked_out(record))
            self._close_what_ran_away_and_was_owed(self._booked_out(record), now_us)
        coin_out = self._booked_out(record) + self.differences.get("out_unbooked", 0)
        under_in, over_in = self._slack("in", now_us)
        under_out, over_out = self._slack("out", now_us)
        landed_in = sum([self._ledger.flow("accepted", place) for place in LANDINGS])
        unbooked = self.differences.get("in_unbooked", 0)
        least, most = landed_in - late_in - under_in, accepted + over_in
        if self._doubtful:
            self._settle_doubts(self._booked_in(record) + unbooked, least, most, now_us)
        coin_in = self._booked_in(record) + unbooked
        if not least <= coin_in <= most:
            raise BalanceError(
                f"booked coin-in must be {landed_in} to {accepted} cents, what has landed to what "
                f"was accepted (got {coin_in}, differences {self.differences})"
            )
        landed_out = self._ledger.flow("paying", "tray")
        if not landed_out - late_out - under_out <= coin_out <= paid + over_out:
            raise BalanceError(
                f"booked coin-out must be {landed_out} to {paid} cents, what has landed to what "
                f"left the hoppers (got {coin_out}, differences {self.differences})"
            )

        self._check_notes(record)

    def _check_notes(self, record: JsonView) -> None:
        """
        A note is booked once, and once it lies in the box.

        No power cut leaves one over: an acceptor tells of it until the firmware has answered.
        """
        note_in = record["note_in_cents"] - self._base_notes
        stacked = self._ledger.flow("note_gate", "note_box")
        if not stacked - self._notes_late() <= note_in <= stacked:
            raise BalanceError(
                f"booked notes must be {stacked - self._notes_late()} to {stacked} cents, what was "
                f"answered for to what is stacked (got {note_in})"
            )

    def open_unbooked(self, record: JsonView) -> None:
        """
        Open by name what a dead board leaves between its sensors and its books.

        A power cut leaves at most one coin a sensor. A program that crashed leaves the coins that were on
        their way, and one that hangs with its outputs on whatever passes until the watchdog bites.
        """
        self._open("in_unbooked", self._accepted() - self._booked_in(record))
        self.open_out(record)

    def open_out(self, record: JsonView) -> None:
        """Open by name coins that left the hoppers unreported, until a hopper reports them."""
        self._open("out_unbooked", self._paid() - self._booked_out(record))

    def at_cut(self, record: JsonView | None, pulled_cents: Mapping[str, int]) -> Json:
        """
        Differences as a power cut at this instant would leave them, for ``open_again`` of another run.

        Args:
            record: decoded; None: no books are whole, and what is open stays as it is.
            pulled_cents: by way, "in" and "note", money on a string that no cut stops from being drawn out.

        Returns:
            Plain JSON values; nothing where books and coins agree and always did.
        """
        differences, faults = dict(self.differences), dict(self._fault_cents)
        for way, cents in pulled_cents.items():
            if cents:
                name = f"fault:{_STRINGS[way]}"
                differences[name] = differences.get(name, 0) + cents
                faults[way] += cents
        if record is not None:
            booked_in = _in(record) - self._base_in - faults["in"]
            differences["in_unbooked"] = self._accepted() - pulled_cents["in"] - booked_in
            differences["out_unbooked"] = self._paid() - self._booked_out(record)
        differences = {name: cents for name, cents in sorted(differences.items()) if cents}
        if not differences and not any(faults.values()):
            return {}
        return {"differences": differences, "fault_cents": faults}

    def _close_what_was_booked_late(self, coin_out: int) -> None:
        """A hopper with a memory reports after a cut what left it: booking that closes the difference."""
        opened = self.differences.get("out_unbooked", 0)
        if opened > 0:
            self._open("out_unbooked", min(opened, max(0, self._paid() - coin_out)))

    def _close_what_ran_away_and_was_owed(self, coin_out: int, now_us: int) -> None:
        """A ccTalk hopper's life counter brings it into a payment under way: the visitor has the coin."""
        opened = self.differences.get(RUNAWAY, 0)
        above = coin_out - self._paid() - self._slack("out", now_us)[1]
        if 0 < above <= opened:
            self._open(RUNAWAY, opened - above)
            self._fault_cents["out"] -= above

    def _open(self, name: str, cents: int) -> None:
        if cents:
            self.differences[name] = cents
        else:
            self.differences.pop(name, None)

    def _booked_in(self, record: JsonView) -> int:
        """Booked coin-in, tests included, less what faults credited without a coin."""
        return int(_in(record) - self._base_in - self._fault_cents["in"])

    def _booked_out(self, record: JsonView) -> int:
        """Booked coin-out, tests and dumps included, and what faults paid unseen."""
        return int(_out(record) - self._base_out + self._fault_cents["out"])

    def sides(self, record: JsonView) -> tuple[int, int, int, int]:
        """Cents booked in and out since the books began, then both sides of the self-audit."""
        return (_in(record) - self._base_in, _out(record) - self._base_out, *_identity(record))

    @property
    def accepted_cents(self) -> int:
        """Coins that have passed the gate since the ledger began."""
        return self._accepted()

    @property
    def paid_cents(self) -> int:
        """Coins that have left the hoppers since the ledger began."""
        return self._paid()

    def _accepted(self) -> int:
        """Coins through the gate, less those drawn up again."""
        return self._ledger.flow("slot", "accepted") - self._ledger.flow("accepted", "purse")

    def _paid(self) -> int:
        return sum([self._ledger.flow(place, "paying") for place in ("hopper_10", "hopper_100")])

    def _check_identity(self, record: JsonView) -> None:
        """The self-audit of a machine, less the error that its books began with."""
        owed, balance = _identity(record)
        if owed == balance:
            self._open(GAP, 0)
        elif owed - balance != self.differences.get(GAP, 0):
            raise BalanceError(
                f"credits, reserve, prizes and payments must add up to {balance} cents, coin-in + note-in "
                f"+ card-in - coin-out - hand-paid - card-out + won - staked (got {owed}, differences "
                f"{self.differences}: {dict(record)})"
            )

    def _check_counters(self, record: JsonView) -> None:
        last = self._last
        now = {name: record[name] for name in _RISING}
        for name, value in last.items():
            if now[name] < value:
                raise BalanceError(f"{name} must never fall below {value} (got {now[name]})")
        self._last = now

    def save(self) -> Json:
        """Baseline and differences as plain values."""
        return {
            "in": self._base_in,
            "out": self._base_out,
            "notes": self._base_notes,
            "last": dict(self._last),
            "differences": dict(self.differences),
            "fault_cents": dict(self._fault_cents),
            "fresh": list(self._fresh),
            "doubtful": list(self._doubtful),
        }

    def load(self, saved: JsonView) -> None:
        """Put back what ``save`` returned."""
        self._base_in = saved["in"]
        self._base_out = saved["out"]
        self._base_notes = saved["notes"]
        self._last = dict(saved["last"])
        self.differences = dict(saved["differences"])
        self._fault_cents = dict(saved["fault_cents"])
        self._fresh = [(way, cents, at_us) for way, cents, at_us in saved["fresh"]]
        self._doubtful = [(name, cents, at_us) for name, cents, at_us in saved["doubtful"]]
