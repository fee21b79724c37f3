# SPDX-License-Identifier: MIT
"""A model of type C becomes the tables that it says, and pays exactly what is said of it."""

import copy
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

import pytest
from broken_models import load_broken
from chance_files import SOUND, changed
from places import ROOT, TESTS

import cext
from machines.model import (
    ChanceModel,
    CycleModel,
    WrongTypeError,
    load_model,
    model_names,
    need_cycle,
    parse_model,
    read_model,
)
from machines.types.chance import checks_front as checks_chance_front
from machines.types.chance import mean as chance_mean
from machines.types.chance.layout import ANY_MASK
from machines.types.chance.mean import (
    mean_cents,
    mean_free_plays,
    mean_payout,
    scatter_turns,
    turn_mean_cents,
)
from machines.types.chance.payout import exact_payout, least_payout

SHIPPED = ("aneto", "moncayo", "mudejar")


@pytest.fixture(scope="module")
def sound():
    return load_model(TESTS / "support" / "sound_chance.toml")


def all_ways():
    """The sound model evaluated by ways: counts of three symbols, a wild that doubles."""
    rows = [
        {"symbol": "sol", "counts": {"2": 40, "3": 160}, "pot": {"3": "sol"}},
        {"symbol": "mar", "counts": {"3": 100}},
        {"symbol": "ola", "counts": {"1": 20, "3": 20}},
    ]
    return changed(evaluation="ways", paylines=None, paytable=rows)


def rows_of(model, path):
    """The combinations that a row of the paytable became."""
    return [combo for combo in model.layout.combos if combo.path.startswith(path)]


def named(model, mask):
    """The symbols of a mask."""
    return {name for number, name in enumerate(model.layout.symbols) if mask >> number & 1}


# --- expansion ------------------------------------------------------------------------------------


def test_a_combination_takes_its_symbols_and_the_wilds_that_stand_for_them(sound):
    (combo,) = rows_of(sound, "paytable[0]")
    assert [named(sound, mask) for mask in combo.masks] == [{"sol", "luz"}] * 3
    assert (combo.span, combo.multiplies, combo.pot) == (3, True, 1)


def test_a_list_in_a_place_takes_any_of_its_symbols(sound):
    (combo,) = rows_of(sound, "paytable[2]")
    assert [named(sound, mask) for mask in combo.masks] == [{"pez", "ola", "luz"}] * 3


def test_any_symbol_beyond_the_last_named_one_does_not_count(sound):
    (combo,) = rows_of(sound, "paytable[3]")
    assert combo.masks[1:] == (ANY_MASK, ANY_MASK)
    assert combo.span == 1


def test_counts_go_from_the_left_and_share_a_group(sound):
    two, three = rows_of(sound, "paytable[1]")
    assert (two.span, three.span) == (2, 3)
    assert (two.prize_cents, three.prize_cents) == (40, 180)
    assert two.masks[2] == ANY_MASK
    assert two.group == three.group
    assert (two.path, two.label) == ("paytable[1].counts.2", "2 mar")


def test_a_wild_of_its_own_counts_wilds_only_and_does_not_multiply():
    rows = [*SOUND["paytable"], {"symbols": ["ola", "luz", "luz"], "cents": 40}]
    rows.append({"symbols": ["*", "luz", "*"], "cents": 20})
    model = read_model(changed(paytable=rows))
    (mixed,), (alone,) = rows_of(model, "paytable[4]"), rows_of(model, "paytable[5]")
    assert named(model, mixed.masks[1]) == {"luz"}
    assert mixed.multiplies, "the place of ola may hold a wild instead"
    assert alone.span == 2
    assert not alone.multiplies


def test_a_wild_stands_only_for_what_it_names():
    raw = changed()
    raw["symbols"]["luz"]["wild"] = {"for": ["sol"], "multiplier": 2}
    model = read_model(raw)
    assert named(model, rows_of(model, "paytable[0]")[0].masks[0]) == {"sol", "luz"}
    assert named(model, rows_of(model, "paytable[1]")[0].masks[0]) == {"mar"}
    assert not rows_of(model, "paytable[1]")[0].multiplies


