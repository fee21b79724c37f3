# SPDX-License-Identifier: MIT
"""
A player at a machine of type A: presses at exact times of each round, and what they bring.

    with guest_at(exam) as guest:
        player = Player(guest)
        player.pay_for_a_play()
        play = player.play(BEST)
        play.points, play.tickets, play.back_cents

The rounds of a light stopper are known by the message that begins each; the tune of a memory game is read off
its lit pads, as anybody does. Nothing here knows the program on the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from emulator.lab.bench.guest import Guest, StuckError
from emulator.lab.exam.finding import Words
from machines.types.skill.games import Game
from machines.types.skill.schema import MEMORY

PADS = ("hold_1", "hold_2", "hold_3", "double")
PRESS_MS = 60
LOOK_MS = 5
# Notes are lit for longer, and dark between two of them.
WATCH_MS = 20
# A round or a pause takes no longer.
ROUND_MS = 90_000
# Between two notes that are repeated.
NOTE_MS = 320
# The longest pause after the last round, and a ticket or a coin.
REST_MS = 4_000
# A pad that was pressed is lit for less.
LIT_MS = 300


class Skill(NamedTuple):
    """
    How somebody plays.

    Attributes:
        offs_ms: of each round of a stopper how far off the mark, None: no press; () on the mark in all.
        notes: of a memory game how many notes of all tunes are known.
        mash_ms: not 0: button or pads are hammered on so often, whatever is shown.
    """

    name: str
    offs_ms: tuple[int | None, ...] = ()
    notes: int = 999
    mash_ms: int = 0


BEST = Skill("best")
NONE = Skill("none", (None,) * 12, 0)
MASH = Skill("mash", (None,) * 12, 0, 97)


class SkillPlay(NamedTuple):
    """One play of skill."""

    skill: str
    stake_cents: int
    points: tuple[int, ...]
    """On the counter after each round, then in the end."""
    tickets: int
    back_cents: int
    """What came back to the player, beside the stake."""


class Player:
    """
    Hands at a machine of type A.

    Args:
        guest: at the machine.
        game: which of the games that the maker filed is set up.
    """

    def __init__(self, guest: Guest, game: Game) -> None:
        self.guest, self.game = guest, game
        self.cab = guest.cab
        self._messages: list[int] = []
        self.cab.listen(self._hear)

    def _hear(self, kind: str, t_us: int, fields: Mapping[str, Any]) -> None:
        if kind == "message":
            self._messages.append(t_us)

    @property
    def points(self) -> int:
        """What the counter of points shows."""
        digits = "".join(filter(str.isdigit, self.cab.display.prizes))
        return int(digits) if digits else 0

    def pay_for_a_play(self) -> None:
        """Have the price of one play in the credits."""
        price = self.guest.model.price_cents
        if self.guest.credits < price:
            self.guest.pay(price - self.guest.credits)

    def play(self, skill: Skill) -> SkillPlay:
        """
        Press START and play.

        Raises:
            StuckError: START is dark, or the play comes to no end.
        """
        guest = self.guest
        if not guest.until(lambda: guest.lit("start"), 20_000):
            raise StuckError(Words("INICIO no se enciende", "START stays dark"))
        owned, given = guest.owned() - guest.put_in_cents, self.cab.tickets_given
        self._messages.clear()
        stake = guest.start()
        rounds = self._repeat(skill) if self.game.kind == MEMORY else self._stop(skill)
        self._rest()
        points = (*rounds, self.points)
        back = guest.owned() - guest.put_in_cents - owned + stake
        return SkillPlay(skill.name, stake, points, self.cab.tickets_given - given, back)

    def _rest(self) -> None:
        """Let time pass until the last pause is over and neither coin nor ticket has come for a while."""
        seen: tuple[object, ...] = ()
        quiet_ms = 0
        for _ in range(0, ROUND_MS, LOOK_MS * 10):
            self.cab.run(ms=LOOK_MS * 10)
            now = (self.cab.tray_cents, self.cab.tickets_given, self.cab.display.credits, *self.cab.coins)
            quiet_ms = quiet_ms + LOOK_MS * 10 if now == seen else 0
            seen = now
            if quiet_ms >= REST_MS:
                return

    # -- the light stopper ----------------------------------------------------------------------------

    def _stop(self, skill: Skill) -> list[int]:
        """Each round: its message comes, the press falls, another message tells that it is over."""
        assert self.game.stopper is not None
        found = []
        self.cab.run(ms=2 * PRESS_MS)
        for number, lap_ms in enumerate(self.game.stopper.laps_ms):
            off_ms = skill.offs_ms[number] if skill.offs_ms else 0
            began_us = self._message() // 1_000 * 1_000
            self._messages.clear()
            if skill.mash_ms:
                self._mash("start", skill.mash_ms)
            elif off_ms is not None:
                at_us = began_us + (lap_ms // 2 + off_ms) * 1_000
                self.cab.run_us(max(0, at_us - self.cab.now_us))
                self.cab.press("start", PRESS_MS)
            self._message(clear=False)
            found.append(self.points)
        return found

    def _message(self, clear: bool = True) -> int:
        """Wait until the line says something else; when it did, in us."""
        if clear:
            self._messages.clear()
        if not self.guest.until(lambda: bool(self._messages), ROUND_MS, LOOK_MS):
            raise StuckError(Words("la jugada no sigue", "the play does not go on"))
        return self._messages[0]

    def _mash(self, button: str, every_ms: int) -> None:
        while not self._messages:
            self.cab.press(button, PRESS_MS // 2)
            self.cab.run(ms=every_ms)

    # -- the memory game --------------------------------------------------------------------------------

    def _repeat(self, skill: Skill) -> list[int]:
        """Each round: the lit pads are read, then pressed, as far as this player knows them."""
        assert self.game.memory is not None
        found: list[int] = []
        known = skill.notes
        for _ in range(40 * len(self.game.memory.lengths)):
            tune = self._listen()
            if tune is None:
                break
            if skill.mash_ms:
                self._press_all(skill.mash_ms)
            for pad in tune[:known] if not skill.mash_ms else ():
                self.cab.run(ms=NOTE_MS)
                self.cab.press(PADS[pad], PRESS_MS)
            known = max(0, known - len(tune))
            self.cab.run(ms=LIT_MS)
            self.guest.until(lambda: not self._asks(), ROUND_MS, WATCH_MS)
            self.guest.until(lambda: not self._pads(), ROUND_MS, WATCH_MS)
            found.append(self.points)
        return found

    def _asks(self) -> bool:
        """Whether the machine waits for the tune: all pads are lit."""
        return all(self.cab.lamps[pad] for pad in PADS)

    def _pads(self) -> frozenset[int]:
        """The pads behind the glass that are lit."""
        return frozenset(light for light in self.cab.glass if light < len(PADS))

    def _over(self) -> bool:
        return self.guest.lit("collect") or (self.guest.lit("start") and not self._asks())

    def _listen(self) -> list[int] | None:
        """The pads as they light up until the machine asks for them; None: the play is over."""
        tune: list[int] = []
        before: frozenset[int] = frozenset()
        silent_ms = 0
        while silent_ms < ROUND_MS:
            if self._asks():
                return tune
            now = self._pads()
            tune += sorted(now - before)
            silent_ms = 0 if now != before else silent_ms + WATCH_MS
            before = now
            if self._over() or silent_ms >= 6_000:
                return None
            self.cab.run(ms=WATCH_MS)
        return None

    def _press_all(self, every_ms: int) -> None:
        """Every pad in turn, whatever the tune was."""
        for number in range(12):
            self.cab.press(PADS[number % len(PADS)], PRESS_MS // 2)
            self.cab.run(ms=every_ms)
