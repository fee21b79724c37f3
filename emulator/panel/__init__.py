# SPDX-License-Identifier: MIT
"""The front panel; the only package that imports pygame."""

import os

# pygame greets on standard output, where ``--json`` allows one object and nothing else.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
