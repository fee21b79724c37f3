# SPDX-License-Identifier: MIT
"""Models with each optional part left out: every command takes them, and none shows what is not there."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from firmware_rig import said
from left_out import LEFT_OUT, SLOW, TWO_HOPPERS, shipped, toml, without
from menu_rig import menu, page, push
from opened import opened
from soon import soon

from emulator import Cabinet
from emulator.chapters.link import QUIET, join
from emulator.lab.powercut import PowercutError, run_powercut
from emulator.panel.machine.parts.display import DisplayLine
from emulator.panel.machine.picture import draw_picture
from emulator.panel.machine.registry import read_front
from emulator.panel.machine.stage import Stage
from emulator.types.registry import always_of
from machines.model import ChanceModel, CycleModel, Model, SkillModel, parse_model

BUTTONS = ("start", "double", "hold_1", "hold_2", "hold_3", "reserve", "collect")
# The price of a whole visit in the largest coin.
COINS = 6
# So many of each coin and more has the purse of a TEST machine.
PURSE = 4
# These are tried every time, some of each type; the others behind ``long``.
SOON = {
    *("no prize meter", "no reserve", "one hopper", "one coin", "no option", "drums, bounded credits"),
    *("a screen and nothing else", "nothing to win"),
}
# A file through all commands takes seconds: one of each kind of machine that lacks much.
SOON_BY_COMMAND = ("a screen and nothing else",)
OF_CYCLES = [name for name, raw in LEFT_OUT.items() if raw["type"] == "B"]
SWEPT = [name for name in LEFT_OUT if name != "a card"]


@functools.cache
def model_of(name: str) -> Model:
    """A model by what it has left out."""
    return parse_model(toml(LEFT_OUT[name]).encode(), source=name)


def unsaid(model: Model) -> set[str]:
    """Words that are on no button, counter or message of this model."""
    if not isinstance(model, CycleModel):
        return {"RESERVA"}
    words = set() if model.reserve else {"RESERVA"}
    words |= set() if model.hold else {"RETENER", "RETENGA"}
    return words if model.simultaneous_max > 1 else words | {"DOBLE"}


def spoken(words: set[str], texts: set[str]) -> set[str]:
    """Those of the texts that have one of the words."""
    return {text for text in texts if any(word in text for word in words)}


def ready(model: Model, heard: set[str]) -> Cabinet:
    """A TEST machine of this model that has found its reels; what its message line says is heard."""
    purse = dict.fromkeys(model.coins_cents, 12)
    cab = Cabinet(model, seed="5a", purse=purse, wallet={model.note_cents: 2} if model.note_cents else None)

    def listen(kind: str, _t_us: int, fields: Mapping[str, Any]) -> None:
        if kind in ("message", "display"):
            heard.add(cab.display.message)

    cab.listen(listen)
    join(opened(cab), QUIET, bytes(32))
    cab.run(ms=6_000)
    return cab


def pay(cab: Cabinet) -> None:
    """Coins or a card of the house."""
    coins = cab.model.coins_cents
    if not coins:
        cab.insert_card(6_000)
        cab.run(ms=1_500)
        cab.press("hold_1")
    for _ in range(COINS if coins else 0):
        cab.insert(max(coins))
        cab.run(ms=900)
    cab.run(ms=1_500)


@pytest.mark.parametrize("name", soon(LEFT_OUT, *SOON_BY_COMMAND))
def test_every_command_takes_the_file(name: str, tmp_path: Path, azar: Any) -> None:
    path = tmp_path / f"{LEFT_OUT[name]['name']}.toml"
    path.write_text(toml(LEFT_OUT[name]), encoding="utf-8")
    lines = [f"check {path}", f"build {path} -o {tmp_path / 'x.rom'}", f"rom verify {tmp_path / 'x.rom'}"]
    if not isinstance(model_of(name), SkillModel):
        lines += [f"par {path} --json", f"simulate {path} --plays 500 --machines 2 --seed 00 --json"]
    if not LEFT_OUT[name].get("link"):
        script = tmp_path / "script.toml"
        script.write_text(played(model_of(name)), encoding="utf-8")
        lines.append(f"play {path} --headless --script {script} --seed 00 --json")
    for line in lines:
        shown = azar(line)
        assert (line, shown.status, shown.err) == (line, 0, "")


def played(model: Model) -> str:
    """A script: a coin that the model takes, a price, a play, what can be collected."""
    steps = ["after_ms = 4000\nuntil = { moving = false }"]
    if model.coins_cents:
        steps += [f'do = "insert"\ncents = {max(model.coins_cents)}\nrepeat = {PURSE}\nafter_ms = 900']
    steps += [
        'do = "press"\nname = "start"\nafter_ms = 1500',
        'do = "press"\nname = "collect"\nafter_ms = 9000',
    ]
    steps += ["after_ms = 30000\nexpect = { flags = [] }"]
    return 'title = "A play"\n\n' + "\n\n".join(f"[[step]]\n{step}" for step in steps) + "\n"


@pytest.mark.parametrize("name", soon(LEFT_OUT, *SOON))
def test_a_visit_presses_every_button_and_meets_nothing_that_is_not_there(name: str) -> None:
    model, heard = model_of(name), set[str]()
    cab = ready(model, heard)
    always = always_of(cab)
    pay(cab)
    found = []
    for button in (*BUTTONS[:-1], *BUTTONS):
        cab.press(button)
        for _ in range(10):
            cab.run(ms=700)
            found += always.broken()
    for _ in range(120):
        cab.run(ms=500)
    assert found + always.broken() == []
    assert (cab.fault, cab.flags) == (None, [])
    # What the hoppers cannot pay of a machine of chance the staff pays (C-14).
    assert cab.tilt in ("", "handpay" if isinstance(model, ChanceModel) else "")
    assert cab.meters["book_plays"] >= 1
    assert spoken(unsaid(model), heard) == set()
    assert draw_picture(cab).get_size() == (1280, 800)


@pytest.mark.parametrize("name", soon(OF_CYCLES, "no option", "one hopper"))
def test_a_front_has_the_buttons_and_counters_of_its_model(name: str) -> None:
    model = model_of(name)
    assert isinstance(model, CycleModel)
    for size in ((1280, 800), (1080, 1920)):
        stage = Stage(read_front(model, 1, test=True), size, "es")
        caps = {cap.name for cap in stage.deck.caps}
        assert ("reserve" in caps) == model.reserve
        assert ("double" in caps) == (model.simultaneous_max > 1 or model.gamble is not None)
        assert ("hold_1" in caps) == model.hold
        assert {"start", "collect"} <= caps
        counters = [digits for _, digits, _ in DisplayLine(stage.kit).counters]
        assert counters == ([4, 4, 5] if model.reserve else [4, 5])
        # The pictures of double or nothing are called DOBLE and NADA.
        printed = unsaid(model) - ({"DOBLE"} if model.gamble else set())
        assert spoken(printed, {placed.text for placed in stage.kit.text.placed}) == set()
        assert spoken(unsaid(model), {cap.label for cap in stage.deck.caps}) == set()


@pytest.mark.parametrize("name", ["no option", "no reserve", "no double play", "gambles and nothing else"])
def test_the_service_menu_names_no_button_and_no_counter_that_is_not_there(name: str) -> None:
    model, heard = model_of(name), set[str]()
    cab = ready(model, heard)
    pay(cab)
    cab.press("start")
    cab.run(ms=9_000)
    menu(cab)
    for title in ("PROBAR LUCES", "CUADRE", "ÚLTIMAS JUGADAS"):
        page(cab, title)
        heard |= {push(cab, "hold_2") for _ in range(20)}
        heard |= {push(cab, "hold_3") for _ in range(0 if title != "ÚLTIMAS JUGADAS" else 12)}
        push(cab, "collect")
    page(cab, "PROBAR BOTONES")
    heard |= {push(cab, button) for button in BUTTONS}
    assert {"LUZ JUGAR", "BOTÓN JUGAR: 1"} <= heard
    # The buttons below the reels move the menu.
    assert spoken(unsaid(model) - {"RETENER"}, heard) == set()
    assert said(cab)


@pytest.mark.parametrize("name", soon(SWEPT, "drums, bounded credits", "nothing to win"))
def test_a_power_cut_leaves_nothing_wrong(name: str) -> None:
    sweep = run_powercut(model_of(name), cuts=12, seed="00", jobs=1)
    assert [f"{place}: {what}" for place, what in sweep.total.told] == []
    assert sweep.total.cuts == 12


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (shipped("moncayo_tarjeta"), "which has no hopper"),
        (without("cierzo", mechanisms="cctalk"), "whose mechanisms are cctalk"),
        (without("moncayo", mechanisms="cctalk", hoppers=TWO_HOPPERS, **SLOW), "whose mechanisms are cctalk"),
    ],
)
def test_a_sweep_that_cannot_be_made_is_refused_by_name(raw: dict[str, Any], message: str) -> None:
    with pytest.raises(PowercutError, match=message):
        run_powercut(parse_model(toml(raw).encode()), cuts=1, seed="00", jobs=1)
