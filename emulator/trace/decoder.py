# SPDX-License-Identifier: MIT
"""Puts the ccTalk decoder for sigrok where sigrok finds it: sigrok itself has none."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

NAME = "cctalk"


def write_decoder(folder: Path) -> Path:
    """
    Write the decoder into ``folder``, for ``SIGROKDECODE_DIR``.

    Returns:
        The decoder's own folder.
    """
    own = folder / NAME
    own.mkdir(parents=True, exist_ok=True)
    emulator = resources.files("emulator")
    files = {
        "__init__.py": '"""ccTalk, the serial bus of coin mechanisms."""\n\nfrom .pd import Decoder\n',
        "pd.py": (emulator / "trace" / "sigrok" / "pd.py").read_text("utf-8"),
        "headers.py": (emulator / "cctalk" / "headers.py").read_text("utf-8"),
    }
    for name, text in files.items():
        (own / name).write_text(text, encoding="utf-8", newline="\n")
    return own
