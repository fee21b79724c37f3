# SPDX-License-Identifier: MIT
"""
Texts in the reader's language, by gettext; Spanish is the house's own, English comes second.

    say = translator("es")
    say("START")          # "JUGAR"
    euros(20, "es")       # "0,20 €"

Catalogues are ``emulator/locale/<language>/LC_MESSAGES/azar.po`` for the panel and ``sheets.po`` for
sheets; ``pybabel compile -D azar -d emulator/locale`` makes the ``.mo`` files that are read.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from emulator.support.errors import EmulatorError

LANGUAGES = ("es", "en")
DOMAIN = "azar"
LOCALE_FOLDER = Path(__file__).parents[1] / "locale"


class LanguageError(EmulatorError):
    """A language that has no catalogue was asked for."""


@lru_cache(maxsize=4)
def translator(language: str, domain: str = DOMAIN) -> Callable[[str], str]:
    """
    The function that turns a message of the code into ``language``.

    Args:
        language: one of LANGUAGES.
        domain: whose messages: "azar" for the panel's, "sheets" for those of sheets, which are English.

    Raises:
        LanguageError: ``language`` is none of LANGUAGES.
    """
    if language not in LANGUAGES:
        raise LanguageError(f"language must be one of {', '.join(LANGUAGES)} (got {language})")
    english = language == "en" and domain != DOMAIN
    return gettext.translation(domain, LOCALE_FOLDER, [language], fallback=english).gettext


def euros(cents: int, language: str, whole: bool = False) -> str:
    """
    An amount as it is written: ``0,20 €`` in Spanish, ``€0.20`` in English.

    Args:
        whole: leave the cents out where they are zero, as a prize table does.
    """
    units, rest = divmod(cents, 100)
    # Neither language parts four digits (Ortografía de la lengua española, 2010, VIII.2.2).
    written = f"{units:,}" if units >= 10_000 else str(units)
    digits = written if whole and rest == 0 else f"{written}.{rest:02d}"
    if language == "en":
        return f"€{digits}"
    return f"{digits.translate(str.maketrans(',.', '.,'))} €"
