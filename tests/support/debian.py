# SPDX-License-Identifier: MIT
"""Programs of Debian's that tests reach for, installed where we may."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import NoReturn

import pytest


def install(*packages: str) -> None:
    """These packages, if this is root on Debian; else nothing."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], check=False, env=environment, **quiet)
        command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
        subprocess.run(command, check=False, env=environment, **quiet)


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
