# SPDX-License-Identifier: MIT
"""
What must hold of machines of chance, as functions of the core under test.

The same functions judge the shipped core and its mutants: a check that no mutant fails proves nothing.
Keys are fixed, so that a result is either always right or always wrong.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from fractions import Fraction
from typing import Any, NamedTuple

from chance_reference import ANY, Definition, Machine, digest_of, word_at
from core_checks import KEY

from cext import Combo, Gamble, Pick, Pot, Scatter

PURPOSE_PLAY, PURPOSE_FEATURE = 0, 1

# Symbol 0 is wild for 1 and 2 and doubles (triples on ways); 3 is the scatter; 4 stands for nothing.
POTS = (
    Pot(1_000_000, 3_000_000, Fraction(1, 70), Fraction(1, 300), "combination"),
    Pot(500_500, 2_000_000, Fraction(1, 13), Fraction(1, 17), "mystery", Fraction(1, 20)),
    Pot(700_000, 1_000_000, Fraction(3, 70), Fraction(1, 299), "must_hit"),
    Pot(0, 900_000, Fraction(1, 7), Fraction(1, 11), "mystery", Fraction(1, 30)),
)
LINES: dict[str, Any] = {
    "strips": [[0, 1, 2, 3, 4, 1], [1, 0, 3, 2, 1], [2, 3, 0, 1, 4]],
    "weights": [[1, 2, 1, 2, 3, 1], [1, 1, 2, 1, 1], [3, 1, 1, 1, 1]],
    "free_strips": [[0, 1, 3, 2], [0, 1, 3, 2, 0], [3, 0, 1, 2]],
    "free_weights": [[1, 1, 2, 1], [2, 1, 1, 1, 1], [1, 3, 1, 1]],
    "rows": 3, "symbols": 5, "multipliers": [2, 1, 1, 1, 1],
    "paylines": [[1, 1, 1], [0, 0, 0], [0, 1, 2]],
    "combos": (
        Combo(400, (3, 3, 3), 3, multiplies=True),
        Combo(200, (5, 5, 5), 3, multiplies=True),
        Combo(60, (3, 3, ANY), 2, multiplies=True),
        Combo(500, (1, 1, 1), 3, pot=1),
        Combo(20, (16, ANY, ANY), 1),
    ),
    "scatters": (
        Scatter(0, 8, 2, 0, 2, 1, 1), Scatter(100, 8, 3, 0, 4, 3, 3), Scatter(40, 16, 2, 1, 0, 0, 0, 1),
    ),
    "picks": (Pick(100, 3), Pick(40, 5), Pick(0, 2, True)),
    "pots": POTS,
    "gamble": Gamble(9, 19, 3, 900),
    "free_multiplier": 2, "max_free_plays": 7, "price_cents": 100, "cap_cents": 3000,
}  # fmt: skip
WAYS: dict[str, Any] = {
    "strips": [[0, 1, 2, 3], [1, 0, 2], [2, 3, 0, 1], [0, 1, 3, 2]],
    "rows": 2, "symbols": 4, "multipliers": [3, 1, 1, 1],
    "combos": (
        Combo(5, (3, 3, ANY, ANY), 2, 0, True), Combo(20, (3, 3, 3, ANY), 3, 0, True),
        Combo(35, (3, 3, 3, 3), 4, 0, True),
        Combo(15, (5, 5, 5, ANY), 3, 1), Combo(20, (4, 5, 1, ANY), 3, 1, pot=1),
        Combo(45, (5, 5, 5, 5), 4, 1),
    ),
    "scatters": (Scatter(15, 8, 1, 3), Scatter(30, 8, 2, 3, 3, 2), Scatter(0, 12, 5, 9, 1)),
    "pots": POTS[:1],
    "gamble": Gamble(1, 2, 2, 400),
    "free_multiplier": 3, "max_free_plays": 6, "price_cents": 60, "cap_cents": 900,
}  # fmt: skip
# Nearly half of all words are rejected, and one pair in thirty.
REJECTING: dict[str, Any] = {
    "strips": [[0, 1], [1, 0], [0, 1]], "weights": [[1000, 291], [291, 1000], [646, 645]],
    "free_strips": [[0, 1]] * 3, "free_weights": [[4095, 1]] * 3,
    "rows": 1, "symbols": 2, "paylines": [[0, 0, 0]], "combos": (Combo(20, (1, 1, ANY), 2),),
    "scatters": (Scatter(0, 3, 3, 0, 5, 5),), "max_free_plays": 30, "price_cents": 20, "cap_cents": 4000,
}  # fmt: skip
WIDE: dict[str, Any] = {
    "strips": [[0, 1]] * 5, "weights": [[4095, 1], [1, 4095], [2048, 2048], [4000, 96], [3970, 2]],
    "rows": 2, "symbols": 2, "paylines": [[0] * 5, [1] * 5], "price_cents": 20, "cap_cents": 4000,
    "combos": (Combo(20, (1, 1, ANY, ANY, ANY), 2), Combo(40, (2, ANY, ANY, ANY, ANY), 1)),
    "pots": (Pot(0, 10**9, Fraction(0), Fraction(0), "mystery", Fraction(11**17 // 2, 11**17)),),
}  # fmt: skip
MACHINES = {"lines": LINES, "ways": WAYS, "rejecting": REJECTING, "wide": WIDE}


class Course(NamedTuple):
    """What a walk came to."""

    state: bytes
    view: Any
    totals: list[int]
    featured: int
    counts: Counter[str]
    events: list[tuple[int, int]]
    hits: list[int]
    cents: list[int]


def tables_of(core: Any, stated: dict[str, Any]) -> Any:
    """Pack and open."""
    return core.ChanceTables(core.pack_chance(core.ChanceGame(**stated)))


def outcome_dict(outcome: Any) -> dict[str, Any]:
    """An outcome as the reference gives it."""
    return dict(outcome._asdict())


def check_turn(tables: Any, definition: Definition, stops: tuple[int, ...], free: bool) -> None:
    """One window pays and gives what the reference says."""
    turn, expected = tables.evaluate(stops, free), definition.evaluate(stops, free)
    assert turn.prize_cents == expected.prize_cents
    assert (turn.free_plays, turn.picks) == (expected.free_plays, expected.picks)
    assert turn.pots == sum(1 << level for level in expected.pots)


def check_turns(core: Any) -> None:
    """Every window of the small machines, in paid and free plays; every value has its stops."""
    for stated in (LINES, WAYS):
        tables, definition = tables_of(core, stated), Definition(**stated)
        for free in (False, True):
            assert tables.combinations(free) == definition.combinations(free)
            shown = set()
            for value in range(tables.combinations(free)):
                stops = tables.stops(value, free)
                assert stops == definition.stops(value, free)
                shown.add(stops)
            every = set(itertools.product(*(range(len(strip)) for strip in definition.strips[free])))
            assert shown == every
            for stops in sorted(every):
                check_turn(tables, definition, stops, free)


def choose(phase: str, number: int) -> str:
    """An action for a phase: a gamble is collected one time in three."""
    if phase == "gamble":
        return "collect" if number % 3 == 0 else "gamble"
    return "play" if phase == "idle" else phase


def check_walk(
    core: Any, stated: dict[str, Any], key: bytes, machine: int, first: int, choices: list[int]
) -> None:
    """Steps equal the reference's, byte by byte, absorptions between plays included."""
    tables = tables_of(core, stated)
    reference = Machine(Definition(**stated), tables.digest, key, machine, first)
    state = core.new_chance_state(tables, key, machine, first)
    assert state == reference.state_bytes()
    for number in choices:
        kind = choose(reference.phase, number)
        several = kind == "play" and len(tables.bets) > 1
        choice = number % len(tables.bets) if several else number % 256
        state, outcome = core.chance_step(tables, state, kind, choice)
        assert outcome_dict(outcome) == reference.step(kind, choice)
        if reference.phase == "idle" and number % 7 == 0:
            state = core.absorb(state, bytes([number & 255] * 32))
            reference.absorb(bytes([number & 255] * 32))
        assert state == reference.state_bytes()


