# SPDX-License-Identifier: MIT
"""The firmware and the gamble (B-22) and raises (B-24): what is asked, booked, shown, kept by power cuts."""

from __future__ import annotations

import struct
from pathlib import Path

import firmware_rig
import pytest
from firmware_rig import SERIAL, heard, money, record, run_until, said
from gamble_rig import asked, last_of_cycle, machine, state_before, state_before_return
from menu_rig import all_of, go_to, menu, page, tried

from emulator import Cabinet
from emulator.lab.counter_check import in_machine
from emulator.records.journal import Recorder
from emulator.records.recall import recall
from machines.firmware import nvram
from machines.memory.chip import seals_of
from machines.rom.program import firmware_sources


def play(cab: Cabinet, button: str = "start") -> None:
    """Start a play and wait until its gamble is offered."""
    cab.press(button)
    asked(cab)


def rest(cab: Cabinet) -> dict:
    """Wait until the play is over; its books, after a sealed counter that agreed all the while."""
    run_until(cab, lambda: record(cab)["starts"] and record(cab)["phase"] == nvram.PHASE_IDLE, step_ms=50)
    cab.run(ms=1_000)
    assert (cab.tilt, cab.fault) == ("", None)
    return record(cab)


def test_nothing_is_won_while_the_player_is_asked() -> None:
    cab = machine(state_before((100,), "-"))
    before = money(cab)
    play(cab)
    books = record(cab)
    assert (books["pending_cents"], books["won_cents"], books["prizes"]) == (0, 0, 0)
    assert money(cab) == before - 20
    assert said(cab) == "¿DOBLA 1,00 O COBRA?"
    assert cab.lamps["collect"] and cab.lamps["start"] and not cab.lamps["hold_1"]
    blinks = set()
    for _ in range(10):
        cab.run(ms=100)
        blinks.add(cab.lamps["double"])
    assert blinks == {True, False}


def test_a_prize_that_is_taken_is_the_plan_s() -> None:
    cab = machine(state_before((100,), "-"))
    steps = heard(cab, "step", "answer")
    play(cab)
    cab.press("collect")
    books = rest(cab)
    assert (books["prize_meter_cents"], books["won_cents"], books["prizes"]) == (100, 100, 1)
    assert [row[2].get("answer") for row in steps] == [None, "take"]
    assert cab.last_plays[0]["gamble"] == 0


def test_start_takes_and_begins_no_play_of_its_own() -> None:
    cab = machine(state_before((100,), "-"))
    play(cab)
    cab.press("start")
    books = rest(cab)
    assert (books["prize_meter_cents"], books["starts"]) == (100, 1)


def test_unpressed_for_five_seconds_it_is_taken() -> None:
    """B-11: the machine goes on by itself."""
    cab = machine(state_before((100,), "-"))
    answers = heard(cab, "answer")
    play(cab)
    at_ms = cab.now_us // 1000
    run_until(cab, lambda: bool(answers))
    assert answers[0][2]["answer"] == "take"
    assert 4_980 <= answers[0][0] - at_ms <= 5_002
    assert rest(cab)["prize_meter_cents"] == 100


def test_a_stopped_machine_takes_no_answer_and_asks_anew() -> None:
    """B-11: the whole five seconds, once it goes on."""
    cab = machine(state_before((100,), "-"))
    play(cab)
    cab.run(ms=3_000)
    cab.open_door("main")
    cab.run(ms=300)
    assert not any(cab.lamps[name] for name in ("start", "double", "collect"))
    cab.press("double")
    cab.run(ms=6_000)
    cab.close_door("main")
    asked(cab)
    cab.run(ms=4_500)
    assert said(cab) == "¿DOBLA 1,00 O COBRA?"
    cab.press("collect")
    assert rest(cab)["prize_meter_cents"] == 100


def test_a_lost_gamble_leaves_nothing() -> None:
    cab = machine(state_before((100,), "-"))
    before = money(cab)
    play(cab)
    cab.press("double")
    cab.run(ms=300)
    assert said(cab) == "PERDIDO"
    books = rest(cab)
    assert (books["prize_meter_cents"], books["won_cents"], books["prizes"]) == (0, 0, 0)
    assert money(cab) == before - 20
    assert cab.last_plays[0]["gamble"] == nvram.LOST


