# SPDX-License-Identifier: MIT
"""
The PAR sheet of type A: what skill earns, and what the declared visitors get in an hour, exactly.

Nothing is drawn and no money is won, so there is no payout. Results of a light stopper are sums over all
equally likely presses of a player; of a memory game with its clock only the tunes are counted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from machines.support.plain import Json
from machines.types.common.par_terms import ratio
from machines.types.skill.bands import value_law, visitor_bands
from machines.types.skill.expected import Expected, Rules, rules_of
from machines.types.skill.model import SkillModel
from machines.types.skill.schema import MEMORY
from machines.types.skill.settings import game_settings
from machines.types.skill.visitor import FOLDER, PARTS, Kind, Visitors, read_visitors

SPREADS_MS = (0, 5, 10, 15, 20, 30, 40, 50, 60, 80, 100, 150, 200)
"""Standard deviations of presses about the mark's instant, of the first skill curve."""
DELAYS_MS = (-100, -50, -25, 0, 25, 50, 100, 150, 200, 250)
DELAY_SPREAD_MS = 40
"""Delays of the second curve, and how far its presses spread: as who foresees the light."""
SLIPS_PPM = (0, 10_000, 20_000, 50_000, 100_000, 200_000)
"""Wrong notes, of the curve of a memory game."""
_HOUR_MS = 3_600_000
_PPM = 1_000_000


def skill_sheet(model: SkillModel) -> Json:
    """
    Return the PAR sheet of a model of type A as plain values.

    Keys: model, title, type, profile, price_cents, prices_cents, ticket_value_cents, most_value_cents,
        tables_digest, and games: of each its title, kind, extra_plays_max, awards (points, gives, count),
        curves (of, unit, rows: value, plays, results) and visitors (visitors, kind, share, results, plays,
        play_ms, plays_per_hour, tickets_per_play, tickets_per_hour, price_per_hour_cents, value_back,
        value_back_percent and
    bands: what comes back in value of tickets and in prices returned, as a share of the price). A result has
        gives, count, probability and percent; plays are those for one price. Visitors are null of a memory
        game, whose results are not counted exactly; kind is null for all of a file together.
    """
    named = game_settings(model.draft)
    games: Any = named["GAMES"]
    return {
        "model": model.name,
        "title": model.title,
        "type": model.type,
        "profile": model.profile.id,
        "price_cents": model.price_cents,
        "prices_cents": [*model.prices_cents],
        "ticket_value_cents": model.ticket_value_cents,
        "most_value_cents": model.most_value_cents,
        "tables_digest": model.tables.digest,
        "games": [
            _game({**named, "GAMES": (row,)}, model.price_cents, model.ticket_value_cents) for row in games
        ],
    }


def _game(named: Mapping[str, Any], price_cents: int, ticket_value_cents: int) -> Json:
    title, kind, awards, extra_plays_max, _, _ = named["GAMES"][0]
    rules = rules_of(named, price_cents)
    names = ("points", "gives", "count")
    sheet = {
        "title": title,
        "kind": kind,
        "extra_plays_max": extra_plays_max,
        "awards": [dict(zip(names, award, strict=True)) for award in awards],
    }
    if kind == MEMORY:
        return {**sheet, "curves": [_tunes(rules)], "visitors": None}
    curves = [
        _curve(rules, "spread", {value: _player(0, value) for value in SPREADS_MS}),
        _curve(rules, "delay", {value: _player(value, DELAY_SPREAD_MS) for value in DELAYS_MS}),
    ]
    return {**sheet, "curves": curves, "visitors": [*_visitors(rules, ticket_value_cents)]}


def _player(mean_ms: int, deviation_ms: int) -> Kind:
    """Somebody who presses in every round, at the first pass."""
    return Kind("", 1, mean_ms, deviation_ms, 0, 1, 1, 0, 0, 0, 0)


def _curve(rules: Rules, of: str, players: Mapping[int, Kind]) -> Json:
    rows = []
    for value, player in players.items():
        found = Expected(rules, Visitors("", 0, (player,)))
        rows.append({"value": value, "plays": float(_turns(found)), "results": _results(rules, found)})
    return {"of": of, "unit": "ms", "rows": rows}


def _turns(found: Expected) -> Fraction:
    """Plays for one price, those that prolong it included, on average."""
    return sum((likely * turns for (turns, _), likely in (found.ends or {}).items()), Fraction(0))


def _results(rules: Rules, found: Expected) -> list[Json]:
    """How likely a paid play ends with each award, nothing first; what prolongs it is no end."""
    shares: defaultdict[int, Fraction] = defaultdict(Fraction)
    for (_, number), likely in (found.ends or {}).items():
        shares[number] += likely
    given = [("none", 0), *((gives, count) for _, gives, count in rules.awards)]
    return [
        {
            "gives": gives,
            "count": count,
            "probability": ratio(shares[number]),
            "percent": float(100 * shares[number]),
        }
        for number, (gives, count) in enumerate(given)
        if not rules.again[number]
    ]


def _visitors(rules: Rules, ticket_value_cents: int) -> Iterator[Json]:
    """Of every file of visitors that ships each kind, and all together."""
    for path in sorted(FOLDER.glob("*.toml")):
        every = read_visitors(path.stem)
        yield _visitor(rules, every, None, 1, ticket_value_cents)
        for kind, parts in zip(every.kinds, every.parts, strict=True):
            alone = Visitors(every.title, every.between_ms, (kind,))
            yield _visitor(rules, alone, kind.title, Fraction(parts, PARTS), ticket_value_cents)


def _visitor(
    rules: Rules, visitors: Visitors, kind: str | None, part: int | Fraction, ticket_value_cents: int
) -> Json:
    found = Expected(rules, visitors)
    play_ms, ends = found.play_ms, found.ends
    assert play_ms is not None and ends is not None
    tickets = sum((likely * rules.tickets[number] for (_, number), likely in ends.items()), Fraction(0))
    an_hour = Fraction(_HOUR_MS) / play_ms
    return {
        "visitors": visitors.title,
        "kind": kind,
        "share": ratio(Fraction(part)),
        "results": _results(rules, found),
        "plays": float(_turns(found)),
        "play_ms": float(play_ms),
        "plays_per_hour": float(an_hour),
        "tickets_per_play": float(tickets),
        "tickets_per_hour": float(an_hour * tickets),
        "price_per_hour_cents": float(an_hour * rules.price_cents),
        **_value(rules, found, ticket_value_cents),
    }


def _value(rules: Rules, found: Expected, ticket_value_cents: int) -> Json:
    """What comes back for the price, in value, and between which shares of it so many paid plays stay."""
    law = value_law(rules, found, ticket_value_cents)
    back = Fraction(0) if law is None else law.mean_cents / rules.price_cents
    return {
        "value_back": ratio(back),
        "value_back_percent": float(100 * back),
        "bands": visitor_bands(rules, found, ticket_value_cents),
    }


def _tunes(rules: Rules) -> Json:
    """How likely all notes of a tune of each length are right, the clock apart."""
    lengths = rules.rules[2]
    rows = []
    for slips in SLIPS_PPM:
        right = 1 - Fraction(slips, _PPM)
        results = [
            {
                "gives": "tune",
                "count": length,
                "probability": ratio(right**length),
                "percent": float(100 * right**length),
            }
            for length in lengths
        ]
        rows.append({"value": slips, "plays": None, "results": results})
    return {"of": "slips", "unit": "ppm", "rows": rows}
