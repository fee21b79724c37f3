# SPDX-License-Identifier: MIT
"""Random visits to a cabinet, as Hypothesis draws them: coins, buttons, doors, plugs, refills, power cuts."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from hypothesis import strategies as st

from emulator.cabinet import Cabinet, CabinetError
from machines.model import Model, load_model

PURSE = {200: 6, 100: 12, 50: 8, 20: 10, 10: 20, 500: 1}
BUTTONS = ("start", "double", "hold_1", "hold_2", "hold_3", "collect", "reserve")
METERS = ("plays", "prizes", "in", "out")

Action = tuple[Any, ...]
Trace = list[tuple[str, int, dict[str, Any]]]

WAITS = st.one_of(st.integers(1, 400_000), st.integers(400_000, 9_000_000))
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.tuples(st.just("insert"), st.sampled_from(sorted(PURSE))),
    st.tuples(st.just("insert"), st.sampled_from((100, 200))),
    st.tuples(st.just("press"), st.sampled_from(BUTTONS), st.integers(1, 300)),
    st.tuples(st.just("press"), st.sampled_from(("start", "double", "collect")), st.just(80)),
    st.tuples(st.just("power"), st.integers(1, 2_000_000)),
    st.sampled_from((("take_tray",), ("open_door",), ("close_door",))),
    st.tuples(st.sampled_from(("unplug", "plug")), st.sampled_from(METERS)),
    st.tuples(st.just("jam_reel"), st.integers(1, 3), st.booleans()),
    st.tuples(st.just("refill"), st.sampled_from((10, 100)), st.integers(1, 5)),
    st.tuples(st.just("empty"), st.sampled_from((10, 100))),
)
VISITS = st.lists(st.tuples(ACTIONS, WAITS), min_size=1, max_size=14)

_models: dict[str, Model] = {}


def cabinet(model: str = "cierzo", **options: Any) -> Cabinet:
    """A TEST machine with a purse of every coin; models are read once."""
    if model not in _models:
        _models[model] = load_model(model)
    options.setdefault("purse", PURSE)
    return Cabinet(_models[model], seed=options.pop("seed", "5a"), **options)


def ready(**options: Any) -> Cabinet:
    """A machine that has found its reels and has 4.00 in credits and 2.00 in reserve."""
    cab = cabinet(**options)
    cab.run(ms=3_500)
    for _ in range(6):
        cab.insert(100)
        cab.run(ms=250)
    cab.run(ms=1_000)
    return cab


def act(cab: Cabinet, action: Action) -> None:
    """Do one thing; what cannot be done, such as inserting a coin that is spent, is left."""
    name, *arguments = action
    if name == "power":
        if cab.board.powered:  # time that was turned back may stand in an outage
            cab.power_off()
        cab.run_us(arguments[0])
        cab.power_on()
        return
    with suppress(CabinetError):
        getattr(cab, name)(*arguments)


def visit(cab: Cabinet, actions: list[tuple[Action, int]]) -> None:
    """Do everything, with these microseconds after each."""
    for action, wait_us in actions:
        act(cab, action)
        cab.run_us(wait_us)


def overhear(cab: Cabinet) -> Trace:
    """Everything that the cabinet tells from now on."""
    trace: Trace = []

    def hear(kind: str, t_us: int, fields: Mapping[str, Any]) -> None:
        trace.append((kind, t_us, dict(fields)))

    cab.listen(hear)
    return trace


def owned(cab: Cabinet) -> int:
    """All the money of cabinet and visitor, counted where it can be seen, without the ledger's totals."""
    lying = sum(value * count for coins in (cab.purse, cab.tray) for value, count in coins.items())
    lying += sum(value * count for value, count in cab.hopper_levels.items())
    return lying + cab.cash_box_cents + sum(coin.cents for coin in cab.coins)
