# SPDX-License-Identifier: MIT
"""Plays of type B read off a journal's lines, where it cannot be run again."""

from __future__ import annotations

from collections.abc import Iterator

import cext
from emulator.types.common.recall import Play, Told, reels_of, window_of
from machines.memory.record import decode
from machines.model import CycleModel
from machines.support.plain import Json, JsonView


def plays_by_steps(image: bytes, told: Told, model: CycleModel) -> Iterator[Play]:
    """
    The plays that the board saw; a step that a cut prevented from being committed is left out.

    Args:
        image: the NVRAM at the beginning of the journal.
        told: the events of some kinds of the journal, as far as they still stand.
        model: what was played.
    """
    known = decode(image)
    number = 0 if known is None else known["starts"]
    shown: int | None = None
    waiting: Json | None = None
    for event in told("step", "answer", "step_not_committed", "display", "commit", "power"):
        out = event.get("out")
        if out == "display" and "credits" in event:
            shown = _cents(event["credits"], model.currency.digits)
            if waiting is not None and waiting["after"] is None:
                waiting["after"] = shown
        elif out == "commit" and waiting is not None:
            waiting["committed"] = True
            waiting["gambles"] += waiting.pop("answer", [])
        elif out == "step_not_committed" or (out == "power" and not (waiting or {}).get("committed")):
            waiting = None
        elif out == "power" and waiting is not None:
            waiting.pop("answer", None)
        elif out == "answer" and waiting is not None:
            won = cext.unpack_outcome(bytes.fromhex(event["outcome"])).won_cents
            waiting["answer"] = [won > 0] if event["answer"] == "dare" else []
        elif out == "step":
            if waiting is not None:
                number += 1
                yield _of_step(waiting, number, model)
            waiting = {"event": event, "before": shown, "after": None, "committed": False, "gambles": []}
    if waiting is not None and waiting["committed"]:
        yield _of_step(waiting, number + 1, model)


def _of_step(step: JsonView, number: int, model: CycleModel) -> Play:
    event = step["event"]
    entries = cext.unpack_outcome(bytes.fromhex(event["outcome"])).entries
    return Play(
        number=number,
        t_us=event["t"],
        auto=None,
        held=reels_of(event["held"]),
        stake_cents=len(entries) * model.price_cents,
        prizes_cents=tuple(entry.prize_cents for entry in entries),
        credits_before_cents=step["before"],
        credits_after_cents=step["after"],
        stops=tuple(tuple(entry.stops) for entry in entries),
        windows=tuple(window_of(model, tuple(entry.stops)) for entry in entries),
        gambles_won=sum(step["gambles"]),
        gamble_lost=False in step["gambles"],
    )


def _cents(text: str, decimals: int) -> int | None:
    """An amount as the segments show it, "3.80"; None while they are dark or test themselves."""
    digits = text.strip().replace(".", "")
    return int(digits) if digits.isdecimal() and ("." in text) == (decimals > 0) else None
