# SPDX-License-Identifier: MIT
"""
The checkpoint of a campaign: a small JSON file that is replaced whole or not at all.

It holds what the campaign is (``identity``), how far it is and what it counted (``totals``), and the
SHA-256 of the rest. Whoever goes on with it must ask for the same campaign with the same core.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from emulator.lab.campaign_pieces import CampaignError
from emulator.support import files
from machines.support.plain import Json, JsonView, read_json
from machines.support.private import require_private

FORMAT = "azar campaign 1"
KEEP_EVERY_S = 10
# Beyond all that a campaign adds up; squares of cents are the largest.
_COUNT_END = 1 << 200
BEGIN_ANEW = "name another file to begin anew"


class Checkpoint(NamedTuple):
    """What a file kept."""

    identity: JsonView
    totals: Json
    ms: int
    """Wall clock time of the plays so far."""


def save(path: Path, checkpoint: Checkpoint) -> None:
    """
    Replace the file, durably.

    Raises:
        OSError: it cannot be written; the old one is still there.
    """
    kept: Json = {"format": FORMAT, **checkpoint._asdict()}
    text = json.dumps({**kept, "sha256": _digest(kept)}, sort_keys=True)
    files.replace(path, text.encode() + b"\n")


def load(path: Path) -> Checkpoint:
    """
    Read a file.

    Raises:
        CampaignError: there is none, or it is damaged or of another format.
        ExposedError: others may read it; it holds the campaign's key.
    """
    try:
        kept = read_json(path.read_bytes())
        digest = kept.pop("sha256")
        sound = digest == _digest(kept) and isinstance(kept["format"], str)
        if sound and kept["format"] == FORMAT and _has_members(kept):
            require_private(path)
            return Checkpoint(kept["identity"], kept["totals"], kept["ms"])
    except FileNotFoundError:
        raise CampaignError(f"no checkpoint at {path}", "without --resume a campaign begins anew") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        sound = False
    if sound:
        raise CampaignError(f"format of {path} must be {FORMAT!r} (got {kept['format']!r})", BEGIN_ANEW)
    raise CampaignError(f"{path} is damaged: it is not what its SHA-256 says", BEGIN_ANEW)


def _has_members(kept: JsonView) -> bool:
    """Whether every member is of its kind; AttributeError or KeyError where one is missing."""
    identity = kept["identity"]
    bytes.fromhex(identity["key"])
    if not isinstance(identity, dict) or not isinstance(kept["totals"], dict):
        raise TypeError
    if type(kept["ms"]) is not int or not 0 <= kept["ms"] < 1 << 60:
        raise ValueError
    return True


def alike(saved: object, empty: object) -> bool:
    """Whether saved totals have the shape of those of a campaign without plays; no count is below 0."""
    if isinstance(empty, dict):
        if not isinstance(saved, dict) or saved.keys() != empty.keys():
            return False
        return all(alike(saved[name], empty[name]) for name in empty)
    if isinstance(empty, list):
        if not isinstance(saved, list):
            return False
        if not empty:  # as long as it was needed, of counts or rows of them
            return all(_is_count(item) or alike(item, []) for item in saved)
        return len(saved) == len(empty) and all(map(alike, saved, empty))
    if isinstance(empty, str):
        return isinstance(saved, str)
    return _is_count(saved) or (empty is None and saved is None)


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < _COUNT_END


def need_same(path: Path, kept: JsonView, asked: JsonView) -> None:
    """Raise CampaignError, naming every difference, unless a file holds the campaign that is asked for."""
    names = [name for name in asked if kept.get(name) != asked[name]]
    if names:
        told = ", ".join(f"{name} {kept.get(name)} there, {asked[name]} here" for name in names)
        raise CampaignError(f"{path} is of another campaign: {told}", f"ask for the same, or {BEGIN_ANEW}")


def _digest(kept: JsonView) -> str:
    return hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()


class Keeper:
    """
    Writes the checkpoint of a campaign under way.

    Args:
        path: the file.
        identity: what the campaign is.
        totals: returns what it counted so far.
    """

    def __init__(self, path: Path, identity: JsonView, totals: Callable[[], Json]) -> None:
        self.path, self._identity, self._totals = path, identity, totals
        self._wrote = time.monotonic()

    def keep(self, ms: int) -> None:
        """Write the file; OSError if that cannot be done."""
        save(self.path, Checkpoint(self._identity, self._totals(), ms))
        self._wrote = time.monotonic()

    def keep_sometimes(self, ms: int) -> None:
        """Write the file if that is long ago."""
        if time.monotonic() - self._wrote >= KEEP_EVERY_S:
            self.keep(ms)
