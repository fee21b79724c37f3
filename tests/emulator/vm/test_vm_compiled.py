# SPDX-License-Identifier: MIT
"""What was compiled in one process comes from the user's cache in the next one, and gives the same run."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from emulator.vm import compiled

# Prints how many modules were compiled, and how a coin and a play went.
PLAYED = """
import hashlib
from emulator import Cabinet
from emulator.vm import compiled
count, make = 0, compiled.made
def counting(*arguments, **options):
    global count
    count += 1
    return make(*arguments, **options)
compiled.made = counting
told = hashlib.sha256()
cab = Cabinet("cierzo", seed="00")
cab.listen(lambda kind, t_us, fields: told.update(f"{kind}{t_us}{fields}".encode()))
cab.insert(100)
cab.run(ms=900)
cab.press("start")
cab.run(ms=5_200)
print(count, told.hexdigest())
"""

SPOILS: dict[str, Callable[[bytes], bytes]] = {
    "a bit": lambda data: data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
    "half of it": lambda data: data[: len(data) // 2],
    "no seal": lambda data: b"\n" + data.partition(b"\n")[2],
    "nothing": lambda data: b"",
}


def played(cache: Path) -> tuple[int, str]:
    told = os.environ | {"XDG_CACHE_HOME": str(cache), "HOME": str(cache), "LOCALAPPDATA": str(cache)}
    command = [sys.executable, "-P", "-c", PLAYED]
    done = subprocess.run(command, env=told, capture_output=True, text=True, check=True)
    count, digest = done.stdout.split()
    return int(count), digest


def test_a_second_process_compiles_nothing_and_plays_the_same(tmp_path: Path) -> None:
    first, second = played(tmp_path), played(tmp_path)
    assert first[0] > 50
    assert second == (0, first[1])


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, and a process that has compiled nothing yet."""
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / name)
    monkeypatch.setattr(compiled, "_fresh", [])
    anew()
    return tmp_path / "azar" / "firmware.bin"


def anew() -> None:
    """As another process, which knows nothing."""
    compiled._known.cache_clear()
    compiled._sources.cache_clear()


def names(source: str, file: str) -> dict[str, object]:
    found: dict[str, object] = {}
    exec(compiled.kept(source, file), found)
    return found


def refuse(*_: object, **__: object) -> object:
    raise AssertionError("nothing must be compiled here")


def test_code_is_known_by_its_source_and_its_file(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert names("X = 1\n", "a.py")["X"] == 1
    assert names("X = 2\n", "a.py")["X"] == 2
    assert compiled.kept("X = 1\n", "b.py").co_filename == "b.py"
    compiled.keep()
    anew()
    monkeypatch.setattr(compiled, "made", refuse)
    assert [names("X = 1\n", "a.py")["X"], names("X = 2\n", "a.py")["X"]] == [1, 2]
    assert compiled.kept("X = 1\n", "b.py").co_filename == "b.py"


@pytest.mark.parametrize("spoil", SPOILS.values(), ids=SPOILS)
def test_a_spoilt_file_is_made_anew(spoil: Callable[[bytes], bytes], cache: Path) -> None:
    compiled.kept("X = 1\n", "a.py")
    compiled.keep()
    whole = cache.read_bytes()
    cache.write_bytes(spoil(whole))
    anew()
    compiled.kept("X = 1\n", "a.py")
    compiled.keep()
    assert cache.read_bytes() == whole


def test_another_python_or_another_count_of_turns_compiles_anew(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled.kept("X = 1\n", "a.py")
    compiled.keep()
    other = tmp_path / "turns.py"
    other.write_bytes(Path(compiled.turns.__file__).read_bytes() + b"\n")
    for what, value in ((sys, "3.99"), (compiled.turns, str(other))):
        with monkeypatch.context() as changed:
            changed.setattr(what, "version" if what is sys else "__file__", value)
            anew()
            assert compiled._known() == {}
    anew()
    assert len(compiled._known()) == 1


def test_what_others_keep_meanwhile_stays_and_the_oldest_go(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled.kept("X = 1\n", "a.py")
    compiled.keep()
    anew()
    compiled._known()
    mine = compiled._known.__wrapped__
    monkeypatch.setattr(compiled, "_known", lambda known={}: known)  # a process that began before the file
    compiled.kept("X = 2\n", "a.py")
    compiled.keep()
    assert len(mine()) == 2
    monkeypatch.setattr(compiled, "MOST_CODES", 2)
    compiled.kept("X = 3\n", "a.py")
    compiled.keep()
    assert len(mine()) == 2
    before = cache.stat().st_mtime_ns
    compiled.keep()
    assert cache.stat().st_mtime_ns == before
