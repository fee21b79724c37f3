# SPDX-License-Identifier: MIT
"""
A controller is given papers of a link with one thing altered at a time, and must not serve such a link.

The permit names machines, models, way of linking, kinds of prize and maximum (C-19): each is altered by one
step. Pots reach the sum of the largest prizes and one coin more (C-18). A prize in kind lacks what C-20 asks.
"""

from __future__ import annotations

import re

from emulator.lab.bench.linked import CASH_CENTS, IN_KIND, MACHINES, hurried
from emulator.lab.bench.words import filed, none_of
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_LEAST, Figure, Finding, Findings, Method, Words, judged
from emulator.link.errors import LinkError
from emulator.link.permit import PRIZES
from emulator.link.rules import Definition, read_definition

_FILE = "link_permit.json"
# The smallest coin of a pot of the rig.
_STEP_CENTS = 100
Papers = tuple[str, str]
"""A name, and the text of a definition."""
Answers = dict[str, list[str]]
"""By the name of papers, the rules that they break."""


def examine(exam: Examination) -> Findings:
    """Offer right papers and altered ones, and note which the controller takes."""
    found = Findings()
    link = exam.model.link
    if link is None or link.kind != "superjackpot":
        return found
    right = hurried(exam.model, exam.sample.serial)
    groups: tuple[tuple[str, list[Papers], list[Papers], Words], ...] = (
        ("C-19", _permits(right), [], _PERMIT),
        ("C-18", _limits(exam, right, 1), _limits(exam, right, 0), _LIMIT),
        ("C-20", _prizes(right), [], _PRIZE),
    )
    evidence: dict[str, object] = {"papers": right.text}
    for row, altered, lawful, said in groups:
        answers = {name: _broken(text) for name, text in altered}
        rights = {name: _broken(text) for name, text in (("right", right.text), *lawful)}
        evidence[row] = {"altered": answers, "right": rights}
        found[row] = _finding(said, row, answers, rights)
    exam.keep(_FILE, evidence)
    return found


def _finding(said: Words, row: str, answers: Answers, rights: Answers) -> Finding:
    wrong = [name for name, rules in answers.items() if row not in rules]
    if wrong:
        names = ", ".join(wrong)
        said = Words(f"La sala admite: {names}", f"The room takes: {names}")
    refused = sum(bool(rules) for rules in rights.values())
    tried = Words("papeles alterados", "altered papers")
    return judged(
        said,
        Method.DOCUMENTARY,
        none_of("taken", "papeles alterados admitidos", "altered papers taken", len(wrong), "papers"),
        Figure("tried", tried, len(answers), "papers", 1, AT_LEAST),
        none_of("refused", "papeles correctos rechazados", "right papers refused", refused, "papers"),
        files=(_FILE,),
    )


_PERMIT = Words(
    "La sala rechaza toda autorización que difiera del enlace en un campo",
    "The room refuses every permit that differs from the link in one field",
)
_LIMIT = Words(
    "Los botes caben hasta la suma de los premios máximos; un paso más se rechaza",
    "Pots fit up to the sum of the largest prizes; a step more is refused",
)
_PRIZE = Words(
    "Un premio en especie sin nombre, sin opción en dinero o que no toque solo por jugar se rechaza",
    "A prize in kind without a name or a cash option, or that does not fall by play alone, is refused",
)


def _broken(text: str) -> list[str]:
    """The rules that the controller says are broken; none where it would serve such a link."""
    try:
        read_definition(text)
    except LinkError as error:
        return sorted({one.rule or one.path for one in error.problems}) or ["?"]
    return []


def _permits(right: Definition) -> list[Papers]:
    """Each field of the permit, altered and left out; no number, and no permit at all."""
    head, _, permit = right.text.partition("[permit]")
    model = right.machines[0].model
    maximum = int(_value(permit, "maximum_cents"))
    altered = {
        "machines + 1": ("machines", str(MACHINES + 1)),
        "machines - 1": ("machines", str(MACHINES - 1)),
        "models": ("models", f'["{model}_2"]'),
        "models + 1": ("models", f'["{model}", "{model}_2"]'),
        "method": ("method", '"azlk/2"'),
        "prizes - 1": ("prizes", '["combination", "mystery"]'),
        "prizes + 1": ("prizes", '["combination", "in_kind", "must_hit", "mystery"]'),
        "maximum + 1": ("maximum_cents", str(maximum + 1)),
        "maximum - 1": ("maximum_cents", str(maximum - 1)),
        "number": ("number", '""'),
    }
    found = [(name, f"{head}[permit]{_set(permit, *one)}") for name, one in altered.items()]
    for key in ("number", "machines", "models", "method", "prizes", "maximum_cents"):
        found.append((f"no {key}", f"{head}[permit]{_drop(permit, key)}"))
    return [*found, ("no permit", head)]


def _limits(exam: Examination, right: Definition, steps: int) -> list[Papers]:
    """Papers whose pots and largest prize reach what the machines' largest prizes are together, and more."""
    model = right.machines[0].model
    declared = filed(exam) if model == exam.model.name else right.models[model]
    sum_cents = declared.largest_prize_cents * MACHINES
    own = declared.largest_prize_cents + declared.local_pots_cents
    head, _, permit = right.text.partition("[permit]")
    pots = head.split("[[pots]]")
    rest = sum(int(_value(pot, "limit_cents")) for pot in pots[2:])
    limit = sum_cents - own - rest + steps * _STEP_CENTS
    pots[1] = _set(pots[1], "limit_cents", str(limit))
    permit = _set(permit, "maximum_cents", str(limit + rest))
    return [(f"sum {steps * _STEP_CENTS:+} cents", f"{'[[pots]]'.join(pots)}[permit]{permit}")]


def _prizes(right: Definition) -> list[Papers]:
    """A prize in kind that is not announced as it must be, or that is won otherwise."""
    swaps = {
        "no cash option": (f", cash_cents = {CASH_CENTS}", ""),
        "cash option 0": (f", cash_cents = {CASH_CENTS}", ", cash_cents = 0"),
        "another cash option": (f", cash_cents = {CASH_CENTS}", f", cash_cents = {CASH_CENTS - 100}"),
        **{f"no {key}": (f'{key} = "{name}", ', "") for key, name in zip(PRIZES, IN_KIND, strict=True)},
        "by combination": ('hit = "mystery"\nmystery = "1/4"', 'hit = "combination"\nprizes = ["1"]'),
    }
    found = [(name, right.text.replace(old, new)) for name, (old, new) in swaps.items()]
    assert all(text != right.text for _, text in found)
    return found


def _value(text: str, key: str) -> str:
    match = re.search(rf"^{key} = (.*)$", text, re.MULTILINE)
    assert match is not None, key
    return match[1]


def _set(text: str, key: str, value: str) -> str:
    return re.sub(rf"^{key} = .*$", f"{key} = {value}", text, count=1, flags=re.MULTILINE)


def _drop(text: str, key: str) -> str:
    return re.sub(rf"^{key} = .*\n", "", text, count=1, flags=re.MULTILINE)
