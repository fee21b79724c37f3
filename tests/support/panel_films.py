# SPDX-License-Identifier: MIT
"""
Films of the panel: many moments drawn one after the other, and what was written, heard and done in them.

``vectors/panel_films.json`` holds what each was when somebody had looked at it. After a change that is
meant, look at the frames and the lines and write the prints anew:

    python tests/support/panel_films.py DIR     # saves DIR/NAME_FRAME.png and DIR/NAME.txt, writes the file
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pygame
from pai_gow_panel import PLACE
from panel_fake import LAMPS, FakeCabinet, reel
from panel_prints import libraries, lines_of, packed
from places import TESTS
from prints import print_of
from wall_rig import seen as seen_link

from emulator.cabinet.front import CardView, CoinView, Display, LinkView
from emulator.panel.art.paint import plain
from emulator.panel.machine import keys
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts.back import Back
from emulator.panel.machine.parts.kiosk import IDEAS, Idea
from emulator.panel.machine.parts.refused import Refusal
from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.stage import Stage
from emulator.panel.machine.window import Window
from emulator.panel.tables.pai_gow import words
from emulator.panel.tables.pai_gow.window import TableWindow
from emulator.panel.wall.show import Show
from emulator.panel.wall.stage import Stage as Wall
from emulator.tables.pai_gow_game import PaiGowGame
from machines.model import load_model
from machines.support.languages import translator

FILE = TESTS / "vectors" / "panel_films.json"
SIZE = (720, 480)
# One of each type and theme, with the language of the panel's own texts.
GLASS = {
    "cierzo": "en", "veruela": "es", "mudejar": "en", "aneto": "es", "moncayo_nacional": "en",
    "galacho": "es", "ronda": "en", "monegros": "es", "moncayo_tarjeta": "es", "moncayo_fichas": "en",
}  # fmt: skip


class Film:
    """
    What one film shows and tells.

    Args:
        save: what to do with each frame and its number, besides.
    """

    def __init__(self, save: Callable[[int, pygame.Surface], object] = lambda number, frame: None) -> None:
        self._save = save
        self._frames: list[np.ndarray[Any, np.dtype[np.int32]]] = []
        self.told: list[str] = []

    def shot(self, screen: pygame.Surface) -> None:
        """One frame."""
        self._save(len(self._frames), screen)
        self._frames.append(lines_of(screen))

    @property
    def frames(self) -> np.ndarray[Any, np.dtype[np.int32]]:
        """The lines of each frame."""
        return np.asarray(self._frames, dtype="<i4").reshape(len(self._frames), -1)


class Scene:
    """A machine's front, and shots of it."""

    def __init__(self, film: Film, model: str, language: str, *, test: bool = False) -> None:
        self._film = film
        self.model = load_model(model)
        self.stage = Stage(read_front(self.model, 7, test), SIZE, language)
        self._screen = plain(SIZE)

    def shot(self, cabinet: FakeCabinet, now_ms: int, hand: Hand | None = None) -> None:
        """The cabinet at a moment, and all that is written on it then."""
        placed = self.stage.kit.text.placed
        printed = len(placed)
        self.stage.draw(self._screen, look(cabinet), now_ms, hand or Hand())
        self._film.told.append(" | ".join(one.text for one in placed[printed:]))
        self._film.shot(self._screen)


