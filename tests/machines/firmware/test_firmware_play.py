# SPDX-License-Identifier: MIT
"""The firmware and plays: when one starts, what it commits, how it is shown, hold and double play."""

from __future__ import annotations

import struct
from typing import Any

from firmware_rig import (
    HOPPERS,
    PURSE,
    SEED,
    SERIAL,
    heard,
    image,
    machine,
    model,
    record,
    run_until,
    state_before,
)

import cext
from emulator import Cabinet


def starts(cab: Cabinet) -> list[tuple[int, str, dict]]:
    return heard(cab, "step")


def test_a_play_is_committed_whole_before_anything_moves() -> None:
    """DESIGN promise 2: commit, then show."""
    cab = machine(credits_cents=100, coming=[60])
    order: list[str] = []
    seen = {}

    def listen(kind: str, _t_us: int, _fields: object) -> None:
        order.append(kind)
        if kind in ("reel_start", "display", "lamp") and "books" not in seen:
            seen["books"] = record(cab)

    cab.press("start")
    cab.listen(listen)
    run_until(cab, lambda: "reel_start" in order)
    books = seen["books"]
    assert order[0] == "step"
    assert (books["phase"], books["pending_cents"], books["credits_cents"]) == (1, 60, 80)
    assert (books["plays"], books["prizes"], books["starts"]) == (1, 1, 1)
    assert (books["staked_cents"], books["won_cents"]) == (20, 60)
    state, outcome = cext.step(model().tables, state_before((60,)))
    assert books["state"] == state
    assert books["stops"][:3] == outcome.entries[0].stops
    # Everything but the play's own row lies in one copy of the record.
    run_until(cab, lambda: record(cab)["phase"] != 1)
    assert record(cab)["prize_meter_cents"] == 60


def test_two_starts_are_never_closer_than_five_seconds() -> None:
    """RD 2110/1998 art. 6.5: five seconds a play, so at most 120 in any half-open ten minutes."""
    cab = machine(credits_cents=400, ready=False)
    events: list[int] = []
    cab.listen(lambda kind, t_us, fields: events.append(t_us) if kind == "step" else None)
    while len(events) < 12 and cab.now_ms < 120_000:
        cab.press("start", ms=40)
        cab.run(ms=97)
    gaps = [later - earlier for earlier, later in zip([0, *events], events, strict=False)]
    assert min(gaps) >= 5_000_000
    assert max(gaps) < 5_200_000
    assert 121 * min(gaps) > 600_000_000 + min(gaps) - 1


def test_a_press_before_its_time_is_forgotten() -> None:
    cab = machine(credits_cents=400, ready=False)
    steps = starts(cab)
    cab.run(ms=4_800)
    cab.press("start", ms=50)
    cab.run(ms=3_000)
    assert steps == []


def test_a_bouncing_button_starts_one_play() -> None:
    cab = machine(credits_cents=400)
    steps = starts(cab)
    cab.press("start", ms=30)
    cab.run(ms=7_000)
    assert len(steps) == 1


def test_a_play_starts_by_itself_when_nobody_presses_for_five_seconds() -> None:
    """RD 2110/1998 art. 6.9."""
    cab = machine(credits_cents=40, ready=False)
    steps = starts(cab)
    lamps = heard(cab, "lamp")
    cab.run(ms=30_000)
    lit = [ms for ms, _, fields in lamps if fields == {"name": "start", "on": True}]
    assert [ms for ms, _, _ in steps] == [at + 5_001 for at in lit[:2]] and len(steps) == 2
    assert record(cab)["credits_cents"] == 0
    assert [play["auto"] for play in cab.last_plays] == [1, 1]


def test_money_short_of_a_play_starts_nothing_and_stays_collectable() -> None:
    cab = machine(credits_cents=10)
    cab.press("start")
    cab.run(ms=15_000)
    assert record(cab)["plays"] == 0
    cab.press("collect")
    cab.run(ms=2_000)
    assert cab.tray == {10: 1}


def test_the_reels_stop_from_left_to_right_on_the_committed_stops() -> None:
    cab = machine(credits_cents=20, coming=[300])
    stops = heard(cab, "reel_stop")
    cab.press("start")
    cab.run(ms=5_000)
    assert [fields["reel"] for _, _, fields in stops] == [1, 2, 3]
    assert tuple(reel.stop for reel in cab.reels) == record(cab)["stops"][:3]
    assert cext.Tables(model().tables.blob).window_class(
        record(cab)["stops"][:3]
    ) == model().tables.prizes_cents.index(300)


