# SPDX-License-Identifier: MIT
"""How large a target is: by the settings, by what the screen tells, or by a guess that says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from emulator.kiosk import touch
from emulator.kiosk.edid import Edid, connected, read_edid
from emulator.kiosk.touch import measure, of_xrandr


def edid_of(mm: tuple[int, int], px: tuple[int, int] = (1920, 1080), cm: tuple[int, int] = (51, 29)) -> bytes:
    """An EDID with one detailed timing behind a descriptor of something else."""
    block = bytearray(128)
    block[:8] = b"\x00\xff\xff\xff\xff\xff\xff\x00"
    block[21:23] = bytes(cm)
    timing = bytearray(18)
    timing[0] = 1
    timing[2], timing[4] = px[0] & 0xFF, px[0] >> 8 << 4
    timing[5], timing[7] = px[1] & 0xFF, px[1] >> 8 << 4
    timing[12], timing[13], timing[14] = mm[0] & 0xFF, mm[1] & 0xFF, mm[0] >> 8 << 4 | mm[1] >> 8
    block[72:90] = timing
    block[127] = -sum(block) % 256
    return bytes(block)


def plugged(folder: Path, name: str, data: bytes, status: str = "connected") -> None:
    (folder / name).mkdir()
    (folder / name / "edid").write_bytes(data)
    (folder / name / "status").write_text(f"{status}\n", encoding="ascii")


@pytest.fixture(autouse=True)
def silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(touch, "_by_xrandr", lambda size_px, display: None)


def test_an_edid_tells_millimetres() -> None:
    assert read_edid(edid_of((509, 286))) == Edid(509, 286, 1920, 1080)
    assert read_edid(edid_of((1872, 1053), (3840, 2160))) == Edid(1872, 1053, 3840, 2160)


def test_one_that_writes_its_aspect_ratio_tells_centimetres() -> None:
    assert read_edid(edid_of((16, 9), cm=(22, 13))) == Edid(220, 130, 1920, 1080)
    assert read_edid(edid_of((0, 0), cm=(0, 0))) is None


def test_a_damaged_one_tells_nothing() -> None:
    whole = edid_of((509, 286))
    assert read_edid(whole[:-1] + bytes([whole[-1] ^ 1])) is None
    assert read_edid(whole[:100]) is None and read_edid(b"") is None and read_edid(b"x" * 128) is None


def test_the_screen_with_as_many_pixels_counts(tmp_path: Path) -> None:
    plugged(tmp_path, "card0-DP-1", edid_of((600, 340), (2560, 1440)))
    plugged(tmp_path, "card0-HDMI-A-1", edid_of((509, 286)))
    plugged(tmp_path, "card0-HDMI-A-2", edid_of((100, 50)), "disconnected")
    assert [name for name, _ in connected(tmp_path)] == ["card0-DP-1", "card0-HDMI-A-1"]
    found = measure((1080, 1920), None, drm=tmp_path)
    assert (found.touch_px, found.source) == (34, "card0-HDMI-A-1")  # 9 mm of 1080 pixels on 286 mm: 33.99
    assert "509 x 286 mm" in found.said


def test_nine_millimetres_are_never_less() -> None:
    found = measure((1920, 1080), (217, 136), touch_mm=9)
    assert found.touch_px == 80 and found.touch_px / 1920 * 217 >= 9 and found.source == "the settings"


def test_a_size_that_cannot_be_is_passed_over_and_a_guess_says_so(tmp_path: Path) -> None:
    plugged(tmp_path, "card0-HDMI-A-1", edid_of((4000, 2250)))
    found = measure((800, 480), None, drm=tmp_path)
    assert (found.touch_px, found.source) == (35, "assumed")
    assert "assumed" in found.said and "screen.millimetres" in found.said


def test_xrandr_tells_it_too() -> None:
    told = (
        "Screen 0: minimum 320 x 200, current 3200 x 1080, maximum 16384 x 16384\n"
        "eDP-1 connected primary 1280x800+0+0 (normal left inverted right x axis y axis) 217mm x 136mm\n"
        "HDMI-1 connected 1920x1080+1280+0 (normal left inverted right x axis y axis) 509mm x 286mm\n"
        "DP-2 disconnected (normal left inverted right x axis y axis)\n"
    )
    assert of_xrandr(told, (1920, 1080)) == (509, 286, "xrandr, HDMI-1")
    assert of_xrandr(told, (1000, 500), 0) == (217, 136, "xrandr, eDP-1")
    assert of_xrandr("", (1, 1)) is None
