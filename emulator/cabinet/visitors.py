# SPDX-License-Identifier: MIT
"""
Visitors: one leaves and another comes, or changes money at the cash desk.

Money that they carry away lies in the ledger's place "street". Coins that they bring come from there, or are
new where it has none of that value. The physical balance holds through both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from emulator.cabinet.commission import DEFAULT_WALLET, first_purse
from emulator.cabinet.errors import CabinetError
from emulator.cabinet.ledger import Ledger
from machines.model import Model

STREET = "street"
_VALUE = re.compile(r"[1-9][0-9]{0,6}")
# Of one value: far more than a pocket holds.
COUNT_MOST = 10_000


def another(
    ledger: Ledger,
    model: Model,
    coins: Mapping[int, int] | None = None,
    notes: Mapping[int, int] | None = None,
) -> None:
    """Send the visitor away with purse and wallet; another comes with these, or with the usual where None."""
    leave(ledger, [*ledger.coins("purse"), *ledger.coins("wallet")])
    bring(ledger, first_purse(model) if coins is None else coins, "purse")
    bring(ledger, DEFAULT_WALLET if notes is None else notes, "wallet")


def brought(**money: Mapping[str, int] | None) -> dict[str, dict[int, int]]:
    """Coins and notes of an input by their cents; of what is None there is nothing."""
    return {name: counted(name, counts) for name, counts in money.items() if counts is not None}


def counted(name: str, money: Mapping[str, int]) -> dict[int, int]:
    """Money of an input by its cents; CabinetError if it is none."""
    for cents, count in money.items():
        if not _VALUE.fullmatch(cents) or type(count) is not int or not 1 <= count <= COUNT_MOST:
            raise CabinetError(
                f"{name} must be cents with a count of 1 to {COUNT_MOST} (got {cents!r}: {count})"
            )
    # By value: a journal that was read back has its keys in another order, and coins are numbered.
    return dict(sorted((int(cents), count) for cents, count in money.items()))


def exchange(ledger: Ledger, model: Model) -> None:
    """
    Change at the cash desk all coins, and the notes that the machine does not take, for coins that it takes.

    The sum stays the same, to the cent. The desk gives as many of each value as it goes, the smallest first;
    what is less than the smallest of them stays as it was.
    """
    notes = [note for note in ledger.coins("wallet") if ledger.cents(note) != model.note_cents]
    given = _worth_changing(ledger, [*ledger.coins("purse"), *notes], min(model.coins_cents))
    back = even(sum(ledger.cents(coin) for coin in given), model.coins_cents)
    leave(ledger, given)
    bring(ledger, back, "purse")


def _worth_changing(ledger: Ledger, money: list[int], least_cents: int) -> list[int]:
    """The coins that add up to whole coins of ``least_cents``; left-over change, smallest first, is kept."""
    money = sorted(money, key=ledger.cents)
    over_cents = sum(map(ledger.cents, money)) % least_cents
    changed = []
    for coin in money:
        if ledger.cents(coin) <= over_cents:
            over_cents -= ledger.cents(coin)
        else:
            changed.append(coin)
    # Where no coins make up what is over, the largest that spoil the sum stay too.
    while changed and sum(map(ledger.cents, changed)) % least_cents:
        changed.pop(next(i for i, coin in enumerate(changed) if ledger.cents(coin) % least_cents))
    return changed


def even(cents: int, values: Iterable[int]) -> dict[int, int]:
    """Coins of these values for a multiple of the smallest one, as many of each value as it goes."""
    values = sorted(values)
    rounds = cents // sum(values)
    counts = dict.fromkeys(values, rounds)
    left = cents - rounds * sum(values)
    for value in reversed(values):
        counts[value] += left // value
        left %= value
    return counts


def one(ledger: Ledger, cents: int, place: str, kind: str) -> int:
    """The first coin or note of a value in the purse or the wallet; CabinetError: there is none."""
    for number in ledger.coins(place):
        if ledger.cents(number) == cents:
            return number
    counts = sorted(ledger.count(place).items())
    held = ", ".join(f"{count} of {value}" for value, count in counts) or "nothing"
    raise CabinetError(f"cents must be a {kind} that the {place} holds (got {cents}; it holds {held})")


def carry(ledger: Ledger, place: str, to: str) -> int:
    """Carry every coin of one place to another; return their cents."""
    taken = ledger.total(place)
    for coin in ledger.coins(place):
        ledger.move(coin, to)
    return taken


def leave(ledger: Ledger, money: Iterable[int]) -> None:
    """Carry these coins and notes away."""
    for coin in money:
        ledger.move(coin, STREET)


def bring(ledger: Ledger, counts: Mapping[int, int], place: str) -> None:
    """Come with so many coins of each value."""
    there: dict[int, list[int]] = {}
    for coin in ledger.coins(STREET):
        there.setdefault(ledger.cents(coin), []).append(coin)
    for cents, count in counts.items():
        lying = there.get(cents, [])
        for number in range(count):
            coin = lying[number] if number < len(lying) else ledger.bring(cents, STREET)
            ledger.move(coin, place)
