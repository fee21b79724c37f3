# SPDX-License-Identifier: MIT
"""Sheets of every kind for the tests of the views, each computed once."""

import tomllib
from functools import cache
from unittest import mock

from machines.model import MODELS_FOLDER, load_model, read_model
from machines.par.sheet import par_sheet
from machines.types.chance import par
from machines.types.chance.free import TooLongError
from machines.types.cycle.par_gamble import options

MODELS = ("cierzo", "aneto", "moncayo")
"""One of each kind whose exact ratios are short; mudejar's, with free plays, have hundreds of digits."""


@cache
def model_of(name):
    return load_model(name)


@cache
def sheet_of(name):
    return par_sheet(model_of(name))


@cache
def quick_free_plays():
    """Mudejar with few free plays on weighted reels of their own; and its sheet, rarest wins left out."""
    raw = tomllib.loads((MODELS_FOLDER / "mudejar.toml").read_text(encoding="utf-8"))
    raw["scatters"][0] |= {"free_plays": {"3": 1, "4": 2}, "retrigger": {"3": 1}}
    raw["free_plays"]["max"] = 2
    raw["paytable"][0]["counts"] = {"3": 2400, "4": 12000, "5": 120000}
    raw["paytable"][1]["counts"] = {"3": 2100, "4": 6000, "5": 36000}
    raw["free_reels"] = [
        {"strip": reel["strip"], "weights": [2] * len(reel["strip"])} for reel in raw["reels"]
    ]
    raw["free_reels"][0]["weights"][0] = 1
    model = read_model(raw)
    sheet = par_sheet(model)
    return model, sheet | {"prizes": sheet["prizes"][:40]}


@cache
def enclosed_sheet():
    """Mudejar's sheet as if its free plays were too many for the whole distribution."""
    with mock.patch.object(par, "_written", side_effect=TooLongError("free plays must be fewer")):
        return par_sheet(model_of("mudejar"))


def variants():
    """(sheet, model): every kind of sheet there is, and features that no model of ours has together."""
    found = [(sheet_of(name), model_of(name)) for name in (*MODELS, "mudejar")]
    cycle, chance = sheet_of("cierzo"), sheet_of("aneto")
    never = {"watcher": None, "losing_runs": {"longest_plays": None, "at_least": []}}
    more = [chance["features"][0] | {"feature": name} for name in ("free ways", "free picks")]
    mystery = chance["jackpots"][0] | {"hit": "mystery", "exact": False, "rtp_high": "1/100"}
    together = [{"names": ["posets", "aneto"], "probability": "1/1000000000"}]
    found.append((cycle | never | {"special": True}, model_of("cierzo")))
    apart = {"bands_apart": {"gamble_takes_cents_max": 14_000, "raises_add": "1/100"}}
    found.append((cycle | options(model_of("galacho")) | apart, model_of("cierzo")))
    found.append((enclosed_sheet(), model_of("mudejar")))
    found.append((enclosed_sheet() | {"largest_prize_is_bound": True}, model_of("mudejar")))
    told = {"path": "cycle", "message": "pays 103 %", "rule": "B-07", "article": "art. 6.4"}
    found.append(
        (
            cycle | {"breaks": [told], "warnings": [told], "variants": [cycle | {"variant": "alto"}]},
            model_of("cierzo"),
        )
    )
    found.append((sheet_of("moncayo_nacional"), model_of("moncayo_nacional")))
    found.append(
        (chance | {"features": more, "jackpots": [mystery], "pots_together": together}, model_of("aneto"))
    )
    found += [(sheet_of(name), model_of(name)) for name in ("cometa", "ronda")]
    return [*found, quick_free_plays()[::-1]]
