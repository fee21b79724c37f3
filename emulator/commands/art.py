# SPDX-License-Identifier: MIT
"""azar art: symbols, strips and glass of a model on one sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from emulator.commands.console import (
    WRONG_USAGE,
    AsJson,
    CommandError,
    ModelName,
    ProfileName,
    VariantName,
    flag,
    print_json,
    valued,
    working,
)
from emulator.commands.screen_size import screen_size

EXAMPLE = """\
azar art cierzo -o cierzo.png
azar art mudejar -o strips.png --only strips --portrait"""

Part = Literal["symbols", "strips", "glass", "sounds"]

Picture = Annotated[
    Path, typer.Option("--output", "-o", metavar="F.png", help="The picture that is written.")
]
Only = Annotated[
    Part | None, valued("--only", "PART", "symbols, strips or glass alone; or sounds, as waves.")
]
Portrait = Annotated[bool, flag("--portrait", "A narrow sheet, for paper that stands.")]
Size = Annotated[
    str, valued("--size", "WxH", "The screen whose glass is painted, in pixels; 1080x1920 unless given.")
]


def art(
    model: ModelName,
    output: Picture,
    only: Only = None,
    portrait: Portrait = False,
    size: Size = "1080x1920",
    profile: ProfileName = None,
    variant: VariantName = None,
    as_json: AsJson = False,
) -> None:
    """
    Draw a model's art on one sheet: symbols, strips, glass.

    Every symbol large, with name and colour, without colour, and on dark glass; each strip with its stop
    numbers and weights; crown and glass as the panel paints them. A model that the law refuses has its sheet,
    too. Sounds have a sheet of their own: --only sounds.
    """
    screen = screen_size(size, "azar art cierzo -o cierzo.png --size 1280x800")
    if output.suffix != ".png":
        message = f"--output must end in .png (got {output})"
        raise CommandError(message, "azar art cierzo -o cierzo.png", status=WRONG_USAGE)
    from machines.model import load_draft

    drawn_of = load_draft(model if variant is None else f"{model}@{variant}", profile, surplus=True)
    with working("drawing", wanted=not as_json):
        from emulator.panel.frame.window import save_picture
        from emulator.panel.sheet.sheet import PARTS, draw_sheet

        parts = PARTS if only is None else (only,)
        sheet = draw_sheet(drawn_of, parts, upright=portrait, screen=screen)
        save_picture(sheet.surface, output)
    width, height = sheet.size
    if as_json:
        told = {"model": drawn_of.name, "file": str(output), "parts": list(parts)}
        print_json({**told, "width_px": width, "height_px": height, "symbols": len(drawn_of.symbols)})
        return
    print(f"wrote {output}: {width} x {height} pixels")
