# SPDX-License-Identifier: MIT
"""The check of a link's papers: ours are held to; a room that takes other ones is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from exam_common import examined, must_hold, refused

from emulator.link import permit, rules


@pytest.fixture(autouse=True)
def _read_anew() -> Iterator[None]:
    """What a spoilt room has taken is not remembered."""
    rules.read_definition.cache_clear()
    yield
    rules.read_definition.cache_clear()


def test_a_room_that_holds_to_its_papers_holds(tmp_path: Path) -> None:
    """C-18, C-19, C-20 on the superjackpot that ships; a carrusel has no permit."""
    must_hold(examined("link_permit", "veruela", tmp_path), "C-18", "C-19", "C-20")


def test_a_room_that_takes_another_permit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """C-19: nobody compares the permit with the link."""
    monkeypatch.setattr(permit, "check_permit", lambda made, wrong: None)
    assert refused(examined("link_permit", "veruela", tmp_path)) == {"C-19"}


@pytest.mark.parametrize("name", ["prize_kinds", "maximum_cents"])
def test_a_room_that_overlooks_one_field_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C-19: whatever the permit says of one field is right."""
    monkeypatch.setattr(
        permit, name, lambda made: getattr(made.permit, name.replace("prize_kinds", "prizes"))
    )
    assert refused(examined("link_permit", "veruela", tmp_path)) == {"C-19"}


def test_a_room_whose_pots_may_exceed_the_sum_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C-18: nobody adds the limits up."""
    monkeypatch.setattr(rules._Reader, "_superjackpot", lambda self, made: None)
    assert refused(examined("link_permit", "veruela", tmp_path)) == {"C-18"}


def test_a_room_that_takes_any_prize_in_kind_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C-20: an option in money that is not what the pot pays."""
    monkeypatch.setattr(permit, "check_in_kind", lambda made, wrong: None)
    assert refused(examined("link_permit", "veruela", tmp_path)) == {"C-20"}
