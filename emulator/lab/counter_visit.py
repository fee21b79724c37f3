# SPDX-License-Identifier: MIT
"""The visitor of a counter's check: pays in, plays, answers, collects, all from outside."""

from __future__ import annotations

from emulator.cabinet import Cabinet
from emulator.support.errors import EmulatorError

# Half seconds without a coin after which a payment is over: a hopper drops four coins a second.
_QUIET = 4
# What the visitor has on a house card, where the machine takes nothing else: a thousand plays of 6 EUR.
_CARD_CENTS = 600_000


class CheckError(EmulatorError):
    """A check was asked for something impossible, or the machine would not play."""


def one_play(cabinet: Cabinet, seen: list[int]) -> None:
    """Put money in until the machine would play, press, and wait for the play."""
    made = seen[0]
    for turn in range(120):
        if cabinet.lamps["start"]:
            cabinet.press("start")
        elif turn > 12 and _answer(cabinet):
            pass
        elif _credits_cents(cabinet) < cabinet.model.tables.price_cents and not _moving(cabinet):
            _pay_in(cabinet)
        cabinet.run(ms=500)
        if seen[0] > made:
            settle(cabinet)
            return
    raise CheckError(f"the machine must play (its line says {cabinet.display.message!r})")


def cash(cabinet: Cabinet) -> bool:
    """Press COLLECT and let the coins fall; whether there was anything to collect."""
    for _ in range(40):
        if cabinet.lamps.get("collect"):
            break
        cabinet.run(ms=250)
    else:
        return False
    cabinet.press("collect")
    quiet, before = 0, cabinet.tray_cents
    while quiet < _QUIET:
        cabinet.run(ms=500)
        quiet = quiet + 1 if cabinet.tray_cents == before and not cabinet.coins else 0
        before = cabinet.tray_cents
    return True


def _answer(cabinet: Cabinet) -> bool:
    """Where a machine of chance offers a gamble take the win, where it waits for a pick take the first."""
    for name in ("collect", "hold_1"):
        if cabinet.lamps.get(name) and not _moving(cabinet):
            cabinet.press(name)
            return True
    return False


def _credits_cents(cabinet: Cabinet) -> int:
    """What the credit counter shows."""
    return int("".join(filter(str.isdigit, cabinet.display.credits)) or "0")


def _pay_in(cabinet: Cabinet) -> None:
    if not cabinet.model.coins_cents:
        _pay_by_card(cabinet)
        return
    cabinet.take_tray()
    coins = sorted(cents for cents, count in cabinet.purse.items() if count)
    if not coins:
        raise CheckError("the visitor must have coins for the test plays (got none)")
    cabinet.insert(coins[-1])
    cabinet.run(ms=1_500)


def _pay_by_card(cabinet: Cabinet) -> None:
    """The card goes in first; then its button moves money to the credits."""
    if cabinet.card is None:
        cabinet.insert_card(_CARD_CENTS)
    else:
        cabinet.press("hold_1")
    cabinet.run(ms=1_500)


def _moving(cabinet: Cabinet) -> bool:
    return any(reel.moving for reel in cabinet.reels)


def settle(cabinet: Cabinet) -> None:
    """Let the reels come to rest and the prize be given."""
    cabinet.run(ms=1_000)
    for _ in range(120):
        if not _moving(cabinet) and not cabinet.coins:
            break
        cabinet.run(ms=250)
    cabinet.run(ms=1_000)
