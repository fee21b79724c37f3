# SPDX-License-Identifier: MIT
"""What a stake that is not separated may gain, and the chance of each of these ends by a plan."""

from __future__ import annotations

import numpy as np

from machines.tables.games.black_jack.analysis import DOUBLE, HIT, MOST, SEVEN, Plan, Shoe
from machines.tables.games.black_jack.croupier import BUST, NATURAL, SEVENS, VALUES, Floats

GAINS = (-2, -1, 0, 1, 1.5, 2)
"""In stakes."""
LOST2, LOST, NULL, WON, NATURAL_WON, WON2 = range(len(GAINS))


def ends_of(known: Shoe, plan: Plan) -> Floats:
    """The chance of each of GAINS of every hand against every card, shape (hands, 10, 6)."""
    hands, ends = known.hands, known.ends
    stand = np.zeros((*known.stand.shape, len(GAINS)))
    stand[:, :, WON] = ends[:, :, BUST]
    stand[:, :, LOST] = ends[:, :, NATURAL]
    for at, points in enumerate(range(17, MOST + 1)):
        for where, how in (
            (WON, hands.points > points),
            (NULL, hands.points == points),
            (LOST, hands.points < points),
        ):
            stand[how, :, where] += ends[how, :, at]
    twice = np.zeros_like(stand)
    twice[:, :, LOST2], twice[:, :, NULL], twice[:, :, WON2] = (stand[:, :, at] for at in (LOST, NULL, WON))
    if known.setting.original_only:
        twice[:, :, LOST2] -= ends[:, :, NATURAL]
        twice[:, :, LOST] += ends[:, :, NATURAL]
    sevens = known.row(tuple(3 * (v == SEVEN) for v in range(VALUES)))
    null = ends[sevens, :, 4] if known.setting.sevens_any else ends[sevens, :, SEVENS]
    stand[sevens] = 0
    stand[sevens, :, NULL], stand[sevens, :, LOST] = null, ends[sevens, :, NATURAL]
    stand[sevens, :, WON2] = 1 - null - ends[sevens, :, NATURAL]
    natural = known.row((1, *[0] * (VALUES - 2), 1))
    stand[natural] = 0
    stand[natural, :, NULL] = ends[natural, :, NATURAL]
    stand[natural, :, NATURAL_WON] = 1 - ends[natural, :, NATURAL]
    found = stand.copy()
    bust, bust2 = np.eye(len(GAINS))[LOST], np.eye(len(GAINS))[LOST2]
    for low in range(MOST, 0, -1):
        for row in np.flatnonzero((hands.low == low) & (hands.points < MOST)):
            for act, source, passed in ((HIT, found, bust), (DOUBLE, twice, bust2)):
                at = plan[row] == act
                if at.any():
                    found[row, at] = sum(
                        known.next[row, at, v][:, None]
                        * (source[more, at] if (more := hands.more[row, v]) >= 0 else passed)
                        for v in range(VALUES)
                    )
    return found
