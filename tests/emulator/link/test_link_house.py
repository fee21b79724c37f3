# SPDX-License-Identifier: MIT
"""A room of real machines with guests: awards paid and booked, equal to the millicent everywhere."""

from __future__ import annotations

import pytest
from opened import opened

from emulator.hall import house as module
from emulator.hall.demo import close_house, run_house
from emulator.hall.house import House, hurried
from emulator.link.rules import Definition, load_definition, read_definition
from emulator.panel.wall.evening import Pace


def small(limit_cents: int = 12_030) -> Definition:
    """Three machines whose pot hits within a few plays."""
    text = (
        load_definition("carrusel").text.replace('"cierzo"', '"bochorno"').replace("40000", str(limit_cents))
    )
    head, _, tail = text.replace('"1/100"', '"1/2"').partition("machines = [")
    rows = ", ".join(f'{{ number = {i + 1}, model = "bochorno" }}' for i in range(3))
    return read_definition(f"{head}machines = [{rows}]\n{tail[tail.index('[[pots]]') :]}")


def test_an_evening_ends_with_books_and_memories_equal_to_the_millicent() -> None:
    """GLI checklist 67: contributions, payments, pot and the machines' own meters."""
    house = opened(House(small(), "00"))
    done = run_house(house, "00", 60, lambda *at: None)
    assert done.found.problems == []
    (pot,) = done.found.pots
    assert pot.hits >= 1
    assert pot.funded_mc + pot.contributed_mc == pot.paid_mc + pot.value_mc + pot.reserve_mc
    assert pot.staked_mc == 1_000 * sum(cab.meters["book_staked_cents"] for cab in house.cabinets)
    assert pot.paid_mc == 1_000 * sum(row["settled_cents"] for row in done.found.machines)


def test_the_same_seed_is_the_same_evening() -> None:
    courses = []
    for seed in ("00", "00", "01"):
        house = opened(House(small(), seed))
        for _ in range(30):
            house.step()
        courses.append([cab.nvram for cab in house.cabinets])
    assert courses[0] == courses[1] != courses[2]


def test_a_memory_that_differs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    house = opened(House(small(40_000), "00"))
    for _ in range(40):
        house.step()
    assert house.quiet()
    house.room.controller.state.machines[2].staked_mc += 1
    assert [text.split(":")[0] for text in house.differences()] == ["machine 2"]
    monkeypatch.setattr(module, "_QUIET_MS", 1_000)
    assert any("machine 2: link_staked_mc" in text for text in close_house(house, "00").found.problems)


def test_a_house_shows_on_a_wall_while_it_plays() -> None:
    house = opened(House(small(), "00"))
    pace = Pace(house, speed=20, until_ms=30_000)
    for frame in range(400):
        pace.poll(frame * 20)
        if not pace.going():
            break
    pace.poll(400 * 20)
    assert (pace.display.status, pace.display.up) == ("up", 3)
    assert pace.display.pots_mc == house.room.controller.values_mc()
    assert house.now_ms >= 30_000
    pace.close()
    assert pace.display.status == "down"


def test_a_hurried_link_is_still_one_that_the_law_allows() -> None:
    plain, fast = load_definition("superjackpot"), hurried("superjackpot", 50)
    assert hurried("superjackpot", 1) is plain
    assert fast.machines == plain.machines
    assert sum(pot.rules.share / pot.rules.share_of for pot in fast.pots) <= 0.5
    for before, after in zip(plain.pots, fast.pots, strict=True):
        assert after.rules.base_mc == before.rules.base_mc
        if before.rules.mystery:
            assert (
                after.rules.mystery / after.rules.mystery_of > before.rules.mystery / before.rules.mystery_of
            )
