# SPDX-License-Identifier: MIT
"""
Plays through coins and buttons beside what the core deals for the same key, play by play (C-01).

The core's step is a pure function of key and number of the play, with nothing that a play before left but the
pots: where both series are one, nothing between the core and the player remembers, adds or leaves out a play.
"""

from __future__ import annotations

import cext
from cext.chance_play import Action
from emulator.lab.bench.guest import StuckError, guest_at
from emulator.lab.bench.words import all_of, stuck
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import Findings, Method, Words, judged
from emulator.support.seed import seed_key
from machines.model import ChanceModel


def examine(exam: Examination) -> Findings:
    """Both series."""
    found = Findings()
    model = exam.model
    assert isinstance(model, ChanceModel)
    wanted = exam.pick(150, 600, 3_000)
    dealt = core_series(model, exam.seed, exam.sample.serial, wanted)
    try:
        with guest_at(exam) as guest:
            played = [guest.play().won_cents for _ in range(wanted)]
    except StuckError as error:
        found["C-01"] = stuck(error)
        return found
    exam.keep("dealt.json", [list(pair) for pair in zip(played, dealt, strict=True)])
    alike = sum(one == other for one, other in zip(played, dealt, strict=True))
    found["C-01"] = judged(
        Words(
            f"{wanted} jugadas con dinero y botón, al lado de las que reparte el núcleo para la misma clave",
            f"{wanted} plays by money and button, beside those that the core deals for the same key",
        ),
        Method.PLAYED,
        all_of("alike", "jugadas iguales", "equal plays", alike, wanted, "plays"),
        files=("dealt.json",),
    )
    return found


def core_series(model: ChanceModel, seed: str, serial: int, plays: int) -> list[int]:
    """What each play wins by the core alone: the first of what is offered is picked, wins are kept."""
    state = model.first_state(seed_key(seed), serial)
    found = []
    for _ in range(plays):
        won, action = 0, "play"
        while True:
            state, step = cext.chance_step(model.tables, state, _ACTIONS[action])
            won += sum(step.pot_cents)
            if step.settled:
                found.append(won + step.won_cents)
                break
            action = step.phase
    return found


# What a guest does where a phase asks: a gamble is not dared.
_ACTIONS: dict[str, Action] = {"play": "play", "free": "free", "pick": "pick", "gamble": "collect"}
