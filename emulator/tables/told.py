# SPDX-License-Identifier: MIT
"""What is told of a table to whoever looks on: chips that lie, what happened, and how long it takes."""

from __future__ import annotations

from typing import NamedTuple, Protocol, runtime_checkable


class Stake(NamedTuple):
    """Chips that lie on a spot."""

    seat: int
    spot: str
    cents: int
    held: bool = False
    """Whether they are imprisoned."""


class Told(NamedTuple):
    """
    Something that happened in this round, at a millisecond of the table's time.

    Kinds: ``stake`` chips are laid, ``taken`` taken back, ``spin`` the hand is at the wheel (``cents``
    per cent of its push), ``drawn`` the chance is known (``faces``; of a wheel which pocket, clockwise),
    ``card`` one is dealt (``spot`` the hand, ``faces`` the card, ``to`` "open" where it comes face up, "down"
    where it lies face down until its hand is turned), ``turn`` a hand is turned up (``faces`` its cards),
    ``gone`` a hand (``spot``) is taken up: folded, or collected by the croupier,
    ``parted`` the last card of a hand (``spot``) begins a hand of its own (``to``),
    ``row`` a hand is complete (``faces`` its points), ``lost``, ``paid`` (what is added),
    ``back`` (what is given back), ``moved`` (from ``spot`` to ``to``), ``fee`` a commission is put down,
    ``won`` a spot has won (``seat`` whose, where every seat has its own),
    ``said`` words of the croupier (``to``).
    """

    t_ms: int
    kind: str
    seat: int = 0
    spot: str = ""
    cents: int = 0
    faces: tuple[int, ...] = ()
    to: str = ""


class DeviceSeen(NamedTuple):
    """What a device that draws for a table shows: an electronic wheel, or a dice cup."""

    message: str
    """Its message line."""
    ready: bool
    closed: bool | None
    sounding: bool
    """Its lamps, ready and no more bets (None: it has no such lamp), and its buzzer."""
    past: tuple[str, ...]
    """The results that it recalls, the last one first, 16 at most."""


@runtime_checkable
class Rolling(Protocol):
    """A device that draws for a table and is told how far the table has come."""

    def launch(self) -> None:
        """The ball is thrown."""

    def close(self) -> None:
        """No more bets are taken."""

    def seen(self, falling: bool = False) -> DeviceSeen:
        """What it shows; ``falling``: before the ball lies."""


class Bounds(NamedTuple):
    """What may be added to a spot."""

    least: int
    most: int
    step: int


HOLD_MS = 500
"""The cloth is looked at so long before the croupier's rake moves."""
RAKE_MS, RAKE_STEP_MS = 460, 45
PAY_MS, PAY_STEP_MS = 520, 170
"""A stake on its way, and between one and the next."""
COLLECTED_MS = HOLD_MS + RAKE_MS // 2
"""From what ends a hand at once until its cards are collected, behind its stakes."""
SEEN_MS = 500
"""What was paid is looked at so long before it is taken up with its stake."""
CARD_MS, TURNED_MS, SAYS_MS = 900, 1_600, 800
"""From a card to the next; until the first four have been turned; after words between cards."""
PARTED_MS = 700
"""A pair that is separated is looked at so long before the next card."""
OPEN, OPEN_MS = "open", 560
"""A card that comes face up, and from it to the next."""
DOWN, DOWN_MS = "down", 170
"""A card that lies face down until its hand is turned, and from it to the next."""
APART_MS = {OPEN: OPEN_MS, DOWN: DOWN_MS}
# From the draw until what was drawn lies still, and has been looked at.
SAID_BEFORE_MS = 200
"""What was drawn is said so long before that is over."""
RESTS_MS = {"wheel": 6_100, "cups": 6_100, "fortune": 11_800, "dice": 2_300, "cards": 1_900}


def settled_ms(lost: int, paid: int, back: int = 0) -> int:
    """How long raking, paying and giving back so many stakes takes, one after the other."""
    raked = HOLD_MS + lost * RAKE_STEP_MS + RAKE_MS if lost else HOLD_MS
    done = raked + paid * PAY_STEP_MS + PAY_MS if paid else raked
    return done + SEEN_MS + back * RAKE_STEP_MS + RAKE_MS if back else done
