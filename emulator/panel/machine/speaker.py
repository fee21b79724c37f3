# SPDX-License-Identifier: MIT
"""
The loudspeaker: hears what the cabinet tells and plays the sound that belongs to it.

    speaker = speaker_of(cabinet.model)
    cabinet.listen(speaker.hear)
    speaker.open()
    speaker.update(look(cabinet), prizes_cents, now_ms, audible=True)      # every frame
    speaker.captions(now_ms)                                               # ["coin", "run"]
"""

from __future__ import annotations

import contextlib
import random
import threading
from collections.abc import Callable, Mapping, Sequence

from emulator.panel.access.captions import Captions
from emulator.panel.art import sounds, sounds_own
from emulator.panel.art.sounds import RATE_HZ, Wave
from emulator.panel.machine.parts.front import Front
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.sound.hours import STEPS, Hours
from emulator.panel.sound.mixer import Mixer
from emulator.panel.sound.stream import Stream
from machines.model import Model
from machines.support.plain import JsonView

_NONE: Mapping[str, bytes] = {}
_HUSH_MS = 90
_MOTOR_TAIL_MS = 450  # the motor is heard so long after the last coin it moved
# A hopper's coins never come at one pace: each is up to so much late, and softer by up to so much.
_LATE_MS, _SOFTER = 22, 0.3
_CLATTER = ("paid", "ejected")
# A light runs round so many lamps, from 0 on (firmware/skill/stopper_round.py).
_RING_LIGHTS = 32
# Events of one sound.
_ALONE = {"note_in": "note", "note_returned": "note", "ticket": "ticket"}
# Attack and release of what goes round.
_FADES_MS: Mapping[str, tuple[float, float]] = {sounds.BUZZER: (8, 12)}
_USUAL_FADES_MS = (120.0, 90.0)


