# SPDX-License-Identifier: MIT
"""Any machine of chance against the plain Python reference, and what a step promises to its caller."""

from __future__ import annotations

import pickle
import struct
from fractions import Fraction
from typing import Any

import chance_checks
import pytest
from chance_checks import KEY, LINES, WAYS, WIDE, choose, tables_of
from chance_reference import ANY, Definition, Machine, digest_of
from core_checks import resign
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cext
from cext import Combo, Gamble, Pick, Pot, Scatter

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]


@st.composite
def machines(pick: st.DrawFn) -> dict[str, Any]:
    """Any small machine: all features in any combination."""
    reels, rows, symbols = pick(st.integers(1, 6)), pick(st.integers(1, 5)), pick(st.integers(2, 6))
    cap_cents = 20 * pick(st.integers(1, 200))
    cents = st.integers(0, 10).map(lambda n: min(20 * n * n, cap_cents))
    bets = pick(st.sampled_from([(1,), (1,), (1, 2), (1, 3, 4, 9, 100)]))
    mask = st.one_of(st.just(ANY), st.integers(1, (1 << symbols) - 1))
    pot_rows = [
        Pot(
            seed,
            seed + pick(st.integers(1, 500_000)),
            Fraction(pick(st.integers(hit == "must_hit", 9)), pick(st.integers(9, 99))),
            Fraction(pick(st.integers(0, 9)), pick(st.integers(9, 99))),
            hit,
            Fraction(1, bets[-1] * pick(st.integers(4, 9))) if hit == "mystery" else Fraction(0),
        )
        for seed, hit in pick(
            st.lists(
                st.tuples(st.integers(0, 400_000), st.sampled_from(["combination", "mystery", "must_hit"])),
                max_size=4,
            )
        )
    ]
    named = [0] + [level + 1 for level, pot in enumerate(pot_rows) if pot.hit == "combination"]

    def reel_set() -> tuple[list[list[int]], list[list[int]]]:
        counts = [pick(st.integers(max(2, rows), 7)) for _ in range(reels)]
        strips = [pick(st.lists(st.integers(0, symbols - 1), min_size=n, max_size=n)) for n in counts]
        return strips, [pick(st.lists(st.integers(1, 5), min_size=n, max_size=n)) for n in counts]

    def combo() -> Combo:
        span = pick(st.integers(1, reels))
        masks = [*pick(st.lists(mask, min_size=span, max_size=span)), *[ANY] * (reels - span)]
        return Combo(
            pick(cents), tuple(masks), span, pick(st.integers(0, 2)), pick(st.booleans()),
            pick(st.sampled_from(named)),
        )  # fmt: skip

    def scatter() -> Scatter:
        return Scatter(
            pick(cents), pick(mask), pick(st.integers(1, 6)), pick(st.integers(0, 1)),
            pick(st.integers(0, 4)), pick(st.integers(0, 3)), pick(st.integers(0, 3)) if picks else 0,
            pick(st.sampled_from(named)),
        )  # fmt: skip

    picks = [
        Pick(pick(cents), pick(st.integers(1, 9)), pick(st.booleans()))
        for _ in range(pick(st.integers(0, 3)))
    ]
    strips, weights = reel_set()
    stated: dict[str, Any] = {"strips": strips, "weights": weights, "rows": rows, "symbols": symbols}
    if pick(st.booleans()):
        stated["free_strips"], stated["free_weights"] = reel_set()
    line = st.lists(st.integers(0, rows - 1), min_size=reels, max_size=reels)
    return stated | {
        "paylines": pick(st.one_of(st.none(), st.lists(line, min_size=1, max_size=4))),
        "multipliers": pick(st.lists(st.integers(1, 4), min_size=symbols, max_size=symbols)),
        "combos": sorted((combo() for _ in range(pick(st.integers(1, 5)))), key=lambda row: row.group),
        "scatters": sorted((scatter() for _ in range(pick(st.integers(0, 3)))), key=lambda row: row.group),
        "picks": picks,
        "pots": pot_rows,
        "gamble": pick(st.one_of(st.none(), st.just(Gamble(2, 3, 3, min(800, cap_cents))))),
        "free_multiplier": pick(st.integers(1, 3)),
        "max_free_plays": pick(st.integers(0, 12)),
        "price_cents": pick(st.integers(1, 700)),
        "cap_cents": cap_cents,
        "bets": bets,
    }


