# SPDX-License-Identifier: MIT
"""The files that ship with a kiosk: settings with every key explained, and a unit for systemd."""

from __future__ import annotations

from pathlib import Path

SAMPLE = Path(__file__).with_name("sample.toml")
UNIT = Path(__file__).with_name("azar-kiosk.service")
