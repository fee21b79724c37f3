# SPDX-License-Identifier: MIT
"""What the first play needs is made beside the loop, and what only the making needed is given back."""

from __future__ import annotations

import threading

from emulator.panel.machine.stage import Stage, forget_pictures
from emulator.support.memory import give_pages_back


def make_ready(stage: Stage, *, lean: bool) -> None:
    """
    Prepare a stage in a thread of its own.

    Args:
        lean: keep nothing but what it shows, as where it stands for weeks; another is then built later.
    """

    def make() -> None:
        stage.prepare()
        if lean:
            forget_pictures()
            give_pages_back()

    threading.Thread(target=make, name="azar-reels", daemon=True).start()