def check_steps(core: Any) -> None:
    """Fixed walks of the small machines."""
    for machine, stated in enumerate((LINES, WAYS)):
        choices = random.Random(machine).choices(range(1000), k=400)
        check_walk(core, stated, KEY, machine + 5, 1000 * machine, choices)
    check_walk(core, LINES, KEY, (1 << 40) - 1, (1 << 44) - 9, [1] * 20)
    for stated in (LINES, WAYS):
        numbers = random.Random(8).choices(range(1000), k=200)
        # At the highest bet a mystery is a sure thing.
        pots = tuple(pot._replace(mystery=pot.mystery * 3 / 25) for pot in stated["pots"])
        check_walk(core, {**stated, "pots": pots, "bets": (1, 2, 7, 100)}, KEY, 9, 0, numbers)


def check_rejections(core: Any) -> None:
    """Walks in which many words, and some pairs, are rejected."""
    check_walk(core, REJECTING, KEY, 1, 0, [1] * 150)
    check_walk(core, WIDE, KEY, 2, 0, [1] * 400)
    words = [word_at(KEY, 1, PURPOSE_PLAY, 0, i) for i in range(20)]
    assert any(word * 1291**3 % (1 << 32) < (1 << 32) % 1291**3 for word in words)
    bound = 4096**4 * 3972
    pairs = [word_at(KEY, 2, PURPOSE_PLAY, 0, i, 64) for i in range(120)]
    assert any(pair * bound % (1 << 64) < (1 << 64) % bound for pair in pairs)


