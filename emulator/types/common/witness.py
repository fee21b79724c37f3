# SPDX-License-Identifier: MIT
"""What a machine really did, seen from outside: coins past its sensors, plays decided and shown."""

from __future__ import annotations

from typing import Any, NamedTuple

import cext
from emulator.cabinet import Cabinet
from emulator.chapters.link import books_of
from machines.support.plain import Json, JsonView

# Where a state of type B says how many gambles of this prize were won.
GAMBLES_AT = 159
# Whatever tells a visitor something: it must never run ahead of the books.
_VISIBLE = ("reel_start", "reel_stop", "lamp", "display", "message", "meter")


class Play(NamedTuple):
    """One decided play: what the core returned to ``payout.step``."""

    simultaneous: int
    prizes_cents: tuple[int, ...]
    stops: tuple[tuple[int, ...], ...]
    outcome: bytes
    answers: tuple[bytes, ...] = ()
    """Outcome of each answer to the gamble that it offered (B-22)."""


class Step(NamedTuple):
    """One decided step of a play of chance: a turn, a pick, a gamble."""

    action: str
    outcome: bytes
    after: bytes
    """The state of the play program that it led to."""


class Witness:
    """
    Listens to the board of a cabinet, before anybody else does; of a link it asks the controller.

    Attributes:
        accepted: coins past the gate of the acceptor since the witness came, cents -> count.
        paid: coins past the sensor of each hopper, cents -> count.
        plays: every play, of a machine of chance every step of one, in the order in which it was decided.
        notes: in the box behind the acceptor of notes since then.
        absorbed: how often entropy was absorbed.
        early: what of a play could be seen when the power went, though the play was not committed.
    """

    def __init__(self, cabinet: Cabinet) -> None:
        self.accepted = dict.fromkeys(cabinet.model.coins_cents, 0)
        self.paid = dict.fromkeys(cabinet.hopper_levels, 0)
        self.plays: list[Play | Step] = []
        self.notes = 0
        self.absorbed = 0
        self.early = ""
        self._uncommitted = b""
        self._shown = ""
        self._cab = cabinet
        self._board = cabinet.board
        self._pass_on = cabinet.board.emit
        cabinet.board.emit = self._heard

    def _heard(self, kind: str, **fields: Any) -> None:
        if kind == "coin_accepted":
            self.accepted[fields["cents"]] += 1
        elif kind == "hopper_coin":
            self.paid[fields["cents"]] += 1
        elif kind == "note_stacked":
            self.notes += 1
        elif kind == "step":
            self._uncommitted, self._shown = fields["after"], ""
            self.plays.append(_decided(fields))
        elif kind == "answer":
            self._uncommitted, self._shown = fields["after"], ""
            made = fields["before"][GAMBLES_AT]
            play = self.plays[-1]
            assert isinstance(play, Play)
            # One that was decided and never committed is decided anew.
            self.plays[-1] = play._replace(answers=(*play.answers[:made], fields["outcome"]))
        elif kind == "absorb":
            self.absorbed += 1
        elif kind == "power":
            self.early = "" if self._committed() else self._shown
            self._uncommitted = b""
        elif self._uncommitted and kind in _VISIBLE and self._board.powered and not self._committed():
            self._shown = self._shown or kind
        self._pass_on(kind, **fields)

    def _committed(self) -> bool:
        if self._uncommitted and self._uncommitted in self._board.fram.data:
            self._uncommitted = b""
        return not self._uncommitted

    def save(self) -> Json:
        """All that was seen, as plain values."""
        return {
            "accepted": tuple(self.accepted.values()),
            "paid": tuple(self.paid.values()),
            "plays": self.plays[:],
            "notes": self.notes,
            "absorbed": self.absorbed,
            "uncommitted": (self._uncommitted, self._shown),
            "link": books_of(self._cab),
        }

    def load(self, saved: JsonView) -> None:
        """See what another witness saw."""
        self.accepted = dict(zip(self.accepted, saved["accepted"], strict=True))
        self.paid = dict(zip(self.paid, saved["paid"], strict=True))
        self.plays = saved["plays"][:]
        self.notes = saved["notes"]
        self.absorbed = saved["absorbed"]
        self._uncommitted, self._shown = saved["uncommitted"]
        self.early = ""


def _decided(fields: JsonView) -> Play | Step:
    raw = fields["outcome"]
    if "action" in fields:
        return Step(fields["action"], raw, fields["after"])
    return play_of(fields["simultaneous"], raw)


def play_of(simultaneous: int, raw: bytes) -> Play:
    """A play of type B as the core decided it."""
    entries = cext.unpack_outcome(raw).entries
    return Play(
        simultaneous,
        tuple(entry.prize_cents for entry in entries),
        tuple(entry.stops for entry in entries),
        raw,
    )