def test_what_a_scatter_gives_lasts_until_a_larger_count_gives_other(sound):
    two, three = sound.layout.scatters
    assert (two.count, two.prize_cents, two.free_plays, two.picks) == (2, 0, 0, 2)
    assert (three.count, three.prize_cents, three.free_plays, three.retrigger, three.picks) == (
        *(3, 160, 4, 2, 2),
    )
    assert named(sound, three.mask) == {"faro"}


def test_the_tables_hold_what_the_file_says(sound):
    tables = sound.tables
    assert (tables.type, tables.price_cents, tables.cap_cents) == ("C", 600, 1_200_000)
    assert len(tables.combos) == len(sound.layout.combos)
    assert tables.multipliers == (1, 1, 1, 1, 2, 1)
    assert tables.weights[0] == (1, 2, 3, 2, 3, 1, 1, 3)
    assert tables.free_strips != tables.strips
    assert (tables.free_multiplier, tables.max_free_plays) == (2, 9)
    assert tables.gamble == cext.Gamble(1, 2, 3, 60_000)
    assert tables.pots[0].seed_mc == 100_000
    assert tables.pots[0].reserve == Fraction(1, 400)
    assert tables.pots[1].mystery == Fraction(1, 5000)
    assert sound.pots == ("sol", "mar")


# --- what a turn pays, against a player who reads the paytable --------------------------------------


def line_cents(model, shown):
    """What one line pays, read off the file: the best row, times the multipliers of its wilds."""
    best = 0
    for pay in model.draft.paytable:
        rows = [(pay.symbols, pay.cents)] if pay.symbols else []
        rows += [([pay.symbol] * int(count), cents) for count, cents in (pay.counts or {}).items()]
        for wanted, cents in rows:
            times = fits_times(model, wanted, shown)
            best = max(best, times * cents)
    return best


def fits_times(model, wanted, shown):
    """0 if these symbols do not match, else what the wilds among them multiply by."""
    times = 1
    for places, symbol in zip(wanted, shown, strict=False):
        names = [places] if isinstance(places, str) else places
        if names == ["*"] or symbol in names:
            continue
        looks = model.symbols[symbol].wild
        if looks is None or all(model.symbols[name].scatter or model.symbols[name].wild for name in names):
            return 0
        times *= looks.multiplier
    return times


def test_every_line_pays_in_the_core_what_the_file_says(sound):
    for stops in product(*(range(len(strip)) for strip in sound.strips)):
        window = sound.window(stops)
        lines = [[window[row][reel] for reel, row in enumerate(line)] for line in sound.paylines]
        stars = sum(symbol == "faro" for row in window for symbol in row)
        turn = sound.tables.evaluate(stops)
        assert turn.prize_cents == sum(line_cents(sound, line) for line in lines) + 160 * (stars >= 3)
        assert turn.free_plays == 4 * (stars >= 3)
        assert turn.picks == 2 * (stars >= 2)
        assert turn.pots == any(fits_times(sound, ["sol"] * 3, line) for line in lines)


def ways_cents(model, window):
    """What all ways pay: by symbol, the longest count that shows, once for every way."""
    paid = 0
    for pay in model.draft.paytable:
        reels = [[row[reel] for row in window] for reel in range(len(window[0]))]
        for count, cents in sorted(pay.counts.items(), reverse=True):
            ways = sum(
                fits_times(model, [pay.symbol] * int(count), way) for way in product(*reels[: int(count)])
            )
            if ways:
                paid += ways * cents
                break
    return paid


def test_every_way_pays_in_the_core_what_the_file_says():
    model = read_model(all_ways())
    for stops in product(*(range(len(strip)) for strip in model.strips)):
        window = model.window(stops)
        stars = sum(symbol == "faro" for row in window for symbol in row)
        assert model.tables.evaluate(stops).prize_cents == ways_cents(model, window) + 160 * (stars >= 3)


# --- exact means --------------------------------------------------------------------------------------


def counted_mean(model, free):
    """The mean of a turn by evaluating every one; picks by their own chain written out."""
    tables, total = model.tables, Fraction(0)
    found = Counter(tables.evaluate(tables.stops(v, free), free) for v in range(tables.combinations(free)))
    for turn, ways in found.items():
        total += ways * (turn.prize_cents + picked(tables.picks, turn.picks))
    return total / tables.combinations(free)


def picked(rows, picks):
    """Mean of what so many picks win."""
    if not picks or not rows:
        return Fraction(0)
    weight = sum(row.weight for row in rows)
    return sum(
        Fraction(row.weight, weight) * (row.prize_cents + (0 if row.ends else picked(rows, picks - 1)))
        for row in rows
    )


