# SPDX-License-Identifier: MIT
"""What holds for every test: this clone is tested, no home is written to, Ctrl-C is heard."""

from __future__ import annotations

import gc
import json
import os
import shlex
import signal
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from installed import differing
from opened import close_all
from places import ROOT

import emulator


class Result(NamedTuple):
    """What one command line printed and how it ended."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def pytest_configure(config: pytest.Config) -> None:
    """Refuse to test another copy than the one at hand; leave homes alone; hear Ctrl-C."""
    if not hasattr(config, "workerinput"):
        _require_this_clone()
        _leave_home_alone(config)
        _start_as_azar_does()
    # Shells start background jobs with SIGINT ignored, which programs under test would inherit.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """
    Keep what is collected, ten thousand tests, out of every search for garbage, and search seldom.

    Each whole search would take a third of a second, together a tenth of all processor time. What tests
    make is almost all freed without a search: one for every 700 new things takes another tenth.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(50_000)
        gc.enable()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """
    Let Hypothesis's plugin add nothing to a summary of tests that did not use it.

    It would import all of Hypothesis for that, which takes longer than many a file of tests. The controller
    of workers runs no test itself, so it keeps the plugin.
    """
    plugins = session.config.pluginmanager
    alone = not session.config.getoption("numprocesses", None)
    if alone and "hypothesis" not in sys.modules and plugins.has_plugin("hypothesispytest"):
        plugins.unregister(name="hypothesispytest")


def _require_this_clone() -> None:
    clone = Path(__file__).parents[1]
    copy = Path(emulator.__file__).parents[1]
    files = differing(clone, copy)
    if files:
        more = f" and {len(files) - 1} more" if len(files) > 1 else ""
        raise pytest.UsageError(
            f"the installed azar must be what this clone holds; in {copy} differs: {files[0]}{more}\n\n"
            "hint: pip install -e '.[vm,test]' once, and every edit counts"
        )


def _start_as_azar_does() -> None:
    """
    Have numpy and pydantic come up as the command has them (``emulator.__main__``).

    Threads of OpenBLAS, one for each processor, wait for each other in a loop: beside a worker on each
    processor a front took half as long again to be examined.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")


def _leave_home_alone(config: pytest.Config) -> None:
    """
    Have every process of the tests keep in folders of their own what azar keeps in those of its user.

    What azar can make again stays for the next run: MicroPython's module takes seconds. A process with a
    mutant in it has a cache that nobody else believes.
    """
    data = tempfile.TemporaryDirectory(prefix="azar-", ignore_cleanup_errors=True)
    config.add_cleanup(data.cleanup)
    os.environ["XDG_DATA_HOME"] = data.name
    if "AZAR_MUTANT" not in os.environ:
        os.environ["XDG_CACHE_HOME"] = str(ROOT / ".pytest_cache" / "home")


@pytest.fixture(autouse=True)
def overpaying_strata(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Let the bench of the black box read ``blackbox_rich.toml``, and nobody else.

    Its first stratum pays far above its stakes, which no article forbids and we refuse: its prizes come in
    minutes. A model within the check cannot have that: a prize of 120 EUR needs the stakes of 600 plays
    beside it, and lies anywhere among them, so each of these tests would play for most of an hour.
    """
    if request.path.name.startswith(("test_blackbox_", "test_mutants")):
        monkeypatch.setattr("machines.types.cycle.checks_plan.check_overpaid", lambda *_: None)


@pytest.fixture
def azar(capsys: pytest.CaptureFixture[str]) -> Callable[[str], Result]:
    """Run a command line in this process."""
    from emulator import cli  # takes longer to import than many a test without it

    return lambda line: Result(cli.run(shlex.split(line)), *capsys.readouterr())


@pytest.fixture(autouse=True)
def closes_what_was_opened() -> Iterator[None]:
    """Close what a test's helpers have opened for it; Python 3.13 tells of what nobody closes."""
    yield
    close_all()
