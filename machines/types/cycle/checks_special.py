# SPDX-License-Identifier: MIT
"""Checks what a special machine, for gaming halls, bingo halls and casinos, needs besides (S-01 to S-06)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import machines
from machines.check import wording
from machines.check.problems import Findings
from machines.rules import Profile
from machines.support.languages import DEFAULT_LANGUAGE
from machines.support.plain import read_toml
from machines.types.cycle.draft import CycleDraft
from machines.types.cycle.limits import Limits

MODELS_FOLDER = Path(machines.__file__).parent / "models"


def check_special(draft: CycleDraft, limits: Limits, law: Profile, findings: Findings) -> None:
    """Only options that its profile admits, a name of its own, and the words of the norm on its front."""
    if not draft.special:
        if draft.texts is not None and draft.texts.special is not None:
            hint = "leave the text out, or write special = true"
            message = "must be on a special machine only (got it on an ordinary one)"
            findings.add("texts.special", message, hint, value=draft.texts.special.default, rule="S-06")
        return
    _check_options(draft, limits, findings)
    _check_name(draft, findings)
    _check_words(draft, law, findings)


def _check_options(draft: CycleDraft, limits: Limits, findings: Findings) -> None:
    """Options of article 7, of which the profile says which a special machine may have (S-01)."""
    admitted = limits.options or frozenset()
    for option, path, value in _options(draft):
        if option not in admitted:
            known = ", ".join(sorted(admitted)) or "none"
            message = (
                f"must be an option that the profile admits on a special machine: {known} (got {option})"
            )
            hint = "leave the key out; rules.S-01.options of a profile names what it admits"
            findings.add(path, message, hint, value=value, limit=sorted(admitted), rule="S-01")


def _options(draft: CycleDraft) -> Iterator[tuple[str, str, object]]:
    """The options that a model makes use of: name, key path, what is written there."""
    if (draft.simultaneous_max or 1) > 1:
        yield "double", "simultaneous_max", draft.simultaneous_max
    if draft.hold:
        yield "hold", "hold", True
    if draft.gamble is not None:
        yield "gamble", "gamble", draft.gamble.rounds
    if draft.raises:
        yield "raise", "raises", len(draft.raises)
    if draft.money is not None and draft.money.reserve_max_cents:
        yield "reserve", "money.reserve_max_cents", draft.money.reserve_max_cents
    if draft.prize_meter is not None:
        yield "prize_meter", "prize_meter", draft.prize_meter.max_cents


def _check_name(draft: CycleDraft, findings: Findings) -> None:
    """A commercial name that no ordinary machine of type B has (S-04)."""
    taken = ordinary_names()
    for path, value in (("name", draft.name), ("title", draft.title)):
        if value is not None and _plain(value) in taken:
            message = f"must differ from the name of every ordinary machine of type B (got {value})"
            hint = "give it a commercial name of its own"
            findings.add(path, message, hint, value=value, limit=sorted(taken), rule="S-04")


@cache
def ordinary_names() -> frozenset[str]:
    """Names and titles of the ordinary machines of type B that ship, in lower case."""
    found = set()
    for path in MODELS_FOLDER.glob("*.toml"):
        raw = read_toml(path.read_text(encoding="utf-8"))
        if raw["type"] == "B" and not raw.get("special"):
            found |= {_plain(raw["name"]), _plain(raw["title"])}
    return frozenset(found)


def _check_words(draft: CycleDraft, law: Profile, findings: Findings) -> None:
    """The front carries the words of the norm and no others (S-06)."""
    if draft.texts is None:
        return
    text, words = draft.texts.special, wording.Fixed("S-06", "special")
    if text is None:
        wanted = wording.wordings(law, words, DEFAULT_LANGUAGE, {})[0]
        message = f'must carry the words "{wanted}" (got nothing)'
        hint = f'write special = {{ {DEFAULT_LANGUAGE} = "{wanted}" }}'
        findings.add("texts.special", message, hint, limit=wanted, rule="S-06")
    wording.check(law, words, "texts.special", text, wording.without_figures, findings)


def _plain(words: str) -> str:
    """Words as they are compared: lower case, one space between them."""
    return " ".join(words.casefold().split())