def test_a_gamble_seals_no_row_that_another_has_written() -> None:
    """The row of the play is read to count the gamble in it: a forged one stays forged."""
    cab = machine(state_before((100,), "-"))
    play(cab)
    data, at = cab.board.fram.data, nvram.place(1)
    raw = bytes(data[at : at + nvram.PLAY_SIZE])
    values = nvram.fields(nvram.PLAY_LAYOUT, nvram.PLAY_FORMAT, raw)
    values["prizes_cents"] = (6_000, 0)
    other = seals_of(bytes(range(32)), SERIAL)
    data[at : at + nvram.PLAY_SIZE] = nvram.pack(nvram.PLAY_LAYOUT, nvram.PLAY_FORMAT, 1, values, at, other)
    cab.press("double")
    rest(cab)
    assert cab.last_plays == []


def test_a_gamble_seals_a_row_that_a_cut_has_torn() -> None:
    """Half of the row before its gamble, half of the one after: both are the machine's own."""
    cab = machine(state_before((100,), "-"))
    play(cab)
    data, at = cab.board.fram.data, nvram.place(1)
    raw = bytes(data[at : at + nvram.PLAY_SIZE])
    values = nvram.fields(nvram.PLAY_LAYOUT, nvram.PLAY_FORMAT, raw)
    values["gamble"] = nvram.LOST
    after = nvram.pack(nvram.PLAY_LAYOUT, nvram.PLAY_FORMAT, 1, values, at, cab.seals)
    data[at : at + nvram.PLAY_SIZE] = after[:70] + raw[70:]
    assert cab.last_plays == []
    cab.press("double")
    rest(cab)
    assert [row["gamble"] for row in cab.last_plays] == [nvram.LOST]


def test_a_prize_that_gives_a_loss_back_says_so() -> None:
    """It is a prize like any, booked and paid, and the last plays tell of it; nobody can gamble it again."""
    cab = machine(state_before_return(), credits_cents=20)
    texts = heard(cab, "message")
    cab.press("start")
    books = rest(cab)
    assert (books["prize_meter_cents"], books["won_cents"], books["prizes"]) == (20, 20, 1)
    assert any("DEVUELTO: 0,20" in row[2]["text"] for row in texts)
    assert cab.last_plays[0]["gamble"] == nvram.RETURNED


@pytest.mark.parametrize("prizes", [(100, 20), (20, 100)])
def test_a_double_play_tells_its_prize_from_what_it_gives_back(prizes: tuple[int, int]) -> None:
    """Either entry may give back; the play is offered no gamble, though 1.00 of it was won."""
    cab = machine(state_before_return(prizes), credits_cents=40)
    texts, steps = heard(cab, "message"), heard(cab, "step", "answer")
    cab.press("double")
    books = rest(cab)
    assert (books["prize_meter_cents"], books["won_cents"], books["prizes"]) == (120, 120, 2)
    assert any("PREMIO 1,20: VUELVE 0,20" in row[2]["text"] for row in texts)
    assert len(steps) == 1
    assert cab.last_plays[0]["gamble"] == nvram.RETURNED


def test_a_gamble_that_is_won_twice_and_taken_pays_four_times() -> None:
    cab = machine(state_before((100,), "++"))
    before = money(cab)
    play(cab)
    for cents in ("2,00", "4,00"):
        cab.press("double")
        cab.run(ms=300)
        assert said(cab) == f"PREMIO {cents}"
        asked(cab)
    cab.press("collect")
    books = rest(cab)
    assert (books["prize_meter_cents"], books["won_cents"], books["prizes"]) == (400, 400, 1)
    assert money(cab) == before - 20 + 400
    assert cab.last_plays[0]["gamble"] == 2


def test_what_cannot_be_doubled_again_is_won_at_once() -> None:
    """From 4.00 twice: 16.00 is the most that the model lets a gamble make (B-04 allows 80.00)."""
    cab = machine(state_before((400,), "++"))
    answers = heard(cab, "answer")
    play(cab)
    cab.press("double")
    cab.run(ms=300)
    asked(cab)
    cab.press("double")
    books = rest(cab)
    assert len(answers) == 2
    assert books["prize_meter_cents"] == 1600