def test_every_play_turns_its_reels_at_speeds_of_their_own() -> None:
    """RD 2110/1998 art. 14.2.c: at least two reels vary, the first among them."""
    cab = machine(credits_cents=400)
    speeds = []
    for _ in range(6):
        cab.press("start")
        cab.run(ms=100)
        speeds.append(velocities(cab))
        cab.run(ms=5_100)
    for reel in range(3):
        assert len({row[reel] for row in speeds}) >= 5
        assert all(240 <= row[reel] <= 288 for row in speeds)


def velocities(cab: Cabinet) -> tuple[int, ...]:
    driver = next(device for device in cab.board.devices if device.name == "reel_driver")
    registers = driver._registers  # type: ignore[attr-defined]
    return tuple(registers[0x10 * axis + 2] | registers[0x10 * axis + 3] << 8 for axis in range(3))


def test_the_row_of_the_prize_lights_when_the_last_reel_stands() -> None:
    cab = machine(credits_cents=20, coming=[400])
    cab.press("start")
    cab.run(ms=1_000)
    row = model().tables.prizes_cents.index(400)
    assert row not in cab.glass
    cab.run(ms=3_500)
    assert {row, 32, 33} <= cab.glass
    assert "PREMIO 4,00" in cab.display.message


def test_a_double_play_shows_two_rolls_and_takes_the_next_two_entries() -> None:
    """RD 2110/1998 art. 7.c."""
    cab = machine(credits_cents=100, coming=[40, 20])
    stops = heard(cab, "reel_stop")
    steps = starts(cab)
    cab.press("double")
    run_until(cab, lambda: record(cab)["phase"] != 0)
    assert 34 in cab.glass
    run_until(cab, lambda: record(cab)["phase"] == 0)
    assert [fields["reel"] for _, _, fields in stops] == [1, 2, 3, 1, 2, 3]
    assert len(steps) == 1
    books = record(cab)
    assert (books["credits_cents"], books["staked_cents"], books["prize_meter_cents"]) == (60, 40, 60)
    assert (books["plays"], books["prizes"], books["starts"]) == (2, 2, 1)
    classes = {model().tables.prizes_cents.index(cents) for cents in (40, 20)}
    assert classes <= cab.glass
    play = cab.last_plays[0]
    assert (play["stake_cents"], play["prizes_cents"], play["simultaneous"]) == (40, (40, 20), 2)


def test_a_double_play_needs_the_money_of_two() -> None:
    cab = machine(credits_cents=30)
    assert not cab.lamps["double"]
    cab.press("double")
    cab.run(ms=300)
    assert record(cab)["plays"] == 0


def offered_masks(cab: Cabinet) -> list[int]:
    outcome = cext.unpack_outcome(record(cab)["outcome"])
    return [mask for mask in range(1, 7) if outcome.hold_offer >> mask & 1]


def after_a_loss_with_hold() -> Cabinet:
    cab = machine(credits_cents=200, coming=[0], hold=True)
    cab.press("start")
    run_until(cab, lambda: cab.lamps["start"] is False)
    run_until(cab, lambda: cab.lamps["start"], 20_000)
    assert offered_masks(cab)
    return cab


def test_held_reels_stay_and_the_others_roll() -> None:
    """RD 2110/1998 art. 7.b."""
    cab = after_a_loss_with_hold()
    mask = min(offered_masks(cab), key=lambda mask: mask.bit_count())
    before = record(cab)["stops"][:3]
    for reel in range(3):
        if mask >> reel & 1:
            cab.press(f"hold_{reel + 1}")
            cab.run(ms=150)
            assert cab.lamps[f"hold_{reel + 1}"]
    rolled = heard(cab, "reel_start")
    steps = starts(cab)
    cab.press("start")
    cab.run(ms=5_000)
    assert [fields["held"] for _, _, fields in steps] == [mask]
    assert {fields["reel"] for _, _, fields in rolled} == {1 + i for i in range(3) if not mask >> i & 1}
    after = record(cab)["stops"][:3]
    assert all(after[reel] == before[reel] for reel in range(3) if mask >> reel & 1)
    assert cab.last_plays[0]["held"] == mask


