# SPDX-License-Identifier: MIT
"""azar version: what exactly is installed."""

from __future__ import annotations

from emulator.commands.console import AsJson, print_json

EXAMPLE = "azar version --json"


def version(as_json: AsJson = False) -> None:
    """Print the version with the digests of core, tables format, firmware and VM."""
    found = _versions()
    if as_json:
        print_json(found)
    else:
        for name, value in found.items():
            print(f"{name:<15}{value}")


def _versions() -> dict[str, str]:
    import hashlib
    import platform
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed
    from pathlib import Path

    import cext
    from machines.rom import Rom, firmware_sources

    try:
        number = installed("azar")
    except PackageNotFoundError:
        number = "not installed"
    core = hashlib.sha256()
    folder = Path(cext.__file__).parent
    sources = sorted([*folder.glob("src/*.c"), *folder.glob("src/*.h"), folder / "core.cdef"])
    for path in sources:
        core.update(f"{path.name}\0{path.stat().st_size}\0".encode())
        core.update(path.read_bytes())
    return {
        "azar": number,
        "core": f"sha256:{core.hexdigest()}",
        "tables_format": str(cext.TABLES_VERSION),
        "firmware": f"sha256:{Rom(firmware_sources(), b'').firmware_digest}",
        "vm": f"{platform.python_implementation().lower()} {platform.python_version()}",
    }