def course(core: Any, tables: Any, machine: int, first: int, plays: int, rounds: int) -> Course:
    """`plays` plays step by step, with `rounds` gambles wherever they are offered."""
    state, totals, featured, counts = core.new_chance_state(tables, KEY, machine, first), [], 0, Counter()
    events, hits, cents = [], [0] * len(tables.pots), [0] * len(tables.pots)
    must = [level for level, pot in enumerate(tables.pots) if pot.hit == "must_hit"]
    while len(totals) < plays:
        view = core.view_chance_state(tables, state)
        kind = "play" if view.phase == "idle" else view.phase
        if kind == "gamble" and view.gambles >= rounds:
            kind = "collect"
        state, outcome = core.chance_step(tables, state, kind)
        counts[kind] += 1
        if kind == "play":
            turn = tables.evaluate(outcome.stops)
            featured += bool(outcome.free_given or turn.picks)
            bits = sum(1 << level for level in outcome.pots_hit if level not in must)
            if bits:
                events.append((view.play, bits))
            for level in outcome.pots_hit:
                hits[level] += 1
                cents[level] += outcome.pot_cents[level]
        if outcome.settled:
            totals.append(outcome.won_cents)
            counts["capped"] += outcome.capped
    return Course(state, core.view_chance_state(tables, state), totals, featured, counts, events, hits, cents)


class Campaign(NamedTuple):
    """What the portable campaign gave."""

    tally: dict[str, int]
    histogram: dict[int, int]
    events: list[tuple[int, int]]


FIELDS = (
    "plays",
    "won_cents",
    "hits",
    "featured",
    "free_plays",
    "picks",
    "gambles",
    "capped",
    "digest",
    "events",
)


def campaign(
    core: Any, tables: Any, machine: int, first: int, plays: int, rounds: int, capacity: int = 1000
) -> Campaign:
    """The portable campaign, called as C."""
    ffi, lib = core._core.ffi, core._core.lib
    bins = tables.cap_cents // tables.unit_cents + 1
    histogram, tally = ffi.new("uint64_t[]", bins), ffi.new("core_chance_tally *")
    events = ffi.new("core_pot_event[]", capacity)
    code = lib.core_chance_campaign(
        tables._tables, KEY, machine, first, plays, rounds, histogram, events, capacity, tally
    )
    assert code == 0
    return Campaign(
        {name: int(getattr(tally, name)) for name in FIELDS},
        {n * tables.unit_cents: int(count) for n, count in enumerate(histogram) if count},
        [(int(event.play), int(event.pots)) for event in events[0 : tally.events]],
    )


