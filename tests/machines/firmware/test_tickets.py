# SPDX-License-Identifier: MIT
"""The ticket dispenser and its driver: every ticket that was won is given, each once, whatever happens."""

from __future__ import annotations

from typing import Any

import pytest
from firmware_rig import attend, restart
from ticket_rig import Bench

from emulator import Cabinet
from emulator.devices import ticket_dispenser as device
from machines.firmware import nvram
from machines.firmware.skill import rows
from machines.memory.record import decode

BOTH = ("cpython", "micropython")
# From the first instruction until three tickets are out.
THREE_MS = 700


def held(bench: Bench, given: int) -> None:
    """So many tickets are out, all of them are booked, none is owed."""
    assert (bench.dispenser.given, bench.row("tickets_out"), bench.owed) == (given, given, 0)


@pytest.mark.parametrize("runtime", BOTH)
def test_every_ticket_that_is_owed_is_given_and_not_one_more(runtime: str, change: Any = None) -> None:
    bench = Bench(owed=5, runtime=runtime, change=change).start().run()
    held(bench, 5)
    assert bench.tilt == ""
    assert not bench.cab.board.line("ticket_motor").asserted
    bench.run(10_000)
    held(bench, 5)


def cut_and_go_on(at_us: int, owed: int = 3, runtime: str = "cpython", change: Any = None) -> Bench:
    """Cut the power at an instant, wait, switch on again and let it finish."""
    bench = Bench(owed=owed, runtime=runtime, change=change).start()
    bench.cab.run_us(at_us)
    bench.cab.power_off()
    bench.cab.run(ms=400)
    return bench.start().run()


def test_a_power_cut_at_any_instant_loses_no_ticket_and_gives_none_twice(change: Any = None) -> None:
    """The strip coasts to the notch without power, or stands between two: the record knows which."""
    for at_us in range(1, THREE_MS * 1000, 4_703):
        bench = cut_and_go_on(at_us, change=change)
        assert bench.dispenser.given == 3, f"cut at {at_us} us"
        held(bench, 3)


def test_a_power_cut_between_any_two_bytes_of_a_commit_gives_each_ticket_once(change: Any = None) -> None:
    """Also the commit that books a ticket: the notch is still there at the next start."""
    total = Bench(owed=2, change=change)
    before = total.cab.board.fram.writes
    total.start().run()
    writes = total.cab.board.fram.writes - before
    assert writes > 2_000
    for count in range(1, writes, 61):
        bench = Bench(owed=2, change=change)
        bench.cab.board.fram.cut_after(count)
        bench.start()
        bench.cab.run(ms=1_500)
        if bench.cab.board.powered:
            bench.cab.power_off()
        bench.cab.run(ms=100)
        bench.start().run()
        held(bench, 2)


def test_cuts_give_each_ticket_once_on_micropython() -> None:
    for at_us in (3_000, 230_500, 411_000):
        held(cut_and_go_on(at_us, runtime="micropython"), 3)


def test_ten_cuts_in_one_payout_give_each_ticket_once() -> None:
    bench = Bench(owed=20).start()
    for number in range(10):
        bench.cab.run_us(187_003 + 17_011 * number)
        bench.cab.power_off()
        bench.cab.run(ms=50 + 40 * number)
        bench.start()
    held(bench.run(6_000), 20)


def test_an_empty_pack_is_said_and_filling_it_gives_the_rest(change: Any = None) -> None:
    bench = Bench(owed=5, tickets=2, change=change).start().run()
    assert (bench.tilt, bench.dispenser.given, bench.owed) == ("ticket_none", 2, 3)
    bench.cab.open_door()
    bench.run(500)
    bench.dispenser.fill(100)
    bench.run(500)
    bench.cab.close_door()
    held(bench.run(), 5)
    assert bench.tilt == ""


def test_a_jam_stops_the_motor_and_freeing_it_gives_the_rest(change: Any = None) -> None:
    bench = Bench(owed=3, change=change).start()
    bench.run(300)
    bench.dispenser.jam(True)
    bench.run(1_000)
    assert (bench.tilt, bench.owed) == ("ticket_jam", 2)
    assert not bench.cab.board.line("ticket_motor").asserted
    bench.attend().run()
    assert (bench.tilt, bench.owed) == ("ticket_jam", 2)
    bench.dispenser.jam(False)
    held(bench.attend().run(), 3)
    assert bench.tilt == ""


