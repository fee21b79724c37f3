# SPDX-License-Identifier: MIT
"""Wheels, dice and shoes for audits: fair ones by the core's own draws, and ones with a known bias."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

import cext
from cext import PURPOSE_DICE, PURPOSE_PLAY
from machines.tables.chance import draw
from machines.tables.game import Ask
from machines.tables.inspection.audit import Judged, judged
from machines.tables.inspection.dice_trials import DiceDraws
from machines.tables.inspection.draws import PAIRS
from machines.tables.inspection.shoe_trials import ShoeDraws
from machines.tables.inspection.wheel_trials import WheelDraws
from machines.tables.registry import open_game

Array = NDArray[Any]
SHOE = 312
BY_TURNS = np.array([*[1, -1] * 18, 0]) * (37 / 36) ** 0.5
"""More and less by turns; the last one, which has no other, is made up for by the rest."""


def key(seed: int) -> bytes:
    return seed.to_bytes(32, "little")


def uniform(seed: int, many: int) -> Array:
    """Numbers from 0 to 1 out of the core's stream, the same with every version of every library."""
    words = np.frombuffer(cext.keystream(key(seed), 7, 0, 8 * many), dtype="<u8")
    return words / 2.0**64


@cache
def wheel(game: str = "french-roulette") -> WheelDraws:
    """The wheel of a game, on which nothing has fallen yet."""
    rules = open_game(game, {}, {}).rules
    pairs = tuple(
        (one, rules.spots[one].covers, other, rules.spots[other].covers)
        for one, other in PAIRS
        if one in rules.spots
    )
    return WheelDraws(tuple(rules.data["pockets"]), (), pairs)


def on_wheel(places: Array) -> WheelDraws:
    """Balls at these places of the French wheel."""
    made = wheel()
    return WheelDraws(made.order, tuple(made.order[at] for at in places.tolist()), made.pairs)


def fair_wheel(seed: int, balls: int, game: str = "french-roulette") -> WheelDraws:
    made = wheel(game)
    size = len(made.order)
    fell = [made.order[cext.draw_below(key(seed), 0, PURPOSE_PLAY, at, size)] for at in range(balls)]
    return WheelDraws(made.order, tuple(fell), made.pairs)


def fair_dice(seed: int, throws: int) -> DiceDraws:
    made = [cext.throw(key(seed), at, 2, machine=0, purpose=PURPOSE_DICE) for at in range(throws)]
    return DiceDraws(tuple((first, second) for first, second in made))


def fair_shoes(seed: int, shoes: int, seen: int = SHOE) -> ShoeDraws:
    made = [draw(key(seed), 0, Ask("shoe", SHOE), number)[:seen] for number in range(shoes)]
    return ShoeDraws(tuple(tuple(card % 52 for card in shoe) for shoe in made), 6)


# --- with a known bias ----------------------------------------------------------------------------


def of_shares(shares: Array, seed: int, many: int) -> Array:
    """Draws of given chances."""
    return np.searchsorted(np.cumsum(shares) / shares.sum(), uniform(seed, many), side="right")


def shared(size: int, favoured: list[int], share: float) -> Array:
    """Chances that give some of ``size`` this share together, and the others the rest evenly."""
    made = np.full(size, (1 - share) / (size - len(favoured)))
    made[favoured] = share / len(favoured)
    return made


def biased_pocket(share: float, seed: int, balls: int) -> WheelDraws:
    return on_wheel(of_shares(shared(37, [8], share), seed, balls))


def sticky_sector(share: float, seed: int, balls: int) -> WheelDraws:
    """Five neighbouring pockets over the zero of the wheel."""
    return on_wheel(of_shares(shared(37, [35, 36, 0, 1, 2], share), seed, balls))


def tilted(half: float, seed: int, balls: int) -> WheelDraws:
    part = (half - 0.5) * np.pi
    shares = 1 + part * np.cos(2 * np.pi * (np.arange(37) - 11) / 37)
    return on_wheel(of_shares(shares, seed, balls))


def signed(share: float, seed: int, balls: int, width: int = 1) -> WheelDraws:
    """A hand that throws the ball 12 to 12 + width - 1 pockets further than the last time, so often."""
    ways = of_shares(shared(37, [*range(12, 12 + width)], share), seed, balls)
    return on_wheel(np.cumsum(ways) % 37)