@settings(max_examples=80, deadline=None, suppress_health_check=SLOW)
@given(
    stated=machines(),
    key=st.binary(min_size=32, max_size=32),
    machine=st.integers(0, (1 << 40) - 1),
    first=st.one_of(st.integers(0, 40), st.integers(0, (1 << 44) - 40)),
    choices=st.lists(st.integers(0, 999), max_size=25),
)
def test_any_machine_of_chance_steps_as_the_reference(
    stated: dict[str, Any], key: bytes, machine: int, first: int, choices: list[int]
) -> None:
    chance_checks.check_walk(cext, stated, key, machine, first, choices)


@settings(max_examples=80, deadline=None, suppress_health_check=SLOW)
@given(stated=machines(), picks=st.lists(st.integers(0, 1 << 60), max_size=12), free=st.booleans())
def test_any_window_pays_as_the_reference(stated: dict[str, Any], picks: list[int], free: bool) -> None:
    tables, definition = tables_of(cext, stated), Definition(**stated)
    for number in picks:
        value = number % tables.combinations(free)
        stops = tables.stops(value, free)
        assert stops == definition.stops(value, free)
        chance_checks.check_turn(tables, definition, stops, free)


@settings(max_examples=40, deadline=None, suppress_health_check=SLOW)
@given(stated=machines(), rounds=st.integers(0, 3), first=st.integers(0, 1 << 43), plays=st.integers(0, 40))
def test_any_campaign_is_its_steps(stated: dict[str, Any], rounds: int, first: int, plays: int) -> None:
    tables = tables_of(cext, stated)
    walked = chance_checks.course(cext, tables, 3, first, plays, rounds)
    made = chance_checks.campaign(cext, tables, 3, first, plays, rounds)
    reference, digest = Machine(Definition(**stated), tables.digest, KEY, 3), 0
    for reference.play, total in enumerate(walked.totals, first):
        digest += digest_of(reference.play, reference.value(), total)
    assert made.tally["digest"] == digest % (1 << 64)
    assert made.events == walked.events
    assert sum(cents * n for cents, n in made.histogram.items()) == sum(walked.totals)
    assert made.tally["free_plays"] == walked.counts["free"]
    assert made.tally["gambles"] == walked.counts["gamble"]
    pots, hits, cents = chance_checks.pots_course(cext, tables, 3, first, plays, walked.events)
    assert pots == [tuple(pot) for pot in walked.view.pots]
    assert (hits, cents) == (walked.hits, walked.cents)
    chance_checks.check_money(tables, plays, walked.view.pots, hits, cents)


@settings(max_examples=60, deadline=None, suppress_health_check=SLOW)
@given(stated=machines())
def test_tables_tell_what_they_were_packed_from(stated: dict[str, Any]) -> None:
    tables, definition = tables_of(cext, stated), Definition(**stated)
    assert [list(map(list, rows)) for rows in (tables.strips, tables.free_strips)] == list(definition.strips)
    assert [list(map(list, rows)) for rows in (tables.weights, tables.free_weights)] == list(
        definition.weights
    )
    assert tables.combos == tuple(stated["combos"])
    assert tables.scatters == tuple(stated["scatters"])
    assert tables.picks == tuple(stated["picks"])
    assert tables.pots == tuple(stated["pots"])
    assert tables.gamble == stated["gamble"]
    assert tables.multipliers == tuple(stated["multipliers"])
    lines = stated["paylines"]
    assert tables.paylines == (None if lines is None else tuple(map(tuple, lines)))
    assert all(
        cents % tables.unit_cents == 0
        for cents in (tables.cap_cents, *(row.prize_cents for row in (*tables.combos, *tables.scatters)))
    )
    again = cext.open_tables(tables.blob)
    assert isinstance(again, cext.ChanceTables)
    assert again.digest == pickle.loads(pickle.dumps(tables)).digest == tables.digest


