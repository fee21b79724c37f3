# SPDX-License-Identifier: MIT
"""
Takes the pictures of docs/gallery.md and writes the page: every machine that ships, in every state.

    python benchmarks/gallery.py                    # all of them, into docs/gallery/
    python benchmarks/gallery.py cierzo aneto       # some machines
    python benchmarks/gallery.py --page             # the page alone

Pictures are WebP, made by ffmpeg (the extra film). A state that a machine has not is left out.
"""

from __future__ import annotations

import argparse
import os
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import machine_pictures as scenes
import pygame

from emulator import Cabinet
from emulator.link.room import Room
from emulator.panel.film.encoder import ffmpeg
from emulator.panel.machine.picture import draw_picture
from emulator.support.errors import EmulatorError
from machines.model import load_model, model_names

FOLDER = Path(__file__).parent.parent / "docs" / "gallery"
PAGE = FOLDER.parent / "gallery.md"
DRAWN, UPRIGHT = (1280, 800), (1080, 1920)
SHOWN, SHOWN_UPRIGHT = (576, 360), (270, 480)
LANGUAGE = "es"
_QUALITY = "60"
_BYTES_MAX = 60_000

State = Callable[[str], Cabinet | None]


def idle(model: str) -> Cabinet:
    """At home, with nobody before it."""
    return _cabinet(model)


def coin(model: str) -> Cabinet | None:
    """A coin on its way through the slot."""
    cab = _cabinet(model)
    if not cab.model.coins_cents:
        return None
    cab.insert(_coin(cab))
    cab.run(ms=240)
    return cab


def playing(model: str) -> Cabinet:
    """Reels at speed, or a game of skill on its way."""
    cab = _paid(model)
    cab.press("start")
    cab.run(ms=2_300 if cab.model.type == "A" else 900)
    return cab


def won(model: str) -> Cabinet:
    """What the machine is known for: a win, a free play, a pick."""
    return scenes.SCENES[model]() if model in scenes.SCENES else scenes.usual(model)


def paying(model: str) -> Cabinet | None:
    """Coins fall into the tray."""
    cab = _paid(model)
    cab.press("collect")
    for _ in range(600):
        if sum(cab.tray.values()) >= 3 or (cab.tray and not cab.coins):
            return cab
        cab.run(ms=50)
    return cab if cab.tray else None


def fault(model: str) -> Cabinet | None:
    """A reel is stuck, or a meter has no plug: it says so and plays no more."""
    cab = _paid(model)
    try:
        cab.jam_reel(1)
    except EmulatorError:
        cab.unplug("in")
    for _ in range(12):
        if cab.tilt:
            cab.run(ms=400)
            return cab
        cab.press("start")
        cab.run(ms=4_000)
    return None


def door(model: str) -> Cabinet:
    """The front stands open."""
    cab = _cabinet(model)
    cab.open_door()
    cab.run(ms=1_500)
    return cab


def dark(model: str) -> Cabinet:
    """Without power."""
    cab = _cabinet(model)
    cab.power_off()
    cab.run(ms=800)
    return cab


STATES: Mapping[str, tuple[str, State]] = {
    "idle": ("nobody plays", idle),
    "coin": ("a coin falls", coin),
    "playing": ("it plays", playing),
    "won": ("what it is known for", won),
    "paying": ("it pays", paying),
    "fault": ("out of order", fault),
    "door": ("the door is open", door),
    "dark": ("without power", dark),
    "upright": ("on an upright screen", won),
}


def _cabinet(model: str) -> Cabinet:
    """On a link of its own where it shares a pot."""
    link = load_model(model).link
    cab = scenes.cabinet(model)
    if link is not None:
        cab.join(Room.beside(model), own=True)
        cab.run(ms=3_000)
    return cab


def _paid(model: str) -> Cabinet:
    cab = _cabinet(model)
    if not cab.model.coins_cents:
        return scenes.carded()
    scenes.pay(cab)
    return cab


def _coin(cab: Cabinet) -> int:
    return max(cents for cents in cab.model.coins_cents if cents <= 200)


def shot(model: str, state: str) -> pygame.Surface | None:
    """One picture as it is drawn today; None where the machine has no such state."""
    cab = STATES[state][1](model)
    if cab is None:
        return None
    upright = state == "upright"
    picture = draw_picture(cab, UPRIGHT if upright else DRAWN, LANGUAGE)
    return pygame.transform.smoothscale(picture, SHOWN_UPRIGHT if upright else SHOWN)


def take(model: str, state: str) -> Path | None:
    """Take one picture and write it."""
    picture = shot(model, state)
    if picture is None:
        return None
    path = FOLDER / f"{model}_{state}.webp"
    write(picture, path)
    if path.stat().st_size > _BYTES_MAX:
        raise SystemExit(f"{path.name}: {path.stat().st_size:,} bytes, more than {_BYTES_MAX:,}")
    return path


def write(picture: pygame.Surface, path: Path) -> None:
    """A picture as WebP, by ffmpeg."""
    width, height = picture.get_size()
    raw = ("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-i", "-")
    coded = ("-c:v", "libwebp", "-quality", _QUALITY, "-compression_level", "6", "-frames:v", "1")
    command = [ffmpeg(), "-loglevel", "error", "-y", *raw, *coded, "-fflags", "+bitexact", str(path)]
    subprocess.run(command, input=pygame.image.tobytes(picture, "RGB"), check=True)


def page() -> str:
    """The page, of the pictures that are there."""
    lines = [
        "# Gallery",
        "",
        (
            "Every machine that ships, in every state that one meets; its panel speaks Spanish. "
            "`python benchmarks/gallery.py` makes the page and its pictures."
        ),
    ]
    for model in model_names():
        there = [state for state in STATES if (FOLDER / f"{model}_{state}.webp").is_file()]
        lines += ["", f"## {load_model(model).title}", "", f"`{model}` ([machines.md](machines.md))", ""]
        for state in there:
            said = STATES[state][0]
            lines += [f"![{model}: {said}](gallery/{model}_{state}.webp)"]
        lines += [
            "",
            "; ".join(f"{number}. {STATES[state][0]}" for number, state in enumerate(there, 1)) + ".",
        ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Take the pictures of the machines that are named, of all if none is, and write the page."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="machines; all unless named")
    parser.add_argument("--state", action="append", choices=list(STATES), help="a state; all unless named")
    parser.add_argument("--page", action="store_true", help="the page alone")
    wanted = parser.parse_args()
    if unknown := [name for name in wanted.names if name not in model_names()]:
        parser.error(f"NAME must be one of {', '.join(model_names())} (got {', '.join(unknown)})")
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    FOLDER.mkdir(exist_ok=True)
    for model in [] if wanted.page else wanted.names or model_names():
        for state in wanted.state or STATES:
            path = take(model, state)
            print(
                f"{model}: no {state}" if path is None else f"{path.name}: {path.stat().st_size:,} bytes",
                flush=True,
            )
    PAGE.write_text(page(), encoding="utf-8")
    total = sum(path.stat().st_size for path in FOLDER.glob("*.webp"))
    print(f"{PAGE.name}: {total:,} bytes of pictures")


if __name__ == "__main__":
    main()