def test_a_notch_that_was_not_cut_through_stops_the_machine_with_one_ticket_too_many(
    change: Any = None,
) -> None:
    """Two tickets hang together and one notch came: the sensor cannot count what it cannot see."""
    bench = Bench(owed=3, change=change)
    bench.dispenser.half_cut(1)
    bench.start().run(1_000)
    assert (bench.tilt, bench.owed, bench.dispenser.given) == ("ticket_jam", 3, 1)
    assert bench.unseen == ["ticket_half_cut"]
    bench.attend().run()
    assert (bench.tilt, bench.owed) == ("", 0)
    assert bench.dispenser.given == bench.row("tickets_out") + len(bench.unseen)


@pytest.mark.parametrize("sensor", [device.SENSOR_DARK, device.SENSOR_STUCK])
def test_a_sensor_that_fails_stops_the_machine(sensor: str) -> None:
    bench = Bench(owed=3)
    bench.dispenser.sensor_fault(sensor)
    bench.start().run(2_000)
    assert bench.tilt == {"dark": "ticket_jam", "stuck": "ticket_none"}[sensor]
    assert bench.dispenser.given == len(bench.unseen) <= 1
    bench.dispenser.sensor_fault(device.SENSOR_SOUND)
    bench.attend().run()
    assert (bench.tilt, bench.owed) == ("", 0)
    assert bench.dispenser.given == bench.row("tickets_out") + len(bench.unseen)


@pytest.mark.parametrize(("dark_ms", "tilt"), [(50, ""), (400, "ticket_jam"), (2_000, "ticket_jam")])
def test_a_sensor_that_is_covered_at_rest_tells_of_no_ticket(dark_ms: int, tilt: str) -> None:
    covered_at_rest(dark_ms, tilt)


def covered_at_rest(dark_ms: int = 400, tilt: str = "ticket_jam", change: Any = None) -> None:
    """Nothing moves: no ticket can be gone for so short or so long, and what is owed later is given once."""
    bench = Bench(change=change).start().run(500)
    bench.dispenser.sensor_fault(device.SENSOR_DARK)
    bench.run(dark_ms)
    assert bench.tilt == tilt
    bench.dispenser.sensor_fault(device.SENSOR_SOUND)
    bench.run(500).attend()
    assert (bench.tilt, bench.row("tickets_stray"), bench.row("tickets_out")) == ("", 0, 0)
    bench.dispenser.pull(1)
    bench.run(1_000)
    assert (bench.dispenser.given, bench.row("tickets_stray")) == (1, 1)


@pytest.mark.parametrize(("dark_ms", "visited"), [(40, False), (120, False), (290, False), (1_000, True)])
def test_what_a_sensor_that_was_covered_at_rest_tells_has_a_name(dark_ms: int, visited: bool) -> None:
    """As long as a ticket takes it looks as one drawn out: counted as stray, and none really left."""
    cab = Cabinet("cometa", seed="00")
    cab.run(ms=1_000)
    cab.damage("ticket_sensor_dark")
    cab.run(ms=dark_ms)
    if visited:
        attend(cab, 500, 500)
    cab.mend("ticket_sensor_dark")
    cab.run(ms=2_000)
    taken = visited or 100 <= dark_ms <= 300
    assert cab.ticket_differences == ({"fault:ticket_sensor_dark": -1} if taken else {})
    assert (cab.tickets_given, cab.tilt) == (0, "ticket_stray" if taken else cab.tilt)


def test_a_ticket_that_is_drawn_out_while_the_power_goes_is_found_by_the_next_start() -> None:
    cab = Cabinet("cometa", seed="00")
    cab.run(ms=1_000)
    cab.pull_tickets(2)
    cab.run(ms=300)
    cab.power_off()
    cab.run(ms=500)
    assert cab.ticket_differences == {"fault:ticket_pulled": 1}
    cab.power_on()
    cab.run(ms=500)
    assert (cab.tickets_given, cab.ticket_differences, cab.tilt) == (2, {}, "ticket_stray")


def test_tickets_that_are_drawn_out_while_the_memory_is_lost_have_a_name() -> None:
    """A machine that is locked looks at nothing."""
    cab = Cabinet("cometa", seed="00")
    cab.run(ms=1_000)
    cab.damage("memory_lost", name="main")
    cab.power_off()
    cab.run(ms=200)
    cab.power_on()
    cab.pull_tickets(3)
    cab.run(ms=2_000)
    cab.mend("memory_lost")
    cab.power_on()
    cab.run(ms=1_000)
    assert (cab.tickets_given, cab.ticket_differences) == (3, {"tickets_unbooked": 3})


