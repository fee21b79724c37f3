# SPDX-License-Identifier: MIT
"""azar version: what exactly is installed."""

from __future__ import annotations

from emulator.commands.console import AsJson, print_json
from machines.support.languages import DEFAULT_LANGUAGE

EXAMPLE = "azar version --json"


def version(as_json: AsJson = False) -> None:
    """Print the version, and the digests of core, firmware and VM."""
    found = _versions()
    if as_json:
        print_json(found)
    else:
        for name, value in found.items():
            print(f"{name:<15}{value}")


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
