# SPDX-License-Identifier: MIT
"""A record from its file: TOML or CSV, by what the name ends with."""

from __future__ import annotations

import hashlib
from pathlib import Path

from machines.tables.inspection.mistake import InspectionError
from machines.tables.inspection.record import HELP, Record
from machines.tables.inspection.record_csv import read_csv_record
from machines.tables.inspection.record_toml import read_toml_record

MOST_BYTES = 64 << 20
READERS = {".toml": read_toml_record, ".csv": read_csv_record}


def read_text(path: Path, suffixes: tuple[str, ...]) -> tuple[str, str]:
    """
    The text of a file and the SHA-256 of its bytes.

    Raises:
        InspectionError: it is not there, too large, no UTF-8, or of no known kind.
    """
    if path.suffix.lower() not in suffixes:
        raise InspectionError(
            path.name, f"a record must be {', '.join(suffixes)} (got {path.suffix or 'none'})", HELP
        )
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InspectionError(str(path), str(error.strerror), "check the path and its permissions") from error
    if len(data) > MOST_BYTES:
        raise InspectionError(
            path.name, f"a record must be {MOST_BYTES:,} bytes or less (got {len(data):,})", "split it"
        )
    try:
        return data.decode("utf-8-sig"), hashlib.sha256(data).hexdigest()
    except UnicodeDecodeError as error:
        raise InspectionError(
            path.name, f"a record must be UTF-8 (got {error.reason})", "save it as UTF-8"
        ) from error


def read_record(path: Path) -> Record:
    """
    The record of a file.

    Raises:
        InspectionError: it is none; names the place and the next step.
    """
    text, digest = read_text(path, tuple(READERS))
    head, rounds = READERS[path.suffix.lower()](text, path.name)
    return Record(
        path.name, digest, head.game, head.declared, head.readings, head.seats, head.facts, tuple(rounds)
    )