def test_a_ticket_that_is_drawn_out_of_a_machine_without_the_marks_of_its_meters_has_a_name() -> None:
    """It is locked as well, and its books can still be read: they say that nothing left."""
    cab = Cabinet("cometa", seed="00")
    cab.run(ms=1_000)
    cab.damage("memory_lost", name="marks")
    restart(cab, 200, 1_000)
    cab.pull_tickets(1)
    cab.run(ms=2_000)
    cab.insert(50)
    cab.run(ms=1_000)
    assert (cab.tickets_given, cab.ticket_differences) == (1, {"tickets_unbooked": 1})
    cab.mend("memory_lost")
    cab.power_on()
    cab.run(ms=500)
    cab.pull_tickets(1)
    cab.run(ms=1_000)
    assert (cab.tickets_given, cab.ticket_differences) == (2, {"tickets_unbooked": 1}), "the next is booked"
    assert cab.tilt == "ticket_stray"


@pytest.mark.parametrize("locked", [False, True])
def test_a_ticket_that_was_half_out_of_a_pack_that_is_replaced_in_the_dark_has_a_name(locked: bool) -> None:
    """The start finds the first notch of the new pack and takes it for that of the ticket under way."""
    cab = Cabinet("cometa", seed="00")
    cab.run(ms=1_000)
    cab.damage("ticket_runaway")
    cab.run(ms=300)
    if locked:
        cab.damage("memory_lost", name="marks")
    cab.power_off()
    cab.mend("ticket_runaway")
    if locked:
        cab.power_on()
        cab.run(ms=500)
    cab.open_door()
    cab.fill_tickets(100)
    cab.run(ms=300)
    cab.close_door()
    if locked:
        cab.mend("memory_lost")
    cab.power_on()
    cab.run(ms=1_000)
    assert (cab.tickets_given, cab.ticket_differences) == (1, {"tickets_attended": -1})
    record = decode(cab.nvram)
    assert record is not None and rows.get(record["state"], "tickets_stray") == 2


def test_a_ticket_that_is_drawn_out_in_two_pulls_has_a_name() -> None:
    cab = Cabinet("cometa", seed="00")
    cab.run(ms=1_000)
    cab.pull_tickets(1)
    cab.run(ms=100)
    cab.damage("ticket_jam")
    cab.run(ms=1_000)
    cab.mend("ticket_jam")
    cab.run(ms=2_000)
    cab.insert(50)
    cab.run(ms=2_000)
    assert (cab.tickets_given, cab.ticket_differences) == (1, {"fault:ticket_pulled": 1})


def ran_away_behind_uncut_notches() -> Cabinet:
    """Two notches are not cut through, the motor has run away, and was mended just now."""
    cab = Cabinet("cometa", seed="00")
    cab.run(ms=1_000)
    cab.damage("ticket_half_cut", number=2)
    cab.damage("ticket_runaway")
    cab.run(ms=2_000)
    cab.mend("ticket_runaway")
    return cab


def test_a_ticket_behind_a_notch_that_was_not_cut_has_a_name_while_a_motor_runs_away() -> None:
    """It comes too late to be one drawn out; those behind it, which are booked, do not hide it."""
    cab = ran_away_behind_uncut_notches()
    cab.run(ms=2_000)
    cab.insert(50)
    cab.run(ms=1_000)
    record = decode(cab.nvram)
    assert record is not None and rows.get(record["state"], "tickets_stray") == cab.tickets_given - 3
    assert cab.ticket_differences == {"fault:ticket_half_cut": 2, "fault:ticket_runaway": 1}


def test_how_often_the_books_of_tickets_are_read_changes_nothing() -> None:
    """A state that is put back does not have them read once more: a name is given at the same instant."""
    cab = ran_away_behind_uncut_notches()
    for _ in range(20):
        state = cab.state()
        with cab.unheard():
            cab.run(ms=3_000)
        came = cab.state()
        cab.load_state(state)
        cab.run(ms=3_000)
        assert cab.state() == came
        cab.load_state(state)
        cab.run(ms=150)


def test_what_a_sensor_that_was_mended_without_current_tells_has_a_name() -> None:
    """The next start sees a notch where the one before saw none, as of a ticket that was drawn out."""
    cab = Cabinet("cometa", seed="00")
    cab.run(ms=1_000)
    cab.damage("ticket_sensor_dark")
    cab.run(ms=400)
    cab.power_off()
    cab.run(ms=300)
    cab.mend("ticket_sensor_dark")
    cab.run(ms=5_000)
    cab.power_on()
    cab.run(ms=1_000)
    assert (cab.tickets_given, cab.ticket_differences) == (0, {"fault:ticket_sensor_dark": -1})


