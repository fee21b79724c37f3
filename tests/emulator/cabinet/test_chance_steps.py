# SPDX-License-Identifier: MIT
"""The log of steps of type C: every step of the last ten plays, exactly those that were committed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest
from firmware_rig import record

import cext
from emulator import Cabinet
from emulator.cli import run as azar
from emulator.panel.machine.chance.recalled import steps as step_cards
from emulator.panel.machine.parts.seen import FREE_MARK, PAYLINE_LEFT
from emulator.panel.machine.recalled import _places, save_recall
from emulator.records.journal import Recorder
from emulator.records.recall import recall
from machines.firmware import events, nvram
from machines.firmware.chance import steps
from machines.memory.nvram_map import nvram_map
from machines.model import load_model
from machines.rom.program import build_rom
from machines.support.languages import translator

# The first play of these machines gives free plays, or picks, a gamble that is won, and the win kept.
FREE, PICKS = ("mudejar", "61"), ("aneto", "e5")
KINDS = {FREE: {0, 2}, PICKS: {0, 1, 3, 4}}


def cabinet(which: tuple[str, str], **options: Any) -> Cabinet:
    cab = Cabinet(which[0], seed=which[1], purse={200: 60}, **options)
    cab.run(ms=4_500)
    return cab


def begin(cab: Cabinet) -> None:
    for _ in range(3):
        cab.insert(200)
        cab.run(ms=700)
    cab.press("start")


def finish(cab: Cabinet) -> None:
    """First objects are picked; a win is gambled once, if it may be, and then kept."""
    gambled = False
    for _ in range(600):
        cab.run(ms=500)
        if record(cab)["phase"] == nvram.PHASE_IDLE and not record(cab)["pending_cents"]:
            return
        if cab.lamps["hold_3"]:
            cab.press("hold_1")
        elif cab.lamps["double"] and not gambled:
            gambled = True
            cab.press("double")
        elif cab.lamps["collect"]:
            cab.press("collect")
    raise AssertionError(cab.display)


def logged(cab: Cabinet) -> list[dict[str, Any]]:
    return steps.read(cab.nvram, record(cab))


def by_the_core(which: tuple[str, str], cab: Cabinet, rows: list[dict[str, Any]], state: bytes) -> bytes:
    """Walk a play again with the core alone and hold its log against it; return the state after it."""
    tables = load_model(which[0]).tables
    assert isinstance(tables, cext.ChanceTables)
    assert [row["step"] for row in rows] == list(range(len(rows))) and rows[0]["kind"] == 0
    for row in rows:
        kind = ("play", "pick", "free", "gamble", "collect")[row["kind"]]
        state, raw = cext.chance_step_bytes(tables, state, kind, row["choice"])
        assert list(row["stops"][: tables.reels]) == list(raw[24 : 24 + tables.reels])
        assert row["step_cents"] == int.from_bytes(raw[4:8], "little")
        assert row["won_cents"] == int.from_bytes(raw[16:20], "little")
    return state


def check_whole_plays(which: tuple[str, str], runtime: str = "cpython", sources: Any = None) -> None:
    cab = cabinet(which, runtime=runtime, firmware=sources, trust_firmware=True)
    state = record(cab)["state"]
    begin(cab)
    finish(cab)
    (play,) = logged(cab)
    assert play["number"] == 1
    assert {row["kind"] for row in play["steps"]} == KINDS[which], "another seed shows these steps"
    by_the_core(which, cab, play["steps"], state)


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
@pytest.mark.parametrize("which", [FREE, PICKS], ids=["free plays", "picks"])
def test_every_step_of_a_play_is_logged_as_the_core_decided_it(which: tuple[str, str], runtime: str) -> None:
    check_whole_plays(which, runtime)


def check_cuts(sources: Any = None) -> None:
    """Cut in any of its steps, the play ends with the log of one that nobody cut."""
    whole = cabinet(FREE)
    begin(whole)
    finish(whole)
    wanted = [(row["step"], row["kind"], row["stops"], row["won_cents"]) for row in logged(whole)[0]["steps"]]
    for after_ms in range(100, 14_000, 1_300):
        cab = cabinet(FREE)
        begin(cab)
        cab.run(ms=after_ms)
        cab.power_off()
        shown = logged(cab)[0]["steps"]
        assert [row["step"] for row in shown] == list(range(len(shown)))
        cab.run(ms=300)
        cab.power_on()
        finish(cab)
        again = [
            (row["step"], row["kind"], row["stops"], row["won_cents"]) for row in logged(cab)[0]["steps"]
        ]
        assert again == wanted, after_ms


def test_a_cut_neither_loses_nor_doubles_a_step() -> None:
    check_cuts()


def test_a_row_that_was_never_committed_is_left_out() -> None:
    """A row on the chip that leads to a state which the main record does not have."""
    cab = cabinet(FREE)
    begin(cab)
    cab.run(ms=1_000)
    found = record(cab)
    row = logged(cab)[0]["steps"][-1]
    flat = [row[name] for name, *_ in steps.LAYOUT[:-2]]
    flat = flat[:4] + list(flat[4]) + flat[5:]
    flat[1], flat[-1] = row["step"] + 1, flat[-1] ^ 1
    image = bytearray(cab.nvram)
    at = steps.place(row["play"], flat[1])
    image[at : at + steps.SIZE] = steps.pack(flat, cab.seals)
    assert steps.unpack(row["play"], bytes(image[at : at + steps.SIZE]), at, cab.seals) is not None
    assert steps.read(bytes(image), found, cab.seals)[0]["steps"] == logged(cab)[0]["steps"]
    image[at - steps.SIZE] ^= 1
    assert steps.read(bytes(image), found)[0]["steps"] == []


def test_ten_plays_of_fifty_steps_have_room() -> None:
    assert steps.KEPT >= 10 and steps.STEPS >= 50
    assert steps.place(0, 0) >= events.RING + events.ROWS * events.ROW
    assert steps.place(steps.PLAYS - 1, steps.STEPS - 1) + steps.SIZE <= nvram.SIZE
    rows = {steps.place(play, step) for play in range(1, 12) for step in range(50)}
    assert len(rows) == 550


# The great jackpot in the first play: 5,000.00 EUR on top of a prize of 3,000.06 EUR.
JACKPOT = ("aneto", "000d2c02")


def check_jackpot(sources: Any = None) -> None:
    """What a play won and what its pots paid stand apart in its row, each once."""
    cab = cabinet(JACKPOT, firmware=sources, trust_firmware=True)
    begin(cab)
    cab.run(ms=2_000)
    (play,) = cab.last_plays
    assert (play["prizes_cents"], play["prize_cents"]) == ((300_000, 500_006), 800_006)
    assert play["prize_cents"] == record(cab)["won_cents"]


def test_a_settled_win_is_counted_once_in_the_row_of_its_play(tmp_path: Path) -> None:
    check_jackpot()
    sources = dict(build_rom(load_model("aneto")).sources)
    whole = "state.pending_cents - (won_cents if outcome.settled(state.outcome) else 0)"
    assert sources["play"].count(whole) == 1
    for wrong in ("state.pending_cents", "0"):
        with pytest.raises(AssertionError):
            check_jackpot({**sources, "play": sources["play"].replace(whole, wrong)})


def picked_second(sources: Any = None) -> None:
    """As a whole play, but the second object is picked, and the second colour."""
    cab = cabinet(PICKS, firmware=sources, trust_firmware=True)
    state = record(cab)["state"]
    begin(cab)
    for _ in range(100):
        cab.run(ms=300)
        if cab.lamps["hold_3"] or cab.lamps["double"]:
            cab.press("hold_2")
        if record(cab)["phase"] == nvram.PHASE_IDLE:
            break
    (play,) = logged(cab)
    by_the_core(PICKS, cab, play["steps"], state)
    chosen = [(row["kind"], row["choice"]) for row in play["steps"]]
    assert chosen[0] == (0, 0) and {(1, 1), (3, 1)} <= set(chosen)


def test_what_was_chosen_is_logged() -> None:
    picked_second()


def test_the_menu_shows_the_steps() -> None:
    cab = cabinet(FREE)
    begin(cab)
    finish(cab)
    count = len(logged(cab)[0]["steps"])
    cab.open_door()
    cab.turn_key("service", True)
    cab.run(ms=600)
    cab.press("hold_1")
    cab.run(ms=300)
    assert "PASOS DE JUGADAS" in cab.display.message
    cab.press("start")
    cab.run(ms=300)
    assert f"JUGADA 1: {count} PASOS" in cab.display.message
    cab.press("start")
    cab.run(ms=300)
    assert "1 EN " in cab.display.message
    cab.press("start")
    cab.run(ms=300)
    assert "2 GRATIS " in cab.display.message


def test_recall_tells_every_step_from_a_journal_and_from_the_memory(tmp_path: Path) -> None:
    cab = cabinet(FREE)
    begin(cab)
    finish(cab)
    rows = logged(cab)[0]["steps"]
    (tmp_path / "dump.bin").write_bytes(cab.nvram)
    again = Cabinet(FREE[0], seed=FREE[1], purse={200: 60})
    with (tmp_path / "visit.jsonl").open("w", encoding="ascii", newline="\n") as stream:
        recorder = Recorder(again, stream)
        again.run(ms=4_500)
        begin(again)
        finish(again)
        recorder.close()
    from_memory = recall(tmp_path / "dump.bin", model=FREE[0])
    from_journal = recall(tmp_path / "visit.jsonl")
    assert (from_memory.how, from_journal.how) == ("nvram", "replay")
    for found in (from_memory, from_journal):
        (play,) = found.plays
        assert play.prize_cents == rows[-1]["won_cents"] == record(cab)["won_cents"]
        assert (play.credits_before_cents, play.credits_after_cents) == (600, 0)
        assert [step.won_cents for step in play.steps] == [row["won_cents"] for row in rows]
        model = load_model(FREE[0])
        assert play.windows == (model.window(play.steps[0].stops),)
        assert [step.kind for step in play.steps] == ["play"] + ["free"] * (len(rows) - 1)
        assert play.steps[1].window == model.free_window(play.steps[1].stops)


def test_a_cut_between_two_writes_of_a_step_leaves_it_whole_or_undone() -> None:
    """Cut between the operations of the tick that decides the second step, rows and commit included."""
    whole = cabinet(FREE)
    at_ticks: list[int] = []
    whole.listen(lambda kind, t_us, fields: at_ticks.append(whole.board.ticks) if kind == "step" else None)
    begin(whole)
    finish(whole)
    wanted = [row["won_cents"] for row in logged(whole)[0]["steps"]]
    fell = {1: 0, 2: 0}
    for operations in (*range(0, 920, 60), *range(920, 1_100, 4)):
        cab = cabinet(FREE)
        begin(cab)
        cab.cut_power(operations, ticks=at_ticks[1] - cab.board.ticks)
        cab.run(ms=6_000)
        if cab.powered:
            break
        count = len(logged(cab)[0]["steps"])
        assert count == (2 if record(cab)["state"] != state_after_one() else 1), operations
        fell[count] += 1
        cab.power_on()
        cab.run(ms=1)
        assert len(logged(cab)[0]["steps"]) == count, operations
        finish(cab)
        assert [row["won_cents"] for row in logged(cab)[0]["steps"]] == wanted, operations
    assert fell[1] >= 5 and fell[2] >= 1, "cuts must have fallen before and after the commit"


def state_after_one() -> bytes:
    """The state of the play program after the paid turn of the first play."""
    model = load_model(FREE[0])
    state = model.first_state(bytes.fromhex(FREE[1]).ljust(32, b"\0"), 1)
    assert isinstance(model.tables, cext.ChanceTables)
    return cext.chance_step_bytes(model.tables, state, "play", 0)[0]


# --- drawn ------------------------------------------------------------------------------------------


def dumped(which: tuple[str, str], folder: Path) -> Any:
    """The machine after its first play, and that play recalled from its memory."""
    cab = cabinet(which)
    begin(cab)
    finish(cab)
    (folder / "dump.bin").write_bytes(cab.nvram)
    return cab, recall(folder / "dump.bin", model=which[0])


def test_every_step_has_a_card_that_says_what_was_done(tmp_path: Path) -> None:
    _, found = dumped(FREE, tmp_path)
    (play,) = found.plays
    cards = list(step_cards(found.model, play, translator("es"), "es"))
    assert len(cards) == len(play.steps) > 2
    assert [card.first for card in cards] == [True] + [False] * (len(cards) - 1)
    assert [FREE_MARK in card.seen.glass for card in cards] == [step.kind == "free" for step in play.steps]
    assert [PAYLINE_LEFT in card.seen.glass for card in cards] == [s.prize_cents > 0 for s in play.steps]
    for number, (card, step) in enumerate(zip(cards, play.steps, strict=True), start=1):
        assert tuple(reel.stop for reel in card.seen.reels) == step.stops
        assert f"1 · {number}/{len(cards)} · " in card.caption
        assert ("jugada gratis" in card.caption) == (step.kind == "free")
    assert "quedan 10 gratis" in cards[0].caption and "72,00 € en total" in cards[-1].caption


def test_picks_and_gambles_show_what_was_chosen_and_what_came_of_it(tmp_path: Path) -> None:
    _, found = dumped(PICKS, tmp_path)
    (play,) = found.plays
    cards = list(step_cards(found.model, play, translator("en"), "en"))
    assert [card.asked for card in cards] == [
        step.kind if step.kind in ("pick", "gamble") else "" for step in play.steps
    ]
    assert [card.choice for card in cards if card.asked == "pick"] == [0, 0, 0]
    gamble, kept = cards[-2:]
    assert "bet on red · won" in gamble.caption and "€54.00 in all" in gamble.caption
    assert "prize kept" in kept.caption and not kept.asked
    assert "pick 1 · prize €6.00" in cards[1].caption


def test_the_picture_draws_every_step_in_its_own_light(tmp_path: Path) -> None:
    """The last free play is drawn as the machine itself shows it; no two steps are drawn alike."""
    _, found = dumped(FREE, tmp_path)
    save_recall(found, tmp_path / "steps.png")
    picture = pygame.image.load(tmp_path / "steps.png")
    steps_shown = len(found.plays[0].steps)
    width, height = picture.get_size()
    rows = -(-steps_shown // 2)
    card = ((width - 12) // 2, (height - 12) // rows)
    shown = {
        pygame.image.tobytes(
            picture.subsurface((12 + n % 2 * card[0], 12 + n // 2 * card[1], 300, 280)), "RGB"
        )
        for n in range(steps_shown)
    }
    assert len(shown) == steps_shown


@pytest.mark.parametrize(
    ("counts", "columns", "places", "end"),
    [
        ([1, 1, 1], 2, [0, 1, 2], 3),
        ([1, 3, 1, 1, 2], 2, [0, 2, 6, 7, 8], 10),
        ([5], 4, [0], 5),
        ([2, 2], 2, [0, 2], 4),
    ],
)
def test_a_play_of_several_cards_has_rows_of_its_own(
    counts: list[int], columns: int, places: list[int], end: int
) -> None:
    assert _places(counts, columns) == (places, end)


# --- read again, and looked at ----------------------------------------------------------------------


def test_the_self_test_reads_every_block_one_a_minute() -> None:
    """A row of the block that is read last; no play was made in it, so what is there is damage."""
    cab = cabinet(FREE)
    begin(cab)
    finish(cab)
    cab.board.fram.data[steps.place(steps.PLAYS + 2, 3) + 20] ^= 1
    cab.run(ms=9 * 60_000)
    assert not any(row["text"] == "warning recall" for row in cab.log)
    cab.run(ms=2 * 61_000)
    assert any(row["text"] == "warning recall" for row in cab.log)
    assert cab.tilt == ""


def test_a_step_that_a_cut_tore_is_no_damage() -> None:
    """The row of the next paid turn is written before the commit that counts it."""
    cab = cabinet(FREE)
    begin(cab)
    finish(cab)
    at = steps.place(2, 0)
    cab.board.fram.data[at : at + 20] = bytes(range(1, 21))
    cab.run(ms=12 * 61_000)
    assert not any(row["text"].startswith("warning") for row in cab.log)
    found = nvram_map(cab.nvram, load_model(FREE[0]))
    assert found.verdict == "whole" and found.strays == ()
    assert [r.role for r in found.records if r.place == at] == ["never counted"]


def test_the_map_of_the_memory_has_every_step(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    cab, found = dumped(PICKS, tmp_path)
    mapped = nvram_map(cab.nvram, load_model(PICKS[0]))
    rows = [record for record in mapped.records if record.name.startswith("step row")]
    assert [row.role for row in rows] == ["counts"] * len(found.plays[0].steps)
    assert [row.value("step_cents") for row in rows] == [step.prize_cents for step in found.plays[0].steps]
    assert mapped.verdict == "whole" and mapped.strays == ()
    assert azar(["inspect", str(tmp_path / "dump.bin"), PICKS[0]]) == 0
    shown = capsys.readouterr().out
    assert f"steps of plays: {len(rows)} rows written" in shown
    assert "play 1, step 2, pick, won 6.00 EUR, in all 15.00 EUR" in shown
    spoilt = bytearray(cab.nvram)
    spoilt[rows[1].place + 5] ^= 8
    told = nvram_map(bytes(spoilt), load_model(PICKS[0]))
    assert told.verdict == "step row 1.1 damaged, that step cannot be recalled"
    (damaged,) = [record for record in told.records if record.name == "step row 1.1"]
    assert damaged.check.startswith("damaged: low half of CRC-32 must be ")
