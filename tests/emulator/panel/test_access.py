# SPDX-License-Identifier: MIT
"""Who sees, hears or moves otherwise: letters that stand out, one switch, captions, speech, the plate."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pygame
import pytest
from opened import opened
from soon import soon

from emulator import Cabinet
from emulator.chapters.link import QUIET, join
from emulator.panel.access.helper import Helper, aid_of
from emulator.panel.access.plate import AccessPlate
from emulator.panel.access.ring import Ring, reachable
from emulator.panel.access.speech import Narrator, Speech
from emulator.panel.access.wishes import Terms, WishError, Wishes, wishes
from emulator.panel.art import paint
from emulator.panel.art.contrasts import contrast_of
from emulator.panel.art.lettering import PLAIN, Aid, Placed, listening
from emulator.panel.frame.around import present
from emulator.panel.machine.controls import Controls
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.stage import Stage
from emulator.panel.machine.window import Window
from machines.model import load_model, model_names
from machines.support.languages import languages, translator

SIZE = (1280, 800)
LEAST = 4.5
MODELS = soon(list(model_names()), "moncayo")


def stage_of(model: str, aid: Aid = PLAIN, size: tuple[int, int] = SIZE, language: str = "es") -> Stage:
    return Stage(read_front(load_model(model), 1, False), size, language, aid=aid)


def readings(model: str, aid: Aid, size: tuple[int, int]) -> dict[str, float]:
    """The least contrast of every text of a front that rests, by its words; its link is up."""
    cab = Cabinet(model, seed="00")
    if cab.machine.link is not None:
        join(opened(cab), QUIET, bytes(32))
    cab.run(ms=5_500)
    with listening() as heard:
        stage = stage_of(model, aid, size)
        screen = paint.plain(size)
        stage.draw(screen, look(cab), 0, Hand(), animate=False)
    pixels = pygame.surfarray.array3d(screen).swapaxes(0, 1)
    texts = [text for text in heard if isinstance(text, Placed) and not text.idle and text.covers]
    found = ((text.text, contrast_of(pixels, text)) for text in texts if text in stage.kit.text.placed)
    return {words: read.ratio for words, read in found if read is not None}


@pytest.mark.parametrize("upright", soon([False, True], False))
@pytest.mark.parametrize("model", MODELS)
def test_with_high_contrast_every_text_stands_out(model: str, upright: bool) -> None:
    """WCAG 2.2, 1.4.3: letters of every size at 4.5 to 1, where a front as it is holds large ones to 3."""
    size = (1080, 1920) if upright else SIZE
    plain = readings(model, PLAIN, size)
    helped = readings(model, aid_of(Wishes(high_contrast=True)), size)
    assert len(helped) > 15
    assert {words: ratio for words, ratio in helped.items() if ratio < LEAST} == {}
    assert min(plain.values()) < min(helped.values())


def test_larger_letters_are_larger_where_their_place_allows_it() -> None:
    aids = (PLAIN, aid_of(Wishes(large_text=True)))
    usual, larger = (stage_of("cierzo", aid).kit.text.placed for aid in aids)
    pairs = [
        (one.size_px, two.size_px) for one, two in zip(usual, larger, strict=True) if one.text == two.text
    ]
    assert len(pairs) > 30
    assert sum(two > one for one, two in pairs) >= 10
    assert all(two >= one for one, two in pairs)


def test_words_that_are_no_wish_are_refused_with_those_that_are() -> None:
    assert wishes("large, still") == Wishes(large_text=True, reduced_motion=True)
    with pytest.raises(WishError, match=r"--access must be of large, contrast, still, captions \(got loud\)"):
        wishes("loud")
    with pytest.raises(WishError, match=r"--scan must be 300 ms or more \(got 20\)"):
        wishes("", scan_ms=20)


def key(code: int, kind: int = pygame.KEYDOWN, mod: int = 0) -> pygame.event.Event:
    return pygame.event.Event(kind, key=code, mod=mod)


def pressed(ring: Ring, stage: Stage, cab: Cabinet, controls: Controls, now_ms: int) -> None:
    """One press of the switch, as long as a person's."""
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        for touch in ring.handle(key(pygame.K_RETURN, kind), stage, look(cab), now_ms) or []:
            controls.handle(touch, dict(cab.purse), now_ms)
        cab.run(ms=80)


