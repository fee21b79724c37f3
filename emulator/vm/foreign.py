# SPDX-License-Identifier: MIT
"""The type of what wasmtime and ctypes hand over: their own declarations say no more."""

from __future__ import annotations

from typing import Any

Wasm = Any
