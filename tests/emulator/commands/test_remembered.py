# SPDX-License-Identifier: MIT
"""Figures that are kept in the user's cache: shown while their sources stay, computed anew in any doubt."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import platformdirs
import pytest
from soon import spared

from cext import _core
from emulator.commands import models
from emulator.support import cache
from emulator.support.cache import digest_of, remembered
from emulator.types.cycle import type as cycle_type
from machines import model, rules
from machines.model import model_names
from machines.support import figures, languages
from machines.support.private import HAS_MODES
from machines.types.chance import must_hit, payout, total
from machines.types.cycle import newcomer, watcher

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
    first = digest_of([sources])
    (sources / "types" / "__pycache__" / "payout.pyc").write_text("compiled", encoding="ascii")
    assert digest_of([sources]) == first
    (sources / "types" / "payout.py").write_text("b", encoding="ascii")
    second = digest_of([sources])
    (sources / ".#payout.py").symlink_to("an.editor@this:1")  # a lock that leads nowhere
    assert digest_of([sources]) != second
    (sources / ".#payout.py").unlink()
    (sources / "types" / "payout.py").rename(sources / "types" / "payouts.py")
    assert len({first, second, digest_of([sources]), digest_of([sources / "types"])}) == 4


@pytest.mark.long
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


def test_figures_are_kept_until_the_mathematics_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache.figure("payout a", lambda: ["1/2"]) == ["1/2"]
    assert cache.figure("payout b", lambda: ["2/3"]) == ["2/3"]
    assert cache.figure("payout a", list) == ["1/2"]
    monkeypatch.setattr(cache, "_mathematics", lambda: "another")
    assert cache.figure("payout a", list) == []


def test_of_more_figures_the_newest_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_FIGURES", 2)
    for name in "abc":
        cache.figure(name, list)
    assert cache.figure("b", lambda: ["1/1"]) == [] and cache.figure("a", lambda: ["1/1"]) == ["1/1"]


def test_what_another_process_keeps_meanwhile_stays() -> None:
    assert cache.figure("a", lambda: cache.figure("b", lambda: ["2/1"])) == ["2/1"]
    assert cache.figure("b", list) == ["2/1"]


@pytest.mark.skipif(not HAS_MODES, reason="Windows has no such owners")
def test_a_file_of_another_user_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    someone = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: someone)
    assert remembered("list", "a", lambda: OTHERS) == OTHERS


def test_figures_follow_from_core_sources_python_and_libraries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[Any] = []
    monkeypatch.setattr(cache, "digest_of", lambda *digested: str(taken.extend(digested)))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: SimpleNamespace(origin=str(tmp_path / name)))
    for name in ("numpy", "flint"):
        (tmp_path / name).touch()
    said = {cache._mathematics.__wrapped__()}
    folders, endings = taken
    files = [Path(str(source.__file__)) for source in (_core, total, must_hit, watcher, newcomer, payout)]
    assert [file for file in files if not {*folders} & {*file.parents}] == []
    assert [file for file in files if not file.name.endswith(endings)] == []
    for name in ("numpy", "flint"):
        os.utime(tmp_path / name, ns=(0, 0))
        said.add(cache._mathematics.__wrapped__())
    monkeypatch.setattr(sys, "version", "3.99")
    assert len(said | {cache._mathematics.__wrapped__()}) == 4


CHECKED = """
import sys
from emulator import cli
sys.argv = ["azar", *"LINE".split()]
try:
    cli.main()
finally:
    sys.stderr.write(" ".join(sorted({"numpy", "flint", "pygame", "xlsxwriter"} & set(sys.modules))))
"""


@pytest.mark.parametrize(
    ("line", "mathematics", "always"),
    [
        ("check cierzo", "numpy", ""),
        spared(("check mudejar", "flint", "")),
        spared(("simulate mudejar --plays 1000 --seed 00", "flint numpy", "numpy")),
    ],
)
def test_what_was_computed_once_is_told_again_without_its_mathematics(
    line: str, mathematics: str, always: str, tmp_path: Path
) -> None:
    command = [sys.executable, "-P", "-c", CHECKED.replace("LINE", line)]
    told = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    again = partial(subprocess.run, command, env=told, capture_output=True, text=True, check=True)
    first, second = again(), again()
    path = tmp_path / "azar" / "figures.json"
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b'["', b'["7', 1))
    third = again()
    assert [run.stderr for run in (first, second, third)] == [mathematics, always, mathematics]
    shown = [re.sub(r"speed +[0-9,]+ plays/s +", "", run.stdout) for run in (first, second, third)]
    assert shown[0] == shown[1] == shown[2] and path.read_bytes() == whole


@pytest.fixture
def poor(monkeypatch: pytest.MonkeyPatch) -> None:
    """A keeper whose every figure is nothing."""
    monkeypatch.setattr(figures, "keeper", lambda name, make: ["0/1"])
    monkeypatch.setattr(model, "known_model", model.known_model.__wrapped__)


@pytest.mark.parametrize(
    ("line", "status"), [("check mudejar", 1), ("par mudejar", 0), ("build mudejar -o FILE", 0)]
)
@pytest.mark.usefixtures("poor")
def test_what_is_sealed_or_signed_rests_on_no_kept_figure(
    line: str, status: int, azar: Any, tmp_path: Path
) -> None:
    assert azar(line.replace("FILE", str(tmp_path / "x.rom"))).status == status


def test_a_figure_comes_back_as_it_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """In any length: Python writes no decimal number of more than 4,300 digits unasked."""
    monkeypatch.setattr(figures, "keeper", cache.figure)
    made = [Fraction(7**9_000, 10**8_000), Fraction(-1, 3), Fraction(0), 12]
    assert figures.kept("payout", b"tables", lambda: made) == made
    assert figures.kept("payout", b"tables", list) == made
    assert figures.kept("payout", b"others", list) == figures.kept("pots", b"tables", list) == []


def test_processes_of_tests_leave_the_folders_of_the_user_alone() -> None:
    code = "import platformdirs as p; print(p.user_cache_path('azar'), p.user_data_path('azar'), sep='\\n')"
    users = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    command = [sys.executable, "-c", code]
    ours, theirs = (
        set(subprocess.run(command, env=env, stdout=subprocess.PIPE, check=True).stdout.splitlines())
        for env in (os.environ, users)
    )
    assert (len(ours), len(theirs), ours & theirs) == (2, 2, set())


def test_the_list_of_models_follows_from_the_sources_that_are_digested(
    azar: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders: list[Path] = []
    monkeypatch.setattr(cache, "digest_of", lambda named: str(folders.extend(named)))
    assert [row["name"] for row in azar("models --json").json["models"]] == model_names()
    sources = (_core, model, rules, payout, languages, cycle_type, models)
    files = [Path(str(source.__file__)) for source in sources] + [model.MODELS_FOLDER / "cierzo.toml"]
    assert [file for file in files if not {*folders} & {*file.parents}] == []
