# SPDX-License-Identifier: MIT
"""A special machine of type B before its own article: prize, options, name, front text, no link."""

import copy
import tomllib

import pytest
from own_law import own_law

from emulator import cli
from emulator.link.errors import LinkError
from emulator.link.rules import read_definition
from machines.model import MODELS_FOLDER, ModelError, load_model, model_names, read_model
from machines.rules import ProfileError, load_profile
from machines.types.cycle import par as par_cycle
from machines.types.cycle.checks_special import ordinary_names
from machines.types.cycle.limits import limits_of
from machines.types.cycle.model import CycleModel

RAW = tomllib.loads((MODELS_FOLDER / "monegros.toml").read_text(encoding="utf-8"))
WORDS = "Máquina especial para salones de juego, bingos y casinos"


def changed(**keys):
    """The shipped special machine with some keys replaced; None takes one away."""
    raw = {**copy.deepcopy(RAW), **keys}
    return {key: value for key, value in raw.items() if value is not None}


def with_text(text):
    texts = {name: words for name, words in RAW["texts"].items() if name != "special"}
    return changed(texts=texts if text is None else {**texts, "special": {"es": text}})


def rules_broken(raw, profile=None):
    """(rule, key path) of every mistake."""
    try:
        read_model(raw, profile=profile)
    except ModelError as error:
        return {(problem.rule, problem.path) for problem in error.problems}
    return set()


def largest(cents):
    """The shipped machine with another amount for three suns."""
    raw = changed()
    raw["paytable"][0]["cents"] = cents
    for stratum in raw["cycle"]["strata"]:
        if "20000" in stratum["prizes"]:
            stratum["prizes"][str(cents)] = stratum["prizes"].pop("20000")
    return raw


def admitting(tmp_path, *options):
    """A profile that admits these options on special machines."""
    return load_profile(own_law(tmp_path, "[rules.S-01]", f"options = {[*options]}"))


def test_a_special_machine_ships():
    special = [m for m in map(load_model, model_names()) if isinstance(m, CycleModel) and m.special]
    assert [model.name for model in special] == ["monegros"]
    (model,) = special
    assert max(model.plan.prizes_cents) == 200_00 == 1_000 * model.price_cents
    assert model.settings()["PRIZE_METER_MAX_CENTS"] == 200_00
    assert 0.76 <= model.plan.payout <= 0.85


def test_a_special_machine_pays_up_to_1000_times_the_price():
    """S-02, and an ordinary machine no more than 400 times (B-04)."""
    assert rules_broken(largest(200_00)) == set()
    assert ("S-02", "paytable[0].cents") in rules_broken(largest(200_20))
    ordinary = changed(special=False)
    assert ("B-04", "paytable[0].cents") in rules_broken(ordinary)


def test_a_prize_meter_holds_no_more_than_the_special_maximum():
    assert rules_broken(changed(prize_meter={"max_cents": 200_10})) == {("B-14", "prize_meter.max_cents")}


OPTIONS = {
    "double": ({"simultaneous_max": 2}, "simultaneous_max"),
    "hold": ({"hold": True}, "hold"),
    "gamble": (
        {
            "gamble": {
                "rounds": 1,
                "return_max_cents": 500,
                "return_one_in": 20,
                "return_spare_plays": 250,
                "advance_max_cents": 500,
            }
        },
        "gamble",
    ),
    "raise": (
        {"raises": [{"name": {"es": "SUBIDA"}, "cents": 500, "to_cents": 800, "odds": "1/10"}]},
        "raises",
    ),
    "reserve": ({}, "money.reserve_max_cents"),
    "prize_meter": ({}, "prize_meter"),
}


@pytest.mark.parametrize("option", OPTIONS)
def test_a_special_machine_has_no_option_but_those_of_its_profile(option, tmp_path):
    """S-01: a profile says which options of article 7 it reads into article 8; ours, what keeps money."""
    keys, path = OPTIONS[option]
    shipped = option in ("reserve", "prize_meter")
    assert (("S-01", path) in rules_broken(changed(**keys))) is not shipped
    others = [name for name in OPTIONS if name != option]
    assert ("S-01", path) in rules_broken(changed(**keys), admitting(tmp_path, *others))
    assert ("S-01", path) not in rules_broken(changed(**keys), admitting(tmp_path, option))


def test_a_double_play_of_a_special_machine_wins_no_more_than_a_single_one(tmp_path):
    """Where a profile admits it: article 8 knows one maximum, and 7.c is lower."""
    limits = limits_of(admitting(tmp_path, "double", "prize_meter", "reserve"), special=True)
    assert limits.prize_max_cents == limits.double_prize_max_cents == 200_00
    found = rules_broken(changed(simultaneous_max=2), admitting(tmp_path, *OPTIONS))
    # Its strata are half of 5,000 plays, so that only single plays keep 40 % (B-08).
    assert {rule for rule, _ in found} - {"B-20"} == {"S-02", "B-08"}


