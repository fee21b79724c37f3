# SPDX-License-Identifier: MIT
"""A file of type C is judged right on both sides of each limit, and never ends in a traceback."""

import copy
from fractions import Fraction

import pytest
from broken_models import BROKEN, expected, load_broken
from chance_files import SOUND, changed

from machines.model import ModelError, load_model, read_model
from machines.types.chance import checks as checks_chance
from machines.types.chance import checks_features as checks_chance_features
from machines.types.chance import checks_front as checks_chance_front
from machines.types.chance import checks_money as checks_chance_money
from machines.types.chance import mean as chance_mean
from machines.types.chance.mean import mean_payout

# Whole euros, so that a pulse of the meters may stand for one and keeps up at any pace (K-31).
WHOLE = {
    "counters": {"unit_cents": 100, "digits": 10},
    "money": {"coins_cents": [100, 200]},
    "hoppers": [{"cents": 100, "capacity_coins": 800, "fill_coins": 400}],
    "durations": {},
}


def boundary_cases():
    """(what, raw model, rule that breaks, "" for one of no norm, or None); a limit itself is allowed."""
    pots = copy.deepcopy(SOUND["pots"])
    gamble = {"odds": "1/2", "rounds": 5, "max_cents": 600_000}
    hundredth = pot_of_a_hundredth()
    return [
        ("80 %", one_reel(48_000), None),
        ("a little below 80 %", one_reel(47_900), "C-06"),
        # One play of 2,251 wins 88.8 % of all stakes.
        ("a prize of 12,000 EUR", one_reel(1_200_000, others=250), None),
        ("a prize of 12,001 EUR", one_reel(1_200_100, others=250), "C-04"),
        ("play of 2,500 ms", one_reel(48_000, durations={"play_min_ms": 2500}), None),
        ("play of 2,499 ms", one_reel(48_000, durations={"play_min_ms": 2499}), "C-09"),
        ("gamble of half the largest prize", one_reel(48_000, gamble=gamble), None),
        ("gamble of a little more", one_reel(48_000, gamble={**gamble, "max_cents": 600_010}), "C-04"),
        ("even gamble", one_reel(48_000, gamble={**gamble, "odds": "500/1000"}), None),
        ("gamble below even", one_reel(48_000, gamble={**gamble, "odds": "499/1000"}), "C-06"),
        ("seed below the limit", changed(pots=[{**pots[0], "limit_cents": 101}, pots[1]]), None),
        ("seed at the limit", changed(pots=[{**pots[0], "limit_cents": 100}, pots[1]]), "C-05"),
        ("100 %", one_reel(60_000), None),
        ("a little above 100 %", one_reel(60_100), ""),
        ("98.8 % and pots of 1 %", one_reel(59_300, pots=[hundredth]), None),
        ("99.2 % and pots of 1 %", one_reel(59_500, pots=[hundredth]), ""),
        ("a gamble that wins more often", one_reel(48_000, gamble={**gamble, "odds": "2/3"}), ""),
    ]


def pot_of_a_hundredth():
    """Its share is all that it ever returns: a mystery without a seed to speak of."""
    pot = {**SOUND["pots"][1], "seed_cents": 1, "share": "1/100"}
    return {**pot, "odds": f"1/{10**4}", "limit_cents": 400_000}


def one_reel(cents, others=11, **more):
    """A machine that wins ``cents`` in one play of a hundred, so that 48,000 cents are exactly 80 %."""
    reel = {"strip": ["sol", *["ola"] * 9], "weights": [1, *[others] * 9]}
    plain = {"strip": ["ola"] * 10}
    symbols = {name: SOUND["symbols"][name] for name in ("sol", "ola")}
    sections = dict.fromkeys(("free_reels", "scatters", "free_plays", "picks", "pots", "gamble"))
    return changed(
        paylines=[[1, 1, 1]],
        reels=[reel, plain, plain],
        symbols=symbols,
        paytable=[{"symbols": ["sol", "*", "*"], "cents": cents}],
        **sections | WHOLE | more,
    )


def wrong_verdicts():
    wrong = []
    for what, raw, rule in boundary_cases():
        try:
            read_model(raw)
            rules = set()
        except ModelError as error:
            rules = {problem.rule or "" for problem in error.problems}
        if rules != (set() if rule is None else {rule}):
            wrong.append((what, rules))
    return wrong


def test_each_limit_is_allowed_and_one_step_beyond_is_not():
    assert wrong_verdicts() == []


def test_a_reader_that_rounds_the_payout_up_would_be_caught(monkeypatch):
    """Mutant: whole percents."""
    honest = mean_payout
    rounded = lambda layout: Fraction(round(honest(layout) * 100), 100)  # noqa: E731
    monkeypatch.setattr(chance_mean, "mean_payout", rounded)
    monkeypatch.setattr(checks_chance_front, "least_payout", lambda _: Fraction(1))
    assert [what for what, _ in wrong_verdicts()] == ["a little below 80 %", "a little above 100 %"]


def test_a_reader_that_counts_pots_towards_the_payout_would_be_caught():
    """C-07: the pot of the broken model would make up for its reels many times over."""
    with pytest.raises(ModelError) as caught:
        load_broken("chance_low_payout")
    assert [problem.rule for problem in caught.value.problems] == ["C-06"]


# --- every check is needed -----------------------------------------------------------------------------

MODULES = (checks_chance, checks_chance_features, checks_chance_front, checks_chance_money)
CHECKS = [
    (module, name)
    for module in MODULES
    for name in vars(module)
    if name.startswith("check_") and getattr(module, name).__module__ == module.__name__
]
OF_CHANCE = [name for name in BROKEN if name.startswith("chance_")]


def untold():
    """The broken files whose report is not the one that their head promises."""
    found = []
    for name in OF_CHANCE:
        try:
            load_broken(name)
            told = []
        except ModelError as error:
            told = [str(problem) for problem in error.problems]
        except (LookupError, ValueError, AssertionError) as error:  # no numbers come of such a file
            told = [repr(error)]
        if told != expected(name):
            found.append(name)
    return found


def test_every_broken_file_of_chance_tells_what_its_head_promises():
    assert untold() == []


@pytest.mark.parametrize(("module", "name"), CHECKS, ids=[name for _, name in CHECKS])
def test_a_reader_of_chance_without_a_check_would_be_caught(monkeypatch, module, name):
    """Mutants: each check left out; what it returns is what a sound file would have it return."""
    monkeypatch.setattr(module, name, lambda *_: 600 if name == "check_price" else None)
    assert untold()


# --- whatever is written -----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", sorted(SOUND))
def test_a_missing_section_of_a_file_of_chance_is_told_or_a_default(key):
    raw = {name: section for name, section in SOUND.items() if name != key}
    try:
        read_model(raw)
    except ModelError as error:
        assert all(problem.hint and "\n" not in problem.hint for problem in error.problems)
    else:
        assert key in ("free_reels", "gamble", "counters", "durations")


def test_hand_pay_begins_where_the_hoppers_end():
    model = load_model("mudejar")
    held = sum(hopper.cents * hopper.fill for hopper in model.hoppers)
    assert held == 150_000
    assert not model.hand_pay(held)
    assert model.hand_pay(held + 100)
    assert model.hand_pay(150), "no coin of 50 cents"


def test_a_misspelt_pot_in_a_row_is_told_with_the_name_that_was_meant() -> None:
    rows = [{**SOUND["paytable"][0], "pot": "soll"}, *SOUND["paytable"][1:]]
    with pytest.raises(ModelError) as caught:
        read_model(changed(paytable=rows))
    assert "did you mean sol?" in [problem.hint for problem in caught.value.problems]