def _coins(film: Film) -> None:
    """Coins in every path, in the air, falling into the tray, lifted out of it by time that runs back."""
    scene = Scene(film, "cierzo", "es")
    flights, places = scene.stage.flights, scene.stage.purse.places
    flights.toss(50, places[50], scene.stage.deck.slot.center, 0, inserts=True)
    flights.toss(200, (300, 90), places[200], 40, inserts=False)
    flights.toss_home(20, places[20], 90)
    trays: Mapping[int, dict[int, int]] = {
        0: {}, 40: {100: 2, 10: 3}, 330: {100: 5, 10: 3, 20: 1, 200: 1}, 640: {100: 3, 10: 3, 200: 1},
        900: {},
    }  # fmt: skip
    tray: dict[int, int] = {}
    for ms in (0, 40, 90, 160, 230, 280, 330, 420, 520, 640, 700, 760, 900, 1_000):
        tray = trays.get(ms, tray)
        for toss in flights.arrived(ms):
            film.told.append(f"{ms} arrived {toss.cents}, inserts {toss.inserts}")
        paths = ("slot", "returning", "paying", "accepted", "paying")
        coins = [
            CoinView(3 + i, (100, 20, 50, 10, 200)[i], path, (ms + 130 * i) % 1_000)
            for i, path in enumerate(paths[: 5 if ms < 330 else 1])
        ]
        hand = Hand(back=Back(1_000 * ms, 2_000_000) if ms in (640, 700, 760) else None, point=(360, 440))
        scene.shot(FakeCabinet(coins=coins, tray=tray, purse={100: 12, 50: 1, 20: 4}), ms, hand)
        film.told.append(f"{ms} {sorted(scene.stage.tray.heap_counts().items())} {scene.stage.tray.occupied}")


