# SPDX-License-Identifier: MIT
"""A link's definition against the law: what is allowed, one step beyond, and every mistake at once."""

from __future__ import annotations

import copy
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from broken_models import places
from link_rig import permitted
from own_law import own_law
from places import ROOT

import cext
from emulator.link import rules, wire
from emulator.link.errors import LinkError
from emulator.link.rules import load_definition, read_definition

CARRUSEL = """
kind = "carrusel"
place = "salon"
machines = [
    { number = 1, model = "bochorno" }, { number = 2, model = "bochorno" }, { number = 3, model = "bochorno" }
]
[[pots]]
base_cents = 12000
limit_cents = 40000
share = "1/100"
hit = "must_hit"
unit_cents = 10
"""
SUPER = permitted("""
kind = "superjackpot"
place = "casino"
machines = [{ number = 1, model = "veruela" }, { number = 2, model = "veruela" }]
[[pots]]
base_cents = 0
limit_cents = 1000
share = "1/100"
hit = "combination"
prizes = ["1"]
""")
TABLE = """
kind = "table"
place = "casino"
machines = [{ number = 1 }]
[[pots]]
base_cents = 0
limit_cents = 4000000000
share = "1"
hit = "combination"
prizes = ["1", "1/10"]
"""


@pytest.mark.parametrize("name", rules.definition_names())
def test_a_link_that_ships_is_sound(name: str) -> None:
    link = load_definition(name)
    for row in link.proof():
        assert row.own_payout >= row.required


# text, replaced by, the rule that it breaks, the key path
BEYOND = {
    "two machines": (CARRUSEL, ', { number = 3, model = "bochorno" }', "", "B-26", "machines"),
    "in a casino": (CARRUSEL, '"salon"', '"casino"', "B-26", "place"),
    "below 120 EUR": (CARRUSEL, "12000", "11999", "B-26", "pots[0].base_cents"),
    "above 400 EUR": (CARRUSEL, "40000", "40001", "B-26", "pots[0].limit_cents"),
    "a part": (CARRUSEL, '"must_hit"', '"combination"\nprizes = ["1/2"]', "B-26", "pots[0].prizes"),
    "machines of chance": (CARRUSEL, "bochorno", "veruela", "B-26", "machines"),
    "a special machine": (CARRUSEL, '2, model = "bochorno"', '2, model = "monegros"', "S-03", "machines"),
    "one that stands alone": (CARRUSEL, '2, model = "bochorno"', '2, model = "cierzo"', "B-26", "machines"),
    "machines that cannot win it": (SUPER, 'prizes = ["1"]', 'prizes = ["1", "1"]', "C-17", "machines"),
    "too much for it": (SUPER, "limit_cents = 1000", "limit_cents = 3000001", "C-17", "pots[0].limit_cents"),
    "awards that no coins are": (CARRUSEL, "unit_cents = 10", "unit_cents = 5", "B-15", "pots[0].unit_cents"),
    "awards of half a cent": (CARRUSEL, "unit_cents = 10", "unit_cents = 0", None, "pots[0]"),
    "programmed machines": (SUPER, "veruela", "bochorno", "C-18", "machines"),
    "in a hall": (SUPER, '"casino"', '"salon"', "C-18", "place"),
    "a coin that stays out": (TABLE, 'share = "1"', 'share = "99/100"', "T-01", "pots[0].share"),
    "a fifth": (TABLE, '"1/10"', '"1/5"', "T-01", "pots[0].prizes"),
    "tables under the national text": (TABLE, "kind", 'profile = "es-rd2110-2001"\nkind', "T-01", "profile"),
    "a stake and more": (SUPER, 'share = "1/100"', 'share = "1"\nreserve = "1/2"', None, "pots[0].share"),
    "an unknown key": (SUPER, "base_cents", "colour = 1\nbase_cents", None, "pots[0].colour"),
    "one number twice": (SUPER, "number = 2", "number = 1", None, "machines[1].number"),
}  # fmt: skip


@pytest.mark.parametrize("what", BEYOND)
def test_one_step_beyond_is_refused(what: str) -> None:
    text, old, new, rule, path = BEYOND[what]
    read_definition(text)
    assert old in text
    with pytest.raises(LinkError) as caught:
        read_definition(text.replace(old, new))
    assert (path, rule) in [(one.path, one.rule) for one in caught.value.problems]


def test_eight_pots_are_read_and_a_ninth_is_refused() -> None:
    """What a controller and its displays count pots by has eight places (wire.POTS_MAX)."""
    head, _, rest = SUPER.partition("[[pots]]")
    pot = "[[pots]]" + rest.partition("[permit]")[0].replace('["1"]', '["0"]')

    def wrong(count: int) -> set[str]:
        with pytest.raises(LinkError) as caught:
            read_definition(permitted(head + pot * count))
        return {one.path for one in caught.value.problems}

    assert "pots" not in wrong(wire.POTS_MAX)
    assert wrong(wire.POTS_MAX + 1) == {"pots"}


