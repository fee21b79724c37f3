# SPDX-License-Identifier: MIT
"""The same presses on machines with other keys bring the same: chance decides nothing (A-02, A-03)."""

from __future__ import annotations

from emulator.lab.bench.guest import guest_at
from emulator.lab.bench.player import BEST, MASH, Player, Skill
from emulator.lab.bench.skills import reachable
from emulator.lab.bench.words import filed, in_force, kept, none_of
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import Findings, Method, Words, judged
from machines.model import SkillModel
from machines.types.skill.games import Game


def examine(exam: Examination) -> Findings:
    """The same visit on each machine."""
    found, rows = Findings(), in_force(exam, "A-02", "A-03")
    model = filed(exam)
    assert isinstance(model, SkillModel)
    with kept(found, *rows):
        keys = exam.pick(3, 6, 20)
        skills = _skills(model.games[0], exam.pick(4, 8, 12))
        visits = [
            _visit(exam, exam.stream(f"key_{number}"), model.games[0], skills) for number in range(keys)
        ]
        exam.keep("visits.json", visits)
        other = sum(visit != visits[0] for visit in visits)
        for row in rows:
            found[row] = judged(
                Words(
                    f"{len(skills)} jugadas iguales en {keys} máquinas con claves distintas, ronda a ronda",
                    f"{len(skills)} equal plays on {keys} machines with other keys, round by round",
                ),
                Method.OBSERVED,
                none_of(
                    "other", "máquinas con otro resultado", "machines with another result", other, "machines"
                ),
                files=("visits.json",),
            )
    return found


def _skills(game: Game, count: int) -> list[Skill]:
    """The best player, one who hammers, and some in between."""
    ways = [skill for _, skill in sorted(reachable(game).items())]
    step = max(1, len(ways) // count)
    return [BEST, MASH, *ways[step // 2 :: step][:count]]


def _visit(exam: Examination, seed: str, game: Game, skills: list[Skill]) -> list[list[object]]:
    """What each of the players gets, one after the other."""
    with guest_at(exam, seed=seed) as guest:
        player = Player(guest, game)
        plays = []
        for skill in skills:
            player.pay_for_a_play()
            plays.append([*player.play(skill)])
        return [[list(one) if isinstance(one, tuple) else one for one in play] for play in plays]
