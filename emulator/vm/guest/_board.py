# SPDX-License-Identifier: MIT
"""
The module _board inside the virtual machine: what machine, time and payout stand on.

Its functions are those of the host's module of the same name. Levels, latches and the clock are read
from memory that both sides share; everything else is a host call. The way to the host lives in closures
alone, so that whoever gets hold of this module finds these functions and nothing behind them.
"""

# The shared page: levels, then output latches, a byte a GPIO, then one flag.
_LATCHES = 48
_FED = 96
# A level that must be asked for: the host wants to know whether the program looks.
_UNKNOWN = 2

# Cells of the shared words that are not arguments.
_TICKS_MS = 6
_TICKS_US = 7


def bind(host_call, words, page, inbox):
    """
    Define this module's functions.

    Args:
        host_call: takes a name and bytes, returns the text of an error or nothing.
        words: shared integers; arguments and results from 0 on, then the clock.
        page: shared bytes.
        inbox: shared bytes that the host writes; how many of them count is in words[0].
    """
    global pin_mode, pin_set, pin_get, pin_irq, i2c_write, i2c_read
    global uart_init, uart_write, uart_any, uart_read, uart_irq, adc_read
    global wdt_start, wdt_feed, timer_start, timer_stop, rtc_get, rtc_set
    global otp_read, scratch_read, unique_id, reset, reset_cause, ticks_ms, ticks_us, time
    global wait, interrupt, prompt, payout_step, payout_absorb, payout_describe, payout_check, payout_trial

    errors = (
        ("ValueError", ValueError),
        ("OSError", OSError),
        ("TypeError", TypeError),
        ("IndexError", IndexError),
        ("OverflowError", OverflowError),
        ("RuntimeError", RuntimeError),
    )
    room = memoryview(inbox)

    def fail(text):
        for name, error in errors:
            if text.startswith(name + ": "):
                raise error(text[len(name) + 2 :])
        raise RuntimeError(text)

    def ask(name, data, *numbers):
        for index, value in enumerate(numbers):
            words[index] = value
        text = host_call(name, data)
        if text:
            fail(text)
        return words[0]

    def received(size):
        if size < 0:
            return None
        return bytes(room[:size]) if size <= len(inbox) else in_parts(size)

    def in_parts(size):
        # Room for all of it at once: what grows piece by piece leaves a heap of holes.
        data = bytearray(size)
        for at in range(0, size, len(inbox)):
            part = min(size - at, len(inbox))
            ask("more", b"")
            data[at : at + part] = room[:part]
        return bytes(data)

    def pin_mode(gpio, mode, pull):
        ask("pin_mode", b"", gpio, mode, pull)

    def pin_set(gpio, value):
        value = 1 if value else 0
        if page[_LATCHES + gpio] != value:
            words[0] = gpio
            words[1] = value
            gpio = host_call("pin_set", b"")
            if gpio:
                fail(gpio)

    def pin_get(gpio):
        level = page[gpio]
        return level if level != _UNKNOWN else ask("pin_get", b"", gpio)

    def pin_irq(gpio, trigger):
        ask("pin_irq", b"", gpio, trigger)

    # Every commit goes through these two: without ask they cost half as much, and with no more than eleven
    # names and operands MicroPython lays a call's frame on its stack instead of searching the heap for room.
    def i2c_write(bus, address, data):
        words[0] = bus
        words[1] = address
        data = host_call("i2c_write", data)
        if data:
            fail(data)
        return words[0] != 0

    def i2c_read(bus, address, prefix, size):
        words[0] = bus
        words[1] = address
        words[2] = size
        prefix = host_call("i2c_read", prefix)
        if prefix:
            fail(prefix)
        return received(words[0])

    def uart_init(number, baudrate):
        ask("uart_init", b"", number, baudrate)

    def uart_write(number, data):
        return ask("uart_write", data, number)

    def uart_any(number):
        return ask("uart_any", b"", number)

    def uart_read(number, size):
        return received(ask("uart_read", b"", number, size))

    def uart_irq(number, trigger):
        ask("uart_irq", b"", number, trigger)

    def adc_read(gpio):
        return ask("adc_read", b"", gpio)

    def wdt_start(timeout_ms):
        ask("wdt_start", b"", timeout_ms)

    def wdt_feed():
        page[_FED] = 1

    def timer_start(number, period_us, periodic):
        # In two words: half an hour of microseconds is all that one would hold.
        ask("timer_start", b"", number, period_us // 1000000, period_us % 1000000, 1 if periodic else 0)

    def timer_stop(number):
        ask("timer_stop", b"", number)

    def rtc_get():
        return tuple([int(number) for number in received(ask("rtc_get", b"")).decode().split()])

    def rtc_set(when):
        ask("rtc_set", " ".join([str(int(number)) for number in when]).encode())

    def otp_read(row):
        return received(ask("otp_read", b"", row))

    def scratch_read(number):
        return ask("scratch_read", b"", number)

    def unique_id():
        return received(ask("unique_id", b""))

    def reset():
        ask("reset", b"")

    def reset_cause():
        return ask("reset_cause", b"")

    def ticks_ms():
        return words[_TICKS_MS]

    def ticks_us():
        return words[_TICKS_US]

    def time():
        return int(received(ask("time", b"")).decode())

    def wait(ms):
        ask("wait", b"", ms)

    def interrupt():
        return ask("interrupt", b"")

    def prompt():
        return received(ask("prompt", b"")).decode()

    def payout_step(state, simultaneous, held):
        size = ask("payout_step", bytes(state), simultaneous, held)
        first = words[1]
        data = received(size)
        return data[:first], data[first:]

    def payout_absorb(state):
        return received(ask("payout_absorb", bytes(state)))

    def payout_describe():
        size = ask("payout_describe", b"")
        numbers = (words[1], words[2], words[3], words[4])
        return numbers + (received(size),)

    def payout_check(state):
        return ask("payout_check", bytes(state)) != 0

    def payout_trial():
        return received(ask("payout_trial", b""))
