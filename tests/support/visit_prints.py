# SPDX-License-Identifier: MIT
"""
Small prints of random visits to every shipped machine: what happened of each kind, and what the machine kept.

``vectors/visit_prints.json`` holds how many events of each kind a visit had and a digest of them. After a
change that is meant, see which kinds differ and write the prints anew:

    python tests/support/visit_prints.py DIR     # saves each visit as DIR/NAME.txt and writes the file

Two folders, of the tree before and of the tree after, are compared by ``diff -r``.
"""

from __future__ import annotations

import json
import random
import sys
import zlib
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from linked_rig import KIND, SEED, SUPER, carrusel
from prints import keep

from emulator.board.errors import BoardError
from emulator.cabinet import Cabinet, CabinetError
from emulator.cabinet.faults import FaultError, faults
from emulator.link.controller import Controller
from emulator.link.databases import open_store
from emulator.link.room import Room
from emulator.link.rules import Definition, read_definition
from machines.model import model_names, model_text, read_model
from machines.support.plain import read_toml

# How often a visitor plays, does something small, damages, attends, services, cuts the supply, cuts a line.
WEIGHTS = {"": (12, 6, 2, 3, 1, 1), "service": (1, 3, 2, 2, 9, 1), "kind": (14, 3, 1, 2, 1, 1)}
TURNS = {"": 70, "service": 12, "kind": 40}
_MENU = ("hold_1", "hold_2", "hold_2", "hold_3", "start", "collect")
# Whose menus and lines are looked at more closely.
SERVICED = ("aneto", "cierzo", "galacho", "monegros", "moncayo_tarjeta", "mudejar", "ronda", "veruela")
# Of a machine with a link, one on which plays win awards.
LINKS: dict[tuple[str, str], Callable[[], Definition]] = {
    ("bochorno", ""): partial(carrusel, "9/10", 12_001),
    ("veruela", ""): partial(read_definition, SUPER),
    ("veruela", "kind"): partial(read_definition, KIND),
}
SEEN = (
    "display", "reels", "pots_cents", "coins", "note", "card", "link", "lamps", "sounding", "pressed",
    "glass", "note_open", "tray", "purse", "wallet", "note_box_cents", "hopper_levels", "cash_box_cents",
    "tickets_given", "doors", "keys", "flags", "fault", "last_fault",
)  # fmt: skip
_PURSE = {10: 200, 20: 200, 50: 100, 100: 300, 200: 200, 500: 10}


