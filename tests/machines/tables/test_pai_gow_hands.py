# SPDX-License-Identifier: MIT
"""Two hands of seven cards: the text's table row by row, fouls, house way, best play (16, V to VIII)."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb

import numpy as np
import pai_gow_reference as reference
import pytest
from numpy.typing import NDArray
from soon import spared

from cext import CoreError
from cext.cards import PAI_GOW, PAI_GOW_LOW, Kind
from cext.pai_gow import against
from machines import MachinesError
from machines.tables.games.pai_gow.hands import (
    FOUL,
    FOUL_BANK,
    Setting,
    best_setting,
    compare,
    house_setting,
    prospects,
)
from machines.tables.games.pai_gow.odds import exact_odds
from machines.tables.games.pai_gow.way import Way, WayError, load_way, read_way, way_names

BANK = "Qs Qh | Ks Kh 9s 7d 4c"


def setting(text: str) -> Setting:
    """A setting from ``low | high``."""
    low, high = (PAI_GOW.cards(part) for part in text.split("|"))
    return Setting.of(low, high)


# The text's table (16, VII): player, bank, comparison of the high and of the low hands, result.
ACES, OWN = "As Ah 9d 6d 3c", "Qs Qh | Ac Ad Ts 7d 4c"
ROWS = {
    "1": (f"Kd Kc | {ACES}", BANK, "superior", "superior", "win"),
    "2": (f"Jd Jc | {ACES}", BANK, "superior", "inferior", "push"),
    "2 bis": (f"Kd Kc | {ACES}", OWN, "inferior", "superior", "push"),
    "3": (f"Qd Qc | {ACES}", BANK, "superior", "igualdad", "push"),
    "3 bis": (f"Kd Qd | {ACES}", "Kc Jc | Ad Ac 9s 6s 3d", "igualdad", "superior", "push"),
    "4": ("Qd Qc | Kd Kc 9d 7c 3d", BANK, "inferior", "igualdad", "loss"),
    "4 bis": ("Jd Jc | Kd Kc 9d 7c 4d", BANK, "igualdad", "inferior", "loss"),
    "5": ("Qd Qc | Kd Kc 9d 7c 4d", BANK, "igualdad", "igualdad", "loss"),
    "6": ("Jd Jc | Qd Qc 9d 7c 4d", BANK, "inferior", "inferior", "loss"),
}


@pytest.mark.parametrize("name", ROWS)
def test_vii_each_row_of_the_table_of_comparison(name):
    player, bank, high, low, result = ROWS[name]
    assert compare(setting(player), setting(bank)) == (name, high, low, result)


def test_i_the_bank_wins_whatever_is_equal():
    copy = "Qd Qc | Kd Kc 9d 7c 4d"
    assert compare(setting(copy), setting(BANK)).result == "loss"


def test_viii_3_a_hand_set_wrongly_loses():
    wrong = setting("As Ah | Ks Kd 9s 7d 4c")
    assert wrong.foul
    assert compare(wrong, setting("3d 2c | 9d 7c 6c 4d 3c")) == FOUL
    assert compare(setting("3d 2c | 9d 7c 6c 4d 3c"), wrong) == FOUL_BANK
    assert compare(wrong, wrong) == FOUL


@pytest.mark.parametrize(
    ("text", "foul"),
    [
        ("As Ad | Ah Ac Ks 7d 2c", False),  # the same pair, with more beside it
        ("Ks Kd | As Qc Js 9d 2c", True),
        ("As 9d | Kc Qc Js 8d 2c", True),
        ("Ks 9d | Ac Qc Js 8d 2c", False),
        ("As Kd | Ac Kc Js 8d 2c", False),
        ("Jk Kd | As Kc Js 8d 2c", False),  # the joker is an ace
        ("Jk Ad | Ks Kc Js 8d 2c", True),
        ("As Ad | 2s 3c 4s 5d 6c", False),
    ],
)
def test_vii_the_high_hand_must_be_worth_more(text, foul):
    made = setting(text)
    assert made.foul is foul
    assert reference.foul(made.low, made.high) is foul


def test_classes_of_no_hand_are_refused():
    game = load_way("casa").game
    high, low = game.high.classes, game.low.classes
    assert not game.foul(high, low)
    for wrong in ((0, 1), (high + 1, 1), (1, 0)):
        with pytest.raises(CoreError, match=rf"classes must be 1 to {high} and {low} \(got"):
            game.foul(*wrong)


def test_i_five_aces_and_two_aces_are_the_highest_hands():
    game = load_way("casa").game
    five = setting("Ks Kd | As Ah Ad Ac Jk")
    two = setting("As Ah | Ks Kd Kc Qs Qd")
    assert five.classes[0] == game.high.classes
    assert two.classes[1] == game.low.classes
    assert five.names[0].kind == Kind.FIVE


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("As Ks Qs Js Jk", Kind.ROYAL),
        ("9s 8s 7s 6s Jk", Kind.STRAIGHT_FLUSH),
        ("9s 8d 7s 6s Jk", Kind.STRAIGHT),
        ("9s 8s 7s 2s Jk", Kind.FLUSH),
        ("Ks Kd 7s 2s Jk", Kind.PAIR),  # not three kings: elsewhere the joker is an ace
        ("As Kd 7s 2s Jk", Kind.PAIR),
        ("As Ad Ac Kd Jk", Kind.FOUR),
    ],
)
def test_ii_1_the_joker_is_an_ace_or_completes(text, kind):
    assert PAI_GOW.hand(PAI_GOW.score(PAI_GOW.cards(text))).kind == kind


def test_v_the_second_straight_is_ace_to_five():
    top, second, third = (
        PAI_GOW.score(PAI_GOW.cards(text)) for text in ("As Kd Qs Js Tc", "As 2d 3s 4s 5c", "Ks Qd Js Ts 9c")
    )
    assert top > second > third


WAY_FIRST = """
[[rows]]
pattern = "pair"
top = "T-K"
second = "A"
keep = ["runs"]
other = ["pair"]
compare = "low"
reason = "an ace and a pair of tens to kings: the run only if it leaves as much low"

