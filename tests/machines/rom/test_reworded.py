# SPDX-License-Identifier: MIT
"""A message line read in another language than its ROM has: every text, and what stays as it is."""

from __future__ import annotations

import re

import pytest
from soon import soon

from machines.model import load_model
from machines.rom.program import TEXTS, model_sources, translated
from machines.rom.reworded import reworded
from machines.support.languages import DEFAULT_LANGUAGE, languages, own_name, reviewed

ONE_OF_EACH = ("bochorno", "mudejar", "ronda")
OTHERS = [language for language in languages() if language != DEFAULT_LANGUAGE]


def lines(model: str, language: str) -> list[str]:
    """Every text that this machine can say, with words in its places."""
    sources = translated(model_sources(load_model(model)), language)
    texts = [text for name in sorted(sources) if name.endswith(TEXTS) for text in sources[name].split("\n")]
    point = next(text for text in texts if text.startswith("point|")).partition("|")[2]
    rows = [text.partition("|") for text in texts if "|" in text and not text.startswith("point|")]
    return [text.format(f"7{point}50", "12", "3", "4") for key, _, text in rows if not key.endswith("_")]


@pytest.mark.parametrize("wanted", OTHERS)
@pytest.mark.parametrize("model", soon(ONE_OF_EACH, "bochorno"))
def test_every_line_is_read_as_a_machine_of_that_language_says_it(model: str, wanted: str) -> None:
    say = reworded(load_model(model), DEFAULT_LANGUAGE, wanted)
    said = dict[str, set[str]]()
    for spoken, read in zip(lines(model, DEFAULT_LANGUAGE), lines(model, wanted), strict=True):
        said.setdefault(spoken, set()).add(read)
    assert len(said) > 150
    # Two texts of the code may be one in Spanish: the line is then read as one of them.
    wrong = {spoken: say(spoken) for spoken, read in said.items() if say(spoken) not in read}
    assert wrong == {}


def test_the_mark_of_a_test_machine_the_amount_and_the_owed_rest_stay() -> None:
    say = reworded(load_model("cierzo"), "es", "en")
    assert say("TEST PREMIO 2,00     ") == "TEST PRIZE 2.00"
    assert say("AVERÍA: PAGADOR 1,00: 12,00") == "FAULT: HOPPER 1.00: 12.00"
    assert say("PREMIO 2,00: VUELVE 0,20") == "PRIZE 2.00: 0.20 BACK"
    assert say("MENÚ 1/14 CONTADORES") == "MENU 1/14 METERS"


@pytest.mark.parametrize("message", ["", "HELLO WORLD", "PREMIADO", "1.2.3"])
def test_a_line_that_is_none_of_ours_stays_as_it_is(message: str) -> None:
    assert reworded(load_model("cierzo"), "es", "eu")(f" {message} ") == message


def test_a_machine_of_an_unknown_language_stays_as_it_is() -> None:
    assert reworded(load_model("cierzo"), "xx", "en")("PREMIO 2,00") == "PREMIO 2,00"


def test_a_catalogue_says_its_name_and_whether_a_speaker_has_read_it() -> None:
    names = {"es": "Español", "en": "English", "ca": "Català", "gl": "Galego", "eu": "Euskara"}
    assert {language: own_name(language) for language in names} == names
    assert [language for language in names if reviewed(language)] == ["es", "en"]


def test_the_marks_of_a_language_are_those_of_its_texts() -> None:
    say = reworded(load_model("cierzo"), "en", "es")
    assert re.fullmatch("PREMIO 1,50", say("PRIZE 1.50"))
