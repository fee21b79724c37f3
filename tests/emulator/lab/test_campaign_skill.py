# SPDX-License-Identifier: MIT
"""
Campaigns of skill: many visitors at once are one visitor after the other, and near what is exactly expected.

Every comparison with exact figures has a fixed seed and lets 4.5 standard deviations pass: of 150,000 sound
programs one would be refused.
"""

from __future__ import annotations

import json
import random
from bisect import bisect
from fractions import Fraction
from functools import partial
from itertools import accumulate
from math import floor
from pathlib import Path
from statistics import NormalDist
from typing import Any

import pytest
from campaign_helpers import figures, play_with_moods

from emulator.devices.ticket_dispenser import TICKET_US
from emulator.lab.campaign import CampaignError, run_campaign
from emulator.lab.campaign_pieces import Recipe
from emulator.lab.campaign_skill import SkillWork
from machines.firmware.skill import awards
from machines.model import load_model
from machines.types.skill.expected import TICKET_MS, Expected, rules_of, stop
from machines.types.skill.visitor import (
    NEVER,
    PARTS,
    Kind,
    VisitorError,
    note_times,
    press_times,
    read_visitors,
)

MODELS = ("cometa", "cometa_nacional", "ronda", "verbena")
KEY = bytes(range(32))
SIGMAS = 4.5


def recipe(model: str, plays: int, machines: int = 1) -> Recipe:
    return Recipe(load_model(model).tables.blob, KEY, machines, plays, visitors=read_visitors().blob)


def one_play(work: SkillWork, play: int, first_half: int) -> tuple[int, int, int]:
    """Turns, last award and time of one paid play, round by round with the functions of the firmware."""
    rules, (kind, draws_by_turn) = work.rules, work.visit(1, play)
    assert kind is work.visitors.kinds[bisect(list(accumulate(work.visitors.parts)), first_half)]
    ms = 0
    for turn, draws in enumerate(draws_by_turn, 1):
        points, took_ms = (_tunes if rules.kind == "memory" else _stops)(rules, kind, draws)
        ms += took_ms + work.visitors.between_ms
        number = awards.award(points, rules.awards)
        gives, count = rules.awards[number - 1][1:] if number else ("", 0)
        if gives != "play":
            return turn, number, ms + (count * TICKET_MS if gives == "tickets" else 0)
    return rules.extra_plays_max + 1, 0, ms


def _stops(rules: Any, kind: Kind, draws: list[int]) -> tuple[int, int]:
    laps_ms, laps, zones = rules.rules
    rounds = [
        stop(press_times(kind)[draw], kind, lap_ms, laps, zones)
        for lap_ms, draw in zip(laps_ms, draws, strict=True)
    ]
    return sum(p for p, _ in rounds), sum(ms for _, ms in rounds) + (len(laps_ms) + 1) * rules.pause_ms


def _tunes(rules: Any, kind: Kind, draws: list[int]) -> tuple[int, int]:
    _, _, lengths, note_ms, left_ms, most_ms, bonus_ms, miss_ms, worth = rules.rules
    within, beyond = note_times(kind, False), note_times(kind, True)
    points, done, ms, row = 0, 0, rules.pause_ms, 0
    while left_ms and done < len(lengths):
        spent, right = 0, True
        for place in range(lengths[done]):
            took_ms = (within if place < kind.span_notes else beyond)[draws[row * max(lengths) + place]]
            spent += abs(took_ms)
            if took_ms < 0:
                right = False
                break
        ms += lengths[done] * note_ms[done] + min(spent, left_ms) + rules.pause_ms
        if spent >= left_ms:
            left_ms = 0
        elif right:
            points += worth * lengths[done]
            left_ms, done = min(left_ms - spent + bonus_ms, most_ms), done + 1
        else:
            left_ms = max(0, left_ms - spent - miss_ms)
        row += 1
    return points, ms


@pytest.mark.parametrize("model", MODELS)
def test_many_visitors_at_once_are_one_after_the_other(model: str) -> None:
    work = SkillWork(recipe(model, 60))
    halves = work._halves(1, 0, 60)
    turns, won, ms = work._call(halves)
    for play in range(60):
        assert one_play(work, play, halves[play, 0]) == (turns[play], won[play], ms[play])


@pytest.mark.parametrize("model", ["cometa", "ronda"])
def test_any_split_order_and_interruption_is_the_same(model: str) -> None:
    plain = SkillWork(recipe(model, 50, 3))
    whole = plain.ledger()
    whole.add(plain.play(0, 150, lambda: False, lambda plays: None))
    for seed in range(6):
        split = play_with_moods(recipe(model, 50, 3), partial(random.Random(seed).randint, 0))
        assert split.save() == whole.save()


@pytest.mark.parametrize("model", ["cometa", "cometa_nacional", "verbena"])
@pytest.mark.parametrize("seed", ["00", "01", "0123"])
def test_a_campaign_is_near_what_is_exactly_expected(model: str, seed: str) -> None:
    told = run_campaign(load_model(model), 200_000, seed=seed)
    visits = told.visits
    assert visits is not None and visits.expected_per_hour is not None
    if model != "cometa_nacional":  # where nothing is won but plays
        assert told.sigma_from_exact is not None and abs(told.sigma_from_exact) < SIGMAS
        assert visits.sigma_tickets is not None and abs(visits.sigma_tickets) < SIGMAS
    shares = [share for *_, share in visits.awards]
    assert sum(shares) == pytest.approx(1)
    for _, _, plays, share in visits.awards:
        assert abs(plays - told.plays * share) <= SIGMAS * (told.plays * share * (1 - share)) ** 0.5
    assert visits.plays_per_hour == pytest.approx(visits.expected_per_hour[0], rel=0.005)


