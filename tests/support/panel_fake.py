# SPDX-License-Identifier: MIT
"""A cabinet made of plain values, for pictures of every state and for tests of what the panel asks of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from emulator.cabinet.front import CardView, CoinView, Display, LinkView, ReelView
from emulator.panel.machine.registry import read_front
from emulator.panel.machine.stage import Stage
from machines.model import Model, load_model

LAMPS = ("start", "double", "hold_1", "hold_2", "hold_3", "collect", "reserve", "tower")


def reel(stop: float, moving: bool = False, stopped_at_us: int = 0) -> ReelView:
    """A reel of 24 stops at ``stop``, which need not be whole while it moves."""
    return ReelView(round(stop * 65_536 / 24) % 65_536, moving, stopped_at_us, 24, 96)


@dataclass
class FakeCabinet:
    """Shows what it is told; notes every input in ``inputs`` and moves no time but its own."""

    model: Model = field(default_factory=lambda: load_model("cierzo"))
    test: bool = False
    serial: int = 1
    language: str = "es"
    now_us: int = 10_000_000
    powered: bool = True
    display: Display = field(default_factory=lambda: Display("0.00", "0.00", "0.00", "INSERTE MONEDA"))
    lit: frozenset[str] = frozenset()
    glass: frozenset[int] = frozenset()
    reels: list[ReelView] = field(default_factory=lambda: [reel(0), reel(6), reel(20)])
    coins: list[CoinView] = field(default_factory=list)
    tray: dict[int, int] = field(default_factory=dict)
    purse: dict[int, int] = field(default_factory=lambda: {10: 10, 20: 10, 50: 10, 100: 10, 200: 5})
    wallet: dict[int, int] = field(default_factory=lambda: {500: 2, 1000: 1})
    note: CoinView | None = None
    note_open: bool = True
    pots_cents: tuple[int, ...] = ()
    card: CardView | None = None
    link: LinkView | None = None
    tickets_given: int = 0
    sounding: bool = False
    firmware_ours: bool = True
    fault: str | None = None
    last_fault: str | None = None
    doors: dict[str, bool] = field(default_factory=lambda: {"main": False, "box": False, "logic": False})
    keys: dict[str, bool] = field(default_factory=lambda: {"operator": False, "service": False})
    inputs: list[tuple[Any, ...]] = field(default_factory=list)
    listeners: list[Any] = field(default_factory=list)

    @property
    def lamps(self) -> dict[str, bool]:
        return {name: name in self.lit for name in LAMPS}

    def listen(self, heard: Any) -> None:
        self.listeners.append(heard)

    def tell(self, kind: str, **fields: Any) -> None:
        for heard in self.listeners:
            heard(kind, self.now_us, fields)

    def insert(self, cents: int) -> None:
        self.inputs.append(("insert", cents))
        self.purse[cents] -= 1

    def insert_note(self, cents: int) -> bool:
        self.inputs.append(("insert_note", cents))
        return self.note_open

    def insert_card(self, balance_cents: int | None = None) -> None:
        self.inputs.append(("insert_card", balance_cents))
        self.card = CardView(1001, self.card.balance_cents if self.card else balance_cents or 0, True)

    def remove_card(self) -> None:
        self.inputs.append(("remove_card",))
        assert self.card is not None
        self.card = CardView(self.card.number, self.card.balance_cents, False)

    def press(self, name: str, ms: int = 100) -> None:
        self.inputs.append(("press", name, ms))

    def down(self, name: str) -> None:
        self.inputs.append(("down", name))

    def up(self, name: str) -> None:
        self.inputs.append(("up", name))

    def take_tray(self) -> int:
        self.inputs.append(("take_tray",))
        taken = sum(cents * n for cents, n in self.tray.items())
        for cents, n in self.tray.items():
            self.purse[cents] = self.purse.get(cents, 0) + n
        self.tray = {}
        return taken

    def change(self) -> None:
        self.inputs.append(("change",))

    def new_visitor(
        self, coins: Mapping[str, int] | None = None, notes: Mapping[str, int] | None = None
    ) -> None:
        self.inputs.append(
            ("new_visitor",) if coins is None and notes is None else ("new_visitor", coins, notes)
        )
        self.purse, self.wallet, self.card = (
            {10: 10, 20: 10, 50: 10, 100: 10, 200: 5},
            {500: 2, 1000: 1},
            None,
        )

    def open_door(self, name: str = "main") -> None:
        self.inputs.append(("open_door", name))
        self.doors[name] = True

    def close_door(self, name: str = "main") -> None:
        self.inputs.append(("close_door", name))
        self.doors[name] = False

    def turn_key(self, name: str, on: bool = True) -> None:
        self.inputs.append(("turn_key", name, on))
        self.keys[name] = on

    def run_us(self, us: int) -> None:
        self.now_us += us


def state(name: str, **more: Any) -> FakeCabinet:
    """A cabinet in one of the states that pictures are taken of."""
    return FakeCabinet(**{**STATES[name], **more})


SIZES = ((1280, 800), (1080, 1920), (1024, 600), (1920, 1080))


@lru_cache(maxsize=16)
def stage(size: tuple[int, int], language: str) -> Stage:
    """A built stage for ``size``, made once for all tests that only look at it."""
    return fresh_stage(size, language)


def fresh_stage(size: tuple[int, int] = (1280, 800), language: str = "es") -> Stage:
    """A built stage of its own, for tests that move something on it."""
    return Stage(read_front(load_model("cierzo"), 1, False), size, language)


ROLLING = [reel(3.4, True), reel(9.7, True), reel(17.2, True)]
STATES: dict[str, dict[str, Any]] = {
    "idle": {},
    "credit": {
        "display": Display("4.00", "2.60", "0.00", "PULSE JUGAR"),
        "lit": frozenset({"start", "double", "collect"}),
    },
    "coin": {
        "display": Display("1.00", "0.00", "0.00", "PULSE JUGAR"),
        "lit": frozenset({"start", "double"}),
        "coins": [CoinView(4, 100, "slot", 260)],
    },
    "refused": {
        "display": Display("4.00", "8.00", "0.00", "PULSE JUGAR"),
        "coins": [CoinView(4, 200, "returning", 640)],
    },
    "rolling": {
        "display": Display("3.80", "0.00", "0.00", "SUERTE"),
        "reels": ROLLING,
        "glass": frozenset({35, 36, 37}),
    },
    "stopping": {
        "display": Display("3.80", "0.00", "0.00", "SUERTE"),
        "reels": [reel(12, False, 9_970_000), reel(9.7, True), reel(17.2, True)],
        "glass": frozenset({35, 36, 37}),
    },
    "small": {
        "display": Display("3.60", "0.00", "0.60", "PREMIO 0,60"),
        "lit": frozenset({"start", "double", "collect"}),
        "reels": [reel(4), reel(1), reel(4)],
        "glass": frozenset({3, 32, 33, 35, 36, 37}),
    },
    "holds": {
        "display": Display("3.40", "0.00", "0.00", "RETENGA RODILLOS O JUEGUE"),
        "lit": frozenset({"start", "hold_1", "hold_3"}),
        "reels": [reel(9), reel(10), reel(1)],
        "glass": frozenset({34}),
    },
    "top": {
        "display": Display("2.80", "0.00", "52.40", "PREMIO 80,00"),
        "lit": frozenset({"collect"}),
        "reels": [reel(12), reel(12), reel(12)],
        "glass": frozenset({12, 32, 33, 35, 36, 37}),
    },
    "paying": {
        "display": Display("2.80", "0.00", "31.00", "PAGO DE PREMIO 80,00"),
        "glass": frozenset({12}),
        "coins": [CoinView(7, 100, "paying", 700)],
        "tray": {100: 49},
        "reels": [reel(12), reel(12), reel(12)],
    },
    "full": {"tray": {10: 25, 20: 12, 50: 10, 100: 90, 200: 14}, "lit": frozenset({"start"})},
    "tilt": {
        "display": Display("2.00", "0.00", "12.00", "AVERÍA: RODILLO 2"),
        "lit": frozenset({"tower"}),
        "reels": [reel(3), reel(9.5), reel(17)],
    },
    "door": {
        "display": Display("2.00", "0.00", "0.00", "PUERTA ABIERTA"),
        "lit": frozenset({"tower"}),
        "doors": {"main": True},
    },
    "dark": {"display": Display("", "", "", ""), "powered": False},
}
