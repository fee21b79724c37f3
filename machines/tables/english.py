# SPDX-License-Identifier: MIT
"""
English beside the croupier's words, which are in the Spanish of their text.

    english("El punto es 6")                # "The point is 6"
    english("17, negro, impar, falta")      # "": a number is read in any language
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from machines.support.shipped import read_table
from machines.tables.refusal import TableError

FILE = Path(__file__).parent / "english.toml"


@lru_cache(maxsize=1)
def templates() -> dict[str, str]:
    """Words as the games have them, with their English."""
    return {
        spanish: str(said)
        for spanish, said in read_table(FILE.read_text(encoding="utf-8"), FILE.name, TableError).items()
    }


@lru_cache(maxsize=256)
def english(words: str) -> str:
    """The English of what a croupier says; nothing where there is none."""
    for spanish, said in templates().items():
        pattern = re.escape(spanish).replace(re.escape("{number}"), r"(?P<number>\d+)")
        if found := re.fullmatch(pattern, words):
            return said.format(**found.groupdict())
    return ""
