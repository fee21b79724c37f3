# SPDX-License-Identifier: MIT
"""Chips of a table are money of the hall, whatever write is the last one."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hall_killed import BEFORE, BEHIND, WITHIN, Killed, Writes
from soon import soon

from emulator.hall.audit import audit
from emulator.hall.hall import Hall
from emulator.hall.ledger import own_ledger
from emulator.hall.money import HallError
from emulator.hall.stand import stands

LEAST, STEP = 500, 500
WON_CENTS = 475


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of this test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def sit() -> None:
    """Down, a deal that is won, and up again."""
    with Hall.open(["pai_gow"]) as hall:
        table = hall.sit_down(hall.stands[0], LEAST, STEP)
        table.stand(table.chips_cents + WON_CENTS)


def test_chips_come_back_as_money_and_less_than_a_coin_stays() -> None:
    sit()
    with Hall.open(["pai_gow"]) as hall:
        assert hall.pocket.cents == 13_500 + 470
        table = hall.sit_down(hall.stands[0], LEAST, STEP)
        assert table.chips_cents % 10 == 5
        with pytest.raises(HallError, match="come back"):
            hall.sit_down(hall.stands[0], LEAST, STEP)


@pytest.mark.parametrize("where", soon([BEFORE, WITHIN, BEHIND], BEHIND))
def test_a_table_is_killed_and_no_chip_is_lost(where: str) -> None:
    count = Writes()
    with count.watched():
        sit()
    total = 13_500
    for number in range(1, count.count + 1):
        before = _everything()
        with contextlib.suppress(Killed), Writes(number, where).watched():
            sit()
        after = _everything()
        assert after - before in (0, WON_CENTS), number
        assert audit(own_ledger()).sound
        total = after
    assert total > 13_500


def _everything() -> int:
    """The pocket, and what stays at the table."""
    with Hall.open(["pai_gow"]) as hall:
        table = hall.sit_down(hall.stands[0], LEAST, STEP)
        return hall.pocket.cents + table.chips_cents


def test_who_has_too_little_does_not_sit_down() -> None:
    with Hall.open(["pai_gow"]) as hall:
        hall.ledger.write({"do": "return", "money": hall.pocket.as_json()})
        hall.ledger.write({"do": "give", "money": {"coins": {"200": 2}}})
        with pytest.raises(HallError, match="500 cents for a stake"):
            hall.sit_down(hall.stands[0], LEAST, STEP)
        assert hall.pocket.cents == 400 and hall.here is None


def test_a_table_is_wanted_by_the_name_of_its_game() -> None:
    assert [stand.key for stand in stands(["poquer-tres-cartas"])] == ["table:poquer_tres_cartas"]
    with pytest.raises(HallError, match=r"a table game or a file \*.toml \(got poker\)"):
        stands(["poker"])
