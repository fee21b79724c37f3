# SPDX-License-Identifier: MIT
"""
Between which shares of their prices so many paid plays give visitors value back, by tickets and by prices
returned.

Every paid play has a visitor of its own, drawn as the file of visitors says, and presses do not depend on
each other; so paid plays are independent, and the bands are those of a sum of equal laws
(``machines.types.chance.bands``).
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from math import gcd, lcm

from machines.support.plain import Json
from machines.types.chance.bands import return_bands
from machines.types.chance.total import Spread
from machines.types.skill.expected import Expected, Rules


def value_law(rules: Rules, found: Expected, ticket_value_cents: int) -> Spread | None:
    """What a paid play gives back, in cents of value; None if nothing has a value, or nothing is counted."""
    if found.ends is None:
        return None
    law: defaultdict[int, Fraction] = defaultdict(Fraction)
    for (_, award), likely in found.ends.items():
        law[rules.tickets[award] * ticket_value_cents + rules.refunds[award] * rules.price_cents] += likely
    chances = {value: likely for value, likely in law.items() if likely}
    unit = gcd(*chances)
    if not unit:
        return None
    whole = lcm(*(likely.denominator for likely in chances.values()))
    ways = [0] * (max(chances) // unit + 1)
    for value, likely in chances.items():
        ways[value // unit] = int(likely * whole)
    return Spread(tuple(ways), whole, unit)


def visitor_bands(rules: Rules, found: Expected, ticket_value_cents: int) -> list[Json]:
    """The rows of ``return_bands``; empty where nothing has a value."""
    law = value_law(rules, found, ticket_value_cents)
    return [] if law is None else return_bands(law, rules.price_cents)
