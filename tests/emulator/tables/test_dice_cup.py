# SPDX-License-Identifier: MIT
"""The electronic dice cup: shaken, sealed, thrown once, shown under a lifted lid, whatever the plug does."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from firmware_texts import said

import cext
from cext import CoreError
from cext.cup import CupTables, check_cup_state, cup_faces, cup_step_bytes, new_cup_state
from emulator.board.chip import WDT_RESET
from emulator.cabinet.errors import CabinetError
from emulator.records.journal import Recorder
from emulator.records.replay import replay
from emulator.tables.cup_chance import CupChance
from emulator.tables.dice_cup import EARLIER, DiceCup
from machines.rom.program import RomError
from machines.tables.cup import FOLDER, PROGRAM, CupError, cup_rom, load_cup, read_cup
from machines.tables.game import Ask
from machines.tables.games.pai_gow.dice import start_of
from machines.tables.games.pai_gow.rules import TableError
from machines.tables.games.pai_gow.table import Table as PaiGow

SEED = "00"
KEY = bytes(32)
RUNTIMES = ("cpython", "micropython")


def cup(**options: object) -> DiceCup:
    made = DiceCup(seed=SEED, **options)
    made.run(ms=100)
    return made


def throw(made: DiceCup) -> tuple[int, ...]:
    """Shake, wait, lift, look and cover; the faces that were seen."""
    made.shake(ms=1_700)
    made.run(ms=2_600)
    made.lift()
    made.run(ms=100)
    seen = made.faces
    made.cover()
    made.run(ms=100)
    return seen


# --- the core ---------------------------------------------------------------------------------------


def test_a_step_is_the_throw_of_its_number():
    tables = CupTables()
    state = new_cup_state(tables, KEY, 5)
    for number in range(50):
        state, outcome = cup_step_bytes(tables, state)
        assert cup_faces(outcome) == cext.throw(KEY, number, machine=5)


def test_entropy_changes_the_throws_that_follow_and_no_other():
    tables = CupTables()
    state, _ = cup_step_bytes(tables, new_cup_state(tables, KEY, 5))
    fresh = cext.absorb(state, bytes(range(32)))
    check_cup_state(tables, fresh)
    ours, theirs = ([], [])
    for found, at in ((ours, state), (theirs, fresh)):
        for _ in range(20):
            at, outcome = cup_step_bytes(tables, at)
            found.append(cup_faces(outcome))
    assert ours != theirs


def test_a_damaged_or_foreign_state_is_refused():
    tables = CupTables()
    state = new_cup_state(tables, KEY, 5)
    for at in (0, 1, 2, 3, 100, 255):
        damaged = bytearray(state)
        damaged[at] ^= 0x80
        with pytest.raises(CoreError):
            cup_step_bytes(tables, bytes(damaged))
    with pytest.raises(CoreError, match="other tables"):
        cup_step_bytes(CupTables(2), state)
    with pytest.raises(CoreError):
        CupTables(13)


# --- the cup ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_what_is_seen_is_what_the_core_throws(runtime):
    made = cup(runtime=runtime, serial=9)
    assert [throw(made) for _ in range(4)] == [cext.throw(KEY, number, machine=9) for number in range(4)]
    assert made.meters == {"power_ups": 1, "throws": 4, "lifts": 4, "voids": 0, "opens": 0}
    assert made.board.flags == []


def test_the_dice_are_dark_until_the_lid_is_lifted():
    made = cup()
    made.shake(ms=1_700)
    for _ in range(30):
        made.run(ms=100)
        assert made.faces == ()
        assert made.parts.dice.faces == ()  # nor would an eye under the lid see them
    assert made.message == "TEST NO VA MÁS: ALCE LA TAPA"
    made.lift()
    made.run(ms=100)
    assert len(made.faces) == 3


def test_a_throw_stands_until_somebody_has_seen_it():
    made = cup()
    made.shake(ms=1_700)
    made.run(ms=2_600)
    for _ in range(3):
        made.shake(ms=1_700)
        made.run(ms=2_600)
    assert made.meters["throws"] == 1
    made.lift()
    made.run(ms=100)
    assert made.faces == cext.throw(KEY, 0, machine=1)


@pytest.mark.parametrize(
    ("ms", "strength", "throws"), [(600, 1, 0), (1_000, 3, 0), (1_700, 1, 1), (1_700, 3, 1)]
)
def test_a_shake_must_be_long_enough(ms, strength, throws):
    made = cup()
    made.shake(ms=ms, strength=strength)
    made.run(ms=ms + 450)
    assert made.meters["throws"] == throws
    if not throws:
        assert made.message == "TEST AGITE MÁS TIEMPO"


def test_the_button_shakes_for_those_who_cannot():
    made = cup()
    made.press("shake")
    made.run(ms=300)
    assert made.moving
    made.run(ms=2_400)
    assert not made.moving
    assert made.meters["throws"] == 1


def test_sum_and_counted_place_are_said_and_no_seat_that_may_be_vacant():
    made = cup()
    for number in range(12):
        made.press("bank")
        made.run(ms=200)
        made.shake(ms=1_700)
        made.run(ms=2_600)
        made.lift()
        made.run(ms=100)
        total, bank = sum(made.faces), (number + 1) % 7
        assert made.message == f"TEST SUMA {total}, CUENTA HASTA {start_of(total, bank)}"
        assert made.throws[0]["bank"] == bank
        made.cover()
        made.run(ms=100)


def test_a_lid_lifted_in_a_shake_voids_it_until_the_key_is_turned():
    made = cup()
    made.shake(ms=1_700)
    made.run(ms=900)
    made.lift()
    made.run(ms=50)
    assert (made.message, made.sounding, made.faces) == ("TEST TAPA ABIERTA: LLAVE", True, ())
    made.run(ms=3_000)
    assert (made.meters["throws"], made.meters["voids"], made.sounding) == (0, 1, False)
    made.turn_key(on=True)
    made.run(ms=100)
    assert made.record["tilt"] == "lid"  # the lid is still off
    made.turn_key(on=False)
    made.cover()
    made.run(ms=100)
    made.shake(ms=1_700)
    made.run(ms=2_600)
    assert made.meters["throws"] == 0
    made.turn_key(on=True)
    made.run(ms=100)
    made.turn_key(on=False)
    assert throw(made) == cext.throw(KEY, 0, machine=1)


def test_an_opened_body_stops_the_cup_and_is_counted():
    made = cup()
    made.shake(ms=1_700)
    made.run(ms=2_600)
    made.open_body()
    made.run(ms=100)
    made.lift()
    made.run(ms=100)
    assert (made.faces, made.record["tilt"], made.meters["opens"]) == ((), "body", 1)
    made.close_body()
    made.cover()
    made.run(ms=100)
    made.turn_key(on=True)
    made.run(ms=100)
    assert made.record["tilt"] == ""
    made.lift()
    made.run(ms=100)
    assert made.faces == cext.throw(KEY, 0, machine=1)  # the throw was made before, and stands


def test_every_message_fits_the_line_and_a_seed_makes_a_test_cup():
    for language in ("es", "en"):
        rows = said(language, "cup/cup_texts.py")
        assert len(rows) == 11
        for _, text in rows:
            assert len("TEST " + text.replace("{}", "16", 1).replace("{}", "6")) <= 32, text
        assert cup(language=language).message.startswith("TEST ")
    plain = DiceCup()
    plain.run(ms=100)
    assert plain.message == "AGITE CUBILETE · BANCA 0"


def test_the_last_sixteen_throws_are_recalled_newest_first():
    made = cup()
    seen = [throw(made) for _ in range(20)]
    assert [row["faces"] for row in made.throws] == seen[:3:-1]
    assert [row["number"] for row in made.throws] == list(range(20, 4, -1))


def test_a_memory_that_is_not_whole_locks_the_cup():
    made = cup()
    broken = bytearray(made.nvram)
    for at in (20, 0x400 + 20):
        broken[at] ^= 1
    other = DiceCup(seed=SEED, nvram=bytes(broken))
    other.shake(ms=1_700)
    other.run(ms=2_600)
    assert other.message == "TEST AVERÍA: MEMORIA"
    assert other.nvram == bytes(broken)


def test_a_cup_goes_on_from_its_memory():
    made = cup()
    first = throw(made)
    other = DiceCup(seed=SEED, nvram=made.nvram)
    assert other.throws[0]["faces"] == first
    assert throw(other) == cext.throw(KEY, 1, machine=1)


def test_fresh_entropy_is_absorbed_after_a_throw_was_seen():
    given = iter([bytes(range(32))] * 3)
    made = DiceCup(seed=SEED, entropy=lambda: next(given))
    first = throw(made)
    assert first == cext.throw(KEY, 0, machine=1)
    before = new_cup_state(CupTables(), KEY, 1)
    after, _ = cup_step_bytes(CupTables(), before)
    assert made.record["state"] == cext.absorb(after, bytes(range(32)))


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_a_throw_that_a_tilt_ended_is_followed_by_fresh_entropy(runtime):
    """A body opened while the dice are seen ends the throw; the next one comes from fresh entropy, too."""
    made = DiceCup(seed=SEED, runtime=runtime, entropy=lambda: bytes(range(32)))
    made.shake(ms=1_700)
    made.run(ms=2_600)
    made.lift()
    made.run(ms=100)
    after = made.record["state"]
    made.open_body()
    made.run(ms=100)
    assert (made.record["tilt"], made.record["state"]) == ("body", after)
    made.close_body()
    made.cover()
    made.run(ms=100)
    made.turn_key(on=True)
    made.run(ms=100)
    assert (made.record["tilt"], made.record["phase"]) == ("", 0)
    assert made.record["state"] == cext.absorb(after, bytes(range(32)))


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_a_journal_replays_byte_for_byte_on_either_runtime(runtime, tmp_path: Path):
    path = tmp_path / "cup.jsonl"
    made = DiceCup(entropy=lambda: bytes(range(32)))
    with path.open("w", encoding="ascii", newline="\n") as stream:
        recorder = Recorder(made, stream)
        throw(made)
        made.shake(ms=900)
        made.run(ms=500)
        made.lift()
        made.run(ms=100)
        made.power_off()
        made.run(ms=100)
        made.power_on()
        made.run(ms=100)
        recorder.close()

    def build(origin, **options):
        return DiceCup.from_origin(origin, runtime=runtime, **options)

    report = replay(path, build=build)
    assert report.same, str(report)
    assert report.complete


def test_a_journal_of_an_earlier_program_replays_and_of_another_does_not(tmp_path: Path):
    """Programs that did the same are known by their digests; settings are those that each would have had."""
    made = cup()
    new = made.digests
    origin = {**made.origin(), "digests": {**new, "firmware": EARLIER[0], "settings": "0" * 64}}
    old = DiceCup.from_origin(origin)
    assert {part for part in new if old.digests[part] != new[part]} == {"firmware", "settings"}
    assert DiceCup.from_origin({**origin, "digests": old.digests}).digests == old.digests
    other = DiceCup.from_origin({**origin, "digests": {**new, "firmware": "0" * 64}})
    assert other.digests == new


def test_a_restart_by_the_watchdog_waits_for_the_key():
    made = cup()
    made.board.chip.halt()
    made.board.chip.boot(WDT_RESET)
    made.run(ms=100)
    assert (made.record["tilt"], made.ready) == ("watchdog", False)
    made.turn_key(on=True)
    made.run(ms=100)
    assert (made.record["tilt"], made.ready) == ("", True)


# --- cuts -------------------------------------------------------------------------------------------


def look(made: DiceCup, shown: list[tuple[int, tuple[int, ...]]]) -> None:
    """What must hold whenever somebody looks."""
    lit = made.parts.dice.faces
    if lit:
        record = made.record
        assert made.lid_open
        assert not record["tilt"]
        shown.append((record["throws"], lit))


def visit(cut: tuple[int, int] | None) -> None:
    """Two throws, one of them cut off at an operation of a tick; then a third. All laws hold meanwhile."""
    made = DiceCup(seed=SEED)
    shown: list[tuple[int, tuple[int, ...]]] = []
    if cut is not None:
        made.cut_power(*cut)

    def run(ms: int) -> None:
        for _ in range(ms // 100):
            made.run(ms=100)
            if not made.board.powered:
                made.run(ms=100)
                made.power_on()
                made.run(ms=20)
            look(made, shown)

    for again in (False, True, False):
        made.shake(ms=1_500)
        run(2_400)
        if again:
            made.shake(ms=1_500)
            run(2_400)
        made.lift()
        run(200)
        made.cover()
        run(200)
    assert made.board.fault is None
    assert made.board.flags == []
    record = made.record
    rows = made.throws
    assert [row["number"] for row in rows] == list(range(record["throws"], 0, -1))
    for row in rows:
        assert row["faces"] == cext.throw(KEY, row["number"] - 1, machine=1)
    # A throw was seen as often as it counts as seen, and always with the same faces.
    assert len({number for number, _ in shown}) == record["lifts"] == record["throws"]
    assert Counter(shown).keys() == {(number, cext.throw(KEY, number - 1, machine=1)) for number, _ in shown}
    assert record["throws"] >= 2


def places() -> list[tuple[int, int]]:
    """(operation, tick) of every tick in which something happens: where a cut makes a difference."""
    made = DiceCup(seed=SEED)
    found, tick = [], made.board.ticks

    def note() -> None:
        nonlocal tick
        while tick < made.board.ticks:
            tick += 1
            if made.board.ops > 8:
                found.extend((ops, tick) for ops in range(made.board.ops))

    made.board.after_event = note
    made.shake(ms=1_500)
    made.run(ms=2_400)
    made.lift()
    made.run(ms=200)
    made.cover()
    made.run(ms=200)
    return found


def test_the_plug_may_be_pulled_anywhere():
    visit(None)
    where = places()
    assert len(where) > 60
    for cut in where[:: max(1, len(where) // 60)]:
        visit(cut)


@pytest.mark.long
def test_the_plug_may_be_pulled_at_every_operation():
    for cut in places():
        visit(cut)


# --- a table with one ------------------------------------------------------------------------------------


def table_with_a_cup() -> tuple[PaiGow, DiceCup]:
    made = cup()
    table = PaiGow(KEY, {1: 100_000, 2: 100_000})
    table.engine.device = CupChance(made)
    return table, made


def to_the_throw(table: PaiGow) -> None:
    while table.state.phase != "throw":
        table.act(table.next_move())


def test_a_table_asks_its_cup_and_what_was_thrown_stands_in_its_moves():
    table, made = table_with_a_cup()
    for number in range(3):
        to_the_throw(table)
        [dice] = [event for event in table.act(table.next_move()) if event.kind == "dice"]
        assert tuple(dice.values["faces"]) == cext.throw(KEY, number, machine=1) == made.faces
    assert PaiGow.load(table.save()).state == table.state
    assert table.engine.state["drawn"].get("dice") is None


def test_a_throw_counts_once_and_one_that_was_seen_before_counts_for_no_table():
    made = cup()
    throw(made)
    made.shake(ms=1_700)
    made.run(ms=2_600)
    chance = CupChance(made)
    assert chance.answer(Ask("dice", 3)) == cext.throw(KEY, 1, machine=1)
    assert made.faces  # they are still to be seen
    assert chance.answer(Ask("dice", 3)) == cext.throw(KEY, 2, machine=1)
    assert [chance.answer(ask) for ask in (Ask("dice", 2), Ask("pocket", 37))] == [None, None]


def test_the_croupier_puts_the_cup_right_and_a_table_waits_for_one_that_nobody_can():
    table, made = table_with_a_cup()
    to_the_throw(table)
    for disturb in (made.lift, made.open_body, made.power_off):
        disturb()
        made.run(ms=100)
        assert len(table.engine.device.answer(Ask("dice", 3))) == 3
    broken = bytearray(made.nvram)
    for at in (20, 0x400 + 20):
        broken[at] ^= 1
    made.board.power_off()
    made.board.fram.data[:] = broken
    before = table.state
    with pytest.raises((TableError, CabinetError), match=r"memory|in order"):
        table.act(table.next_move())
    assert table.state == before


# --- its file ---------------------------------------------------------------------------------------


def test_the_cup_that_ships_has_three_dice_as_the_text_says():
    made = load_cup("cubilete")
    assert (made.dice, made.places) == (3, 7)
    assert 20 <= made.die_mm <= 25


def file_of(**changes: object) -> str:
    text = (FOLDER / "cubilete.toml").read_text("utf-8")
    for key, value in changes.items():
        lines = [f"{key} = {value}" if line.startswith(f"{key} =") else line for line in text.splitlines()]
        text = "\n".join(lines)
    return text


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"dice": 2}, r"dice must be 3 to 3 dice \(16, II.3\) \(got 2\)"),
        ({"die_mm": 19}, r"die_mm must be 20 to 25 mm \(16, II.3\) \(got 19\)"),
        ({"die_mm": 26}, r"die_mm must be 20 to 25 mm"),
        ({"colour": '"red and white"'}, "colour must be one for all dice"),
        ({"shake_min_ms": 0}, "shake_min_ms must be 500 to 10000 ms"),
    ],
)
def test_a_cup_against_the_text_is_refused(changes, said):
    with pytest.raises(CupError, match=said):
        read_cup(file_of(**changes))


def test_all_mistakes_are_told_at_once():
    with pytest.raises(CupError) as error:
        read_cup(file_of(dice=4, die_mm=30))
    assert len(str(error.value).splitlines()) == 2


def test_wrong_handling_is_told():
    made = cup()
    wrong: tuple[Callable[[], object], ...] = (
        lambda: made.shake(ms=0),
        lambda: made.shake(ms=1_700.0),
        lambda: made.shake(ms=10, strength=4),
        lambda: made.press("double"),
        lambda: made.turn_key("service"),
        lambda: made.run_us(-1),
        lambda: made.cut_power(-1),
    )
    for act in wrong:
        with pytest.raises(CabinetError, match="must"):
            act()


@pytest.mark.parametrize("name", ["machine", "a-b", "ñu"])
def test_no_module_of_a_cup_is_called_as_what_the_board_offers_or_nothing_can_import(name: str) -> None:
    with pytest.raises(RomError, match=re.escape(f"{name}.py")):
        cup_rom(load_cup("cubilete"), firmware={**PROGRAM.sources(), name: ""})
