# SPDX-License-Identifier: MIT
"""Our firmware with one thing wrong, on the bench: the black-box check that is named must notice it."""

from __future__ import annotations

import ast
import importlib
import tomllib
from pathlib import Path
from typing import Any

import pytest
from blackbox import Make, cierzo
from places import TESTS

from emulator import Cabinet, EmulatorError
from emulator.cabinet.books import BalanceError
from emulator.cabinet.ledger import LedgerError
from machines.rom.program import firmware_sources

# Each file is one mutant: rule, file, old and new text, test, and optionally
#   arguments    of the test
#   says         part of what the check must say
#   noticed_by   "check" (default) or "books": the cabinet's own balances are quicker than the eye
MUTANTS = sorted((TESTS / "mutants").glob("*.toml"))
# What a cabinet has inside: no instrument reaches it.
INNER = {"board", "books", "ledger", "rom", "tilt", "_parts", "fram", "snapshot"}


def spoil(mutant: dict[str, Any]) -> dict[str, str]:
    """The sources with this one change, which must still find its place."""
    sources = firmware_sources()
    module = mutant["file"].removesuffix(".py")
    assert sources[module].count(mutant["old"]) == 1, f"old must stand once in {module}: mend it"
    sources[module] = sources[module].replace(mutant["old"], mutant["new"])
    return sources


def maker(sources: dict[str, str], made: list[Cabinet]) -> Make:
    """Makes cabinets with these sources and remembers them."""

    def make(*arguments: Any, **options: Any) -> Cabinet:
        made.append(cierzo(*arguments, firmware=sources, trust_firmware=True, **options))
        return made[-1]

    return make


@pytest.mark.parametrize("path", MUTANTS, ids=lambda path: path.stem)
def test_a_check_notices_each_mutant(path: Path) -> None:
    mutant = tomllib.loads(path.read_text(encoding="utf-8"))
    module, _, name = mutant["test"].partition(".")
    check = getattr(importlib.import_module(module), name)
    made: list[Cabinet] = []
    expected = (BalanceError, LedgerError) if mutant.get("noticed_by") == "books" else AssertionError
    with pytest.raises(expected) as caught:
        check(make=maker(spoil(mutant), made), **mutant.get("arguments", {}))
    assert mutant.get("says", "") in str(caught.value)
    assert [cab.fault for cab in made if cab.fault] == [], "a mutant must be wrong, not broken"


def test_every_mutant_names_a_rule_and_a_check_of_that_file() -> None:
    for path in MUTANTS:
        mutant = tomllib.loads(path.read_text(encoding="utf-8"))
        assert path.stem.startswith(mutant["rule"].lower().replace("-", ""))
        assert mutant["test"].startswith("test_blackbox_")
        assert mutant["old"] != mutant["new"]


def test_there_are_mutants_for_every_group_of_rules() -> None:
    spoilt = {path.stem.split("_")[0] for path in MUTANTS}
    plays = {"b02", "b03", "b10", "b11", "b23", "b29", "k16"}
    money = {"b12", "b13", "b14", "b16", "b18", "b20", "b21", "b31"}
    assert len(MUTANTS) >= 40
    assert spoilt >= plays | money | {"b30", "k01", "k02", "k17", "k18"}


def test_the_bench_knows_nothing_of_ours_but_the_cabinet() -> None:
    """Black box means: no import of machines, cext or a part of emulator, and no look into a cabinet."""
    ours = {"cext", "machines", "emulator"}
    for path in (TESTS / "support" / "blackbox.py", *sorted((TESTS / "blackbox").glob("test_blackbox_*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert not ours & {name.name.partition(".")[0] for name in node.names}, path.name
            elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in ours:
                assert (node.module, [name.name for name in node.names]) == ("emulator", ["Cabinet"])
            elif isinstance(node, ast.Attribute) and node.attr in INNER:
                raise AssertionError(f"{path.name}:{node.lineno} looks at {node.attr}")


def test_unspoilt_sources_pass_through_the_same_maker() -> None:
    """The maker itself spoils nothing: the plain machine passes a check that many mutants fail."""
    from test_blackbox_play import test_b03_no_double_play_without_its_whole_price as check

    made: list[Cabinet] = []
    check(make=maker(firmware_sources(), made))
    assert made and issubclass(BalanceError, EmulatorError)
