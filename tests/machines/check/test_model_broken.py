# SPDX-License-Identifier: MIT
"""A broken model is answered with all its mistakes at once, each with law, limit and next step."""

import copy
import tomllib
from fractions import Fraction

import pytest
from broken_models import BROKEN, expected, load_broken, places, sound
from hypothesis import given, settings
from hypothesis import strategies as st

from machines.check import draft_words
from machines.check.problems import Findings, Problem, percent
from machines.model import MODELS_FOLDER, ModelError, parse_model, read_model
from machines.support import languages
from machines.types import schema
from machines.types.cycle import checks_plan

SOUND = sound("sound_model")


def problems_of(raw):
    try:
        read_model(raw)
    except ModelError as error:
        return error.problems
    return []


def changed(**sections):
    """The sound model with some sections put in place of its own."""
    return {**copy.deepcopy(SOUND), **sections}


def with_strata(*strata):
    """The sound model with other strata of 1,000 plays: (repeat, prizes)."""
    rows = [{"repeat": repeat, "plays": 1000, "prizes": prizes} for repeat, prizes in strata]
    return changed(cycle={"plays": 20_000, "strata": rows})


def test_the_model_that_the_broken_ones_are_made_from_is_sound():
    assert problems_of(SOUND) == []


def test_there_are_at_least_ten_broken_models():
    assert len(BROKEN) >= 10


@pytest.mark.parametrize("name", BROKEN)
def test_every_mistake_is_told_in_one_clear_line(name):
    with pytest.raises(ModelError) as caught:
        load_broken(name)
    assert [str(problem) for problem in caught.value.problems] == expected(name)


@pytest.mark.parametrize("name", BROKEN)
def test_every_problem_has_a_next_step_and_an_article_for_its_rule(name):
    with pytest.raises(ModelError) as caught:
        load_broken(name)
    for problem in caught.value.problems:
        assert problem.hint
        assert (problem.rule is None) == (problem.article is None)
        assert problem.hint in str(caught.value)


def test_the_report_counts_and_lists_all_mistakes():
    with pytest.raises(ModelError) as caught:
        load_broken("own_price")
    assert str(caught.value) == (
        "own_price.toml: 1 mistake\n\n"
        "  price_cents: must not be written: the profile fixes the price at 0.20 EUR (got 0.25 EUR)"
        " (B-02, Decreto 159/2002 (Aragón) art. 5.3)\n"
        "    hint: leave the key out; the price comes from the profile"
    )


def test_even_the_profiles_own_price_is_not_written():
    (problem,) = problems_of(changed(price_cents=20))
    assert problem.rule == "B-02"


# Limits, on both sides: (what, raw model, rule that breaks or None). A limit itself is allowed.
# OURS stands for what no article asks for, only we do.
OURS = "no article"


def boundary_cases():
    base = {"20": 200, "100": 60, "400": 12}
    top = {"20": 100, "100": 40, "400": 12, "8000": 1}
    full = {**top, "20": 160}  # pays its 20,000 cents of stakes, to the cent
    # 15,000 cents of every 20,000 are exactly 75 %; one prize of 0.20 EUR less is not.
    exact = with_strata((1, {"20": 10, "100": 4, "400": 16, "8000": 1}), (19, {"20": 330, "400": 21}))
    short = copy.deepcopy(exact)
    short["cycle"]["strata"][0]["prizes"]["20"] = 9
    beside = [*SOUND["paytable"], {"symbols": ["sol", "sol", "*"], "cents": 4000}]
    over = [*SOUND["paytable"], {"symbols": ["sol", "sol", "*"], "cents": 4020}]
    pair = with_strata((1, top), (1, {**base, "4000": 1}), (18, {**base, "400": 13}))
    pair["paytable"] = beside
    pair_over = with_strata((1, top), (1, {**base, "4020": 1}), (18, {**base, "400": 13}))
    pair_over["paytable"] = over
    return [
        ("75 % of a cycle", exact, None),
        ("0.20 EUR below 75 %", short, "B-07"),
        ("120 EUR side by side", pair, None),
        ("120.20 EUR side by side", pair_over, "B-05"),
        ("stratum that pays its stakes", with_strata((1, full), (19, base)), None),
        ("stratum 0.20 EUR above its stakes", with_strata((1, {**full, "20": 161}), (19, base)), OURS),
        ("play of 5,000 ms", changed(durations={"play_min_ms": 5000}), None),
        ("play of 4,999 ms", changed(durations={"play_min_ms": 4999}), "B-10"),
        ("credits of 4.00", changed(money={**SOUND["money"], "credits_max_cents": 400}), None),
        ("credits of 4.10", changed(money={**SOUND["money"], "credits_max_cents": 410}), "B-12"),
        ("reserve of 8.00", changed(money={**SOUND["money"], "reserve_max_cents": 800}), None),
        ("reserve of 8.10", changed(money={**SOUND["money"], "reserve_max_cents": 810}), "B-17"),
        ("two plays at once", changed(simultaneous_max=2), None),
        ("three plays at once", changed(simultaneous_max=3), "B-03"),
        ("meter of 80.10", changed(prize_meter={"max_cents": 8010}), "B-14"),
        ("double meter of 120.10", changed(prize_meter={"max_cents": 80, "max_double_cents": 12010}), "B-14"),
    ]


