# SPDX-License-Identifier: MIT
"""
Three machines of the sample in one room: a controller in this process, a display, and one time for all.

    with Linked(exam) as room:
        room.round()                   # every machine begins a play in the same instant, and ends it
        room.screen.hits, room.said_us

Pots hit every other play and overflow in every play, so that a few rounds show what years would.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable

from emulator.chapters.link import QUIET, definition_of
from emulator.hall.house import RoomScreen
from emulator.lab.bench.bench import Bench
from emulator.lab.bench.visitor import PURSE, BenchError, Visitor
from emulator.lab.exam.examination import Examination
from emulator.link import wire
from emulator.link.display import DisplayClient
from emulator.link.entries import Hit
from emulator.link.permit import PRIZES
from emulator.link.room import Room
from emulator.link.rules import Definition, read_definition
from emulator.support.closing import Closing
from machines.model import Model

STEP_MS = 50
# The date of the controller when the machines are switched on: 2026-01-01.
BEGIN_US = 1_767_225_600_000_000
# Of a prize in kind, in each language of a link.
IN_KIND = ("Fin de semana en Jaca", "Weekend in Jaca")
CASH_CENTS = 12_000
# Hoppers of a carrusel that nobody refills pay three awards of each machine; then coins are refused (B-20).
ROUNDS_MAX = 3
MACHINES = 3
_BOOT_MS, _COIN_MS, _PATIENCE_MS = 6_500, 900, 240_000
# Longer than a machine shows an award before it takes the next one.
_STILL_MS = 5_000
# The line says five things of a prize in kind, 2 s each; the staff comes when it has said them all.
_READ_MS = 12_000
_QUICK_POT = """
[[pots]]
base_cents = {base}
limit_cents = {limit}
share = "9/10"
reserve = "1/100"
hit = "mystery"
mystery = "1/2"
unit_cents = {unit}
"""
_NAMED = ", ".join(f'{key} = "{name}"' for key, name in zip(PRIZES, IN_KIND, strict=True))
_KIND_POT = f"""
[[pots]]
base_cents = {CASH_CENTS}
limit_cents = {CASH_CENTS}
hit = "mystery"
mystery = "1/4"
in_kind = {{ {_NAMED}, cash_cents = {CASH_CENTS} }}
"""


def hurried(model: Model, first: int, more_cents: int = 0) -> Definition:
    """
    A lawful link of three machines of a model, with pots that overflow.

    Args:
        model: of the machines.
        first: number of the first of them.
        more_cents: by how much base and limit of the quick pot are higher.
    """
    quiet = definition_of(model, QUIET, first)
    head, _, rest = quiet.text.partition("[[pots]]")
    if quiet.kind == "carrusel":
        return read_definition(
            head + _QUICK_POT.format(base=12_000 + more_cents, limit=12_020 + more_cents, unit=10)
        )
    pot, _, permit = rest.partition("[permit]")
    mystery = _QUICK_POT.format(base=10_007 + more_cents, limit=11_000 + more_cents, unit=100)
    permit = re.sub(r"prizes = .*", 'prizes = ["combination", "in_kind", "mystery"]', permit)
    permit = re.sub(r"maximum_cents = .*", f"maximum_cents = {811_000 + more_cents + CASH_CENTS}", permit)
    return read_definition(f"{head}[[pots]]{pot}{mystery}{_KIND_POT}[permit]{permit}")


class Linked(Closing):
    """
    A room of machines that are driven together.

    Args:
        exam: whose sample they are.
        name: of this room, of which everything that is drawn in it follows.

    Attributes:
        definition: of its link.
        room, screen: the controller, and a display on its wall.
        visitors: one at each machine.
        said_us: by machine and amount, when its line first said it since the last start.
        wall_us: by line of the log and pot, when the display had that hit.
        words: what the line of each machine has said since the last start.
    """

    def __init__(self, exam: Examination, name: str = "room") -> None:
        self.definition = hurried(exam.model, exam.sample.serial)
        key = hashlib.sha256(exam.stream(name).encode()).digest()
        self.visitors: list[Visitor] = []
        self.room = Room.open(self.definition, key, clock_us=self._date_us)
        self.screen = DisplayClient(1, wire.display_key(self.room.link_key, 1))
        self._wall = RoomScreen(self.screen, self.room)
        self.said_us: dict[tuple[int, int], int] = {}
        self.wall_us: dict[tuple[int, int], int] = {}
        self.words: dict[int, list[str]] = {one.number: [] for one in self.definition.machines}
        for one in self.definition.machines:
            cab = exam.cabinet(serial=one.number, seed=exam.stream(f"{name} {one.number}"), purse=dict(PURSE))
            cab.board.after_event = None
            cab.join(self.room)
            self.visitors.append(Visitor(Bench(cab, boot=False)))
            cab.listen(self._hear(one.number))
        self.wait(_BOOT_MS)
        for visitor in self.visitors:
            visitor.arrive()

    def close(self) -> None:
        """Everything is switched off."""
        for visitor in self.visitors:
            visitor.cab.close()
        self.room.close()

    @property
    def now_us(self) -> int:
        """The time of the room since it was switched on."""
        return max((one.cab.now_us for one in self.visitors), default=0)

    def _date_us(self) -> int:
        return BEGIN_US + self.now_us

    def _hear(self, number: int) -> Callable[..., None]:
        def hear(kind: str, t_us: int, fields: dict[str, str]) -> None:
            if kind == "message":
                self.words[number].append(fields["text"].strip())
                for whole, part in re.findall(r"(\d+),(\d\d)", fields["text"]):
                    self.said_us.setdefault((number, int(whole) * 100 + int(part)), t_us)

        return hear

    # -- time ---------------------------------------------------------------------------------------

    def wait(self, ms: int) -> None:
        """Let the same time pass in every machine, and at the display."""
        for _ in range(0, ms, STEP_MS):
            for visitor in self.visitors:
                visitor.cab.run(ms=STEP_MS)
            self._wall.poll(self.now_us // 1000)
            for hit in self.screen.hits:
                self.wall_us.setdefault((hit.entry, hit.pot), self.now_us)

    def until(self, holds: Callable[[], bool], limit_ms: int) -> bool:
        """Let time pass until something holds; False if it does not within the limit."""
        for _ in range(0, limit_ms, STEP_MS):
            if holds():
                return True
            self.wait(STEP_MS)
        return holds()

    def _need(self, holds: Callable[[], bool], limit_ms: int, what: str) -> None:
        if not self.until(holds, limit_ms):
            raise BenchError(f"every machine of the room must {what}")

    # -- plays --------------------------------------------------------------------------------------

    def pay_in(self) -> None:
        """Give every machine the price of a play, coin by coin, all at once."""
        for _ in range(30):
            poor = [one for one in self.visitors if one.credits_cents < one.price_cents]
            if not poor:
                return
            for visitor in poor:
                _drop_one(visitor)
            self.wait(_COIN_MS)
        raise BenchError("every machine of the room must take the price of a play")

    def begin(self, then: Callable[[], None] | None = None) -> None:
        """Press START on every machine in the same instant, do something at once, and see the plays begin."""
        self.pay_in()
        self._need(lambda: all(one.bench.lit("start") for one in self.visitors), 30_000, "light START")
        starts = self.starts
        self.said_us.clear()
        for words in self.words.values():
            words.clear()
        for visitor in self.visitors:
            visitor.cab.press("start", 100)
        if then is not None:
            then()
        self._need(lambda: self.starts >= starts + len(self.visitors), 2_000, "begin a play by START")

    def round(self) -> list[Hit]:
        """Every machine begins a play in the same instant; live through all of them; returns the hits."""
        before = max((hit.entry for hit in self.screen.hits), default=0)
        self.begin()
        self.rest()
        return [hit for hit in self.screen.hits if hit.entry > before]

    def rest(self) -> None:
        """Wait until nothing moves or pays; the staff hands over what it is called for."""
        seen: object = None
        still_ms = 0
        for _ in range(0, _PATIENCE_MS, 100):
            now = [_money(one) for one in self.visitors]
            moving = seen != now or any(not one.bench.quiet() for one in self.visitors)
            still_ms = 0 if moving else still_ms + 100
            seen = now
            if still_ms >= _STILL_MS:
                called = [one for one in self.visitors if one.bench.lit("tower")]
                if not called or self.screen.status != "up":
                    return
                self.wait(_READ_MS)
                self._staff(called)
                still_ms = 0
            self.wait(100)
        raise BenchError("every machine of the room must come to rest")

    def _staff(self, called: list[Visitor]) -> None:
        """The operator's key: what a machine calls for is handed over."""
        for on in (True, False):
            for visitor in called:
                visitor.cab.turn_key("operator", on)
            self.wait(800)

    @property
    def starts(self) -> int:
        """Plays that were begun in front of us."""
        return sum(len(one.bench.starts) for one in self.visitors)

    @property
    def fronts_cents(self) -> list[list[int]]:
        """The pots on the front of each machine."""
        views = [one.cab.link for one in self.visitors]
        return [[] if view is None else [*view.pots_cents] for view in views]

    @property
    def wall_cents(self) -> list[int]:
        """The pots on the wall."""
        return [value_mc // 1000 for value_mc in self.screen.pots_mc]


def _drop_one(visitor: Visitor) -> None:
    held = sorted(one for one in visitor.cab.model.coins_cents if visitor.cab.purse.get(one, 0))
    if not held:
        raise BenchError("the purse must hold a coin that the machine takes")
    wanted = visitor.price_cents - visitor.credits_cents
    fitting = [one for one in held if one <= wanted]
    visitor.cab.insert(fitting[-1] if fitting else held[0])


def _money(visitor: Visitor) -> tuple[object, ...]:
    shown = visitor.cab.display
    return shown.credits, shown.prizes, visitor.cab.tray_cents, visitor.bench.lit("tower")
