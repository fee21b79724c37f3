# SPDX-License-Identifier: MIT
"""
A pytest plugin that writes down which lines of Python and which functions of C each test runs, and its time.

``MUTANTS_MAP`` names the folder of what each worker wrote. What a test prepares for others (a fixture of a
file, a cache) counts as run by the first of them.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

FUNCTIONS_MAX = 1 << 14


def _processor_seconds() -> float:
    """Of this process and of those that it waited for: how busy the computer is, is no matter."""
    return sum(os.times()[:4])


class Recorder:
    """Coverage by test, of one process."""

    def __init__(self, folder: Path) -> None:
        self._name = os.environ.get("PYTEST_XDIST_WORKER", "main")
        self._folder = folder
        self._coverage = coverage.Coverage(
            data_file=str(folder / f"lines.{self._name}"),
            config_file=False,
            source=[str(Path.cwd())],
        )
        self._coverage.set_option(
            "run:disable_warnings", ["module-not-imported", "no-data-collected", "no-sysmon"]
        )
        self._tests: dict[str, tuple[float, list[int]]] = {}
        self._failed: list[str] = []
        self._core: ctypes.CDLL | None = None
        self._coverage.start()

    def _entered(self) -> list[int]:
        if self._core is None:
            import cext._core

            self._core = ctypes.CDLL(cext._core.__file__)
        if not hasattr(self._core, "azar_entered"):
            return []
        offsets, count = (ctypes.c_int64 * FUNCTIONS_MAX)(), ctypes.c_uint32()
        self._core.azar_entered(offsets, ctypes.byref(count))
        return list(offsets[: count.value])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._entered()
        self._coverage.switch_context(item.nodeid)
        begun = _processor_seconds()
        try:
            return (yield)
        finally:
            self._tests[item.nodeid] = (_processor_seconds() - begun, self._entered())
            self._coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed.append(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self._coverage.stop()
        with contextlib.suppress(coverage.exceptions.CoverageException):
            self._coverage.save()
        told = {"tests": self._tests, "failed": self._failed}
        (self._folder / f"tests.{self._name}.json").write_text(json.dumps(told), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Record in the processes that run tests: the workers, or this one if there are none."""
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        config.pluginmanager.register(Recorder(Path(os.environ["MUTANTS_MAP"])), "recorder")