@pytest.mark.parametrize("stated", [LINES, WAYS], ids=["lines", "ways"])
def test_a_step_goes_on_from_its_state_alone(stated: dict[str, Any]) -> None:
    """After a cut any phase resumes: the same action from the same bytes gives the same bytes."""
    tables = tables_of(cext, stated)
    state, phases = cext.new_chance_state(tables, KEY, 1), set()
    for number in range(400):
        phase = cext.view_chance_state(tables, state).phase
        phases.add(phase)
        kind = choose(phase, number)
        results = {cext.chance_step_bytes(tables, bytes(bytearray(state)), kind, n) for n in (0, 1, 255)}
        assert len(results) == 1, "the choice moves nothing"
        reopened = cext.ChanceTables(tables.blob)
        assert cext.chance_step_bytes(reopened, state, kind) in results
        ((state, _),) = results
    assert phases == ({"idle", "pick", "free", "gamble"} if stated is LINES else {"idle", "free", "gamble"})


@pytest.mark.parametrize("stated", [LINES, WAYS], ids=["lines", "ways"])
def test_a_bet_multiplies_money_and_changes_no_draw(stated: dict[str, Any]) -> None:
    """C-02: what a play wins grows exactly with its bet, and each bet is a contribution to the pots."""
    tables = tables_of(cext, {**stated, "bets": (1, 4)})
    one = many = cext.new_chance_state(tables, KEY, 3)
    staked = 0
    for number in range(300):
        kind = choose(cext.view_chance_state(tables, one).phase, number)
        one, small = cext.chance_step(tables, one, kind, 0)
        many, large = cext.chance_step(tables, many, kind, 1 if kind == "play" else 0)
        assert large[:4] == small[:4] and large.stops == small.stops
        assert (large.step_cents, large.won_cents) == (4 * small.step_cents, 4 * small.won_cents)
        view = cext.view_chance_state(tables, many)
        assert view.bet == (0 if large.settled else 1)
        staked += kind == "play"
    assert staked > 20


def test_a_bet_that_is_not_there_is_refused() -> None:
    tables = tables_of(cext, {**LINES, "bets": (1, 4)})
    state = cext.new_chance_state(tables, KEY, 3)
    with pytest.raises(cext.CoreError, match="argument"):
        cext.chance_step(tables, state, "play", 2)
    damaged = bytearray(state)
    for at, value in ((95, 1), (96, 1)):
        damaged[at] = value
        with pytest.raises(cext.CoreError, match="damaged"):
            cext.check_chance_state(tables, bytes(damaged))
        damaged[at] = 0


@pytest.mark.parametrize(
    ("bets", "told"),
    [
        ((), "bets must"),
        ((2,), r"bets\[0\] must be 1"),
        ((1, 3, 3), r"bets\[2\] must be 4 to"),
        ((1, 101), r"bets\[1\] must be 2 to 100"),
        ((1, 2, 3, 4, 5, 6), "bets must"),
    ],
)
def test_bets_ascend_from_the_first(bets: tuple[int, ...], told: str) -> None:
    with pytest.raises(cext.CoreError, match=told):
        cext.pack_chance(cext.ChanceGame(**{**LINES, "bets": bets}))


def test_odds_of_a_mystery_grow_with_the_bet() -> None:
    """The same draw hits at a higher bet what it hits at a lower one, and more; at 12 times 1/12 always."""
    draws = []
    for bets, choice in (((1,), 0), ((1, 3, 12), 1), ((1, 3, 12), 2)):
        tables = tables_of(cext, {**LINES, "bets": bets})
        state = cext.new_chance_state(tables, KEY, 3)
        hits = []
        while len(hits) < 200:
            phase = cext.view_chance_state(tables, state).phase
            kind = choose(phase, len(hits))
            state, made = cext.chance_step(tables, state, kind, choice if kind == "play" else 0)
            if kind == "play":
                hits.append(any(tables.pots[level].hit == "mystery" for level in made.pots_hit))
        draws.append(hits)
    few, more, always = draws
    assert 0 < sum(few) < sum(more) < sum(always) == 200
    assert all(three for one, three in zip(few, more, strict=True) if one)


def test_odds_of_a_mystery_stay_below_one_at_the_highest_bet() -> None:
    with pytest.raises(cext.CoreError, match=r"at a bet of 13 .got 13/12"):
        cext.pack_chance(cext.ChanceGame(**{**LINES, "bets": (1, 13)}))
    blob = bytearray(cext.pack_chance(cext.ChanceGame(**{**LINES, "bets": (1, 12)})))
    blob[52] = 13
    with pytest.raises(cext.CoreError):
        cext.ChanceTables(resign(bytes(blob)))


