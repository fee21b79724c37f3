# SPDX-License-Identifier: MIT
"""The PIN: hidden with a salt, and tried only so often."""

from __future__ import annotations

import pytest

from emulator.kiosk import pin
from emulator.kiosk.pin import Gate, PINError, hide, matches


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hash that costs nothing: how dear it is needs no test a hundred times."""
    monkeypatch.setattr(pin, "_COST", 2)


def test_a_hidden_pin_tells_nothing_and_is_known_again() -> None:
    hidden = hide("4711")
    assert "4711" not in hidden and hidden != hide("4711")
    assert matches("4711", hidden)
    assert not matches("4712", hidden) and not matches("47110", hidden) and not matches("", hidden)


@pytest.mark.parametrize("text", ["123", "1234567890123", "12a4", "", "١٢٣٤"])
def test_a_pin_has_4_to_12_digits(text: str) -> None:
    with pytest.raises(PINError, match="4 to 12 digits"):
        hide(text)


def test_wrong_ones_make_it_wait_each_time_twice_as_long() -> None:
    gate = Gate(hide("4711"), tries=3, wait_s=30)
    assert not any(gate.opens("0000", 0.0) for _ in range(3))
    assert gate.shut_s(0.0) == 30.0
    assert not gate.opens("4711", 29.9)
    assert not any(gate.opens("0000", 31.0) for _ in range(3))
    assert gate.shut_s(31.0) == 60.0
    assert gate.opens("4711", 92.0)
    assert not gate.opens("0000", 93.0)
    assert gate.opens("4711", 94.0)


def test_it_never_waits_longer_than_an_hour() -> None:
    gate = Gate(hide("4711"), tries=1, wait_s=3_000)
    for now_s in (0.0, 4_000.0, 8_000.0):
        gate.opens("0000", now_s)
    assert gate.shut_s(8_000.0) == Gate.LONGEST_S
