# SPDX-License-Identifier: MIT
"""What the panel shows, writes and does from moment to moment is what somebody looked at."""

from __future__ import annotations

import json
import time

import numpy as np
import panel_films
import pytest
from panel_prints import LINE_SUMS, libraries, unpacked
from prints import print_of
from soon import soon

KEPT = json.loads(panel_films.FILE.read_text(encoding="utf-8"))
SOON = ("coins", "service", "glass cierzo", "glass mudejar", "glass ronda", "wall carrusel")
HINT = "hint: look at it, keep it by `python tests/support/panel_films.py DIR`, if that is how it is meant"


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("name", soon(panel_films.FILMS, *SOON))
def test_a_film_is_as_it_was_looked_at(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.localtime", time.gmtime)
    film = panel_films.Film()
    panel_films.FILMS[name](film)
    assert print_of(film.told) == KEPT["told"][name], f"{name}: other words or deeds; {HINT}"
    kept = unpacked(KEPT["frames"][name], "<i4")
    assert kept.shape == film.frames.shape
    if KEPT["libraries"] == libraries():
        others = np.flatnonzero((np.abs(kept - film.frames) > LINE_SUMS).any(axis=1))
        assert not len(others), f"{name}: frames {others} are others; {HINT}"


def test_every_print_is_of_a_film_that_is_still_made() -> None:
    assert KEPT["told"].keys() == KEPT["frames"].keys() == panel_films.FILMS.keys()
