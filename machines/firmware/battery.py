# SPDX-License-Identifier: MIT
"""The battery of the calendar clock: once it is low the machine stops, when its play is over."""

import expander
import play
import tilt
from state import State


def poll(state: State) -> None:
    """Watch the line; while the expander does not answer nobody can tell."""
    if state.locked or state.expander_lost or state.tilt:
        return
    if expander.asserted(state, expander.BATTERY) and play.at_rest(state):
        tilt.report(state, "battery")
