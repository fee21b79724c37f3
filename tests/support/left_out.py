# SPDX-License-Identifier: MIT
"""
Valid models of every type with each optional part left out, one at a time and all together.

They are made from machines that ship, so that their drawings, strips and plans are real ones.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from machines.model import MODELS_FOLDER

Raw = dict[str, Any]

# One hopper of the smallest coin alone, filled for the largest that it may owe.
SMALL_COINS = [{"cents": 10, "capacity_coins": 6000, "fill_coins": 4500}]
# What an ordinary machine of type B may leave out; a note needs the reserve to fit.
_RESERVE = ("money.reserve_max_cents", "money.note_cents")
_OPTIONS = ("prize_meter", "simultaneous_max", "hold", *_RESERVE)
# What a model of type B inherits, and may write.
WRITTEN: Raw = {
    "money__credits_max_cents": 400,
    "prize_meter": {"max_cents": 8000, "max_double_cents": 12000},
    "durations": {"play_min_ms": 5000, "auto_start_ms": 5000, "stop_pause_ms": 160},
    "counters": {"unit_cents": 10, "digits": 7},
}

# A profile in which a play of type B takes 6 s and one of type C takes 3 s.
SIX = """schema = 1
id = "six"
title = "Six seconds"
jurisdiction = "nowhere"
inherits = "{of}"
[rules.B-10]
value = 6000
[rules.B-11]
value = 6000
[rules.C-09]
value = 3000
"""


def shipped(name: str) -> Raw:
    """The tables of a model that ships."""
    return tomllib.loads((MODELS_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def without(name: str, *paths: str, **changed: Any) -> Raw:
    """
    A model that ships, some keys left out and others changed.

    Args:
        paths: key paths with dots.
        changed: key paths with two underscores for a dot.
    """
    raw = deepcopy(shipped(name))
    # What a model prints about its options is its own.
    if raw["type"] == "B":
        raw["texts"]["rules"] = {"es": "Introduzca monedas y pulse JUGAR."}
    for path in paths:
        holder, key = _holder(raw, path.split("."))
        del holder[key]
    for path, value in changed.items():
        holder, key = _holder(raw, path.split("__"))
        holder[key] = value
    return raw


def _holder(raw: Raw, path: list[str]) -> tuple[Raw, str]:
    *above, key = path
    for part in above:
        raw = raw[part]
    return raw, key


def toml(raw: Mapping[str, Any]) -> str:
    """The text of a file with these tables."""
    return "".join(f"{json.dumps(key)} = {_value(value)}\n" for key, value in raw.items())


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        inner = ", ".join(f"{json.dumps(key)} = {_value(item)}" for key, item in value.items())
        return f"{{ {inner} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False)


def _cycle() -> dict[str, Raw]:
    return {
        "no prize meter": without("cierzo", "prize_meter"),
        "one maximum of the prize meter": without("cierzo", prize_meter={"max_cents": 8000}),
        "no double play": without("cierzo", "simultaneous_max"),
        "no reserve": without("cierzo", *_RESERVE),
        "no hold": without("cierzo", "hold"),
        "no note": without("cierzo", "money.note_cents"),
        "limits as the law has them": without("cierzo", **WRITTEN),
        "one hopper": without("cierzo", hoppers=SMALL_COINS),
        "one coin": without("cierzo", money__coins_cents=[20]),
        "no option": without("cierzo", *_OPTIONS),
        "gambles, no raises": without("galacho", "raises"),
        "raises, no gambles": without("galacho", "gamble"),
        "gambles, no double play": without("galacho", "simultaneous_max"),
        "gambles and nothing else": without("galacho", *_OPTIONS, "raises"),
        "a link": shipped("bochorno"),
        "a link and nothing else": without("bochorno", *_OPTIONS),
        "a special machine without option": without("monegros", "prize_meter", *_RESERVE),
    }


def _chance() -> dict[str, Raw]:
    plain = without("aneto", "pots", "picks", "gamble")
    for pay in plain["paytable"]:
        pay.pop("pot", None)
    plain["scatters"] = [{"symbol": "estrella", "pays": {"3": 3000, "4": 9000, "5": 60000}}]
    no_pots = without("aneto", "pots")
    for pay in no_pots["paytable"]:
        pay.pop("pot", None)
    return {
        "drums, times as the law has them": without("moncayo", durations={"play_min_ms": 2500}),
        "drums, no text of the payout": without("moncayo", "texts.minimum_payout", "texts.addiction"),
        "drums, bounded credits": without("moncayo", money={"coins_cents": [200], "credits_max_cents": 1200}),
        "drums, two hoppers": without("moncayo", hoppers=TWO_HOPPERS, **SLOW),
        "several bets": shipped("moncayo_nacional"),
        "tokens": shipped("moncayo_fichas"),
        "a card": shipped("moncayo_tarjeta"),
        "a superjackpot": shipped("veruela"),
        "no gamble": without("aneto", "gamble"),
        "no pots": no_pots,
        "a screen and nothing else": plain,
        "free plays": shipped("mudejar"),
    }


# A hopper of 10 cents asks for pulses of as much, and these for plays far apart (K-31).
SLOW: Raw = {
    "durations": {"play_min_ms": 12_500},
    "counters": {"unit_cents": 10, "prize_unit_cents": 100, "digits": 8},
}
TWO_HOPPERS = [
    {"cents": 10, "capacity_coins": 1500, "fill_coins": 1000},
    {"cents": 100, "capacity_coins": 2000, "fill_coins": 1500},
]


def coins() -> dict[str, Raw]:
    """Models of every type with other coins and prices than those that ship."""
    chance = without("moncayo", hoppers=TWO_HOPPERS, **SLOW)
    return {
        "twenties alone": without("cierzo", money__coins_cents=[20]),
        "tens alone": without("cierzo", money__coins_cents=[10]),
        "two euros and little room": without("cierzo", money__coins_cents=[200], money__credits_max_cents=40),
        "two euros, little room for a note": without(
            "cierzo", money__coins_cents=[50, 200], money__credits_max_cents=60
        ),
        "chance, euros alone": without("moncayo", money__coins_cents=[100]),
        "chance, tens alone": {**chance, "money": {"coins_cents": [10]}},
        "chance, room for a play alone": without(
            "moncayo", money={"coins_cents": [100, 200], "credits_max_cents": 600}
        ),
        "chance, fifties given back in tens": {
            **without("moncayo", hoppers=SMALL_COINS, **SLOW),
            "money": {"coins_cents": [50]},
        },
        "bets, euros alone": without("moncayo_nacional", money__coins_cents=[100]),
        "a card in small steps": without("moncayo_tarjeta", money__card__step_cents=200),
        "skill, twenties alone": without("cometa", money__coins_cents=[20]),
        "skill, an euro": without("cometa", "prices_cents", price_cents=100),
        "skill, room for a play alone": without(
            "cometa",
            "prices_cents",
            price_cents=150,
            money={"coins_cents": [50, 100], "credits_max_cents": 150},
        ),
        "memory, two euros alone": without("ronda", money__coins_cents=[200]),
    }


def _skill() -> dict[str, Raw]:
    return {
        "tickets": shipped("cometa"),
        "one price": without("cometa", "prices_cents"),
        "no maximum of credits": without("cometa", "money.credits_max_cents"),
        "a sealed counter": without("cometa", counters={"sealed": True}),
        "a note": without("cometa", money__note_cents=500),
        "one hopper of type A": without("cometa", hoppers=SMALL_COINS),
        "further plays": shipped("cometa_nacional"),
        "nothing to win": without("cometa_nacional", "awards", "extra_plays_max"),
        "a tune": shipped("ronda"),
        "two games": shipped("verbena"),
    }


LEFT_OUT: dict[str, Raw] = _cycle() | _chance() | _skill()
"""Tables of a model file by what it has left out, or has alone."""
