# SPDX-License-Identifier: MIT
"""Programs of Debian's that tests reach for, installed where we may."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import NoReturn

import pytest


def install(*packages: str) -> None:
    """These packages, if this is root on Debian; else nothing. One worker at a time, as apt-get has it."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        with Path(tempfile.gettempdir(), "azar-apt.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            _apt_get("update", "-qq")
            _apt_get(
                "-o", "DPkg::Lock::Timeout=300", "install", "-y", "-qq", "--no-install-recommends", *packages
            )


def _apt_get(*arguments: str) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(
        ["apt-get", *arguments],
        check=False,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def missing(what: str, package: str) -> NoReturn:
    """End the test that cannot go on: root could have installed it, nobody else."""
    if os.geteuid() == 0:
        pytest.fail(f"no {what}, and apt-get could not install {package}")
    pytest.skip(f"no {what}: apt-get install {package} as root")


def program(name: str, package: str) -> str:
    """The path of a program, installed where we may; elsewhere the test is skipped."""
    if shutil.which(name) is None:
        install(package)
    found = shutil.which(name)
    if found is None:
        missing(name, package)
    return found
