# SPDX-License-Identifier: MIT
"""The electronic wheel: launched, drawn once, shown when the ball lies still, whatever the plug does."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from firmware_texts import said
from wheel_checks import check_pockets

import cext
from cext import CoreError
from cext.wheel import WheelTables, check_wheel_state, new_wheel_state, pocket_of, wheel_step_bytes
from emulator import cli
from emulator.board.errors import BoardError
from emulator.cabinet.errors import CabinetError
from emulator.records.journal import Recorder
from emulator.records.replay import replay
from emulator.tables.device_sweep import between, broken, sweep, wheel_hand
from emulator.tables.electronic_wheel import ElectronicWheel
from emulator.tables.wheel_chance import WheelChance
from machines.support.languages import languages
from machines.tables.chance import draw
from machines.tables.game import Ask, Move
from machines.tables.refusal import TableError
from machines.tables.registry import texts
from machines.tables.table import Table
from machines.tables.wheel import FOLDER, WheelError, load_wheel, read_wheel, wheel_names

SEED = "00"
KEY = bytes(32)
RUNTIMES = ("cpython", "micropython")
THROW_MS = 34_000


def wheel(model: str = "french-roulette", **options: object) -> ElectronicWheel:
    made = ElectronicWheel(model, seed=SEED, **options)
    made.run(ms=100)
    return made


def throw(made: ElectronicWheel) -> int | None:
    """Launch the ball and wait until it lies; the pocket that is seen then."""
    made.launch()
    for _ in range(THROW_MS // 200):
        made.run(ms=200)
        if made.pocket is not None or made.record["tilt"] or made.ready:
            break
    return made.pocket


def drawn(number: int, pockets: int = 37, machine: int = 1) -> int:
    """What a table with the wheel's key would draw."""
    return draw(KEY, machine, Ask("pocket", pockets), number)[0]


def turn_key(made: ElectronicWheel) -> None:
    made.turn_key(on=True)
    made.run(ms=100)
    made.turn_key(on=False)
    made.run(ms=100)


def message(made: ElectronicWheel) -> str:
    return made.message.removeprefix("TEST ")


# --- the core ---------------------------------------------------------------------------------------


def test_a_draw_is_what_a_table_with_its_key_would_draw_and_every_pocket_comes():
    check_pockets(cext)
    tables = WheelTables(tuple(range(37)))
    assert pocket_of(wheel_step_bytes(tables, new_wheel_state(tables, KEY, 5))[1]) == drawn(0, 37, 5)


def test_entropy_changes_what_is_drawn_after_it():
    tables = WheelTables(tuple(range(37)))
    state = new_wheel_state(tables, KEY, 5)
    fresh = cext.absorb(state, bytes(range(32)))
    check_wheel_state(tables, fresh)
    ours, theirs = ([], [])
    for found, at in ((ours, state), (theirs, fresh)):
        for _ in range(20):
            at, outcome = wheel_step_bytes(tables, at)
            found.append(pocket_of(outcome))
    assert ours != theirs


def test_a_damaged_or_foreign_state_is_refused():
    tables = WheelTables(tuple(range(37)))
    state = new_wheel_state(tables, KEY, 5)
    for at in (0, 1, 2, 3, 15, 100, 255):
        damaged = bytearray(state)
        damaged[at] ^= 0x80
        with pytest.raises(CoreError):
            wheel_step_bytes(tables, bytes(damaged))
    with pytest.raises(CoreError, match="other tables"):
        wheel_step_bytes(WheelTables(tuple(range(36, -1, -1))), state)
    for pockets in (1, 251):
        with pytest.raises(CoreError):
            WheelTables(tuple(range(pockets)))


# --- a throw by the text (epígrafe 1, IV.3) ----------------------------------------------------------


@pytest.mark.parametrize("runtime", RUNTIMES)
@pytest.mark.parametrize("model", wheel_names())
def test_what_is_seen_is_what_the_core_draws(model, runtime):
    made = wheel(model, runtime=runtime, serial=9)
    pockets = texts()[model]["pockets"]
    for number in range(2):
        assert throw(made) == drawn(number, len(pockets), 9)
        assert made.number == pockets[drawn(number, len(pockets), 9)]
    assert made.meters == {"power_ups": 1, "draws": 2, "shows": 2, "nulls": 0, "voids": 0, "opens": 0}
    assert made.board.flags == []


