# SPDX-License-Identifier: MIT
"""The texts whose meaning the law fixes have the profile's wording; other words are refused (B-29, C-21)."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from own_law import own_law

from machines import model, rules
from machines.check import wording
from machines.model import MODELS_FOLDER

Raw = dict[str, Any]

# Model, text, language, what somebody writes there: each means something else, with the figures of the law.
CHANGED = {
    "minors are allowed": ("cierzo", "minors", "es", "Permitido su uso a menores de 18 años", "B-29"),
    "nobody is forbidden": (
        "cierzo", "minors", "es", "No está prohibido su uso a menores de 18 años", "B-29",
    ),
    "adults are forbidden": ("cierzo", "minors", "es", "Prohibido su uso a mayores de 18 años", "B-29"),
    "of 180 years": ("cierzo", "minors", "es", "Prohibido su uso a menores de 180 años", "B-29"),
    "of 16 years": ("cierzo", "minors", "es", "Prohibido su uso a menores de 16 años", "B-29"),
    "allowed in English": ("cierzo", "minors", "en", "Use by persons under 18 is not forbidden", "B-29"),
    "at most": (
        "cierzo", "minimum_payout", "es",
        "Devuelve en premios, como máximo, el 75 % del valor de las jugadas de cada ciclo de 20.000.",
        "B-29",
    ),
    "of another cycle": (
        "cierzo", "minimum_payout", "es",
        "Devuelve en premios, como mínimo, el 75 % del valor de las jugadas de cada ciclo de 120.000.",
        "B-29",
    ),
    "no addiction": (
        "cierzo", "addiction", "es", "La utilización de esta máquina no puede producir ludopatía", "B-29",
    ),
    "a cure": ("galacho", "addiction", "en", "Using this machine may cure gambling addiction", "B-29"),
    "not a special machine": (
        "monegros", "special", "es", "No es máquina especial para salones de juego, bingos y casinos",
        "S-06",
    ),
    "a link that is no more": (
        "bochorno", "link", "es", "Esta máquina forma parte de un carrusel que ya no hay.", "B-26",
    ),
    "not of the link": ("bochorno", "link", "es", "Esta máquina no forma parte de un carrusel.", "B-26"),
    "not in English": ("veruela", "link", "en", "This machine does not belong to the superjackpot.", "C-17"),
    "of another's link": (
        "veruela", "link", "es", "La máquina de al lado forma parte del superjackpot.", "C-17",
    ),
    "bets that are none": (
        "aneto", "bets", "es", "Una jugada: 6,00 €, apuesta única y mínima no hay.", "C-21",
    ),
    "for everybody": ("monegros", "special", "en", "Special machine for bars", "S-06"),
    "minors in casinos": ("moncayo", "minors", "es", "Permitido el uso a menores de 18 años", "C-22"),
    "at most in casinos": (
        "moncayo", "minimum_payout", "es", "Devuelve, como máximo, el 80 % de lo apostado.", "C-06",
    ),
    "no addiction in casinos": ("mudejar", "addiction", "es", "Su uso no puede producir ludopatía", "C-21"),
    "not the price": ("aneto", "bets", "es", "Una jugada nunca cuesta 6,00 €. Monedas de 1 y 2 €.", "C-21"),
    "not the only bet": (
        "aneto", "bets", "es", "Una jugada: 6,00 €, apuesta máxima. Monedas de 1 y 2 €.", "C-21",
    ),
    "a digit more": ("aneto", "bets", "en", "One play: 6.000 €, the only and least bet", "C-21"),
    "another least bet": (
        "moncayo_nacional", "bets", "es",
        "Una jugada: 1,00, 2,00 o 6,00 €; apuesta mínima: 2,00 €. Monedas de 1 y 2 €.", "C-21",
    ),
    "cash": (
        "cometa", "price", "es", "El precio de la jugada está en el visor. Da premios en metálico.", "A-03",
    ),
    "prizes": (
        "cometa_nacional", "price", "es", "El precio de la jugada está en el visor. Da premios.", "A-01",
    ),
}  # fmt: skip

# Model and a sentence that its rules, in the maker's own words, end with.
BESIDE = {
    "minors": ("cierzo", "es", "También pueden jugar menores de edad.", "B-29"),
    "children": ("moncayo", "en", "Fun for children.", "C-22"),
    "addiction": ("cierzo", "es", "Nadie ha tenido ludopatía.", "B-29"),
    "payout": ("cierzo", "es", "Devuelve el 99 %.", "B-29"),
    "payout in words": ("moncayo", "es", "El noventa y nueve por ciento se devuelve.", "C-06"),
    "payout in English": ("mudejar", "en", "It pays 99 percent of all stakes.", "C-06"),
    "cash": ("cometa", "es", "Todo se cambia en efectivo.", "A-03"),
}

# Model, text, language, what stands there and what somebody writes instead: a sentence that must stand whole.
SENTENCES = {
    "never redeemed": (
        *(
            "moncayo_tarjeta",
            "bets",
            "es",
            "canjeable en el mismo casino",
            "nunca canjeable en el mismo casino",
        ),
        "C-11",
    ),
    "nothing about it": (
        *("moncayo_tarjeta", "bets", "es", "Solo Tarjeta Moncayo, canjeable en el mismo casino.", "Suerte."),
        "C-11",
    ),
    "false": (
        *("moncayo_tarjeta", "bets", "es", "Solo Tarjeta Moncayo", "Es falso: solo Tarjeta Moncayo"),
        "C-11",
    ),
    "with a condition": (
        *("moncayo_tarjeta", "bets", "es", "en el mismo casino.", "en el mismo casino, o no."),
        "C-11",
    ),
    "denied beside": (
        *("moncayo_tarjeta", "bets", "es", "en el mismo casino.", "en el mismo casino. No se canjea nada."),
        "C-11",
    ),
    "not in English": (
        *("moncayo_tarjeta", "bets", "en", "redeemable in the", "not redeemable in the"),
        "C-11",
    ),
    "tokens that nobody takes back": (
        *(
            "moncayo_fichas",
            "bets",
            "es",
            "canjeable en el mismo casino",
            "no canjeable ni en el mismo casino",
        ),
        "C-11",
    ),
    "other tokens": (
        *("moncayo_fichas", "bets", "en", "Moncayo token of 1 and 2 €", "Moncayo token of 11 and 2 €"),
        "C-11",
    ),
    "no tickets": ("cometa", "rules", "es", "2 tiques", "ni 2 tiques", "A-03"),
    "more tickets": ("cometa", "rules", "es", "10 tiques", "100 tiques", "A-03"),
    "for more points": ("ronda", "rules", "en", "120 points", "1,120 points", "A-03"),
    "tickets denied beside": (
        *("ronda", "rules", "es", "Solo cuenta la habilidad.", "Los tiques no se dan."),
        "A-03",
    ),
}


def raw_of(name: str) -> Raw:
    return tomllib.loads((MODELS_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def told(raw: Raw) -> list[tuple[str, str | None]]:
    """Key path and rule of each mistake."""
    try:
        model.read_model(raw)
    except model.ModelError as error:
        return [(problem.path, problem.rule) for problem in error.problems]
    return []


def with_text(name: str, text: str, language: str, words: str) -> Raw:
    raw = deepcopy(raw_of(name))
    (raw["link"]["text"] if text == "link" else raw["texts"][text])[language] = words
    return raw


def with_change(name: str, text: str, language: str, old: str, new: str) -> Raw:
    words = raw_of(name)["texts"][text][language]
    assert words.count(old) == 1
    return with_text(name, text, language, words.replace(old, new))


def key_of(text: str, language: str) -> str:
    return f"link.text.{language}" if text == "link" else f"texts.{text}.{language}"


def test_words_in_a_language_without_a_wording_are_refused() -> None:
    raw = with_text("cierzo", "minors", "an", "Prohibiu a os menors de 18 anyos")
    assert told(raw) == [("texts.minors.an", "B-29")]
    assert told(with_text("cierzo", "rules", "an", "Meta monedas.")) == []


@pytest.mark.parametrize("what", CHANGED)
def test_changed_words_are_refused_with_what_must_stand(what: str) -> None:
    name, text, language, words, rule = CHANGED[what]
    raw = with_text(name, text, language, words)
    with pytest.raises(model.ModelError) as caught:
        model.read_model(raw)
    (problem,) = caught.value.problems
    assert (problem.path, problem.rule) == (key_of(text, language), rule)
    assert words in problem.message and problem.limit in problem.message
    # Whoever writes what the answer says is done.
    assert told(with_text(name, text, language, str(problem.limit))) == []


@pytest.mark.parametrize("what", BESIDE)
def test_no_other_text_speaks_of_what_has_a_wording(what: str) -> None:
    name, language, sentence, rule = BESIDE[what]
    raw = raw_of(name)
    raw["texts"]["rules"][language] += f" {sentence}"
    assert told(raw) == [(f"texts.rules.{language}", rule)]


@pytest.mark.parametrize("what", SENTENCES)
def test_a_sentence_that_must_stand_whole_cannot_be_denied(what: str) -> None:
    *where, rule = SENTENCES[what]
    assert told(with_change(*where)) == [(key_of(where[1], where[2]), rule)]


@pytest.mark.parametrize("name", ["Tarjeta. Esto es falso: la tarjeta", "Tarjeta; nunca", "«Tarjeta»"])
def test_a_name_of_house_money_is_no_sentence(name: str) -> None:
    raw = raw_of("moncayo_tarjeta")
    raw["money"]["card"]["name"]["es"] = name
    raw["texts"]["bets"]["es"] = raw["texts"]["bets"]["es"].replace("Tarjeta Moncayo", name)
    assert told(raw) == [("money.card.name.es", "C-11")]


def test_a_sentence_may_stand_among_the_rules() -> None:
    raw = raw_of("moncayo_tarjeta")
    sentence = "Solo Tarjeta Moncayo, canjeable en el mismo casino."
    raw["texts"]["bets"]["es"] = raw["texts"]["bets"]["es"].replace(f" {sentence}", "")
    raw["texts"]["rules"]["es"] = f"{sentence.upper()} {raw['texts']['rules']['es']}"
    assert told(raw) == []


def test_the_rules_of_a_second_game_are_held_to_it_too() -> None:
    raw = raw_of("verbena")
    raw["games"][0]["rules"]["es"] += " Premios en metálico."
    assert told(raw) == [("games[0].rules.es", "A-03")]


@pytest.mark.parametrize(
    "words",
    [
        "PROHIBIDO SU USO A MENORES DE 18 AÑOS.",
        "Prohibido  su uso\u00a0a menores de 18 años",
        "Prohibida su utilización a menores de 18 años",
    ],
)
def test_case_spaces_and_a_further_wording_change_nothing(words: str) -> None:
    assert told(with_text("cierzo", "minors", "es", words)) == []


def test_the_maker_goes_on_after_the_bets_as_he_likes() -> None:
    raw = with_text(
        "aneto", "bets", "es", "Una jugada: 6,00 €, apuesta única y mínima. Monedas de 1 y 2 €. Suerte."
    )
    assert told(raw) == []


def test_a_profile_has_words_and_figures_of_its_own(tmp_path: Path) -> None:
    """Another region, another age, another sentence: the slot is filled from the row."""
    law = rules.load_profile(
        own_law(
            tmp_path,
            "[rules.B-29]",
            "value = 21",
            "[rules.B-29.texts]",
            'minors_es = "Solo desde {years} años"',
        )
    )
    raw = with_text("cierzo", "minors", "es", "Solo desde 21 años")
    raw["texts"]["minors"].pop("en")
    model.read_model(raw, profile=law)
    with pytest.raises(model.ModelError, match="Solo desde 21 años"):
        model.read_model(with_text("cierzo", "minors", "es", "Solo desde 18 años"), profile=law)


@pytest.mark.parametrize("words", ["Menos de {age} años", "{years} {", "{years.__class__}"])
def test_a_profile_with_an_unknown_slot_is_refused_by_name(tmp_path: Path, words: str) -> None:
    law = rules.load_profile(own_law(tmp_path, "[rules.B-29.texts]", f'minors_es = "{words}"'))
    with pytest.raises(
        rules.ProfileError, match=r"rules\.B-29\.texts\.minors_es must have no slot but these: {years}"
    ):
        wording.require(law)
    with pytest.raises(model.ModelError, match=r"B-29\.texts\.minors_es"):
        model.read_model(raw_of("cierzo"), profile=law)
