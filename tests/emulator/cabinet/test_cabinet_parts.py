# SPDX-License-Identifier: MIT
"""A cabinet has its parts: their imports run one way, and each event does what the table of events says."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

import pytest
from places import ROOT

from emulator import Cabinet
from emulator.cabinet.acts import Acts
from emulator.cabinet.keep import Keep
from emulator.cabinet.view import View

EMULATOR = ROOT / "emulator"
ROOM = "emulator.cabinet"
# What the cabinet may import of the emulator: the rooms below it.
BELOW = {"board", "devices", "link", "support", "vm"}


def imports(path: Path) -> Iterator[str]:
    """Modules of the emulator that a file imports anywhere, in functions and for types as well."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("emulator"):
            for alias in node.names:
                file = EMULATOR.parent / f"{node.module.replace('.', '/')}/{alias.name}.py"
                yield f"{node.module}.{alias.name}" if file.exists() else node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("emulator"))


def require_one_way(graph: dict[str, set[str]]) -> None:
    """Circles among modules of the cabinet raise CycleError; whatever lies above it is named."""
    room = {module: {name for name in names if name.startswith(ROOM)} for module, names in graph.items()}
    TopologicalSorter(room).prepare()
    outside = {name for names in graph.values() for name in names if not name.startswith(ROOM)}
    above = {name for name in outside if name != "emulator" and name.split(".")[1] not in BELOW}
    assert not above, f"the cabinet must not import {', '.join(sorted(above))}"


def graph_of_the_cabinet() -> dict[str, set[str]]:
    modules = {path.stem: path for path in (EMULATOR / "cabinet").glob("*.py") if path.stem != "__init__"}
    return {f"{ROOM}.{stem}": set(imports(path)) for stem, path in modules.items()}


def test_imports_run_one_way() -> None:
    require_one_way(graph_of_the_cabinet())


@pytest.mark.parametrize("room", ["board", "devices", "vm"])
def test_rooms_below_know_no_cabinet(room: str) -> None:
    for path in (EMULATOR / room).rglob("*.py"):
        assert not [name for name in imports(path) if name.startswith(ROOM)], path


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("ledger", "emulator.cabinet.cabinet"),
        ("acts", "emulator.cabinet.cabinet"),
        ("view", "emulator.panel"),
    ],
)
def test_an_arrow_back_up_is_noticed(module: str, name: str) -> None:
    graph = graph_of_the_cabinet()
    graph[f"{ROOM}.{module}"].add(name)
    with pytest.raises((CycleError, AssertionError)):
        require_one_way(graph)


def test_only_the_cabinet_sees_all_parts() -> None:
    """No part imports the whole of which it is a part."""
    graph = graph_of_the_cabinet()
    assert [module for module, names in graph.items() if f"{ROOM}.cabinet" in names] == []


@pytest.mark.parametrize("part", [Acts, View, Keep])
def test_the_face_has_every_name_of_a_part(part: type) -> None:
    """With the same parameters: what is passed on under another name or in another order would show."""
    own = {"restore", "advance", "why_returned", "remember", "history"}
    names = [name for name in vars(part) if not name.startswith("_") and name not in own]
    assert len(names) >= 6
    for name in names:
        inner, outer = vars(part)[name], vars(Cabinet.__mro__[1])[name]
        if part is View:
            assert isinstance(outer, property) and outer.__doc__ == inner.__doc__, name
        else:
            assert inspect.signature(inner) == inspect.signature(outer), name


def test_a_keyword_that_no_cabinet_has_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'sed'"):
        Cabinet("cierzo", sed="00")  # type: ignore[call-arg]


# -- the table of events ----------------------------------------------------------------------------------


class Heard:
    """A cabinet that has started, and what listeners hear of the events that its board emits."""

    def __init__(self, model: str) -> None:
        self.lines: list[str] = []
        self.cab = Cabinet(model, seed="00", console=self.lines.append)
        self.cab.run(ms=6_000)
        self.last: tuple[str, dict[str, Any]] = ("", {})
        self.cab.listen(self._hear)

    def _hear(self, kind: str, t_us: int, fields: Any) -> None:
        self.last = (kind, dict(fields))

    def of(self, kind: str, **fields: Any) -> dict[str, Any]:
        """What is heard of one event."""
        self.cab.board.emit(kind, **fields)
        assert self.last[0] == kind
        return self.last[1]

    def booked_more(self, cents: int) -> None:
        """As if a coin more had gone through the gate than the books know."""
        self.cab.ledger._flows["slot", "accepted"] = self.cab.ledger.flow("slot", "accepted") + cents


def step(heard: Heard, kind: str = "step") -> None:
    fields = heard.of(kind, held=1, before=b"key", after=b"key", outcome=b"\1\2", number=7)
    assert fields == {"held": 1, "outcome": "0102", "state": "2c70e12b7a0646f9"}