def cases():
    single = copy.deepcopy(SOUND["reels"])
    single[0]["weights"] = [1, 1, 1, 1, 1, 1, 1, 50]
    return {
        "sound": changed(),
        "ways": all_ways(),
        "one line of heavy weights": changed(paylines=[[0, 1, 2]], reels=single),
        "five rows": changed(rows=4, paylines=[[3, 0, 1], [1, 1, 1]]),
    }


def wrong_means():
    """The cases whose exact mean is not what counting every combination gives."""
    wrong = []
    for name, raw in cases().items():
        model = read_model(raw)
        for free in (False, True):
            if turn_mean_cents(model.layout, free=free) != counted_mean(model, free):
                wrong.append((name, free))
    return wrong


@pytest.fixture
def any_payout(monkeypatch):
    """Let models pass that pay too little, for a look at other figures."""
    monkeypatch.setattr(checks_chance_front, "check_payout", lambda *_: None)


@pytest.mark.usefixtures("any_payout")
def test_the_exact_mean_is_what_counting_every_combination_gives():
    assert wrong_means() == []


@pytest.mark.usefixtures("any_payout")
@pytest.mark.parametrize(
    ("name", "mutant"),
    [
        ("_worth", lambda combo, times: combo.prize_cents),
        ("symbol_weights", lambda reels, rows, reel, row: weights_as_if_middle(reels, reel)),
        ("picks_mean_cents", lambda layout, picks: picks * mean_pick_that_never_ends(layout)),
        ("_applying", lambda rows, count: next((row for row in rows if row.count <= count), None)),
    ],
    ids=["no multiplier", "every row the middle one", "picks never end", "the least count applies"],
)
def test_a_mean_with_one_thing_wrong_is_caught(monkeypatch, name, mutant):
    monkeypatch.setattr(chance_mean, name, mutant)
    assert wrong_means()


def weights_as_if_middle(reels, reel):
    found = Counter()
    for symbol, weight in zip(reels.strips[reel], reels.weights[reel], strict=True):
        found[symbol] += weight
    return dict(found)


def mean_pick_that_never_ends(layout):
    weight = sum(row[1] for row in layout.picks)
    return Fraction(sum(row[0] * row[1] for row in layout.picks), weight) if weight else 0


def walked_free_plays(model, left, given):
    """Mean number of free plays still to come, one after the other."""
    if not left:
        return Fraction(0)
    mean, most = Fraction(1), model.layout.max_free_plays
    for turn, chance in scatter_turns(model.layout, free=True).items():
        more = min(turn.free_plays, most - given)
        mean += chance * walked_free_plays(model, left - 1 + more, given + more)
    return mean


def test_free_plays_are_counted_up_to_their_most(sound):
    mean = sum(
        chance * walked_free_plays(sound, turn.free_plays, turn.free_plays)
        for turn, chance in scatter_turns(sound.layout, free=False).items()
    )
    assert mean_free_plays(sound.layout) == mean
    endless = replace(sound.layout, max_free_plays=1_000)
    assert mean_free_plays(endless) > mean


def test_a_play_wins_what_its_turns_win(sound):
    layout = sound.layout
    turns = turn_mean_cents(layout, free=False) + mean_free_plays(layout) * turn_mean_cents(layout, free=True)
    assert mean_cents(layout) == turns
    assert mean_payout(layout) == turns / 600


def test_where_no_play_reaches_the_cap_both_ways_to_the_payout_agree(sound):
    """One from the file by symbol counts, the other from the core's count of every turn."""
    assert mean_payout(sound.layout) == exact_payout(sound.tables) == least_payout(sound.tables)


def test_the_cap_lowers_the_payout_and_the_quick_bound_lies_below_it(monkeypatch):
    monkeypatch.setattr(checks_chance_front, "least_payout", lambda _: Fraction(1))
    model = load_broken("chance_capped")
    assert (
        least_payout(model.tables) <= exact_payout(model.tables) < Fraction(8, 10) < mean_payout(model.layout)
    )


# --- the models that ship -----------------------------------------------------------------------------


def test_three_models_of_chance_ship():
    assert {name for name in model_names() if isinstance(load_model(name), ChanceModel)} >= set(SHIPPED)


