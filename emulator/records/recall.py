# SPDX-License-Identifier: MIT
"""
The last plays again: from an NVRAM image, or from a journal that is run again for them.

    recalled = recall("run.jsonl", plays=10)
    for play in recalled.plays:                   # newest first
        print(play.number, play.prize_cents, play.windows)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cext
from emulator import EmulatorError
from emulator.bootrom import model_of
from emulator.cabinet import Cabinet
from emulator.records import journal
from emulator.records.images import Image, ImageError, read_image
from emulator.records.recall_chance import Step, steps_by_play
from emulator.records.replay import DigestError, Progress, replay
from machines import MachinesError
from machines.firmware import nvram
from machines.model import ChanceModel, CycleModel, Model, SkillModel
from machines.schema_skill import LIGHTS, STOPPER
from machines.skill_games import Game

# How many plays an NVRAM holds; a journal has all of its own.
KEPT = nvram.RING_ROWS


@dataclass(frozen=True)
class Play:
    """One play as it was; money in cents. What a journal alone cannot tell is None."""

    number: int
    """Starts of the machine until and with this one."""
    t_us: int | None
    """When it was started, in the journal's time."""
    auto: bool | None
    """Nobody pressed: the machine started by itself (B-11)."""
    held: tuple[int, ...]
    """Reels held, from 1."""
    stake_cents: int
    prizes_cents: tuple[int, ...]
    """Of each entry; a double play has two."""
    credits_before_cents: int | None
    credits_after_cents: int | None
    stops: tuple[tuple[int, ...], ...]
    """Of each entry, the left reel first."""
    windows: tuple[tuple[tuple[str, ...], ...], ...]
    """Of each entry the symbols that were shown: rows from the top, one symbol a reel."""
    gambles_won: int = 0
    gamble_lost: bool = False
    """Type B: gambles of its prize that were won, and whether the last one was lost (B-22)."""
    returned: bool = False
    """Type B: its prize gave back what gambles had lost."""
    points: int | None = None
    """Type A: what its presses were worth."""
    rounds: int = 0
    """Type A: rounds of it that were over."""
    award: int = 0
    """Type A: what the points earned, from 1 in the order of the game's awards; 0: nothing."""
    lights: int = 0
    """Type A: the 32 lights of its game as they stood in the end, bit 0 the first."""
    game_number: int = 0
    """Type A: number of the game that was played, from 0."""
    game: str = ""
    """Type A: title of the game that was played."""
    steps: tuple[Step, ...] = ()
    """Type C: every step of it that is still known, the paid turn first."""

    @property
    def double(self) -> bool:
        """Whether two plays were made at once (B-03)."""
        return len(self.stops) == 2

    @property
    def prize_cents(self) -> int:
        """What it won in all, its gambles included."""
        return 0 if self.gamble_lost else sum(self.prizes_cents) << self.gambles_won

    def as_dict(self) -> dict[str, Any]:
        """The same as plain JSON values."""
        return {
            "number": self.number,
            "t_us": self.t_us,
            "kind": "double" if self.double else "single",
            "auto": self.auto,
            "held": list(self.held),
            "stake_cents": self.stake_cents,
            "prizes_cents": list(self.prizes_cents),
            "gambles_won": self.gambles_won,
            "gamble_lost": self.gamble_lost,
            "returned": self.returned,
            "prize_cents": self.prize_cents,
            "credits_before_cents": self.credits_before_cents,
            "credits_after_cents": self.credits_after_cents,
            "stops": [list(stops) for stops in self.stops],
            "windows": [[list(row) for row in window] for window in self.windows],
            "points": self.points,
            "rounds": self.rounds,
            "game": self.game,
            "award": self.award,
            "lights": self.lights,
            "steps": [step.as_dict() for step in self.steps],
        }


@dataclass(frozen=True)
class Recalled:
    """The last plays of a machine, newest first, and how they were found."""

    source: str
    how: str
    """"nvram", "replay" (run again, byte for byte the same) or "steps" (read off the journal's lines)."""
    model: Model
    serial: int | None
    test: bool
    plays: tuple[Play, ...]
    warnings: tuple[str, ...] = ()


