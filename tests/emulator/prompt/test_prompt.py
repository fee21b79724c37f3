# SPDX-License-Identifier: MIT
"""The prompt's commands: time, lines, memory, power, hands, and what is told of faults."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from vm_helpers import engine

from emulator import Cabinet
from emulator.prompt import Prompt, Row
from emulator.prompt import help as helping
from emulator.prompt.hands import DOABLE, HANDS
from emulator.prompt.words import PromptError, number, time_us
from emulator.scenario.script import VERBS


def prompt(runtime: str = "cpython", run: str = ".run 4s", **options: Any) -> Prompt:
    if runtime == "micropython":
        engine()
    made = Prompt(Cabinet(options.pop("model", "cierzo"), seed="00", runtime=runtime, **options))
    made.do(run)
    return made


def text(rows: list[Row]) -> str:
    return "\n".join(row.text for row in rows)


def kinds(rows: list[Row]) -> list[str]:
    return [row.kind for row in rows]


# --- Python -----------------------------------------------------------------------------------------


def test_python_is_done_in_the_firmware() -> None:
    (row,) = prompt().do("main.state.credits_cents")
    assert (row.kind, row.text) == ("answer", "0")


def test_an_error_is_a_row_and_the_prompt_goes_on() -> None:
    made = prompt()
    assert kinds(made.do("1/0")) == ["error"]
    assert kinds(made.do(".foo")) == ["error"]
    assert text(made.do("1 + 1")) == "2"


def test_a_block_ends_with_an_empty_line() -> None:
    said: list[Row] = []
    made = Prompt(Cabinet("cierzo", seed="00"), said.append)
    lines = [
        "for i in range(2):",
        "    if i:",
        "        i",
        "",
        "x = (1,",
        "2)",
        "",
        "# a remark",
        "x",
        "def f():",
    ]
    assert [made.feed(line) for line in lines] == [
        True,
        True,
        True,
        False,
        True,
        False,
        False,
        False,
        False,
        True,
    ]
    made.drop()
    assert not made.feed("f")
    assert [(row.kind, row.text.splitlines()[-1]) for row in said if row.text] == [
        ("answer", "1"),
        ("answer", "(1, 2)"),
        ("error", "NameError: name 'f' is not defined"),
    ]


# --- time -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_step_lets_the_firmware_tick(runtime: str) -> None:
    made = prompt(runtime, ".time")
    rows = made.do(".step 5")
    assert kinds(rows) == ["step"] * 5
    assert [row.fields["tick"] for row in rows] == [2, 3, 4, 5, 6]
    times = [row.fields["t_us"] for row in rows]
    assert times == sorted(set(times))
    assert times[0] == 1
    assert all(bool(row.fields["fuel"]) == (runtime == "micropython") for row in rows)


def test_both_runtimes_step_alike() -> None:
    steps = [
        [
            (row.fields["t_us"], row.fields["tick"], row.fields["ops"])
            for row in prompt(kind, ".time").do(".step 12")
        ]
        for kind in ("cpython", "micropython")
    ]
    assert steps[0] == steps[1]


@pytest.mark.parametrize(
    ("words", "us"),
    [("500ms", 500_000), ("1.5s", 1_500_000), ("80", 80_000), ("2min", 120_000_000), ("7us", 7)],
)
def test_times(words: str, us: int) -> None:
    assert time_us(words) == us
    made = prompt(run=".time")
    made.do(f".run {words}")
    assert made.cabinet.now_us == us


@pytest.mark.parametrize("words", ["", "5 m", "-1s", "1.s", "25h", "ms"])
def test_what_is_no_time_is_refused(words: str) -> None:
    with pytest.raises(PromptError):
        time_us(words)


def test_run_until_stops_at_the_tick_in_which_it_holds() -> None:
    made = prompt()
    made.do(".coin 100")
    rows = made.do(".run until state.credits_cents > 0 within 1s")
    assert (kinds(rows), made.cabinet.now_us) == (["run"], 4_355_000)
    assert kinds(made.do(".run until state.credits_cents > 0")) == ["run"]
    assert made.cabinet.now_us == 4_355_000
    assert kinds(made.do(".run until state.credits_cents > 100 within 1s")) == ["error", "run"]
    assert made.cabinet.now_us == 5_355_000


def test_run_until_leaves_no_trace() -> None:
    made = prompt()
    rows = made.do(".run until state.coins_in.append(7) or len(state.coins_in) == 9 within 3s")
    assert kinds(rows) == ["run"]
    assert text(made.do("len(state.coins_in)")) == "8"
    assert "evaluate" not in text(made.do(".journal 5")).replace("evaluate text='len(state.coins_in)'", "")


@pytest.mark.parametrize("words", ["state.nothing", "main.board.WATCHDOG.feed() or 1", "(", ""])
def test_run_until_refuses_what_cannot_be_looked_at(words: str) -> None:
    made = prompt()
    assert kinds(made.do(f".run until {words}")) == ["error"]
    assert made.cabinet.now_us == 4_000_000


def test_interrupted_time_stands() -> None:
    asked = iter([True, True, False])
    made = Prompt(Cabinet("cierzo", seed="00"), going=lambda: next(asked))
    rows = made.do(".run 1min")
    assert (kinds(rows), made.cabinet.now_us < 60_000_000) == (["stopped", "run"], True)


def test_back_undoes_and_is_told() -> None:
    made = prompt()
    made.do("x = 5")
    made.do(".run 1s")
    made.do("x = 6")
    assert made.cabinet.now_us == 5_000_000
    made.do(".back 500ms")
    assert (made.cabinet.now_us, text(made.do("x"))) == (4_500_000, "5")
    made.do(".back to 4.2s")
    assert made.cabinet.now_us == 4_200_000
    assert "rewind to_us=4200000" in text(made.do(".journal"))
    assert kinds(made.do(".back to 5s")) == ["error"]


def test_walk_shows_the_way_of_the_next_tick_and_changes_nothing() -> None:
    made = prompt("micropython")
    made.do(".coin 100")
    made.do(".run 340ms")
    cabinet, heard = made.cabinet, list[str]()
    before = cabinet.board.save()
    cabinet.listen(lambda kind, t_us, fields: heard.append(kind))
    cabinet.listen_inputs(lambda name, t_us, fields: heard.append(name))
    made.do(".watch pins i2c")
    rows = made.do(".walk 40")
    assert set(kinds(rows)) == {"walk"}
    assert cabinet.board.save() == before
    assert heard == []
    fuels = [row.fields["fuel"] for row in rows]
    assert fuels == sorted(set(fuels))
    places = [row.fields["place"] for row in rows]
    assert places[-1] == ""
    modules = [place.partition(".py:")[0] for place in places[:-1] if ".py:" in place]
    assert set(modules) <= set(cabinet.rom.sources)
    # A coin is counted: the record is sealed and written, then all is shown anew.
    assert [name for name in dict.fromkeys(modules) if name in ("store", "nvram", "front")] == [
        "store",
        "nvram",
        "front",
    ]
    assert kinds(made.do(".unwatch")) == []
    assert kinds(made.do(".run 1s")) == ["run"]
    assert cabinet.display.credits == "1.00"


def test_walk_is_of_a_machine_that_counts_instructions_and_ticks() -> None:
    assert "genuine MicroPython alone" in text(prompt().do(".walk"))
    made = prompt("micropython")
    assert "places must be 1 to 500" in text(made.do(".walk 501"))
    made.do(".power off")
    assert "a tick must come" in text(made.do(".walk"))
    made.do(".power on")
    assert kinds(made.do(".run 1s")) == ["run"]


def test_live_time_passes_while_somebody_types() -> None:
    now = [10.0]
    made = Prompt(Cabinet("cierzo", seed="00"), clock=lambda: now[0])
    now[0] = 20.0
    made.do(".time")
    assert made.cabinet.now_us == 0
    made.do(".live on")
    now[0] = 24.5
    made.do(".coin 100")
    assert made.cabinet.now_us == 4_500_000
    made.do(".watch coin_100")
    now[0] = 25.5
    assert kinds(made.do("state.credits_cents")) == ["line", "line", "answer"]
    made.do(".live off")
    now[0] = 30.0
    made.do(".time")
    assert made.cabinet.now_us == 5_500_000


# --- faults -----------------------------------------------------------------------------------------


def test_a_fault_stops_time_and_the_watchdog_is_explained() -> None:
    made = prompt()
    made.do("state.tilt = 5; state.stirred = True")
    rows = made.do(".run 20s")
    assert kinds(rows) == ["fault", "stopped", "run"]
    assert "the firmware failed: handpay.py:27 in offered: AttributeError" in rows[0].text
    assert "in 2000 ms, at 6.500000, the watchdog bites" in rows[0].text
    assert made.cabinet.now_us == 4_500_000
    assert kinds(made.do("1")) == ["error"]
    assert "the firmware stands: handpay.py:27" in text(made.do(".time"))
    rows = made.do(".run 3s")
    assert kinds(rows) == ["watchdog", "run"]
    assert text(made.do("state.tilt")) == "'watchdog'"


def test_books_that_do_not_balance_stop_time() -> None:
    made = prompt()
    made.do(".set coin_200 0")
    rows = made.do(".run 1s")
    assert kinds(rows) == ["imbalance", "stopped", "run"]
    assert "(got 200)" in rows[0].text
    assert kinds(made.do(".run 1s")) == ["run"]


def test_a_planned_cut_stops_time() -> None:
    made = prompt()
    made.do(".cut after 0")
    rows = made.do(".run 1s")
    assert kinds(rows) == ["power", "stopped", "run"]
    assert not made.cabinet.powered
    assert kinds(made.do(".step")) == ["stopped"]
    made.do(".power on")
    assert made.cabinet.powered


# --- lines ------------------------------------------------------------------------------------------


def test_pins_names_who_drives_a_line() -> None:
    made = prompt()
    made.do(".set coin_100 1")

    def drivers() -> dict[str, str]:
        return {row["name"]: row["driver"] for row in made.do(".pins")[0].fields["pins"]}

    found = drivers()
    assert len(found) == len(made.cabinet.board.lines)
    wanted = {"coin_100": "a wire", "coin_50": "its device", "lamp_start": "firmware"}
    assert {name: found[name] for name in wanted} == wanted
    made.do(".power off")
    assert drivers()["lamp_start"] == "nobody: at rest"
    (row,) = made.do(".pins button_start")[0].fields["pins"]
    assert row == {
        "name": "button_start", "place": "GPIO 23", "direction": "in", "level": 1, "asserted": False,
        "active_low": True, "driver": "its device",
    }  # fmt: skip


def test_watched_lines_are_told_with_their_times() -> None:
    made = prompt()
    assert text(made.do(".watch coin_100 inhibit_*")).startswith("watching coin_100, inhibit_10,")
    made.do(".coin 100")
    rows = [row for row in made.do(".run 1s") if row.fields.get("name") == "coin_100"]
    assert [(row.fields["t_us"], row.fields["level"]) for row in rows] == [(4_340_000, 0), (4_393_210, 1)]
    made.do(".back to 4.2s")
    made.do(".unwatch")
    assert kinds(made.do(".run 1s")) == ["run"]


def test_going_back_tells_nothing_twice() -> None:
    made = prompt()
    made.do(".watch pins i2c")
    made.do(".coin 100")
    made.do(".run 1s")
    assert kinds(made.do(".back 200ms")) == ["run"]
    assert "line" in kinds(made.do(".set button_start 0"))


def test_watched_i2c_names_what_is_meant() -> None:
    made = prompt()
    made.do(".watch i2c")
    made.do(".coin 100")
    said = text(made.do(".run 400ms"))
    assert "i2c  > fram           0x0400 main odd: 875 bytes written" in said
    assert 'i2c  > message        "TEST UN MOMENTO"' in said


def test_watched_cctalk_is_decoded(tmp_path: Path) -> None:
    model = tmp_path / "cct.toml"
    from emulator.cabinet.bootrom import model_text

    model.write_text('mechanisms = "cctalk"\n' + model_text("cierzo")[1].decode(), encoding="utf-8")
    made = prompt(model=model)
    made.do(".watch uart")
    made.do(".coin 100")
    said = text(made.do(".run 1s"))
    assert "host > 2    229 read buffered credit or error codes" in said
    assert "host < 2    answer: counter 1; position" in said
    made.do(".unwatch")
    assert kinds(made.do(".run 1s")) == ["run"]


def test_wires_are_laid_and_taken_off() -> None:
    made = prompt()
    assert made.do(".set button_start 0") == []
    made.do(".set door_main 1")
    assert made.cabinet.board.line("button_start").asserted
    made.do(".free all")
    assert not [line for line in made.cabinet.board.lines.values() if line.wired is not None]
    for line in (".set lamp_start 1", ".set button_start 3", ".set nothing 1", ".set", ".free button_start"):
        assert kinds(made.do(line)) == ["error"], line


# --- memory -----------------------------------------------------------------------------------------


def test_fram_is_read_by_the_names_of_inspect() -> None:
    made = prompt()
    made.do(".coin 50")
    made.do(".run 1s")
    (row,) = made.do(".fram credits_cents")
    assert (row.fields["record"], row.fields["value"], row.fields["shown"]) == ("main odd", 50, "0.50 EUR")
    place = row.fields["place"]
    assert bytes.fromhex(made.do(f".fram {place:#x} 4")[0].fields["data"]) == (50).to_bytes(4, "little")
    assert [one.fields.get("record") for one in made.do(".fram")][1:3] == ["main even", "main odd"]
    assert len(made.do(".fram main")) > 50
    assert made.do(".fram log")[0].fields["text"] == "power_up 1"
    assert "state" not in text(made.do(".fram state")).replace("state              256 bytes  secret", "")
    for line in (".fram nothing", ".fram 0x9000", ".fram 0 0"):
        assert kinds(made.do(line)) == ["error"], line


def test_list_shows_the_source_around_a_line() -> None:
    made = prompt()
    (row,) = made.do(".list handpay.py:27")
    assert (row.fields["module"], row.fields["first"]) == ("handpay", 23)
    (marked,) = [line for line in row.text.splitlines() if line.startswith(">")]
    assert marked[1:7].strip() == "27"
    assert marked[8:] == made.cabinet.rom.sources["handpay"].splitlines()[26]
    assert len(made.do(".list main")[0].fields["lines"]) == len(made.cabinet.rom.sources["main"].splitlines())
    assert made.do(".list main:3-5")[0].fields["lines"] == made.cabinet.rom.sources["main"].splitlines()[2:5]
    for line in (".list", ".list nothing", ".list main:0", ".list main:9999", ".list ../x:1"):
        assert kinds(made.do(line)) == ["error"], line


# --- hands ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "verb", "given"),
    [
        (".coin 100", "insert", {"cents": 100}),
        (".press start 80ms", "press", {"name": "start", "ms": 80}),
        (".press start", "press", {"name": "start", "ms": 100}),
        (".door main open", "open_door", {"name": "main"}),
        (".door main close", "close_door", {"name": "main"}),
        (".key operator on", "turn_key", {"name": "operator", "on": True}),
        (".power off", "power_off", {}),
        (".cut after 3", "cut_power", {"ops": 3, "ticks": 1}),
        (".cut after 3 operations in 2", "cut_power", {"ops": 3, "ticks": 2}),
        (".damage hopper_jam cents=100", "damage", {"id": "hopper_jam", "cents": 100}),
        (".mend hopper_jam", "mend", {"id": "hopper_jam"}),
        (".do refill 100 5", "refill", {"cents": 100, "coins": 5}),
        (".do jam_reel number=1 jammed=off", "jam_reel", {"number": 1, "jammed": False}),
        (".tray", "take_tray", {}),
    ],
)
def test_hands_are_the_verbs_of_scripts(line: str, verb: str, given: dict[str, Any]) -> None:
    made = prompt()
    told: list[Any] = []
    made.cabinet.listen_inputs(lambda name, t_us, fields: told.append((name, dict(fields))))
    assert "error" not in kinds(made.do(line))
    assert told == [(verb, given)]


@pytest.mark.parametrize(
    "line",
    [".coin", ".coin x", ".coin 3", ".press nothing", ".door main", ".door main ajar", ".key operator maybe",
     ".cut", ".do", ".do nothing", ".do refill 100", ".do refill cent=100", ".do refill 1 2 3",
     ".damage nothing", ".power", ".run", ".run x", ".step 0", ".trace perhaps", ".load nothing.cab",
     ".save", ".help nothing", '."'],
)  # fmt: skip
def test_what_a_command_cannot_do_is_an_error(line: str) -> None:
    made = prompt()
    told: list[Any] = []
    made.cabinet.listen_inputs(lambda name, t_us, fields: told.append(name))
    assert kinds(made.do(line)) == ["error"]
    assert told == []


def test_every_verb_of_scripts_can_be_done() -> None:
    apart = {"probe": "", "evaluate": "python", "set_line": "set", "free_line": "free", "rewind": "back"}
    assert set(VERBS) - set(DOABLE) == set(apart)


# --- the session ------------------------------------------------------------------------------------


def test_a_saved_machine_is_gone_on_with(tmp_path: Path) -> None:
    made = prompt()
    made.do("x = 5")
    kept = tmp_path / "a.cab"
    made.do(f".save {kept}")
    before = made.cabinet
    made.do(".coin 100")
    made.do(".run 1s")
    made.do(f".load {kept}")
    assert (made.cabinet.now_us, made.cabinet is before) == (4_000_000, False)
    assert text(made.do("x, state.credits_cents")) == "(5, 0)"
    made.do(".watch coin_100")
    made.do(".coin 100")
    assert "line" in kinds(made.do(".run 1s"))


def test_trace_tells_every_event() -> None:
    made = prompt()
    made.do(".trace on")
    made.do(".coin 100")
    assert {"coin_accepted", "commit"} <= {row.fields.get("out") for row in made.do(".run 1s")}
    made.do(".trace off")
    assert kinds(made.do(".run 1s")) == ["run"]


def test_every_command_has_help_and_every_help_a_command() -> None:
    there = {name.removeprefix("_do_") for name in dir(Prompt) if name.startswith("_do_")} | set(HANDS)
    assert there == set(helping.NAMES)
    shown = text(prompt().do(".help"))
    for command in helping.COMMANDS:
        assert command.usage in shown
        assert command.what in helping.text_of(command.name)
    for topic in helping.TOPICS:
        assert helping.text_of(topic)


def test_show_tells_how_the_machine_stands() -> None:
    made = prompt()
    made.do(".door main open")
    made.do(".run 1s")
    (row,) = made.do(".show")
    assert "doors     main open" in row.text
    assert row.fields["display"]["message"].startswith("TEST ")
    assert (row.fields["powered"], row.fields["alive"], row.fields["fault"]) == (True, True, None)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (".fr", [".fram", ".free"]),
        (".press co", ["collect"]),
        (".set button_re", ["button_reserve"]),
        (
            ".watch i",
            [
                "i2c",
                "i2c_scl",
                "i2c_sda",
                "inhibit_10",
                "inhibit_100",
                "inhibit_20",
                "inhibit_200",
                "inhibit_50",
            ],
        ),
        (".door main o", ["open"]),
        (".fram credits", ["credits_cents"]),
        ("main.state.credits_c", ["main.state.credits_cents"]),
        ("x = state.reserve_c", ["state.reserve_cents"]),
        (".look state.reserve_c", ["state.reserve_cents"]),
        ("nothing.", []),
        (".damage hopper_j", ["hopper_jam"]),
    ],
)
def test_lines_are_completed(line: str, found: list[str]) -> None:
    made = prompt()
    assert made.complete(line) == found
    assert "evaluate" not in text(made.do(".journal 9"))


@pytest.mark.parametrize("word", ["x", "1.5", "-1", ""])
def test_what_is_no_number_is_refused(word: str) -> None:
    with pytest.raises(PromptError, match="a level must be"):
        number(word, "a level")