def test_bets_are_open_until_the_ball_slows_and_nothing_is_drawn_before():
    """IV.3.b: bets while the ball is held in the gallery, until it slows down and is about to fall."""
    made = wheel()
    made.launch()
    said_then = []
    for _ in range(THROW_MS // 50):
        made.run(ms=50)
        if not said_then or said_then[-1] != message(made):
            said_then.append(message(made))
        if made.record["draws"]:
            assert made.closed or made.pocket is not None
            assert not made.running
        if made.pocket is not None:
            assert made.parts.track.lies
            break
    assert said_then[-3:] == ["HAGAN SUS APUESTAS", "NO VA MÁS", f"NÚMERO {made.number}"]


@pytest.mark.parametrize("model", wheel_names())
def test_a_weak_jet_is_too_weak_on_every_wheel_whatever_its_variation(model):
    for number in range(40):
        made = ElectronicWheel(model, seed=f"{number:02x}")
        made.run(ms=100)
        made.damage("weak_jet")
        assert throw(made) is None
        assert (made.record["nulls"], made.record["draws"]) == (1, 0)


@pytest.mark.parametrize("fault", ["weak_jet", "no_jet"])
def test_a_defective_throw_is_null_and_draws_nothing(fault):
    """IV.3.d: «bola nula», the ball is thrown again; three in a row are a tilt."""
    made = wheel()
    made.damage(fault)
    for nulls in (1, 2):
        assert throw(made) is None
        assert (message(made), made.meters["nulls"], made.meters["draws"]) == (
            "BOLA NULA: LANCE OTRA VEZ", nulls, 0,
        )  # fmt: skip
    throw(made)
    assert (made.record["tilt"], made.meters["draws"]) == ("launch", 0)
    made.mend(fault)
    turn_key(made)
    assert throw(made) == drawn(0)


def test_a_ball_that_jumped_out_is_thrown_again_and_shows_the_same_draw():
    """IV.3.d: the draw that nobody has seen stands."""
    made = wheel()
    made.launch()
    while not made.record["draws"]:
        made.run(ms=50)
    made.damage("ball_lost")
    made.run(ms=12_000)
    assert (made.record["tilt"], made.pocket, made.draws) == ("ball", None, [])
    turn_key(made)
    assert made.record["tilt"] == "ball"  # no ball lies in a pocket yet
    made.mend("ball_lost")
    made.run(ms=2_000)
    assert made.pocket is None  # put back by hand is not thrown
    turn_key(made)
    assert message(made) == "BOLA NULA: LANCE OTRA VEZ"
    assert throw(made) == drawn(0)
    assert (made.meters["draws"], made.meters["shows"]) == (1, 1)


Act = Callable[[ElectronicWheel], None]
# What disturbs a throw: done, undone, and the tilt that it ends in.
DISTURBED: dict[str, tuple[Act, Act, str]] = {
    "dome": (lambda made: made.lift(), lambda made: made.cover(), "lid"),
    "push": (lambda made: made.push(), lambda made: made.push(on=False), "askew"),
    "body": (lambda made: made.open_body(), lambda made: made.close_body(), "body"),
    "pass_dark": (lambda made: made.damage("pass_dark"), lambda made: made.mend("pass_dark"), "dark"),
    "rest_dark": (lambda made: made.damage("rest_dark"), lambda made: made.mend("rest_dark"), "dark"),
}


@pytest.mark.parametrize("what", DISTURBED)
def test_what_disturbs_a_throw_voids_it_until_the_key_is_turned(what):
    act, undo, tilt = DISTURBED[what]
    made = wheel()
    made.launch()
    made.run(ms=4_000)
    act(made)
    made.run(ms=2_000)
    assert (made.record["tilt"], made.record["draws"], made.meters["voids"]) == (tilt, 0, 1)
    assert not made.ready
    if tilt != "dark":  # a dark lower barrier cannot be told from a ball at rest until the next throw
        made.turn_key(on=True)
        made.run(ms=100)
        assert made.record["tilt"] == tilt
        made.turn_key(on=False)
    undo(made)
    made.run(ms=3_000)
    assert throw(made) is None
    turn_key(made)
    assert throw(made) == drawn(0)


def test_a_lower_barrier_that_sees_nothing_never_shows_a_draw():
    made = wheel()
    made.damage("rest_blind")
    assert throw(made) is None
    assert (made.record["tilt"], made.record["draws"]) == ("ball", 1)
    made.mend("rest_blind")
    turn_key(made)
    assert throw(made) == drawn(0)


def test_an_opened_dome_or_a_push_at_rest_holds_the_ball_and_is_no_tilt():
    made = wheel()
    made.lift()
    made.run(ms=100)
    assert (throw(made), made.record["tilt"], message(made)) == (None, "", "CIERRE LA CÚPULA")
    made.cover()
    made.push()
    made.run(ms=100)
    assert (throw(made), made.record["tilt"], message(made)) == (None, "", "RUEDA INCLINADA")
    made.push(on=False)
    made.run(ms=100)
    assert throw(made) == drawn(0)


def test_the_last_sixteen_draws_are_recalled_newest_first_and_none_before_it_was_shown():
    made = wheel("boule")
    seen = [throw(made) for _ in range(18)]
    assert [row["pocket"] for row in made.draws] == seen[:1:-1]
    assert [row["draw"] for row in made.draws] == list(range(18, 2, -1))
    made.launch()
    while made.record["draws"] < 19:
        made.run(ms=100)
    assert made.draws[0]["draw"] == 18


def test_fresh_entropy_is_absorbed_after_a_draw_was_seen():
    made = ElectronicWheel(seed=SEED, entropy=lambda: bytes(range(32)))
    made.run(ms=100)
    throw(made)
    before = made.record["state"]
    made.launch()
    made.run(ms=500)
    assert made.record["state"] == cext.absorb(before, bytes(range(32)))


def test_every_message_fits_the_line_in_every_language():
    for language in languages():
        rows = said(language, "wheel/wheel_texts.py")
        assert len(rows) == 19
        for _, text in rows:
            assert len("TEST " + text.replace("{}", "36")) <= 32, text


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_a_journal_replays_byte_for_byte_on_either_runtime(runtime, tmp_path: Path):
    path = tmp_path / "wheel.jsonl"
    made = ElectronicWheel(entropy=lambda: bytes(range(32)))
    with path.open("w", encoding="ascii", newline="\n") as stream:
        recorder = Recorder(made, stream)
        throw(made)
        made.launch()
        made.run(ms=3_000)
        made.push()
        made.run(ms=100)
        made.push(on=False)
        turn_key(made)
        made.power_off()
        made.run(ms=100)
        made.power_on()
        made.damage("weak_jet")
        throw(made)
        recorder.close()

    def build(origin, **options):
        return ElectronicWheel.from_origin(origin, runtime=runtime, **options)

    report = replay(path, build=build)
    assert report.same and report.complete, str(report)


def test_wrong_handling_is_told():
    made = wheel()
    for act in (
        lambda: made.launch(ms=0),
        lambda: made.damage("rust"),
        lambda: made.mend("rust"),
        lambda: made.turn_key("service"),
        lambda: made.cut_power(-1),
        made.remember,
    ):
        with pytest.raises(CabinetError, match="must"):
            act()


# --- cuts -------------------------------------------------------------------------------------------


def test_the_plug_may_be_pulled_anywhere():
    assert broken(lambda: wheel_hand("boule"), None) == []
    swept = sweep(lambda: wheel_hand("boule"), 60)
    assert (swept.places > 1_000, swept.cuts >= 50, swept.violations) == (True, True, ())
    assert (swept.instructions, swept.fuel_cuts) == (0, 0)


def test_the_plug_may_be_pulled_between_instructions_of_micropython():
    """In the boot, in ticks that do something and in those that only look, as many cuts in each."""
    swept = sweep(lambda: wheel_hand("french-roulette", runtime="micropython"), 8, fuel_cuts=24)
    assert (swept.violations, swept.cuts, swept.fuel_cuts) == ((), 8, 24)
    assert swept.instructions > 1_000_000
    with pytest.raises(BoardError, match="genuine MicroPython"):
        sweep(lambda: wheel_hand("french-roulette"), 1, fuel_cuts=3)


def test_cuts_between_instructions_lie_in_the_boot_and_all_over_the_throw():
    ticks = [(1, 900), (2, 100), (3, 40), (4, 100), (5, 60)]
    cuts = between(ticks, {3, 5}, 9)
    assert [(cut.tick, cut.after) for cut in cuts] == [
        (1, 150), (1, 450), (1, 750), (3, 16), (5, 10), (5, 43), (2, 33), (4, 0), (4, 66),
    ]  # fmt: skip
    assert all(cut.fuel for cut in cuts)


@pytest.mark.long
@pytest.mark.parametrize("model", wheel_names())
def test_the_plug_may_be_pulled_at_every_operation(model):
    swept = sweep(lambda: wheel_hand(model), 100_000)
    assert (swept.cuts, swept.violations) == (swept.places, ())


# --- a table with one --------------------------------------------------------------------------------


def table_with(model: str, **options: object) -> tuple[Table, ElectronicWheel]:
    made = ElectronicWheel(model, seed=SEED, **options)
    table = Table(model, KEY, {1: 100_000})
    table.device = WheelChance(made)
    return table, made


def play(table: Table) -> list[tuple[int, ...]]:
    """The croupier's moves of one round; what was drawn."""
    told = []
    for _ in range(3):
        told += [event.values for event in table.act(table.next_move()) if event.kind == "drawn"]
    return told


@pytest.mark.parametrize("model", wheel_names())
def test_a_table_takes_what_its_wheel_shows_and_a_journal_needs_no_wheel(model):
    table, made = table_with(model)
    table.act(Move("bet", 1, next(iter(table.game.rules.spots)), table.legal(1)[0].least))
    for number in range(3):
        assert play(table) == [(made.number, drawn(number, len(made.wheel.pockets)))]
    again = Table.replay(table.journal())
    assert again.state == table.state
    assert again.state["past"] == [row["number"] for row in made.draws]
    assert table.state["drawn"] == {}


def test_a_refused_move_asks_no_wheel():
    table, made = table_with("boule")
    with pytest.raises(TableError):
        table.act(Move("spin"))
    assert made.meters["draws"] == 0


def test_a_table_waits_for_its_wheel_and_then_takes_the_draw_that_stands():
    table, made = table_with("french-roulette")
    made.run(ms=100)
    made.damage("rest_blind")
    table.act(table.next_move())
    before = table.state
    with pytest.raises(TableError, match="the wheel must be in order"):
        table.act(table.next_move())
    assert (table.state, made.meters["draws"]) == (before, 1)
    tried_us = made.now_us
    with pytest.raises(TableError, match=r"in order \(got ball\)"):  # nobody stands there for minutes
        table.act(table.next_move())
    assert made.now_us - tried_us < 12_000_000
    made.mend("rest_blind")
    table.act(table.next_move())
    assert (table.state["number"], made.meters["draws"]) == (made.wheel.pockets[drawn(0)], 1)


def test_the_croupier_puts_right_what_a_hand_can():
    table, made = table_with("boule")
    made.run(ms=100)
    for disturb in (made.lift, made.open_body, made.push, lambda: made.damage("ball_lost"), made.power_off):
        disturb()
        assert len(play(table)) == 1
    assert made.meters["draws"] == 5


def test_a_number_with_a_pocket_that_does_not_say_it_is_refused():
    table = Table("boule", KEY)
    table.act(table.next_move())
    for values in ((5, 3), (5, 18), (5, -1), (5, 4, 4)):
        with pytest.raises(TableError, match="number must be"):
            table.act(Move("spin", values=values))
    table.act(Move("spin", values=(5, 13)))
    assert table.state["number"] == 5


def test_a_wheel_of_another_game_leaves_the_chance_to_the_core():
    table, made = table_with("boule")
    other = Table("french-roulette", KEY)
    other.device = table.device
    assert play(other) == [(other.game.pockets[drawn(0, 37, 0)], drawn(0, 37, 0))]
    assert made.meters["draws"] == 0


def test_the_commands_throw_cut_and_play(capsys, tmp_path):
    def said(*line: str) -> dict:
        assert cli.run([*line, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    path = tmp_path / "w.jsonl"
    found = said("wheel", "throw", "boule", "--seed", SEED, "--throws", "2", "--journal", str(path))
    assert [row["pocket"] for row in found["draws"]] == [drawn(1, 18), drawn(0, 18)]
    assert said("replay", str(path))["same"]
    assert path.stat().st_mode & 0o077 == 0
    found = said("wheel", "throw", "--seed", SEED, "--fault", "ball_lost", "--throws", "3")
    assert (found["tilt"], found["draws"]) == ("launch", [])
    assert said("wheel", "powercut", "boule", "--cuts", "9")["violations"] == []
    line = ["table", "play", "boule", "--wheel", "--headless", "--rounds", "2", "--seed", SEED]
    assert said(*line)["wheel_draws"] == 2
    assert cli.run(["table", "play", "craps", "--wheel", "--headless"]) == 2


# --- its file ---------------------------------------------------------------------------------------


def test_the_wheels_that_ship_have_the_pockets_of_the_text():
    """37 pockets (1, II.1), 18 cups in two rows of nine (3, II.1), 64 cells (11, II.1)."""
    found = {name: load_wheel(name) for name in wheel_names()}
    counts = {name: len(made.pockets) for name, made in found.items()}
    assert counts == {"american-roulette": 37, "boule": 18, "french-roulette": 37, "wheel-of-fortune": 64}
    assert [name for name, made in found.items() if not made.ball] == ["wheel-of-fortune"]


def test_a_wheel_against_the_text_is_refused_with_all_its_mistakes():
    text = (FOLDER / "french-roulette.toml").read_text("utf-8")
    with pytest.raises(WheelError, match=r"(?s)laps_min must be 3 to 100.*game must be one of"):
        read_wheel(text.replace("laps_min = 6", "laps_min = 1").replace('game = "french', 'game = "another'))
    with pytest.raises(WheelError, match="fall_lap_ms must be less than fall_ms"):
        read_wheel(text.replace("fall_ms = 2400", "fall_ms = 1400"))
    with pytest.raises(WheelError, match="slow_ms must be less than fall_lap_ms"):
        read_wheel(text.replace("slow_ms = 1300", "slow_ms = 1600"))
