# SPDX-License-Identifier: MIT
"""What a tick does not compute anew: the rows of the record move with a commit; all else is seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from firmware_rig import attend
from soon import soon
from vm_visit import Visitor

from emulator import Cabinet
from machines.firmware import nvram

PURSE = {10: 100, 20: 60, 50: 60, 100: 100, 200: 60}
# What the link's card has told, and pulses that were given, are committed with what follows.
TOLD = ("link_acked", "marks_sequence")
ROWS = [name for name, _, _, _ in nvram.LAYOUT[3:-2] if name not in TOLD]


def turns(cab: Cabinet) -> Iterator[None]:
    """A visit to each type; after every turn of the board the visitor's next act waits."""
    if cab.model.type == "B":
        yield from Visitor(cab, 3).turns(30)
        return
    cab.run(ms=4_500)
    for _ in range(6):
        for _ in range(3):
            cab.insert(200)
            cab.run(ms=700)
        cab.press("start")
        for _ in range(12):
            cab.run(ms=500)
            for lamp, button in (("hold_3", "hold_1"), ("collect", "collect")):
                if cab.lamps[lamp]:
                    cab.press(button)
                    break
        attend(cab)
        yield


@pytest.mark.parametrize("model", soon(["cierzo", "galacho", "moncayo", "cometa"], "moncayo", "cometa"))
def test_the_rows_of_the_record_change_with_a_commit_and_not_between_two(model: str) -> None:
    """state.sequence stands for all of them: inhibits, interlock, counters and lights follow from it."""
    cab = Cabinet(model, seed="00", purse=PURSE)
    seen: list[dict[str, Any]] = [{"sequence": -1}]
    check = cab.board.after_event
    assert check is not None

    def turned() -> None:
        check()
        program = cab.board.chip.save()["program"]
        if program is None or program["locked"]:
            # What a cut tore is committed again under its number.
            seen.append({"sequence": -1})
        elif program["sequence"] != seen[-1]["sequence"]:
            seen.append(program)
        else:
            assert [name for name in ROWS if program[name] != seen[-1][name]] == []

    cab.board.after_event = turned
    for _ in turns(cab):
        pass
    assert len(seen) > 40


def test_coins_come_in_again_after_a_dip_of_the_mains_that_nothing_was_committed_for() -> None:
    cab = Cabinet("cierzo", seed="00", purse=PURSE)
    cab.run(ms=6_000)
    inhibit = cab.board.line("inhibit_100")
    assert not inhibit.asserted
    sequence = cab.board.chip.save()["program"]["sequence"]
    cab.damage("supply_dip", for_ms=20)
    cab.run(ms=5)
    assert inhibit.asserted
    cab.run(ms=600)
    assert not inhibit.asserted
    assert cab.board.chip.save()["program"]["sequence"] == sequence
