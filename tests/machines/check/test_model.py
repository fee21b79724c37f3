# SPDX-License-Identifier: MIT
"""A shipped model loads into what every other part is built from."""

import functools
import json
import tomllib
from itertools import product

import jsonschema
import pytest
from places import TESTS

import cext
from machines.model import MODELS_FOLDER, ModelError, load_model, model_names, read_model
from machines.rules import load_profile
from machines.types import schema
from machines.types.cycle.schema import REQUIRED_TEXTS
from machines.types.cycle.windows import ANY, Strips

SOUND = TESTS / "support" / "sound_model.toml"


@pytest.fixture(scope="module")
def cierzo():
    return load_model("cierzo")


def raw_model():
    return tomllib.loads(SOUND.read_text(encoding="utf-8"))


def line_prize(model, symbols):
    """What one line pays, read off the paytable as a player would."""
    matching = [
        pay.cents
        for pay in model.paytable
        if all(wanted in ("*", shown) for wanted, shown in zip(pay.symbols, symbols, strict=True))
    ]
    return max(matching, default=0)


def test_cierzo_ships_and_has_the_price_of_its_profile(cierzo):
    assert "cierzo" in model_names()
    assert "price_cents" not in tomllib.loads((MODELS_FOLDER / "cierzo.toml").read_text(encoding="utf-8"))
    assert cierzo.price_cents == load_profile("es-ar-2002").value("B-02") == 20


def test_cierzo_is_the_machine_that_was_asked_for(cierzo):
    assert cierzo.type == "B"
    assert len(cierzo.strips) == 3
    assert all(20 <= len(strip) <= 32 for strip in cierzo.strips)
    assert 0.76 <= cierzo.plan.payout <= 0.85
    assert cierzo.plan.plays == 20_000
    assert max(cierzo.plan.prizes_cents) == 8_000 == 400 * cierzo.price_cents
    assert cierzo.hold
    assert cierzo.simultaneous_max == 2
    assert cierzo.coins_cents == (10, 20, 50, 100, 200)
    assert [hopper.cents for hopper in cierzo.hoppers] == [10, 100]


def test_no_symbol_of_cierzo_stands_twice_in_one_window(cierzo):
    """A strip looks alive when a window of three rows shows three symbols."""
    for strip in cierzo.strips:
        assert all(len({strip[i - 1], strip[i], strip[(i + 1) % len(strip)]}) == 3 for i in range(len(strip)))


def test_every_class_of_cierzo_is_shown_by_several_windows(cierzo):
    assert min(cierzo.shown.counts[cents] for cents in cierzo.plan.prizes_cents) >= 8
    assert cierzo.shown.counts[0] > 10_000


def test_every_way_of_holding_can_be_offered_on_cierzo(cierzo):
    assert min(cierzo.shown.hold_offers(cierzo.plan.prizes_cents)) >= 1_000


def test_enumerated_windows_are_the_core_tables(cierzo):
    by_class = {}
    for window, cents in cierzo.shown.prizes.items():
        by_class.setdefault(cents, set()).add(window)
    for number, cents in enumerate(cierzo.tables.prizes_cents):
        assert set(cierzo.tables.windows(number)) == by_class[cents]
    assert set(by_class) == set(cierzo.tables.prizes_cents)


def test_a_window_shows_the_symbols_that_its_prize_needs(cierzo):
    """Model.window, which the panel draws, agrees with the tables, which money follows."""
    for number, cents in enumerate(cierzo.tables.prizes_cents):
        for stops in cierzo.tables.windows(number)[:200]:
            rows = cierzo.window(stops)
            assert line_prize(cierzo, rows[1]) == cents
            assert rows[1] == tuple(strip[stop] for strip, stop in zip(cierzo.strips, stops, strict=True))


def test_several_lines_pay_in_the_core_as_enumerated_here():
    """Rows above and below the middle are read the same way round in both."""
    strips = Strips(
        strips=((0, 1, 2, 3, 1), (1, 0, 3, 2, 2), (2, 0, 1, 1, 3)),
        rows=3,
        paylines=((0, 0, 0), (0, 1, 2), (2, 2, 1)),
        pays=(((0, 0, ANY), 60), ((1, ANY, 1), 20), ((2, 2, 2), 100)),
    )
    amounts = sorted(strips.counts)
    blob = cext.pack_tables(
        cext.CycleGame(
            strips=strips.strips,
            rows=strips.rows,
            paylines=strips.paylines,
            pays=strips.pays,
            prizes_cents=amounts,
            strata=[[1] * len(amounts)],
            price_cents=20,
            simultaneous_max=1,
            hold=False,
        )
    )
    tables = cext.Tables(blob)
    assert len(amounts) > 3
    for stops in product(range(5), repeat=3):
        assert amounts[tables.window_class(stops)] == strips.prizes[stops]


def test_a_whole_cycle_in_the_core_is_the_plan_to_the_cent(cierzo):
    _, tally = cext.campaign(cierzo.tables, bytes(32), 0, cierzo.plan.plays)
    assert tally.counts == cierzo.plan.counts
    assert tally.won_cents == cierzo.plan.paid_cents


