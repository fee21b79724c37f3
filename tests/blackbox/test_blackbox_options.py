# SPDX-License-Identifier: MIT
"""Black box: optional devices are there if the model declares them, and are not if it does not (B-25)."""

from __future__ import annotations

import re
import tempfile
from functools import cache
from importlib import resources
from pathlib import Path

from blackbox import LAW, PRICE, Bench, cierzo

# What article 7 of the norm lets a model have, as a model file declares it.
OPTIONS = (
    r"^simultaneous_max = \d+\n",
    r"^hold = true\n",
    r"^note_cents = \d+\n",
    r"^reserve_max_cents = \d+\n",
    r"^\[prize_meter\]\n(?:\w.*\n)*",
)
_FOLDER = tempfile.TemporaryDirectory(prefix="options")


@cache
def plain() -> Path:
    """Our machine without one optional device: what a homologation without them says."""
    text = (resources.files("machines") / "models" / "cierzo.toml").read_text(encoding="utf-8")
    for option in OPTIONS:
        text, count = re.subn(option, "", text, flags=re.MULTILINE)
        assert count == 1, option
    # Its rules name what the prize meter holds; there is none.
    text = re.sub(r"\{prize_meter\.\w+\}", "80", text)
    path = Path(_FOLDER.name) / "cierzo_plain.toml"
    path.write_text(text.replace('"cierzo"', '"cierzo_plain"', 1), encoding="utf-8")
    return path


def visit(bench: Bench, plays: int) -> set[str]:
    """Play with every button pressed at every moment; name the optional devices that showed themselves."""
    found: set[str] = set()
    bench.insert(*[100] * 5)
    if bench.credits + bench.cab.tray_cents < 500:
        found.add("reserve")
    if bench.cab.note_open:
        bench.cab.insert_note(500)
        bench.wait(4_000)
        found.add("note")
    for number in range(plays):
        if bench.credits < 2 * PRICE:
            bench.insert(200)
        for button in ("hold_1", "reserve"):
            bench.press(button)
        play = bench.play("double" if number % 4 == 3 and bench.lit("double") else "start")
        found |= {"double"} if play.stake_cents != PRICE else set()
        found |= {"hold"} if play.moved != {1, 2, 3} else set()
        found |= {"prize meter"} if bench.prizes else set()
        for name in ("hold", "double"):
            found |= {name for lamp in bench.cab.lamps if lamp.startswith(name) and bench.lit(lamp)}
        bench.wait(800)
        before = len(bench.starts)
        bench.press("double")
        if len(bench.starts) > before:
            found.add("double")
            bench.settle()
    return found


def test_b25_a_model_that_declares_no_option_has_none() -> None:
    """B-25: no reserve, no notes, no double plays, no hold, no prize meter; prizes fall out by themselves."""
    bench = Bench(cierzo(model=plain(), wallet={500: 2}))
    paid = bench.paid
    assert visit(bench, 14) == set()
    assert bench.credits <= LAW["B-12"].value
    assert bench.paid > paid, "some of these plays win, and what they win is paid"


def test_b25_what_a_model_declares_is_there() -> None:
    """B-25: the same visit meets every one of them on the machine that ships, so that none was overlooked."""
    found = visit(Bench(cierzo(wallet={500: 2})), 14)
    assert found == {"reserve", "note", "double", "hold", "prize meter"}
