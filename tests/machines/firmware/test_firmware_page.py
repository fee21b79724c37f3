# SPDX-License-Identifier: MIT
"""docs/firmware.md: its tables are true, and its jobs are done once more to a copy of the firmware."""

from __future__ import annotations

import ast
import json
import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from board_helpers import run_ms
from menu_rig import go_to, menu, push, shut
from places import ROOT
from vm_helpers import program, vm_board

from emulator import Cabinet
from emulator.board.errors import PowerCut
from emulator.debug.statements import statement_lines
from machines.firmware import nvram
from machines.firmware.chance import outcome_at as chance_at
from machines.firmware.cycle import outcome_at as cycle_at
from machines.rom.program import FIRMWARE_FOLDER

PAGE = (ROOT / "docs" / "firmware.md").read_text(encoding="utf-8")
# Programs of the dice cup and of the wheel, what both share, and the check of types.
APART = ("chance_device", "cup", "wheel", "typecheck")


def section(title: str) -> str:
    """What stands below a heading of the page."""
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def table(text: str) -> dict[str, str]:
    """Second cell by first cell of the rows of its tables whose first cell is code."""
    return dict(re.findall(r"(?m)^\| `([^`]+)` \| (.+?) \|$", text))


def copied(folder: Path, edits: Mapping[str, tuple[str, str]], files: Mapping[str, str]) -> Path:
    """The firmware in a folder, with changes: file -> (old, new); a module that menu.py names is imported."""
    own = folder / "firmware"
    shutil.copytree(FIRMWARE_FOLDER, own)
    for name, (old, new) in edits.items():
        text = (own / name).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{name} must have once: {old}"
        changed = text.replace(old, new)
        if name == "menu.py":
            changed = changed.replace("import nvram\n", "import menu_thanks\nimport nvram\n", 1)
        (own / name).write_text(changed, encoding="utf-8")
    for name, text in files.items():
        (own / name).write_text(text, encoding="utf-8")
    return own


def own_cabinet(model: str, firmware: Path, **options: Any) -> Cabinet:
    """A TEST machine with that firmware, ready to be played."""
    cab = Cabinet(model, seed="00", firmware=firmware, trust_firmware=True, **options)
    cab.run(ms=4_500)
    return cab


# --- tables ----------------------------------------------------------------------------------------


def test_every_module_is_on_the_page_and_nothing_else() -> None:
    files = {
        path.relative_to(FIRMWARE_FOLDER).as_posix()
        for path in FIRMWARE_FOLDER.rglob("*.py")
        if path.name != "__init__.py" and path.relative_to(FIRMWARE_FOLDER).parts[0] not in APART
    }
    assert table(section("The modules")).keys() == files


def test_the_tick_calls_what_the_page_says_in_that_order() -> None:
    tree = ast.parse((FIRMWARE_FOLDER / "main.py").read_text(encoding="utf-8"))
    bodies = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    calls: dict[str, list[str]] = {}
    for name in ("boot", "tick", "_watch", "_take", "_decide", "_admit", "_light", "_show"):
        found = sorted(
            (node.lineno, ast.unparse(node.func))
            for node in ast.walk(bodies[name])
            if isinstance(node, ast.Call)
            and re.fullmatch(r"\w+\.(poll|show|close|admit|feed|boot|halt|rest)|_\w+", ast.unparse(node.func))
        )
        calls[name] = [word for _, word in found]
    rows = dict(re.findall(r"(?m)^\| `(\w+)` \| [^|]+ \| (.+?) \|$", section("The tick")))
    told = {name: re.findall(r"`([\w.]+)`", rows[name]) for name in rows}
    assert told["_watch"] == calls["_watch"]
    assert told["_take"] == calls["_take"]
    assert told["_decide"] == calls["_decide"]
    assert told["_admit"] == calls["_admit"]
    assert told["_light"] == calls["_light"]
    assert told["_show"] == calls["_show"]


@pytest.mark.parametrize(("title", "module"), [("Type B", cycle_at), ("Type C", chance_at)])
def test_the_outcome_lies_where_the_page_says(title: str, module: Any) -> None:
    text = section("The outcome").partition(f"\n### {title}")[2].partition("\n### ")[0]
    rows = re.findall(r"(?m)^\| (\d+) \| (\d+) \| `(\w+)` \|", text)
    told = {name: int(at) for at, _, name in rows}
    known = {name: value for name, value in vars(module).items() if name.endswith("_AT")}
    assert told == known
    ends: dict[str, int] = {}
    for at, size, name in rows:
        inside = "entry" if name in ENTRY_ROWS and title == "Type B" else "outcome"
        assert int(at) >= ends.get(inside, 0), name
        ends[inside] = int(at) + int(size)
    assert ends["outcome"] <= nvram.OUTCOME_SIZE


