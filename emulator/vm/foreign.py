# SPDX-License-Identifier: MIT
"""What comes from outside: wasmtime's and ctypes' own declarations say no more, a program's nothing."""

from __future__ import annotations

from typing import Any

Wasm = Any
# An object of a program that CPython executes.
Guest = Any