class Visitor:
    """
    Plays, waits, damages, attends, services and cuts the supply as a seed has it.

    Args:
        name: of the shipped model.
        wiring: "parallel" or "cctalk".
        bent: a key of ``WEIGHTS``; "service" looks into the menus, "kind" wins prizes in kind.
    """

    def __init__(self, name: str, wiring: str, bent: str = "") -> None:
        raw = read_toml(model_text(name)[1].decode())
        self._model = read_model({**raw, "mechanisms": wiring}, source=name)
        self._bent, self._store, self._room = bent, open_store(":memory:"), None
        if (name, bent) in LINKS:
            Controller.create(self._store, LINKS[name, bent](), SEED)
            self._room = Room(self._store)
        self._chance = random.Random(f"{name}/{wiring}{bent}")
        self._cabinet = Cabinet(self._model, seed="07", purse=_PURSE)
        self._broken: list[str] = []
        self._damages = [
            row
            for row in faults().values()
            if row.input == "damage" and wiring in row.mechanisms and self._model.type in row.types
        ]
        self.lines: dict[str, list[str]] = {}
        self._silent = False
        self._cabinet.listen(self._hear)
        self._connect()

    def _hear(self, kind: str, t_us: int, fields: Mapping[str, Any]) -> None:
        """One line; of a commit also what the machine keeps from then on."""
        if not self._silent:
            kept = f" {zlib.crc32(self._cabinet.nvram):08x}" if kind == "commit" else ""
            self.lines.setdefault(kind, []).append(f"{t_us} {json.dumps(fields, default=str)}{kept}")

    def _do(self, verb: str, *arguments: Any, **named: Any) -> None:
        """Do one thing; what cannot be done now, such as inserting a coin that is spent, is refused."""
        try:
            getattr(self._cabinet, verb)(*arguments, **named)
        except (CabinetError, FaultError, BoardError) as error:
            if not self._silent:
                self.lines.setdefault("refused", []).append(f"{verb}{arguments}{named}: {error}")

    def _connect(self) -> None:
        if self._room is not None:
            self._do("join", self._room)

    def _look(self) -> None:
        """What can be seen of it from outside."""
        cabinet = self._cabinet
        seen = {name: getattr(cabinet, name) for name in SEEN}
        seen["why"] = [cabinet.view.why_returned(cents) for cents in self._model.coins_cents[:2]]
        self.lines.setdefault("seen", []).append(repr(seen))

    def _run(self, *choices_ms: int) -> None:
        self._cabinet.run(ms=self._chance.choice(choices_ms))

    def _play(self) -> None:
        """Insert what a play costs, or more, play, and press what is lit."""
        self._do("insert_card")
        coins = sorted(self._model.coins_cents or (100,))
        for _ in range(self._chance.choice((1, 2, 4, 7))):
            self._do("insert", self._chance.choice((*coins, *coins[-2:])))
            self._run(220, 350, 800)
        self._do("press", self._chance.choice(("start", "start", "start", "double")), 90)
        for _ in range(self._chance.randrange(1, 8)):
            self._run(150, 600, 1500)
            if lit := [name for name in self._cabinet.machine.buttons if self._cabinet.lamps.get(name)]:
                self._do("press", self._chance.choice(lit), self._chance.choice((30, 90)))

    def _damage(self) -> None:
        row = self._chance.choice(self._damages)
        allowed = {key: list(one.allowed(self._model)) for key, one in row.parameters.items()}
        if all(allowed.values()):
            self._do("damage", row.id, **{key: self._chance.choice(of) for key, of in allowed.items()})
            self._broken += [row.id] if row.mend else []

    def _mend(self) -> None:
        for row in self._broken:
            self._do("mend", row)
        self._broken.clear()

    def _attend(self) -> None:
        """Mend, refill and look after everything, as an attendant does."""
        self._mend()
        for hopper in self._model.hoppers:
            room = hopper.capacity - self._cabinet.hopper_levels[hopper.cents]
            self._do("refill", hopper.cents, min(room, 100))
        self._do("open_door", "main")
        self._run(600)
        self._do("close_door", "main")
        self._run(900)
        for key in ("service", "operator"):
            self._do("turn_key", key, True)
            self._run(300)
            self._do("turn_key", key, False)
            self._run(300)

    def _service(self) -> None:
        """Walk through the menu of the service key."""
        self._do("open_door", "main")
        self._run(300, 1500)
        self._do("turn_key", "service", True)
        self._run(200)
        if self._bent == "service":
            self._pages()
        else:
            for _ in range(self._chance.randrange(8, 40)):
                self._do("press", self._chance.choice(_MENU), 60)
                self._run(100, 250, 900)
        self._do("turn_key", "service", False)
        self._run(200)
        self._do("close_door", "main")
        self._run(900)

    def _pages(self) -> None:
        """Enter one page of the menu after the other, on any day, and do what may be done there, or not."""
        day = (
            self._chance.choice((2027, 2028)),
            self._chance.choice((2, 3, 12)),
            self._chance.choice((1, 28)),
        )
        self._cabinet.board.rtc.set((*day, 0, 23, self._chance.randrange(60), 30))
        for _ in range(20):
            if self._chance.random() < 0.7:
                self._do("press", "hold_3", 60)
                for _ in range(self._chance.randrange(1, 12)):
                    self._run(100, 250, 900, 3500)
                    self._do("press", self._chance.choice((*_MENU[:-1], "start", "double")), 60)
                    if self._chance.random() < 0.08:
                        self._chance.choice((self._damage, self._small, self._mend))()
                self._run(100, 250, 900)
                self._do("press", "collect", 60)
                self._run(100)
            self._do("press", "hold_2", 60)
            self._run(100, 250)

    def _restart(self) -> None:
        self._do("power_off")
        self._run(3, 700, 3000)
        self._do("power_on")
        self._run(900, 4000)

    def _lose_controller(self) -> None:
        """Stop the controller for a while, or pull the line."""
        if self._room is None or self._chance.random() < 0.5:
            self._cabinet.leave()
            self._run(300, 2500)
            self._connect()
        else:
            self._room.stop()
            self._run(300, 2500)
            self._room.start()
        self._run(1500)

    def _doubt(self) -> None:
        """What is done and then taken back leaves no trace."""
        state, broken, self._silent = self._cabinet.state(), [*self._broken], True
        for act in self._chance.sample((self._small, self._play, self._damage, self._restart), 2):
            act()
            self._run(3, 40, 700)
        self._cabinet.load_state(state)
        self._broken, self._silent = broken, False

    def _small(self) -> None:
        """One of the many things that a visitor may do by the way."""
        pick = self._chance.choice
        self._do(*pick((
            ("insert", pick(self._model.coins_cents or (100,))), ("insert_note", pick((500, 1000))),
            ("press", "collect", 80), ("take_tray",), ("pull_tickets", 1), ("insert_card",), ("remove_card",),
            ("press", pick(tuple(self._cabinet.machine.buttons)), self._chance.randrange(1, 300)),
        )))  # fmt: skip

    def visit(self) -> None:
        """Do it all."""
        self._run(4000)
        acts: list[Callable[[], None]] = [
            self._play,
            self._small,
            self._damage,
            self._attend,
            self._service,
            self._restart,
            self._lose_controller,
        ]
        weights = (*WEIGHTS[self._bent], 0 if self._room is None else 2)
        for _ in range(TURNS[self._bent]):
            self._chance.choices(acts, weights)[0]()
            self._run(7, 150, 400, 900, 2500, 6000)
            self._look()
            if self._bent == "service" and self._chance.random() < 0.15:
                self._doubt()
        cabinet = self._cabinet
        self.lines["kept"] = [
            cabinet.nvram.hex(),
            f"{cabinet.tilt} {cabinet.fault}",
            str(dict(cabinet.meters)),
            repr(cabinet.log),
            repr(cabinet.last_plays),
            repr(cabinet.physical()),
        ]
        if self._room is not None:
            self.lines["link"] = [repr(entry._replace(at_us=0)) for entry in self._store.log()]
            self.lines["audit"] = [repr(self._room.audit().pots)]
        self._store.close()


def names() -> list[tuple[str, str, str]]:
    """Model, wiring and bent of every visit."""
    both = [(name, wiring, "") for name in model_names() for wiring in ("parallel", "cctalk")]
    slow = ("cierzo", "veruela")
    serviced = [(name, "cctalk" if name in slow else "parallel", "service") for name in SERVICED]
    return [*both, *serviced, ("veruela", "parallel", "kind")]


def named(*row: str) -> str:
    """How a visit is called where its print is kept."""
    return "-".join(filter(None, row))


def visited(name: str, wiring: str, bent: str) -> dict[str, list[str]]:
    """Kind of event -> the lines of one visit."""
    visitor = Visitor(name, wiring, bent)
    visitor.visit()
    return visitor.lines


if __name__ == "__main__":
    keep("visit_prints", {named(*row): visited(*row) for row in names()}, Path(sys.argv[1]))