[[rows]]
pattern = "pair"
"""


def ace_before_run() -> Way:
    """The house way with the clause that some casinos print."""
    text = load_way("casa").text
    assert text.count('[[rows]]\npattern = "pair"\n') == 1
    return read_way(text.replace('[[rows]]\npattern = "pair"\n', WAY_FIRST.lstrip("\n")))


@lru_cache(maxsize=1)
def sorts() -> tuple[reference.Alike, ...]:
    """One packet of each sort."""
    return tuple(reference.packets())


def classes(way: Way, splits: list[reference.Split]) -> NDArray[np.uint16]:
    """Classes (high, low) of hands as somebody set them, shape (splits, 2)."""
    high = np.array([split[1] for split in splits], dtype=np.uint8)
    low = np.array([split[0] for split in splits], dtype=np.uint8)
    return np.stack([way.game.high.rank(high), way.game.low.rank(low)], axis=1)


def differing(way: Way, some: Sequence[reference.Alike], **clauses: bool) -> list[str]:
    """The packets that a way sets into other hands than the printed rules."""
    given = np.array([one.cards for one in some], dtype=np.uint8)
    printed = classes(way, [reference.house(one.cards, **clauses) for one in some])
    wrong = (way.game.split_many(given) != printed).any(axis=1)
    return [PAI_GOW.text(some[i].cards) for i in np.nonzero(wrong)[0]]


def test_sorts_of_packets_are_all_packets_of_the_deck():
    assert sum(sort.many for sort in sorts()) == comb(53, 7)
    assert all(len(set(sort.cards)) == 7 for sort in sorts()[::101])


def test_the_house_way_is_the_printed_one():
    assert differing(load_way("casa"), sorts()[::97]) == []


@pytest.mark.long
def test_a_clause_that_compares_is_the_printed_one():
    assert differing(ace_before_run(), sorts()[::97], ace_before_run=True) == []


@pytest.mark.long
@pytest.mark.parametrize("clause", [False, True])
def test_every_packet_of_the_deck_is_set_as_printed(clause):
    """Each of the 154,143,080 is looked at: those of a sort by the core, the sort by the printed rules."""
    way = ace_before_run() if clause else load_way("casa")
    assert differing(way, sorts(), ace_before_run=clause) == []
    printed = classes(way, [reference.house(sort.cards, ace_before_run=clause) for sort in sorts()])
    counts = way.game.count()
    made = np.zeros(counts.shape, dtype=np.uint64)
    np.add.at(made, (printed[:, 0], printed[:, 1]), [sort.many for sort in sorts()])
    assert (made == counts).all()


@pytest.mark.parametrize(
    ("text", "low", "kind"),
    [
        ("Jk 7d 3d 6d 8d Ad 8c", "8d 8c", Kind.FLUSH),
        ("2s 5c As Ks Kh 3s Jk", "Ks Kh", Kind.STRAIGHT),
        ("7d Ah Kd Ad 3d Ac Jk", "Ah Ac", Kind.FLUSH),
        ("As Ah 8d 8c 7s 5d 2c", "8d 8c", Kind.PAIR),
        ("As Ah Ad Ac 9s 5d 2c", "As Ah", Kind.PAIR),
    ],
)
def test_two_pairs_with_aces_and_four_aces_keep_a_run_that_is_left(text, low, kind):
    made = house_setting(PAI_GOW.cards(text))
    assert made.names[0].kind == kind
    assert made.names[1] == PAI_GOW_LOW.hand(PAI_GOW_LOW.score(PAI_GOW.cards(low)))


def test_no_split_is_better_in_one_hand_and_no_worse_in_the_other():
    """A way may choose which hand to favour, but never give away what costs nothing."""
    game = load_way("casa").game
    for sort in sorts()[::53]:
        made = game.split(sort.cards)
        for other in game.splits(sort.cards):
            more = (other.high, other.low) != (made.high, made.low)
            better = more and other.high >= made.high and other.low >= made.low
            assert game.foul(other.high, other.low) or not better, PAI_GOW.text(sort.cards)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('top = "A"\nkeep = ["pair", "runs"]', 'top = "A"\nkeep = ["pair"]'),
        spared(('keep = ["pair", "runs"]\nreason = "four', 'keep = ["pair"]\nreason = "four')),
        spared(('least_low = "K 2"', 'least_low = "A 2"')),
        spared(
            ('keep = ["four"]\nreason = "the pair goes low"', 'keep = ["pair"]\nreason = "the pair goes low"')
        ),
        spared(
            ('top = "A"\nkeep = ["runs"]\nother = ["pair"]', 'top = "A"\nkeep = ["runs"]\nother = ["three"]')
        ),
        spared(('runs = ["straight", "flush"', 'runs = ["straight"')),
    ],
)
def test_a_way_that_errs_in_one_row_is_noticed(old, new):
    text = load_way("casa").text
    assert text.count(old) == 1
    try:
        mutant = read_way(text.replace(old, new))
    except WayError as error:
        assert "packets without a split" in str(error)
        return
    rare = [reference.Alike(tuple(PAI_GOW.cards("7d Ah Kd Ad 3d Ac Jk")), 1)]
    assert differing(mutant, [*sorts()[::149], *rare])


@pytest.mark.long
def test_a_row_may_ask_for_a_run():
    """``has`` parts the packets of one pattern that can hold a straight or a flush from those that cannot."""
    text = load_way("casa").text
    row = """[[rows]]
