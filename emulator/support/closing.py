# SPDX-License-Identifier: MIT
"""What a ``with`` statement closes at its end."""

from __future__ import annotations

from typing import Self


class Closing:
    """Has a ``close``, which the end of a ``with`` block calls."""

    def close(self) -> None:
        """Give back what is held."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()