def recall(
    path: str | Path, plays: int = 10, *, model: str | None = None, progress: Progress | None = None
) -> Recalled:
    """
    Recall the last plays.

    A journal is run again, and its plays are the ones that the machine itself wrote down. Where that is not
    possible (another firmware, an altered machine) its steps still tell stakes and outcomes.

    Args:
        path: a journal, a machine's file or a dump of its NVRAM.
        plays: how many at most; an NVRAM holds KEPT.
        model: name of a model, or path of a model or ROM file, where the file does not name one at hand.
        progress: as for ``replay``.

    Raises:
        ImageError: the file is none of these, or its NVRAM cannot be read, or its model is unknown.
        JournalError: the journal is altered.
    """
    if plays < 1:
        raise EmulatorError(f"plays must be 1 or more (got {plays})")
    image = read_image(path)
    known = _model(image, model)
    if image.kind == "journal":
        return _of_journal(image, known, plays, model, progress)
    if nvram.decode(image.nvram) is None:
        raise ImageError(f"{path}: no main record is whole", f"azar inspect {path}")
    found = tuple(_of_row(row, known, None) for row in nvram.recent(image.nvram)[:plays])
    found = _with_steps(found, known, image.nvram)
    return Recalled(image.source, "nvram", known, image.serial, image.test, found, image.warnings)


def _with_steps(plays: tuple[Play, ...], model: Model, image: bytes) -> tuple[Play, ...]:
    """Plays of chance as their steps tell of them: the window of the paid turn, the prize of all."""
    if not isinstance(model, ChanceModel):
        return plays
    known = steps_by_play(image, model)
    return tuple(_told(play, known.get(play.number, ())) for play in plays)


def _told(play: Play, steps: tuple[Step, ...]) -> Play:
    if not steps or steps[0].kind != "play":
        return replace(play, steps=steps)
    won_cents = steps[-1].won_cents + sum(step.pots_cents for step in steps)
    first = steps[0]
    return replace(
        play, prizes_cents=(won_cents,), stops=(first.stops,), windows=(first.window,), steps=steps
    )


def _model(image: Image, name: str | None) -> Model:
    wanted = name or image.model
    hint = "name it with --model: a model that ships, a model file or a ROM file"
    if wanted is None:
        raise ImageError(f"{image.source} does not say what model it is of", hint)
    try:
        return model_of(wanted)
    except MachinesError as error:
        raise ImageError(f"{image.source}: its model {wanted} cannot be read: {error}", hint) from error


def _of_row(row: Mapping[str, Any], model: Model, t_us: int | None) -> Play:
    """A row of the ring in NVRAM."""
    if isinstance(model, SkillModel):
        return _of_skill_row(row, model, t_us)
    reels, entries = len(model.strips), row["simultaneous"]
    # Type C has one entry: what it won, and then what its pots paid.
    prizes = (sum(row["prizes_cents"]),) if isinstance(model, ChanceModel) else row["prizes_cents"]
    flat = row["stops"]
    stops = [tuple(flat[i * nvram.MAX_REELS : i * nvram.MAX_REELS + reels]) for i in range(entries)]
    return Play(
        number=row["number"],
        t_us=t_us,
        auto=bool(row["auto"]),
        held=_reels(row["held"]),
        stake_cents=row["stake_cents"],
        prizes_cents=tuple(prizes[:entries]),
        credits_before_cents=row["credits_before_cents"],
        credits_after_cents=row["credits_after_cents"],
        stops=tuple(stops),
        windows=tuple(_window(model, one) for one in stops),
        gambles_won=row["gamble"] % nvram.RETURNED,
        gamble_lost=row["gamble"] >= nvram.LOST,
        returned=row["gamble"] == nvram.RETURNED,
    )


def _of_skill_row(row: Mapping[str, Any], model: SkillModel, t_us: int | None) -> Play:
    """Type A writes points, award, light, game and rounds where other types have their stops."""
    high, low, award, light, game, rounds, *lights = row["stops"][:10]
    if game >= len(model.games):
        raise ImageError(f"games must be some of {model.name} (got number {game})", "name the right model")
    return Play(
        number=row["number"],
        t_us=t_us,
        auto=False,
        held=(),
        stake_cents=row["stake_cents"],
        prizes_cents=tuple(row["prizes_cents"][:1]),
        credits_before_cents=row["credits_before_cents"],
        credits_after_cents=row["credits_after_cents"],
        stops=((),),
        windows=(),
        points=high << 8 | low,
        rounds=rounds,
        game=model.games[game].title,
        award=award,
        # A row of an older firmware has the light of a light stopper only.
        lights=int.from_bytes(bytes(lights), "little") or _light(model.games[game], light),
        game_number=game,
    )


