# SPDX-License-Identifier: MIT
"""What azar play leaves to look at: pictures at moments of the machine's time, and a film of the run."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from emulator.commands.console import WRONG_USAGE, CommandError, progress, valued
from emulator.commands.screen_size import screen_size
from emulator.support.errors import EmulatorError

if TYPE_CHECKING:
    import pygame

    from emulator.cabinet import Cabinet
    from emulator.panel.film.camera import Camera
    from emulator.panel.film.film import Film

_RunUs = Callable[[int], None]
FPS_MAX = 60
AT_MAX = 3_600_000
# Of each format, unless --fps says otherwise: a GIF's pictures last hundredths of a second.
_FPS = {".gif": 20, ".mp4": 30}
_SLOT = "{ms}"
_PICTURE = "azar play cierzo --screenshot panel.png"

At = Annotated[
    list[int] | None,
    valued(
        "--at",
        "MS",
        "With --screenshot: at this millisecond of the run; again for more, with {ms} in the file's name.",
        min=0,
        max=AT_MAX,
    ),
]
Size = Annotated[str | None, valued("--size", "WxH", "Of picture and film, in pixels; else 1280x800.")]
Record = Annotated[Path | None, valued("--record", "F", "Film the run, without a screen: F.gif or F.mp4.")]
FromMs = Annotated[int | None, valued("--from", "MS", "With --record: from here on.", min=0, max=AT_MAX)]
ToMs = Annotated[
    int | None,
    valued("--to", "MS", "With --record: up to here; else to the end.", min=1, max=AT_MAX),
]
Fps = Annotated[
    int | None, valued("--fps", "N", "With --record: pictures a second; MP4 30, GIF 20.", min=1, max=FPS_MAX)
]


class Asked(NamedTuple):
    """What the command line asks for."""

    screenshot: Path | None
    at: list[int] | None
    size: str | None
    record: Path | None
    from_ms: int | None
    to_ms: int | None
    fps: int | None


@dataclass
class Shots:
    """Pictures and a film that were asked for, checked."""

    size: tuple[int, int] | None = None
    picture: Path | None = None
    at_ms: list[int] = field(default_factory=list)
    film: Path | None = None
    from_ms: int = 0
    to_ms: int | None = None
    fps: int = 30
    saved: list[str] = field(default_factory=list)
    """Pictures that were written."""

    @contextlib.contextmanager
    def taken(self, cabinet: Cabinet, language: str, *, quiet: bool) -> Iterator[_RunUs | None]:
        """
        Take them while the block lets time pass in the cabinet, and afterwards what is missing.

        Yields:
            What lets microseconds pass in place of the cabinet's ``run_us``; None where nothing is asked for.
        """
        if not self.at_ms and self.film is None:
            yield None
            return
        try:
            if self.film is None:
                camera = self._series(cabinet, language)
                yield camera.pass_us
                camera.until_last()
            else:
                with (
                    progress("filming", wanted=not quiet) as at,
                    self._film(cabinet, self.film, language, at) as film,
                ):
                    yield film.camera.pass_us
                    film.finish()
        except (OSError, EmulatorError) as error:
            raise self._refused(error) from None

    def _series(self, cabinet: Cabinet, language: str) -> Camera:
        from emulator.panel.film.camera import Camera
        from emulator.panel.frame.window import WINDOW, save_picture

        def save(at_us: int, picture: pygame.Surface) -> None:
            path = Path(str(self.picture).replace(_SLOT, str(at_us // 1_000)))
            save_picture(picture, path)
            self.saved.append(str(path))

        camera = Camera(cabinet, self.size or WINDOW, language)
        camera.shoot((1_000 * ms for ms in self.at_ms), save)
        return camera

    def _film(self, cabinet: Cabinet, path: Path, language: str, at: Callable[..., None]) -> Film:
        from emulator.panel.film.film import Film, Span
        from emulator.panel.frame.window import WINDOW

        span = Span(self.from_ms, self.to_ms, self.fps)

        def told(done: int, total: int | None) -> None:
            if total:
                at(done, total)

        return Film(cabinet, path, self.size or WINDOW, language, span, told=told)

    def _refused(self, error: Exception) -> CommandError:
        path = self.film or self.picture
        if isinstance(error, OSError):
            hint = "name a file in a folder that can be written"
            return CommandError(f"{path}: cannot be written: {error.strerror or error}", hint)
        return CommandError(str(error), getattr(error, "hint", "") or "azar play --help")


def shots_of(asked: Asked, *, scripted: bool) -> Shots:
    """
    What is to be taken.

    Args:
        scripted: whether a script or a visit is played; plays by hand are not filmed.
    """
    _require_whole(asked)
    if (asked.at or asked.record) and not scripted:
        raise _wrong("plays must not be filmed", "leave --plays out: --script FILE plays what you write")
    size = None if asked.size is None else screen_size(asked.size, f"{_PICTURE} --size 1280x800")
    made = Shots(size=size, picture=asked.screenshot, at_ms=sorted(set(asked.at or [])))
    if len(made.at_ms) > 1 and _SLOT not in str(asked.screenshot):
        message = f"--screenshot must have {_SLOT} in its name where --at comes more than once"
        raise _wrong(f"{message} (got {asked.screenshot})", f"--screenshot panel-{_SLOT}.png --at 0 --at 500")
    if asked.record is not None:
        if asked.record.suffix not in _FPS:
            raise _wrong(f"--record must end in .gif or .mp4 (got {asked.record})", "--record film.mp4")
        made.film, made.from_ms, made.to_ms = asked.record, asked.from_ms or 0, asked.to_ms
        made.fps = asked.fps or _FPS[asked.record.suffix]
        if made.to_ms is not None and made.to_ms <= made.from_ms:
            message = f"--to must be more than --from, {made.from_ms} ms (got {made.to_ms})"
            raise _wrong(message, "--from 0 --to 9000")
    return made


def _require_whole(asked: Asked) -> None:
    """Options that say something of another one have that other one."""
    if asked.at and asked.screenshot is None:
        raise _wrong("--at says when --screenshot is taken", f"{_PICTURE} --at 2500")
    if asked.at and asked.record is not None:
        raise _wrong("--at and --record must not both be given", "take the pictures first, then the film")
    if asked.record is None and any(value is not None for value in (asked.from_ms, asked.to_ms, asked.fps)):
        message = "--from, --to and --fps say what --record films"
        raise _wrong(message, "azar play cierzo --record film.mp4 --to 9000")
    if asked.size is not None and asked.screenshot is None and asked.record is None:
        raise _wrong("--size is that of --screenshot or --record", f"{_PICTURE} --size 1080x1920")


def _wrong(message: str, hint: str) -> CommandError:
    return CommandError(message, hint, status=WRONG_USAGE)