def test_a_large_prize_is_not_offered() -> None:
    cab = machine(state_before((2000,)))
    cab.press("start")
    cab.run(ms=4_000)
    assert "DOBLA" not in said(cab)
    assert rest(cab)["prize_meter_cents"] == 2000


def test_the_last_play_of_a_cycle_is_not_offered() -> None:
    cab = machine(last_of_cycle())
    cab.press("start")
    cab.run(ms=4_000)
    assert rest(cab)["prize_meter_cents"] > 0


def test_a_double_play_gambles_both_its_prizes() -> None:
    cab = machine(state_before((40, 20), "+"))
    play(cab, "double")
    assert said(cab) == "¿DOBLA 0,60 O COBRA?"
    cab.press("double")
    cab.run(ms=300)
    asked(cab)
    cab.press("collect")
    books = rest(cab)
    assert (books["prize_meter_cents"], books["plays"], books["prizes"]) == (120, 2, 1)


@pytest.mark.parametrize(
    ("state", "presses", "told"),
    [
        (state_before((100,), "-"), ["double"], ["DOBLA 1: 0,00"]),
        (state_before((100,), "+-"), ["double", "double"], ["DOBLA 2: 0,00"]),
        (state_before((100,), "+"), ["double", "collect"], ["DOBLA 1: 2,00"]),
        (state_before((100,), "-"), ["collect"], []),
        (state_before_return(), [], ["DEVUELVE LO PERDIDO"]),
    ],
    ids=["lost", "won and lost", "won", "taken", "given back"],
)
def test_the_menu_tells_what_became_of_a_prize(state: bytes, presses: list[str], told: list[str]) -> None:
    cab = machine(state)
    cab.press("start")
    for button in presses:
        asked(cab)
        cab.press(button)
        cab.run(ms=300)
    rest(cab)
    steps = all_of(go_to(menu(cab), "ÚLTIMAS JUGADAS"), "hold_3")
    assert [step for step in steps if step.startswith(("DOBLA", "DEVUELVE"))] == told


def test_two_prizes_that_are_taken_are_two() -> None:
    cab = machine(state_before((40, 20)))
    play(cab, "double")
    cab.press("collect")
    books = rest(cab)
    assert (books["prize_meter_cents"], books["prizes"]) == (60, 2)


def test_a_raised_prize_is_named() -> None:
    """B-24: the flood lifts 1.00 to 2.00."""
    cab = machine(state_before((200,), "", True))
    play(cab)
    cab.press("collect")
    cab.run(ms=20)
    assert "DOBLA" not in said(cab)
    books = rest(cab)
    assert books["prize_meter_cents"] == 200
    cab = machine(state_before((1000,), "", True), credits_cents=20)
    texts = heard(cab, "message")
    cab.press("start")
    rest(cab)
    assert any("GRAN CRECIDA: 10,00" in row[2]["text"] for row in texts)


@pytest.mark.parametrize("draws", ["+-", "++"])
@pytest.mark.parametrize("foreign", [False, True])
def test_what_became_of_a_prize_can_be_recalled(draws: str, foreign: bool, tmp_path: Path) -> None:
    """From the memory, from the journal run again, and from its steps where the firmware is another."""
    firmware = {**firmware_sources(type_="B"), "x": ""} if foreign else None
    cab = machine(state_before((100,), draws), ready=False, firmware=firmware)
    path = tmp_path / "visit.jsonl"
    with path.open("w", encoding="ascii", newline="\n") as stream:
        recorder = Recorder(cab, stream)
        cab.run(ms=firmware_rig.READY_MS)
        play(cab)
        for _ in draws:
            cab.press("double")
            cab.run(ms=2_000)
        cab.press("collect")
        rest(cab)
        recorder.close()
    (tmp_path / "memory").write_bytes(cab.nvram)
    lost = draws == "+-"
    for name in ("memory", "visit.jsonl"):
        found = recall(tmp_path / name, model="galacho")
        assert found.how == ("nvram" if name == "memory" else "steps" if foreign else "replay")
        (told,) = found.plays
        assert (told.prize_cents, told.prizes_cents) == (0 if lost else 400, (100,))
        assert (told.gambles_won, told.gamble_lost) == (1 if lost else 2, lost)


