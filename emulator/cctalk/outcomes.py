# SPDX-License-Identifier: MIT
"""
What becomes of every coin and note on a desk, and why: told once each, when it is decided.

    {"event": "coin", "cents": 200, "outcome": "returned", "reason": "host not polling"}
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from emulator.cctalk.fitting import FittedAcceptor, FittedHopper, FittedReader, Fitting
from emulator.devices.cctalk.acceptor import Verdict
from emulator.devices.coin_acceptor import SLUG
from machines.support.plain import Json

ACCEPTED, RETURNED, REFUSED, LOST = "accepted", "returned", "refused", "lost"
HELD, PULLED, PAID = "held", "pulled out", "paid"
Tell = Callable[..., None]


class Outcomes:
    """
    Listens to the mechanisms.

    Args:
        fitting: the devices.
        tell: called with (event, **fields).
        now_us: the time.
    """

    def __init__(self, fitting: Fitting, tell: Tell, now_us: Callable[[], int]) -> None:
        self._tell = tell
        self._now_us = now_us
        self._acceptor = fitting.acceptor
        self._reader = fitting.reader
        # Coins that were let through and are not credited yet.
        self._let_in: list[int] = []
        if fitting.acceptor is not None:
            fitting.acceptor.head.credited = self._credited
        for hopper in fitting.hoppers:
            hopper.mechanism.dropped = self._payer(hopper)

    def _payer(self, hopper: FittedHopper) -> Callable[[], None]:
        def dropped() -> None:
            self._tell("coin", cents=hopper.setup.coin, outcome=PAID, address=hopper.control.address)

        return dropped

    def heard(self, kind: str, **fields: Any) -> None:
        """An event of a mechanism."""
        if kind.startswith("coin_") and self._acceptor is not None:
            self._coin(self._acceptor, kind, fields["coin"], fields["cents"])
        elif kind.startswith("note_") and self._reader is not None:
            self._note(self._reader, kind, fields["cents"])
        elif kind == "power":
            self._tell("power", on=fields["on"])
        elif kind == "fault_moved" and fields["id"] in ("coin_string", "note_string"):
            what = fields["id"].partition("_")[0]
            self._tell(what, cents=fields["cents"], outcome=PULLED, reason="on a string")

    # -- coins --------------------------------------------------------------------------------------

    def _coin(self, acceptor: FittedAcceptor, kind: str, coin: int, cents: int) -> None:
        if kind == "coin_accepted":
            self._let_in.append(coin)
        elif kind == "coin_returned":
            verdict, acceptor.head.verdict = acceptor.head.verdict, Verdict(False, 0)
            reason = verdict.reason or ("a coin is jammed in it" if acceptor.control.powered else "no power")
            self._tell("coin", cents=None if coin == SLUG else cents, outcome=RETURNED, reason=reason)
        elif kind == "coin_stored" and coin in self._let_in:
            self._let_in.remove(coin)
            self._tell("coin", cents=cents, outcome=LOST, reason="no power when it passed the credit sensor")

    def _credited(self, cents: int, position: int, path: int) -> None:
        # The gate keeps coins so far apart that one at a time is on its way to the credit sensor.
        del self._let_in[:1]
        self._tell("coin", cents=cents, outcome=ACCEPTED, position=position, path=path)

    # -- notes --------------------------------------------------------------------------------------

    def _note(self, reader: FittedReader, kind: str, cents: int) -> None:
        if kind == "note_refused":
            reason = reader.mechanism.obstacle or reader.control.closed_because(self._now_us())
            self._tell("note", cents=cents, outcome=REFUSED, reason=reason)
        elif kind == "note_held":
            self._tell("note", cents=cents, outcome=HELD, type=reader.control.type_of(cents))
        elif kind == "note_stacked":
            self._tell("note", cents=cents, outcome=ACCEPTED, type=reader.control.type_of(cents))
        elif kind == "note_back":
            reason = reader.control.sent_back or "host did not decide about it"
            self._tell("note", cents=cents, outcome=RETURNED, reason=reason)


def text(event: Json) -> str:
    """An outcome, a fault or a line fault in words."""
    kind = event["event"]
    if kind == "fault":
        value = f" {event['value']}" if "value" in event else ""
        at = f" @{event['at']}" if "at" in event else ""
        return f"fault {event['id']}{value}{at}: {'begins' if event['begins'] else 'ends'}"
    if kind == "line_fault":
        return f"line fault {event['what']}: {event['state']}"
    if kind == "power":
        return f"power {'on' if event['on'] else 'off'}"
    what = "slug" if event["cents"] is None else f"{kind} {event['cents']}"
    return f"{what} {event['outcome']}: {_because(event)}"


def _because(event: Json) -> str:
    if event["outcome"] == PAID:
        return f"hopper @{event['address']}"
    if "path" in event:
        return f"position {event['position']}, path {event['path']}"
    if event["outcome"] == HELD:
        return f"type {event['type']} in escrow"
    return f"type {event['type']} stacked" if "type" in event else str(event["reason"])
