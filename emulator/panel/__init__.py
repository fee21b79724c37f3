# SPDX-License-Identifier: MIT
"""The front panel; the only package that imports pygame."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
