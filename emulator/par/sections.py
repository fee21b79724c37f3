# SPDX-License-Identifier: MIT
"""A PAR sheet as sections, whatever the type of its machine: what is in the sheet decides what is shown."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor

from emulator.sheets.section import (
    Section,
    Value,
    between,
    columns,
    count,
    exact,
    facts,
    money,
    number,
    quotient,
    share,
    text,
)
from emulator.sheets.writer import Writer
from emulator.types.registry import TYPES
from machines.support.languages import written
from machines.support.plain import JsonView
from machines.types.common.par_terms import fraction, ratio

Sheet = JsonView


def par_sections(sheet: Sheet, write: Writer) -> list[Section]:
    """
    The sections of a PAR sheet, in the order in which they are read.

    Args:
        sheet: as ``machines.par.sheet.par_sheet`` returns it.
        write: writes in the reader's language.
    """
    parts = TYPES[sheet["type"]].sheets().sections(sheet, write)
    parts += [inherited(sheet, write)] if sheet["inherited"] else []
    parts = [*told(sheet, write), *parts]
    # Where skill alone decides there is no payout, and the first of its parts is a summary of its own.
    return [summary(sheet, write), *parts] if "rtp" in sheet else parts


def summary(sheet: Sheet, write: Writer) -> Section:
    """The figures that everybody asks for first."""
    say = write.say
    level = f"{sheet['volatility_confidence_percent']} %"
    payout = fraction(sheet["rtp"])
    hold = {"hold": ratio(1 - payout)}
    if "hold_high" in sheet:
        hold = {key: sheet[key] for key in ("hold", "hold_high")}
    rows: list[tuple[str, Value]] = [
        (say("price of a play"), money(sheet["price_cents"])),
        (_enclosed(sheet, "rtp", say("payout"), write), between(sheet, "rtp", share, write.show)),
        *_ends(sheet, write),
        (_enclosed(hold, "hold", say("hold"), write), between(hold, "hold", share, write.show)),
        (say("hit frequency"), share(sheet["hit_frequency"])),
        (say("plays for a prize"), number(1 / fraction(sheet["hit_frequency"]))),
        (
            _enclosed(sheet, "variance_stake2", say("variance in squared stakes"), write),
            between(sheet, "variance_stake2", number, write.show),
        ),
        (say("volatility index at {}").format(level), number(sheet["volatility_index"])),
    ]
    if sheet.get("largest_prize_is_bound"):
        rows.append((say("no play wins more than"), money(sheet["largest_prize_cents"])))
    rows += [
        (say(name), make(sheet[key]))
        for key, name, make in _MORE
        if key in sheet and not (key == "largest_prize_cents" and sheet.get("largest_prize_is_bound"))
    ]
    if "rtp_without_cap" in sheet and sheet["rtp_without_cap"] != sheet["rtp"]:
        after = 1 + len(_ends(sheet, write)) + 1
        rows.insert(after, (say("payout if there were no cap"), share(quotient(sheet["rtp_without_cap"]))))
    if sheet.get("jackpots"):
        rows.insert(2, (say("payout of the jackpots, apart"), share(sheet["jackpots_rtp_percent"] / 100)))
    note = say("Exact, nothing sampled.")
    if "enclosed" in sheet:
        note = say(
            "Nothing sampled. Free plays are too many for the whole distribution: figures called "
            "enclosed lie "
            "between two proved ends, {} apart for the payout; all others are exact."
        ).format(write.show(number(sheet["enclosed"]["rtp_width"])))
    if "tables_digest" in sheet:
        note += f" {say('Tables')} {sheet['tables_digest']}"
    return facts("summary", say("Summary"), rows, note)


def inherited(sheet: Sheet, write: Writer) -> Section:
    """What the rule profile says where the model leaves a key out."""
    say = write.say
    rows = tuple(
        (
            text(row["path"]),
            money(row["value"])
            if row["path"].endswith("_cents")
            else text(f"{write.whole(row['value'])} ms"),
            text(f"{row['rule']}, {row['article']}"),
        )
        for row in sheet["inherited"]
    )
    return Section("inherited", say("From the rule profile"), rows, columns(say, "key", ">value", "rule"))


def told(sheet: Sheet, write: Writer) -> list[Section]:
    """Of a draft each rule that it breaks; of a model that pays more than it takes what does."""
    say, found = write.say, []
    if "breaks" in sheet:
        rows = tuple(
            (text(row["rule"]), text(row["article"] or ""), text(row["path"]), text(row["message"]))
            for row in sheet["breaks"]
        )
        heads = columns(say, "rule", "article", "key", "what breaks it")
        note = say("A draft: no machine may be registered, built or played so.")
        found.append(Section("breaks", say("What breaks the law"), rows, heads, note))
    if "variants" in sheet and "rtp" in sheet:
        found.append(_variants(sheet, write))
    if "warnings" in sheet:
        slips = tuple((text(row["path"]), text(row["message"])) for row in sheet["warnings"])
        of_slip = columns(say, "key", "warning")
        note = say("No norm forbids it; a machine that pays more than it takes loses money for ever.")
        found.append(Section("warnings", say("Above 100 %"), slips, of_slip, note))
    return found


def _variants(sheet: Sheet, write: Writer) -> Section:
    """The figures of each payout variant, and of the model itself first."""
    say = write.say
    rows = tuple(
        (
            text(row.get("variant", "-")),
            share(row["rtp"]),
            share(row["hit_frequency"]),
            number(row["volatility_index"]),
            money(row["largest_prize_cents"]),
            text(row["tables_digest"][:_DIGEST]),
        )
        for row in (sheet, *sheet["variants"])
    )
    titles = ("variant", ">payout", ">hit frequency", ">volatility index", ">largest prize", "tables")
    note = say("Each is a machine of its own; azar par {model} --variant NAME gives its sheet.")
    return Section(
        "variants", say("Payout variants"), rows, columns(say, *titles), note.format(model=sheet["model"])
    )


_DIGEST = 16


def _enclosed(part: Sheet, key: str, name: str, write: Writer) -> str:
    """A name, and that its figure is not exact."""
    return write.say("{} (enclosed)").format(name) if f"{key}_high" in part else name


def _ends(sheet: Sheet, write: Writer) -> list[tuple[str, Value]]:
    """The payout as a fraction, or the two that it lies between, to more digits than are shown elsewhere."""
    say = write.say
    if "rtp_high" not in sheet:
        return [(say("payout, exact"), _exact(sheet["rtp"], write))]
    low, high = fraction(sheet["rtp"]), fraction(sheet["rtp_high"])
    return [
        (say("payout at least"), text(_decimals(floor(low * _TENTHS), write))),
        (say("payout at most"), text(_decimals(ceil(high * _TENTHS), write))),
    ]


def _decimals(parts: int, write: Writer) -> str:
    """So many parts of _TENTHS as a decimal number."""
    whole, rest = divmod(parts, _TENTHS)
    return written(f"{whole}.{rest:0{_PLACES}d}", write.language)


_PLACES = 20
_TENTHS = 10**_PLACES


def _exact(ratio: str, write: Writer) -> Value:
    """A ratio, or how long it is where nobody would read it."""
    if len(ratio) <= _LONGEST_RATIO:
        return exact(ratio)
    digits = [len(part) for part in ratio.split("/")]
    return text(write.say("{} digits over {}, in --json").format(*digits))


_LONGEST_RATIO = 44


def headline(sheet: Sheet, write: Writer) -> str:
    """Whose sheet it is."""
    line = write.say("PAR sheet of {name}, type {type}, rule profile {profile}, {price} a play")
    price = write.money(sheet["price_cents"])
    kind = f"{sheet['type']} {write.say('special')}" if sheet.get("special") else sheet["type"]
    line = line.format(type=kind, name=sheet["model"], profile=sheet["profile"], price=price)
    return f"{_draft_of(sheet, write)}{line}"


def _draft_of(sheet: Sheet, write: Writer) -> str:
    """What stands before the name of a draft, on every view of its sheet."""
    if "breaks" not in sheet:
        return ""
    rules = ", ".join(sorted({row["rule"] for row in sheet["breaks"]}))
    return write.say("DRAFT that breaks {}: ").format(rules)


_MORE: tuple[tuple[str, str, Callable[[int], Value]], ...] = (
    ("cycle_plays", "plays of a cycle", count),
    ("cycle_paid_cents", "paid in a cycle", money),
    ("losses", "plays of a cycle that pay nothing", count),
    ("largest_prize_cents", "largest prize", money),
    ("largest_double_cents", "largest win of a double play", money),
    ("cap_cents", "most that a play may win", money),
    ("combinations", "combinations of the reels", count),
)
