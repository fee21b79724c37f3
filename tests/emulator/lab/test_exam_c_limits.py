# SPDX-License-Identifier: MIT
"""Type C at its limits from outside: the right machine is green, one thing wrong turns its row red."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest
from exam_limits import Spoilt, copied_firmware, found, told
from soon import soon

import emulator.lab.bench
from emulator.lab.exam.catalogue import shipped
from emulator.lab.exam.finding import Grade
from emulator.lab.exam.sample import Sample
from machines.model import MODELS_FOLDER, load_model

CHECKS = [check.id for check in shipped() if check.id.startswith("chance_")]
PLAY, CREDIT, FRONT, CALL = "chance/play.py", "chance/credit.py", "chance/front.py", "chance/call.py"
CARD = "chance/house_card.py"

_DRAW = '''
def _step(state: State, kind: int, choice: int) -> None:
    """Decide a step and commit it whole with the money that it moves, then show it."""
    before = state.state
    state.state, state.outcome = payout.step(before, kind, choice)
'''
_RUN = "RUN = [0]\n\n" + _DRAW
_NONE = "outcome.settled(state.outcome) and not outcome.won_cents(state.outcome)"
_COMPENSATED = f"""{_RUN}
    while kind == outcome.PLAY and RUN[0] >= 5 and {_NONE}:
        state.state, state.outcome = payout.step(state.state, kind, choice)
    RUN[0] = RUN[0] + 1 if {_NONE} else 0
"""
_GREEDY = f"""{_RUN}
    for again in range(RUN[0]):
        if {_NONE}:
            break
        state.state, state.outcome = payout.step(state.state, kind, choice)
    RUN[0] = 0 if {_NONE} else 20
"""
_SKIPPED = f"""{_DRAW}
    if outcome.settled(state.outcome):
        state.state, state.outcome = payout.step(state.state, kind, choice)
"""
_STAKE = """
    state.credits_cents -= price_cents(state)
    state.staked_cents += price_cents(state)
"""
_ALL = """
    state.staked_cents += state.credits_cents
    state.credits_cents = 0
"""
_RESTS = "return state.now_ms - state.last_start_ms >= settings.PLAY_MIN_MS"

SPOILT = {
    "a win after five losses": Spoilt("C-01", "chance_series", "moncayo", PLAY, _DRAW, _COMPENSATED),
    "no win after a win": Spoilt("C-01", "chance_series", "moncayo", PLAY, _DRAW, _GREEDY),
    "every other play is left out": Spoilt("C-01", "chance_dealt", "moncayo", PLAY, _DRAW, _SKIPPED),
    "four euros are enough": Spoilt(
        "C-03", "chance_price", "moncayo", PLAY, ">= price_cents(state)", ">= 400"
    ),
    "a play costs nothing": Spoilt("C-03", "chance_price", "moncayo", PLAY, _STAKE, "\n"),
    "all credits are the stake": Spoilt(
        "C-02", "chance_price", "moncayo_nacional", PLAY, _STAKE, _ALL
    ),
    "every play costs the first bet": Spoilt(
        "C-02", "chance_price", "moncayo_nacional", PLAY, "settings.BETS[state.bet]", "settings.BETS[0]"
    ),
    "a tenth of a second too short": Spoilt(
        "C-09", "chance_pace", "moncayo", PLAY, _RESTS, _RESTS.replace("PLAY_MIN_MS", "PLAY_MIN_MS - 100")
    ),
    "a start follows a boot at once": Spoilt(
        "C-09", "chance_pace", "moncayo", PLAY, _RESTS, "return not reels.busy(state)"
    ),
    "every coin is a euro": Spoilt(
        "C-10", "chance_mouths", "moncayo", CREDIT, "cents = settings.COINS[coin][0]", "cents = 100"
    ),
    "a euro comes back": Spoilt(
        "C-10", "chance_mouths", "moncayo", CREDIT, "CARD_NONE and fits(state, cents)",
        "CARD_NONE and fits(state, cents) and cents > 100",
    ),
    "a token comes back": Spoilt(
        "C-10", "chance_mouths", "moncayo_fichas", CREDIT, "CARD_NONE and fits(state, cents)",
        "CARD_NONE and fits(state, cents) and cents < 200",
    ),
    "a refused order is booked": Spoilt(
        "C-10", "chance_mouths", "moncayo_tarjeta", CARD, "== link.DONE)", "!= 9)"
    ),
    "a coin is kept": Spoilt(
        "C-11", "chance_payment", "moncayo", CREDIT,
        "    cents = state.credits_cents\n    state.credits_cents = 0\n",
        "    cents = max(0, state.credits_cents - 100)\n    state.credits_cents -= cents\n",
    ),
    "only prizes are paid": Spoilt(
        "C-12", "chance_payment", "moncayo", PLAY, "if credit.collect(state)",
        "if state.won_cents and credit.collect(state)",
    ),
    "the card gets a part": Spoilt(
        "C-12", "chance_payment", "moncayo_tarjeta", CARD,
        "_order(state, nvram.CARD_FROM_CREDITS, state.credits_cents)",
        "_order(state, nvram.CARD_FROM_CREDITS, state.credits_cents // 2)",
    ),
    "the reserve is never fed": Spoilt(
        "C-13", "chance_deposits", "moncayo", "coins.py",
        "if settings.HOPPERS[hopper][0] == cents:", "if False:",
    ),
    "no lock": Spoilt(
        "C-14", "chance_hand_pay", "moncayo", CREDIT, "(kept or stock.covers(state, total_cents))", "True"
    ),
    "no light while it waits": Spoilt(
        "C-14", "chance_hand_pay", "moncayo", "lamps.py", "not tilt.ready(state) or ", ""
    ),
    "a cut releases it": Spoilt(
        "C-14", "chance_hand_pay", "mudejar", "main.py", "\n        state.power_ups += 1\n",
        """
        state.power_ups += 1
        state.tilt = ""
        state.credits_cents += sum(state.queue_cents)
        state.queue_kinds = [0] * len(state.queue_kinds)
        state.queue_cents = [0] * len(state.queue_kinds)
