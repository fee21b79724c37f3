# SPDX-License-Identifier: MIT
"""
The texts whose meaning the law fixes: each has its wording, with slots for figures, in a row of the profile.

A program cannot tell what a sentence means, so it does not try. What the law wants said is said in the words
of the profile, filled in, or in one of its further wordings (``minors_2_`` and a language); other words are
refused with those that must stand there. No other text of the front speaks of what has a fixed wording: it
could say the opposite beside it. Some wordings are a sentence among others of the maker's own, or the
beginning of a text.

    require(law)
    row = Fixed("B-29", "minors")
    check(law, row, "texts.minors", text, lambda language: {"years": "18"}, findings)
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from machines.check.problems import Findings
from machines.check.schema_parts import Shape, Text
from machines.rules import Profile, ProfileError
from machines.support.languages import DEFAULT_LANGUAGE, written

# What each slot of a wording holds, by language.
Figures = Callable[[str], Mapping[str, str]]

# Row and text, and the figures that its wording may name.
_SLOTS = {
    ("A-01", "price"): (),
    ("A-03", "price"): (),
    ("A-03", "awards"): ("points", "awards"),
    ("A-03", "tickets"): ("count",),
    ("A-03", "ticket"): (),
    ("A-03", "play"): (),
    ("A-03", "refund"): (),
    ("B-26", "link"): (),
    ("B-29", "minors"): ("years",),
    ("B-29", "minimum_payout"): ("percent", "plays"),
    ("B-29", "addiction"): (),
    ("S-06", "special"): (),
    ("C-06", "minimum_payout"): ("percent",),
    ("C-11", "card"): ("name",),
    ("C-11", "card_and_coins"): ("name", "coins"),
    ("C-11", "tokens"): ("name", "coins"),
    ("C-17", "link"): (),
    ("C-21", "bets"): ("price",),
    ("C-21", "bets_chosen"): ("prices", "least"),
    ("C-21", "addiction"): (),
    ("C-22", "minors"): ("years",),
}

# What only a fixed wording speaks of; the words that give it away in a text of the maker's own.
_MINORS = r"\bmenor(es)? de\b|\bminors?\b|\bunder (the )?(age|\d|eighteen)|\bchild|\bniñ[oa]s?\b"
_ADDICTION = r"ludop|adicci|adictiv|addict|compulsiv"
_SHARE, _RETURNED = r"(%|por ciento|per ?cent)", r"(devuel|devol|retorn|return|pay)"
_PAYOUT = rf"{_RETURNED}[^.;]*{_SHARE}|{_SHARE}[^.;]*{_RETURNED}"
_CASH = r"\bmetálico\b|\befectivo\b|\bcash\b"
_REDEEMED = r"\bcanj|\breembols|\bmismo casino\b|\bredeem|\bsame casino\b"
_TICKETS = r"\btique|\bticket"
_SUBJECTS = {
    "minors": _MINORS,
    "addiction": _ADDICTION,
    "minimum_payout": _PAYOUT,
    "price": _CASH,
    "card": _REDEEMED,
    "card_and_coins": _REDEEMED,
    "tokens": _REDEEMED,
    "awards": _TICKETS,
}


class Fixed(NamedTuple):
    """A text with a fixed wording, and the row that has it."""

    rule: str
    name: str


def number(value: int, language: str) -> str:
    """A whole number as texts write it: 20.000 in Spanish, 20,000 in English."""
    return written(f"{value:,}", language)


def amount(cents: int, language: str) -> str:
    """An amount in euro without its sign: 6,00 in Spanish, 6.00 in English."""
    return written(f"{cents // 100:,}.{cents % 100:02d}", language)


def without_figures(language: str) -> dict[str, str]:
    """The figures of a wording that has no slot."""
    return {}


def seconds(ms: int, language: str) -> str:
    """A time in seconds without its unit: 2,5 in Spanish, 2.5 in English."""
    whole, _, left = f"{ms // 1000:,}.{ms % 1000:03d}".partition(".")
    return written(f"{whole}.{left}".rstrip("0").rstrip("."), language)


def euros(cents: int, language: str) -> str:
    """An amount in euro without its sign, and without cents where it has none: 80 or 0,50."""
    return amount(cents, language) if cents % 100 else number(cents // 100, language)


def require(law: Profile) -> None:
    """
    Every wording is there, in each language of the profile, and every slot of it has a figure.

    Raises:
        ProfileError: all that is wrong with the wordings of this profile.
    """
    problems = []
    keys = (key for rule, _ in _SLOTS for key in law.rule(rule).texts)
    spoken = sorted({DEFAULT_LANGUAGE, *(key.rpartition("_")[2] for key in keys)})
    for (rule, name), slots in _SLOTS.items():
        for language in spoken:
            where = f"{law.id}: rules.{rule}.texts.{name}_{language}"
            found = list(_wordings(law, rule, name, language))
            if not found:
                problems.append(f"{where} must be a text (got nothing)")
            for words in found:
                left = _filled(words, dict.fromkeys(slots, ""))
                if "{" in left or "}" in left:
                    known = ", ".join(f"{{{slot}}}" for slot in slots) or "none"
                    problems.append(f"{where} must have no slot but these: {known} (got {words})")
    if problems:
        raise ProfileError(problems)


def wordings(law: Profile, fixed: Fixed, language: str, figures: Mapping[str, str]) -> list[str]:
    """The wordings that a text may have in a language, filled in; the first is the one to recommend."""
    return [_filled(words, figures) for words in _wordings(law, fixed.rule, fixed.name, language)]


def check_present(
    texts: Shape, required: Iterable[str], rules: Mapping[str, str], findings: Findings
) -> None:
    """Note each text that a front needs and lacks, with the row that wants it, where one does."""
    for name in required:
        if getattr(texts, name) is None:
            hint = f"write {name}: {type(texts).model_fields[name].description}"
            findings.add(f"texts.{name}", "must be on the front (got nothing)", hint, rule=rules.get(name))


def check(
    law: Profile,
    fixed: Fixed,
    path: str,
    text: Text | None,
    figures: Figures,
    findings: Findings,
    *,
    begins: bool = False,
) -> None:
    """
    Note a text, in each of its languages, that has another wording than its row.

    Args:
        fixed: row and name of the wording.
        path: key path of the text, without the language.
        text: what the model has; where it has none others ask for it.
        figures: what each slot holds, by language.
        begins: the text begins with the wording, and goes on as its maker likes.
    """
    if law.free:
        return
    for language, words in _languages(text):
        if _unknown(law, fixed, path, language, findings):
            continue
        allowed = wordings(law, fixed, language, figures(language))
        if any(_says(words, wording, begins) for wording in allowed):
            continue
        message = (
            f'must {"begin" if begins else "be"}{" with" if begins else ""} "{allowed[0]}" (got "{words}")'
        )
        hint = f'write {language} = "{allowed[0]}{" ..." if begins else ""}"'
        findings.add(f"{path}.{language}", message, hint, value=words, limit=allowed[0], rule=fixed.rule)


def check_sentence(
    law: Profile, fixed: Fixed, texts: Mapping[str, Text | None], figures: Figures, findings: Findings
) -> None:
    """
    Note a language in which no sentence of these texts is the wording, or another speaks of the same.

    Args:
        fixed: row and name of the wording.
        texts: by key path without the language, texts of the maker's own; the last is the one to mend.
        figures: what each slot holds, by language.
    """
    if law.free:
        return
    for language in dict.fromkeys(at for text in texts.values() for at, _ in _languages(text)):
        shown = {
            path: words for path, text in texts.items() for at, words in _languages(text) if at == language
        }
        if _unknown(law, fixed, list(shown)[-1], language, findings):
            continue
        allowed = wordings(law, fixed, language, figures(language))
        beside = {path: _without(words, allowed) for path, words in shown.items()}
        if all(beside[path] == _plain(words) for path, words in shown.items()):
            message = f'must have the sentence "{allowed[0]}." (got none)'
            hint = f'write "{allowed[0]}." as a sentence of its own'
            findings.add(f"{list(shown)[-1]}.{language}", message, hint, limit=allowed[0], rule=fixed.rule)
            continue
        for path, words in beside.items():
            _note_subject(fixed, f"{path}.{language}", words, f'the sentence "{allowed[0]}."', findings)


def check_free(fixed: Iterable[Fixed], path: str, text: Text | None, findings: Findings) -> None:
    """Note a text of the maker that speaks of a subject with a fixed wording on this machine."""
    if findings.free:
        return
    for language, words in _languages(text):
        for row in fixed:
            _note_subject(row, f"{path}.{language}", _plain(words), f"texts.{row.name}", findings)


def _note_subject(fixed: Fixed, path: str, words: str, where: str, findings: Findings) -> None:
    """Note words on the subject of a wording that stands elsewhere."""
    said = re.search(_SUBJECTS[fixed.name], words)
    if said:
        message = f'must leave what {where} says to its fixed wording (got "{said.group()}")'
        hint = f"take that out; {where} says it"
        findings.add(path, message, hint, value=words, rule=fixed.rule)


def _languages(text: Text | None) -> Iterator[tuple[str, str]]:
    yield from text.words.items() if text else ()


def _unknown(law: Profile, fixed: Fixed, path: str, language: str, findings: Findings) -> bool:
    """Note a text with a fixed wording in a language of which the profile has no wording."""
    unknown = not any(_wordings(law, fixed.rule, fixed.name, language))
    if unknown:
        message = f"must be in a language of {law.id}, which has no wording in this one"
        findings.add(
            f"{path}.{language}", message, "take it out; a catalogue translates the text", rule=fixed.rule
        )
    return unknown


def _wordings(law: Profile, rule: str, name: str, language: str) -> Iterator[str]:
    """The wordings of a row as its file has them."""
    for key, words in law.rule(rule).texts.items():
        if re.fullmatch(rf"{name}(_\d+)?_{language}", key):
            yield words


def _filled(words: str, figures: Mapping[str, str]) -> str:
    for slot, figure in figures.items():
        words = words.replace(f"{{{slot}}}", figure)
    return words


def _says(words: str, wording: str, begins: bool) -> bool:
    found, wanted = _plain(words), _plain(wording)
    if not begins:
        return found == wanted
    # What goes on without a stop is another sentence: "forma parte de un carrusel que ya no existe".
    return found.startswith(wanted) and found[len(wanted) : len(wanted) + 1] in ("", *".,;:")


def _without(words: str, sentences: Iterable[str]) -> str:
    """Plain words without those of the sentences that stand among them whole."""
    left = _plain(words)
    for sentence in sentences:
        left = re.sub(rf"(^|(?<=[.!?] )){re.escape(_plain(sentence))}(\. |$)", "", left)
    return left


def _plain(words: str) -> str:
    """Words as they are compared: lower case, one space between them, without the stop at the end."""
    return " ".join(unicodedata.normalize("NFKC", words).casefold().split()).rstrip(".")