pattern = "two_pairs"
has = ["runs"]
keep = ["runs"]
reason = "a run stands before two pairs"

[[rows]]
pattern = "two_pairs"
top = "A"
"""
    way = read_way(text.replace('[[rows]]\npattern = "two_pairs"\ntop = "A"\n', row))
    with_run, without = (PAI_GOW.cards(text) for text in ("Ks Kd Qs Qh Jc Td 9c", "Ks Kd Qs Qh Jc Td 8c"))
    assert Setting.of(*way.set(with_run)).names[0].kind == Kind.STRAIGHT
    assert way.reason(with_run) == "a run stands before two pairs"
    assert way.set(without) == load_way("casa").set(without)
    assert way.reason(without) == load_way("casa").reason(without)
    assert Setting.of(*load_way("casa").set(with_run)).names[0].kind == Kind.PAIR
    flush = PAI_GOW.cards("Ks Kd Qs Qh 9s 7s 2s")
    assert Setting.of(*way.set(flush)).names[0].kind == Kind.FLUSH


def test_the_way_sets_no_packet_foul():
    rng = np.random.default_rng(5)
    many = np.array([rng.permutation(53)[:7] for _ in range(4_000)], dtype=np.uint8)
    game = load_way("casa").game
    assert not any(game.foul(int(high), int(low)) for high, low in game.split_many(many))


def test_every_packet_is_counted_once_and_as_it_is_set():
    odds = exact_odds()
    assert odds["house_way"]["packets"] == comb(53, 7) == sum(odds["house_way"]["high"].values())
    assert odds["five"]["hands"] == sum(odds["five"]["kinds"].values()) == comb(53, 5)
    assert odds["seven"]["hands"] == sum(odds["seven"]["kinds"].values()) == comb(53, 7)


def test_packets_of_a_small_deck_are_set_as_one_by_one():
    left = [*sorted(random.Random(3).sample(range(52), 11)), 52]
    way = load_way("casa")
    counted = way.game.count(left)
    made = np.zeros_like(counted)
    for cards in itertools.combinations(left, 7):
        low, high = way.set(cards)
        classes = Setting.of(low, high).classes
        made[classes] += 1
    assert (counted == made).all()
    parts = sum(way.game.count(left, part, part + 1) for part in range(len(left)))
    assert (parts == counted).all()


def test_the_best_play_is_the_best_of_all_splits_against_a_small_deck():
    """What ``against`` reads off the bank's counts is what comparing one by one gives."""
    way = load_way("casa")
    cards = PAI_GOW.cards("As Ah Kd Kc 9s 5d 2c")
    left = sorted(set(range(0, 53, 5)) - set(cards))
    bank = way.game.count(left)
    for split in way.game.splits(cards):
        if way.game.foul(split.high, split.low):
            continue
        results = {"win": 0, "push": 0, "loss": 0}
        low = [cards[place] for place in split.places]
        mine = Setting.of(low, [card for card in cards if card not in low])
        for theirs in itertools.combinations(left, 7):
            results[compare(mine, house_setting(theirs)).result] += 1
        assert against(split, bank) == tuple(results.values())


