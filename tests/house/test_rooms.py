# SPDX-License-Identifier: MIT
"""
The house as its imports draw it: floors one above the other, and rooms without a circle.

A room is a folder of modules; a module that lies loose on a floor is a room of its own. Every import counts,
in functions and for the type checker, too.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from circles import Graph, circle
from statements import statements

import machines
from emulator.types import registry as host
from machines.types import registry

ROOT = Path(machines.__file__).parents[1]
FLOORS = ("cext", "machines", "emulator")
# Programs for the board and the virtual machine's guest are no part of the house.
APART = ("machines/firmware/", "emulator/vm/guest/", "emulator/board/machine.py")


@cache
def modules() -> dict[str, Path]:
    found = {}
    for floor in FLOORS:
        for path in sorted((ROOT / floor).rglob("*.py")):
            place = path.relative_to(ROOT)
            if not place.as_posix().startswith(APART):
                found[".".join(place.with_suffix("").parts).removesuffix(".__init__")] = path
    return found


def imports(source: str) -> set[str]:
    """What of the house a module's text imports, wherever it does."""
    found = set()
    for node in statements(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                found.add(whole if whole in modules() else node.module)
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
    return {name for name in found if name in modules()}


@cache
def house() -> dict[str, set[str]]:
    return {name: imports(path.read_text(encoding="utf-8")) - {name} for name, path in modules().items()}


def room(name: str) -> str:
    return name if modules()[name].name == "__init__.py" or name.count(".") == 1 else name.rpartition(".")[0]


def rooms(graph: Graph) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for name, needed in graph.items():
        found.setdefault(room(name), set()).update(room(other) for other in needed)
    return {name: others - {name} for name, others in found.items()}


def up(graph: Graph) -> list[str]:
    """Imports that lead to a floor above."""
    heights = {floor: height for height, floor in enumerate(FLOORS)}
    height = lambda name: heights[name.partition(".")[0]]  # noqa: E731
    return [f"{name} -> {other}" for name in graph for other in graph[name] if height(other) > height(name)]


def test_no_arrow_leads_to_a_floor_above() -> None:
    assert len(house()) > 400
    assert up(house()) == []


def test_no_module_and_no_room_runs_in_a_circle() -> None:
    assert circle(house()) == []
    assert circle(rooms(house())) == []


def test_a_circle_and_an_arrow_up_are_found() -> None:
    wrong = {**house(), "machines.support.paths": {"machines.model"}}
    assert circle(wrong)
    sideways = {
        **house(),
        "machines.check.money": {*house()["machines.check.money"], "machines.types.registry"},
    }
    assert circle(rooms(sideways))
    assert up({"machines.model": {"emulator.support.i18n"}}) == ["machines.model -> emulator.support.i18n"]
    assert imports("def f():\n    from machines import model\n") == {"machines.model"}


# Only these rooms know what a machine's type means.
OF_A_TYPE = re.compile(
    r"(machines/(types|firmware)|emulator/(types|panel/machine))/(cycle|chance|skill)/"
    # The law has other rows for each type, and a check or a paper of the file is about some of them.
    r"|emulator/lab/(checks|dossier|bench)/"
)


# What has neither such a name nor a letter beside a word of types asks nothing.
NAMED = re.compile(r"\b([a-z]+_)?(cycle|chance|skill)\b|\b(Cycle|Chance|Skill)Model\b")
LETTER, TYPE = re.compile(r"""['"][ABC]['"]"""), re.compile(r"(?i)type")


def asks(source: str) -> list[int]:
    """Lines that ask of which type a machine is: its model's class, its letter, a part named for a type."""
    found: list[int] = []
    if not NAMED.search(source) and not (LETTER.search(source) and TYPE.search(source)):
        return found
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "isinstance":
            asked = re.search(r"\b(Cycle|Chance|Skill)Model\b", ast.unparse(node.args[1]))
        elif isinstance(node, ast.Attribute):
            asked = re.fullmatch(r"([a-z]+_)?(cycle|chance|skill)", node.attr)
        else:
            letters = isinstance(node, ast.Compare) and any(
                getattr(one, "value", None) in ("A", "B", "C") for one in ast.walk(node)
            )
            asked = letters and re.search(r"(?i)(\.type|'TYPE']) .*'[ABC]'", ast.unparse(node))
        if asked:
            found.append(node.lineno)
    return found


def test_nobody_asks_for_the_type_of_a_machine() -> None:
    """What differs by type is offered by an object in ``machines/types``, ``emulator/types`` or the panel."""
    found = {
        path.relative_to(ROOT).as_posix(): asks(path.read_text(encoding="utf-8"))
        for path in [*modules().values(), *(ROOT / "machines/firmware").rglob("*.py")]
        if not OF_A_TYPE.match(path.relative_to(ROOT).as_posix())
    }
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_who_asks_is_noticed() -> None:
    assert asks("if isinstance(model, ChanceModel | SkillModel):\n    pass") == [1]
    assert asks('rule = "B-07" if model.type == "B" else "C-06"') == [1]
    assert asks('wide = model.type in ("A", "C")') == [1]
    assert asks('exact = limits["TYPE"] != "C"') == [1]
    assert asks('hiding = state.outcome if settings.TYPE == "B" else bytes(1)') == [1]
    assert asks("lines = kit.front.chance.lines if kit.front.chance else 1") == [1, 1]
    assert asks("return not seen.playing_skill") == [1]
    assert asks("known = isinstance(model, Model) and event.type == KEYDOWN") == []


def test_only_their_registry_knows_the_fronts_of_the_types() -> None:
    """The stage asks a front for its parts; a fourth type is a room of its own and a row of the registry."""
    front = re.compile(r"emulator\.panel\.machine\.(cycle|chance|skill)\b")
    others = {name: needed for name, needed in house().items() if not front.match(name)}
    known = {name for name, needed in others.items() if any(map(front.match, needed))}
    assert known == {"emulator.panel.machine.registry"}
    own = re.compile(r"(machines|emulator)\.types\.(cycle|chance|skill)\b")
    panel = {name: needed for name, needed in others.items() if name.startswith("emulator.panel.")}
    assert {name for name, needed in panel.items() if any(map(own.match, needed))} == set()


def test_the_types_of_the_world_are_those_of_the_machines() -> None:
    assert tuple(host.TYPES) == tuple(registry.TYPES)
    assert [kind.stops is not None for kind in host.TYPES.values()] == [
        kind.drawn for kind in registry.TYPES.values()
    ]
