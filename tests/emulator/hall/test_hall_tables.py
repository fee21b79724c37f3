# SPDX-License-Identifier: MIT
"""Chips of a table are money of the hall, and a table is wanted by its name."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from emulator.hall.hall import Hall
from emulator.hall.money import HallError
from emulator.hall.sitting import SEAT
from emulator.hall.stand import stands
from machines.tables.game import INSPECTOR, Move, chips

WON_CENTS = 475


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of this test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def test_chips_come_back_as_money_and_less_than_a_coin_stays() -> None:
    with Hall.open(["pai_gow"]) as hall:
        table = hall.sit_at(hall.stands[0]).table
        table.act(Move("adjudge", INSPECTOR, f"seat {SEAT}", WON_CENTS, "a win less its commission"))
    with Hall.open(["pai_gow"]) as hall:
        assert hall.pocket.cents == 13_500 + 470
        sitting = hall.sit_at(hall.stands[0])
        assert chips(sitting.table.state, SEAT) % 10 == 5
        with pytest.raises(HallError, match="come back"):
            hall.sit_at(hall.stands[0])


def test_who_has_too_little_does_not_sit_down() -> None:
    with Hall.open(["pai_gow"]) as hall:
        hall.ledger.write({"do": "return", "money": hall.pocket.as_json()})
        hall.ledger.write({"do": "give", "money": {"coins": {"200": 2}}})
        with pytest.raises(HallError, match="500 cents for a stake"):
            hall.sit_at(hall.stands[0])
        assert hall.pocket.cents == 400 and hall.here is None


def test_a_table_is_wanted_by_the_name_of_its_game() -> None:
    assert [stand.key for stand in stands(["poquer-tres-cartas"])] == ["table:poquer_tres_cartas"]
    with pytest.raises(HallError, match=r"a table game or a file \*.toml \(got poker\)"):
        stands(["poker"])


COUNTED = """
import sys
from machines.tables import registry
registry.GAMES = {name: registry.GAMES[name] for name in ("boule",)}
from emulator.hall.catalogue import table_rows
print(*(row["name"] for row in table_rows()))
sys.exit("machines.tables.odds" in sys.modules)
"""


def test_a_list_of_tables_leaves_nothing_in_the_memory_of_a_kiosk(tmp_path: Path) -> None:
    """Counted elsewhere: the mathematics of all games would keep 230 MB of the 300 that a kiosk may take."""
    told = os.environ | {"XDG_CACHE_HOME": str(tmp_path / "new")}
    command = [sys.executable, "-P", "-c", COUNTED]
    assert subprocess.run(command, env=told, capture_output=True, text=True, check=True).stdout == "boule\n"
