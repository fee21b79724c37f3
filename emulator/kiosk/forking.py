# SPDX-License-Identifier: MIT
"""
The stem's own side: forks a process for each order that comes, and says how each of them ended.

    if not forked(descriptor):         # in the stem, once nobody watches any more
        return
    ...                                # in each process that was forked

Orders and answers are packets of JSON on a socket; an order brings the descriptor of a heartbeat along.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import socket
from collections.abc import Callable

from emulator.kiosk.beats import DESCRIPTOR
from machines.support.plain import Json, JsonView, read_json

PACKET_MOST = 1 << 16
# Who ends it closes the socket; a signal to the whole group is for those that draw.
_IGNORED = ("SIGINT", "SIGTERM", "SIGHUP")


def forked(number: int, prepare: Callable[[Json], None] = lambda order: None) -> bool:
    """
    Wait for orders and fork, until nobody watches any more.

    Args:
        number: the descriptor of the socket to who watches.
        prepare: does what makes the next process quicker; called with an order that wants none.

    Returns:
        True in each process that was forked, whose environment is as ordered; False in the stem.
    """
    signals = [getattr(signal, name) for name in _IGNORED]
    for one in signals:
        signal.signal(one, signal.SIG_IGN)
    with socket.socket(fileno=number) as control:
        control.set_inheritable(False)
        _tell(control, {"ready": True})
        if not _serve(control, prepare):
            return False
    for one in signals:
        signal.signal(one, signal.default_int_handler if one == signal.SIGINT else signal.SIG_DFL)
    return True


def _serve(control: socket.socket, prepare: Callable[[Json], None]) -> bool:
    """True in a process that was forked."""
    children: dict[int, int] = {}
    while True:
        gc.collect()
        gc.freeze()  # so that memory which nobody changes stays shared
        readable, _, _ = select.select([control.fileno(), *children], [], [])
        for descriptor in readable:
            if descriptor in children:
                _ended(control, descriptor, children.pop(descriptor))
                continue
            order, passed = _order(control)
            if order is None:
                return False
            if not passed:
                prepare(order)
            elif _begin(control, order, passed[0], children):
                return True


def _order(control: socket.socket) -> tuple[Json | None, list[int]]:
    """The next order with its descriptors; None once nobody is there to give one."""
    try:
        data, passed, _, _ = socket.recv_fds(control, PACKET_MOST, 1)
    except ConnectionError:
        return None, []
    return (read_json(data.decode()), passed) if data else (None, [])


def _begin(control: socket.socket, order: Json, beats: int, children: dict[int, int]) -> bool:
    """Fork; True in the new process."""
    pid = os.fork()
    if pid == 0:
        for descriptor in children:
            os.close(descriptor)
        os.setsid()
        os.environ.update({**order.get("environment", {}), DESCRIPTOR: str(beats)})
        return True
    os.close(beats)
    children[os.pidfd_open(pid)] = pid
    _tell(control, {"pid": pid})
    return False


def _ended(control: socket.socket, descriptor: int, pid: int) -> None:
    os.close(descriptor)
    _, status = os.waitpid(pid, 0)
    _tell(control, {"ended": pid, "status": os.waitstatus_to_exitcode(status)})


def _tell(control: socket.socket, message: JsonView) -> None:
    try:
        control.send(json.dumps(message).encode())
    except OSError:  # whoever watched is gone, which the next order tells
        return
