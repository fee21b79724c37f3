# SPDX-License-Identifier: MIT
"""The firmware as text: MicroPython compiles it, its stubs fit it, and it imports nothing of ours."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import pytest
from firmware_texts import said
from opened import opened
from soon import soon

from emulator import Cabinet
from machines.model import Model, model_names, model_text, read_model
from machines.rom import program as rom
from machines.rom.mpy import compile_module
from machines.rom.program import build_rom, firmware_sources, translated
from machines.support.languages import languages
from machines.support.plain import read_toml

FIRMWARE = rom.FIRMWARE_FOLDER
MODULES = sorted(
    path for path in FIRMWARE.rglob("*.py") if path.name != "__init__.py" and path.parent.name != "typecheck"
)
LIBRARY = {"struct", "binascii", "hashlib", "time"}
PROVIDED = {"machine", "payout", "settings"}
# What MicroPython lacks, of what a Python programmer reaches for without thinking.
MISSING_METHODS = {
    "zfill",
    "removeprefix",
    "removesuffix",
    "bit_length",
    "casefold",
    "isidentifier",
    "_replace",
}
LEGAL_NUMBERS = {400, 800, 5_000, 600_000, 8_000, 12_000}


def trees() -> list[tuple[str, ast.Module]]:
    return [(path.stem, ast.parse(path.read_text("utf-8"))) for path in MODULES]


def offered(path: Path) -> dict[str, int]:
    """The functions of a module that others may call, with how many arguments they take."""
    defined = [node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)]
    return {node.name: len(node.args.args) for node in defined if node.name[0] != "_"}


@pytest.mark.parametrize("rooms", [("parallel", "cctalk"), ("drums", "screen"), ("alone", "linked")])
def test_a_module_of_either_room_offers_what_the_firmware_calls(rooms: tuple[str, str]) -> None:
    """The ROM has one of them, and nobody asks which."""
    texts = [path.read_text("utf-8") for path in MODULES if path.parent.name not in rooms]
    modules = {path.name for path in (FIRMWARE / rooms[0]).glob("*.py")}
    assert modules and not modules & {path.name for path in FIRMWARE.glob("*.py")}
    for module in modules:
        one, other = (offered(FIRMWARE / room / module) for room in rooms)
        name = "drive" if module.endswith("_drive.py") else module.removesuffix(".py")
        called = [each for each in one | other if any(f"{name}.{each}(" in text for text in texts)]
        assert called and [one.get(each) for each in called] == [other.get(each) for each in called], module


def imports(tree: ast.Module) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_mpy_cross_compiles_every_module(path: Path) -> None:
    assert compile_module(path.stem, path.read_text(encoding="utf-8"))[:2] == b"M\x06"


@pytest.mark.long
def test_the_stubs_of_micropython_fit_the_firmware() -> None:
    done = subprocess.run(
        [sys.executable, str(FIRMWARE / "typecheck" / "check.py")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_firmware_imports_only_itself_and_what_a_board_offers() -> None:
    ours = {path.stem for path in MODULES}
    for name, tree in trees():
        assert imports(tree) <= ours | LIBRARY | PROVIDED, name


def deepest(sources: Mapping[str, str]) -> list[str]:
    """The longest chain of imports that wait for each other while ``main`` starts."""
    known, longest = {"main"}, ["main"]

    def follow(chain: list[str]) -> None:
        nonlocal longest
        longest = max(longest, chain, key=len)
        for node in ast.parse(sources[chain[-1]]).body:
            named = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in [node.module or ""] if isinstance(node, ast.ImportFrom) else named:
                if name in sources and name not in known:
                    known.add(name)
                    follow([*chain, name])

    follow(["main"])
    return longest


def wired(name: str, mechanisms: str) -> Model:
    """A shipped model with lines of its own for coins, or with ccTalk."""
    return read_model({**read_toml(model_text(name)[1].decode()), "mechanisms": mechanisms}, source=name)


@pytest.mark.parametrize("mechanisms", soon(["parallel", "cctalk"], "cctalk"))
@pytest.mark.parametrize("name", model_names())
def test_no_import_lies_too_deep_for_the_stack_of_the_board(name: str, mechanisms: str) -> None:
    """Seven were too deep: no machine of type C with ccTalk started on genuine MicroPython."""
    sources = build_rom(wired(name, mechanisms)).sources
    assert len(deepest(sources)) <= 5, deepest(sources)


def test_imports_that_lie_too_deep_are_found() -> None:
    sources = dict(build_rom(wired("moncayo", "cctalk")).sources)
    sources["main"] = sources["main"].replace("import audit\nimport payer\nimport play\n", "")
    assert len(deepest(sources)) > 5


@pytest.mark.parametrize("name", ["moncayo", "cierzo", "cometa"])
def test_each_type_starts_with_cctalk_on_micropython(name: str) -> None:
    cab = opened(Cabinet(wired(name, "cctalk"), seed="00", runtime="micropython"))
    cab.run(ms=3_000)
    assert (cab.fault, cab.tilt) == (None, "")


def test_only_the_wiring_imports_machine() -> None:
    assert [name for name, tree in trees() if "machine" in imports(tree)] == ["wiring"]


def test_only_the_play_and_the_boot_reach_chance() -> None:
    reaching = {name for name, tree in trees() if "payout" in imports(tree)}
    # The guard of a table's device asks for the self test alone.
    devices = {"dice_cup", "electronic_wheel", "device_guard"}
    assert reaching == {"main", "play", "gamble", "test_play", *devices}
    guard = dict(trees())["device_guard"]
    asked = {node.attr for node in ast.walk(guard) if isinstance(node, ast.Attribute)
             and getattr(node.value, "id", "") == "payout"}  # fmt: skip
    assert asked == {"describe", "check"}


def test_the_record_layout_needs_no_board() -> None:
    tree = dict(trees())["nvram"]
    assert imports(tree) == {"struct", "binascii", "hashlib"}


def test_firmware_keeps_to_what_micropython_has() -> None:
    for name, tree in trees():
        for node in ast.walk(tree):
            assert not isinstance(node, ast.Match | ast.AsyncFunctionDef | ast.Global | ast.Nonlocal), name
            assert not isinstance(node, ast.Yield | ast.YieldFrom), name
            if isinstance(node, ast.List | ast.Tuple | ast.Set):
                assert not any(isinstance(item, ast.Starred) for item in node.elts), f"{name}:{node.lineno}"
            if isinstance(node, ast.Attribute):
                assert node.attr not in MISSING_METHODS, f"{name}:{node.lineno}"
            if isinstance(node, ast.arguments):
                assert not node.posonlyargs, name


def test_firmware_has_no_floats() -> None:
    for name, tree in trees():
        for node in ast.walk(tree):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), name
            assert not isinstance(node, ast.Div), name


def test_no_legal_limit_is_typed_into_the_firmware() -> None:
    """DESIGN: limits are data of a rule profile and come in through settings."""
    for name, tree in trees():
        if name == "nvram":
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and type(node.value) is int:
                assert node.value not in LEGAL_NUMBERS, f"{name}:{node.lineno}"


def texts_of(language: str, test: int, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    settings = ModuleType("settings")
    settings.__dict__.update(TEST=test, MONEY_DIGITS=2)
    monkeypatch.setitem(sys.modules, "settings", settings)
    for name, source in translated(firmware_sources(), language).items():
        if name.endswith("_texts"):
            table = ModuleType(name)
            exec(source, table.__dict__)
            monkeypatch.setitem(sys.modules, name, table)
    module = ModuleType("texts")
    exec((FIRMWARE / "texts.py").read_text("utf-8"), module.__dict__)
    return module


@pytest.mark.parametrize("language", languages())
def test_every_text_fits_the_message_line(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = texts_of(language, 1, monkeypatch)
    longest = {"insert_only": "0,10 0,20 0,50 1,00"}
    counters = {"plays": "", "prizes": "", "serial": "", "won": " X 0,10", "coins_in": " X 0,10"}
    counters["coins_out"] = " X 0,10"
    rows = [row for row in said(language, "line_texts.py") if not row[0].endswith("_")]
    # The amount that a broken-off payment owes follows its tilt.
    for key, words in [*rows, ("hopper_100", "{}"), ("reel_3", "")]:
        word = "9" * 10 + counters[key] if key in counters else longest.get(key, "120,00")
        shown = (word, word)[: words.count("{}")]
        text = texts.text(key, shown)
        assert text != key
        assert len("TEST " + text) <= 32, text
        assert texts.line((key, *shown), 32) == f"TEST {text}".ljust(32).encode("latin-1")


@pytest.mark.parametrize("language", languages())
def test_a_text_has_the_same_places_in_every_language(language: str) -> None:
    for names in ((), ("cup/cup_texts.py",), ("wheel/wheel_texts.py",)):
        for (key, text), (same, source) in zip(said(language, *names), said("en", *names), strict=True):
            assert key == same and re.findall("{.*?}", text) == re.findall("{.*?}", source), key


def test_words_that_are_alike_in_english_differ_by_their_keys() -> None:
    rows, english = dict(said("es")), dict(said("en"))
    assert english["in_sum"] == english["ident_in"]
    assert (rows["in_sum"], rows["ident_in"]) == ("ENTRADA {}", "EN {}")


def test_amounts_are_written_as_the_language_writes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    assert texts_of("es", 0, monkeypatch).amount(1_205) == "12,05"
    assert texts_of("en", 0, monkeypatch).amount(8_000) == "80.00"


def test_every_tilt_has_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = texts_of("es", 0, monkeypatch)
    reported = set()
    for name, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("tilt.report", "report"):
                code = node.args[1]
                reported |= {code.value} if isinstance(code, ast.Constant) else set()
                if ast.unparse(code) == "state.counter_fault":
                    continue
                assert isinstance(code, ast.Constant) or name in ("payer", "reels", "hopper_drive"), (
                    ast.unparse(node)
                )
    assert {"meter", "coin", "runaway", "program"} <= reported
    sealed = {"counter", "counter_id", "counter_seal", "counter_temp"}
    for code in reported | sealed | {"memory", "audit", "hopper_10", "reel_1"}:
        waits = code == "handpay"
        assert texts.text(code, ()).startswith("PREMIO" if waits else "AVERÍA"), code


def test_modules_stay_small() -> None:
    for path in MODULES:
        lines = path.read_text("utf-8").splitlines()
        assert lines[0] == "# SPDX-License-Identifier: MIT"
        assert len(lines) <= 400, path.name
    for name, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                assert (node.end_lineno or 0) - node.lineno < 45, f"{name}.{node.name}"