def _light(game: Game, light: int) -> int:
    return 1 << light if game.kind == STOPPER and light < LIGHTS else 0


def _reels(mask: int) -> tuple[int, ...]:
    return tuple(reel + 1 for reel in range(nvram.MAX_REELS) if mask >> reel & 1)


def _window(model: Model, stops: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
    if any(stop >= len(strip) for stop, strip in zip(stops, model.strips, strict=True)):
        raise ImageError(
            f"stops must be some of {model.name} (got {stops})", "name the right model with --model"
        )
    return model.window(stops)


# -- journals ----------------------------------------------------------------------------------------


class _Collector:
    """Listens to a cabinet and takes each row of the ring when the main record makes it count."""

    def __init__(self, cabinet: Cabinet) -> None:
        self.rows: list[tuple[dict[str, Any], int]] = []
        self._cabinet = cabinet
        self._stepped_us: int | None = None
        self._rewound = self._answered = False
        self._seen = self._newest()
        cabinet.listen(self._heard)
        cabinet.listen_inputs(self._done)

    @property
    def nvram(self) -> bytes:
        """Of the machine as it is now."""
        return self._cabinet.nvram

    def drop_undone(self) -> None:
        """Leave out the plays that a rewind has undone: the machine does not know them any more."""
        if not self._rewound:
            return
        self._rewound, self._stepped_us = False, None
        self._seen = self._newest()
        self.rows = [row for row in self.rows if row[0]["number"] <= self._seen]

    def _newest(self) -> int:
        return max((row["number"] for row in nvram.recent(self._cabinet.nvram)), default=0)

    def _done(self, name: str, t_us: int, _: Mapping[str, Any]) -> None:
        self._rewound |= name == "rewind"

    def _heard(self, kind: str, t_us: int, _: Mapping[str, Any]) -> None:
        self.drop_undone()
        if kind == "step":
            self._stepped_us = t_us
        elif kind == "answer":
            self._answered = True
        elif kind == "commit" and self._stepped_us is not None:
            newest = next(iter(nvram.recent(self._cabinet.nvram)), None)
            if newest is not None and newest["number"] > self._seen:
                self._seen = newest["number"]
                self.rows.append((newest, self._stepped_us))
                self._stepped_us = None
        elif kind == "commit" and self._answered:
            # A gamble is counted in the row of its play.
            self._answered = False
            newest = next(iter(nvram.recent(self._cabinet.nvram)), None)
            if newest is not None and self.rows and newest["number"] == self.rows[-1][0]["number"]:
                self.rows[-1] = (newest, self.rows[-1][1])


def _of_journal(
    image: Image, model: Model, plays: int, name: str | None, progress: Progress | None
) -> Recalled:
    collectors: list[_Collector] = []

    def build(origin: Mapping[str, Any], **options: Any) -> Cabinet:
        cabinet = Cabinet.from_origin(origin, **options)
        collectors.append(_Collector(cabinet))
        return cabinet

    try:
        report = replay(image.source, progress, model=name, build=build)
    except DigestError as error:
        return _by_steps(image, model, plays, str(error))
    if report.difference is not None:
        return _by_steps(image, model, plays, f"line {report.difference.line} was not reproduced")
    collectors[0].drop_undone()
    if isinstance(model, ChanceModel | SkillModel):
        return _of_nvram_at_the_end(image, model, plays, collectors[0])
    newest = collectors[0].rows[::-1][:plays]
    found = [_of_row(row, model, t_us) for row, t_us in newest]
    earlier = nvram.recent(image.nvram)[: plays - len(found)]
    found += [_of_row(row, model, None) for row in earlier]
    if not found and report.compared and '"out":"step"' in Path(image.source).read_text("ascii"):
        # A firmware with records of its own: what the board saw is all there is.
        return _by_steps(image, model, plays, "its firmware keeps no plays that can be read")
    return Recalled(image.source, "replay", model, image.serial, image.test, tuple(found))


def _of_nvram_at_the_end(image: Image, model: Model, plays: int, collector: _Collector) -> Recalled:
    """A play of chance or skill takes many commits: its rows are read once the journal has run to its end."""
    times = {row["number"]: t_us for row, t_us in collector.rows}
    rows = nvram.recent(collector.nvram)[:plays]
    found = tuple(_of_row(row, model, times.get(row["number"])) for row in rows)
    found = _with_steps(found, model, collector.nvram)
    return Recalled(image.source, "replay", model, image.serial, image.test, found)


def _by_steps(image: Image, model: Model, plays: int, reason: str) -> Recalled:
    read = journal.read(image.source)
    if not isinstance(model, CycleModel):
        hint = "run it again with the firmware that it was recorded with"
        raise ImageError(f"{image.source}: {reason}, and steps of type {model.type} cannot be read off", hint)
    recorded = read.header["digests"]["tables"]
    present = _tables_digest(model)
    if recorded != present:
        raise ImageError(
            f"{image.source}: tables digest must be {recorded} as recorded (got {present} of {model.name})",
            "name the model or ROM that was played with --model",
        )
    found = tuple(_steps(read, model))[::-1][:plays]
    warning = f"cannot be run again ({reason}): read off its steps, credits as they were displayed"
    return Recalled(image.source, "steps", model, image.serial, image.test, found, (warning,))


def _tables_digest(model: CycleModel) -> str:
    import hashlib

    return hashlib.sha256(model.tables.blob).hexdigest()


def _steps(read: journal.Journal, model: CycleModel) -> Iterator[Play]:
    """The plays that the board saw; a step that a cut prevented from being committed is left out."""
    known = nvram.decode(read.nvram)
    number = 0 if known is None else known["starts"]
    shown: int | None = None
    waiting: dict[str, Any] | None = None
    for line in read.standing:
        if not any(kind in read.lines[line - 1] for kind in _TELLING):
            continue
        event = read.event(line)
        out = event.get("out")
        if out == "display" and "credits" in event:
            shown = _cents(event["credits"])
            if waiting is not None and waiting["after"] is None:
                waiting["after"] = shown
        elif out == "commit" and waiting is not None:
            waiting["committed"] = True
            waiting["gambles"] += waiting.pop("answer", [])
        elif out == "step_not_committed" or (out == "power" and not (waiting or {}).get("committed")):
            waiting = None
        elif out == "power" and waiting is not None:
            waiting.pop("answer", None)
        elif out == "answer" and waiting is not None:
            won = cext.unpack_outcome(bytes.fromhex(event["outcome"])).won_cents
            waiting["answer"] = [won > 0] if event["answer"] == "dare" else []
        elif out == "step":
            if waiting is not None:
                number += 1
                yield _of_step(waiting, number, model)
            waiting = {"event": event, "before": shown, "after": None, "committed": False, "gambles": []}
    if waiting is not None and waiting["committed"]:
        yield _of_step(waiting, number + 1, model)


_TELLING_KINDS = ("step", "answer", "step_not_committed", "display", "commit", "power")
_TELLING = tuple(f'"out":"{kind}"' for kind in _TELLING_KINDS)


def _of_step(step: Mapping[str, Any], number: int, model: CycleModel) -> Play:
    event = step["event"]
    entries = cext.unpack_outcome(bytes.fromhex(event["outcome"])).entries
    return Play(
        number=number,
        t_us=event["t"],
        auto=None,
        held=_reels(event["held"]),
        stake_cents=len(entries) * model.price_cents,
        prizes_cents=tuple(entry.prize_cents for entry in entries),
        credits_before_cents=step["before"],
        credits_after_cents=step["after"],
        stops=tuple(tuple(entry.stops) for entry in entries),
        windows=tuple(_window(model, tuple(entry.stops)) for entry in entries),
        gambles_won=sum(step["gambles"]),
        gamble_lost=False in step["gambles"],
    )


def _cents(text: str) -> int | None:
    """An amount as the segments show it, "3.80"; None while they are dark or test themselves."""
    digits = text.strip().replace(".", "")
    return int(digits) if digits.isdecimal() and "." in text else None
