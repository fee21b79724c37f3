# SPDX-License-Identifier: MIT
"""azar cup: the plug of a dice cup is pulled all over a throw, and a broken law ends with 1."""

from __future__ import annotations

import json

import pytest

from emulator import cli
from emulator.tables import device_sweep


def test_the_plug_of_a_cup_is_pulled_all_over_a_throw(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["cup", "powercut", "cubilete", "--cuts", "12", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["cup"], found["violations"], found["fuel_cuts"]) == ("cubilete", [], 0)
    assert found["places"] > 1_000 and 9 <= found["cuts"] <= 12
    assert cli.run(["cup", "powercut", "--cuts", "5"]) == 0
    assert "power cuts of the cup" in capsys.readouterr().out


def test_between_two_instructions_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["cup", "powercut", "--cuts", "2", "--fuel", "6", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["fuel_cuts"], found["violations"]) == (6, [])
    assert found["instructions"] > 1_000_000
    assert cli.run(["cup", "powercut", "--fuel", "6", "--runtime", "cpython"]) == 1
    assert "genuine MicroPython" in capsys.readouterr().err


def test_a_law_that_is_broken_ends_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(device_sweep, "broken", lambda make, cut: ["draw 1 comes twice"])
    assert cli.run(["cup", "powercut", "--cuts", "2"]) == 1
    assert "draw 1 comes twice" in capsys.readouterr().err
    assert cli.run(["cup", "powercut", "no_cup"]) != 0


def test_its_help_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["cup", "powercut", "--help"]) == 0
    assert "azar cup powercut cubilete --cuts 200" in capsys.readouterr().out
