# SPDX-License-Identifier: MIT
"""A small file of tests, and a machine that stands alone, load nothing that they do not use."""

from __future__ import annotations

import subprocess
import sys

import pytest
from places import ROOT

HEAVY = ("hypothesis.core", "numpy", "pygame", "pydantic", "machines.model", "emulator.cabinet")


def test_a_file_of_plain_tests_loads_no_heavy_library() -> None:
    """``pytest -n0 FILE`` answers at once, or nobody runs one file after each change."""
    command = [sys.executable, "-X", "importtime", "-m", "pytest", "-q", "-n0", "tests/house/test_words.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "_pytest.main" in loaded
    assert {name for name in HEAVY if name in loaded} == set()


def loaded_by(code: str) -> set[str]:
    code = f"import sys; {code}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize(("name", "room"), [("cometa", "skill"), ("cierzo", "cycle"), ("moncayo", "chance")])
def test_a_machine_and_its_panel_load_no_other_type(name: str, room: str) -> None:
    """Cores and limits apart: a board knows all cores, and a profile has the limits of all types."""
    front = "from emulator.panel.machine import registry as panel, stage; from emulator.types import registry"
    made = f"cabinet = session.Cabinet({name!r}, seed='00'); registry.always_of(cabinet)"
    code = f"from emulator.records import session; {front}; {made}; panel.read_front(cabinet.model, 1, True)"
    heavy = {"model", "checks", "type", "front", "laws", "always"}
    rooms = ("machines.types.", "emulator.types.", "emulator.panel.machine.")
    types = {"skill", "cycle", "chance"}
    found = [name.split(".")[-2:] for name in loaded_by(code) if name.startswith(rooms)]
    assert {of for of, module in found if of in types and module in heavy} == {room}


def test_the_first_picture_of_a_machine_that_stands_alone_loads_no_room_of_a_link() -> None:
    shown = "import os; os.environ['SDL_VIDEODRIVER'] = os.environ['SDL_AUDIODRIVER'] = 'dummy'; "
    shown += "import pygame; pygame.display.flip = lambda: sys.exit(0); from emulator import cli; "
    loaded = loaded_by(shown + "cli.run('play cierzo --seed 00'.split())")
    assert {"emulator.panel.machine.window", "emulator.panel.machine.cycle.front"} <= loaded
    rest = {"emulator.link.room", "emulator.lab.campaign", "flint", "rich", "ssl", "sqlite3"}
    assert rest & loaded == set()


def test_a_campaign_of_a_cycle_loads_no_mathematics_no_machine_and_no_other_verb() -> None:
    loaded = loaded_by("from emulator import cli; cli.run('simulate cierzo --plays 1000 --json'.split())")
    assert {"emulator.commands.simulate", "emulator.lab.campaign_cycle"} <= loaded
    heavy = {"numpy", "flint", "xlsxwriter", "pygame", "ssl", "sqlite3", "rich", "platformdirs"}
    others = {"emulator.commands.play", "emulator.cabinet.machine", "emulator.lab.campaign_chance"}
    assert (heavy | others) & loaded == set()


def test_a_machine_that_stands_alone_loads_no_mathematics_and_no_network() -> None:
    start = "from emulator.records import session; session.Cabinet('cierzo', seed='00')"
    loaded = loaded_by(start)
    assert "machines.types.cycle.model" in loaded
    assert {"numpy", "flint", "xlsxwriter", "pygame", "ssl", "sqlite3"} & loaded == set()


@pytest.mark.parametrize("line", ["--help", "link --help", "models --json"])
def test_what_needs_no_model_loads_no_validator(line: str) -> None:
    """An option that nobody gave is validated by nobody; the first list of azar's models checks them all."""
    loaded = [loaded_by(f"from emulator import cli; cli.run({line.split()})") for _ in range(2)][1]
    assert "typer" in loaded
    assert {"pydantic", "numpy", "machines.model"} & loaded == set()