def _hands(film: Film) -> None:
    """The hand over and on every control, in the hand a coin or a note, keys, plate, notes, ideas."""
    scene = Scene(film, "cierzo", "en", test=True)
    stage = scene.stage
    lit = frozenset({"start", "hold_1", "collect"})
    for i, cap in enumerate(stage.deck.caps):
        held = {stage.deck.caps[i - 1].name}
        scene.shot(FakeCabinet(lit=lit if i % 2 else frozenset(LAMPS)), 0, Hand(cap.rect.center, held))
    purse = {10: 1, 20: 30, 50: 0, 100: 2, 200: 7}
    for i, (cents, place) in enumerate(stage.purse.places.items()):
        near = (stage.deck.slot.centerx - 30 * i, stage.deck.slot.centery + 20 * i)
        scene.shot(FakeCabinet(purse=purse), 0, Hand(place))
        scene.shot(FakeCabinet(purse=purse, tray={50: 3}), 0, Hand(near, lifted_cents=cents))
    for plate in stage.desk.plates.values():
        scene.shot(FakeCabinet(), 0, Hand(plate.center))
    scene.shot(FakeCabinet(), 0, Hand((200, 300), lifted_note=1_000))
    scene.shot(FakeCabinet(test=True), 0, Hand(show_keys=True))
    for name, length in IDEAS:
        for since_ms in (0, length // 7, length // 3, 3 * length // 4, length - 1):
            scene.shot(FakeCabinet(), since_ms, Hand(idea=Idea(name, since_ms)))
    for ago_us in (0, 59_400_000, 605_000_000):
        scene.shot(FakeCabinet(), 0, Hand(back=Back(ago_us, 700_000_000), show_keys=True))
    scene.shot(FakeCabinet(), 0, Hand(note="This machine never runs back.", show_keys=True))
    for i, why in enumerate(("slug", "too_large", "closed")):
        scene.shot(FakeCabinet(), 130 * i, Hand(refused=Refusal(why, note=i == 1)))
    scene.shot(FakeCabinet(powered=False), 0, Hand(idea=Idea("name", 2_000), refused=Refusal("power")))


def _service(film: Film) -> None:
    """Doors, keys, faults, another's firmware, the tower: what staff sees."""
    scene = Scene(film, "moncayo", "es")
    shut, off = {"main": False, "box": False, "logic": False}, {"operator": False, "service": False}
    shown = Hand(show_service=True)
    for name in shut:
        scene.shot(FakeCabinet(model=scene.model, doors={**shut, name: True}), 300, shown)
    for name in off:
        scene.shot(FakeCabinet(model=scene.model, keys={**off, name: True}), 0, shown)
    for i, fault in enumerate(("main.py:12 start: MemoryError", None)):
        dead = {"fault": fault, "last_fault": "main.py:12 start: MemoryError", "firmware_ours": i == 1}
        for ms in (0, 600):
            scene.shot(FakeCabinet(model=scene.model, lit=frozenset({"tower"}), **dead), ms, shown)  # type: ignore[arg-type]
    scene.shot(FakeCabinet(model=scene.model, firmware_ours=False, powered=False), 0)
    for message in ("OPERADOR\n1 CONTADORES", "A" * 60, ""):
        display = Display("1.00", "", "0.20", message)
        scene.shot(FakeCabinet(model=scene.model, display=display), 0, shown)


def _glass(model: str) -> Callable[[Film], None]:
    """Every lamp behind the glass in turn, reels that turn and stop, lamps of buttons, points, pots."""

    def film_it(film: Film) -> None:
        scene = Scene(film, model, GLASS[model])
        loaded = scene.model
        own, shared = len(getattr(loaded, "pots", ())), getattr(loaded, "link", None) is not None
        free = bool(getattr(loaded, "free_strips", ()))
        many, notes = len(loaded.strips), ("in", "back", "in")
        for i in range(18):
            reels = [reel(i + 4 * j, False) for j in range(many)]
            if i % 3 == 0:
                reels = [reel(1.3 * i + 5 * j, i % 4 == j, 9_850_000 + 30_000 * j) for j in range(many)]
            link = LinkView(
                ("up", "down")[i % 5 == 4], "", (1_234_500 + 7_777 * i, 98_765, 4_321)[: 1 + i % 3]
            )
            cabinet = FakeCabinet(
                model=loaded,
                glass=frozenset({i + 16 * j for j in range(4)}) | ({32} if i % 3 else frozenset()),
                reels=[replace(one, set=int(free and i in (5, 6, 7))) for one in reels],
                lit=frozenset(LAMPS[1:5] if i == 7 else (LAMPS[j] for j in range(8) if 37 * i >> j & 1)),
                display=Display(f"{i}.40", f"{3 * i}.00", f"{i // 2}.60", ("SUERTE", "PREMIO", "")[i % 3]),
                pots_cents=tuple(123_456 // (j + 1) + 1_111 * i for j in range(own)),
                link=link if shared else None,
                tickets_given=max(0, i - 5),
                card=CardView(1001, 1_250 * i, i % 2 == 0) if i > 3 else None,
                note=CoinView(2, 500, notes[i % 3], 110 * i % 1_000) if i > 9 else None,
                note_open=i % 4 > 0,
                wallet={500: i % 4, 1000: i % 3},
                sounding=i == 3,
            )  # fmt: skip
            if i == 13 and scene.stage.strip is not None:
                film.told.append(f"torn {scene.stage.strip.take()}, again {scene.stage.strip.take()}")
            scene.shot(cabinet, 431 * i)

    return film_it


def _wall(kind: str, language: str, size: tuple[int, int]) -> Callable[[Film], None]:
    """A wall from its first word to wins one after the other, a link that is down or refuses it, and back."""

    def film_it(film: Film) -> None:
        link, show, screen = seen_link(kind), Show(), plain(size)
        show.update(link, 0)
        wall = Wall(size, show.face, language, demo=kind == "table")
        for i, ms in enumerate(
            (0, 130, 420, 980, 1_900, 2_400, 6_210, 11_000, 17_500, 18_330, 26_100, 41_000)
        ):
            if i == 2:
                link.pots_mc = tuple(value + 3_456_000 for value in link.pots_mc)
            elif i in (4, 5):
                for pot in range(len(link.pots_mc))[: 2 if i == 4 else 8]:
                    link.win(5 + 10 * i + pot, 3 * i + pot, pot, winners=1 + pot % 2)
            link.status, link.why = {8: ("down", ""), 9: ("refused", "unknown display")}.get(i, ("up", ""))
            link.up = 12 - i % 3
            show.update(link, ms)
            wall.draw(screen, show, ms)
            pots = " ".join(
                f"{pot.figure_mc} {pot.won and pot.won.entry} {len(pot.waiting)}" for pot in show.pots
            )
            film.told.append(f"{ms} {pots} | {' | '.join(one.text for one in wall.kit.text.placed)}")
            film.shot(screen)

    return film_it


def _visit(film: Film) -> None:
    """What a visitor does in the window by mouse, finger and key, and what the machine gets and says."""
    pygame.display.init()
    cabinet = FakeCabinet(wallet={500: 2}, tray={20: 2})
    window = Window(cabinet, False, "en")
    ms = 0
    window._now_ms = lambda: ms  # type: ignore[method-assign]
    stage, speaker = window.stage, window._speaker
    update, heard = speaker.update, list[str]()

    def listen(*arguments: Any) -> list[str]:
        heard.extend([*update(*arguments), *sorted(speaker.loops)])
        return []

    speaker.update = listen  # type: ignore[method-assign]
    spots = [cap.rect.center for cap in stage.deck.caps] + list(stage.purse.places.values())
    spots += [plate.center for plate in stage.desk.plates.values()]
    spots += [stage.tray.rect.center, stage.card_slot.rect.center, (3, 3)]
    held = [(pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP), (pygame.FINGERDOWN, pygame.FINGERUP)]
    events = list[list[pygame.event.Event]]()
    for i, spot in enumerate(spots):
        x, y = spot[0] / stage.layout.size[0], spot[1] / stage.layout.size[1]
        more = {"pos": spot, "button": 1, "x": x, "y": y, "finger_id": i, "touch": False}
        events += [[pygame.event.Event(kind, more)] for kind in held[i % 2]]
    for home in stage.purse.places.values():
        for end in (stage.deck.slot.center, (home[0] + 40, home[1] - 30)):
            moves = zip((held[0][0], pygame.MOUSEMOTION, held[0][1]), (home, end, end), strict=True)
            events += [[pygame.event.Event(kind, pos=at, button=1, touch=False)] for kind, at in moves]
    every = [
        *keys.BUTTON_KEYS, *keys.COIN_KEYS, *keys.DESK_KEYS, *keys.HELP_KEYS, *keys.LOUDER_KEYS,
        keys.NOTE_KEY, keys.CARD_KEY, keys.TAKE_KEY, keys.SERVICE_KEY, *keys.SWITCH_KEYS, *keys.SWITCH_KEYS,
        *keys.SOFTER_KEYS, keys.MUTE_KEY, keys.BACK_KEY,
    ]  # fmt: skip
    for key in every:
        events += [[pygame.event.Event(kind, key=key, mod=0)] for kind in (pygame.KEYDOWN, pygame.KEYUP)]
    events += [[pygame.event.Event(pygame.WINDOWFOCUSLOST)], *[[] for _ in range(9)]]
    told = {
        4: ("coin_slot", {"cents": 50}), 9: ("coin_returned", {"why": "slug"}), 15: ("hopper_coin", {}),
        22: ("coin_in_tray", {"cents": 100}), 31: ("reel_stop", {"reel": 2}), 40: ("button", {"down": True}),
        47: ("note_refused", {"why": "full"}), 52: ("coin_accepted", {}), 60: ("reel_stop", {"reel": 4}),
    }  # fmt: skip
    for i, came in enumerate(events):
        ms += 15_500 if i > len(events) - 9 else 137
        if i in told:
            cabinet.tell(told[i][0], **told[i][1])
        cabinet.glass = frozenset({i % 17}) if i % 5 else frozenset()
        cabinet.sounding, cabinet.lit = i % 11 == 3, frozenset({"tower"} if i % 13 > 10 else ())
        cabinet.reels = [reel(i, i % 9 == 4), reel(3), reel(5)]
        window.frame(137_000, [(i % 7, event) for event in came])
        hand = vars(window._controls.hand)
        does = {name: value for name, value in hand.items() if name not in ("held", "pull")}
        film.told.append(
            f"{i} {cabinet.now_us} {cabinet.inputs} {heard} {sorted(hand['held'])} {does} "
            f"{hand['pull'].depth(ms)} {speaker.step} {speaker.muted}"
        )
        cabinet.inputs.clear()
        heard.clear()
    film.shot(window._screen)
    window.close()


def _table(language: str, banks: bool, size: tuple[int, int]) -> Callable[[Film], None]:
    """Deals at the Pai Gow table through its window: keys that act, what is said, heard and drawn."""

    def film_it(film: Film) -> None:
        pygame.display.init()
        game = PaiGowGame(seed="07", people=[PLACE])
        window, screen, say = TableWindow(game, PLACE, language), plain(size), translator(language, "pai_gow")
        update, heard = window.speaker.update, list[str]()
        window.speaker.update = lambda moving, now_ms: heard.extend(update(moving, now_ms)) or []  # type: ignore[method-assign,func-returns-value]
        was, typed = "", {7: pygame.K_UP, 8: pygame.K_UP, 9: pygame.K_DOWN}
        for i in range(150):
            phase, came = game.table.state.phase, list[tuple[int, pygame.event.Event]]()
            acts = [button.act for _, button in window.stage.shown] if window.stage else []
            if acts == ["shake"] and i // 12 % 3 == 0:
                came = [(0, _key(pygame.K_RIGHT))]
            elif acts and acts != ["shake"] and i % 4 == 0:
                wanted = ("ready", "take" if banks else "pass", acts[-1])
                act = next(act for act in wanted if act in acts)
                rect = next(rect for rect, button in window.stage.shown if button.act == act)  # type: ignore[union-attr]
                came = [
                    (100, _click(pygame.MOUSEBUTTONDOWN, rect)),
                    (900, _click(pygame.MOUSEBUTTONUP, rect)),
                ]
            elif i in typed or "set" in acts:
                came = [(0, _key(typed.get(i, pygame.K_1 + 3 * i % 7)))]
            window.frame(screen, came, 160_000, 160 * i)
            said = [words.spoken(event, game, say, language) for event in game.happened]
            film.told.append(
                f"{i} {phase} {acts} {heard} {words.awaited(game, say)} {said} "
                f"{[one.text for one in window.stage.text.placed]} {window.visitor.stake_cents}"  # type: ignore[union-attr]
            )
            heard.clear()
            if phase != was or i % 5 == 0:
                film.shot(screen)
            was = phase

    return film_it


def _click(kind: int, rect: pygame.Rect) -> pygame.event.Event:
    return pygame.event.Event(kind, button=1, pos=rect.center)


def _key(key: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=0)


FILMS: dict[str, Callable[[Film], None]] = {
    "coins": _coins,
    "hands": _hands,
    "service": _service,
    "visit": _visit,
    **{f"glass {model}": _glass(model) for model in GLASS},
    "wall carrusel": _wall("carrusel", "en", (640, 400)),
    "wall table": _wall("table", "es", (720, 405)),
    "wall superjackpot": _wall("superjackpot", "en", (720, 480)),
    "wall upright": _wall("superjackpot", "es", (400, 640)),
    "table": _table("en", False, (960, 600)),
    "table banks": _table("es", True, (640, 900)),
}


def main() -> None:
    """Write the file, and the frames and lines where somebody looks at them."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    frames, told = {}, {}
    for name, film_it in FILMS.items():
        file = name.replace(" ", "_")

        def save(number: int, frame: pygame.Surface, file: str = file) -> None:
            pygame.image.save(frame, folder / f"{file}_{number:02}.png")

        film = Film(save)
        film_it(film)
        (folder / f"{file}.txt").write_text("".join(f"{line}\n" for line in film.told), encoding="utf-8")
        frames[name], told[name] = packed(film.frames), print_of(film.told)
    kept = {"libraries": libraries(), "frames": frames, "told": told}
    FILE.write_text(json.dumps(kept, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