def test_one_switch_alone_plays_from_the_coin_to_the_tray() -> None:
    cab = Cabinet("cierzo", seed="00")
    cab.run(ms=5_500)
    stage, ring = stage_of("cierzo"), Ring(scan_ms=500)
    controls = Controls(cab, stage)
    now_ms, plays = 0, []
    cab.listen(lambda kind, t_us, fields: plays.append(kind) if kind == "step" else None)
    wanted = ["coin 200", "button start", "button collect", "tray"]
    while wanted and now_ms < 120_000:
        now_ms += 100
        cab.run(ms=100)
        controls.update(now_ms)
        stage.draw(paint.plain(SIZE), look(cab), now_ms, controls.hand)
        ring.update(stage, look(cab), now_ms)
        if ring.at == wanted[0]:
            pressed(ring, stage, cab, controls, now_ms)
            cab.run(ms=6_000 if wanted.pop(0) == "button start" else 1_500)
    assert wanted == []
    assert plays
    assert sum(cents * count for cents, count in cab.tray.items()) == 0
    assert cab.purse[200] == Cabinet("cierzo", seed="00").purse[200] - 1


def test_a_ring_that_nobody_asks_for_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each frame of a machine that rests draws it: it looks for no control then, and shows none."""
    cab = Cabinet("cierzo", seed="00")
    cab.run(ms=5_500)
    stage, ring, seen, looked = stage_of("cierzo"), Ring(), look(cab), []

    def counted(stage: Stage, seen: Seen) -> dict[str, pygame.Rect]:
        looked.append(True)
        return reachable(stage, seen)

    monkeypatch.setattr("emulator.panel.access.ring.reachable", counted)
    picture = paint.plain(SIZE)
    ring.draw(picture, stage, seen, 0)
    assert not looked and pygame.mask.from_threshold(picture, (255, 226, 40), (1, 1, 1)).count() == 0
    ring.handle(key(pygame.K_TAB), stage, seen, 0)
    looked.clear()
    ring.draw(picture, stage, seen, 0)
    assert looked and pygame.mask.from_threshold(picture, (255, 226, 40), (1, 1, 1)).count() > 0


def test_a_key_leads_the_ring_both_ways_and_a_touch_puts_it_away() -> None:
    cab = Cabinet("cierzo", seed="00")
    cab.run(ms=5_500)
    stage, ring, seen = stage_of("cierzo"), Ring(), look(cab)
    names = list(reachable(stage, seen))
    assert ring.handle(key(pygame.K_RIGHT), stage, seen, 0) is None  # nobody has called it
    assert ring.handle(key(pygame.K_TAB), stage, seen, 0) == [] and ring.at == names[0]
    ring.handle(key(pygame.K_TAB), stage, seen, 0)
    assert ring.at == names[1]
    ring.handle(key(pygame.K_TAB, mod=pygame.KMOD_LSHIFT), stage, seen, 0)
    ring.handle(key(pygame.K_LEFT), stage, seen, 0)
    assert ring.at == names[-1]
    touch = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(5, 5), button=1)
    assert ring.handle(touch, stage, seen, 0) is None and ring.at is None
    assert ring.handle(key(pygame.K_RETURN), stage, seen, 0) is None  # START's again


def test_the_ring_goes_round_what_does_something_now_and_nothing_else() -> None:
    cab = Cabinet("cierzo", seed="00", purse={200: 1})
    cab.run(ms=5_500)
    stage = stage_of("cierzo")
    assert {name for name in reachable(stage, look(cab)) if name.startswith(("button", "coin"))} == {
        "coin 200"
    }
    cab.insert(200)
    cab.run(ms=2_000)
    names = set(reachable(stage, look(cab)))
    assert "coin 200" not in names and {"button start", "button collect"} <= names


def test_speech_says_the_newest_sentence_as_an_argument(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    script = f"import sys; open({str(heard)!r}, 'a', encoding='utf-8').write(sys.argv[1] + '\\n')"
    told: list[str] = []
    speech = Speech((sys.executable, "-c", script), told.append)
    speech.tell("Uno; $(rm)")
    speech.update()
    speech.tell("Dos")
    speech.tell("Tres")
    end = time.monotonic() + 20
    while (not heard.exists() or heard.read_text("utf-8").count("\n") < 2) and time.monotonic() < end:
        speech.update()
        time.sleep(0.01)
    assert heard.read_text("utf-8").split("\n")[:2] == ["Uno; $(rm)", "Tres"]
    assert told == []
    speech.close()


def test_a_command_that_is_not_there_is_told_once() -> None:
    told: list[str] = []
    speech = Speech(("no-such-voice",), told.append)
    for sentence in ("one", "two"):
        speech.tell(sentence)
        speech.update()
    assert told == ["cannot speak: no-such-voice: No such file or directory"]


def test_what_settles_is_narrated_once() -> None:
    cab = Cabinet("cierzo", seed="00")
    cab.run(ms=5_500)
    narrator = Narrator(translator("en"))
    seen = look(cab)
    assert narrator.sentence(seen, "PRESS START", 0) is None
    assert narrator.sentence(seen, "PRESS START", 300) == "Press start. Credits: 0.00"
    assert narrator.sentence(seen, "PRESS START", 600) is None
    assert narrator.sentence(seen, "PRIZE 2.00", 700) is None
    assert narrator.sentence(seen, "PRIZE 2.00", 1_000) == "Prize 2.00"
    assert narrator.sentence(seen, "PRIZE 2.00", 1_100, "Collect") == "Collect"


@pytest.mark.usefixtures("quiet")
def test_the_plate_turns_wishes_and_languages_and_the_next_window_keeps_them() -> None:
    cab = Cabinet("cierzo", seed="00")
    cab.run(ms=5_500)
    before = present().wishes
    window = Window(cab, False, "es")
    try:
        window.frame(0, [])
        helper = window._helper
        click = window.stage.display.rect.center
        window.frame(
            16_000, [(0, pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=click, button=1, touch=False))]
        )
        assert helper.shown
        window.frame(16_000, [])
        plate = helper._plate
        assert plate is not None
        assert min(min(choice.rect.size) for choice in plate.choices) >= window.stage.layout.touch_px
        assert {choice.name for choice in plate.choices if choice.kind == "language"} == set(languages())
        for name in ("high_contrast", "reduced_motion", "ca"):
            spot = next(choice.rect.center for choice in helper._plate.choices if choice.name == name)  # type: ignore[union-attr]
            press = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=spot, button=1, touch=False)
            window.frame(40_000, [(0, press)])
            window.frame(40_000, [])
        assert present().wishes == Wishes(high_contrast=True, reduced_motion=True)
        assert window.stage.kit.language == "ca"
        assert window._attract.reduced_motion
        assert cab.purse == Cabinet("cierzo", seed="00").purse
    finally:
        window.close()
        present().wishes = before


def test_an_open_plate_hides_the_machine_from_the_finger() -> None:
    cab = Cabinet("cierzo", seed="00")
    cab.run(ms=5_500)
    stage, helper = stage_of("cierzo"), Helper(Wishes(), "es")
    helper.use(stage)
    start = next(cap.rect.center for cap in stage.deck.caps if cap.name == "start")
    touch = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1, touch=False)
    assert helper.handle(touch, look(cab), 0) is None
    helper.handle(key(pygame.K_a), look(cab), 0)
    assert helper.shown and helper.handle(touch, look(cab), 0) == []
    assert not helper.shown  # a touch beside it puts it away, and does nothing else


@pytest.mark.usefixtures("quiet")
def test_the_next_visitor_finds_it_as_its_owner_left_it(monkeypatch: pytest.MonkeyPatch) -> None:
    terms = Terms(Wishes(captions=True), ("es", "eu"), "eu")
    monkeypatch.setattr(present(), "terms", terms)
    monkeypatch.setattr(present(), "wishes", Wishes(high_contrast=True))
    window = Window(Cabinet("cierzo", seed="00"), True, "es")
    try:
        window.frame(0, [])
        plate = AccessPlate(window.stage, terms.offered)
        assert [choice.name for choice in plate.choices if choice.kind == "language"] == ["es", "eu"]
        monkeypatch.setattr(window._attract, "left", lambda seen, now_ms: True)
        window.frame(16_000, [])
        window.frame(16_000, [])
        assert (present().wishes, window.language, window.stage.kit.language) == (terms.wishes, "eu", "eu")
        window._helper.next_language()
        assert window.language == "es"  # after the last of those that are offered comes the first
    finally:
        window.close()