def test_a_hold_that_is_not_offered_starts_no_play_and_is_dropped() -> None:
    """An offer of reels 1 and 2 together, as no core of ours makes: one of them alone is refused."""

    def offer(values: dict[str, Any]) -> None:
        values["outcome"] = struct.pack("<BBHI40x", 1, 3, 0, 1 << 0b011)

    cab = machine(credits_cents=100, change=offer)
    steps = starts(cab)
    cab.press("hold_3")
    cab.run(ms=150)
    assert not cab.lamps["hold_3"] or cab.now_ms // 500 % 2
    cab.press("hold_1")
    cab.run(ms=150)
    cab.press("start")
    cab.run(ms=150)
    assert steps == []
    assert "NO VALE" in cab.display.message
    cab.press("start")
    cab.run(ms=150)
    assert [fields["held"] for _, _, fields in steps] == [0]


def test_a_hold_and_a_double_play_do_not_go_together() -> None:
    cab = after_a_loss_with_hold()
    mask = offered_masks(cab)[0]
    for reel in range(3):
        if mask >> reel & 1:
            cab.press(f"hold_{reel + 1}")
            cab.run(ms=150)
    assert not cab.lamps["double"]
    plays = record(cab)["plays"]
    cab.press("double")
    cab.run(ms=200)
    assert record(cab)["plays"] == plays
    assert "SIMPLE" in cab.display.message


def test_a_second_press_lets_a_held_reel_go_and_waiting_plays_without_hold() -> None:
    cab = after_a_loss_with_hold()
    mask = offered_masks(cab)[0]
    reel = next(i for i in range(3) if mask >> i & 1) + 1
    cab.press(f"hold_{reel}")
    cab.run(ms=200)
    cab.press(f"hold_{reel}")
    cab.run(ms=200)
    cab.press(f"hold_{reel}")
    pressed_ms = cab.now_ms
    steps = starts(cab)
    cab.run(ms=8_000)
    assert [fields["held"] for _, _, fields in steps] == [0]
    assert pressed_ms + 5_000 <= steps[0][0] <= pressed_ms + 5_100


def test_no_hold_is_offered_after_a_win() -> None:
    """RD 2110/1998 art. 7.b: only a combination without prize may be held."""
    cab = machine(credits_cents=100, coming=[20])
    cab.press("start")
    cab.run(ms=5_500)
    assert offered_masks(cab) == []
    steps = starts(cab)
    cab.press("hold_1")
    cab.run(ms=200)
    cab.press("start")
    cab.run(ms=200)
    assert [fields["held"] for _, _, fields in steps] == [0]


def test_the_last_plays_can_be_recalled() -> None:
    """GLI-11: the last ten plays with stake, credits, result and stops."""
    cab = machine(credits_cents=400)
    before = []
    for _ in range(18):
        if record(cab)["credits_cents"] < 20:
            cab.insert(200)
            cab.run(ms=800)
        before.append(record(cab)["credits_cents"])
        cab.press("start")
        cab.run(ms=5_200)
    plays = cab.last_plays
    assert [play["number"] for play in plays] == list(range(18, 2, -1))
    assert [play["credits_before_cents"] for play in plays] == before[:1:-1]
    assert all(play["credits_after_cents"] == play["credits_before_cents"] - 20 for play in plays)
    assert tuple(plays[0]["stops"][:3]) == record(cab)["stops"][:3]


def test_entropy_is_absorbed_after_the_play_in_a_commit_of_its_own() -> None:
    """DESIGN section 3: a press never feeds the play that it starts."""
    source = iter(bytes([n]) * 32 for n in range(1, 9))
    cab = Cabinet(
        model(), seed=SEED, serial=SERIAL, nvram=image(credits_cents=40), hoppers=HOPPERS, purse=PURSE,
        entropy=lambda: next(source),
    )  # fmt: skip
    cab.run(ms=5_100)
    events = heard(cab, "reel_stop", "absorb", "step")
    cab.press("start")
    cab.run(ms=6_000)
    kinds = [kind for _, kind, _ in events]
    assert kinds == ["step", "reel_stop", "reel_stop", "reel_stop", "absorb"]
    assert cext.view_state(model().tables, record(cab)["state"]).generation == 1
    assert cab.flags == []


def test_a_machine_shows_test_and_speaks_english_on_demand() -> None:
    cab = Cabinet("cierzo", seed="00", language="en")
    cab.run(ms=4_000)
    assert cab.display.message.strip() == "TEST INSERT COIN"
