# SPDX-License-Identifier: MIT
"""Checks the pots that a model shares against the law (B-26, C-17, S-03)."""

from __future__ import annotations

from typing import NamedTuple

from machines.check import wording
from machines.check.draft import ReelsDraft
from machines.check.problems import Findings
from machines.check.reels import known_symbol, one_each
from machines.check.schema_parts import ANY_SYMBOL, Link
from machines.rules import Profile


class LinkLaw(NamedTuple):
    """What the law calls a link of machines of a type, and the row that says so."""

    kind: str
    rule: str


def check_link(draft: ReelsDraft, lawful: LinkLaw, reels: int, law: Profile, findings: Findings) -> None:
    """Kind and front text are the law's for its type; its combinations can be shown."""
    link = draft.link
    if link is None:
        return
    kind, rule = lawful
    if link.kind != kind:
        message = f"must be {kind} for type {draft.type} (got {link.kind})"
        findings.add("link.kind", message, f'write kind = "{kind}"', value=link.kind, limit=kind, rule=rule)
    # The front has to say expressly that the machine belongs to the link.
    wording.check(
        law,
        wording.Fixed(rule, "link"),
        "link.text",
        link.text,
        wording.without_figures,
        findings,
        begins=True,
    )
    _check_prizes(draft, link, reels, findings)


def _check_prizes(draft: ReelsDraft, link: Link, reels: int, findings: Findings) -> None:
    if link.prizes and not draft.paylines:
        hint = "let the controller draw the award, or evaluate lines"
        findings.add("link.prizes", "must be left out where no line is read", hint)
    for number, symbols in enumerate(link.prizes):
        path = f"link.prizes[{number}]"
        one_each(path, len(symbols), reels, "symbol", findings)
        for symbol in symbols:
            if symbol != ANY_SYMBOL and draft.symbols is not None:
                known_symbol(path, symbol, list(draft.symbols), findings)
        if symbols and all(symbol == ANY_SYMBOL for symbol in symbols):
            findings.add(path, 'must name a symbol on some reel (got only "*")', "every play would win it")