""",
    ),
    "the light ends with the alarm": Spoilt(
        "C-15", "chance_lights", "moncayo", "lamps.py", "or state.box_open ", ""
    ),
    "no call": Spoilt("C-16", "chance_lights", "mudejar", CALL, "not state.calling\n", "False\n"),
    "no coin light": Spoilt("C-16", "chance_lights", "mudejar", CALL, "lit |= LAMP_ACCEPT", "pass"),
    "nothing is lit": Spoilt("C-21", "chance_lights", "moncayo", FRONT, "lit |= 1 << side", "pass"),
    "lit before it stands": Spoilt(
        "C-21", "chance_lights", "moncayo", FRONT,
        "    if state.phase == nvram.PHASE_ROLLING and not state.step_shown:\n        return lit",
        "    if False:\n        return lit",
    ),
    "a device that nobody filed is lit": Spoilt(
        "C-08", "chance_raise", "mudejar", FRONT,
        "LAMP_DOUBLE if len(settings.BETS) > 1 else 0", "LAMP_DOUBLE",
    ),
    "a win is staked by itself": Spoilt(
        "C-08", "chance_raise", "aneto", PLAY,
        "    if not state.presses:\n        return\n    chosen = -1", "    chosen = 0",
    ),
}  # fmt: skip

# These stop the visit in the middle, so that no figure of theirs is known.
BROKEN = ("four euros are enough", "every coin is a euro", "a win is staked by itself")
INSIDE = {"nvram", "books", "rom", "tilt", "log", "last_plays", "flags", "machine", "board", "fault"}
SOON = ("every other play is left out", "a play costs nothing", "a euro comes back", "no lock", "no call")


LONG = ("chance_series", "chance_dealt", "chance_largest")


@pytest.mark.parametrize("model", soon(["moncayo", "moncayo_tarjeta", "aneto"], "moncayo"))
@pytest.mark.parametrize(
    "check", [pytest.param(one, marks=pytest.mark.long) if one in LONG else one for one in CHECKS]
)
def test_the_right_machine_is_green(check: str, model: str, tmp_path: Path) -> None:
    for row, finding in found(check, model, tmp_path).items():
        assert finding.grade in (Grade.CONFORME, Grade.NO_APLICA), f"{row}: {told(finding)}"


@pytest.mark.parametrize(
    "wrong", [one if one in SOON else pytest.param(one, marks=pytest.mark.long) for one in SPOILT]
)
def test_one_thing_wrong_turns_its_row_red(
    wrong: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    spoilt = SPOILT[wrong]
    spoilt.ship(monkeypatch)
    finding = found(spoilt.check, spoilt.model, tmp_path)[spoilt.row]
    assert finding.grade == Grade.NO_CONFORME, told(finding)
    assert finding.figures or wrong in BROKEN, told(finding)


def test_pots_are_held_against_the_share_that_was_filed(tmp_path: Path) -> None:
    """C-05: another share in the maker's file than in the machine."""
    text = (MODELS_FOLDER / "aneto.toml").read_text(encoding="utf-8")
    filed = tmp_path / "filed.toml"
    filed.write_text(text.replace('share = "1/200"', 'share = "1/250"'), encoding="utf-8")
    finding = found("chance_pots", "aneto", tmp_path / "evidence", declared=filed)["C-05"]
    assert finding.grade == Grade.NO_CONFORME, told(finding)


@pytest.mark.long
def test_the_largest_prize_is_held_against_the_law(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """C-04: under a law that allows half as much, the same machine is refused."""
    law = load_model("moncayo").profile
    half = replace(law.rules["C-04"], multiple=1_000)
    stricter = replace(law, rules={**law.rules, "C-04": half})
    monkeypatch.setattr(Sample, "law", property(lambda sample: stricter))
    finding = found("chance_largest", "moncayo", tmp_path)["C-04"]
    assert finding.grade == Grade.NO_CONFORME, told(finding)


def test_nothing_of_the_inside_is_read() -> None:
    """A check from outside knows no variable of the firmware and no byte of its books."""
    folder = Path(emulator.lab.bench.__file__).parent
    hands = [folder / f"{name}.py" for name in ("guest", "player", "skills", "words")]
    checks = [path for kind in ("chance", "skill") for path in folder.parent.glob(f"checks/{kind}_*.py")]
    assert len(checks) >= 14
    for path in (*hands, *checks):
        tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        read = {node.attr for node in tree if isinstance(node, ast.Attribute)}
        assert not read & INSIDE, f"{path.name}: {read & INSIDE}"


@pytest.mark.long
def test_firmware_of_another_is_held_to_independence_from_outside(tmp_path: Path) -> None:
    """C-01: on MicroPython, and nothing of its inside is known."""
    folder = copied_firmware(tmp_path / "firmware", "chance/play.py", _DRAW, _COMPENSATED)
    finding = found("chance_series", "moncayo", tmp_path / "evidence", firmware=folder)["C-01"]
    assert finding.grade == Grade.NO_CONFORME, told(finding)
