# SPDX-License-Identifier: MIT
"""One wheel serves every Python from 3.11 on: its core keeps to the stable ABI, and its tag says so."""

import importlib.metadata
import sysconfig

import pytest

from cext import _core

if sysconfig.get_config_var("Py_GIL_DISABLED"):
    pytest.skip("a free-threaded Python has no stable ABI", allow_module_level=True)


def test_the_tag_names_the_stable_abi():
    """A wheel of one Python only would leave everybody else to a compiler."""
    # The folder of a clone holds a distribution of that name, too, which is none of a wheel.
    told = (one.read_text("WHEEL") for one in importlib.metadata.distributions(name="azar"))
    lines = next(filter(None, told)).splitlines()
    tags = [line.removeprefix("Tag: ") for line in lines if line.startswith("Tag: ")]
    assert tags
    assert all(tag.startswith("cp311-abi3-") for tag in tags), tags


@pytest.mark.skipif(sysconfig.get_platform().startswith("win"), reason="its name is no sign on Windows")
def test_the_core_is_built_for_the_stable_abi():
    assert ".abi3." in _core.__file__
