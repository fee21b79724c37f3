# SPDX-License-Identifier: MIT
"""What a model says about pots that it shares, before the law (B-26, C-17, S-03)."""

from __future__ import annotations

from machines import wording
from machines.checks import known_symbol, one_each
from machines.draft import CycleDraft, ReelsDraft
from machines.problems import Findings
from machines.rules import Profile
from machines.schema_parts import ANY_SYMBOL, Link

_KIND = {"B": "carrusel", "C": "superjackpot"}
_RULE = {"B": "B-26", "C": "C-17"}


def check_link(draft: ReelsDraft, reels: int, law: Profile, findings: Findings) -> None:
    """Kind, front text and largest award are the law's; its combinations can be shown."""
    link = draft.link
    if link is None:
        return
    machine_type = "B" if isinstance(draft, CycleDraft) else "C"
    rule, kind = _RULE[machine_type], _KIND[machine_type]
    if link.kind != kind:
        message = f"must be {kind} for type {machine_type} (got {link.kind})"
        findings.add("link.kind", message, f'write kind = "{kind}"', value=link.kind, limit=kind, rule=rule)
    if isinstance(draft, CycleDraft):
        _check_special(draft, findings)
        _check_award(link, law, findings)
    # The front has to say expressly that the machine belongs to the link.
    wording.check(law, wording.Fixed(rule, "link"), "link.text", link.text, {}, findings, begins=True)
    _check_prizes(draft, link, reels, findings)


def _check_special(draft: CycleDraft, findings: Findings) -> None:
    if draft.special:
        message = "must not be there: special machines are not linked among themselves (got [link])"
        findings.add("link", message, "take it out, or write special = false", rule="S-03")


def _check_award(link: Link, law: Profile, findings: Findings) -> None:
    figures = law.rule("B-26").values
    hint = "it pays whatever the pot of its carrusel can hold"
    path, cents = "link.award_max_cents", link.award_max_cents
    findings.under(path, cents, figures["min_cents"], "cents", hint, rule="B-26")
    findings.over(path, cents, figures["max_cents"], "cents", hint, rule="B-26")


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
