# SPDX-License-Identifier: MIT
"""
A jackpot of the machine's own is won in front of us: how soon its value is told, and where it begins again.

A key of a TEST machine is searched that brings the hit within a few plays of a fresh commission; then coins
and buttons. What a jackpot has carried past its limit would take years of plays, and is not seen here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from emulator.lab.bench.guest import guest_at
from emulator.lab.bench.prepare import prepare
from emulator.lab.bench.search import Budget, Found, pot_next
from emulator.lab.bench.words import all_of, filed, kept, none_of
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_MOST, Figure, Finding, Findings, Grade, Method, Words, judged
from machines.types.chance.model import ChanceModel

SHOWN_MS = 30_000
_BUDGETS = (Budget(1_500, 60), Budget(1_500, 250))
_FILES = ("pot_won.json", "pot_won.jsonl")


class _Won(NamedTuple):
    """The play that hit a jackpot, as it was seen."""

    shown_cents: int
    """On the crown, before it."""
    before_cents: int
    """What it had to be then: its base and the share of all stakes."""
    due_cents: int
    """With the share of the stake that won it."""
    gained_cents: int
    told_ms: int
    """From its start; -1: no line told such an amount."""
    after_cents: int
    dark: int
    """Looks at a crown without all its jackpots."""


def examine(exam: Examination) -> Findings:
    """Search the hit, play until it comes, and look at crown and line."""
    found = Findings()
    model = filed(exam)
    if not isinstance(model, ChanceModel) or not model.draft.pots:
        return found
    levels = [level for level, pot in enumerate(model.draft.pots) if pot.hit != "combination"]
    level = levels[0] if levels else 0
    prepared = prepare(exam, pot_next(level), *_BUDGETS)
    exam.keep("search.json", prepared.as_dict())
    if prepared.found is None:
        for row in ("G-61", "G-62", "G-66"):
            found[row] = prepared.refused
        return found
    with kept(found, "G-61", "G-62", "G-66"):
        won = _win(exam, model, level, prepared.found)
        exam.keep(_FILES[0], won._asdict())
        found["G-61"] = _told(won)
        found["G-66"] = _again(won, model.draft.pots[level].seed_cents)
        found["G-62"] = _level(won)
    return found


def _win(exam: Examination, model: ChanceModel, level: int, found: Found) -> _Won:
    assert model.draft.pots is not None
    count, pot = len(model.draft.pots), model.draft.pots[level]
    with guest_at(exam, "pot_won", seed=found.seed) as guest:
        dark = 0
        staked = 0
        for _ in range(found.play - 1):
            staked += guest.play().stake_cents
            dark += len(guest.cab.pots_cents) != count
        told: list[tuple[int, int]] = []
        guest.cab.listen(lambda kind, t_us, fields: told.extend(_amounts(kind, t_us, fields)))
        shown = guest.cab.pots_cents[level]
        turn = guest.play()
        before, due = (
            pot.seed_cents + int(cents * pot.share) for cents in (staked, staked + turn.stake_cents)
        )
        when = [t_us for t_us, cents in told if cents == due]
        told_ms = (when[0] - turn.start_us) // 1000 if when else -1
        return _Won(shown, before, due, turn.won_cents, told_ms, guest.cab.pots_cents[level], dark)


def _amounts(kind: str, t_us: int, fields: Mapping[str, object]) -> list[tuple[int, int]]:
    """The amounts that the line says, and when."""
    if kind != "message":
        return []
    text = str(fields["text"]).replace(".", "")
    return [(t_us, int(whole) * 100 + int(part)) for whole, part in re.findall(r"(\d+),(\d\d)", text)]


def _told(won: _Won) -> Finding:
    said = Words(
        "La corona enseña cada bote en dinero, y la línea dice el valor ganado",
        "The crown shows each jackpot in money, and the line tells the value that was won",
    )
    return judged(
        said,
        Method.OBSERVED,
        none_of("dark", "veces sin algún bote a la vista", "times without a jackpot in sight", won.dark, ""),
        none_of("untold", "premios que la línea no dice", "wins that the line does not tell",
                int(won.told_ms < 0), "wins"),
        Figure("shown", Words("dicho desde el inicio de la jugada en", "told after the start of the play"),
               won.told_ms, "ms", SHOWN_MS, AT_MOST),
        none_of("less", "ganado de menos", "won less than it was",
                max(0, won.due_cents - won.gained_cents), "cents"),
        files=_FILES,
    )  # fmt: skip


def _again(won: _Won, base_cents: int) -> Finding:
    seen = judged(
        Words(
            "Tras el acierto el bote vuelve a su base; el exceso sobre el límite no se examinó: llegar a él"
            " pide años de jugadas",
            "After the hit the jackpot is back at its base; overflow above the limit was not examined: to get"
            " there takes years of plays",
        ),
        Method.OBSERVED,
        all_of("base", "valor tras el acierto", "value after the hit", won.after_cents, base_cents, "cents"),
        files=_FILES,
    )
    return _partly(seen)


def _level(won: _Won) -> Finding:
    seen = judged(
        Words(
            "De los botes propios la corona enseña el valor; exceso, aciertos y ganancias de cada uno no se"
            " ven desde fuera y no se examinaron",
            "Of its own jackpots the crown shows the value; overflow, hits and wins of each are not seen from"
            " outside and were not examined",
        ),
        Method.OBSERVED,
        all_of("value", "valor a la vista", "value shown", won.shown_cents, won.before_cents, "cents"),
        files=_FILES,
    )  # fmt: skip
    return _partly(seen)


def _partly(seen: Finding) -> Finding:
    """A row of which a part was not examined is met by no other part."""
    grade = Grade.NO_EXAMINADO if seen.grade == Grade.CONFORME else seen.grade
    return Finding(grade, seen.said, seen.method, seen.figures, seen.files)
