# SPDX-License-Identifier: MIT
"""The word for what only one type of machine knows."""

from typing import Any

# A model, its draft or its tables, where a function of a type takes those of its own type and no others.
Own = Any
