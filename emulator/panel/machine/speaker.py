# SPDX-License-Identifier: MIT
"""The loudspeaker: hears what the cabinet tells and plays the sound that belongs to it."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Mapping

import numpy as np
import pygame

from emulator.panel.art import sounds, sounds_own
from emulator.panel.frame.around import present
from emulator.panel.machine.parts.seen import Seen
from machines.support.plain import JsonView

_NONE: Mapping[str, bytes] = {}
_HUSH_MS = 90
_MOTOR_TAIL_MS = 450  # the motor is heard so long after the last coin it moved


class Speaker:
    """
    Plays at most so many voices at once as ``sounds.VOICES`` allows, so that their sum never clips.

    ``cue`` names are collected first and played in ``update``, which drops them all while nobody
    plays the machine (RD 2110/1998 art. 6.15). The buzzer is no lure and always heard: it tells of a door
    and calls the staff (arts. 11.2 and 13.4). Without a sound device nothing is played.

    Args:
        style: of the machine's model, whose sounds may be its own.
        own: sounds of the maker's own, WAV, OGG or FLAC, by the name of what each is heard in place of.
    """

    def __init__(self, style: str = "", own: Mapping[str, bytes] = _NONE) -> None:
        self._style = style
        self._own = own
        self._audible = False
        self.pads = 0
        """Lamps behind the glass, from the first on, that are heard: the pads of a memory game."""
        self._volume = 2
        self._muted = False
        self._cues: list[str] = []
        self._channels: dict[str, list[pygame.mixer.Channel]] = {}
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._ready = False
        self._lit: frozenset[int] = frozenset()
        self._alarm = False
        self._motor_until_ms = -1
        self._looping: set[str] = set()

    def open(self) -> None:
        """Open the sound device and synthesise in the background; a machine without one stays mute."""
        try:
            pygame.mixer.init(sounds.RATE_HZ, -16, 1, 512, allowedchanges=0)
        except pygame.error:
            return
        pygame.mixer.set_num_channels(sum(voice.channels for voice in sounds.VOICES.values()))
        number = 0
        for name, voice in sounds.VOICES.items():
            self._channels[name] = [pygame.mixer.Channel(number + i) for i in range(voice.channels)]
            number += voice.channels
        threading.Thread(target=self._synthesise, name="azar-sounds", daemon=True).start()

    def close(self) -> None:
        """Fall silent."""
        self._ready = False
        with contextlib.suppress(pygame.error):
            pygame.mixer.quit()

    def louder(self, steps: int) -> None:
        """Move the volume by steps, within its four."""
        self._volume = min(len(sounds.VOLUMES) - 1, max(0, self._volume + steps))

    def toggle_mute(self) -> None:
        """Silence everything, or no longer."""
        self._muted = not self._muted

    def hear(self, kind: str, t_us: int, fields: JsonView) -> None:
        """A cabinet's event; a sound may belong to it."""
        del t_us
        if kind == "coin_slot":
            self._cues.append(sounds.coin_name("coin", int(fields["cents"])))
        elif kind == "coin_returned":
            self._cues.append("refused")
        elif kind == "hopper_coin":
            self._cues.append("motor")
        elif kind == "coin_in_tray":
            self._cues.append(sounds.coin_name("paid", int(fields["cents"])))
        elif kind == "reel_stop":
            self._cues.append(f"stop_{1 + (int(fields['reel']) - 1) % 3}")
        elif kind == "button" and fields.get("down"):
            self._cues.append("button")

    def update(self, seen: Seen, prizes_cents: Mapping[int, int], now_ms: int, audible: bool) -> list[str]:
        """
        Play what is due; return the names of the sounds begun.

        Args:
            prizes_cents: prize of each lamp behind the glass, for the size of a win.
            audible: whether somebody plays; if not, every cue is forgotten.
        """
        cues, self._cues = self._cues, []
        new = seen.glass - self._lit
        won = max((prizes_cents[lamp] for lamp in new if lamp in prizes_cents), default=0)
        if won:
            cues.append(sounds.win_name(won))
        cues += [sounds.PAD.format(pad + 1) for pad in range(self.pads) if pad in new]
        alarm = seen.alarm and not seen.called
        if alarm and not self._alarm and not seen.sounding:
            cues.append("tilt")
        self._lit, self._alarm = seen.glass, alarm
        if "motor" in cues:
            self._motor_until_ms = now_ms + _MOTOR_TAIL_MS
        audible = audible and seen.powered
        if self._audible and not audible:
            self._hush()
        self._audible = audible
        self._loop("run", audible and any(reel.moving for reel in seen.reels))
        self._loop("motor", audible and now_ms < self._motor_until_ms)
        self._loop(sounds.BUZZER, seen.powered and seen.sounding)
        begun = [cue for cue in cues if cue != "motor"] if audible else []
        for name in begun:
            self._play(name)
        return begun

    @property
    def loops(self) -> frozenset[str]:
        """The sounds that go on for as long as what makes them does."""
        return frozenset(self._looping)

    def _hush(self) -> None:
        """End what was begun while somebody played; a tune of a maker's own may last, the buzzer goes on."""
        for channels in self._channels.values():
            for channel in channels:
                if channel.get_busy() and channel.get_sound() is not self._sounds.get(sounds.BUZZER):
                    channel.fadeout(_HUSH_MS)

    def _synthesise(self) -> None:
        waves = dict(sounds.samples(self._style))
        for name, file in self._own.items():
            with contextlib.suppress(sounds_own.SoundError):  # azar's own is heard then
                waves[name] = sounds_own.fitted(name, sounds_own.decoded(file))
        for name, wave in waves.items():
            data = np.round(wave * 32_767).astype(np.int16)
            try:
                self._sounds[name] = pygame.mixer.Sound(buffer=data.tobytes())
            except pygame.error:  # closed meanwhile
                return
        self._ready = True

    def _level(self) -> float:
        return 0.0 if self._muted else sounds.VOLUMES[self._volume] * present().volume

    def _play(self, name: str) -> None:
        if not self._ready or name not in self._sounds:
            return
        channels = self._channels[sounds.voice_of(name)]
        channel = next((c for c in channels if not c.get_busy()), channels[0])
        channel.set_volume(self._level())
        channel.play(self._sounds[name])

    def _loop(self, name: str, on: bool) -> None:
        (self._looping.add if on else self._looping.discard)(name)
        if not self._ready:
            return
        channel = self._channels[sounds.voice_of(name)][0]
        playing = channel.get_busy() and channel.get_sound() is self._sounds[name]
        attack_ms, release_ms = (8, 12) if name == sounds.BUZZER else (120, 90)
        if on and not playing:
            channel.set_volume(self._level())
            channel.play(self._sounds[name], loops=-1, fade_ms=attack_ms)
        elif playing and not on:
            channel.fadeout(release_ms)
