# SPDX-License-Identifier: MIT
"""
Small prints of the PAR sheets of every shipped model, key by key.

    python tests/support/sheet_prints.py DIR     # saves the sheets as DIR/NAME.txt and writes the prints anew

Two folders, of the tree before and of the tree after, are compared by ``diff -r``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from prints import keep

from machines.model import load_model, model_names
from machines.par.sheet import par_sheet


def names() -> list[str]:
    """The models that ship."""
    return model_names()


def _plain(value: Any) -> Any:
    """Floats to twelve digits: the last ones are of the C library."""
    if isinstance(value, float):
        return float(f"{value:.12g}")
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value


def sheet(name: str) -> dict[str, list[str]]:
    """Key of a sheet -> its rows as text."""
    rows = {
        key: value if isinstance(value, list) else [value]
        for key, value in par_sheet(load_model(name)).items()
    }
    return {key: [json.dumps(_plain(row)) for row in of] for key, of in rows.items()}


if __name__ == "__main__":
    keep("sheet_prints", {name: sheet(name) for name in names()}, Path(sys.argv[1]))