def test_the_best_play_is_at_least_as_good_as_the_house_way():
    cards = PAI_GOW.cards("Js Jh 6d 6c As 9d 3c")
    rows = prospects(cards)
    house = house_setting(cards)
    of_house = next(row for row in rows if row.setting.classes == house.classes)
    assert rows[0].value >= of_house.value
    assert all(row.wins + row.pushes + row.losses == comb(46, 7) for row in rows)
    assert best_setting(cards).classes == rows[0].setting.classes
    free = next(
        row for row in prospects(cards, commission=Fraction(0)) if row.setting.classes == house.classes
    )
    assert free.value - of_house.value == Fraction(of_house.wins, 20 * comb(46, 7))


def test_mistakes_of_a_way_are_told_all_at_once():
    text = load_way("casa").text.replace('"no_pair"', '"nopair"', 1).replace('"K 2"', '"K"', 1)
    with pytest.raises(MachinesError) as error:
        read_way(text, "mine.toml")
    assert "mine.toml: rows[0].pattern must be one of no_pair" in str(error.value)
    assert "least_low must be two ranks" in str(error.value)
    every = load_way("casa").text.partition('[[rows]]\npattern = "five"')[0]
    with pytest.raises(MachinesError, match="rows must end, for five, with one"):
        read_way(every)
    assert way_names() == ["casa"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('pattern = "no_pair"\n', 'pattern = "no_pair"\nhas = ["run"]\n', r"rows\[0\].has must be a list of"),
        ('other = ["high"]', 'other = ["high"]\ncompare = "high"', r'rows\[0\].compare must be "low"'),
        ('other = ["high"]', 'compare = "low"', r"rows\[0\].other must say with what keep is compared"),
        (
            'other = ["high"]',
            'other = ["high"]\nhas = ["runs"]',
            "for no_pair, with one without top, second and",
        ),
        ('keep = ["runs"]\nother = ["high"]', 'keep = ["high"]', "rows leave 10,560 packets without a split"),
    ],
)
def test_a_condition_that_is_wrong_is_told(old, new, said):
    text = load_way("casa").text
    assert old in text
    with pytest.raises(MachinesError, match=said):
        read_way(text.replace(old, new, 1), "mine.toml")


def test_cards_that_are_no_packet_are_refused():
    game = load_way("casa").game
    with pytest.raises(CoreError, match="7 different"):
        game.split([1, 2, 3, 4, 5, 6, 6])
    with pytest.raises(CoreError, match="0 to 52"):
        game.split([1, 2, 3, 4, 5, 6, 53])
    with pytest.raises(MachinesError, match="2 and 5"):
        Setting.of([1], [2, 3, 4, 5, 6])
    with pytest.raises(CoreError, match="ascending"):
        game.count([3, 2, 1])
