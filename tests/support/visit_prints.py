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
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from linked_rig import generous, mysterious
from prints import keep

from emulator.board.errors import BoardError
from emulator.cabinet import Cabinet, CabinetError
from emulator.cabinet.faults import FaultError, faults
from machines.model import model_names, model_text, read_model
from machines.support.plain import read_toml

TURNS = 70
# Of a machine with a link, one on which plays win awards.
_ROOMS = {"bochorno": generous, "veruela": mysterious}
_PURSE = {10: 200, 20: 200, 50: 100, 100: 300, 200: 200, 500: 10}


class Visitor:
    """
    Plays, waits, damages, attends, services and cuts the supply as a seed has it.

    Args:
        name: of the shipped model.
        wiring: "parallel" or "cctalk".
    """

    def __init__(self, name: str, wiring: str) -> None:
        raw = read_toml(model_text(name)[1].decode())
        self._model = read_model({**raw, "mechanisms": wiring}, source=name)
        self._chance = random.Random(f"{name}/{wiring}")
        self._cabinet = Cabinet(self._model, seed="07", purse=_PURSE)
        self._broken: list[str] = []
        self._damages = [
            row
            for row in faults().values()
            if row.input == "damage" and wiring in row.mechanisms and self._model.type in row.types
        ]
        self.lines: dict[str, list[str]] = {}
        self._cabinet.listen(self._hear)
        self._room = _ROOMS[name]() if name in _ROOMS else None
        self._connect()

    def _hear(self, kind: str, t_us: int, fields: Mapping[str, Any]) -> None:
        self.lines.setdefault(kind, []).append(f"{t_us} {json.dumps(fields, default=str)}")

    def _do(self, verb: str, *arguments: Any, **named: Any) -> None:
        """Do one thing; what cannot be done now, such as inserting a coin that is spent, is left."""
        with suppress(CabinetError, FaultError, BoardError):
            getattr(self._cabinet, verb)(*arguments, **named)

    def _connect(self) -> None:
        if self._room is not None:
            self._do("join", self._room)

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

    def _attend(self) -> None:
        """Mend, refill and look after everything, as an attendant does."""
        for row in self._broken:
            self._do("mend", row)
        self._broken.clear()
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
        for _ in range(self._chance.randrange(8, 40)):
            self._do(
                "press", self._chance.choice(("hold_1", "hold_2", "hold_2", "hold_3", "start", "collect")), 60
            )
            self._run(100, 250, 900)
        self._do("turn_key", "service", False)
        self._run(200)
        self._do("close_door", "main")
        self._run(900)

    def _restart(self) -> None:
        self._do("power_off")
        self._run(3, 700, 3000)
        self._do("power_on")
        self._run(900, 4000)

    def _small(self) -> None:
        """One of the many things that a visitor may do by the way."""
        pick = self._chance.choice
        self._do(*pick((
            ("insert", pick(self._model.coins_cents or (100,))), ("insert_note", pick((500, 1000))),
            ("press", "collect", 80), ("take_tray",), ("pull_tickets", 1), ("insert_card",), ("remove_card",),
            ("press", pick(tuple(self._cabinet.machine.buttons)), self._chance.randrange(1, 300)),
        )))  # fmt: skip

    def _lose_controller(self) -> None:
        """Stop the controller for a while, or pull the line."""
        if self._chance.random() < 0.5:
            self._cabinet.leave()
            self._run(300, 2500)
            self._connect()
        else:
            self._room.stop()
            self._run(300, 2500)
            self._room.start()
        self._run(1500)

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
        ]
        weights = [12, 6, 2, 3, 1, 1]
        if self._room is not None:
            acts, weights = [*acts, self._lose_controller], [*weights, 2]
        for _ in range(TURNS):
            self._chance.choices(acts, weights)[0]()
            self._run(7, 150, 400, 900, 2500, 6000)
        cabinet = self._cabinet
        self.lines["kept"] = [
            cabinet.nvram.hex(),
            f"{cabinet.tilt} {cabinet.fault}",
            str(dict(cabinet.meters)),
        ]


def names() -> list[tuple[str, str]]:
    """Model and wiring of every visit."""
    return [(name, wiring) for name in model_names() for wiring in ("parallel", "cctalk")]


def visited(name: str, wiring: str) -> dict[str, list[str]]:
    """Kind of event -> the lines of one visit."""
    visitor = Visitor(name, wiring)
    visitor.visit()
    return visitor.lines


if __name__ == "__main__":
    keep(
        "visit_prints",
        {f"{name}-{wiring}": visited(name, wiring) for name, wiring in names()},
        Path(sys.argv[1]),
    )
