# SPDX-License-Identifier: MIT
"""Type C at its limits from outside: the right machine is green, one with one thing wrong is red in its row."""

from __future__ import annotations

from pathlib import Path

import pytest
from exam_limits import Spoilt, found, told

from emulator.lab.exam.catalogue import shipped
from emulator.lab.exam.finding import Grade

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
    if RUN[0] and outcome.settled(state.outcome):
        state.state, state.outcome = payout.step(before, kind, choice)
        for again in range(20):
            if {_NONE}:
                break
            state.state, state.outcome = payout.step(state.state, kind, choice)
    RUN[0] = 0 if {_NONE} else 1
"""
_SKIPPED = f"""{_DRAW}
    if outcome.settled(state.outcome):
        state.state, state.outcome = payout.step(state.state, kind, choice)
"""
_RESTS = "return state.now_ms - state.last_start_ms >= settings.PLAY_MIN_MS"

SPOILT = {
    "a win after five losses": Spoilt("C-01", "chance_series", "moncayo", PLAY, _DRAW, _COMPENSATED),
    "no win after a win": Spoilt("C-01", "chance_series", "mudejar", PLAY, _DRAW, _GREEDY),
    "every other play is left out": Spoilt("C-01", "chance_dealt", "moncayo", PLAY, _DRAW, _SKIPPED),
    "four euros are enough": Spoilt(
        "C-03", "chance_price", "moncayo", PLAY, ">= price_cents(state)", ">= 400"
    ),
    "a play costs nothing": Spoilt(
        "C-03", "chance_price", "moncayo", PLAY, "credits_cents -= price_cents(state)", "credits_cents -= 0"
    ),
    "all credits are the stake": Spoilt(
        "C-02", "chance_price", "moncayo_nacional", PLAY, "credits_cents -= price_cents(state)",
        "credits_cents -= state.credits_cents",
    ),
    "every play costs the first bet": Spoilt(
        "C-02", "chance_price", "moncayo_nacional", PLAY, "settings.BETS[state.bet]", "settings.BETS[0]"
    ),
    "a tenth of a second too short": Spoilt(
        "C-09", "chance_pace", "moncayo", PLAY, _RESTS, _RESTS.replace("PLAY_MIN_MS", "PLAY_MIN_MS - 100")
    ),
    "a start follows a boot at once": Spoilt(
        "C-09", "chance_pace", "mudejar", PLAY, _RESTS, "return not reels.busy(state)"
    ),
    "every coin is a euro": Spoilt(
        "C-10", "chance_mouths", "moncayo", CREDIT, "cents = settings.COINS[coin][0]", "cents = 100"
    ),
    "a token is a euro": Spoilt(
        "C-10", "chance_mouths", "moncayo_fichas", CREDIT, "cents = settings.COINS[coin][0]", "cents = 100"
    ),
    "a refused order is booked": Spoilt(
        "C-10", "chance_mouths", "moncayo_tarjeta", CARD, "== link.DONE)", "!= 9)"
    ),
    "a coin is kept": Spoilt(
        "C-11", "chance_payment", "moncayo", CREDIT, "cents - by_hand_cents)", "cents - by_hand_cents - 100)"
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
        "C-13", "chance_deposits", "moncayo", "coins.py", "\n    return hopper\n", "\n    return -1\n"
    ),
    "no lock": Spoilt(
        "C-14", "chance_hand_pay", "moncayo", CREDIT, "owed.owe(state, nvram.KIND_HAND, cents)", "pass"
    ),
    "no light while it waits": Spoilt(
        "C-14", "chance_hand_pay", "moncayo", "lamps.py", "not tilt.ready(state) or ", ""
    ),
    "a cut releases it": Spoilt(
        "C-14", "chance_hand_pay", "mudejar", "tilt.py", 'state.tilt == "meter" and board', "state.tilt and board"
    ),
    "a silent hand pay": Spoilt(
        "C-14", "chance_hand_pay", "moncayo", CALL, "return beat & 1 == 0", "return False"
    ),
    "the light ends with the alarm": Spoilt(
        "C-15", "chance_lights", "moncayo", "lamps.py", "or state.box_open ", ""
    ),
    "no call": Spoilt("C-16", "chance_lights", "mudejar", CALL, "not state.calling\n", "False\n"),
    "no coin light": Spoilt("C-16", "chance_lights", "mudejar", CALL, "lit |= LAMP_ACCEPT", "pass"),
    "nothing is lit": Spoilt("C-21", "chance_lights", "moncayo", FRONT, "lit |= 1 << side", "pass"),
    "lit before it stands": Spoilt(
        "C-21", "chance_lights", "moncayo", FRONT,
        "    if state.phase == nvram.PHASE_ROLLING and not state.step_shown:\n        return lit", "    if False:\n        return lit",
    ),
    "a button doubles the credits": Spoilt(
        "C-08", "chance_raise", "mudejar", PLAY, "    refusal: tuple = ()\n",
        "    refusal: tuple = ()\n    state.credits_cents <<= state.presses >> DOUBLE & 1\n",
    ),
    "a win is staked by itself": Spoilt(
        "C-08", "chance_raise", "aneto", PLAY,
        "    if not state.presses:\n        return\n    chosen = -1", "    chosen = 0",
    ),
}  # fmt: skip


@pytest.mark.parametrize("model", ["moncayo", "moncayo_tarjeta", "aneto"])
@pytest.mark.parametrize("check", CHECKS)
def test_the_right_machine_is_green(check: str, model: str, tmp_path: Path) -> None:
    for row, finding in found(check, model, tmp_path).items():
        assert finding.grade in (Grade.CONFORME, Grade.NO_APLICA), f"{row}: {told(finding)}"


@pytest.mark.parametrize("wrong", SPOILT)
def test_one_thing_wrong_turns_its_row_red(
    wrong: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    spoilt = SPOILT[wrong]
    spoilt.ship(monkeypatch)
    finding = found(spoilt.check, spoilt.model, tmp_path)[spoilt.row]
    assert finding.grade == Grade.NO_CONFORME, told(finding)