@pytest.mark.parametrize("after_us", [*range(140_000, 200_000, 6_000), *range(145_000, 146_200, 150)])
def test_a_ticket_that_leaves_while_the_door_is_shut_has_a_name_or_is_booked(after_us: int) -> None:
    """The firmware looks aside until it sees the door shut, 50 ms later; the next ticket comes about then."""
    cab = Cabinet("cometa", seed="00")
    cab.run(ms=1_000)
    cab.damage("ticket_runaway")
    cab.run(ms=1_100)
    given = cab.tickets_given
    cab.open_door()
    while cab.tickets_given == given:
        cab.run(ms=1)
    cab.run_us(after_us)
    cab.close_door()
    cab.run(ms=1_000)
    cab.mend("ticket_runaway")
    cab.run(ms=2_000)
    cab.insert(50)
    cab.run(ms=1_000)
    record = decode(cab.nvram)
    assert record is not None
    aside = cab.tickets_given - rows.get(record["state"], "tickets_stray")
    assert cab.ticket_differences == {"tickets_attended": aside}


def test_a_ticket_that_nobody_asked_for_is_counted_as_a_stray_one(change: Any = None) -> None:
    bench = Bench(change=change).start().run(500)
    bench.dispenser.pull(2)
    bench.run(1_000)
    assert (bench.tilt, bench.row("tickets_stray"), bench.row("tickets_out")) == ("ticket_stray", 2, 0)
    assert (bench.dispenser.given, bench.unseen) == (2, [])
    bench.attend()
    assert bench.tilt == ""


def test_a_motor_that_runs_away_is_told() -> None:
    bench = Bench(owed=1).start().run(1_000)
    held(bench, 1)
    bench.dispenser.run_away(True)
    bench.run(1_000)
    assert bench.tilt == "ticket_stray"
    assert bench.dispenser.given == bench.row("tickets_out") + bench.row("tickets_stray") > 4


def test_with_the_door_open_nothing_is_given_and_the_attendant_may_move_the_strip(change: Any = None) -> None:
    bench = Bench(owed=4, change=change).start()
    bench.run(300)
    bench.cab.open_door()
    bench.run(1_000)
    given = bench.dispenser.given
    assert given == bench.row("tickets_out") == 4 - bench.owed < 4
    bench.dispenser.fill(500)
    bench.run(1_000)
    bench.cab.close_door()
    held(bench.run(), 4)


def test_the_operator_key_takes_over_what_the_dispenser_cannot_give(change: Any = None) -> None:
    """Once the attendant had the door open and it fails again; not before, and only for what is owed."""
    bench = Bench(owed=5, tickets=2, change=change).start().run()
    bench.cab.turn_key("operator")
    bench.run(300)
    assert (bench.tilt, bench.owed) == ("ticket_none", 3), "nobody has looked after it yet"
    bench.cab.turn_key("operator", on=False)
    bench.attend().run()
    assert (bench.tilt, bench.owed) == ("ticket_none", 3)
    bench.cab.turn_key("operator")
    bench.run(300)
    assert (bench.tilt, bench.owed, bench.row("tickets_hand"), bench.row("tickets_out")) == ("", 0, 3, 2)
    assert "tickets_hand 3" in [row["text"] for row in bench.cab.log]


def test_a_low_pack_is_told_by_its_switch() -> None:
    bench = Bench(tickets=device.LOW_TICKETS + 2).start().run(100)
    line = bench.cab.board.line("ticket_low")
    assert not line.asserted
    bench.dispenser.fill(device.LOW_TICKETS - 1)
    assert line.asserted


def test_a_saved_dispenser_goes_on_as_if_nothing_had_been_saved() -> None:
    bench = Bench(owed=4).start()
    bench.run(330)
    saved = bench.dispenser.save()
    copy = Bench(owed=4).start()
    copy.run(330)
    copy.dispenser.load(saved)
    assert copy.dispenser.save() == saved
    bench.run(1_000)
    copy.run(1_000)
    assert copy.dispenser.save() == bench.dispenser.save()


def test_the_rows_of_type_a_fit_their_bytes() -> None:
    raw = rows.blank()
    assert len(raw) == rows.SIZE == nvram.STATE_SIZE
    assert rows.whole(raw)
    assert not rows.whole(bytes(256))
    for name, _, _ in rows.LAYOUT[1:]:
        changed = rows.put(raw, name, 1)
        assert [row for row, _, _ in rows.LAYOUT if rows.get(changed, row) != rows.get(raw, row)] == [name]
    assert not rows.whole(rows.put(raw, "tickets_out", 1)), "more given than won"