def wrong_verdicts():
    """The boundary cases that are judged otherwise than they should be."""
    wrong = []
    for what, raw, rule in boundary_cases():
        if {problem.rule or OURS for problem in problems_of(raw)} != ({rule} if rule else set()):
            wrong.append(what)
    return wrong


def test_each_limit_is_allowed_and_one_step_beyond_is_not():
    assert wrong_verdicts() == []


def test_a_reader_that_refuses_the_limit_itself_would_be_caught(monkeypatch):
    """Mutant: "below" where "not above" belongs."""
    honest = Findings.over

    def strict(self, path, value, limit, unit, hint, *, rule=None):
        return honest(self, path, value, limit - 1, unit, hint, rule=rule)

    monkeypatch.setattr(Findings, "over", strict)
    assert "credits of 4.00" in wrong_verdicts()


@pytest.mark.parametrize(
    ("check", "what"),
    [
        ("check_payout", "0.20 EUR below 75 %"),
        ("check_pairs", "120.20 EUR side by side"),
        ("check_overpaid", "stratum 0.20 EUR above its stakes"),
    ],
)
def test_a_reader_without_a_check_would_be_caught(monkeypatch, check, what):
    """Mutants: each check of the plan left out."""
    monkeypatch.setattr(checks_plan, check, lambda *_: None)
    assert wrong_verdicts() == [what]


def test_a_check_of_windows_that_forgets_doubles_would_be_caught(monkeypatch):
    """Mutant: windows of 5,000 entries only, as if no play were double."""
    honest = checks_plan.check_windows
    monkeypatch.setattr(
        checks_plan, "check_windows", lambda plan, _, limits, findings: honest(plan, 1, limits, findings)
    )
    assert load_broken("poor_doubles")


def test_percentages_are_never_rounded_up_to_the_limit():
    assert percent(Fraction(74_9999, 1_000_000)) == "74.99 %"
    assert percent(Fraction(3, 4)) == "75 %"


def test_a_pair_inside_one_stratum_is_told_as_such():
    base = {"20": 200, "100": 60, "400": 12}
    raw = with_strata((1, {**base, "8000": 2}), (19, base))
    problems = [problem for problem in problems_of(raw) if problem.rule == "B-05"]
    assert [problem.path for problem in problems] == ["cycle.strata[0]"]
    assert "in it can win 160.00 EUR" in problems[0].message


def test_repeated_strata_tell_one_mistake_once():
    base = {"20": 200, "100": 60, "400": 12}
    raw = with_strata((3, {**base, "8000": 1}), (17, base))
    problems = [problem for problem in problems_of(raw) if problem.rule == "B-05"]
    assert [problem.path for problem in problems] == ["cycle.strata[0]"]


def test_hold_that_can_never_be_offered_is_refused():
    """Every losing window lacks the one symbol that any prize needs on every held reel."""
    raw = changed(paytable=[{"symbols": ["sol", "sol", "sol"], "cents": 400}], rows=1, paylines=[[0, 0, 0]])
    stops = ["mar", "sol"] + ["pez", "ola"] * 9
    raw["reels"] = [{"motor_steps": 100, "strip": stops} for _ in range(3)]
    rules = {problem.rule for problem in problems_of(raw)}
    assert "B-23" not in rules
    raw["paytable"] = [{"symbols": [symbol, "*", "*"], "cents": 400} for symbol in ("mar", "sol", "pez")]
    assert "B-23" not in {problem.rule for problem in problems_of(raw)}
    raw["reels"] = raw["reels"][:1]
    raw["paylines"] = [[0]]
    raw["paytable"] = [{"symbols": ["mar"], "cents": 400}]
    assert "B-23" in {problem.rule for problem in problems_of(raw)}


keys = st.sampled_from(sorted(SOUND))
junk = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 2**70),
    st.floats(allow_nan=True),
    st.text(max_size=8),
    st.sampled_from(["sol", "faro", "luz", "*", "1/0", "1/3", "", "C"]),
    st.lists(st.integers(-3, 30) | st.text(max_size=3) | st.sampled_from(["sol", "luz"]), max_size=4),
    st.dictionaries(
        st.text(max_size=5) | st.sampled_from(["2", "3", "for"]),
        st.integers(-3, 30) | st.text(max_size=3),
        max_size=3,
    ),
)