def check_campaign(core: Any) -> None:
    """A campaign is the same steps, with and without gambles, and from anywhere."""
    for stated in MACHINES.values():
        tables, definition = tables_of(core, stated), Definition(**stated)
        for first, plays, rounds in ((0, 300, 0), (1000, 150, 2), (5, 0, 1)):
            walked = course(core, tables, 3, first, plays, rounds)
            made = campaign(core, tables, 3, first, plays, rounds)
            machine = Machine(definition, tables.digest, KEY, 3)
            digest = 0
            for i, total in enumerate(walked.totals):
                machine.play = first + i
                digest = (digest + digest_of(first + i, machine.value(), total)) % (1 << 64)
            assert made.events == walked.events
            assert made.histogram == Counter(walked.totals)
            assert made.tally == {
                "plays": plays, "won_cents": sum(walked.totals),
                "hits": sum(total > 0 for total in walked.totals), "featured": walked.featured,
                "free_plays": walked.counts["free"], "picks": walked.counts["pick"],
                "gambles": walked.counts["gamble"], "capped": walked.counts["capped"],
                "digest": digest, "events": len(walked.events),
            }  # fmt: skip


def check_campaign_parts(core: Any) -> None:
    """Parts of a campaign add up, and one whose events find no room stops before the play they belong to."""
    tables = tables_of(core, LINES)
    whole = campaign(core, tables, 9, 40, 1000, 1)
    parts = [campaign(core, tables, 9, 40 + at, n, 1) for at, n in ((0, 1), (1, 126), (127, 130), (257, 743))]
    for name in FIELDS:
        assert sum(part.tally[name] for part in parts) % (1 << 64) == whole.tally[name]
    assert sum((Counter(part.histogram) for part in parts), Counter()) == whole.histogram
    assert [event for part in parts for event in part.events] == whole.events
    for capacity in range(len(whole.events)):
        short = campaign(core, tables, 9, 40, 1000, 1, capacity)
        at = 40 + short.tally["plays"]
        assert short.events == whole.events[:capacity]
        assert at == whole.events[capacity][0]
        rest = campaign(core, tables, 9, at, 1040 - at, 1)
        for name in FIELDS:
            assert (rest.tally[name] + short.tally[name]) % (1 << 64) == whole.tally[name]


def pots_course(
    core: Any, tables: Any, machine: int, first: int, plays: int, events: list[tuple[int, int]]
) -> tuple[list[tuple[int, ...]], list[int], list[int]]:
    """The pots by closed form, called as C, in pieces of a few hundred plays."""
    ffi, lib = core._core.ffi, core._core.lib
    pots, awards = ffi.new("core_pot[]", 4), ffi.new("core_pot_awards *")
    assert lib.core_chance_pots_new(tables._tables, KEY, machine, first, pots) == 0
    at = first
    while at < first + plays:
        n = min(1 + (at * 7) % 400, first + plays - at)
        part = [event for event in events if at <= event[0] < at + n]
        packed = ffi.new("core_pot_event[]", part)
        code = lib.core_chance_pots(tables._tables, KEY, machine, at, n, packed, len(part), pots, awards)
        assert code == 0
        at += n
    for wrong in ((1 << 48, first, 1), (machine, 1 << 63, 1), (machine, first, 1 << 63)):
        assert lib.core_chance_pots(tables._tables, KEY, *wrong, ffi.NULL, 0, pots, awards) != 0
    count = len(tables.pots)
    fields = ("value_mc", "reserve_mc", "threshold_mc", "carry", "reserve_carry")
    return (
        [tuple(int(getattr(pot, name)) for name in fields) for pot in pots[0:count]],
        [int(n) for n in awards.hits][:count],
        [int(n) for n in awards.cents][:count],
    )