def test_a_ticket_takes_as_long_as_at_the_dispenser() -> None:
    assert TICKET_MS * 1000 == TICKET_US


def test_who_never_errs_wins_the_most_and_who_never_presses_nothing() -> None:
    """Exact figures that can be told by hand: the light's own times, and the pauses."""
    rules = rules_of(load_model("cometa").tables.game, 50)
    visitors = read_visitors()
    sure = Kind("sure", 1, 0, 0, 0, 1, 100, 0, 0, 9, 0)
    of_sure = Expected(rules, visitors.__class__("", 0, (sure,)))
    assert of_sure.ends == {(1, 4): 1}
    assert of_sure.play_ms == (1600 + 1280 + 960 + 800 + 640) // 2 + 6 * 1500 + 10 * TICKET_MS
    never = Expected(
        rules, visitors.__class__("", 0, (sure.__class__(**{**sure.__dict__, "lapses_ppm": 10**6}),))
    )
    assert never.ends == {(1, 0): 1}
    assert never.play_ms == 3 * (1600 + 1280 + 960 + 800 + 640) + 6 * 1500
    assert stop(NEVER, sure, 1600, 3, rules.rules[2]) == (0, 4800)
    assert stop(-800, sure, 1600, 3, rules.rules[2]) == (0, 0)


def test_a_distribution_has_its_mean_deviation_and_lapses() -> None:
    (_, reacts, _) = read_visitors().kinds
    times = press_times(reacts)
    pressed = [ms for ms in times if ms != NEVER]
    assert len(times) == PARTS and len(times) - len(pressed) == round(PARTS * 0.02)
    mean = Fraction(sum(pressed), len(pressed))
    assert abs(mean - 213) < Fraction(1, 100)
    assert abs(float(sum((ms - mean) ** 2 for ms in pressed)) / len(pressed) - 45**2) < 2
    assert sum(read_visitors().parts) == PARTS


@pytest.mark.parametrize("deviation_ms", [0, 1, 45, 700])
@pytest.mark.parametrize("lapses_ppm", [0, 20_000, 333_333, 999_985])
def test_presses_are_the_middles_of_equally_likely_parts(deviation_ms: int, lapses_ppm: int) -> None:
    """Part by part, the upper half as the distribution has it and the lower one as its mirror."""
    kind = Kind("any", 1, 213, deviation_ms, lapses_ppm, 1, 100, 0, 0, 9, 0)
    pressed = PARTS - round(PARTS * lapses_ppm / 1e6)
    ends = range(pressed + 1 + pressed % 2, 2 * pressed, 2)
    upper = [NormalDist().inv_cdf(end / (2 * pressed)) for end in ends]
    middles = [-z for z in reversed(upper)] + [0.0] * (pressed % 2) + upper
    expected = [floor(213 + deviation_ms * z + 0.5) for z in middles]
    assert [*press_times(kind)] == expected + [NEVER] * (PARTS - pressed)


def test_every_mistake_of_a_file_of_visitors_is_told(tmp_path: Path) -> None:
    wrong = tmp_path / "mine.toml"
    wrong.write_text("between_ms = -1\n[[visitors]]\nshare = 0\nmean_ms = 1.5\nspeed = 3\n")
    with pytest.raises(VisitorError) as refused:
        read_visitors(str(wrong))
    told = str(refused.value)
    for part in (
        "between_ms must be",
        "visitors[0].share must be a whole number from 1",
        "(got 1.5)",
        "[0].speed",
    ):
        assert part in told
    with pytest.raises(VisitorError, match="visitor must be one of adults"):
        read_visitors("nobody")


def test_visitors_of_a_file_play_and_are_told_by_the_hour(azar: Any, tmp_path: Path) -> None:
    shipped = (Path(__file__).parents[3] / "machines/visitors/adults.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(shipped.replace('"adults"', '"mine"').replace("between_ms = 4000", "between_ms = 0"))
    line = "simulate cometa --plays 20000 --seed 00"
    ours = json.loads(azar(f"{line} --json")[1])["visits"]
    told = json.loads(azar(f"{line} --json --visitor {mine}")[1])["visits"]
    assert (ours["visitors"], told["visitors"]) == ("adults", "mine")
    assert told["awards"] == ours["awards"] and told["tickets"] == ours["tickets"]
    assert ours["ms"] - told["ms"] == 4000 * told["turns"]
    out = azar(line)[1]
    for words in ("tickets an hour", "exactly", "the price back", "10 tickets"):
        assert words in out
    refused = azar(f"simulate cierzo --visitor {mine}")[2]
    assert refused.startswith("error: visitors must be those of a model of type A (got cierzo)")


def test_a_checkpoint_of_other_visitors_is_refused(tmp_path: Path) -> None:
    model, kept = load_model("cometa"), tmp_path / "c.json"
    once = run_campaign(model, 30_000, seed="00", checkpoint=kept)
    assert figures(run_campaign(model, 30_000, checkpoint=kept, resume=True)) == figures(once)
    quicker = read_visitors().__class__("quick", 0, read_visitors().kinds)
    with pytest.raises(CampaignError, match="is of another campaign: visitors"):
        run_campaign(model, 30_000, checkpoint=kept, resume=True, visitors=quicker)
