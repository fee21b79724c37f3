# SPDX-License-Identifier: MIT
"""What tests, counts and biases of an audit are called, in words of a report's language."""

from __future__ import annotations

from collections.abc import Callable

from emulator.sheets.writer import Writer
from machines.tables.inspection.power import Bias
from machines.tables.inspection.trial import Cell

Say = Callable[[str], str]

TRIALS = {
    "pocket": "each pocket",
    "pockets": "all pockets together",
    "sector": "sectors of neighbouring pockets",
    "tilt": "one side of the wheel",
    "step": "way from ball to ball",
    "pairs": "all pairs of a ball and the next",
    "step_sector": "way from ball to ball, by sectors",
    "swing": "ball near the ones before",
    "runs": "changes between contraries",
    "dice_runs": "changes between high and low",
    "drift_pocket": "each pocket, first half and second",
    "drift": "all pockets, first half and second",
    "face": "each face",
    "faces": "all faces together",
    "sum": "each sum",
    "double": "difference of the dice",
    "pair": "all pairs of faces together",
    "alike": "one die against the other",
    "next": "way from throw to throw",
    "follow": "all pairs of a face and the next",
    "drift_face": "each face, first half and second",
    "drift_faces": "all faces, first half and second",
    "card": "each card",
    "rank": "each rank",
    "suit": "each suit",
    "neighbour": "cards that follow each other",
    "half": "each rank, first half of the shoe",
    "carried": "neighbours carried over from the shoe before",
}
BIASES = {
    "pocket": "a pocket that falls too often",
    "pockets": "pockets that are too frequent and too rare by turns",
    "sector": "{} neighbouring pockets that together fall too often",
    "tilt": "the favoured half of the wheel",
    "step": "the same way from ball to ball",
    "pairs": "balls that come too often and too seldom after another",
    "step_sector": "the way from ball to ball within {} neighbouring pockets",
    "swing": "the next ball in the favoured half as seen from the last",
    "runs": "changes between contraries",
    "dice_runs": "changes between high and low",
    "drift_pocket": "a pocket that falls too often in one half of the record",
    "drift": "pockets that change between the halves of the record",
    "face": "a face that falls too often",
    "faces": "faces that are too frequent and too rare by turns",
    "sum": "the middle sum",
    "double": "doubles, or another difference of the dice",
    "pair": "pairs of faces that are too frequent and too rare by turns",
    "alike": "faces of which one die has more and the other fewer",
    "next": "the same face again, or another way from throw to throw",
    "follow": "faces that come too often and too seldom after another",
    "drift_face": "a face that falls too often in one half of the record",
    "drift_faces": "faces that change between the halves of the record",
    "missing_card": "cards of one kind missing in every shoe",
    "missing_rank": "cards of one rank missing in every shoe",
    "missing_suit": "cards of one suit missing in every shoe",
    "same rank": "a card followed by one of its rank",
    "same suit": "a card followed by one of its suit",
    "next card": "a card followed by the next of its suit",
    "half": "cards of a rank in the first half of the shoe",
    "carried": "neighbours that were together in the shoe before",
}
DEVIATIONS = ("pockets", "pairs", "drift", "faces", "pair", "alike", "follow", "drift_faces")
"""Biases that are a relative deviation, up or down."""
ONE_IN = ("pocket", "step", "drift_pocket", "face", "sum", "double", "next", "drift_face")
"""Biases that are told as one in so many."""


def trial_name(name: str, say: Say) -> str:
    """What a test is called."""
    return say(TRIALS[name])


def bias_name(bias: Bias, say: Say) -> str:
    """What a bias is."""
    kind, _, width = (
        bias.kind.rpartition(" ") if bias.kind.rpartition(" ")[2].isdigit() else (bias.kind, "", "")
    )
    return say(BIASES[kind]).format(width)


def measure(bias: Bias, value: float | None, write: Writer, say: Say) -> str:
    """A measure of a bias as it is told."""
    if value is None:
        return say("cannot be found")
    if bias.whole:
        return say("{} of {}").format(write.whole(int(value)), write.whole(int(bias.fair)))
    if bias.kind in DEVIATIONS:
        return say("± {} %").format(write.short(round(100 * value, 1)))
    if bias.kind in ONE_IN:
        return say("1 in {}").format(write.short(round(1 / value, 1)))
    return f"{write.short(round(100 * value, 1))} %"


def cell_name(trial: str, cell: Cell, say: Say) -> str:
    """Which of a test's counts it is."""
    label = cell.label
    if not label:
        return "-"
    named = {
        "sector": say("{} to {}"), "tilt": say("{} sides"), "step": say("{} pockets on, {} later"),
        "step_sector": say("{} to {} pockets on, {} later"), "swing": say("{} later"),
        "runs": "{} – {}", "double": say("{} apart"),
        "alike": say("die {} and die {}"), "next": say("die {}: {} on"), "half": say("rank {}"),
        "rank": say("rank {}"), "suit": say("suit {}"),
    }  # fmt: skip
    if trial in ("face", "drift_face", "faces", "drift_faces", "follow") and label[0]:
        return say("die {}: {}").format(*label) if len(label) > 1 else say("die {}").format(*label)
    if trial in ("face", "drift_face", "faces", "drift_faces", "follow"):
        return label[-1] or "-"
    if trial == "neighbour":
        return say(BIASES[label[0]])
    if trial == "dice_runs":
        return say("sum") if label[0] == "sum" else say("die {}").format(label[0])
    return named.get(trial, "{}").format(*label)