ENTRY_ROWS = ("PRIZE_CLASS_AT", "PLANNED_AT", "RETURNED_AT", "PRIZE_CENTS_AT", "STOPS_AT")


def test_the_five_functions_of_payout_are_on_the_page() -> None:
    cab = Cabinet("cierzo", seed="00")
    payout = cab.board.payout
    assert payout is not None
    assert set(re.findall(r"(?m)^\| `(\w+)\(", section("The native module"))) == payout.functions().keys()  # type: ignore[attr-defined]


def test_payout_refuses_what_the_page_says() -> None:
    cab = Cabinet("cierzo", seed="00", entropy=lambda: bytes(32))
    cab.run(ms=100)
    assert cab.board.payout is not None
    payout: Any = cab.board.payout.functions()  # type: ignore[attr-defined]
    assert "`ValueError`: a state, stake, hold or action that the core refuses" in PAGE
    state = payout["trial"]()
    after, outcome = payout["step"](state, 1, 0)
    assert (len(state), len(after), len(outcome)) == (256, 256, 48)
    for wrong in ((b"", 1, 0), (state, 9, 0), (state, 1, 255)):
        with pytest.raises(ValueError):
            payout["step"](*wrong)
    with pytest.raises(ValueError):
        payout["absorb"](b"")
    assert payout["check"](state) is False and payout["check"](bytes(256)) is False
    assert len(payout["describe"]()[4]) == 32
    cab.board.power_off()
    for name, arguments in (("step", (state, 1, 0)), ("absorb", (state,)), ("trial", ())):
        with pytest.raises(PowerCut):
            payout[name](*arguments)


TRAPS = {
    **{
        f"import {name}": "ImportError"
        for name in ("typing", "dataclasses", "enum", "functools", "itertools", "pathlib")
    },
    "match 1:\n    case 1:\n        pass": "SyntaxError",
    "def f(a, /):\n    pass": "SyntaxError",
    "(8).bit_length": "AttributeError",
    "'ab'.removeprefix": "AttributeError",
    "x = {**{}}": "SyntaxError",
    "class E(ValueError, KeyError):\n    pass": "TypeError",
    "breakpoint()": "NameError",
}


@pytest.mark.parametrize("trap", TRAPS)
def test_what_micropython_lacks_is_a_fault_there(trap: str) -> None:
    board = vm_board(program(top=trap))
    board.power_on()
    run_ms(board, 1)
    assert TRAPS[trap] in str(board.fault)


def test_every_place_that_is_named_can_be_stopped_at() -> None:
    commands = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    places = re.findall(r"(?:--break |b |`)((?:\w+/)?\w+\.py):(\d+)", PAGE.partition("\n## A bug found")[0])
    places += re.findall(r"stop in pdb at this line, such as `(.+?):(\d+)` or `(.+?):(\d+)`", commands)
    assert len(places) >= 5
    for file, line, *more in places:
        for name, at in ((file, line), tuple(more) or (file, line)):
            text = (FIRMWARE_FOLDER / name).read_text(encoding="utf-8")
            assert int(at) in statement_lines(text), f"{name}:{at}"


def test_the_editors_file_is_json_and_waits_where_the_command_listens() -> None:
    (text,) = re.findall(r"(?s)```json\n(.+?)```", section("In an editor"))
    (one,) = json.loads(text)["configurations"]
    assert (one["type"], one["request"], one["connect"]["host"]) == ("debugpy", "attach", "127.0.0.1")
    assert f"--debugpy {one['connect']['port']}\n" in section("In an editor")


def test_a_record_of_another_layout_is_no_record(tmp_path: Path) -> None:
    row = '        ("spare", "B", 1, "0"),\n'
    own = copied(tmp_path, {"nvram.py": (row, row + '        ("extra", "B", 1, "0"),\n')}, {})
    cab = own_cabinet("cierzo", own)
    assert (cab.display.message, cab.fault) == ("TEST AVERÍA: MEMORIA", None)
    assert "A firmware whose record has other rows finds no record of its own: tilt `memory`" in PAGE


# --- jobs ------------------------------------------------------------------------------------------


def insert(cab: Cabinet, cents: int = 100) -> None:
    cab.insert(cents)
    cab.run(ms=900)


def thanks(cab: Cabinet) -> None:
    insert(cab)
    assert cab.display.message == "TEST GRACIAS"


def lit(cab: Cabinet) -> None:
    assert 44 not in cab.glass
    insert(cab)
    assert 44 in cab.glass


