# SPDX-License-Identifier: MIT
"""Every fault of the catalogue has a control that makes it happen, and a reading that shows it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from inside_rig import KINDS, played

from emulator.cabinet import Cabinet
from emulator.cabinet.faults import faults
from emulator.inside.controls import (
    ATTENDANT,
    BOX_SHUT,
    DOOR_SHUT,
    NOT_OF_RECORD,
    Control,
    ControlError,
    Controls,
)
from emulator.inside.marks import MARKS
from emulator.records.journal import Recorder
from emulator.records.replay import replay


@cache
def machine(kind: tuple[str, str]) -> tuple[Cabinet, Controls]:
    cabinet = played(*kind)
    return cabinet, Controls(cabinet)


def seen(kind: tuple[str, str], control: Control) -> tuple[bool, bool, bool]:
    """Whether a control's reading shows it before, after, and after it was undone."""
    cabinet, controls = machine(kind)
    before = cabinet.snapshot()
    try:
        found = [control.active(controls.values())]
        for undone in (False, bool(control.end)):
            if undone or len(found) == 1:
                controls.use(control)
                cabinet.run_us(1_000)
                found.append(control.active(controls.values()))
        return found[0], found[1], found[-1]
    finally:
        cabinet.put_back(before)


def test_every_fault_of_the_catalogue_has_a_control_and_is_seen_to_happen() -> None:
    happened = set()
    for kind in KINDS:
        for control in machine(kind)[1].all:
            # What one machine has shown another need not show again.
            if control.fault is None or (control.name in happened and kind != KINDS[0]):
                continue
            before, after, undone = seen(kind, control)
            assert not before, control
            if after:
                happened.add(control.name)
                # A ring has no row yet on a machine that never wrote one; a memory is mended without power.
                if control.end and not control.name.startswith("memory_"):
                    assert not undone, control
            else:
                assert control.name in ("memory_steps", "memory_plays", "supply_dip", "counter_noise"), (
                    control
                )
    assert happened == set(faults()) == set(MARKS)


def test_each_of_several_has_a_control_of_its_own() -> None:
    controls = machine(KINDS[0])[1]
    assert {control.name for control in controls.at("hopper_10")} == {
        control.name for control in controls.at("hopper_100")
    }
    stuck = [control for control in controls.at("acceptor") if control.name == "coin_line_stuck"]
    assert [control.detail for control in stuck] == ["10", "20", "50", "100", "200"]
    assert len([one for one in controls.all if one.name == "reel_jam"]) == 3
    assert {one.detail for one in controls.at("diverter")} == {"hopper", "cash_box"}


def test_a_jam_shows_at_its_own_hopper_alone() -> None:
    cabinet, controls = machine(KINDS[0])
    before = cabinet.snapshot()
    (jam,) = (one for one in controls.at("hopper_10") if one.name == "hopper_jam")
    controls.use(jam)
    active = {(one.part, one.name) for one in controls.all if one.active(controls.values())}
    cabinet.put_back(before)
    assert active == {("hopper_10", "hopper_jam")}


def test_what_a_control_does_is_an_input_of_the_run() -> None:
    cabinet, controls = machine(KINDS[0])
    before, heard = cabinet.snapshot(), []
    cabinet.listen_inputs(lambda name, t_us, arguments: heard.append((name, dict(arguments))))
    (jam,) = (one for one in controls.at("hopper_10") if one.name == "hopper_jam")
    controls.use(jam)
    controls.use(jam)
    cabinet.put_back(before)
    assert heard == [("damage", {"id": "hopper_jam", "cents": 10}), ("mend", {"id": "hopper_jam"})]


def test_nobody_breaks_a_machine_of_record() -> None:
    cabinet = Cabinet("cierzo")
    cabinet.run(ms=4_000)
    controls, heard = Controls(cabinet), []
    cabinet.listen_inputs(lambda name, t_us, arguments: heard.append(name))
    for control in controls.all:
        broken = control.fault is not None and control.fault.input == "damage"
        if broken or not control.attendant:
            with pytest.raises(ControlError) as refused:
                controls.use(control)
            assert refused.value.why == NOT_OF_RECORD
    assert heard == []
    assert {name for one in controls.all if one.attendant for name, _ in one.begin} <= set(ATTENDANT)


def test_a_hopper_of_a_machine_of_record_is_refilled_behind_an_open_door() -> None:
    cabinet = Cabinet("cierzo")
    controls = Controls(cabinet)
    (refill,) = (one for one in controls.at("hopper_10") if one.name == "refill")
    level = cabinet.hopper_levels[10]
    with pytest.raises(ControlError) as refused:
        controls.use(refill)
    assert refused.value.why == DOOR_SHUT and cabinet.hopper_levels[10] == level
    (door,) = controls.at("door_main")
    controls.use(door)
    controls.use(refill)
    assert cabinet.hopper_levels[10] == level + 50
    controls.use(door)
    assert not cabinet.doors["main"]


def test_the_cash_box_is_taken_where_it_is_open_and_a_replay_takes_it_again(tmp_path: Path) -> None:
    path, cabinet = tmp_path / "taken.jsonl", Cabinet("cierzo", seed="00")
    with path.open("w", encoding="utf-8") as stream:
        recorder = Recorder(cabinet, stream)
        cabinet.run(ms=4_000)
        cabinet.insert(200)
        cabinet.run(ms=1_500)
        controls = Controls(cabinet)
        (take,) = (one for one in controls.at("cash_box") if one.name == "take_box")
        with pytest.raises(ControlError) as refused:
            controls.use(take)
        assert refused.value.why == BOX_SHUT and cabinet.cash_box_cents == 200
        cabinet.open_door("box")
        controls.use(take)
        cabinet.run(ms=1_000)
        recorder.close()
    assert cabinet.cash_box_cents == 0 and cabinet.ledger.total("street") == 200
    cabinet.ledger.audit()
    report = replay(path)
    assert report.same and report.complete
