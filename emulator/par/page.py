# SPDX-License-Identifier: MIT
"""A PAR sheet as a page: its head, its sections and its charts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from emulator.par.charts import par_charts
from emulator.par.game import game_charts, game_sections
from emulator.par.sections import headline, par_sections
from emulator.par.variant import Variant
from emulator.sheets.html import Head, Part, Tile, page
from emulator.sheets.section import between, count, money, number, quotient, share
from emulator.sheets.writer import Writer
from machines.model import Model
from machines.support.plain import JsonView
from machines.types.common.par_terms import fraction

Sheet = JsonView


def par_page(model: Model, sheet: Sheet, write: Writer, variants: Mapping[str, Variant] | None = None) -> str:
    """
    The page, as HTML text in UTF-8.

    Args:
        variants: the payout variants by name; each has a part of its own behind the model's.
    """
    say = write.say
    foot = say("Made by azar par {model} --html; azar par {model} --json holds every exact ratio.")
    head = Head(
        sheet["title"], headline(sheet, write), _tiles(sheet, write), foot.format(model=sheet["model"])
    )
    sections = [*par_sections(sheet, write), *game_sections(model, sheet, write)]
    charts = par_charts(sheet, write) | game_charts(model, sheet, write)
    parts = [_part(name, variant, write) for name, variant in (variants or {}).items()]
    return page(head, sections, charts, write, parts)


def _part(name: str, variant: Variant, write: Writer) -> Part:
    """A variant's part, whose sections have ids of their own."""
    model, sheet = variant
    sections = [*par_sections(sheet, write), *game_sections(model, sheet, write)]
    charts = par_charts(sheet, write) | game_charts(model, sheet, write)
    return Part(
        f"variant-{name}",
        write.say("Variant {}").format(name),
        headline(sheet, write),
        _tiles(sheet, write),
        [replace(section, id=f"{name}-{section.id}") for section in sections],
        {f"{name}-{id_}": drawn for id_, drawn in charts.items()},
    )


def _tiles(sheet: Sheet, write: Writer) -> list[Tile]:
    if "rtp" not in sheet:
        return _skill_tiles(sheet, write)
    say = write.say
    one_in = write.number(round(1 / fraction(sheet["hit_frequency"]), 2))
    level = f"{sheet['volatility_confidence_percent']} %"
    below = say("enclosed, not exact") if "rtp_high" in sheet else _short(sheet["rtp"])
    tiles = [
        Tile(say("payout"), between(sheet, "rtp", share, write.show), below),
        Tile(
            say("hit frequency"), share(sheet["hit_frequency"]), say("a prize every {} plays").format(one_in)
        ),
        Tile(
            say("volatility index"),
            number(sheet["volatility_index"]),
            say("stakes at {}").format(level),
        ),
    ]
    if "windows" in sheet:
        tiles += _cycle_tiles(sheet, write)
    else:
        tiles += _chance_tiles(sheet, write)
    return tiles


def _skill_tiles(sheet: Sheet, write: Writer) -> list[Tile]:
    """Of the game that the model is registered with."""
    say, game = write.say, sheet["games"][0]
    price, most = money(sheet["price_cents"]), money(sheet["most_value_cents"])
    tiles = [
        Tile(say("price of a play"), price, ""),
        Tile(say("most value in tickets"), most, say("of one paid play")),
    ]
    if game["visitors"]:
        every = game["visitors"][0]
        below = say("visitors: {}").format(every["visitors"])
        tiles.append(Tile(say("tickets an hour"), number(every["tickets_per_hour"]), below))
    return tiles


def _chance_tiles(sheet: Sheet, write: Writer) -> list[Tile]:
    say = write.say
    most = say("most that a play may win: {}").format(write.money(sheet["cap_cents"]))
    rare = next(row for row in sheet["losing_runs"]["longest"] if row["plays"] == 1_000)
    below = say("plays: longest losing run in 1,000")
    tiles = [
        Tile(say("largest prize"), money(sheet["largest_prize_cents"]), most),
        Tile(say("losing run"), number(quotient(rare["mean_low"])), below),
    ]
    if sheet["jackpots"]:
        below = say("payout of their own, apart")
        tiles.append(Tile(say("jackpots"), share(sheet["jackpots_rtp_percent"] / 100), below))
    else:
        below = say("of the reels")
        tiles.append(Tile(say("combinations"), count(sheet["combinations"]), below))
    return tiles


def _cycle_tiles(sheet: Sheet, write: Writer) -> list[Tile]:
    say = write.say
    asked = [row for row in sheet["windows"] if row["required"] != "0/1"]
    worst = min(asked, key=lambda row: Fraction(row["worst_payout"]))
    below = say("of {plays} plays; {least} required").format(
        plays=write.whole(worst["plays"]), least=write.show(share(worst["required"]))
    )
    tiles = [
        Tile(say("largest prize"), money(sheet["largest_prize_cents"]), ""),
        Tile(say("worst payout"), share(worst["worst_payout"]), below),
    ]
    if sheet["watcher"]:
        below = say("a cycle of {} plays").format(write.whole(sheet["cycle_plays"]))
        tiles.append(Tile(say("a watcher gains"), money(sheet["watcher"]["expected_gain_cents"]), below))
    return tiles


def _short(ratio: str) -> str:
    """An exact ratio, where it is short enough to be read."""
    return ratio if len(ratio) <= 30 else ""
