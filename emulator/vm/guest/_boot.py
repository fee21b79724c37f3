# SPDX-License-Identifier: MIT
"""
The first program in the virtual machine: lays the modules of the board, then parks.

From then on the host calls ``load``, ``boot``, ``tick`` and ``dispatch``. Each returns a small integer;
anything else means that the firmware failed and that its traceback went to standard error. A program with
a loop of its own is only ever ``run``; its interrupts come through MicroPython's scheduler.
"""

import gc
import sys

import array
import binascii
import collections
import errno
import hashlib
import host
import json
import micropython
import struct
import uctypes

import _board

# What a program may import besides its own modules and the board's: the rest is taken away.
_LIBRARY = (array, binascii, collections, errno, gc, hashlib, json, micropython, struct)
_WORDS = 8
_PAGE_BYTES = 97
_INBOX_BYTES = 1024
_COLLECT_BYTES = 24576


def _entries(host_call, print_exception, stderr, typed, collect):
    """Return what the host calls, as closures: a program that finds one finds nothing behind it."""
    main = None
    dispatcher = None
    names = None

    def failed(error):
        print_exception(error, stderr)

    def load():
        nonlocal main, dispatcher
        try:
            dispatcher = __import__("machine")._dispatch
            main = __import__("main")
        except BaseException as error:
            return failed(error)
        collect()  # once here, and not in each boot that begins with a copy of this
        return 0

    def boot():
        try:
            main.boot()
        except BaseException as error:
            return failed(error)
        return 0

    def ticked():
        wait_ms = main.tick()
        if type(wait_ms) is int and 0 <= wait_ms < 65536:
            return wait_ms
        host_call("odd", repr(wait_ms).encode())
        return -1

    class Guard:
        def __enter__(self):
            pass

        def __exit__(self, kind, error, trace):
            if error is not None:
                failed(error)
            return True

    guard = Guard()

    # A frame of eleven words lies on MicroPython's stack. A larger one, freed at the end of each call, lets
    # the next call search the whole heap from there on.
    def tick():
        with guard:
            return ticked()

    def dispatch(kind, number):
        with guard:
            return dispatcher(kind, number) or 0

    def run():
        try:
            program = __import__("main")
            if hasattr(program, "main"):
                program.main()
        except BaseException as error:
            return failed(error)
        return 0

    def evaluate(single):
        # As on a board whose main.py has run: what main has is at hand, what is made here is not main's.
        nonlocal names
        try:
            if names is None:
                names = {name: getattr(main, name) for name in dir(main)}
                names["__name__"] = "__main__"
                names["main"] = main
            exec(compile(typed(), "<stdin>", "single" if single else "exec"), names)
        except BaseException as error:
            return failed(error)
        return 0

    return load, boot, tick, dispatch, run, evaluate


def _make_pump(host_call, interrupt, dispatch, print_exception, stderr):
    """Return what the scheduler calls to hand over interrupts, between two bytecodes of any loop."""

    def pump(_):
        try:
            while True:
                which = interrupt()
                if which < 0:
                    return
                dispatch(which >> 16, which & 65535)
        except BaseException as error:
            print_exception(error, stderr)
            host_call("fault", b"")

    return pump


def _start():
    words = array.array("i", [0] * _WORDS)
    page = bytearray(_PAGE_BYTES)
    inbox = bytearray(_INBOX_BYTES)
    call = host.call
    _board.bind(call, words, page, inbox)
    del _board.bind
    __import__("machine")
    __import__("time")
    try:
        __import__("payout")
    except ImportError:
        pass  # a board that never plays
    sleeps = hasattr(sys.modules["time"], "sleep_ms")
    pump = _make_pump(
        call, _board.interrupt, sys.modules["machine"]._dispatch, sys.print_exception, sys.stderr
    )
    for name in list(sys.modules):
        if name not in ("machine", "time", "payout"):
            del sys.modules[name]
    sys.path[:] = [""]
    entries = _entries(call, sys.print_exception, sys.stderr, _board.prompt, gc.collect)
    shared = [uctypes.addressof(words), uctypes.addressof(page), uctypes.addressof(inbox)]
    hidden = [id(sys), id(host)]
    gc.collect()
    gc.threshold(_COLLECT_BYTES)
    numbers = shared + hidden + [id(entry) for entry in entries] + [id(pump)]
    numbers += [id(module) for module in _LIBRARY]
    message = " ".join([str(number) for number in numbers])
    if sleeps:
        # The host looks at what this changes, and from then on does the same itself.
        call("mark", b"")
        micropython.schedule(pump, None)
    call("park", message)


_start()