class Speaker:
    """
    Plays what belongs to the events of a cabinet through one mixer, whose limiter bounds the sum.

    ``cue`` names are collected first and played in ``update``, which drops them all while nobody
    plays the machine (RD 2110/1998 art. 6.15). The buzzer is no lure and always heard: it tells of a door
    and calls the staff (arts. 11.2 and 13.4). Without a sound device nothing is played.

    Args:
        name: of the set of sounds.
        own: sounds of the maker's own, WAV, OGG or FLAC, by the name of what each is heard in place of.
    """

    def __init__(self, name: str = "", own: Mapping[str, bytes] = _NONE) -> None:
        self._name = name
        self._own = own
        self.mixer = Mixer(sounds.VOICES, sounds.voice_of, RATE_HZ)
        self._stream = Stream(self.mixer)
        self.pads = 0
        """Lamps behind the glass, from the first on, that are heard: the pads of a memory game."""
        self.lights = 0
        """Lamps behind the glass, from the first on, round which a light runs; the first is the mark."""
        self.step = STEPS - 1
        """Of the volume: 0 is silence, 4 the loudest."""
        self.muted = False
        self._share = 1.0
        self._hours: Hours | None = None
        self._hourly: int | None = None
        self._audible = False
        self._cues: list[str] = []
        self._captions = Captions()
        self._lit: frozenset[int] = frozenset()
        self._alarm = False
        self._motor_until_ms = -1
        self._looping: set[str] = set()
        self._coins = 0

    def open(self) -> None:
        """Open the sound device and synthesise in the background; a machine without one stays mute."""
        if self._stream.open():
            threading.Thread(target=self.prepare, name="azar-sounds", daemon=True).start()

    def prepare(self) -> None:
        """Synthesise the sounds, and decode the maker's own; pygame's mixer is open if there are any."""
        takes = dict(sounds.takes(self._name))
        for name, file in self._own.items():
            with contextlib.suppress(sounds_own.SoundError):  # azar's own is heard then
                takes[name] = (sounds_own.fitted(name, sounds_own.decoded(file)),)
        self.mixer.takes = takes | _more_stops(takes, self._own)

    def close(self) -> None:
        """Fall silent."""
        self.mixer.takes = {}
        self._stream.close()

    def louder(self, steps: int) -> None:
        """Move the volume by steps, within its four."""
        self.step = min(STEPS, max(1, self.step + steps))

    def toggle_mute(self) -> None:
        """Silence everything, or no longer."""
        self.muted = not self.muted

    def allow(self, share: float) -> None:
        """So much of the volume is allowed now, 0 to 1: what the house says of this hour; 0 is silence."""
        self._share = min(1.0, max(0.0, share))

    def schedule(self, rows: Sequence[tuple[str, int]]) -> None:
        """
        Let the hour say the volume: rows of (``HH:MM``, step from then on, 0 to 4); none for no schedule.

        Raises:
            HoursError: a row says no hour or no step, or an hour comes twice.
        """
        self._hours = Hours(rows) if rows else None
        self._hourly = None

    def tell_time(self, minute: int) -> None:
        """It is this minute of the day, 0 to 1,439. What a hand sets holds until the schedule changes."""
        step = self._hours.step(minute) if self._hours else None
        if step is not None and step != self._hourly:
            self.step = step
        self._hourly = step

    def watch(self, front: Front) -> None:
        """Which lamps of this front are heard."""
        self.pads = front.pads
        self.lights = _RING_LIGHTS if front.awards and not front.pads else 0

    def hear(self, kind: str, t_us: int, fields: JsonView) -> None:
        """A cabinet's event; a sound may belong to it."""
        del t_us
        if kind == "coin_slot":
            self._cues.append(sounds.coin_name("coin", int(fields["cents"])))
        elif kind == "coin_returned":
            self._cues.append("refused")
        elif kind == "hopper_coin":
            self._cues.append("ejected")
        elif kind == "coin_in_tray":
            self._cues.append(sounds.coin_name("paid", int(fields["cents"])))
        elif kind == "reel_stop":
            self._cues.append(sounds.stop_name(int(fields["reel"])))
        elif kind in _ALONE:
            self._cues.append(_ALONE[kind])
        elif kind == "button" and fields.get("down"):
            self._cues.append("button")

    def update(self, seen: Seen, prizes_cents: Mapping[int, int], now_ms: int, audible: bool) -> list[str]:
        """
        Play what is due; return the names of the sounds begun.

        Args:
            prizes_cents: prize of each lamp behind the glass, for the size of a win.
            audible: whether somebody plays; if not, every cue is forgotten.
        """
        cues = self._due(seen, prizes_cents)
        if "ejected" in cues:
            self._motor_until_ms = now_ms + _MOTOR_TAIL_MS
        audible = audible and seen.powered
        changes: list[Callable[[], None]] = []
        if self._audible and not audible:
            changes.append(lambda: self.mixer.hush(_HUSH_MS, sounds.BUZZER))
        self._audible = audible
        heard = audible and self.step > 0 and self._share > 0
        changes += self._loop("run", audible and any(reel.moving for reel in seen.reels), heard)
        changes += self._loop("motor", audible and now_ms < self._motor_until_ms, heard)
        changes += self._loop(sounds.BUZZER, seen.powered and seen.sounding, True)
        begun = cues if audible else []
        changes += [self._beginning(name) for name in begun if heard]
        self._captions.note(begun, now_ms)
        self._play(changes)
        return begun

    def captions(self, now_ms: int) -> list[str]:
        """Captions of what was heard within 2.5 s or still is, the newest first: names in ``CAPTIONS``."""
        return self._captions.shown(self.loops, now_ms)

    @property
    def loops(self) -> frozenset[str]:
        """The sounds that go on for as long as what makes them does."""
        return frozenset(self._looping)

    def _due(self, seen: Seen, prizes_cents: Mapping[int, int]) -> list[str]:
        """What the events since the last look, and what has lit up since, sound like."""
        cues, self._cues = self._cues, []
        new = seen.glass - self._lit
        won = max((prizes_cents[lamp] for lamp in new if lamp in prizes_cents), default=0)
        if won:
            cues.append(sounds.win_name(won))
        cues += [sounds.PAD.format(pad + 1) for pad in range(self.pads) if pad in new]
        for light in range(0, self.lights, sounds.LIGHTS_APART):
            if light in new:
                cues.append(sounds.LIGHT if light else sounds.LIGHT_MARK)
        alarm = seen.alarm and not seen.called
        if alarm and not self._alarm and not seen.sounding:
            cues.append("tilt")
        self._lit, self._alarm = seen.glass, alarm
        return cues

    def _play(self, changes: Sequence[Callable[[], None]]) -> None:
        """Let the mixer do what has changed, at once; else go on."""
        volume = self._level()
        if changes or volume != self.mixer.volume:
            self._stream.turn_back()
            self.mixer.volume = volume
            for change in changes:
                change()
        self._stream.fill()

    def _level(self) -> float:
        """The volume; no hour silences the buzzer, which the law wants heard."""
        if self.muted:
            return 0.0
        level = sounds.VOLUMES[self.step - 1] * self._share if self.step else 0.0
        return level or (sounds.VOLUMES[0] if sounds.BUZZER in self._looping else 0.0)

    def _beginning(self, name: str) -> Callable[[], None]:
        """Begin a sound; coins of a hopper come irregularly, and in the same way every time."""
        if sounds.voice_of(name) not in _CLATTER:
            return lambda: self.mixer.begin(name)
        self._coins += 1
        chance = random.Random(f"{name} {self._coins}")
        late_ms, gain, take = (
            chance.uniform(0, _LATE_MS),
            1 - chance.uniform(0, _SOFTER),
            chance.randrange(16),
        )
        return lambda: self.mixer.begin(name, take=take, gain=gain, delay_ms=late_ms)

    def _loop(self, name: str, on: bool, heard: bool) -> list[Callable[[], None]]:
        """What must change for a sound to go round, or no longer."""
        (self._looping.add if on else self._looping.discard)(name)
        on = on and heard
        if on == self.mixer.loops(name):
            return []
        attack_ms, release_ms = _FADES_MS.get(name, _USUAL_FADES_MS)
        return [lambda: self.mixer.loop(name, on, attack_ms if on else release_ms)]


def speaker_of(model: Model) -> Speaker:
    """The loudspeaker of a machine, with the sounds of its family and the maker's own."""
    return Speaker(sounds.set_name(model.art["style"]), model.own_sounds)


def _more_stops(
    takes: Mapping[str, tuple[Wave, ...]], own: Mapping[str, bytes]
) -> dict[str, tuple[Wave, ...]]:
    """Where a maker gives stops of three reels alone, the fourth and fifth sound as the first two."""
    later = {sounds.stop_name(reel): sounds.stop_name(reel - 3) for reel in (4, 5)}
    return {name: takes[as_] for name, as_ in later.items() if as_ in own and name not in own}
