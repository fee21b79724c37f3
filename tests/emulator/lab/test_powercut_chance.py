# SPDX-License-Identifier: MIT
"""Power cuts of machines of type C: our firmware stands them, and firmware that does not is found."""

from __future__ import annotations

import pytest
from powercut_rig import shipped, told
from soon import soon

from emulator.lab.powercut import PowercutError, chapters, run_powercut


@pytest.mark.parametrize(
    ("name", "cuts"), soon([("moncayo", 25), ("aneto", 60), ("mudejar", 25)], ("aneto", 60))
)
def test_places_drawn_from_the_whole_script_find_nothing_wrong(name: str, cuts: int) -> None:
    """DESIGN promises 2 and 5: steps of plays, picks, gambles, coins and staff, each once."""
    sweep = run_powercut(shipped(name), cuts=cuts, seed="00")
    assert told(sweep) == []
    assert sweep.total.cuts == cuts and not sweep.complete


@pytest.mark.long
@pytest.mark.parametrize("name", ["moncayo", "aneto", "mudejar"])
def test_every_place_of_the_script_finds_nothing_wrong(name: str) -> None:
    sweep = run_powercut(name, seed="00")
    assert told(sweep) == []
    assert sweep.complete and sweep.total.cuts == sweep.places > 30_000


def test_a_machine_without_a_hopper_is_refused_in_words() -> None:
    with pytest.raises(PowercutError, match=r"takes and pays coins \(got moncayo_tarjeta"):
        run_powercut("moncayo_tarjeta", cuts=1, seed="00")


def test_the_script_makes_each_machine_do_what_it_has() -> None:
    done = {
        name: [chapter.name for chapter in chapters(shipped(name))]
        for name in ("moncayo", "aneto", "mudejar")
    }
    common = {"coins", "refund", "prize", "short", "dips", "recovery"}
    assert {name: set(names) - common for name, names in done.items()} == {
        "moncayo": set(), "aneto": {"pick", "gamble"}, "mudejar": {"free"},
    }  # fmt: skip
    assert all(common <= set(names) for names in done.values())
