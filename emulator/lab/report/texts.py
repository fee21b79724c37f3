# SPDX-License-Identifier: MIT
"""The words of a report, which ``texts.toml`` holds in both languages."""

from __future__ import annotations

from functools import cache
from importlib import resources

from machines.support.languages import DEFAULT_LANGUAGE, PAPER_LANGUAGES, SOURCE_LANGUAGE
from machines.support.plain import Json, JsonView, read_toml

_TABLES = ("units", "articles", "chapters")
LANGUAGES = PAPER_LANGUAGES


class Texts:
    """
    The words in one language.

    Texts(DEFAULT_LANGUAGE)("by")                          # "Incumple por"
    Texts(DEFAULT_LANGUAGE)("missed_more", ids="B-04")     # filled in
    """

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"language must be one of {', '.join(LANGUAGES)} (got {language})")
        self.language = language
        self.all: dict[str, str] = {
            key: words[language] for key, words in _file().items() if key not in _TABLES
        }

    def __call__(self, key: str, **filled: object) -> str:
        return self.all[key].format(**filled) if filled else self.all[key]

    def get(self, key: str, otherwise: str) -> str:
        """Words that need not be there: of an area or a method that a laboratory added."""
        return self.all.get(key, otherwise)

    def said(self, words: JsonView | str | None) -> str:
        """Words that came with the report: in this language, else in any; a plain string as it is."""
        if words is None or isinstance(words, str):
            return words or ""
        return str(
            words.get(self.language) or words.get(SOURCE_LANGUAGE) or words.get(DEFAULT_LANGUAGE) or ""
        )

    def article(self, words: str) -> str:
        """An article, or the title of rules, as the profiles write it."""
        if self.language == DEFAULT_LANGUAGE:
            for english, spanish in _file()["articles"].items():
                words = words.replace(english, spanish)
        return words

    def chapter(self, title: str) -> str:
        """The title of a chapter of a power-cut sweep; one that is not known stays as it is."""
        if self.language == DEFAULT_LANGUAGE:
            return str(_file()["chapters"].get(title, title))
        return title

    def unit(self, unit: str) -> str:
        """A unit's name; one that is not known stays as it is."""
        words = _file()["units"].get(unit)
        return unit if words is None else str(words[self.language])


@cache
def _file() -> Json:
    return read_toml(resources.files(__package__).joinpath("texts.toml").read_text(encoding="utf-8"))
