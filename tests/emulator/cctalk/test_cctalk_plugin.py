# SPDX-License-Identifier: MIT
"""The pytest fixture azar_cctalk: the manual's tests, the trace of failures, nothing heavy loaded."""

from __future__ import annotations

import importlib.metadata
import os
import re
import subprocess
import sys
import time
import tty
from pathlib import Path

import pytest
from places import ROOT

from emulator.cctalk.line import Line, LineStoppedError
from emulator.cctalk.setup import HopperSetup, LineSetup, line
from emulator.devices.cctalk.packet import packet

DOCS = ROOT / "docs" / "cctalk.md"
PYTEST = (
    sys.executable,
    "-P",
    "-m",
    "pytest",
    "-q",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:xdist",
    "-W",
    "error",
)


def run(folder: Path, text: str, *more: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_host.py").write_text(text, encoding="utf-8")
    return subprocess.run(
        [*PYTEST, *more, "test_host.py"], cwd=folder, capture_output=True, text=True, check=False
    )


def test_the_package_declares_the_plugin() -> None:
    points = importlib.metadata.entry_points(group="pytest11")
    assert {point.value for point in points if point.name == "azar_cctalk"} == {
        "emulator.cctalk.pytest_plugin"
    }


def test_the_manuals_tests_pass_as_they_stand(tmp_path: Path) -> None:
    text = DOCS.read_text(encoding="utf-8").split("## In tests")[1]
    done = run(tmp_path, re.findall(r"```python\n(.*?)```", text, re.S)[0])
    assert "2 passed" in done.stdout, done.stdout + done.stderr


def test_a_failing_test_shows_the_line(tmp_path: Path) -> None:
    text = """
import os, time
from emulator.devices.cctalk.packet import packet

def test_it(azar_cctalk):
    port = os.open(azar_cctalk.port, os.O_RDWR | os.O_NOCTTY)
    os.write(port, packet(2, 246))
    time.sleep(0.2)
    os.close(port)
    assert False

def test_without():
    assert False
"""
    done = run(tmp_path, text)
    assert done.returncode == 1
    assert done.stdout.count("azar cctalk ---") == 1
    assert "host > 2    246 request manufacturer id" in done.stdout
    assert 'answer: "AZK"' in done.stdout


def test_a_mark_that_cannot_be_says_what_can(tmp_path: Path) -> None:
    text = """
import pytest

@pytest.mark.azar_cctalk(hoppers=({"coin": 7},))
def test_it(azar_cctalk):
    pass
"""
    done = run(tmp_path, text, "--strict-markers")
    assert (
        "@pytest.mark.azar_cctalk: hopper[1].coin: must be 1, 2, 5, 10, 20, 50, 100, 200 (got 7)"
        in done.stdout
    )


def test_collecting_loads_nothing_heavy(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text("def test_x():\n    pass\n", encoding="ascii")
    code = (
        "import sys, pytest; "
        "names = ('cacheprovider', 'xdist', 'hypothesispytest'); "
        "off = [word for name in names for word in ('-p', f'no:{name}')]; "
        "status = pytest.main(['-q', *off, 'test_x.py']); "
        "loaded = [n for n in sys.modules if n.split('.')[0] in "
        "('cext', 'numpy', 'pygame', 'pydantic', 'serial', 'machines', 'cffi') "
        "or n.startswith('emulator.')]; "
        "print(sorted(loaded)); sys.exit(status)"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[-1] == (
        "['emulator.cctalk', 'emulator.cctalk.pytest_plugin', 'emulator.support', 'emulator.support.errors']"
    )


# -- the line behind it -----------------------------------------------------------------------------


def talk(port: int, sent: bytes) -> bytes:
    os.write(port, sent)
    time.sleep(0.1)
    return os.read(port, 500)


def test_a_line_takes_every_act_and_tells_of_it() -> None:
    setup = LineSetup(
        devices=(*line(echo=False).devices, HopperSetup(address=4, coin=20, fill=5)),
        wire=line(echo=False).wire,
    )
    with Line(setup) as made:
        port = os.open(made.port, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(port)
        assert talk(port, packet(4, 254)) == packet(1, 0, source=4)
        made.insert(200)
        made.note(500)
        assert [made.outcome()["reason"] for _ in range(2)] == ["host not polling"] * 2
        with pytest.raises(TimeoutError, match=r"in 0.05 s"):
            made.outcome(0.05)
        made.damage("coin_lost", 2, at=4)
        made.mend("coin_lost", at=4)
        made.refill(3, at=4)
        made.empty()
        made.spoil("busy", address=4)
        assert talk(port, packet(4, 254)) == packet(1, 6, source=4)
        made.spoil("drop", count=0)
        made.sound()
        assert talk(port, packet(4, 254)) == packet(1, 0, source=4)
        made.power(False)
        made.power(True)
        status = made.status()
        assert [hopper["coins"] for hopper in status["hoppers"]] == [0, 8]
        assert "fault coin_lost 2 @4: begins" in made.trace and "simple poll" in made.trace
        assert len(made.frames) == 6
        os.close(port)
    made.close()
    with pytest.raises(LineStoppedError, match="has ended"):
        made.insert(200)


def test_an_error_in_the_thread_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Line()

    def broken() -> None:
        raise ValueError("broken on purpose")

    monkeypatch.setattr(made._service, "turn", broken)
    with pytest.raises(LineStoppedError, match="ValueError: broken on purpose"):
        made.outcome(10)
    with pytest.raises(LineStoppedError, match="broken on purpose"):
        made.close()
