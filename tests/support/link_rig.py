# SPDX-License-Identifier: MIT
"""Small links for tests: a definition, a store that fails on request, and a PostgreSQL server of our own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from debian import install, missing
from opened import opened

from emulator.link.controller import Controller
from emulator.link.databases import open_store
from emulator.link.errors import LinkStoreError
from emulator.link.rules import Definition, load_definition, read_definition
from emulator.link.store import Change, Store

SEED = bytes(range(32))


def tables(count: int = 3) -> Definition:
    """A link of tables: no model to load, every coin joins the pot, prize 1 takes all and prize 2 a tenth."""
    text = "\n".join(
        [
            'kind = "table"', 'place = "casino"',
            "machines = [" + ", ".join(f"{{ number = {i + 1} }}" for i in range(count)) + "]",
            "[[pots]]", 'name = "carrousel"', "base_cents = 0", "limit_cents = 4000000000",
            'share = "1"', 'hit = "combination"', 'prizes = ["1", "1/10"]',
        ]
    )  # fmt: skip
    return read_definition(text)


def carrusel(count: int = 10) -> Definition:
    """The carrusel that ships, with this many machines."""
    text = load_definition("carrusel").text
    head, _, tail = text.partition("machines = [")
    rows = ", ".join(f'{{ number = {i + 1}, model = "bochorno" }}' for i in range(count))
    return read_definition(f"{head}machines = [{rows}]\n{tail[tail.index('[[pots]]') :]}")


def permitted(text: str) -> str:
    """The text with a permit that says what the link is (C-19), instead of the one that it has."""
    text = text.partition("[permit]")[0]
    link = tomllib.loads(text)
    kinds = {pot["hit"] for pot in link["pots"]} | {"in_kind" for pot in link["pots"] if "in_kind" in pot}
    models = {row["model"] for row in link["machines"]}
    facts = {
        "number": '"SJ-1"', "machines": len(link["machines"]), "models": sorted(models), "method": '"azlk/1"',
        "prizes": sorted(kinds), "maximum_cents": sum(pot["limit_cents"] for pot in link["pots"]),
    }  # fmt: skip
    return f"{text}\n[permit]\n" + "\n".join(f"{key} = {value}" for key, value in facts.items())


class Clock:
    """Virtual microseconds."""

    def __init__(self) -> None:
        self.now_us = 1_000_000

    def __call__(self) -> int:
        return self.now_us


class Hours:
    """A clock of rates on which an hour passes with every look: no machine is too fast."""

    def __init__(self) -> None:
        self.now_us = 0

    def __call__(self) -> int:
        self.now_us += 3_600_000_000
        return self.now_us


def controller(where: str, definition: Definition, clock: Clock | None = None) -> Controller:
    """A new link in a store whose computer does not fall."""
    return Controller.create(store_at(where), definition, SEED, clock or Clock(), Hours())


def store_at(where: str, *, durable: bool = False) -> Store:
    """A store that is closed when the test has ended, if the test does not close it."""
    return opened(open_store(where, durable=durable))


class FailingStore:
    """A store whose next commit fails before or after it became durable; everything else is the store's."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.fail: str | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def commit(self, change: Change) -> None:
        how, self.fail = self.fail, None
        if how == "before":
            raise LinkStoreError("database: stopped before the commit")
        self._store.commit(change)
        if how == "after":
            raise LinkStoreError("database: stopped after the commit")


# --- PostgreSQL -----------------------------------------------------------------------------------


def _programs() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


@contextmanager
def postgres(*, durable: bool = False) -> Iterator[str]:
    """A server of our own on a socket in a temporary folder, run by the user postgres; its address."""
    if _programs() is None:
        install("postgresql")
    programs = _programs()
    if programs is None:
        missing("PostgreSQL server", "postgresql")
    folder = Path(tempfile.mkdtemp(prefix="azar-pg-"))
    folder.chmod(0o777)
    own = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    data = folder / "data"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    subprocess.run([*own, programs / "initdb", "-A", "trust", "-U", "azar", "-D", data], check=True, **quiet)
    options = f"-c listen_addresses='' -k {folder} -c fsync={'on' if durable else 'off'}"
    control = [*own, programs / "pg_ctl", "-D", data, "-w"]
    subprocess.run([*control, "-l", folder / "log", "-o", options, "start"], check=True, **quiet)
    try:
        yield f"postgresql:///postgres?host={folder}&user=azar"
    finally:
        subprocess.run([*control, "-m", "immediate", "stop"], check=True, **quiet)
        shutil.rmtree(folder, ignore_errors=True)
