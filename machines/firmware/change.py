# SPDX-License-Identifier: MIT
"""
The change plan: which coins of which hoppers make up an amount, and what of it no coins make up.

Pure: numbers in, numbers out; the host that checks a model asks this same file.

    change.plan((10, 100), (7, 3), 450)     # ([7, 3], 80): pays 3.70, and 0.80 are left to be paid by hand

It pays the most that the coins allow, which is all of it whenever some choice of coins does, and of all ways
to do so the one with the fewest coins.
"""


def _gcd(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a


def plan(coins_cents: tuple, counts: list[int], cents: int) -> tuple:
    """
    Share an amount out among hoppers.

    Args:
        coins_cents: the coin of each hopper, each above 0, in any order.
        counts: how many coins each of them can give, in the same order; 0 for one that has failed.
        cents: the amount, 0 or more.

    Returns:
        (coins to pay from each hopper as a list, cents that are left to be paid by hand).
    """
    order = sorted(range(len(coins_cents)), key=lambda hopper: -coins_cents[hopper])
    coins = [coins_cents[hopper] for hopper in order]
    used, rest = _best(coins, [counts[hopper] for hopper in order], cents)
    found = [0] * len(order)
    for at, hopper in enumerate(order):
        found[hopper] = used[at]
    return found, rest


def _best(coins: list[int], counts: list[int], cents: int) -> tuple:
    """
    Return the best (coins of each value, rest) of descending coins.

    Of the largest coin only few numbers need trying. Let g be what all coins are multiples of, c the largest
    coin, d the next, and let d/g or more of the coins c that fit stay unused. If the smaller coins pay less
    than d/g coins c would, those pay more. Otherwise there are c/g smaller coins at least, and some of any
    c/g such numbers add up to a multiple of c (two of their partial sums leave the same remainder), at most
    to d/g times c: as many coins c pay the same with fewer coins. So fewer than d/g unused ones suffice.
    """
    coin = coins[0]
    most = min(counts[0], cents // coin)
    if len(coins) == 1:
        return [most], cents - most * coin
    unit = coin
    for other in coins[1:]:
        unit = _gcd(unit, other)
    best: tuple = ()
    for number in range(most, max(-1, most - coins[1] // unit), -1):
        used, rest = _best(coins[1:], counts[1:], cents - number * coin)
        if not best or (rest, number + sum(used)) < (best[1], sum(best[0])):
            best = ([number] + used, rest)
    return best
