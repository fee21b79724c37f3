# SPDX-License-Identifier: MIT
"""Type A on the board: skill alone decides, nothing is lost or given twice, and no cash is ever won."""

from __future__ import annotations

import ast
import copy
import hashlib
import struct
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from firmware_rig import restart
from menu_rig import clear, close_up, menu, page, push
from places import ROOT
from skill_visits import begun, best_us, light_of, machine, model, play, press_at, record, row, until
from test_model_skill import COMETA

from emulator import Cabinet
from emulator.cabinet.errors import CabinetError
from emulator.chapters.player import Prepared, prepared_image
from emulator.records.journal import Recorder
from emulator.records.recall import recall
from emulator.records.replay import replay
from machines.firmware import nvram
from machines.firmware.skill import rows
from machines.model import read_model
from machines.rom.build import build_file
from machines.rom.program import FIRMWARE_FOLDER

Change = tuple[str, str, str] | None

# Presses of a visit in us of their rounds, as a hand has them: early, late, far off, one round missed.
HAND = (803_417, 649_020, 391_733, None, 322_904)
OTHER_HAND = (797_100, 640_900, 512_000, 401_250, 300_000)


def heard(cab: Cabinet, *kinds: str) -> list[tuple[str, dict[str, Any]]]:
    """A list that grows with every event of these kinds."""
    found: list[tuple[str, dict[str, Any]]] = []

    def listen(kind: str, t_us: int, fields: Mapping[str, Any]) -> None:
        if kind in kinds:
            found.append((kind, dict(fields)))

    cab.listen(listen)
    return found


def visit(seed: str, change: Change = None) -> list[Any]:
    """All that a visit brings: points round by round, and what the books have in the end."""
    fresh = iter(range(1_000))

    def entropy() -> bytes:
        return hashlib.sha256(f"{seed} {next(fresh)}".encode()).digest()

    cab = machine(seed=seed, credits=(50, 50), change=change, entropy=entropy)
    told = heard(cab, "step", "absorb", "trial")
    found: list[Any] = [play(cab, HAND), play(cab, OTHER_HAND)]
    cab.run(ms=4_000)
    books = record(cab)
    names = (
        "credits_cents",
        "coin_in_cents",
        "coin_out_cents",
        "won_cents",
        "staked_cents",
        "plays",
        "outcome",
    )
    found += [{name: books[name] for name in names}, books["state"].hex(), told]
    return found


def test_the_same_presses_earn_the_same_whatever_the_random_key(change: Change = None) -> None:
    """The proof that only skill decides (A-02, A-03): other keys, other entropy, the same to the byte."""
    first = visit("00", change)
    assert first[0] == [100, 160, 160, 160, 260], "these presses score, and not all of them"
    for seed in ("01", "c0ffee", "ff" * 32):
        assert visit(seed, change) == first
    assert first[-1] == [], "nothing was drawn"


def test_no_module_of_the_game_can_reach_chance() -> None:
    for path in sorted((FIRMWARE_FOLDER / "skill").glob("*.py")):
        imported = {
            name.name
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Import)
            for name in node.names
        }
        assert "payout" not in imported, path.name


@pytest.mark.parametrize(("off_us", "worth"), [
    (0, 100), (4_000, 100), (4_999, 100), (5_000, 60), (-4_000, 100), (-4_001, 60), (12_999, 60),
    (13_000, 30), (70_999, 10), (71_000, 0),
])  # fmt: skip
def test_a_press_counts_to_the_millisecond(off_us: int, worth: int) -> None:
    """In the whole milliseconds of the machine's clock: the light began at the start of one."""
    cab = machine()
    assert play(cab, [800_000 + off_us, None, None, None, None])[0] == worth


def test_rounds_without_a_press_are_over_after_their_laps() -> None:
    cab = machine()
    assert play(cab, [None] * 5) == [0] * 5
    assert record(cab)["credits_cents"] == 0
    assert row(cab, "won") == 0


def test_the_light_that_is_seen_stands_where_it_was_pressed() -> None:
    cab = machine()
    cab.press("start")
    begun(cab, 1)
    assert light_of(cab) == 16
    seen = set()
    for _ in range(1_500):
        cab.run(ms=1)
        seen.add(light_of(cab))
    assert len(seen) == 31
    cab.run(ms=900)
    cab.press("start")
    cab.run(ms=100)
    assert light_of(cab) == 0, "a lap and a half: on the mark"