def absorb(heard: Heard) -> None:
    assert heard.of("absorb", key=b"key") == {}


def display(heard: Heard) -> None:
    assert heard.of("display", name="counters") == {
        "name": "counters",
        "credits": heard.cab.display.credits,
        "reserve": heard.cab.display.reserve,
        "prizes": heard.cab.display.prizes,
    }
    assert heard.of("display", name="glass") == {"name": "glass"}


def meter(heard: Heard) -> None:
    kept: list[int] = []
    heard.cab.keep_with(lambda: kept.append(1))
    heard.of("meter", name="plays")
    heard.cab.settle()
    assert kept == [1]


def coin_returned(heard: Heard) -> None:
    assert heard.of("coin_returned", cents=5, why="")["why"] == "unknown"
    assert heard.of("coin_returned", cents=5, why="slug")["why"] == "slug"


def note_sent_back(heard: Heard, kind: str) -> None:
    assert heard.of(kind, cents=700, why="")["why"] == "unknown"
    assert heard.of(kind, cents=700, why="jam")["why"] == "jam"


def hopper_silent(heard: Heard) -> None:
    heard.cab.ledger._flows["hopper_10", "paying"] = heard.cab.ledger.flow("hopper_10", "paying") + 10
    heard.of("hopper_silent", cents=10)
    assert heard.cab.books.differences == {"out_unbooked": 10}


def fault_doubt(heard: Heard) -> None:
    heard.of("fault_doubt", id="coin_line_stuck", cents=100)
    doubtful = [row[:2] for row in heard.cab.books.save()["doubtful"]]
    assert doubtful == [("coin_line_stuck", 100)]


def fault_moved(heard: Heard) -> None:
    heard.of("fault_moved", id="coin_double", way="out", cents=10)
    assert heard.cab.books.differences == {"fault:coin_double": 10}


def fault_ticket(heard: Heard) -> None:
    heard.of("fault_ticket", id="ticket_pulled")
    assert heard.cab.ticket_differences == {"fault:ticket_pulled": 1}


def fault(heard: Heard) -> None:
    heard.cab.console.write("half a line")  # type: ignore[union-attr]
    heard.booked_more(20)
    told = heard.of("fault", text="main.py:3 in tick: ValueError: 7")
    assert told == {"text": "main.py:3 in tick: ValueError"}
    assert heard.lines == ["half a line\n"] and heard.cab.books.differences == {"in_unbooked": 20}


def watchdog(heard: Heard) -> None:
    heard.cab.console.write("half a line")  # type: ignore[union-attr]
    heard.of("watchdog")
    assert heard.lines == ["half a line\n"]


def memory_given_back(heard: Heard) -> None:
    heard.booked_more(20)
    heard.of("memory_given_back")
    assert heard.cab.books.differences == {"in_unbooked": 20}


def power(heard: Heard) -> None:
    heard.booked_more(20)
    heard.of("power", on=True)
    assert heard.cab.books.differences == {}
    heard.of("power", on=False)
    assert heard.cab.books.differences == {"in_unbooked": 20}


ROWS: dict[str, Callable[[Heard], None]] = {
    "step": step,
    "trial_step": lambda heard: step(heard, "trial_step"),
    "answer": lambda heard: step(heard, "answer"),
    "absorb": absorb,
    "display": display,
    "meter": meter,
    "coin_returned": coin_returned,
    "note_refused": lambda heard: note_sent_back(heard, "note_refused"),
    "note_returned": lambda heard: note_sent_back(heard, "note_returned"),
    "hopper_silent": hopper_silent,
    "fault_doubt": fault_doubt,
    "fault_moved": fault_moved,
    "fault_ticket": fault_ticket,
    "fault": fault,
    "watchdog": watchdog,
    "memory_given_back": memory_given_back,
    "power": power,
}


def fresh(kind: str) -> Heard:
    return Heard("cometa" if kind == "fault_ticket" else "cierzo")


@pytest.mark.parametrize("kind", ROWS)
def test_an_event_does_what_its_row_says(kind: str) -> None:
    ROWS[kind](fresh(kind))


@pytest.mark.parametrize("kind", ROWS)
def test_a_row_that_is_missing_is_noticed(kind: str) -> None:
    heard = fresh(kind)
    del rows(heard.cab)[kind]
    with pytest.raises((AssertionError, KeyError)):
        ROWS[kind](heard)


def test_every_row_has_its_check() -> None:
    assert set(rows(Cabinet("cierzo", seed="00"))) == set(ROWS)


def rows(cab: Cabinet) -> dict[str, Any]:
    """The table of a cabinet's events."""
    table = cab.board.emit.__self__._rows  # type: ignore[attr-defined]
    assert isinstance(table, dict)
    return table
