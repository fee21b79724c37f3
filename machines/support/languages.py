# SPDX-License-Identifier: MIT
"""
Texts in the reader's language, by gettext: a language is a folder of catalogues.

    say = translator("an")
    say("START")              # the Aragonese text; where Aragonese has none the Spanish one: "JUGAR"
    euros(20, "es")           # "0,20 €"

Catalogues are ``machines/locale/<language>/LC_MESSAGES/<domain>.po``, and ``pybabel compile -D <domain> -d
machines/locale`` makes the ``.mo`` files that are read. Domains: ``azar`` the panel of a machine,
``pai_gow`` that of the table, ``wall`` that of linked pots, ``sheets`` sheets and reports, ``numbers``
marks and signs, ``firmware`` the message line, ``models`` what model files say in Spanish.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from machines import MachinesError

# The law's language (K-21): a model has its texts in it, and it stands in where a catalogue has no text.
DEFAULT_LANGUAGE = "es"
# The language of the messages in the code: a message without a translation is right in it.
SOURCE_LANGUAGE = "en"
FOLDER = Path(__file__).parents[1] / "locale"


class LanguageError(MachinesError):
    """A language that has no catalogue was asked for."""


@cache
def languages() -> tuple[str, ...]:
    """The languages that can be chosen, the default one first: those with a folder, and that of the code."""
    found = {SOURCE_LANGUAGE, *(path.parent.name for path in FOLDER.glob("*/LC_MESSAGES"))}
    return (DEFAULT_LANGUAGE, *sorted(found - {DEFAULT_LANGUAGE}))


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


def translator(language: str, domain: str = "azar") -> Callable[[str], str]:
    """The function that turns a message of the code into ``language``; LanguageError if there is none."""
    return catalogue(language, domain).gettext


def written(number: str, language: str) -> str:
    """A number as Python writes it, such as 1,234.50, with the marks of a language."""
    say = translator(language, "numbers")
    return number.translate({ord(mark): say(mark) for mark in ",."})


def listed(items: Sequence[str], language: str, last: str = "{} and {}") -> str:
    """Items parted by commas, the last as ``last`` has it: "{} and {}" or "{} or {}"."""
    *first, end = items
    return translator(language, "numbers")(last).format(", ".join(first), end) if first else end


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