def test_tickets_are_given_once_and_no_cash(change: Change = None) -> None:
    cab = machine(change=change)
    assert play(cab, best_us()) == [100, 200, 300, 400, 500]
    cab.run(ms=4_000)
    dispenser = cab.machine.tickets
    assert dispenser is not None
    assert (dispenser.given, row(cab, "tickets_won"), row(cab, "tickets_out")) == (10, 10, 10)
    assert (cab.tray_cents, record(cab)["coin_out_cents"], record(cab)["won_cents"]) == (0, 0, 0)


def test_the_price_is_given_back_once_for_the_play_that_was_paid(change: Change = None) -> None:
    """A-03: the price back, not a cent more; booked as given back."""
    cab = machine(change=change)
    play(cab, best_us(off_ms=(0, 0, 0, 100, 100)))
    until(cab, lambda: cab.tray_cents == 50)
    cab.run(ms=3_000)
    books = record(cab)
    assert (cab.tray_cents, books["won_cents"], books["refunded_cents"]) == (50, 50, 50)
    assert row(cab, "refunds") == 1
    assert row(cab, "tickets_won") == 0


def test_a_price_is_extended_by_so_many_plays_and_no_more(change: Change = None) -> None:
    """A-02: further plays for the same first price; three of them here, then it is over."""
    cab = machine(change=change)
    wins = best_us(off_ms=(0, 0, 100, 100, 100))
    for extended in range(4):
        play(cab, wins)
        assert row(cab, "extra_owed") == (1 if extended < 3 else 0)
        assert record(cab)["staked_cents"] == 50
    assert (row(cab, "extra_plays"), record(cab)["plays"]) == (3, 4)
    cab.press("start")
    cab.run(ms=3_000)
    assert record(cab)["phase"] == nvram.PHASE_IDLE
    assert "LA JUGADA CUESTA" in cab.display.message or "INSERTE" in cab.display.message


def test_change_that_is_owed_during_a_play_is_paid_after_it(change: Change = None) -> None:
    """As when a coin comes in twice while the credits are full: neither waits for the other."""
    image = prepared_image(
        model(),
        bytes(32),
        Prepared(
            {
                "phase": nvram.PHASE_ROLLING,
                "starts": 1,
                "plays": 1,
                "staked_cents": 50,
                "queue_kinds": [nvram.KIND_EXCESS, *[0] * (nvram.MAX_QUEUE - 1)],
                "queue_cents": [10, *[0] * (nvram.MAX_QUEUE - 1)],
            }
        ),
        {hopper.cents: hopper.fill for hopper in model().hoppers},
    )
    cab = machine(credits=(), change=change, nvram=image)
    until(cab, lambda: record(cab)["phase"] == nvram.PHASE_IDLE, 30_000)
    until(cab, lambda: cab.tray_cents == 10)
    assert row(cab, "round") == 5


def test_under_the_national_text_the_best_play_earns_a_play() -> None:
    """A-01, A-02: no tickets, no money back, whatever the points."""
    cab = machine("cometa_nacional")
    assert cab.machine.tickets is None
    assert play(cab, best_us())[-1] == 500
    cab.run(ms=3_000)
    books = record(cab)
    assert (row(cab, "extra_owed"), row(cab, "tickets_won"), cab.tray_cents) == (1, 0, 0)
    assert (books["won_cents"], books["coin_out_cents"]) == (0, 0)


def test_a_machine_without_a_sealed_counter_plays_and_one_with_it_stops_without_it() -> None:
    """The metrology order (K-04, K-08) speaks of types B and C; type A has the counter where it says so."""
    bare = machine()
    with pytest.raises(CabinetError, match=r"a sealed counter must be fitted \(got cometa"):
        _ = bare.counter
    assert "counter" not in bare.physical()
    assert play(bare, best_us())[-1] == 500
    raw = copy.deepcopy(COMETA)
    raw["counters"] = {"sealed": True}
    cab = Cabinet(read_model(raw), seed="00")
    cab.run(ms=1_000)
    cab.insert(50)
    cab.run(ms=1_000)
    play(cab, best_us())
    assert cab.counter.numbers()["plays"] == 1
    cab.counter.plug(False)
    cab.run(ms=2_000)
    assert cab.tilt == "counter"