WHOLE = {
    "B": SOUND,
    "C": sound("sound_chance"),
    "A": tomllib.loads((MODELS_FOLDER / "verbena.toml").read_text(encoding="utf-8")),
}
PLACES = [(kind, path) for kind, whole in WHOLE.items() for path in places(whole) if path]


@pytest.mark.parametrize("files", [40, pytest.param(300, marks=pytest.mark.long)])
def test_no_file_however_broken_ends_in_a_traceback(files):
    settings(max_examples=files, deadline=None, derandomize=True)(broken_twice)()


@given(place=st.sampled_from(PLACES), value=junk, second=st.integers(0, 10_000))
def broken_twice(place, value, second):
    """The same junk in two places of a file."""
    kind, first = place
    raw = copy.deepcopy(WHOLE[kind])
    others = [path for of, path in PLACES if of == kind]
    for path, thing in ((first, value), (others[second % len(others)], value)):
        node = raw
        try:
            for key in path[:-1]:
                node = node[key]
            node[path[-1]] = thing
        except (KeyError, IndexError, TypeError):
            continue
    for problem in problems_of(raw):
        assert isinstance(problem, Problem)
        assert str(problem)


def patterns(node):
    """Every pattern that a JSON Schema asks of a text that is no fraction and no day."""
    if isinstance(node, dict):
        if "pattern" in node:
            yield node["pattern"]
        yield from (found for key in node.get("patternProperties", {}) for found in [key])
    children = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    for child in children:
        yield from patterns(child)


def test_every_pattern_of_the_format_is_told_in_words():
    """A pattern without words ended ``azar check`` in a KeyError."""
    words = set(draft_words._PATTERNS)
    own = {languages.TAG, "^[0-9]{1,18}/[1-9][0-9]{0,17}$", "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}
    assert set(patterns(schema.json_schema())) - own <= words


@pytest.mark.parametrize(
    ("key", "hint"),
    [
        ("eng", "did you mean en?"),
        ("esp", "did you mean es?"),
        ("En", "did you mean en?"),
        ("7", "keys here: ca, en, es, eu, gl"),
    ],
)
def test_a_misspelt_language_is_refused(key, hint):
    raw = copy.deepcopy(SOUND)
    raw["texts"]["rules"][key] = raw["texts"]["rules"].pop("en")
    (problem,) = problems_of(raw)
    assert (problem.path, problem.hint) == (f"texts.rules.{key}", hint)


@pytest.mark.parametrize("key", ["an", "ast", "en_GB"])
def test_a_language_that_has_no_catalogue_is_taken(key):
    raw = copy.deepcopy(SOUND)
    raw["texts"]["rules"][key] = raw["texts"]["rules"].pop("en")
    assert read_model(raw).draft.texts.rules.words[key]


def test_one_table_in_two_places_is_told_in_both():
    raw, odd = copy.deepcopy(SOUND), {"2": 0}
    raw["money"] = raw["durations"] = odd
    paths = {problem.path for problem in problems_of(raw)}
    assert {"money.2", "durations.2"} <= paths


@pytest.mark.parametrize("day", ["é", "2002-13-01", "2002-02-30", "٢٠٠٢-٠٥-٣١", "2002-5-31", "", 20020531])
def test_a_day_that_no_calendar_has_is_a_mistake_of_the_file(day):
    raw = copy.deepcopy(WHOLE["A"])
    raw["games"][0]["notified"] = day
    (problem,) = problems_of(raw)
    assert problem.path == "games[0].notified"
    assert 'must be a day in quotes such as "2002-05-31"' in problem.message


@pytest.mark.parametrize(
    "text",
    ["name = " + "9" * 5_000, "name = " + "[" * 5_000 + "]" * 5_000, 'name = "' + "x" * 200_000 + '"'],
    ids=["endless number", "endless nesting", "endless text"],
)
def test_what_python_itself_refuses_to_read_is_a_mistake_of_the_file(text):
    with pytest.raises(ModelError) as caught:
        parse_model(text.encode())
    assert all(problem.hint for problem in caught.value.problems)


def test_a_hint_is_one_line():
    """What describes a section to readers of the schema may be longer; a hint takes its first sentence."""
    for problem in problems_of({}):
        assert "\n" not in problem.hint
        assert not problem.hint.endswith(".")


@pytest.mark.parametrize("key", sorted(SOUND))
def test_a_missing_section_is_one_problem_or_a_default(key):
    raw = {name: section for name, section in SOUND.items() if name != key}
    for problem in problems_of(raw):
        assert problem.path.partition("[")[0].partition(".")[0] in (key, "reels", "symbols", "cycle", "hold")
