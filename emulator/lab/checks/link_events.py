# SPDX-License-Identifier: MIT
"""
Machines of one room lose their controller and find it again, and its parameters are changed under them.

What was begun in front of us is held against what the controller noted: machine, stake, date, order. Changes
that are announced must wait until their pot was won, and nobody else may make any.
"""

from __future__ import annotations

import contextlib
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from emulator.lab.bench.linked import BEGIN_US, ROUNDS_MAX, Linked, hurried
from emulator.lab.bench.shared_pots import fold
from emulator.lab.bench.words import none_of
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_LEAST, Figure, Finding, Findings, Grade, Method, Words, judged
from emulator.link.databases import open_store
from emulator.link.entries import Entry
from emulator.link.errors import LinkError
from emulator.link.room import Room
from emulator.link.rules import Definition, read_definition
from machines.support.plain import Json

_FILE = "link_events.json"
# A machine that hears nothing for 5 s says that its link is down; the wall hears of it as soon.
_DOWN_MS, _UP_MS, _DARK_MS, _BOOT_MS = 10_000, 20_000, 1_000, 7_000
# A play is noted when it is decided: long before its reels stand still.
_NOTED_US = 5_000_000
_MORE_CENTS = 100
# Longer than a card takes to learn that its line is gone.
_SOON_MS = 200
_ROOMS_MAX = 6


@dataclass
class _Away:
    """What was seen of machines without their controller, and after it was back."""

    silent: list[int] = field(default_factory=list)
    alone_seen: bool = False
    others_play: bool = False
    lost: int = 0
    strange: int = 0
    undated: int = 0
    waited: int = 0
    worked: int = 0
    unpaid: int = 0
    outages: list[tuple[int, int]] = field(default_factory=list)
    notes: Json = field(default_factory=dict)


def examine(exam: Examination) -> Findings:
    """Take the link away from all and from one, then change its parameters."""
    found = Findings()
    if exam.model.link is None:
        return found
    away = _Away()
    with Linked(exam, "away") as room:
        _plays(room, away)
    change = _first_won(exam)
    exam.keep(_FILE, {"away": away.notes, "change": change})
    _events(found, away)
    found["G-63"] = _waits(change)
    return found


# -- G-59 -----------------------------------------------------------------------------------------------


def _plays(room: Linked, away: _Away) -> None:
    """A round; one while the controller goes, with a power cut meanwhile; one without a single machine."""
    room.round()
    room.pay_in()
    gone_us = room.now_us
    room.begin(room.room.stop)
    begun = room.starts
    room.wait(_DOWN_MS)
    away.silent = [one.cab.serial for one in room.visitors if not one.calls]
    noted = len(_noted(room))
    dark = room.visitors[0].cab
    dark.power_off()
    room.wait(_DARK_MS)
    dark.power_on()
    room.wait(_BOOT_MS)
    away.waited, away.worked = begun - noted, room.starts - begun
    away.outages.append((gone_us, room.now_us))
    room.room.start()
    room.wait(_UP_MS)
    room.rest()
    _one_alone(room, away)
    _compared(room, away)


def _one_alone(room: Linked, away: _Away) -> None:
    """One machine loses its line: display and machine say so, and the others play on."""
    first, others = room.visitors[0], room.visitors[1:]
    room.pay_in()
    gone_us, starts = room.now_us, [len(one.bench.starts) for one in others]
    first.cab.leave()
    room.wait(_SOON_MS)
    for visitor in others:
        visitor.cab.press("start", 100)
    room.wait(_DOWN_MS)
    away.alone_seen = first.calls and room.screen.up == len(others)
    grown = [len(one.bench.starts) for one in others]
    away.others_play = all(now > then for now, then in zip(grown, starts, strict=True))
    away.outages.append((gone_us, room.now_us))
    first.cab.join(room.room)
    room.wait(_UP_MS)
    room.rest()


def _noted(room: Linked) -> list[Entry]:
    return [entry for entry in room.room.log() if entry.kind == "play"]


def _compared(room: Linked, away: _Away) -> None:
    """Each start beside its line: the same machine and stake, in order, dated by when it was."""
    rows = []
    for visitor in room.visitors:
        starts = visitor.bench.starts
        lines = [entry for entry in _noted(room) if entry.machine == visitor.cab.serial]
        away.lost += max(0, len(starts) - len(lines))
        away.strange += max(0, len(lines) - len(starts))
        for number, (start, line) in enumerate(zip(starts, lines, strict=False), 1):
            away.strange += (line.seq, line.stake_mc) != (number, start.stake_cents * 1000)
            away.undated += not _dated(start.t_us, line.at_us - BEGIN_US, away.outages)
            rows.append([visitor.cab.serial, start.t_us, line.entry, line.at_us - BEGIN_US, line.stake_mc])
    folded = fold(room.definition, room.room.log(), room.screen.hits)
    away.unpaid = len(folded.wrong) + room.room.status()["open_awards"]
    away.notes = {"plays": rows, "silent": away.silent, "alone_seen": away.alone_seen, "waited": away.waited,
                  "others_play": away.others_play,
                  "wrong": folded.wrong, "outages_us": away.outages}  # fmt: skip


def _dated(start_us: int, noted_us: int, outages: list[tuple[int, int]]) -> bool:
    """Whether a line is dated soon after its play began, or after the outage that it began in."""
    since = [start_us, *(end_us for gone_us, end_us in outages if gone_us - _NOTED_US <= start_us <= end_us)]
    return start_us <= noted_us and any(0 <= noted_us - one <= _NOTED_US for one in since)


