# SPDX-License-Identifier: MIT
"""
Hands of black jack a second and core by each tier, beside the same in plain Python, in turns.

    python benchmarks/black_jack.py
    python benchmarks/black_jack.py --turns 1
"""

from __future__ import annotations

import argparse
import random
import sys
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from all import processor
from turns import Call, in_turns

from cext import widest_tier
from machines.tables.chance import draw
from machines.tables.game import Ask
from machines.tables.games.black_jack.campaign import open_rules
from machines.tables.games.black_jack.odds import setting_of
from machines.tables.games.black_jack.states import composed_hands
from machines.tables.games.black_jack.strategy import letter
from machines.tables.registry import open_game

KEY = bytes(32)
TIERS = ("plain C", "AVX2 or NEON", "AVX-512")
SHOES, HANDS, PLAIN_SHOES, PLAIN_HANDS = 1 << 14, 1 << 20, 100, 2_000
CARDS, BURNT, RESERVE, BOXES = 312, 5, 52, 7
NEW_SHOE = [(2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1)[card % 52 // 4] for card in range(CARDS)]

Hand = tuple[int, bool, bool, int, bool]
"""Points, black jack, three sevens, stakes, and the first of its box's name."""


def total(cards: list[int]) -> int:
    """Points, an ace eleven where that does not pass."""
    low = sum(cards)
    return low + 10 if 1 in cards and low <= 11 else low


def play(hand: list[int], up: int, shoe: list[int], parted: bool = False) -> list[Hand]:
    """One hand, and those that come of it, by the declared strategy; cards come from the shoe's end."""
    stakes = 1
    while (points := total(hand)) < 21:
        if len(hand) == 2 and hand[0] == hand[1] and letter("pair", hand[0], up) == "P":
            first = play([hand[0], shoe.pop()], up, shoe, True)
            return first + play([hand[1], shoe.pop()], up, shoe, True)
        if parted and hand[0] == 1:
            break
        said = letter("soft" if points > sum(hand) else "hard", points, up)
        if said == "S":
            break
        hand.append(shoe.pop())
        if said == "D" and len(hand) == 3:
            stakes = 2
            break
    natural = len(hand) == 2 and total(hand) == 21 and not parted
    return [(total(hand), natural, hand == [7, 7, 7] and not parted, stakes, not parted)]


def play_round(shoe: list[int], boxes: int) -> float:
    """What all boxes gain."""
    first = [shoe.pop() for _ in range(boxes)]
    bank = [shoe.pop()]
    up = bank[0]
    dealt = [[one, shoe.pop()] for one in first]
    hands = [hand for cards in dealt for hand in play(cards, up, shoe)]
    waiting = [hand for hand in hands if hand[0] <= 21]
    if any(not natural for _, natural, *_ in waiting):
        while total(bank) < 17:
            bank.append(shoe.pop())
    elif waiting and up in (1, 10):
        bank.append(shoe.pop())
    his, black = total(bank), len(bank) == 2 and total(bank) == 21
    gain = 0.0
    for points, natural, sevens, stakes, _ in hands:
        if points > 21 or (black and not natural):
            gain -= stakes
        elif natural:
            gain += 0 if black else 1.5
        elif sevens:
            gain += 0 if bank == [7, 7, 7] else 2
        elif his > 21 or points != his:
            gain += stakes if his > 21 or points > his else -stakes
    return gain


def plain_shoe(shoe: list[int]) -> tuple[int, float]:
    """Rounds of a shoe, and what all boxes gained."""
    del shoe[CARDS - BURNT :]
    rounds, gain = 0, 0.0
    while len(shoe) >= RESERVE:
        gain += play_round(shoe, BOXES)
        rounds += 1
    return rounds, gain


def shuffled() -> list[int]:
    """A shoe by the library."""
    shoe = NEW_SHOE.copy()
    random.shuffle(shoe)
    return shoe


def plain_shoes() -> int:
    """Whole shoes; how many hands."""
    return BOXES * sum(plain_shoe(shuffled())[0] for _ in range(PLAIN_SHOES))


def plain_hands() -> None:
    """Hands of fresh shoes, of which as many cards are sampled as one is likely to need."""
    for _ in range(PLAIN_HANDS):
        play_round(random.sample(NEW_SHOE, 40), 1)


def agree(rules: object, shoes: int = 50) -> None:
    """End the script unless plain Python comes to what the core does with the same shoes."""
    told = rules.shoes(KEY, first=0, shoes=shoes).all  # type: ignore[attr-defined]
    rounds, gain = 0, 0.0
    for number in range(shoes):
        cards = draw(KEY, 0, Ask("shoe", CARDS), number)
        some, more = plain_shoe([NEW_SHOE[card] for card in reversed(cards)])
        rounds, gain = rounds + some, gain + more
    if (rounds, 2 * gain) != (told.rounds, told.gain):
        raise SystemExit(
            f"plain Python has {rounds} rounds and {gain}, the core {told.rounds} and {told.gain / 2}"
        )


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=5)
    turns = parser.parse_args(arguments).turns
    table = open_game("black-jack", {}, {}).rules
    rules = open_rules(table)
    composed = open_rules(table, composed_hands(setting_of(table)))
    agree(rules)
    print(f"{processor()}; millions of hands a second of one core's processor time")
    hands, plain = BOXES * rules.shoes(KEY, first=0, shoes=SHOES).all.rounds, plain_shoes()
    for tier in range(widest_tier() + 1):
        calls: dict[str, tuple[Call, int]] = {
            "whole shoes": (partial(rules.shoes, KEY, first=0, shoes=SHOES, tier=tier), hands),
            "whole shoes, plain Python": (plain_shoes, plain),
            "fresh": (partial(rules.fresh, KEY, first=0, hands=HANDS, tier=tier), HANDS),
            "fresh by composition": (partial(composed.fresh, KEY, first=0, hands=HANDS, tier=tier), HANDS),
            "fresh, plain Python": (plain_hands, PLAIN_HANDS),
        }
        times = in_turns({name: call for name, (call, _) in calls.items()}, turns)
        rates = {name: times.rate(name, many) / 1e6 for name, (_, many) in calls.items()}
        ratios = [rates[name] / rates[f"{name}, plain Python"] for name in ("whole shoes", "fresh")]
        said = ", ".join(
            f"{name} {rate:.4f}" if rate < 1 else f"{name} {rate:.1f}" for name, rate in rates.items()
        )
        print(f"{TIERS[tier]}: {said}; {ratios[0]:,.0f} and {ratios[1]:,.0f} times plain Python")


if __name__ == "__main__":
    main()
