# SPDX-License-Identifier: MIT
"""
What keeps the texts of a front from being read, measured on the front as it is painted.

    for problem in mistakes(load_model("mine.toml")): print(problem)

Every size of SIZES is painted in every language of the panel: a text must fit its place, lie on no other and
be READABLE_PX or larger. On two, at rest and with lamps lit, letters must stand out from their ground.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import pygame
from pygame import Rect

from emulator.cabinet.front import Display, ReelView
from emulator.panel.art import paint
from emulator.panel.art.contrasts import Contrast, contrast_of, least_of
from emulator.panel.art.fitting import READABLE_PX, Unfit, letters_that_fit, unfit
from emulator.panel.art.lettering import Placed
from emulator.panel.art.theme import Colour, contrast, mix
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts.front import Front
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.registry import read_front
from emulator.panel.machine.stage import Stage, forget_pictures
from machines.check.problems import Findings, Problem
from machines.model import Model
from machines.support.languages import DEFAULT_LANGUAGE, languages, reviewed

Size = tuple[int, int]

SIZES: tuple[Size, ...] = ((1280, 800), (800, 480), (1024, 600), (1080, 1920), (1920, 1080))
"""Screens that a front must be readable on, in pixels."""
_CONTRAST_SIZES: tuple[Size, ...] = ((1280, 800), (1080, 1920))
_TRIED = ("deep", "bright", "accent")
"""Colours that are tried where texts cannot be read, the glass first."""
_INKS = ("bright",)  # letters are written in it, the others lie behind letters
_STEPS = (0.3, 0.6, 0.8, 0.95)
_WHITE: Colour = (255, 255, 255)
_BLACK: Colour = (0, 0, 0)
_SHOWN = 40
# The path of what the panel has put together.
_PANEL = "front"
_LIT_PARTS = 3


class Reading(NamedTuple):
    """Where a front was painted: screen, language of the panel, and "rest" or "lit"."""

    size: Size
    language: str
    state: str = "rest"

    def __str__(self) -> str:
        lit = " with its lamps lit" if self.state == "lit" else ""
        return f"on {self.size[0]}x{self.size[1]}{lit}"


_Key = tuple[str, tuple[int, int, int, int]]
_Faint = tuple[Front, Reading, Placed, Contrast]


class _Better(NamedTuple):
    """A colour that would do, and the texts that can be read with it."""

    hint: str
    mended: frozenset[_Key]


def mistakes(model: Model, progress: Callable[..., None] = lambda done, total: None) -> list[Problem]:
    """
    Every text of the front that cannot be read, once, in the words of ``azar check``.

    Looked at in the languages that a speaker has read; the panel's words in the others are azar's own care.

    Args:
        progress: told how many fronts of how many are painted.
    """
    findings = Findings(model.profile)
    told: set[tuple[str, str]] = set()
    fronts = _fronts(model)
    read = [language for language in languages() if reviewed(language)]
    wanted = list(product(fronts, SIZES, read))
    faint: list[_Faint] = []
    for done, (front, size, language) in enumerate(wanted):
        progress(done, len(wanted))
        if language == read[0]:
            forget_pictures()  # of all sizes together they would be 150 MB
        faults, unread = _looked_at(front, size, language)
        for fault in faults:
            if (fault.placed.text, "fit") not in told:
                told.add((fault.placed.text, "fit"))
                _add_unfit(model, fault, Reading(size, language), findings)
        for text, found, state in unread:
            if (text.text, "contrast") not in told:
                told.add((text.text, "contrast"))
                faint.append((front, Reading(size, language, state), text, found))
    progress(len(wanted), len(wanted))
    better = _better(faint) if faint else None
    for _, reading, text, found in faint:
        _add_faint(model, reading, text, found, better, findings)
    return findings.problems


def stage_mistakes(model: Model, stage: Stage) -> list[Problem]:
    """The same of one stage that is built already, for who waits: at its size and language alone."""
    findings = Findings(model.profile)
    reading = Reading(stage.layout.size, stage.kit.language)
    for fault in unfit(stage.kit.text.placed, Rect(0, 0, *reading.size)):
        _add_unfit(model, fault, reading, findings)
    for text, found, state in _faint(stage):
        _add_faint(model, reading._replace(state=state), text, found, None, findings)
    return findings.problems


def _fronts(model: Model) -> list[Front]:
    """The front of each game that the machine may have (A-06)."""
    games = len(getattr(model, "games", ())) or 1
    return [read_front(model, 1, False, game) for game in range(games)]


def _looked_at(
    front: Front, size: Size, language: str
) -> tuple[list[Unfit], list[tuple[Placed, Contrast, str]]]:
    """Texts that do not fit, and those that do not stand out, of a stage that is gone behind it."""
    stage = Stage(front, size, language)
    looked = size in _CONTRAST_SIZES and language == DEFAULT_LANGUAGE
    return list(unfit(stage.kit.text.placed, Rect(0, 0, *size))), list(_faint(stage)) if looked else []


def _faint(stage: Stage, only: str | None = None) -> Iterator[tuple[Placed, Contrast, str]]:
    """Texts that do not stand out from their ground, at rest or lit; ``only`` one of the two."""
    for state, picture in _states(stage):
        if only not in (None, state):
            continue
        pixels = pygame.surfarray.array3d(picture).swapaxes(0, 1)
        for text in stage.kit.text.placed:
            unread = text.idle or stage.purse.rect.contains(text.ink)  # the purse is the visitor's own
            found = None if unread else contrast_of(pixels, text)
            if found is not None and found.ratio < least_of(text):
                yield text, found, state


def _states(stage: Stage) -> Iterator[tuple[str, pygame.Surface]]:
    """The painted front at rest, and with its lamps lit: all buttons, and in turn a third of the prizes."""
    front = stage.kit.front
    lamps = [lamp for lamp, _ in front.lamps]
    caps = {cap.name: True for cap in stage.deck.caps}
    states = [("rest", frozenset[int](), dict[str, bool]())]
    # A play lights a few at once, and lamps that lie side by side would light each other's glass.
    states += [("lit", frozenset(lamps[part::_LIT_PARTS]), caps) for part in range(_LIT_PARTS)]
    picture = paint.plain(stage.layout.size)
    for state, rows, lit in states:
        stage.draw(picture, _seen(front, rows, lit), 0, Hand(), animate=False)
        yield state, picture


def _seen(front: Front, glass: frozenset[int], lamps: dict[str, bool]) -> Seen:
    """A machine that nobody plays, with these lamps on."""
    return Seen(
        now_us=0,
        powered=True,
        display=Display("0.00", "0.00", "0.00", ""),
        lamps=lamps,
        glass=glass,
        reels=[ReelView(0, False, 0, len(strip), 4 * len(strip)) for strip in front.strips],
        coins=[],
        tray={},
        purse={},
        wallet={},
        note=None,
        note_open=True,
        door_open=False,
        doors={},
        keys={},
        pots_cents=(0,) * len(front.pots),
    )


def _add_unfit(model: Model, fault: Unfit, reading: Reading, findings: Findings) -> None:
    text = fault.placed
    room = letters_that_fit(text)
    count = f"{len(text.text)} letters, {room} fit at {READABLE_PX} px"
    if fault.other is not None:
        wanted, got = f'must not lie on "{_short(fault.other.text)}"', count
    elif fault.kind == "small":
        wanted, got = f"must be {READABLE_PX} px high or more", f"{text.size_px} px: {count}"
    else:
        wanted, got = "must fit its place", count
    path = _path(model, text.text)
    message = f'"{_short(text.text)}" {wanted} {reading}, panel in "{reading.language}" (got {got})'
    hint = f"shorten it to {room} letters" if room < len(text.text) else "shorten it, or what it lies on"
    findings.add(path, message, hint, value=len(text.text), limit=room, unit="letters")


def _add_faint(
    model: Model, reading: Reading, text: Placed, found: Contrast, better: _Better | None, findings: Findings
) -> None:
    least = least_of(text)
    colours = f"{_hex(found.ink)} on {_hex(found.ground)}"
    message = (
        f'"{_short(text.text)}" must stand out from its ground by {least:g} to 1 {reading} '
        f"(got {_floor(found.ratio)}: {colours})"
    )
    hint = "lighten the letters or darken what is behind them, as colours or pictures of [art] say"
    if better is not None and _key(text) in better.mended:
        hint = better.hint
    path = _path(model, text.text)
    findings.add(path, message, hint, value=_floor(found.ratio), limit=f"{least:g}")


def _better(faint: Sequence[_Faint]) -> _Better | None:
    """The colour of the front that makes most of its texts readable: each tried on a front painted anew."""
    front, reading, *_ = faint[0]
    before = {_key(text) for one, where, text, _ in faint if (one, where.size) == (front, reading.size)}
    lighter = sum(contrast(found.ink, _BLACK) > contrast(found.ground, _BLACK) for *_, found in faint)
    inks_to, grounds_to = (_WHITE, _BLACK) if 2 * lighter > len(faint) else (_BLACK, _WHITE)
    best: _Better | None = None
    for name in _TRIED:
        colour = getattr(front.theme, name)
        for step in _STEPS:
            tried = mix(colour, inks_to if name in _INKS else grounds_to, step)
            painted = replace(front, theme=front.theme._replace(**{name: tried}))
            stage = Stage(painted, reading.size, reading.language)
            left = {_key(text) for text, _, _ in _faint(stage, "rest")}
            mended = frozenset(before - left)
            if len(mended) > (len(best.mended) if best else 0):
                best = _Better(f'{name} = "{_hex(tried)}" under [art.colours] would do', mended)
        if best is not None and len(best.mended) == len(before):
            break
    return best


def _key(text: Placed) -> _Key:
    x, y, width, height = text.box
    return text.text, (x, y, width, height)


def _path(model: Model, words: str) -> str:
    """The key whose text this is; _PANEL where the panel has put it together."""
    if _same(model.title, words):
        return "title"
    for texts in model.texts.values():
        for name, text in texts.items():
            if _same(text, words):
                return "link.text" if name == "link" else f"texts.{name}"
    for texts in model.texts.values():
        parts = [name for name, text in texts.items() if text.rstrip(".").upper() in words.upper()]
        if parts:
            return f"texts.{parts[-1]}"
    if model.link is not None and words in model.link.name.words.values():
        return "link.name"
    return _PANEL


def _same(one: str, two: str) -> bool:
    return one.strip().upper() == two.strip().upper()


def _short(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 3]}..."


def _floor(ratio: float) -> str:
    """One decimal, rounded down: what misses the limit never looks like it."""
    return f"{int(ratio * 10) / 10:.1f}"


def _hex(colour: Sequence[int]) -> str:
    return "#{:02X}{:02X}{:02X}".format(*colour)
