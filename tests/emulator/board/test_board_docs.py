# SPDX-License-Identifier: MIT
"""docs/board.md says what the code does: pin table, I2C map, registers, timings, events, modules."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from places import ROOT

import emulator.board
import emulator.devices
from emulator.devices import reel_driver
from emulator.vm.library import library_modules
from machines.firmware import pins

DOCUMENT = ROOT / "docs" / "board.md"
PACKAGES = (Path(emulator.board.__file__).parent, Path(emulator.devices.__file__).parent)

if not DOCUMENT.exists():
    pytest.skip("the wheel carries no docs", allow_module_level=True)
TEXT = DOCUMENT.read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """Cells of the first table under a heading, without its head."""
    section = TEXT.split(f"# {heading}\n", 1)[1].split("\n#", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def emitted() -> Iterator[str]:
    """Every kind of event that board or devices emit."""
    for package in PACKAGES:
        for path in package.glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Attribute)
                    and node.func.attr == "emit"
                ):
                    for constant in ast.walk(node.args[0]):
                        if isinstance(constant, ast.Constant):
                            yield str(constant.value)


def test_the_pin_table_is_the_pin_table() -> None:
    expected = [
        [str(gpio), f"`{name}`", "out" if out else "in", "low" if low else "high", "yes" if rest else "no"]
        for name, gpio, out, low, rest in pins.PINS
    ]
    assert rows("Pins") == expected


def test_the_expanders_pins_are_its_table() -> None:
    expected = [
        [str(pin), f"`{name}`", "out" if out else "in", "low" if low else "high", "yes" if rest else "no"]
        for name, pin, out, low, rest in pins.EXPANDER
    ]
    assert rows("Pins of the expander") == expected


def test_the_i2c_map_has_every_address_of_the_pin_table() -> None:
    addresses = {value for name, value in vars(pins).items() if name.endswith("_ADDRESS")}
    assert {int(row[0], 16) for row in rows("I2C map")} == addresses


def test_the_registers_are_the_drivers() -> None:
    for offset, name, *_ in rows("Registers of the reel driver"):
        assert getattr(reel_driver, name) == int(offset)
    assert len(rows("Registers of the reel driver")) == 9


def test_every_timing_is_stated_with_its_value() -> None:
    stated = {}
    for constant, value, reason in rows("Timings"):
        module, _, name = constant.strip("`").rpartition(".")
        stated[constant] = getattr(importlib.import_module(f"emulator.{module}"), name)
        assert value == f"{stated[constant]:,} us", constant
        assert reason
    for package in PACKAGES:
        for path in package.glob("*.py"):
            for name in re.findall(r"^([A-Z][A-Z_]*_US) = ", path.read_text(encoding="utf-8"), re.MULTILINE):
                if name != "SECOND_US":
                    assert f"`{package.name}.{path.stem}.{name}`" in stated


def test_every_event_is_named() -> None:
    kinds = {kind for kind in emitted() if re.fullmatch(r"[a-z_]+", kind)}
    assert "hopper_coin" in kinds and "power" in kinds
    for kind in kinds:
        assert f"`{kind}`" in TEXT, kind


def test_every_module_that_firmware_can_import_is_named() -> None:
    for name in (*library_modules(), "machine", "time", "payout"):
        assert f"`{name}`" in TEXT, name