def test_settings_carry_the_law_and_the_model(cierzo):
    settings = cierzo.settings()
    profile = cierzo.profile
    assert settings["PRICE_CENTS"] == profile.value("B-02")
    assert settings["CREDITS_MAX_CENTS"] == profile.value("B-12")
    assert settings["PLAY_MIN_MS"] == profile.value("B-10")
    assert settings["PLAYS_WINDOW_MAX"] == profile.rules["B-10"].values["max_plays"]
    assert settings["PLAYS_WINDOW_MS"] == profile.rules["B-10"].values["window_ms"]
    assert settings["AUTO_START_MS"] == profile.value("B-11")
    assert settings["PRIZE_METER_MAX_CENTS"] == profile.value("B-04")
    assert settings["PRIZE_METER_MAX_DOUBLE_CENTS"] == profile.value("B-05")
    assert settings["MAX_INSERT_CENTS"] == profile.value("B-17")
    assert settings["LARGEST_SINGLE_CENTS"] == 8_000
    assert settings["LARGEST_DOUBLE_CENTS"] <= profile.value("B-05")
    assert settings["COINS"][0] == (10, "coin_10", "inhibit_10")
    assert settings["HOPPERS"][1] == (100, "hopper_100", 400)
    assert settings["PRIZES_CENTS"] == cierzo.plan.prizes_cents


def test_settings_are_plain_constants_that_python_reads_back(cierzo):
    for value in cierzo.settings().values():
        assert eval(repr(value)) == value


def test_another_profile_can_judge_a_model():
    model = load_model("cierzo", profile="es-rd2110-2001")
    assert model.profile.id == "es-rd2110-2001"
    assert model.settings()["PROFILE"] == "es-rd2110-2001"
    assert model.price_cents == 20


def test_a_profile_that_only_bounds_the_price_lets_the_model_choose():
    raw = {**raw_model(), "profile": "es-rd2110-2001", "price_cents": 10}
    for pay in raw["paytable"]:
        pay["cents"] //= 2
    for stratum in raw["cycle"]["strata"]:
        stratum["prizes"] = {str(int(cents) // 2): count for cents, count in stratum["prizes"].items()}
    model = read_model(raw)
    assert model.price_cents == 10
    assert model.settings()["CREDITS_MAX_CENTS"] == 200


def test_texts_and_names_come_in_both_languages(cierzo):
    assert cierzo.texts["es"]["minors"] != cierzo.texts["en"]["minors"]
    assert cierzo.symbol_name("luna", "en") == "moon"
    assert set(cierzo.texts["es"]) == set(REQUIRED_TEXTS)


def test_spanish_stands_where_a_maker_has_no_english():
    raw = raw_model()
    del raw["texts"]["minors"]["en"]
    assert read_model(raw).texts["en"]["minors"] == raw["texts"]["minors"]["es"]


def test_art_has_a_drawing_and_a_colour_for_every_symbol(cierzo):
    assert set(cierzo.art["symbols"]) == {symbol for strip in cierzo.strips for symbol in strip}
    assert len({look["drawing"] for look in cierzo.art["symbols"].values()}) == 8


def test_the_json_schema_is_current():
    shipped = json.loads(schema.SCHEMA_PATH.read_text(encoding="utf-8"))
    assert shipped == schema.json_schema(), "run python -m machines.types.schema"


@functools.cache
def validator():
    whole = schema.json_schema()
    jsonschema.Draft202012Validator.check_schema(whole)
    return jsonschema.Draft202012Validator(whole)


@pytest.mark.parametrize(
    "path",
    [*sorted(MODELS_FOLDER.glob("*.toml")), SOUND, TESTS / "support" / "sound_chance.toml"],
    ids=lambda path: path.stem,
)
def test_a_sound_model_validates_against_the_json_schema(path):
    validator().validate(tomllib.loads(path.read_text(encoding="utf-8")))


def test_the_json_schema_refuses_what_the_reader_refuses():
    raw = {**raw_model(), "rows": "three"}
    with pytest.raises(jsonschema.ValidationError):
        validator().validate(raw)
    with pytest.raises(ModelError):
        read_model(raw)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nothing", f"must be one of {', '.join(model_names())} or a file *.toml"),
        ("no/such/file.toml", "must be a readable file"),
        (TESTS, "must be a readable file"),
        ("a\0b.toml", "a path must hold no NUL character"),
    ],
)
def test_a_model_that_is_not_there_is_one_clear_problem(name, words):
    with pytest.raises(ModelError) as caught:
        load_model(name)
    (problem,) = caught.value.problems
    assert words in problem.message
    assert problem.hint


def test_a_file_that_is_not_text_is_one_clear_problem(tmp_path):
    path = tmp_path / "model.toml"
    path.write_bytes(b'name = "\xff"')
    with pytest.raises(ModelError, match="must be UTF-8 text"):
        load_model(path)