def test_a_superjackpot_is_capped_by_the_sum_of_the_largest_prizes() -> None:
    """C-18: what one play can win by all concepts against the sum of the machines' largest prizes."""
    cap = load_definition("superjackpot").models["veruela"].largest_prize_cents
    local = load_definition("superjackpot").models["veruela"].local_pots_cents
    most = 2 * cap - cap - local
    read_definition(permitted(SUPER.replace("limit_cents = 1000", f"limit_cents = {most}")))
    with pytest.raises(LinkError) as caught:
        read_definition(permitted(SUPER.replace("limit_cents = 1000", f"limit_cents = {most + 1}")))
    assert [one.rule for one in caught.value.problems] == ["C-18"]


def test_the_shares_of_the_tables_are_those_of_the_profile(tmp_path: Path) -> None:
    """T-01: another profile, other shares; nothing of them is in the code."""
    law = own_law(tmp_path, "[rules.T-01]", "value = 50", "values = { straight_flush_percent = 20 }")
    other = TABLE.replace('kind = "table"', f'kind = "table"\nprofile = "{law}"')
    with pytest.raises(LinkError) as caught:
        read_definition(other)
    assert {one.path for one in caught.value.problems} == {"pots[0].share", "pots[0].prizes"}
    read_definition(other.replace('share = "1"', 'share = "1/2"').replace("1/10", "1/5"))


JUNK: list[Any] = [0, -1, 2**70, True, "", "x", "1/0", [], [1], {}, {"a": 1}, 1.5, ["1"], "room" * 40]


def test_nonsense_in_any_place_is_refused_in_words() -> None:
    """Whatever a file says: a definition, or problems, and never another error. One nonsense a place."""
    whole = tomllib.loads(load_definition("mesas").text)
    whole["pots"][0]["in_kind"] = {"prize_es": "a", "prize_en": "a", "cash_cents": 1}
    whole["permit"] = {"number": "1", "machines": 3, "models": [], "method": "azlk/1", "prizes": []}
    whole["displays"] = [{"number": 1, "where": "room"}]
    for number, place in enumerate(filter(None, places(whole))):
        for nonsense in (JUNK[number % len(JUNK)], JUNK[(number + 5) % len(JUNK)]):
            table = copy.deepcopy(whole)
            row = table
            for key in place[:-1]:
                row = row[key]
            row[place[-1]] = nonsense
            reader = rules._Reader(table)
            assert reader.read("text") is not None or reader.problems


def test_all_mistakes_are_told_at_once() -> None:
    text = CARRUSEL.replace('"salon"', '"bar"').replace("12000", "10").replace("40000", "41000")
    with pytest.raises(LinkError) as caught:
        read_definition(text)
    assert (
        len(caught.value.problems) == 4
    )  # the limit is above the law's and above what the model is made for


def test_the_pot_is_on_top_of_a_machines_own_payout() -> None:
    """B-26: with the link and without it the machine plays the same tables, which alone pay their 75 %."""
    from machines.model import load_model

    link = read_definition(CARRUSEL)
    (row,) = link.proof()
    assert row.own_payout == Fraction(4021, 5000)
    assert row.pots_share == Fraction(1, 100)
    alone, linked = load_model("cierzo"), link.models["bochorno"]
    assert linked.tables.digest == alone.tables.digest  # type: ignore[attr-defined]


def test_own_payout_is_that_of_every_entry_of_the_cycle_played() -> None:
    """The proof's figure once more, by playing a whole cycle of the core."""
    model = read_definition(CARRUSEL).models["bochorno"]
    tables = model.tables  # type: ignore[attr-defined]
    entries = sum(map(sum, model.plan.strata))  # type: ignore[attr-defined]
    _, tally = cext.campaign(tables, bytes(32), 7, entries)
    prizes = model.plan.prizes_cents  # type: ignore[attr-defined]
    paid = sum(cents * count for cents, count in zip(prizes, tally.counts, strict=False))
    assert Fraction(paid, entries * model.price_cents) == model.payout


def test_a_name_that_does_not_ship_is_told() -> None:
    with pytest.raises(LinkError, match="carrusel, mesas, superjackpot"):
        load_definition("nothing")


def test_the_documentation_shows_the_ports_example() -> None:
    """docs/link.md: the example runs as it is written."""
    text = (ROOT / "docs" / "link.md").read_text(encoding="utf-8")
    example = text.partition("## A machine's end")[2].partition("```python\n")[2].partition("```")[0]
    names: dict[str, Any] = {}
    exec(example, names)
    assert (names["credits_cents"], names["port"].award, len(names["memory"])) == (15_000, 1, 42 + 22)
