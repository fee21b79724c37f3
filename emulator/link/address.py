# SPDX-License-Identifier: MIT
"""
Addresses of databases: which are PostgreSQL's, and how one is shown without the password that it may hold.

    shown("postgresql://azar:secret@db/links")       # postgresql://azar:***@db/links

Source: PostgreSQL documentation, 34.1.1 "Connection Strings" (URIs) and 34.15 to 34.17 (PGPASSWORD, the
password file and the service file).
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

from emulator.link.errors import LinkError
from machines.support.private import require_private

_POSTGRES = ("postgresql://", "postgres://")
# Greedy on purpose: a password that holds @, : or / as they are is hidden whole.
_USER_PASSWORD = re.compile(r"(://[^:@/?]*):(.*)@")
_PARAMETER = re.compile(r"([?&](?:ssl)?password=)([^&]*)", re.IGNORECASE)
HIDDEN = "***"
HOW = (
    "write the address into a file of mode 0600 for --store-file, or the password into ~/.pgpass (PGPASSFILE)"
)


def is_postgres(where: str) -> bool:
    """Whether this is the address of a PostgreSQL database rather than a file."""
    return where.startswith(_POSTGRES)


def passwords(where: str) -> list[str]:
    """The passwords in an address, as they stand there and as they are."""
    if not is_postgres(where):
        return []
    found = [match[2] for match in (*_USER_PASSWORD.finditer(where), *_PARAMETER.finditer(where))]
    return [form for text in found if text for form in dict.fromkeys((text, unquote(text)))]


def shown(where: str) -> str:
    """An address for people to read: any password in it is hidden."""
    if not is_postgres(where):
        return where
    hidden = _USER_PASSWORD.sub(rf"\1:{HIDDEN}@", where)
    return _PARAMETER.sub(rf"\1{HIDDEN}", hidden)


def without_passwords(text: str, where: str) -> str:
    """A text, such as a driver's error, that tells none of the passwords in an address."""
    for password in passwords(where):
        text = text.replace(password, HIDDEN)
    return text


def read_address(path: Path) -> str:
    """
    The address in a file of its owner's: one line.

    Raises:
        LinkError: it cannot be read, or holds no line or more than one.
        ExposedError: others may read it.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise LinkError(f"{path}: {getattr(error, 'strerror', None) or 'must be UTF-8 text'}") from error
    require_private(path)
    if len(lines) > 2 or lines[1:] not in ([], [""]) or not lines[0].strip():
        raise LinkError(f"{path}: must hold one line, the path of an SQLite file or a postgresql:// address")
    return lines[0].strip()