def test_tables_with_bets_out_of_order_do_not_open() -> None:
    blob = bytearray(cext.pack_chance(cext.ChanceGame(**{**LINES, "bets": (1, 2, 3)})))
    assert blob[52:56] == b"\x02\x03\0\0"
    for further in (b"\x03\x02\0\0", b"\x02\0\x03\0", b"\x01\0\0\0", b"\x65\0\0\0"):
        blob[52:56] = further
        with pytest.raises(cext.CoreError):
            cext.ChanceTables(resign(bytes(blob)))


def test_a_phase_takes_its_own_actions_only() -> None:
    tables = tables_of(cext, LINES)
    state = cext.new_chance_state(tables, KEY, 1)
    allowed = {"idle": {"play"}, "pick": {"pick"}, "free": {"free"}, "gamble": {"gamble", "collect"}}
    for number in range(200):
        phase = cext.view_chance_state(tables, state).phase
        for kind in {"play", "pick", "free", "gamble", "collect"} - allowed[phase]:
            with pytest.raises(cext.CoreError, match="no such action"):
                cext.chance_step(tables, state, kind)  # type: ignore[arg-type]
        state, _ = cext.chance_step(tables, state, choose(phase, number))


def test_free_plays_stop_at_their_maximum_and_totals_at_the_cap() -> None:
    tables = tables_of(cext, LINES)
    state, most, capped = cext.new_chance_state(tables, KEY, 1), 0, 0
    for number in range(4_000):
        phase = cext.view_chance_state(tables, state).phase
        state, outcome = cext.chance_step(tables, state, choose(phase, number))
        most = max(most, outcome.free_given)
        assert outcome.won_cents <= tables.cap_cents
        assert outcome.capped == (outcome.won_cents == tables.cap_cents)
        assert not outcome.capped or outcome.settled
        capped += outcome.capped
    assert most == tables.max_free_plays
    assert capped


@pytest.mark.parametrize(("at", "phase"), [(74, 1), (76, 2)], ids=["picks", "free plays"])
def test_a_state_with_more_than_its_tables_give_is_refused(at: int, phase: int) -> None:
    """Bytes 74 and 76 count the picks and the free plays that are left, byte 72 is the phase."""
    tables = tables_of(cext, WAYS | {"picks": ()} if at == 74 else {**LINES, "max_free_plays": 0})
    forged = bytearray(cext.new_chance_state(tables, KEY))
    forged[at] = 1
    forged[72] = phase
    with pytest.raises(cext.CoreError):
        cext.check_chance_state(tables, bytes(forged))


def test_a_state_is_refused_by_other_tables_and_by_type_b() -> None:
    tables = tables_of(cext, LINES)
    state = cext.new_chance_state(tables, KEY)
    with pytest.raises(cext.CoreError, match="other tables"):
        cext.chance_step(tables_of(cext, {**LINES, "price_cents": 120}), state)
    cycle = cext.Tables(
        cext.pack_tables(cext.CycleGame(
            strips=[[0, 1]], rows=1, paylines=[[0]], pays=[([1], 20)], prizes_cents=[0, 20],
            strata=[[1, 1]], price_cents=20, simultaneous_max=1, hold=False,
        ))
    )  # fmt: skip
    with pytest.raises(cext.CoreError, match="damaged"):
        cext.step(cycle, state)
    with pytest.raises(cext.CoreError, match="damaged"):
        cext.chance_step(tables, cext.new_state(cycle, KEY))
    with pytest.raises(cext.CoreError, match="known machine type"):
        cext.Tables(tables.blob)
    assert isinstance(cext.open_tables(cycle.blob), cext.Tables)


def test_the_last_play_of_all_is_followed_by_none() -> None:
    tables = tables_of(cext, {**WAYS, "scatters": (), "gamble": None})
    state = cext.new_chance_state(tables, KEY, first_play=(1 << 44) - 1)
    state, _ = cext.chance_step(tables, state)
    assert cext.view_chance_state(tables, state).play == 1 << 44
    with pytest.raises(cext.CoreError, match="run out"):
        cext.chance_step(tables, state)
    with pytest.raises(cext.CoreError, match="first_play must be 0 to 17592186044415 plays"):
        cext.new_chance_state(tables, KEY, first_play=1 << 44)


