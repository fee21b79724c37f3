# SPDX-License-Identifier: MIT
"""
Times, maxima and price that a model leaves out and its rule profile says.

A type of machine lists the keys that a model may leave out, each with the law's value and its row.
The draft gets those values here, so that its readers need not know who wrote them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from machines.check import wording
from machines.check.draft import CommonDraft, Inherited
from machines.check.problems import Findings
from machines.check.schema_parts import Text
from machines.rules import Profile
from machines.support.languages import DEFAULT_LANGUAGE, languages
from machines.support.plain import Json

Limit = tuple[str, int, str]
"""Key path, the law's value, and the id of the row that it comes from."""

_SLOT = re.compile(r"\{([^{}]*)\}")
_Draft = TypeVar("_Draft", bound=CommonDraft)


def price_limit(fixed: int | None, most: int, rules: tuple[str, str]) -> Limit:
    """The price of a play as the profile has it: fixed, or the highest allowed (``fixed_or_allowed``)."""
    return ("price_cents", most, rules[1]) if fixed is None else ("price_cents", fixed, rules[0])


def inherit(draft: _Draft, limits: Iterable[Limit], law: Profile) -> _Draft:
    """
    The draft with the law's value for each of these keys that it leaves out.

    A table that the model leaves out stays away. The price is only listed: its check must still see whether
    the model writes one.
    """
    found = []
    for path, value, rule in limits:
        table, _, key = path.rpartition(".")
        holder = getattr(draft, table) if table else draft
        if holder is None or getattr(holder, key) is not None:
            continue
        if table:
            draft = _with(draft, table, {key: value})
        found.append(Inherited(path, value, rule, law.rule(rule).article))
    return replace(draft, inherited=tuple(found))


def fill_texts(draft: _Draft, findings: Findings) -> _Draft:
    """
    The draft with figures for the slots of its texts: ``{durations.auto_start_ms}`` is 5 where that is 5,000.

    A slot names a key of the model that holds a time or an amount: it is written in seconds or in euro.
    """
    texts = {}
    for name, text in draft.texts or ():
        if isinstance(text, Text):
            texts[name] = Text.model_validate(
                {at: _filled(draft, f"texts.{name}", at, words, findings) for at, words in text.words.items()}
            )
    return _with(draft, "texts", texts) if texts else draft


def _with(draft: _Draft, table: str, changes: Json) -> _Draft:
    changed: Json = {table: getattr(draft, table).model_copy(update=changes)}
    return replace(draft, **changed)


def _filled(draft: CommonDraft, path: str, language: str, words: str, findings: Findings) -> str:
    known = language if language in languages() else DEFAULT_LANGUAGE

    def figure(slot: re.Match[str]) -> str:
        table, _, key = slot[1].rpartition(".")
        value = getattr(getattr(draft, table, None), key, None)
        if type(value) is int and key.endswith(("_ms", "_cents")):
            return (wording.seconds if key.endswith("_ms") else wording.euros)(value, known)
        message = f'must name a time or an amount of the model in each slot (got "{slot[0]}")'
        hint = "write a key path such as {durations.auto_start_ms}, or the words without braces"
        findings.add(f"{path}.{language}", message, hint, value=slot[0])
        return slot[0]

    return _SLOT.sub(figure, words)