def _events(found: Findings, away: _Away) -> None:
    said = Words(
        "Cada partida vista está anotada con su máquina, apuesta y hora; sin enlace lo dicen máquina y visor,"
        " y lo jugado entonces, también tras un corte de luz, se anota una sola vez cuando vuelve",
        "Each play that was seen is noted with its machine, stake and time; without the link machine and"
        " display say so, and what was played then, also after a power cut, is noted once when it is back",
    )
    alone = int(away.alone_seen and away.others_play)
    found["G-59"] = judged(
        said,
        Method.OBSERVED,
        none_of("lost", "partidas sin anotar", "plays that are not noted", away.lost, "plays"),
        none_of("strange", "anotaciones de otra máquina, apuesta u orden",
                "notes of another machine, stake or order", away.strange, "plays"),
        none_of("undated", "partidas con otra hora", "plays of another time", away.undated, "plays"),
        none_of("silent", "máquinas que no avisan sin enlace", "machines silent without a link",
                len(away.silent), "machines"),
        none_of("worked", "partidas nuevas sin enlace", "new plays without a link", away.worked, "plays"),
        Figure("alone", Words("visor y máquina avisan de una sola", "display and machine tell of one alone"),
               alone, "", 1, AT_LEAST),
        Figure("kept", Words("partidas guardadas hasta la vuelta", "plays kept until it was back"),
               away.waited, "plays", 1, AT_LEAST),
        none_of("unpaid", "premios sin entregar o de otro importe", "wins not given or of another sum",
                away.unpaid, "wins"),
        files=(_FILE,),
    )  # fmt: skip


# -- G-63 -----------------------------------------------------------------------------------------------


def _first_won(exam: Examination) -> Json:
    """The first room in which the pot is won whose parameters were changed; else the last one."""
    found: Json = {}
    for number in range(_ROOMS_MAX):
        found = _changes(exam, f"change {number}")
        if found["hits"]:
            break
    return found | {"taken": _unguarded(exam)}


def _changes(exam: Examination, name: str) -> Json:
    """Announce other parameters while the pots stand, and see when they come into force."""
    found: Json = {"early": 0, "late": 0, "hits": 0, "apart": 0}
    with Linked(exam, name) as room:
        level = next(
            i for i, pot in enumerate(room.definition.pots) if pot.rules.share * 2 > pot.rules.share_of
        )
        wanted = hurried(exam.model, exam.sample.serial, _MORE_CENTS)
        was, then = (made.pots[level].rules for made in (room.definition, wanted))
        room.round()
        shown = room.wall_cents
        line = room.room.log()[-1].entry
        announced = room.room.controller.announce(wanted)
        room.wait(_UP_MS // 4)
        found["early"] += _limits(room, level) != (was.base_mc, was.limit_mc)
        found["early"] += room.wall_cents != shown
        for _ in range(ROUNDS_MAX - 1):
            hits = [hit for hit in room.round() if hit.pot == level]
            due = then if found["hits"] or hits else was
            found["hits"] += len(hits)
            found["late"] += _limits(room, level) != (due.base_mc, due.limit_mc)
            folded = fold(room.definition, room.room.log(), room.screen.hits, {line: wanted})
            found["apart"] += len(folded.wrong)
            found["apart"] += [pot.value_mc // 1000 for pot in folded.pots] != room.wall_cents
        noted = [entry for entry in room.room.log() if entry.kind == "rules"]
        found["noted"] = int(len(noted) == len(announced) > 0)
    return found


def _limits(room: Linked, level: int) -> tuple[int, int]:
    """Base and limit of a pot as the display shows them."""
    shown = room.screen.face["pots"][level]
    return shown["base_cents"] * 1000, shown["limit_cents"] * 1000


def _unguarded(exam: Examination) -> list[str]:
    """What a room must not let pass, and does: a second controller, other machines, unlawful pots."""
    right = hurried(exam.model, exam.sample.serial)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        store = str(Path(folder) / "link.db")
        with Room.open(right, bytes(32), store) as room:
            with contextlib.suppress(LinkError):
                open_store(store).close()
                found.append("a second controller")
            for name, text in _unlike(right):
                with contextlib.suppress(LinkError):
                    room.controller.announce(read_definition(text))
                    found.append(name)
    return found


def _unlike(right: Definition) -> list[tuple[str, str]]:
    """Definitions that no change may lead to."""
    last = right.machines[-1].number
    other = right.text.replace(f"number = {last},", f"number = {last + 1},")
    base = right.pots[0].rules.base_mc // 1000
    below = right.text.replace(
        f"limit_cents = {right.pots[0].rules.limit_mc // 1000}", f"limit_cents = {base - 1}", 1
    )
    return [("other machines", other), ("a limit below the base", below)]


def _waits(change: Json) -> Finding:
    if not change["hits"]:
        return Finding(
            Grade.NO_EXAMINADO,
            Words(
                "El bote cambiado no tocó en las partidas hechas", "The changed pot was not won in the plays"
            ),
            files=(_FILE,),
        )
    said = Words(
        "El cambio anunciado queda anotado y no rige hasta que se gana el bote; un segundo controlador, otras"
        " máquinas y límites imposibles se rechazan",
        "A change that is announced is noted and does not hold before the pot was won; a second controller,"
        " other machines and impossible limits are refused",
    )
    return judged(
        said,
        Method.OBSERVED,
        none_of("early", "cambios antes del acierto", "changes before the hit", change["early"], "changes"),
        none_of("late", "límites sin cambiar después", "limits unchanged after it", change["late"], "rounds"),
        none_of("apart", "botes con otro valor", "pots of another value", change["apart"], "pots"),
        Figure("noted", Words("cambio anotado", "change noted"), change["noted"], "", 1, AT_LEAST),
        none_of("taken", "cambios que debían rechazarse", "changes to be refused", len(change["taken"]),
                "changes"),
        files=(_FILE,),
    )  # fmt: skip
