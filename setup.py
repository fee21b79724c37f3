# SPDX-License-Identifier: MIT
"""Hands the C core's build script to setuptools; all metadata is in pyproject.toml."""

from setuptools import setup

setup(cffi_modules=["cext/build.py:ffi"])