def check_pots(core: Any) -> None:
    """The closed form is what the steps do, and every millicent is somewhere."""
    for stated in (LINES, WAYS):
        tables = tables_of(core, stated)
        for first, plays in ((0, 700), (12345, 300)):
            walked = course(core, tables, 4, first, plays, 0)
            pots, hits, cents = pots_course(core, tables, 4, first, plays, walked.events)
            assert pots == [tuple(pot) for pot in walked.view.pots]
            assert (hits, cents) == (walked.hits, walked.cents)
            check_money(tables, plays, walked.view.pots, hits, cents)
    assert all(hits), "every pot of the last machine was hit"


def check_money(tables: Any, plays: int, pots: Any, hits: list[int], cents: list[int]) -> None:
    """Seeds and contributions are what was paid, stands, is in reserve and is carried."""
    for rule, pot, hit, paid in zip(tables.pots, pots, hits, cents, strict=True):
        brought = plays * tables.price_cents * 1000 * (rule.share + rule.reserve)
        carried = Fraction(pot.carry, rule.share.denominator)
        carried += Fraction(pot.reserve_carry, rule.reserve.denominator)
        stands = pot.value_mc + pot.reserve_mc
        assert rule.seed_mc * (1 + hit) + brought == 1000 * paid + stands + carried


def check_damage(core: Any) -> None:
    """A changed byte of a blob, or of a state's fixed part, is refused."""
    blob = core.pack_chance(core.ChanceGame(**LINES))
    for at in range(len(blob)):
        try:
            core.ChanceTables(blob[:at] + bytes([blob[at] ^ 1]) + blob[at + 1 :])
        except core.CoreError:
            continue
        raise AssertionError(f"blob with byte {at} changed was opened")
    tables = core.ChanceTables(blob)
    state = core.new_chance_state(tables, KEY, 2)
    # Generation, machine, key, play, stops, and what the pots came to may have other values.
    free = {*range(4, 13), *range(32, 70), *range(88, 91), *range(128, 256)}
    for at in set(range(256)) - free:
        try:
            core.check_chance_state(tables, state[:at] + bytes([state[at] ^ 128]) + state[at + 1 :])
        except core.CoreError:
            continue
        raise AssertionError(f"state with byte {at} changed was accepted")


def check_gambles(core: Any) -> None:
    """Small odds, so that each border shows: won in one draw of three, and doubles that just fit the cap."""
    stated = {
        **LINES, "gamble": Gamble(1, 3, 2, 480), "cap_cents": 480, "scatters": (), "pots": (), "picks": (),
        "combos": tuple(Combo(cents, (mask, ANY, ANY), 1) for cents, mask in ((60, 1), (240, 2), (300, 4))),
        "paylines": [[1, 1, 1]],
    }  # fmt: skip
    check_walk(core, stated, KEY, 1, 0, [1] * 400)


def check_mystery(core: Any) -> None:
    """Intervals of one value each, so that each border shows."""
    pots = (
        Pot(0, 900_000, Fraction(1, 7), Fraction(0), "mystery", Fraction(1, 5)),
        Pot(0, 900_000, Fraction(1, 7), Fraction(0), "combination"),
        Pot(0, 900_000, Fraction(1, 9), Fraction(0), "mystery", Fraction(1, 5)),
    )
    combos = tuple(combo._replace(pot=0) for combo in LINES["combos"])
    stated = {**LINES, "pots": pots, "combos": combos, "scatters": (), "gamble": None}
    check_walk(core, stated, KEY, 1, 0, [1] * 150)


def check_absorption(core: Any) -> None:
    """Entropy is taken between plays only."""
    tables, refused = tables_of(core, LINES), 0
    state = core.new_chance_state(tables, KEY, 2)
    for _ in range(80):
        phase = core.view_chance_state(tables, state).phase
        try:
            core.check_chance_state(tables, core.absorb(state, bytes(32)))
            assert phase == "idle"
        except core.CoreError:
            assert phase != "idle"
            refused += 1
        state, _ = core.chance_step(tables, state, choose(phase, 1))
    assert refused


CHECKS = (
    check_turns,
    check_steps,
    check_rejections,
    check_campaign,
    check_campaign_parts,
    check_pots,
    check_gambles,
    check_mystery,
    check_absorption,
    check_damage,
)
