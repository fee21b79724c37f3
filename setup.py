# SPDX-License-Identifier: MIT
"""
Hands the C core's build script to setuptools; all other metadata is in pyproject.toml.

cffi compiles the core against Python's stable ABI (PEP 384), so one wheel serves every version from 3.11 on
and is tagged so. A free-threaded Python has no stable ABI yet: there the wheel is of that Python alone.
"""

import os
import sysconfig
from concurrent.futures import ThreadPoolExecutor

from setuptools import setup
from setuptools.command.build_ext import build_ext

stable = not sysconfig.get_config_var("Py_GIL_DISABLED")


class BuildUnits(build_ext):
    """Compiles the units of the core beside each other; setuptools would take one after the other."""

    def build_extensions(self):
        one_by_one = self.compiler.compile

        def compile_units(sources, *how, **named):
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                # The last ones take longest: the walks.
                tasks = [pool.submit(one_by_one, [source], *how, **named) for source in reversed(sources)]
                return [made for task in reversed(tasks) for made in task.result()]

        self.compiler.compile = compile_units
        super().build_extensions()


setup(
    cffi_modules=["cext/build.py:ffi"],
    cmdclass={"build_ext": BuildUnits},
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if stable else {},
)
