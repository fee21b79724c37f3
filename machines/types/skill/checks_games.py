# SPDX-License-Identifier: MIT
"""Checks games and awards of a type A model against the law and a player's hands."""

from __future__ import annotations

import math
from itertools import pairwise

from machines.check.money import ascending
from machines.check.problems import Findings
from machines.types.skill.draft import SkillDraft
from machines.types.skill.games import Game, games_of
from machines.types.skill.limits import SkillLimits
from machines.types.skill.schema import MEMORY, PADS, PLAY, STOPPER, TICKETS, Memory, Stopper

# A tune of many notes asks for most of the pads, and never for one pad so often running.
_LEAST_PADS = 3
_MOST_RUNNING = 2
# What a practised hand needs from pad to pad: a clock below it could never be beaten.
_PRESS_MS = 250


def check_games(draft: SkillDraft, findings: Findings) -> None:
    """Each game has the numbers of its kind; further ones belong to a registered model (A-06)."""
    games = games_of(draft)
    for game in games:
        _check_kind(game, findings)
        if game.kind == STOPPER and game.stopper is not None:
            _check_stopper(game.path + "stopper", game.stopper, findings)
        if game.kind == MEMORY and game.memory is not None:
            _check_memory(game.path + "memory", game.memory, findings)
    if len(games) > 1 and draft.model_number is None and not findings.about("model_number"):
        hint = "write the number under which the model is registered, or take [[games]] out"
        findings.add(
            "model_number", "must be there where games can be changed (got nothing)", hint, rule="A-06"
        )
    titles = [game.title for game in games]
    for number, title in enumerate(titles[1:]):
        if title in titles[: number + 1]:
            message = f'must be a name that no other game of the model has (got "{title}")'
            findings.add(f"games[{number}].title", message, "give it a name of its own", value=title)


def _check_kind(game: Game, findings: Findings) -> None:
    for kind, numbers in ((STOPPER, game.stopper), (MEMORY, game.memory)):
        path = game.path + kind
        if game.kind == kind and numbers is None and not findings.about(path):
            hint = f"write [{path}], or name another game"
            findings.add(path, f'must be there where game is "{kind}" (got nothing)', hint)
        elif game.kind not in ("", kind) and numbers is not None:
            hint = f'take [{path}] out, or write game = "{kind}"'
            findings.add(path, f'must be left out where game is "{game.kind}" (got a table)', hint)


def _check_stopper(path: str, game: Stopper, findings: Findings) -> None:
    """Zones widen and are worth less, and leave a part of every lap that is worth nothing."""
    ascending(f"{path}.zones", [zone.within_ms for zone in game.zones], findings)
    points = [zone.points for zone in game.zones]
    if any(after >= before for before, after in pairwise(points)):
        message = f"must be worth fewer points the wider they are (got {', '.join(map(str, points))})"
        findings.add(f"{path}.zones", message, "lower the points of the wider zones", value=points)
    widest = max(zone.within_ms for zone in game.zones)
    for number, lap_ms in enumerate(game.laps_ms):
        hint = "slow the light down or narrow the zones: a press anywhere would score"
        findings.under(f"{path}.laps_ms[{number}]", lap_ms, 4 * widest + 4, "ms", hint)


def _check_memory(path: str, game: Memory, findings: Findings) -> None:
    """Tunes that grow, that all differ and that are alike hard; a clock that a hand can beat."""
    ascending(f"{path}.lengths", game.lengths, findings)
    if len(game.note_ms) != len(game.lengths):
        message = f"must have a time for each of {len(game.lengths)} rounds (got {len(game.note_ms)})"
        findings.add(f"{path}.note_ms", message, "write one time a round", value=len(game.note_ms))
    if math.gcd(game.stride, len(game.notes)) != 1:
        message = f"must have no divisor in common with the {len(game.notes)} notes (got {game.stride})"
        hint = "take a prime number that does not divide them: then every place begins a tune in its turn"
        findings.add(f"{path}.stride", message, hint, value=game.stride)
    _check_tunes(path, game, findings)
    findings.under(f"{path}.time_max_ms", game.time_max_ms, game.time_ms, "ms", "raise it to time_ms or more")
    least_ms = max(game.lengths) * _PRESS_MS
    hint = "raise it: nobody could repeat the longest tune in time"
    findings.under(f"{path}.time_max_ms", game.time_max_ms, least_ms, "ms", hint)


