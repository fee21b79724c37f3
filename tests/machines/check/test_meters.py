# SPDX-License-Identifier: MIT
"""Meters as the checklist wants them (docs/meters.md): accounts, occurrences, self-audit at every commit."""

from __future__ import annotations

import re
from typing import Any

import pytest
from firmware_rig import READY_MS, attend, image, machine, record, run_until
from places import ROOT, TESTS
from test_firmware_handpay import turn

from emulator import Cabinet
from machines.firmware import nvram
from machines.memory.record import RISING
from machines.rom.program import firmware_sources


def short_of(kind: int, cents: int) -> Cabinet:
    """A machine that owes one payment which its hoppers have failed to pay twice."""
    cab = machine(
        ready=False, queue_kinds=[kind, 0, 0], queue_cents=[cents, 0, 0], physical_hoppers={10: 0, 100: 0}
    )
    for _ in range(2):
        run_until(cab, lambda: cab.tilt.startswith("hopper_"), step_ms=10)
        attend(cab)
    run_until(cab, lambda: cab.tilt.startswith("hopper_"), step_ms=10)
    return cab


@pytest.mark.parametrize(
    ("kind", "won", "row"),
    [
        (nvram.KIND_METER, 230, "meter_paid_cents"),
        (nvram.KIND_PRIZE, 230, "prize_paid_cents"),
        (nvram.KIND_REFUND, 0, "refunded_cents"),
        (nvram.KIND_EXCESS, 0, "refunded_cents"),
    ],
)
def test_24_prizes_and_credits_that_the_attendant_pays_are_counted_apart(
    kind: int, won: int, row: str
) -> None:
    cab = short_of(kind, 230)
    turn(cab)
    books = record(cab)
    assert (books["hand_paid_cents"], books["hand_won_cents"], books[row]) == (230, won, 230)


def test_25_occurrences_are_counted_and_survive_the_power() -> None:
    cab = machine()
    for name in ("main", "box", "logic"):
        cab.open_door(name)
        cab.run(ms=200)
        cab.close_door(name)
        cab.run(ms=200)
    cab.power_off()
    cab.power_on()
    cab.run(ms=READY_MS)
    books = record(cab)
    rows = ("power_ups", "door_opens", "box_opens", "logic_opens")
    assert [books[name] for name in rows] == [2, 1, 1, 1]


# Every figure of the identity, and how sums.py takes part of it.
FIGURES = {
    "credits_cents": "state.credits_cents + ",
    "reserve_cents": "state.reserve_cents + ",
    "prize_meter_cents": "state.prize_meter_cents + ",
    "queue_cents": " + sum(state.queue_cents)",
    "coin_in_cents": "state.coin_in_cents + ",
    "note_in_cents": " + state.note_in_cents",
    "won_cents": " + state.won_cents",
    "coin_out_cents": "state.coin_out_cents + ",
    "hand_paid_cents": " + state.hand_paid_cents",
    "staked_cents": " - state.staked_cents",
}


def audited(name: str, cents: int, sources: dict[str, str] | None = None) -> str:
    """The tilt of a machine one of whose figures is off, and every one of them other than 0."""

    def change(values: dict[str, Any]) -> None:
        if name == "queue_cents":
            values[name] = [values[name][0] + cents, 0, 0]
        elif name:
            values[name] += cents

    whole = image(
        change=change, credits_cents=100, reserve_cents=20, prize_meter_cents=60, won_cents=100, plays=5,
        queue_kinds=[nvram.KIND_REFUND, 0, 0], queue_cents=[30, 0, 0],
        hand_paid_cents=40, coins_in=[4, 0, 0, 0, 0, 0, 0, 0], notes_in=1, note_in_cents=500,
    )  # fmt: skip
    return Cabinet("cierzo", seed="00", nvram=whole, firmware=sources, trust_firmware=True).tilt


@pytest.mark.parametrize("name", FIGURES)
def test_27_every_figure_of_the_self_audit_is_watched_at_every_commit(name: str) -> None:
    assert (audited("", 0), audited(name, 20), audited(name, -20)) == ("", "audit", "audit")


@pytest.mark.parametrize("term", FIGURES.values())
def test_27_a_self_audit_that_forgets_a_figure_is_noticed(term: str) -> None:
    """The mutants: sound books do not add up for them."""
    sources = dict(firmware_sources())
    gap, rest = sources["sums"].split("def flaw(")
    assert gap.count(term) == 1
    sources["sums"] = gap.replace(term, "") + "def flaw(" + rest
    assert audited("", 0, sources) == "audit"


def test_27_a_play_in_the_making_belongs_to_the_identity() -> None:
    """``pending_cents``: won already, in no bucket before the reels have shown it."""
    cab = machine(credits_cents=100, coming=(60,))
    cab.press("start")
    run_until(cab, lambda: record(cab)["pending_cents"] == 60, step_ms=10)
    assert cab.tilt == ""
    sources = dict(firmware_sources())
    sources["sums"] = sources["sums"].replace(" + state.pending_cents", "")
    cab = machine(credits_cents=100, coming=(60,), firmware=sources)
    cab.press("start")
    run_until(cab, lambda: cab.tilt == "audit", 1_000)


def test_the_page_names_tests_that_there_are() -> None:

    known = {
        name
        for path in TESTS.rglob("test_*.py")
        for name in re.findall(r"def (test_\w+)", path.read_text("utf-8"))
    }
    for page in ("meters.md", "counter.md"):
        named = re.findall(r"`(test_\w+)`", (ROOT / "docs" / page).read_text("utf-8"))
        assert named and set(named) <= known, set(named) - known


def test_every_rule_of_counters_has_a_test_of_its_name() -> None:
    """K-01 to K-14 (RD 2110/1998 art. 13 and 14, Orden ICT/155/2020 Anexo XVII)."""
    text = "".join(path.read_text("utf-8") for path in TESTS.rglob("test_counter*.py"))
    for number in range(1, 15):
        assert f"def test_k_{number:02d}_" in text, number


def test_every_row_that_is_never_reset_only_rises() -> None:
    told = {name for name, _, _, what in nvram.LAYOUT if "never reset" in what or what.startswith("times ")}
    assert told < set(RISING)
    assert {"coins_in", "coins_out", "events"} < set(RISING) - told
