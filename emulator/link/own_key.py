# SPDX-License-Identifier: MIT
"""What a machine or table has to show a controller, and to trust of it: its own key, and certificates."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from emulator.link.errors import LinkError
from machines.support.private import require_private

if TYPE_CHECKING:
    import ssl

KEY_SIZE = 32


def read_own_key(path: Path) -> bytes:
    """
    The 32 bytes that ``azar link key --out`` wrote.

    Raises:
        LinkError: it cannot be read, or holds something else.
        ExposedError: others may read it.
    """
    try:
        key = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except (OSError, ValueError) as error:
        raise LinkError(f"{path}: must hold the 64 hex digits of a key: {error}") from None
    if len(key) != KEY_SIZE:
        raise LinkError(f"{path}: must hold the 64 hex digits of a key (got {2 * len(key)})")
    require_private(path)
    return key


def trust(cert: Path | None) -> ssl.SSLContext | None:
    """
    Trust in these certificates and no others; without a file no TLS.

    Raises:
        LinkError: the file holds none.
    """
    if cert is None:
        return None
    import ssl  # no machine that stands alone waits for it

    try:
        return ssl.create_default_context(cafile=str(cert))
    except OSError as error:
        raise LinkError(
            f"{cert}: must hold certificates that are to be trusted, as PEM, of the controller or of who "
            f"signed it: {error}"
        ) from None