@pytest.mark.parametrize(
    ("name", "payout"), [("moncayo", "7113/8192"), ("aneto", "22825990840579077467/25920000000000000000")]
)
def test_the_payout_of_a_shipped_model_is_the_fraction_in_its_file(name, payout):
    model = load_model(name)
    assert model.payout == mean_payout(model.layout) == Fraction(payout)


def test_the_payout_of_mudejar_is_the_one_in_its_file():
    """Its whole fraction is of 3 times a power of 2; its paid turns are a short one."""
    model = load_model("mudejar")
    assert turn_mean_cents(model.layout, free=False) == Fraction(971_773_125, 1 << 21)
    assert turn_mean_cents(model.layout, free=True) == 2 * Fraction(971_773_125, 1 << 21)
    assert model.payout * 10**12 // 1 == 889_027_158_559
    thirds = model.payout.denominator // 3
    assert model.payout.denominator == 3 * thirds and thirds & thirds - 1 == 0


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_model_of_chance_keeps_the_law(name):
    model = load_model(name)
    assert model.price_cents == model.profile.value("C-03") == 600
    assert Fraction(80, 100) <= least_payout(model.tables) <= mean_payout(model.layout) < Fraction(95, 100)
    assert model.tables.cap_cents == model.profile.value("C-04") == 1_200_000
    assert max(combo.prize_cents for combo in model.layout.combos) <= 1_200_000
    assert model.play_min_ms >= model.profile.value("C-09")
    assert 600 % max(1, len(model.paylines)) == 0


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_model_of_chance_wins_as_often_as_machines_do(name):
    """Hit frequency of a turn, exactly, picks and free plays counted as a win."""
    tables = load_model(name).tables
    turns = cext.turn_distribution(tables)
    won = sum(ways for turn, ways in turns.items() if turn.prize_cents or turn.picks or turn.free_plays)
    assert Fraction(12, 100) <= Fraction(won, tables.combinations()) <= Fraction(35, 100)
    assert sum(turns.values()) == tables.combinations() == prod(map(sum, tables.weights))


@pytest.mark.parametrize("name", SHIPPED)
def test_no_symbol_of_a_shipped_model_stands_twice_in_one_window_of_a_reel(name):
    model = load_model(name)
    for strip in model.strips:
        assert all(len({strip[i - 1], strip[i], strip[(i + 1) % len(strip)]}) == 3 for i in range(len(strip)))


def test_the_models_that_ship_use_what_the_core_offers():
    models = [load_model(name) for name in SHIPPED]
    hits = {pot.hit for model in models for pot in model.tables.pots}
    assert hits == {"combination", "must_hit"}
    assert {model.layout.paylines is None for model in models} == {True, False}
    assert any(model.tables.picks for model in models)
    assert any(model.tables.gamble for model in models)
    assert any(model.tables.max_free_plays for model in models)
    assert any(max(model.tables.multipliers) > 1 for model in models)
    assert any(len(set(weights)) > 1 for model in models for weights in model.tables.weights)


@pytest.mark.parametrize("name", SHIPPED)
def test_texts_of_a_shipped_model_come_in_both_languages(name):
    model = load_model(name)
    assert set(model.texts["es"]) == {"rules", "bets", "minors", "minimum_payout", "addiction"}
    assert all(model.texts["es"][text] != model.texts["en"][text] for text in model.texts["es"])


def test_the_example_of_the_documentation_is_a_model_and_pays_what_is_said_of_it():
    text = (ROOT / "docs" / "model.md").read_text(encoding="utf-8")
    whole = text.partition("A whole model, small enough to read")[2]
    model = parse_model(whole.partition("```toml\n")[2].partition("```")[0].encode())
    assert isinstance(model, ChanceModel)
    assert f"it returns {float(model.payout * 100):.2f} %" in text


# --- what needs type B -----------------------------------------------------------------------------------


def test_a_model_of_chance_is_refused_where_only_cycles_have_firmware():
    cierzo = load_model("cierzo")
    assert need_cycle(cierzo, "a cabinet needs") is cierzo
    assert isinstance(cierzo, CycleModel)
    with pytest.raises(WrongTypeError, match=r"needs a model of type B.*got moncayo, type C") as caught:
        need_cycle(load_model("moncayo"), "a cabinet needs")
    assert "azar simulate" in caught.value.hint