def test_money_that_was_not_played_goes_back() -> None:
    cab = machine(credits=(200, 50))
    cab.press("collect")
    until(cab, lambda: cab.tray_cents == 250)
    assert record(cab)["credits_cents"] == 0


def test_a_power_cut_in_a_round_keeps_the_rounds_before_it_and_begins_it_anew(change: Change = None) -> None:
    cab = machine(change=change)
    cab.press("start")
    for number, press_us in ((1, best_us()[0]), (2, best_us()[1])):
        press_at(cab, begun(cab, number) + press_us)
        until(cab, lambda number=number: row(cab, "round") == number)
    begun(cab, 3)
    cab.run(ms=300)
    cab.power_off()
    cab.run(ms=500)
    cab.power_on()
    press_at(cab, begun(cab, 3) + best_us()[2])
    until(cab, lambda: row(cab, "round") == 3)
    assert row(cab, "points") == 300
    assert record(cab)["staked_cents"] == 50


def test_a_power_cut_at_any_instant_of_a_press_counts_it_once_or_not_at_all() -> None:
    for cut_us in range(0, 40_000, 3_907):
        cab = machine()
        cab.press("start")
        press_at(cab, begun(cab, 1) + best_us()[0])
        cab.run_us(cut_us)
        restart(cab, 300, 100)
        assert (row(cab, "round"), row(cab, "points")) in ((0, 0), (1, 100)), cut_us
        assert record(cab)["staked_cents"] == 50


def test_an_open_door_stops_the_light_and_the_round_begins_anew() -> None:
    cab = machine()
    cab.press("start")
    begun(cab, 1)
    cab.run(ms=400)
    cab.open_door()
    cab.run(ms=400)
    cab.press("start")
    cab.run(ms=2_000)
    assert row(cab, "round") == 0
    cab.close_door()
    until(cab, lambda: light_of(cab) == 16)
    assert row(cab, "points") == 0


def test_both_runtimes_make_the_same_visit() -> None:
    images = []
    for runtime in ("cpython", "micropython"):
        cab = machine(runtime=runtime)
        play(cab, HAND)
        cab.run(ms=3_000)
        images.append(cab.nvram)
    assert images[0] == images[1]


def test_a_saved_machine_goes_on_in_the_middle_of_its_tickets() -> None:
    cab = machine()
    play(cab, best_us())
    cab.run(ms=900)
    copy = Cabinet.restore(cab.save())
    for one in (cab, copy):
        one.run(ms=3_000)
        dispenser = one.machine.tickets
        assert dispenser is not None
        assert (dispenser.given, row(one, "tickets_out")) == (10, 10)
    assert cab.nvram == copy.nvram


def test_the_operator_sets_the_price_and_a_refund_is_what_was_paid() -> None:
    """Main door, service key, the last page of the menu: 1.00 instead of 0.50."""
    cab = machine(credits=(200,))
    cab.open_door()
    cab.turn_key("service")
    cab.run(ms=300)
    cab.press("hold_1")
    cab.run(ms=300)
    assert "PRECIO" in cab.display.message
    for button in ("hold_3", "hold_2", "start", "collect"):
        cab.press(button)
        cab.run(ms=300)
    cab.turn_key("service", on=False)
    cab.close_door()
    cab.run(ms=500)
    assert row(cab, "price_cents") == 100
    assert "price 100" in [event["text"] for event in cab.log]
    cab.press("start")
    for number, press_us in enumerate(best_us()[:3]):
        # The line still says that the door was open; the light tells that a round begins.
        until(cab, lambda number=number: row(cab, "round") == number and light_of(cab) == 16)
        cab.run_us(press_us)
        cab.press("start")
    until(cab, lambda: cab.tray_cents == 100, 20_000)
    assert (record(cab)["staked_cents"], record(cab)["credits_cents"]) == (100, 100)