def test_a_profile_names_only_options_that_there_are(tmp_path):
    with pytest.raises(ProfileError, match="options must name double, gamble, hold"):
        admitting(tmp_path, "carrusel")


def test_the_rest_of_article_6_holds_for_a_special_machine():
    """S-01: payout, length of a play, credits and price are those of every machine of type B."""
    poor = changed()
    for stratum in poor["cycle"]["strata"]:
        stratum["prizes"]["40"] -= 100
    assert ("B-07", "cycle") in rules_broken(poor)
    assert rules_broken(changed(durations={"play_min_ms": 4999})) == {("B-10", "durations.play_min_ms")}
    dear = rules_broken(changed(money={**RAW["money"], "credits_max_cents": 410}))
    assert dear == {("B-12", "money.credits_max_cents")}
    assert rules_broken(changed(price_cents=40)) == {("B-02", "price_cents")}
    empty = [{**row, "fill_coins": 150} for row in RAW["hoppers"]]
    assert rules_broken(changed(hoppers=empty)) == {("B-20", "hoppers")}


@pytest.mark.parametrize("keys", [{"name": "cierzo"}, {"title": "CIERZO"}, {"title": " Cierzo"}])
def test_the_name_of_an_ordinary_machine_is_refused(keys):
    """S-04: a commercial name of its own."""
    assert rules_broken(changed(**keys)) == {("S-04", next(iter(keys)))}


def test_the_names_that_are_taken_are_those_of_ordinary_machines():
    assert "cierzo" in ordinary_names()
    assert not {"monegros", "moncayo", "cometa"} & ordinary_names()


@pytest.mark.parametrize(
    "text",
    [
        None,
        "Máquina para salones de juego, bingos y casinos",
        "Máquina especial",
        f"No es {WORDS}",
        f"{WORDS} no",
    ],
)
def test_the_front_carries_the_words_of_the_norm(text):
    """S-06: in the very words and no others, whatever the letters' case."""
    path = "texts.special" if text is None else "texts.special.es"
    assert rules_broken(with_text(text)) == {("S-06", path)}
    for good in (WORDS, WORDS.upper(), f" {WORDS.lower()}."):
        assert rules_broken(with_text(good)) == set()


def test_an_ordinary_machine_does_not_call_itself_special():
    raw = tomllib.loads((MODELS_FOLDER / "cierzo.toml").read_text(encoding="utf-8"))
    raw["texts"]["special"] = {"es": WORDS}
    assert rules_broken(raw) == {("S-06", "texts.special")}


def test_a_special_machine_is_no_part_of_a_carrusel():
    """S-03: neither among themselves nor with ordinary machines."""
    text = (
        'kind = "carrusel"\nplace = "salon"\nmachines = [{}]\n'
        "[[pots]]\nbase_cents = 12000\nlimit_cents = 40000\n"
        'share = "1/100"\nhit = "must_hit"\nunit_cents = 10\n'
    )

    def linked(*models):
        rows = (f'{{ number = {n}, model = "{name}" }}' for n, name in enumerate(models, start=1))
        return read_definition(text.format(", ".join(rows)))

    linked("bochorno", "bochorno", "bochorno")
    for models in (("monegros",) * 3, ("bochorno", "monegros", "bochorno")):
        with pytest.raises(LinkError) as caught:
            linked(*models)
        assert {problem.rule for problem in caught.value.problems} == {"S-03"}


def test_a_special_machine_has_no_link_of_its_own():
    """S-03: what an ordinary machine may have (B-26) is refused on this one."""
    ordinary = tomllib.loads((MODELS_FOLDER / "bochorno.toml").read_text(encoding="utf-8"))
    link = {**ordinary["link"], "prizes": []}
    assert ("S-03", "link") in rules_broken(changed(link=link))
    assert "S-03" not in {rule for rule, _ in rules_broken(ordinary)}


@pytest.mark.long
def test_its_sheet_says_that_it_is_special_and_knows_no_double_play(capsys, monkeypatch):
    """A figure of doubles would be of a play that it does not have."""
    monkeypatch.setattr(par_cycle, "_watcher", lambda plan: None)  # takes seconds and is not asked for
    assert cli.run(["par", "monegros"]) == 0
    printed = capsys.readouterr().out
    assert "type B special" in printed
    assert "largest win of a double play" not in printed
    assert par_cycle.cycle_sheet(load_model("cierzo"))["largest_double_cents"] == 100_00
