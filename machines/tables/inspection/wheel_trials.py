# SPDX-License-Identifier: MIT
"""
The tests of a wheel's record: pockets, sectors, a tilt, the way from one ball to the next, runs, drift.

Of independent balls on a fair wheel of different pockets the ways from each ball to the one so many later are
independent and even, too: whatever is tested of pockets is tested of them. A croupier's hand shows there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from machines.tables.inspection.chances import Array, even_p, fit_p, one_sided_wheel
from machines.tables.inspection.drift import drift_bias, drift_cells, drift_trial, halves, next_p
from machines.tables.inspection.power import chi_square_bias, share_bias, side_bias
from machines.tables.inspection.trial import Cell, Trial, counted, each

WIDTHS = (3, 5, 9)
"""Neighbouring pockets of a sector."""
LAGS = (1, 2)
"""Balls between which the way is looked at pocket by pocket: hand to hand, and the same hand again."""
FAR_LAGS = (1, 2, 3, 4, 5, 6, 7, 8)
HARMONICS = (1, 2, 3, 4)
"""Sides, or so many of them evenly about the wheel, that a tilt may favour."""
LEAST_BALLS = 20


@dataclass(frozen=True)
class WheelDraws:
    """
    What fell, and the wheel it fell on.

    Attributes:
        order: the numbers of its pockets in their order, a number perhaps more than once.
        numbers: what fell.
        pairs: simple bets that are each other's contrary, by name, with the numbers of each.
    """

    order: tuple[int, ...]
    numbers: tuple[int, ...]
    pairs: tuple[tuple[str, tuple[int, ...], str, tuple[int, ...]], ...] = ()

    @property
    def distinct(self) -> bool:
        """Whether a number says which pocket it was."""
        return len(set(self.order)) == len(self.order)


def wheel_trials(draws: WheelDraws) -> list[Trial]:
    """Every test of a wheel; one that so few balls do not allow has no cells."""
    values = sorted(set(draws.order)) if not draws.distinct else list(draws.order)
    at = {number: index for index, number in enumerate(values)}
    places = np.array([at[number] for number in draws.numbers])
    shares = np.array([draws.order.count(number) for number in values]) / len(draws.order)
    even = bool((shares == shares[0]).all())
    found = [_pocket(places, values, shares), _pockets(places, shares)]
    if draws.distinct:
        found += [_sector(places, values), _tilt(places, len(values))]
    if even:
        found += [_step(places, len(values)), _pairs(places, len(values))]
    if draws.distinct:
        found += [_step_sector(places, len(values)), _swing(places, len(values))]
    if draws.pairs:
        found.append(_runs(draws))
    return [*found, _drift_pocket(places, values, shares), drift_trial(places, len(values))]


def _pocket(places: Array, values: Sequence[int], shares: Array) -> Trial:
    counts = np.bincount(places, minlength=len(values))
    cells = counted([(str(number),) for number in values], counts, len(places), shares)
    kinds = sorted({float(share) for share in shares})
    biases = [partial(share_bias, "pocket", len(places), share) for share in kinds]
    return Trial("pocket", tuple(cells), each(len(cells), *biases))


def _pockets(places: Array, shares: Array) -> Trial:
    counts = np.bincount(places, minlength=len(shares))
    p = even_p(counts) if bool((shares == shares[0]).all()) else fit_p(counts, shares * len(places))
    if p is None:
        return Trial("pockets", ())
    biases = each(1, partial(chi_square_bias, "pockets", len(places), len(shares) - 1))
    return Trial("pockets", (Cell((), None, None, p),), biases)


def _windows(places: Array, wheel: int, labels: Sequence[str], width: int) -> list[Cell]:
    """Every run of so many neighbouring pockets."""
    counts = np.bincount(places, minlength=wheel)
    ring = np.concatenate([counts, counts[: width - 1]])
    sums = np.convolve(ring, np.ones(width, dtype=int), "valid")
    ends = [(labels[start], labels[(start + width - 1) % wheel]) for start in range(wheel)]
    return counted(ends, sums, len(places), width / wheel)


def _sector(places: Array, values: Sequence[int]) -> Trial:
    wheel, widths = len(values), [width for width in WIDTHS if width < len(values)]
    labels = [str(number) for number in values]
    cells = [cell for width in widths for cell in _windows(places, wheel, labels, width)]
    biases = [partial(share_bias, f"sector {width}", len(places), width / wheel) for width in widths]
    return Trial("sector", tuple(cells), each(len(cells), *biases))


def _tilt(places: Array, wheel: int) -> Trial:
    if len(places) < LEAST_BALLS:
        return Trial("tilt", ())
    angles = places * (2 * np.pi / wheel)
    cells = [Cell((str(one),), None, None, one_sided_wheel(angles, one)) for one in HARMONICS]
    return Trial("tilt", tuple(cells), each(len(cells), partial(side_bias, "tilt", len(places))))


def steps(places: Array, wheel: int, lag: int) -> Array:
    """The way from each ball to the one ``lag`` later, in pockets clockwise."""
    return (places[lag:] - places[:-lag]) % wheel


def _lags(places: Array, lags: Sequence[int]) -> list[int]:
    return [lag for lag in lags if len(places) > lag + 1]


def _step(places: Array, wheel: int) -> Trial:
    lags, cells = _lags(places, LAGS), []
    for lag in lags:
        ways = steps(places, wheel, lag)
        labels = [(str(way), str(lag)) for way in range(wheel)]
        cells += counted(labels, np.bincount(ways, minlength=wheel), len(ways), 1 / wheel)
    if not cells:
        return Trial("step", ())
    biases = partial(share_bias, "step", len(places) - max(lags), 1 / wheel)
    return Trial("step", tuple(cells), each(len(cells), biases))


def _pairs(places: Array, wheel: int) -> Trial:
    """Whether any ball has to do with the one before, in whatever way; it takes many of them."""
    p = next_p(places, wheel)
    if p is None:
        return Trial("pairs", ())
    biases = each(1, partial(chi_square_bias, "pairs", len(places) // 2, wheel * wheel - 1))
    return Trial("pairs", (Cell((), None, None, p),), biases)


def _step_sector(places: Array, wheel: int) -> Trial:
    labels, cells = [str(way) for way in range(wheel)], []
    for lag in _lags(places, LAGS):
        ways = steps(places, wheel, lag)
        for width in WIDTHS[1:]:
            windows = _windows(ways, wheel, labels, width)
            cells += [cell._replace(label=(*cell.label, str(lag))) for cell in windows]
    if not cells:
        return Trial("step_sector", ())
    size = len(places) - max(LAGS)
    biases = [partial(share_bias, f"step_sector {width}", size, width / wheel) for width in WIDTHS[1:]]
    return Trial("step_sector", tuple(cells), each(len(cells), *biases))


def _swing(places: Array, wheel: int) -> Trial:
    """The autocorrelation about the wheel: balls that lie near, or opposite, the one so many before."""
    if len(places) < LEAST_BALLS + max(FAR_LAGS):
        return Trial("swing", ())
    cells = [
        Cell((str(lag),), None, None, one_sided_wheel(steps(places, wheel, lag) * (2 * np.pi / wheel)))
        for lag in FAR_LAGS
    ]
    size = len(places) - max(FAR_LAGS)
    return Trial("swing", tuple(cells), each(len(cells), partial(side_bias, "swing", size)))


def _runs(draws: WheelDraws) -> Trial:
    """Changes from one simple bet to its contrary; numbers of neither are left out."""
    cells, sizes = [], []
    for name, ours, other, theirs in draws.pairs:
        sides = np.array([number in ours for number in draws.numbers if number in ours or number in theirs])
        if len(sides) > 1:
            changes = int((sides[1:] != sides[:-1]).sum())
            cells += counted([(name, other)], np.array([changes]), len(sides) - 1, 0.5)
            sizes.append(len(sides) - 1)
    if not cells:
        return Trial("runs", ())
    return Trial("runs", tuple(cells), each(len(cells), partial(share_bias, "runs", min(sizes), 0.5)))


def _drift_pocket(places: Array, values: Sequence[int], shares: Array) -> Trial:
    first, second = halves(places, len(values))
    cells = drift_cells(first, second, [(str(number),) for number in values])
    kinds = sorted({float(share) for share in shares})
    biases = [partial(drift_bias, "drift_pocket", len(places), share) for share in kinds]
    return Trial("drift_pocket", tuple(cells), each(len(cells), *biases))
