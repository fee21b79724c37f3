# SPDX-License-Identifier: MIT
"""Lines of Python that are typed one by one, and whether they are whole."""

from __future__ import annotations

import codeop
import warnings


def wants_more(text: str) -> bool:
    """Whether a piece of Python is the beginning of a statement; a mistake is whole."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return codeop.compile_command(text, "<stdin>", "single") is None
    except (SyntaxError, ValueError, OverflowError):
        return False