def _check_tunes(path: str, game: Memory, findings: Findings) -> None:
    """No play may be much easier than another: the number of the play decides its tune, not the player."""
    longest = max(game.lengths)
    places = len(game.notes)
    tunes = [tuple(game.notes[(first + i) % places] for i in range(longest)) for first in range(places)]
    least = min(_LEAST_PADS, PADS, longest)
    for first, tune in enumerate(tunes):
        running = max(sum(1 for _ in group) for group in _groups(tune))
        if len(set(tune)) < least or running > _MOST_RUNNING:
            message = (
                f"must use {least} pads or more and no pad more than {_MOST_RUNNING} times running in any "
                f"{longest} notes (got {', '.join(map(str, tune))} from place {first + 1} on)"
            )
            findings.add(f"{path}.notes", message, "change a note of it", value=list(tune))
            return
    if len(set(tunes)) < places:
        hint = "change a note: two plays would ask for the same tune"
        findings.add(f"{path}.notes", f"must give {places} tunes (got {len(set(tunes))})", hint)


def _groups(tune: tuple[int, ...]) -> list[list[int]]:
    """A tune cut where its pad changes."""
    groups: list[list[int]] = [[tune[0]]]
    for note in tune[1:]:
        if note == groups[-1][-1]:
            groups[-1].append(note)
        else:
            groups.append([note])
    return groups


def check_awards(draft: SkillDraft, limits: SkillLimits, prices: tuple[int, ...], findings: Findings) -> None:
    """Skill earns what the profile allows, within the price of the plays needed (A-01 to A-04)."""
    games = games_of(draft)
    for game in games:
        if game.awards is not None:
            _check_rows(game, limits, findings)
            _check_extra(game, findings)
    if any(game.awards is None for game in games):
        return
    given = any(award.gives == TICKETS for game in games for award in game.awards or ())
    if (draft.tickets is not None) != given:
        if not findings.about("tickets"):
            message = "must be there" if given else "must be left out"
            hint = "a dispenser and an award that gives tickets belong together"
            findings.add("tickets", f"{message} (got {'nothing' if given else 'a dispenser'})", hint)
        return
    if not (draft.tickets and prices and limits.value_bound):
        return
    for game in games:
        for number, award in enumerate(game.awards or ()):
            if award.gives == TICKETS:
                worth = award.count * draft.tickets.value_cents
                hint = "give fewer tickets, lower their value or take the lowest price out"
                path = f"{game.path}awards[{number}].count"
                findings.over(path, worth, min(prices), "cents", hint, rule="A-03")


def _check_rows(game: Game, limits: SkillLimits, findings: Findings) -> None:
    awards = game.awards or ()
    ascending(f"{game.path}awards", [award.points for award in awards], findings)
    most = game.most_points
    for number, award in enumerate(awards):
        path = f"{game.path}awards[{number}]"
        if award.gives not in limits.gives:
            allowed = f"only {' or '.join(limits.gives)} may be won" if limits.gives else "nothing may be won"
            message = f"must not give {award.gives}: {allowed}"
            hint = "take the award out, or name a profile that allows it"
            listed = list(limits.gives)
            findings.add(f"{path}.gives", message, hint, value=award.gives, limit=listed, rule=limits.forbids)
        if award.gives != TICKETS and award.count != 1:
            hint = "leave count out"
            findings.add(f"{path}.count", f"must be 1 (got {award.count})", hint, value=award.count, limit=1)
        if most is not None:
            hint = "lower it: nobody could ever earn it"
            findings.over(f"{path}.points", award.points, most, "points", hint)


def _check_extra(game: Game, findings: Findings) -> None:
    """Further plays end some time: one price buys a bounded use (A-02)."""
    given = any(award.gives == PLAY for award in game.awards or ())
    if game.extra_plays_max is not None and bool(game.extra_plays_max) != given:
        message = f"must be {'1 or more' if given else '0'} (got {game.extra_plays_max})"
        hint = "write how many plays one price can be extended by, and an award that gives one"
        path = f"{game.path}extra_plays_max"
        findings.add(path, message, hint, value=game.extra_plays_max, rule="A-02")
