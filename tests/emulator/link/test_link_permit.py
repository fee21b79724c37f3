# SPDX-License-Identifier: MIT
"""A link's permit, its displays and its prizes in kind: what they must say, and one step beside it."""

from __future__ import annotations

import pytest
from link_rig import SEED, Clock, Hours, permitted, store_at

from emulator.link.audit import audit
from emulator.link.controller import Controller
from emulator.link.entries import Play
from emulator.link.errors import LinkError
from emulator.link.rules import load_definition, read_definition

LINK = permitted("""
kind = "superjackpot"
place = "casino"
machines = [{ number = 1, model = "veruela" }, { number = 2, model = "veruela" }]
[[pots]]
name = "jackpot"
base_cents = 0
limit_cents = 1000
share = "1/100"
hit = "combination"
prizes = ["1"]
[[pots]]
name = "weekend"
base_cents = 60000
limit_cents = 60000
share = "1/100"
hit = "mystery"
mystery = "1/3"
in_kind = { prize_es = "Un fin de semana", prize_en = "A weekend", cash_cents = 60000 }
""")
KIND = 'kind = "superjackpot"'
OUTSIDE = 'displays = [{ number = 1, where = "room" }, { number = 2, where = "outside" }]\n'

# old, new, the rule that is broken, the key path
BESIDE = {
    "one machine less": ("machines = 2", "machines = 1", "C-19", "permit.machines"),
    "another model": ("models = ['veruela']", "models = ['aneto']", "C-19", "permit.models"),
    "another way of linking": ('"azlk/1"', '"serial"', "C-19", "permit.method"),
    "a kind of prize missing": ("'in_kind', ", "", "C-19", "permit.prizes"),
    "a cent more": ("maximum_cents = 61000", "maximum_cents = 61001", "C-19", "permit.maximum_cents"),
    "no number": ('number = "SJ-1"', 'number = ""', "C-19", "permit.number"),
    "a word in place of a figure": ("machines = 2", 'machines = "2"', "C-19", "permit.machines"),
    "an unknown key": ('number = "SJ-1"', 'number = "SJ-1"\ncolour = 1', None, "permit.colour"),
    "no permit": ("[permit]", "[[permit]]", "C-19", "permit"),
    "an option not announced": (", cash_cents = 60000", "", "C-20", "pots[1].in_kind.cash_cents"),
    "an option that is not paid": ("cash_cents = 60000", "cash_cents = 1", "C-20", "pots[1].limit_cents"),
    "a prize without a name": ('"Un fin de semana"', '""', "C-20", "pots[1].in_kind.prize_es"),
    "a display outside": (KIND, OUTSIDE + KIND, "C-17", "displays[1].where"),
    "a display nowhere": (
        KIND, "displays = [{ number = 1 }]\n" + KIND, "C-17", "displays[0].where",
    ),
    "one display twice": (
        KIND, OUTSIDE.replace("2", "1") + KIND, None, "displays[1].number",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", BESIDE)
def test_one_step_beside_is_refused(what: str) -> None:
    """C-17, C-19, C-20."""
    old, new, rule, path = BESIDE[what]
    read_definition(LINK)
    assert LINK.count(old) >= 1
    with pytest.raises(LinkError) as caught:
        read_definition(LINK.replace(old, new))
    assert (path, rule) in [(one.path, one.rule) for one in caught.value.problems]


def test_a_superjackpot_without_a_permit_is_refused() -> None:
    """C-19."""
    with pytest.raises(LinkError) as caught:
        read_definition(LINK.partition("[permit]")[0])
    assert [one.rule for one in caught.value.problems] == ["C-19"]


def test_advertising_outside_needs_its_authorisation() -> None:
    """C-17: the same display is allowed where the permit says so, and needs none for a carrusel."""
    link = read_definition(OUTSIDE + LINK + "\noutside_advertising = true\n")
    assert [one.where for one in link.displays] == ["room", "outside"]
    assert len(read_definition(OUTSIDE + load_definition("carrusel").text).displays) == 2


def test_a_prize_in_kind_pays_its_announced_sum_every_time(tmp_path: object) -> None:
    """C-20: whatever was staked before, the machine is paid the sum that was announced."""
    link = Controller.create(store_at(f"{tmp_path}/link.db"), read_definition(LINK), SEED, Clock(), Hours())
    plays = [Play(1, i + 1, i + 1, 600_000) for i in range(60)]
    awards = [award for reply in link.serve(plays) for award in reply.awards]
    assert len(awards) > 5
    assert {(award.pot, award.cents, award.by) for award in awards} == {(1, 60_000, "mystery")}
    link.close()
    assert audit(store_at(f"{tmp_path}/link.db")).sound


@pytest.mark.parametrize("kind", ["carrusel", "mesas"])
def test_only_a_superjackpot_gives_prizes_in_kind(kind: str) -> None:
    """C-20 is a row of type C."""
    text = load_definition(kind).text.replace(
        "[[pots]]", '[[pots]]\nin_kind = { prize_es = "a", prize_en = "a", cash_cents = 20000 }'
    )
    with pytest.raises(LinkError) as caught:
        read_definition(text)
    assert ("pots[0].in_kind", "C-20") in [(one.path, one.rule) for one in caught.value.problems]
