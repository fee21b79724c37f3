# SPDX-License-Identifier: MIT
"""azar tune: strips, weights, pays or a prize plan that meet targets, shown before they are written."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from emulator.commands.console import (
    FAILED,
    WRONG_USAGE,
    AsJson,
    CommandError,
    ModelName,
    ProfileName,
    Seed,
    euro,
    flag,
    in_money_of,
    print_json,
    print_table,
    progress,
    say,
    table,
    valued,
    working,
)
from machines.support import figures
from machines.support.plain import Json, JsonView

if TYPE_CHECKING:
    from machines.tune import Targets, Tuned
    from machines.types.common.tuning import Range

EXAMPLE = """\
azar tune mine.toml --rtp 92 --hit 27 --write
azar tune moncayo --rtp 90 -o mine.toml"""

RTP_WITHIN, HIT_WITHIN, VOLATILITY_WITHIN = "0.05", "0.1", "0.1"
"""Points of the payout, points of the hit frequency, stakes of the index: how near is near enough."""
VARIANCE_WITHIN_PERCENT = 1

Rtp = Annotated[float | None, valued("--rtp", "PERCENT", "Share of the stakes to be returned.", min=0)]
Hit = Annotated[float | None, valued("--hit", "PERCENT", "Share of the plays to win.", min=0, max=100)]
Volatility = Annotated[
    float | None, valued("--volatility", "V", "Type C: volatility index in stakes.", min=0)
]
Variance = Annotated[
    float | None, valued("--variance", "V", "Type C, instead: variance in squared stakes.", min=0)
]
Within = Annotated[
    str | None,
    valued("--within", "RTP,HIT,V", "How near: points, points and stakes; 0.05,0.1,0.1 if not given."),
]
Keep = Annotated[str | None, valued("--keep", "SYMBOL,...", "Symbols of which nothing is changed.")]
Only = Annotated[str | None, valued("--only", "PART", "What may change: plan, weights, strips or pays.")]
Variant = Annotated[str | None, valued("--variant", "NAME", "Write it as a new payout variant of the file.")]
Out = Annotated[Path | None, typer.Option("-o", metavar="FILE", help="Write a new model file.")]
Write = Annotated[bool, flag("--write", "Write it over the model's own.")]


def tune(
    model: ModelName,
    rtp: Rtp = None,
    hit: Hit = None,
    volatility: Volatility = None,
    variance: Variance = None,
    within: Within = None,
    keep: Keep = None,
    only: Only = None,
    profile: ProfileName = None,
    seed: Seed = None,
    variant: Variant = None,
    out: Out = None,
    write: Write = False,
    as_json: AsJson = False,
) -> None:
    """
    Propose strips, weights, pays or a prize plan that meet targets.

    Of type B the prizes of the plan change, of type C the weights of the reels or their strips. All figures
    are exact, those of the sheet. Without --write, --variant or -o nothing is written. Targets out of reach
    are answered with the nearest and the reason, and exit status 1.
    """
    from machines.tune import TuneError
    from machines.tune import tune as tuned_model

    figures.keeper = figures.computed  # what is found rests on no kept figure
    targets = _targets(rtp, hit, (volatility, variance), within, keep, only, seed)
    place = _place(model, variant, out, write)
    with progress("tuning", wanted=not as_json) as tell:
        try:
            found = tuned_model(model, targets, profile=profile, tell=tell)
        except TuneError as error:
            raise CommandError(str(error), error.hint, status=WRONG_USAGE) from None
    in_money_of(found.model)
    with working("computing", wanted=not as_json):
        reached = found.proposal.figures.reach(targets)
        text, before, after = _judged(model, found, place, profile, lawful=reached)
    result = _result(found, targets, before, after, reached=reached, seed=seed or "00")
    written = place.file if reached and found.proposal.parts else None
    if written is not None:
        written.write_text(text, "utf-8")
    if as_json:
        print_json({**result, "written": None if written is None else str(written)})
    else:
        _show(result)
        if written is not None:
            say(f"wrote {written}")
    if not reached:
        raise typer.Exit(FAILED)


class _Place(NamedTuple):
    """Where a proposal goes."""

    file: Path | None
    variant: str | None


def _targets(
    rtp: float | None,
    hit: float | None,
    spread: tuple[float | None, float | None],
    within: str | None,
    keep: str | None,
    only: str | None,
    seed: str | None,
) -> Targets:
    from machines.tune import Targets
    from machines.types.common.tuning import around, volatility_range

    volatility, variance = spread
    if rtp is hit is volatility is variance is None:
        raise CommandError("tune needs a target", "azar tune mine.toml --rtp 92 --hit 27", status=WRONG_USAGE)
    if volatility is not None and variance is not None:
        hint = "one follows from the other: ask for one of them"
        raise CommandError("--volatility and --variance must not both be given", hint, status=WRONG_USAGE)
    near = _within(within)
    spread_range = None
    if volatility is not None:
        spread_range = volatility_range(_exact(volatility), near[2])
    elif variance is not None:
        spread_range = around(_exact(variance), _exact(variance) * VARIANCE_WITHIN_PERCENT / 100)
    return Targets(
        rtp=None if rtp is None else around(_exact(rtp) / 100, near[0] / 100),
        hit=None if hit is None else around(_exact(hit) / 100, near[1] / 100),
        variance=spread_range,
        keep=frozenset(filter(None, (keep or "").split(","))),
        only=only,
        seed=int(seed or "00", 16),
    )


def _exact(number: float) -> Fraction:
    """The number as it was written."""
    return Fraction(repr(number))


def _within(given: str | None) -> list[Fraction]:
    defaults = [RTP_WITHIN, HIT_WITHIN, VOLATILITY_WITHIN]
    words = (given or "").split(",") if given else []
    try:
        found = [Fraction(word) for word in words]
    except (ValueError, ZeroDivisionError):
        found = [Fraction(-1)]
    if len(found) > len(defaults) or any(number < 0 for number in found):
        raise CommandError(
            f"--within must be one to three numbers of 0 or more (got {given})",
            f"{RTP_WITHIN},{HIT_WITHIN},{VOLATILITY_WITHIN}: points of payout, points of hits, stakes",
            status=WRONG_USAGE,
        )
    return [*found, *map(Fraction, defaults[len(found) :])]


def _place(name: str, variant: str | None, out: Path | None, write: bool) -> _Place:
    """The file that a proposal is written to, and the variant in it; no file where it is only shown."""
    from machines.check.variants import parted
    from machines.model import model_file, model_names, model_text
    from machines.support.plain import read_toml

    base, tuned = parted(name)
    if write + (out is not None) + (variant is not None and out is None) > 1:
        hint = "-o writes a new file, --variant beside the model's own, --write over it"
        raise CommandError("--write must go without -o and --variant", hint, status=WRONG_USAGE)
    if variant is not None:
        known = read_toml(model_text(base)[1].decode()).get("variants", {})
        if parted(f"{base}@{variant}")[1] is None or variant in known:
            there = "is there already" if variant in known else "is none"
            hint = f"azar tune {base}@{variant} --write changes it" if variant in known else "such as alto"
            message = f"--variant must be a new name of a to z, 0 to 9 and _ ({variant} {there})"
            raise CommandError(message, hint, status=WRONG_USAGE)
    if not write and variant is None and out is None:
        return _Place(None, tuned)
    if out is None and base in model_names():
        option = "--write" if write else "--variant"
        message = f"{option} must be of a file of your own (got {base}, which ships)"
        raise CommandError(message, "write a new one with -o mine.toml", status=WRONG_USAGE)
    return _Place(out or model_file(name), variant or tuned)


def _judged(
    name: str, found: Tuned, place: _Place, profile: str | None, *, lawful: bool
) -> tuple[str, JsonView, JsonView]:
    """
    The text with the proposal, and the sheets before and after.

    The second is that of the very text: it is read as a file, and must say what was found.

    Args:
        lawful: it is checked as such, too; not where it is only the nearest to be had of a draft.
    """
    from emulator.prototype.tuned import with_proposal
    from machines.check.art import beside
    from machines.check.variants import parted
    from machines.model import model_file, parse_model
    from machines.par.sheet import par_sheet

    base = parted(name)[0]
    text = with_proposal(model_file(base).read_text("utf-8"), found.proposal.parts, place.variant)
    before = par_sheet(found.model)
    chosen = "" if place.variant is None else f'variant = "{place.variant}"\n'
    written = parse_model(
        (chosen + text).encode(),
        source=str(base),
        profile=profile,
        draft=not lawful,
        surplus=not lawful,
        pictures=beside(model_file(base)),
    )
    after = par_sheet(written)
    told = tuple(Fraction(after[key]) for key in ("rtp", "hit_frequency", "variance_stake2"))
    if told != tuple(found.proposal.figures):
        raise CommandError(f"the sheet must say what the search found (got {told})", "report it")
    return text, before, after


def _result(
    found: Tuned, targets: Targets, before: JsonView, after: JsonView, *, reached: bool, seed: str
) -> Json:
    stopped = found.proposal.stopped
    wanted = {"rtp": targets.rtp, "hit_frequency": targets.hit, "variance_stake2": targets.variance}
    return {
        "model": found.model.name,
        "type": found.model.type,
        "profile": found.model.profile.id,
        "reached": reached,
        "seed": seed,
        "targets": {key: _range(range_) for key, range_ in wanted.items() if range_ is not None},
        "before": _figures(before),
        "after": _figures(after),
        "changes": [change._asdict() for change in found.proposal.changes],
        "parts": found.proposal.parts,
        "stopped": None if reached or stopped is None else stopped._asdict(),
    }


def _range(range_: Range) -> dict[str, str]:
    return {"low": _ratio(range_.low), "high": _ratio(range_.high)}


def _ratio(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


_TOLD = ("rtp", "hit_frequency", "variance_stake2", "volatility_index", "largest_prize_cents")


def _figures(sheet: JsonView) -> Json:
    """The figures of a sheet that a tuning shows."""
    poorest = [
        (Fraction(row["worst_payout"]), row["plays"])
        for row in sheet.get("windows", ())
        if Fraction(row["required"]) and row["kind"].startswith("sliding")
    ]
    found = {key: sheet[key] for key in _TOLD}
    if not poorest:
        return found
    payout, plays = min(poorest)
    return {**found, "poorest_window": _ratio(payout), "window_plays": plays}


def _show(result: JsonView) -> None:
    """Before, target and after; what changes; and why it is only the nearest, if it is."""
    before, after, targets = result["before"], result["after"], result["targets"]
    shown = table(f"{result['model']}, type {result['type']}", "", ">before", ">target", ">after")
    for key, name, write in _ROWS:
        if key in before:
            low, high = (Fraction(targets[key][end]) if key in targets else None for end in ("low", "high"))
            target = "" if low is None or high is None else f"{write(low)} to {write(high)}"
            shown.add_row(
                name.format(**before), write(Fraction(before[key])), target, write(Fraction(after[key]))
            )
    print_table(shown)
    if result["changes"]:
        changed = table("Changes", "what", ">before", ">after")
        for row in result["changes"]:
            changed.add_row(row["what"], row["before"], row["after"])
        print_table(changed)
    elif result["reached"]:
        print("nothing needs to change")
    if result["stopped"]:
        row = result["stopped"]
        law = f" ({row['rule']}, {row['article']})" if row["rule"] else ""
        print(f"out of reach; this is the nearest that was found. {row['path']}: {row['message']}{law}")
        print(f"hint: {row['hint']}")


def _percent(value: Fraction) -> str:
    return f"{float(value * 100):.4f} %"


def _number(value: Fraction) -> str:
    return f"{float(value):,.4f}"


def _money(value: Fraction) -> str:
    return euro(round(value))


_ROWS = (
    ("rtp", "payout", _percent),
    ("hit_frequency", "hit frequency", _percent),
    ("variance_stake2", "variance", _number),
    ("volatility_index", "volatility index", _number),
    ("largest_prize_cents", "largest prize", _money),
    ("poorest_window", "poorest window of {window_plays:,}", _percent),
)