def test_a_reserve_that_outgrows_its_numbers_is_an_error() -> None:
    never_hit = tuple(combo._replace(pot=0) for combo in WAYS["combos"])
    tables = tables_of(cext, {**WAYS, "combos": never_hit})
    state = bytearray(cext.new_chance_state(tables, KEY))
    state[136:144] = (1 << 62).to_bytes(8, "little")
    cext.check_chance_state(tables, bytes(state))
    with pytest.raises(cext.CoreError, match="run out"):
        cext.chance_step(tables, bytes(state))


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "reels": ({"strips": []}, "number of strips must be 1 to 6 reels"),
    "stops": ({"strips": [[0, 1], [0, 1, 2], [0, 1, 2]]}, r"stops of strips\[0\] must be 3 to 256 stops"),
    "symbol": ({"strips": [[5, 1, 2]] * 3, "weights": None}, r"strips\[0\]\[0\] must be 0 to 4"),
    "weight": ({"weights": [[0] * 6, [1] * 5, [1] * 5]}, r"weights\[0\]\[0\] must be 1 to 4096"),
    "sum": ({"weights": [[1000] * 6, [1] * 5, [1] * 5]}, r"sum of weights\[0\] must be 2 to 4096"),
    "payline": ({"paylines": [[0, 1, 3]]}, r"paylines\[0\]\[2\] must be 0 to 2"),
    "groups": (
        {"scatters": (Scatter(1, 1, 1, 2), Scatter(1, 1, 1, 1))}, "scatters must be sorted by group"
    ),
    "prize": ({"combos": (Combo(3001, (1, 1, 1), 3),)}, r"combos\[0\].prize_cents must be 0 to 3000 cents"),
    "span": ({"combos": (Combo(1, (1, 1, 1), 2),)}, r"combos\[0\].masks\[2\] must be 4294967295"),
    "mask": ({"combos": (Combo(1, (1, 32, 1), 3),)}, r"combos\[0\].masks\[1\] must be 1 to 31"),
    "pot": ({"combos": (Combo(1, (1, 1, 1), 3, pot=2),)}, r"combos\[0\].pot must name a pot hit by combin"),
    "no pot": ({"combos": (Combo(1, (1, 1, 1), 3, pot=5),)}, r"combos\[0\].pot must be 0 to 4"),
    "picks": ({"picks": ()}, "sum of the scatters' picks must be 0 to 0 picks"),
    "gamble": ({"gamble": Gamble(2, 2, 1, 100)}, r"gamble.wins must be 1 to 1 draws"),
    "cap": ({"cap_cents": 0}, "cap_cents must be 1 to 4000000 cents"),
    "free": ({"max_free_plays": 1001}, "max_free_plays must be 0 to 1000 plays"),
    "share": (
        {"pots": (*chance_checks.POTS[:3], Pot(0, 9, Fraction(3, 2), Fraction(0), "combination"))},
        r"pots\[3\].share must be 0/1 to 1/1",
    ),
    "seed": (
        {"pots": (Pot(9, 9, Fraction(1, 2), Fraction(0), "combination"),)},
        r"pots\[0\].seed_mc must be 0 to 8 millicents",
    ),
    "mystery": (
        {"pots": (Pot(0, 9, Fraction(1, 2), Fraction(0), "mystery"),), "combos": WAYS["combos"][:0]},
        "number of combos must be 1 to 255 rows",
    ),
    "odds": (
        {"pots": (*chance_checks.POTS[:3], Pot(0, 9, Fraction(1, 2), Fraction(0), "mystery"))},
        r"pots\[3\].mystery must be above 0 if hit is mystery",
    ),
    "certain": (
        {"pots": (*chance_checks.POTS[:3], Pot(0, 9, Fraction(1, 2), Fraction(0), "mystery", Fraction(1)))},
        "sum of the pots' mystery must be 0/1 to 1/1",
    ),
    "never": (
        {"pots": (*chance_checks.POTS[:3], Pot(0, 9, Fraction(0), Fraction(0), "must_hit"))},
        r"pots\[3\].share must be above 0 if hit is must_hit",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_machine_of_chance_is_named(name: str) -> None:
    change, message = WRONG[name]
    with pytest.raises(cext.CoreError, match=message):
        cext.pack_chance(cext.ChanceGame(**{**LINES, **change}))


def test_too_many_combinations_are_refused() -> None:
    six = {**WIDE, "strips": [[0, 1]] * 6, "paylines": None, "combos": (Combo(20, (1,) * 6, 6),), "pots": ()}
    assert tables_of(cext, {**six, "weights": [[512, 512]] * 6}).combinations() == 1 << 60
    with pytest.raises(
        cext.CoreError, match="product of the sums of weights must be 2 to 1152921504606846976"
    ):
        cext.pack_chance(cext.ChanceGame(**{**six, "weights": [[512, 512]] * 5 + [[512, 513]]}))


def test_wrong_arguments_of_a_step_are_named() -> None:
    tables = tables_of(cext, LINES)
    state = cext.new_chance_state(tables, KEY)
    with pytest.raises(cext.CoreError, match="kind must be one of play, pick, free, gamble, collect"):
        cext.chance_step(tables, state, "spin")  # type: ignore[arg-type]
    with pytest.raises(cext.CoreError, match="choice must be 0 to 255"):
        cext.chance_step(tables, state, "play", 256)
    with pytest.raises(cext.CoreError, match="state must be 256 bytes"):
        cext.chance_step(tables, state[:-1])
    with pytest.raises(cext.CoreError, match=r"stops\[1\] must be 0 to 4 stops"):
        tables.evaluate((0, 5, 0))
    with pytest.raises(cext.CoreError, match="stops must have 3 values"):
        tables.evaluate((0, 0))
    with pytest.raises(cext.CoreError, match="value must be 0 to"):
        tables.stops(tables.combinations())


def test_a_stop_of_no_weight_is_refused_though_the_sum_fits() -> None:
    """A forger who moves a stop's weight to its neighbour keeps every sum."""
    whole = tables_of(cext, LINES).blob
    for name in ("weights", "free_weights"):
        for weight in LINES[name]:
            row = struct.pack(f"<{len(weight)}H", *weight)
            first = whole.index(b"".join(struct.pack(f"<{len(one)}H", *one) for one in LINES[name]))
            at = whole.index(row, first)
            for stop in range(len(weight)):
                forged = list(weight)
                forged[stop - 1] += forged[stop]
                forged[stop] = 0
                blob = whole[:at] + struct.pack(f"<{len(weight)}H", *forged) + whole[at + len(row) :]
                with pytest.raises(cext.CoreError, match="reels, rows, stops or symbols out of bounds"):
                    cext.ChanceTables(resign(blob))


@settings(max_examples=300, deadline=None)
@given(changes=st.lists(st.tuples(st.integers(0, 900), st.integers(0, 255)), min_size=1, max_size=4))
def test_a_damaged_blob_with_a_fitting_digest_is_refused_or_whole(changes: list[tuple[int, int]]) -> None:
    blob = bytearray(tables_of(cext, LINES).blob)
    for at, value in changes:
        blob[at % (len(blob) - 32)] = value
    try:
        tables = cext.ChanceTables(resign(bytes(blob)))
    except cext.CoreError:
        return
    state = cext.new_chance_state(tables, KEY)
    for number in range(20):
        phase = cext.view_chance_state(tables, state).phase
        state, _ = cext.chance_step(tables, state, choose(phase, number))


@settings(max_examples=300, deadline=None)
@given(
    walked=st.integers(0, 30),
    changes=st.lists(st.tuples(st.integers(0, 255), st.integers(0, 255)), min_size=1, max_size=4),
)
def test_a_damaged_state_is_refused_or_whole(walked: int, changes: list[tuple[int, int]]) -> None:
    tables = tables_of(cext, LINES)
    whole = cext.new_chance_state(tables, KEY)
    for number in range(walked):
        phase = cext.view_chance_state(tables, whole).phase
        whole, _ = cext.chance_step(tables, whole, choose(phase, number))
    damaged = bytearray(whole)
    for at, value in changes:
        damaged[at] = value
    state = bytes(damaged)
    try:
        cext.check_chance_state(tables, state)
    except cext.CoreError:
        with pytest.raises(cext.CoreError):
            cext.chance_step(tables, state)
        return
    for number in range(40):
        phase = cext.view_chance_state(tables, state).phase
        try:
            state, _ = cext.chance_step(tables, state, choose(phase, number))
        except cext.CoreError as refused:
            assert "run out" in str(refused)
            return
