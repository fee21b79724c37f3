# SPDX-License-Identifier: MIT
"""azar version: what exactly is installed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from emulator.commands.console import AsJson, print_json, say, valued
from machines.support.languages import DEFAULT_LANGUAGE

EXAMPLE = "azar version --json"

ExportVM = Annotated[
    Path | None,
    valued(
        "--export-vm", "F", "Write the derived MicroPython module; AZAR_VM=F runs it without its packages."
    ),
]


def version(export_vm: ExportVM = None, as_json: AsJson = False) -> None:
    """Print the version, and the digests of core, firmware and VM."""
    if export_vm is not None:
        _export(export_vm)
    found = _versions()
    if as_json:
        print_json(found)
    else:
        for name, value in found.items():
            print(f"{name:<15}{value}")


def _export(path: Path) -> None:
    """Write the module that runs firmware on MicroPython, exactly the one whose digest is pinned."""
    from emulator.support import files
    from emulator.vm.derive import derived_module

    files.replace(path, derived_module(say))
    say(f"{path}: written; AZAR_VM={path} runs it")


def _versions() -> dict[str, str]:
    import platform
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    import cext
    from emulator.vm.derive import DERIVED_SHA256
    from machines.rom.build import core_digest
    from machines.rom.program import Rom, firmware_sources, translated

    try:
        number = installed("azar")
    except PackageNotFoundError:
        number = "not installed"
    return {
        "azar": number,
        "core": f"sha256:{core_digest()}",
        "tables_format": str(cext.TABLES_VERSION),
        "firmware": f"sha256:{Rom(translated(firmware_sources(), DEFAULT_LANGUAGE), b'').firmware_digest}",
        "micropython": f"sha256:{DERIVED_SHA256}",
        "vm": f"{platform.python_implementation().lower()} {platform.python_version()}",
    }
