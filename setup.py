# SPDX-License-Identifier: MIT
"""
Hands the C core's build script to setuptools; all other metadata is in pyproject.toml.

cffi compiles the core against Python's stable ABI (PEP 384), so one wheel serves every version from 3.11 on
and is tagged so. A free-threaded Python has no stable ABI yet: there the wheel is of that Python alone.
"""

import sysconfig

from setuptools import setup

stable = not sysconfig.get_config_var("Py_GIL_DISABLED")

setup(
    cffi_modules=["cext/build.py:ffi"],
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if stable else {},
)
