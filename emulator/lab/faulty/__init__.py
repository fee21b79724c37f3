# SPDX-License-Identifier: MIT
"""Faulty machines, on purpose: a laboratory tries its own procedure with them."""
