# SPDX-License-Identifier: MIT
"""
The tests of a record of dice: faces of each, sums, what two dice have to do with each other, order, drift.

Dice that are written down without saying which is which are tested as one: only what does not ask for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import combinations

import numpy as np

from machines.tables.inspection.chances import Array, alike_p, even_p, fit_p, two_sided
from machines.tables.inspection.drift import drift_bias, drift_cells, drift_trial, halves, next_p
from machines.tables.inspection.power import chi_square_bias, share_bias
from machines.tables.inspection.trial import Cell, Trial, counted, each

FACES = 6


@dataclass(frozen=True)
class DiceDraws:
    """
    Throws of one or more dice.

    Attributes:
        throws: the faces of each, 1 to 6.
        ordered: the first face is always that of the same die.
    """

    throws: tuple[tuple[int, ...], ...]
    ordered: bool = True


def dice_trials(draws: DiceDraws) -> list[Trial]:
    """Every test of dice; one that so few throws do not allow has no cells."""
    faces = np.array(draws.throws) - 1
    dice = {str(die + 1): faces[:, die] for die in range(faces.shape[1])}
    if not draws.ordered:
        dice = {"": faces.reshape(-1)}
    found = [_face(dice), _faces(dice)]
    if faces.shape[1] > 1:
        found.append(_sum(faces))
    if faces.shape[1] == 2:
        found += [_difference(faces, draws.ordered), _pair(faces, draws.ordered)]
    if draws.ordered and faces.shape[1] > 1:
        found.append(_alike(dice))
    if draws.ordered:
        found += [_next(dice), _follow(dice)]
    return [*found, _runs(faces, draws.ordered), *_drift(dice)]


def _face(dice: dict[str, Array]) -> Trial:
    cells = []
    for name, faces in dice.items():
        labels = [(name, str(face + 1)) for face in range(FACES)]
        cells += counted(labels, np.bincount(faces, minlength=FACES), len(faces), 1 / FACES)
    size = len(next(iter(dice.values())))
    return Trial("face", tuple(cells), each(len(cells), partial(share_bias, "face", size, 1 / FACES)))


def _faces(dice: dict[str, Array]) -> Trial:
    cells = [
        Cell((name,), None, None, even_p(np.bincount(faces, minlength=FACES))) for name, faces in dice.items()
    ]
    size = len(next(iter(dice.values())))
    return Trial("faces", tuple(cells), each(len(cells), partial(chi_square_bias, "faces", size, FACES - 1)))


def sum_shares(dice: int) -> Array:
    """The chances of each sum of so many fair dice, from the least on."""
    made = np.ones(1)
    for _ in range(dice):
        made = np.convolve(made, np.full(FACES, 1 / FACES))
    return made


def _sum(faces: Array) -> Trial:
    dice = faces.shape[1]
    shares, sums = sum_shares(dice), faces.sum(axis=1)
    counts = np.bincount(sums, minlength=len(shares))
    labels = [(str(total + dice),) for total in range(len(shares))]
    cells = counted(labels, counts, len(sums), shares)
    middle = float(shares.max())
    return Trial("sum", tuple(cells), each(len(cells), partial(share_bias, "sum", len(sums), middle)))


def _difference(faces: Array, ordered: bool) -> Trial:
    """How far the second die is from the first, counted on over 6; 0 is a double."""
    ways = (faces[:, 1] - faces[:, 0]) % FACES
    counts = np.bincount(ways, minlength=FACES)
    if ordered:
        cells = counted([(str(way),) for way in range(FACES)], counts, len(ways), 1 / FACES)
    else:
        cells = counted([("0",)], counts[:1], len(ways), 1 / FACES)
    return Trial(
        "double", tuple(cells), each(len(cells), partial(share_bias, "double", len(ways), 1 / FACES))
    )


def _pair(faces: Array, ordered: bool) -> Trial:
    """Every pair of faces together."""
    size = len(faces)
    if ordered:
        p: float | None = even_p(np.bincount(FACES * faces[:, 0] + faces[:, 1], minlength=FACES * FACES))
        cells, freedom = (Cell((), None, None, p or 0.0),), FACES * FACES - 1
    else:
        kinds = [(one, one) for one in range(FACES)] + [*combinations(range(FACES), 2)]
        low, high = faces.min(axis=1), faces.max(axis=1)
        counts = np.array([int(((low == one) & (high == other)).sum()) for one, other in kinds])
        shares = np.array([(1 if one == other else 2) / FACES**2 for one, other in kinds])
        p, freedom = fit_p(counts, shares * size), len(kinds) - 1
        if p is None:
            return Trial("pair", ())
        cells = (Cell((), None, None, p),)
    return Trial("pair", cells, each(1, partial(chi_square_bias, "pair", size, freedom)))


def _alike(dice: dict[str, Array]) -> Trial:
    """Whether two dice favour the same faces."""
    cells = []
    for (one, first), (other, second) in combinations(dice.items(), 2):
        p = alike_p(np.bincount(first, minlength=FACES), np.bincount(second, minlength=FACES))
        cells += [] if p is None else [Cell((one, other), None, None, p)]
    size = 2 * len(next(iter(dice.values())))
    biases = each(max(1, len(cells)), partial(chi_square_bias, "alike", size, FACES - 1))
    return Trial("alike", tuple(cells), biases)


def _next(dice: dict[str, Array]) -> Trial:
    """How far a die goes on from throw to throw; 0: the same face again."""
    cells = []
    for name, faces in dice.items():
        ways = (faces[1:] - faces[:-1]) % FACES
        labels = [(name, str(way)) for way in range(FACES)]
        cells += counted(labels, np.bincount(ways, minlength=FACES), len(ways), 1 / FACES)
    size = len(next(iter(dice.values()))) - 1
    return Trial("next", tuple(cells), each(len(cells), partial(share_bias, "next", size, 1 / FACES)))


def _follow(dice: dict[str, Array]) -> Trial:
    """Whether any face of a die has to do with its last one, in whatever way."""
    cells = []
    for name, faces in dice.items():
        p = next_p(faces, FACES)
        cells += [] if p is None else [Cell((name,), None, None, p)]
    size = len(next(iter(dice.values()))) // 2
    biases = each(max(1, len(cells)), partial(chi_square_bias, "follow", size, FACES * FACES - 1))
    return Trial("follow", tuple(cells), biases)


def _runs(faces: Array, ordered: bool) -> Trial:
    """Changes between high and low: of each die, and of the sum, its middle left out."""
    sides = {"sum": 2 * faces.sum(axis=1) - (FACES - 1) * faces.shape[1]}
    if ordered:
        sides |= {str(die + 1): 2 * faces[:, die] - (FACES - 1) for die in range(faces.shape[1])}
    cells, sizes = [], []
    for name, side in sides.items():
        high = side[side != 0] > 0
        if len(high) > 1:
            changes = int((high[1:] != high[:-1]).sum())
            sizes.append(len(high) - 1)
            p = float(two_sided(changes, sizes[-1], 0.5))
            cells.append(Cell((name,), changes, sizes[-1] / 2, p))
    if not cells:
        return Trial("dice_runs", ())
    return Trial(
        "dice_runs", tuple(cells), each(len(cells), partial(share_bias, "dice_runs", min(sizes), 0.5))
    )


def _drift(dice: dict[str, Array]) -> list[Trial]:
    cells, all_cells = [], []
    for name, faces in dice.items():
        labels = [(name, str(face + 1)) for face in range(FACES)]
        cells += drift_cells(*halves(faces, FACES), labels)
        whole = drift_trial(faces, FACES)
        all_cells += [one._replace(label=(name,)) for one in whole.cells]
    size = len(faces)
    one_face = partial(drift_bias, "drift_face", size, 1 / FACES)
    every = partial(chi_square_bias, "drift_faces", size, FACES - 1)
    return [
        Trial("drift_face", tuple(cells), each(len(cells), one_face)),
        Trial("drift_faces", tuple(all_cells), each(max(1, len(all_cells)), every)),
    ]