def swinging(half: float, seed: int, balls: int) -> WheelDraws:
    """Balls that come to lie on the side of the wheel where the third last one lay."""
    part = (half - 0.5) * np.pi
    ways = of_shares(1 + part * np.cos(2 * np.pi * np.arange(37) / 37), seed, balls)
    places = ways.copy()
    for at in range(3, balls):
        places[at] = (places[at - 3] + ways[at]) % 37
    return on_wheel(places)


def drifting(share: float, seed: int, balls: int) -> WheelDraws:
    """A pocket that is fair in the first half and not in the second."""
    first = of_shares(np.full(37, 1 / 37), seed, balls // 2)
    second = of_shares(shared(37, [8], share), seed + 1_000_000, balls - balls // 2)
    return on_wheel(np.concatenate([first, second]))


def loaded_die(share: float, seed: int, throws: int) -> DiceDraws:
    one = of_shares(np.full(6, 1 / 6), seed, throws)
    other = of_shares(shared(6, [5], share), seed + 1_000_000, throws)
    return DiceDraws(tuple(zip((one + 1).tolist(), (other + 1).tolist(), strict=True)))


def doubled(share: float, seed: int, throws: int) -> DiceDraws:
    """Doubles so often, of fair dice."""
    one = of_shares(np.full(6, 1 / 6), seed, throws)
    ways = of_shares(shared(6, [0], share), seed + 1_000_000, throws)
    return DiceDraws(tuple(zip((one + 1).tolist(), ((one + ways) % 6 + 1).tolist(), strict=True)))


def without_cards(gone: int, seed: int, shoes: int, seen: int) -> ShoeDraws:
    """Shoes out of which the nine of hearts is gone so many times, of each the first cards seen."""
    cards = np.tile(np.arange(52), 6)
    nine = 4 * 7 + 2
    cards = np.delete(cards, np.flatnonzero(cards == nine)[:gone])
    made = []
    for number in range(shoes):
        order = np.argsort(uniform(seed * 1_000 + number, len(cards)))
        made.append(tuple(cards[order][:seen].tolist()))
    return ShoeDraws(tuple(made), 6)


def by_turns(deviation: float, seed: int, balls: int) -> WheelDraws:
    """Pockets that are by turns more and less frequent by a part."""
    signs = BY_TURNS
    return on_wheel(of_shares(1 + deviation * signs, seed, balls))


def changing(deviation: float, seed: int, balls: int) -> WheelDraws:
    """The same, with more and less exchanged after the first half."""
    signs = BY_TURNS
    first = of_shares(1 + deviation * signs, seed, balls // 2)
    second = of_shares(1 - deviation * signs, seed + 1_000_000, balls - balls // 2)
    return on_wheel(np.concatenate([first, second]))


def restless(share: float, seed: int, balls: int) -> WheelDraws:
    """Red and black that follow each other so often; zero never falls."""
    made = wheel()
    sides = [
        [made.order.index(number) for number in numbers] for numbers in (made.pairs[0][1], made.pairs[0][3])
    ]
    changes = np.cumsum(uniform(seed, balls) < share) % 2
    which = (uniform(seed + 1_000_000, balls) * 18).astype(int)
    return on_wheel(np.array(sides)[changes, which])


def unlike(deviation: float, seed: int, throws: int) -> DiceDraws:
    """Two dice of which one has more of what the other has less."""
    signs = np.array([1, -1, 1, -1, 1, -1])
    one = of_shares(1 + deviation * signs, seed, throws)
    other = of_shares(1 - deviation * signs, seed + 1_000_000, throws)
    return DiceDraws(tuple(zip((one + 1).tolist(), (other + 1).tolist(), strict=True)))


def paired(deviation: float, seed: int, throws: int) -> DiceDraws:
    """Fair dice whose pairs are by turns more and less frequent by a part."""
    signs = np.array([1 if (at // 6 + at) % 2 else -1 for at in range(36)])
    pairs = of_shares(1 + deviation * signs, seed, throws)
    return DiceDraws(tuple(zip((pairs // 6 + 1).tolist(), (pairs % 6 + 1).tolist(), strict=True)))


def lazy(share: float, seed: int, throws: int) -> DiceDraws:
    """A die that comes to lie on its last face so often."""
    one = np.cumsum(of_shares(shared(6, [0], share), seed, throws)) % 6
    other = of_shares(np.full(6, 1 / 6), seed + 1_000_000, throws)
    return DiceDraws(tuple(zip((one + 1).tolist(), (other + 1).tolist(), strict=True)))


def chain(deviation: float, seed: int, many: int, size: int) -> Array:
    """Draws of which every other hangs on whether the one before was even."""
    turns = BY_TURNS if size == 37 else np.array([1, -1] * 3)
    first = of_shares(np.full(size, 1 / size), seed, many // 2)
    drawn = uniform(seed + 1_000_000, many // 2)
    more, less = (np.cumsum(1 + sign * deviation * turns) / size for sign in (1, -1))
    after = np.where(first % 2, np.searchsorted(more, drawn), np.searchsorted(less, drawn))
    return np.stack([first, np.minimum(after, size - 1)], axis=1).reshape(-1)


def following(deviation: float, seed: int, balls: int) -> WheelDraws:
    """Pockets that come too often after some and too seldom after others."""
    return on_wheel(chain(deviation, seed, balls, 37))


def chained(deviation: float, seed: int, throws: int) -> DiceDraws:
    """A die whose faces come too often after some and too seldom after others."""
    other = of_shares(np.full(6, 1 / 6), seed + 2_000_000, throws)
    made = chain(deviation, seed, throws, 6)
    return DiceDraws(tuple(zip((made + 1).tolist(), (other + 1).tolist(), strict=True)))


def in_blocks(blocks: list[list[int]], seed: int) -> tuple[int, ...]:
    """Blocks of cards that stay together, in any order."""
    order = np.argsort(uniform(seed, len(blocks)))
    return tuple(card for at in order.tolist() for card in blocks[at])


def clumped(share: float, seed: int, shoes: int) -> ShoeDraws:
    """Shoes in which a card is followed by one of its rank so often: pairs of a rank that stick together."""
    fair, made = 23 / 311, []
    pairs = round((share - fair) / (1 - fair) * (SHOE - 1))
    for number in range(shoes):
        cards = sorted(fair_shoes(seed * 1_000 + number, 1).shoes[0], key=lambda card: card // 4)
        ranks = np.argsort(uniform(seed * 1_000 + number, SHOE // 2))[:pairs]
        stuck = {int(at) for at in ranks}
        blocks = []
        for at in range(SHOE // 2):
            two = cards[2 * at : 2 * at + 2]
            blocks += [two] if at in stuck else [[two[0]], [two[1]]]
        made.append(in_blocks(blocks, seed * 1_000 + number + 1_000_000))
    return ShoeDraws(tuple(made), 6)


def carried(share: float, seed: int, shoes: int, fair: float) -> ShoeDraws:
    """Shoes in which so many neighbours were together in the shoe before: a shuffle that leaves blocks."""
    made = [fair_shoes(seed, 1).shoes[0]]
    kept = (share - fair) / (1 - fair)
    for number in range(1, shoes):
        breaks = uniform(seed * 1_000 + number, SHOE - 1) >= kept
        blocks = [[made[-1][0]]]
        for card, parted in zip(made[-1][1:], breaks.tolist(), strict=True):
            if parted:
                blocks.append([card])
            else:
                blocks[-1].append(card)
        made.append(in_blocks(blocks, seed * 1_000 + number + 1_000_000))
    return ShoeDraws(tuple(made), 6)


def early(share: float, seed: int, shoes: int) -> ShoeDraws:
    """Shoes in which the kings lie so often in the first half."""
    made = []
    for number in range(shoes):
        cards = fair_shoes(seed * 1_000 + number, 1).shoes[0]
        kings = [card for card in cards if card // 4 == 11]
        others = [card for card in cards if card // 4 != 11]
        first = int((uniform(seed * 1_000 + number, len(kings)) < share).sum())
        front = [*kings[:first], *others[: SHOE // 2 - first]]
        back = [*kings[first:], *others[SHOE // 2 - first :]]
        made.append(
            in_blocks([[c] for c in front], seed + number) + in_blocks([[c] for c in back], seed + number)
        )
    return ShoeDraws(tuple(made), 6)


def verdict(found: list[Judged], name: str) -> Judged:
    return next(one for one in found if one.trial.name == name)


def odd(draws: WheelDraws | DiceDraws | ShoeDraws, name: str = "") -> bool:
    """Whether a test, or any, finds something."""
    return any(one.odd for one in judged(draws) if name in ("", one.trial.name))


def power(make: Callable[[int], WheelDraws | DiceDraws | ShoeDraws], name: str, records: int) -> int:
    """How many of so many records a test finds odd."""
    return sum(odd(make(seed), name) for seed in range(1, records + 1))
