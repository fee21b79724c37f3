# SPDX-License-Identifier: MIT
"""Black box: what is printed on the front is complete and true (B-29)."""

from __future__ import annotations

from blackbox import LAW, RICH, Bench, cierzo

# Lamps of the glass from here on are no rows of the prize table (docs/board.md).
ROWS = range(1, 32)


def printed_prize(bench: Bench) -> int:
    """What the table on the glass promises for the symbols that stand on the line, in cents."""
    model = bench.cab.model
    line = model.window(bench.stops)[model.paylines[0][0]]
    return max(
        (
            row.cents
            for row in model.paytable
            if all(wanted in ("*", shown) for wanted, shown in zip(row.symbols, line, strict=True))
        ),
        default=0,
    )


def test_b29_the_front_carries_every_text_of_the_law_in_spanish() -> None:
    """B-29: rules, minimum payout in percent, the ban under 18 and the warning of ludopatía."""
    texts = cierzo().model.texts["es"]
    assert "JUGAR" in texts["rules"] and "COBRAR" in texts["rules"]
    assert f"{LAW['B-07'].value} %" in texts["minimum_payout"]
    assert "menores de 18 años" in texts["minors"]
    assert "ludopatía" in texts["addiction"]


def test_b29_every_play_pays_what_the_front_promises_for_what_the_reels_show() -> None:
    """B-29: over 70 plays the prize is that of the printed table for the symbols on the line, to the cent."""
    won = set()
    for model, plays in (("cierzo", 40), (RICH, 30)):
        bench = Bench(cierzo(model, purse={100: 40}, hoppers={100: 400, 10: 700}))
        bench.insert(*[100] * 12)
        for _ in range(plays):
            if bench.lit("reserve"):
                bench.press("reserve")
            if not bench.until(lambda bench=bench: bench.lit("start"), 15_000):
                break
            play = bench.play()
            won.add(play.prize_cents)
            assert play.prize_cents == printed_prize(bench), f"{play} is not what the table says"
    assert len(won) >= 8, "many different prizes must have been seen"


def test_b29_a_prize_lights_its_own_row_of_the_table() -> None:
    """B-29: while a prize is shown its row is lit, counted from the smallest prize up; none after a loss."""
    bench = Bench(cierzo(RICH, purse={100: 40}, hoppers={100: 400, 10: 700}))
    bench.insert(*[100] * 6)
    rows = sorted({row.cents for row in bench.cab.model.paytable})
    seen = set()
    for _ in range(14):
        if not bench.until(lambda: bench.lit("start"), 15_000):
            break
        prize = bench.play().prize_cents
        lit = [lamp for lamp in bench.cab.glass if lamp in ROWS]
        wanted = [1 + rows.index(prize)] if prize else []
        assert lit == wanted, f"a prize of {prize} cents lights rows {lit}, not {wanted}"
        seen.add(prize)
    assert len(seen) >= 5


def test_b29_every_declared_prize_is_printed() -> None:
    """B-29, B-04: each amount that the machine can pay stands on its front, and none is above 80.00."""
    for model in ("cierzo", RICH):
        declared = {int(row.cents) for row in cierzo(model).model.paytable}
        assert declared and max(declared) == LAW["B-04"].value
    assert {20, 40, 60, 100, 200, 300, 400, 600, 1000, 2000, 4000, 8000} == {
        row.cents for row in cierzo().model.paytable
    }