def test_a_test_play_says_how_far_off_and_moves_nothing() -> None:
    cab = machine()
    before = record(cab)
    page(menu(cab), "JUGADA DE PRUEBA")
    cab.press("start")
    until(cab, lambda: "LUZ 16" in cab.display.message)
    cab.run(ms=807)
    cab.press("start")
    cab.run(ms=100)
    assert "MS" in cab.display.message
    assert "PUNTOS" in cab.display.message
    cab.press("collect")
    cab.run(ms=300)
    after = record(cab)
    for name in ("credits_cents", "plays", "starts", "staked_cents", "won_cents", "state"):
        assert after[name] == before[name], name


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_every_page_of_the_menu_opens_and_goes_back(runtime: str) -> None:
    cab = machine(runtime=runtime)
    play(cab, best_us())
    cab.run(ms=3_000)
    cab.open_door()
    cab.turn_key("service")
    cab.run(ms=300)
    titles = []
    while (title := cab.display.message.strip()) not in titles:
        titles.append(title)
        for button in ("hold_3", "hold_2", "hold_1"):
            cab.press(button)
            cab.run(ms=300)
        for _ in range(3):
            if "MENÚ" not in cab.display.message:
                cab.press("collect")
                cab.run(ms=600)
        assert cab.display.message.strip() == title
        cab.press("hold_2")
        cab.run(ms=300)
    assert "PRECIO" in titles[-1]
    assert (record(cab)["tilt"], cab.flags) == ("door", [])


def test_clearing_the_memory_ends_the_play_under_way(change: Change = None) -> None:
    """Logic area open, both keys, START held: the play is gone, and the machine goes on."""
    cab = machine(credits=(200,), change=change)
    cab.press("start")
    press_at(cab, begun(cab, 1) + best_us()[0])
    cab.run(ms=200)
    clear(cab)
    assert record(cab)["ram_clears"] == 1
    close_up(cab)
    cab.run(ms=300)
    books = record(cab)
    assert (books["phase"], books["tilt"], books["hand_paid_cents"]) == (nvram.PHASE_IDLE, "", 150)
    assert (row(cab, "round"), row(cab, "points")) == (0, 0)


def test_a_journal_of_a_game_replays_to_the_same_bytes_on_either_runtime(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    cab = Cabinet(model(), seed="00")
    with path.open("w", encoding="ascii", newline="\n") as stream:
        recorder = Recorder(cab, stream)
        cab.run(ms=1_000)
        cab.insert(50)
        cab.run(ms=1_000)
        cab.fill_tickets(4)
        play(cab, best_us())
        cab.run(ms=2_000)
        cab.open_door()
        cab.fill_tickets(100)
        cab.run(ms=300)
        cab.close_door()
        cab.run(ms=3_000)
        cab.pull_tickets(1)
        cab.run(ms=1_000)
        recorder.close()
    assert (cab.tickets_given, row(cab, "tickets_out"), row(cab, "tickets_stray")) == (11, 10, 1)
    for runtime in ("cpython", "micropython"):
        report = replay(path, build=partial(Cabinet.from_origin, runtime=runtime))
        assert report.same and report.complete, str(report)


def test_the_last_plays_tell_points_rounds_and_game(tmp_path: Path) -> None:
    """Read off the memory, off a journal that is run again, and on the page of the menu."""
    cab = machine()
    play(cab, HAND)
    path = tmp_path / "cometa.nvram"
    path.write_bytes(cab.nvram)
    (found,) = recall(path, model="cometa").plays
    assert (found.points, found.rounds, found.game, found.stake_cents) == (260, 5, "COMETA", 50)
    push(page(menu(cab), "ÚLTIMAS"), "hold_3")
    assert "260 PUNTOS" in cab.display.message


def test_a_sealed_rom_of_the_game_boots_and_plays(tmp_path: Path) -> None:
    path = tmp_path / "cometa.rom"
    path.write_bytes(build_file("cometa"))
    cab = Cabinet(rom=path, seed="00")
    cab.run(ms=1_000)
    cab.insert(50)
    cab.run(ms=1_000)
    assert play(cab, best_us())[-1] == 500
    assert cab.rom.tables == model().tables.blob


def test_the_manual_has_every_row_of_type_a() -> None:
    text = (ROOT / "docs" / "nvram.md").read_text(encoding="utf-8")
    section = text.split("## The play state of type A")[1].split("\n## ")[0]
    at, types = 0, {"B": "u8", "H": "u16", "I": "u32", "Q": "u64"}
    for name, code, what in rows.LAYOUT:
        assert f"| {at} | `{name}` | {types[code]} | {what} |" in section
        at += struct.calcsize("<" + code)
