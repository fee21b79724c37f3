# SPDX-License-Identifier: MIT
"""
The pytest plugin of azar: the fixture ``azar_cctalk``, a ccTalk line for tests of host software.

    def test_my_host_takes_a_coin(azar_cctalk):
        host = MyHost(azar_cctalk.port)
        azar_cctalk.insert(200)
        assert azar_cctalk.outcome()["outcome"] == "accepted"

Every pytest run of a computer that has azar loads this file: it imports nothing of azar until a test asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from emulator.cctalk.line import Line
    from machines.support.plain import Json

MARK = "azar_cctalk"
_REPORT = "azar cctalk"
_LINE: pytest.StashKey[Line] = pytest.StashKey()


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark known."""
    config.addinivalue_line(
        "markers",
        f"{MARK}(*devices, profile=, echo=, queue=, crc=, acceptor=, hoppers=, bill=): line of the fixture",
    )


@pytest.fixture
def azar_cctalk(request: pytest.FixtureRequest) -> Iterator[Line]:
    """A coin acceptor, a hopper and a note reader on a pseudo-terminal, served until the test ends."""
    from emulator.cctalk.line import Line

    mark = request.node.get_closest_marker(MARK)
    setup = None if mark is None else _setup(*mark.args, **mark.kwargs)
    with Line(setup) as line:
        request.node.stash[_LINE] = line
        yield line


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """A test that fails shows what was said on the line."""
    report = yield
    line = item.stash.get(_LINE, None)
    if report.failed and report.when == "call" and line is not None:
        report.sections.append((_REPORT, line.trace))
    return report


def _setup(
    *devices: str,
    profile: str | tuple[str, ...] = (),
    echo: bool | None = None,
    queue: bool | None = None,
    crc: bool = False,
    acceptor: Json | None = None,
    hoppers: tuple[Json, ...] = (),
    bill: Json | None = None,
) -> Any:
    """The line of a mark's arguments; settings are those of a profile file."""
    from emulator.cctalk.profile import Profile, parse, read

    found = Profile()
    for name in (profile,) if isinstance(profile, str) else profile:
        found = found.over(read(name))
    wire = {name: value for name, value in (("echo", echo), ("queue", queue)) if value is not None}
    every = {"crc": True} if crc else {}
    rows = [{**every, **row} for row in hoppers] or ([every] * max(1, len(found.hoppers)) if crc else [])
    said: Json = {
        "line": wire,
        "acceptor": {**every, **(acceptor or {})},
        "bill": {**every, **(bill or {})},
        "hopper": rows,
    }
    if devices:
        said["devices"] = list(devices)
    return found.over(parse(said, f"@pytest.mark.{MARK}")).line()
