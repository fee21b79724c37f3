# SPDX-License-Identifier: MIT
"""Figures that are kept in the user's cache: shown while their sources stay, computed anew in any doubt."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import platformdirs
import pytest

from cext import _core
from emulator.commands import models
from emulator.support import cache
from emulator.support.cache import digest_of, remembered
from emulator.types.cycle import type as cycle_type
from machines import model, rules
from machines.model import model_names
from machines.support import languages
from machines.support.private import HAS_MODES
from machines.types.chance import payout

FIGURES = [{"name": "cierzo", "rtp": "3921/5000", "rtp_percent": 78.42}]
OTHERS = [{"name": "cierzo", "rtp": "1/1", "rtp_percent": 100.0}]


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the figures in a cache of its own, made by the sources "a"."""
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda name: tmp_path / "cache" / name)
    assert remembered("list", "a", lambda: FIGURES) == FIGURES
    return tmp_path / "cache" / "azar" / "list.json"


def test_kept_figures_are_shown_as_long_as_their_sources_stay(kept: Path) -> None:
    assert remembered("list", "a", lambda: OTHERS) == FIGURES
    assert remembered("list", "b", lambda: OTHERS) == OTHERS
    assert remembered("list", "b", list) == OTHERS


SPOILS: dict[str, Callable[[bytes], bytes]] = {
    "a figure changed": lambda data: data.replace(b"3921", b"4921"),
    "cut off": lambda data: data[:-1],
    "more behind it": lambda data: data + b" ",
    "no seal": lambda data: data.partition(b"\n")[2],
    "empty": lambda data: b"",
    "bytes": lambda data: b"\xff" * 100,
}


@pytest.mark.parametrize("spoil", SPOILS.values(), ids=SPOILS)
def test_a_spoilt_file_is_replaced(spoil: Callable[[bytes], bytes], kept: Path) -> None:
    whole = kept.read_bytes()
    kept.write_bytes(spoil(whole))
    assert remembered("list", "a", lambda: FIGURES) == FIGURES
    assert kept.read_bytes() == whole


def test_what_cannot_be_a_file_costs_time_and_no_figures(kept: Path) -> None:
    kept.unlink()
    kept.mkdir()
    assert remembered("list", "a", lambda: FIGURES) == FIGURES
    assert remembered("list", "a", lambda: OTHERS) == OTHERS


@pytest.mark.skipif(not HAS_MODES, reason="Windows has no modes: the user's folder protects")
def test_only_its_owners_file_counts(kept: Path) -> None:
    assert (stat.S_IMODE(kept.stat().st_mode), stat.S_IMODE(kept.parent.stat().st_mode)) == (0o600, 0o700)
    kept.chmod(0o620)
    assert remembered("list", "a", lambda: OTHERS) == OTHERS
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_a_folder_that_takes_no_file_costs_time_and_no_figures(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*arguments: Any, **options: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(cache.files, "replace", refuse)
    assert remembered("list", "b", lambda: OTHERS) == OTHERS
    assert remembered("list", "a", list) == FIGURES
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda name: kept / name)  # below a file
    assert remembered("list", "a", lambda: OTHERS) == OTHERS


def test_any_file_that_changes_makes_other_sources(tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    (sources / "types" / "__pycache__").mkdir(parents=True)
    (sources / "types" / "payout.py").write_text("a", encoding="ascii")
    first = digest_of(sources)
    (sources / "types" / "__pycache__" / "payout.pyc").write_text("compiled", encoding="ascii")
    assert digest_of(sources) == first
    (sources / "types" / "payout.py").write_text("b", encoding="ascii")
    second = digest_of(sources)
    (sources / ".#payout.py").symlink_to("an.editor@this:1")  # a lock that leads nowhere
    assert digest_of(sources) != second
    (sources / ".#payout.py").unlink()
    (sources / "types" / "payout.py").rename(sources / "types" / "payouts.py")
    assert len({first, second, digest_of(sources), digest_of(sources / "types")}) == 4


def test_two_processes_list_the_same_beside_each_other(tmp_path: Path) -> None:
    """Each computes and replaces the file whole; the one that comes later reads it, and checks no model."""
    command = [sys.executable, "-m", "emulator", "models", "--json"]
    told = os.environ | {name: str(tmp_path / "two") for name in ("XDG_CACHE_HOME", "HOME", "LOCALAPPDATA")}
    beside = [subprocess.Popen(command, env=told, stdout=subprocess.PIPE) for _ in range(2)]
    listed = {process.communicate()[0] for process in beside}
    assert [process.returncode for process in beside] == [0, 0]
    end = "sys.exit('machines.model' in sys.modules)"
    code = f"import sys; from emulator import cli; cli.run(['models', '--json']); {end}"
    later = subprocess.run([sys.executable, "-P", "-c", code], env=told, stdout=subprocess.PIPE, check=True)
    assert listed == {later.stdout}


def test_processes_of_tests_leave_the_folders_of_the_user_alone() -> None:
    code = "import platformdirs as p; print(p.user_cache_path('azar'), p.user_data_path('azar'), sep='\\n')"
    users = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    folders = [
        set(subprocess.run([sys.executable, "-c", code], env=env, stdout=subprocess.PIPE).stdout.splitlines())
        for env in (os.environ, users)
    ]
    assert [len(found) for found in folders] == [2, 2]
    assert folders[0] & folders[1] == set()


def test_the_list_of_models_follows_from_the_sources_that_are_digested(
    azar: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders: list[Path] = []
    monkeypatch.setattr(cache, "digest_of", lambda *named: str(folders.extend(named)))
    assert [row["name"] for row in azar("models --json").json["models"]] == model_names()
    sources = (_core, model, rules, payout, languages, cycle_type, models)
    files = [Path(str(source.__file__)) for source in sources] + [model.MODELS_FOLDER / "cierzo.toml"]
    assert [file for file in files if not {*folders} & {*file.parents}] == []
