# SPDX-License-Identifier: MIT
"""Fixtures of the laboratory's tests."""

from __future__ import annotations

import pytest
from device_exams import DeviceExams


@pytest.fixture(scope="session")
def device_exam(tmp_path_factory: pytest.TempPathFactory) -> DeviceExams:
    """Checks of devices, shared by all tests of this process."""
    return DeviceExams(tmp_path_factory.mktemp)
