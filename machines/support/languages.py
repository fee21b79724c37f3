# SPDX-License-Identifier: MIT
"""
Texts in the reader's language, by gettext: a language is a folder of catalogues.

    say = translator(DEFAULT_LANGUAGE)
    say("START")                   # "JUGAR"
    euros(20, DEFAULT_LANGUAGE)    # "0,20 €"

Catalogues are ``machines/locale/<language>/LC_MESSAGES/<domain>.po``, and ``pybabel compile -D <domain> -d
machines/locale`` makes the ``.mo`` files that are read. Domains: ``azar`` the panel of a machine, ``inside``
its maintenance view, ``hall`` the room and its desk, ``kiosk`` what stands over pictures in public,
``pai_gow`` the table, ``wall`` the linked pots, ``sheets`` sheets and reports, ``rng`` the batteries on data,
``inspection`` an inspector's tables and pages, ``numbers`` marks and signs, ``firmware`` the message line,
``models`` what model files say in Spanish.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from machines import MachinesError

# The law's language (K-21): a model has its texts in it, and it stands in where a catalogue has no text.
DEFAULT_LANGUAGE = "es"
# The language of the messages in the code: a message without a translation is right in it.
SOURCE_LANGUAGE = "en"
# In these a link names its prizes in kind, on its bus in this order.
LINK_LANGUAGES = (DEFAULT_LANGUAGE, SOURCE_LANGUAGE)
# Papers of a laboratory and of a maker have their words beside each finding, in these and no others.
PAPER_LANGUAGES = (DEFAULT_LANGUAGE, SOURCE_LANGUAGE)
FOLDER = Path(__file__).parents[1] / "locale"
# What a language is called: two or three letters and perhaps a region, as gettext names its folders.
TAG = "^[a-z]{2,3}(_[A-Z]{2})?$"


class LanguageError(MachinesError):
    """A language that has no catalogue was asked for."""


@cache
def languages() -> tuple[str, ...]:
    """The languages that can be chosen, the default one first: those with a folder, and that of the code."""
    found = {SOURCE_LANGUAGE, *(path.parent.name for path in FOLDER.glob("*/LC_MESSAGES"))}
    return (DEFAULT_LANGUAGE, *sorted(found - {DEFAULT_LANGUAGE}))


def may_be_language(tag: str) -> bool:
    """
    Whether a text may be in this language, which need not be one of languages().

    Three letters that begin as one of those does, such as eng, are a slip: a language that has a code of two
    letters is called by it (RFC 5646, 2.2.1).
    """
    if tag in languages():
        return True
    return bool(re.fullmatch(TAG, tag)) and not (tag[2:3].isalpha() and tag[:2] in languages())


@cache
def catalogue(language: str, domain: str) -> gettext.NullTranslations:
    """
    The messages of a domain in a language, then in the default one, then as the code has them.

    Raises:
        LanguageError: ``language`` is none of languages().
    """
    if language not in languages():
        raise LanguageError(f"language must be one of {', '.join(languages())} (got {language})")
    chain = [language] if language == SOURCE_LANGUAGE else [language, DEFAULT_LANGUAGE]
    return gettext.translation(domain, FOLDER, chain, fallback=True)


@cache
def own_name(language: str) -> str:
    """What a language calls itself, as its catalogue of the panel says; its tag if that does not say."""
    return "English" if language == SOURCE_LANGUAGE else _of_itself(language, "English") or language


@cache
def reviewed(language: str) -> bool:
    """Whether a speaker has read its catalogues: only then does that of the panel say so, in its language."""
    return language == SOURCE_LANGUAGE or bool(_of_itself(language, "Reviewed by a speaker."))


def _of_itself(language: str, message: str) -> str:
    """A message out of the catalogue of a language alone, never of one that stands in for it."""
    said = gettext.translation("azar", FOLDER, [language], fallback=True).gettext(message)
    return "" if said == message else said


def translator(language: str, domain: str = "azar") -> Callable[[str], str]:
    """The function that turns a message of the code into ``language``; LanguageError if there is none."""
    return catalogue(language, domain).gettext


def written(number: str, language: str) -> str:
    """A number as Python writes it, such as 1,234.50, with the marks of a language."""
    say = translator(language, "numbers")
    return number.translate({ord(mark): say(mark) for mark in ",."})


def listed(items: Sequence[str], language: str, last: str = "{} and {}") -> str:
    """Items parted by commas, the last as ``last`` has it: "{} and {}" or "{} or {}"."""
    if len(items) < 2:
        return "".join(items)
    return translator(language, "numbers")(last).format(", ".join(items[:-1]), items[-1])


def euros(cents: int, language: str, whole: bool = False) -> str:
    """
    An amount as it is written: ``0,20 €`` in Spanish, ``€0.20`` in English.

    Args:
        whole: leave the cents out where they are zero, as a prize table does.
    """
    units, rest = divmod(cents, 100)
    # Four digits are not parted (Ortografía de la lengua española, 2010, VIII.2.2); nor in English, here.
    digits = f"{units:,}" if units >= 10_000 else str(units)
    digits = digits if whole and rest == 0 else f"{digits}.{rest:02d}"
    return translator(language, "numbers")("€{}").format(written(digits, language))


def percent(points: int, language: str) -> str:
    """Hundredths of a per cent as they are written: ``5 %`` in Spanish, ``5%`` in English."""
    return translator(language, "numbers")("{}%").format(written(f"{points / 100:g}", language))
