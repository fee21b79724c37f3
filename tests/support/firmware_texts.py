# SPDX-License-Identifier: MIT
"""Every text that our firmware has, in a language, as a ROM in that language gets it."""

from __future__ import annotations

import re

from places import ROOT

from machines.rom.program import translated

FIRMWARE = ROOT / "machines" / "firmware"
MESSAGES = ("line_texts.py", "*/front_texts.py")
MENU = ("menu_texts.py",)


def said(language: str, *names: str) -> list[tuple[str, str]]:
    """Key and text of each line of these modules, or of all modules of texts of coin machines."""
    paths = [path for name in names or MESSAGES + MENU for path in sorted(FIRMWARE.glob(name))]
    sources = {f"{path.parent.name}_{path.stem}": path.read_text("utf-8") for path in paths}
    return [
        (key, text)
        for source in translated(sources, language).values()
        for key, text in re.findall(r"(?m)^(\w+)\|(.*)$", source)
    ]