def test_the_sealed_counter_agrees_over_a_visit() -> None:
    """K-11: what the play program gave, taken, is what the counter shows."""
    check = in_machine(Cabinet("galacho", seed="ce", purse={100: 40}), 8)
    assert check.held and check.quantities[2].given > 0


def test_a_test_play_keeps_what_it_wins() -> None:
    """No test play gets stuck at a gamble: of ten some win and go on."""
    cab = page(menu(machine(state_before((100,)))), "JUGADA DE PRUEBA")
    trials = heard(cab, "trial_step")
    tried(cab, 10)
    asked_for = [row[2].get("answer", "play") for row in trials]
    assert asked_for.count("play") == 10
    assert "take" in asked_for and "dare" not in asked_for
    assert cab.fault is None


# -- power ------------------------------------------------------------------------------------------


def recover(cab: Cabinet) -> None:
    cab.run(ms=200)
    cab.power_on()
    cab.run(ms=1_000)
    assert cab.fault is None


@pytest.mark.parametrize("draws", ["-", "+"])
def test_a_cut_while_it_is_offered_asks_again_and_changes_no_draw(draws: str) -> None:
    """K-13, K-16: the reels show the prize again, then the gamble is as it would have been."""
    cab = machine(state_before((100,), draws))
    play(cab)
    cab.power_off()
    recover(cab)
    asked(cab)
    cab.press("double")
    cab.run(ms=300)
    assert said(cab) == {"-": "PERDIDO", "+": "PREMIO 2,00"}[draws]


@pytest.mark.parametrize("draws", ["-", "+"])
def test_a_cut_anywhere_in_a_dare_leaves_it_either_made_or_not(draws: str) -> None:
    def make() -> Cabinet:
        cab = machine(state_before((100,), draws))
        play(cab)
        return cab

    cab = make()
    tick, ops = _tick_of_answer(cab)
    made = set()
    for at in sorted({0, 1, 2, ops // 4, ops // 2, 3 * ops // 4, ops - 2, ops - 1}):
        cab = make()
        before = money(cab)
        cab.press("double")
        cab.board.cut_at_op(at, tick)
        cab.run(ms=60)
        assert not cab.powered
        dared = not _asks(cab)
        made.add(dared)
        recover(cab)
        if draws == "+" or not dared:
            asked(cab)
            cab.press("collect")
        books = rest(cab)
        won = (0 if draws == "-" else 200) if dared else 100
        assert (books["prize_meter_cents"], books["won_cents"]) == (won, won)
        assert money(cab) == before + won
        # The row of the play was written before the commit; whatever was torn is mended by then.
        (row,) = cab.last_plays
        assert row["gamble"] == (0 if not dared else 1 if draws == "+" else nvram.LOST)
    assert made == {True, False}


def _asks(cab: Cabinet) -> bool:
    """Whether the committed state still offers the prize as the plan gave it."""
    phase, won, cents = struct.unpack_from("<BBI", record(cab)["state"], 158)
    return bool(phase and not won and cents == 100)


def _tick_of_answer(cab: Cabinet) -> tuple[int, int]:
    """The tick in which a dare is committed, counted from the press, and its operations."""
    answers = heard(cab, "answer")
    first = cab.board.ticks
    found = []

    check = cab.board.after_event

    def look() -> None:
        check()
        if answers and not found:
            found.append((cab.board.ticks, cab.board.ops))

    cab.board.after_event = look
    cab.press("double")
    run_until(cab, lambda: bool(found))
    assert found[0][0] > first
    return found[0]


@pytest.mark.long
def test_both_runtimes_make_the_same_gambles() -> None:
    told = []
    for runtime in ("cpython", "micropython"):
        cab = machine(state_before((100,), "+-"), runtime=runtime)
        events = heard(cab, "step", "answer", "message", "meter")
        play(cab)
        cab.press("double")
        cab.run(ms=300)
        asked(cab)
        cab.press("double")
        cab.run(ms=4_000)
        cab = machine(state_before_return((100, 20)), runtime=runtime, credits_cents=40)
        given_back = heard(cab, "step", "message", "meter")
        cab.press("double")
        rest(cab)
        told.append((events, given_back))
    assert told[0] == told[1]