def chosen(cab: Cabinet) -> None:
    thanks(cab)
    go_to(menu(cab), "GRACIAS")
    assert cab.display.message == "TEST GRACIAS: SÍ"
    push(cab, "start")
    assert cab.display.message == "TEST GRACIAS: NO"
    cab.power_off()
    cab.power_on()
    shut(cab)
    insert(cab)
    assert "GRACIAS" not in cab.display.message


def once(cab: Cabinet) -> None:
    insert(cab)
    cab.press("start")
    cab.run(ms=4_000)
    assert cab.display.message == "TEST PARE LUZ: 1 DE 1"
    cab.press("start")
    cab.run(ms=8_000)
    assert [row["stops"][5] for row in cab.last_plays] == [1]


class Job(NamedTuple):
    """Changes that a section of the page describes, and what a machine does with them."""

    model: str
    edits: dict[str, tuple[str, str]]
    files: dict[str, str]
    holds: Callable[[Cabinet], None]


MENU_THANKS = '''\
"""Menu page: whether the machine thanks for a coin."""

import menu_keys
import store
from state import LAMP_COLLECT, LAMP_START, State


def poll(state: State) -> bool:
    if menu_keys.pressed(state, menu_keys.LEAVE):
        return False
    if menu_keys.pressed(state, menu_keys.ENTER):
        state.spare ^= 1
        store.commit(state)
    state.menu_lamps = LAMP_COLLECT | LAMP_START
    return True


def text(state: State) -> tuple:
    return ("thanks_off",) if state.spare else ("thanks_on",)
'''
ONCE_ROUND = '''\
"""A light stopper whose first round decides all."""

import rows
from state import State
from stopper_round import begin, lamps, lights, poll, start


def over(state: State) -> bool:
    return rows.get(state.state, "round") >= 1


def say(state: State) -> tuple:
    return ("stop", 1, 1)
'''
JOBS = {
    "A message": Job(
        "cierzo",
        {
            "line_texts.py": ("\nstart|PRESS START\n", "\nstart|PRESS START\nthanks|GRACIAS\n"),
            "coins.py": (
                "        state.drop_cents += cents\n",
                '        state.drop_cents += cents\n    state.say(("thanks",))\n',
            ),
        },
        {},
        thanks,
    ),
    "A lamp": Job(
        "cierzo",
        {
            "cycle/front.py": (
                "    lit = _dare(state)\n",
                "    lit = _dare(state)\n    if state.credits_cents:\n        lit |= 1 << 44\n",
            )
        },
        {},
        lit,
    ),
    "A setting": Job(
        "cierzo",
        {
            "line_texts.py": ("\nstart|PRESS START\n", "\nstart|PRESS START\nthanks|GRACIAS\n"),
            "coins.py": (
                "        state.drop_cents += cents\n",
                (
                    "        state.drop_cents += cents\n"
                    '    if not state.spare:\n        state.say(("thanks",))\n'
                ),
            ),
            "menu.py": (
                '    ("menu_clear", menu_clear),\n) + front.PAGES\n',
                '    ("menu_clear", menu_clear),\n    ("menu_thanks", menu_thanks),\n) + front.PAGES\n',
            ),
            "menu_texts.py": (
                "\ntry_over|TEST CREDITS USED UP\n",
                (
                    "\ntry_over|TEST CREDITS USED UP\n"
                    "menu_thanks|GRACIAS\nthanks_on|GRACIAS: SÍ\nthanks_off|GRACIAS: NO\n"
                ),
            ),
        },
        {"menu_thanks.py": MENU_THANKS},
        chosen,
    ),
    "A second game": Job(
        "cometa",
        {
            "skill/rooms.py": (
                "import stopper_round\n\nROOMS: dict = {game.STOPPER: stopper_round,",
                "import once_round\n\nROOMS: dict = {game.STOPPER: once_round,",
            )
        },
        {"skill/once_round.py": ONCE_ROUND},
        once,
    ),
}


@pytest.mark.parametrize("job", JOBS)
def test_a_job_of_the_page_does_what_it_says(job: str, tmp_path: Path) -> None:
    model, edits, files, holds = JOBS[job]
    own = copied(tmp_path, edits, files)
    holds(own_cabinet(model, own))
    text = section("Jobs").partition(f"\n### {job}\n")[2].partition("\n### ")[0]
    for file, (old, new) in edits.items():
        assert f"`{file}`" in text
        added = [line.strip() for line in new.splitlines() if line.strip() and line not in old]
        assert added and all(line in text for line in added), file
    for file, source in files.items():
        assert f"`{file}`" in text and f"```python\n{source}```" in text
    count = len(edits) + len(files)
    assert f"{count} file{'s' if count > 1 else ''}." in text
