# SPDX-License-Identifier: MIT
"""
Turns pictures into a film by ffmpeg: MP4 (H.264, AAC) with sound, or GIF with a palette of its own.

    with Encoder(Path("film.gif"), (640, 400), fps=20) as encoder:
        encoder.add(rgb_bytes)             # width x height x 3, one picture after the other
        encoder.finish(None)

The same pictures become the same bytes with the same ffmpeg: nothing of the clock or the machine is written.
ffmpeg is the one that comes with imageio-ffmpeg (the extra ``film``), else the system's.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import wave as wave_files
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

import numpy as np

from emulator.panel.art.waves import RATE_HZ, Wave
from emulator.support.errors import HintedError

ENDINGS = (".gif", ".mp4")
_EXACT = ("-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact")
# Without loss and quickly, between the pictures and the film.
_KEPT = ("-c:v", "libx264rgb", "-qp", "0", "-preset", "ultrafast")
# One thread: x264 divides a picture by its threads, and another division is another film.
_H264 = ("-c:v", "libx264", "-crf", "20", "-preset", "medium", "-threads", "1", "-pix_fmt", "yuv420p")
# H.264 in 4:2:0 has even sides; the pad repeats no pixel.
_EVEN = "pad=ceil(iw/2)*2:ceil(ih/2)*2"
_PALETTE = "palettegen=max_colors=256:stats_mode=diff"
_PALETTED = "paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle"


class FilmError(HintedError):
    """A film that cannot be made: no ffmpeg, or one that fails."""


def ffmpeg() -> str:
    """
    The program.

    Raises:
        FilmError: there is none.
    """
    try:
        from imageio_ffmpeg import get_ffmpeg_exe

        return str(get_ffmpeg_exe())
    except (ImportError, RuntimeError):
        found = shutil.which("ffmpeg")
    if found is None:
        raise FilmError(
            "no ffmpeg: a film needs one", "pip install 'azar[film]' brings it, or apt-get install ffmpeg"
        )
    return found


class Encoder:
    """
    One film on its way to its file; the file is written by ``finish`` alone.

    Args:
        path: ends in .gif or .mp4.
        size: width and height of every picture.
        fps: pictures a second.

    Raises:
        FilmError: there is no ffmpeg.
    """

    def __init__(self, path: Path, size: tuple[int, int], fps: int) -> None:
        self._path, self._fps = path, fps
        self._program = ffmpeg()
        self._folder = tempfile.TemporaryDirectory(prefix="azar-film-")
        self._room = Path(self._folder.name)
        self._kept = self._room / "kept.mkv"
        self._said = (self._room / "said").open("w+b")
        raw = ("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{size[0]}x{size[1]}", "-r", str(fps))
        self._writing = subprocess.Popen(
            self._command(*raw, "-i", "-", *_KEPT, str(self._kept)),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=self._said,
        )
        self.pictures = 0

    def __enter__(self) -> Encoder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._writing.poll() is None:
            self._writing.kill()
        self._writing.wait()
        if self._writing.stdin is not None and not self._writing.stdin.closed:
            self._writing.stdin = None
        self._said.close()
        self._folder.cleanup()

    def add(self, rgb: bytes) -> None:
        """The next picture: red, green and blue of each pixel, line by line."""
        assert self._writing.stdin is not None
        try:
            self._writing.stdin.write(rgb)
        except BrokenPipeError:
            raise self._failed() from None
        self.pictures += 1

    def finish(self, sound: Wave | None) -> None:
        """
        Write the film.

        Args:
            sound: as long as the pictures; a GIF has none.

        Raises:
            FilmError: ffmpeg fails.
            OSError: the file cannot be written.
        """
        assert self._writing.stdin is not None
        self._writing.stdin.close()
        if self._writing.wait() != 0:
            raise self._failed()
        made = self._room / f"film{self._path.suffix}"
        if self._path.suffix == ".gif":
            self._as_gif(made)
        else:
            self._as_mp4(made, sound)
        with made.open("rb") as source, self._path.open("wb") as target:
            shutil.copyfileobj(source, target)

    def _as_gif(self, made: Path) -> None:
        palette, kept = str(self._room / "palette.png"), str(self._kept)
        self._run("-i", kept, "-vf", _PALETTE, "-frames:v", "1", "-update", "1", palette)
        shown = f"[0:v][1:v]{_PALETTED}"
        self._run("-i", kept, "-i", palette, "-lavfi", shown, "-loop", "0", *_EXACT, str(made))

    def _as_mp4(self, made: Path, sound: Wave | None) -> None:
        heard: Sequence[str] = ()
        coded: Sequence[str] = ()
        if sound is not None:
            track = self._room / "sound.wav"
            _write(track, sound)
            heard, coded = ("-i", str(track)), ("-c:a", "aac", "-b:a", "128k")
        end = ("-movflags", "+faststart", *_EXACT, str(made))
        self._run("-i", str(self._kept), *heard, "-vf", _EVEN, *_H264, *coded, *end)

    def _run(self, *arguments: str) -> None:
        done = subprocess.run(
            self._command(*arguments),
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._said,
        )
        if done.returncode != 0:
            raise self._failed()

    def _command(self, *arguments: str) -> list[str]:
        return [self._program, "-hide_banner", "-loglevel", "error", "-y", *arguments]

    def _failed(self) -> FilmError:
        self._said.seek(0)
        lines = self._said.read().decode(errors="replace").strip().splitlines() or ["it says nothing"]
        return FilmError(f"ffmpeg fails: {lines[-1]}", f"{self._program} -encoders must list libx264 and gif")


def _write(path: Path, wave: Wave) -> None:
    """A WAV file of 16 bits."""
    with wave_files.open(str(path), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE_HZ)
        out.writeframes(np.round(wave * 32_767).astype("<i2").tobytes())
