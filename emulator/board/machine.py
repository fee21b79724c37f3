# SPDX-License-Identifier: MIT
"""
The module ``machine`` of the emulated board: MicroPython source that both runtimes execute.

It stands on the host module ``_board`` and offers a subset of what micropython-rp2-stubs describe.
Handlers live here; the host calls ``_dispatch`` between two ticks, never inside one.
"""

import _board

PWRON_RESET = 1
WDT_RESET = 3

# The one-time memory as it reads with error correction: rows of 16 bits, two in a word.
_OTP_BASE = 0x40130000
_OTP_BYTES = 8192
# Words that live through a reset of the chip: POWMAN_SCRATCH0 to 7, WATCHDOG_SCRATCH0 to 3.
_POWMAN_SCRATCH = 0x401000B0
_WATCHDOG_SCRATCH = 0x400D800C

_GPIO_COUNT = 48
_ADC_FIRST_GPIO = 40
_EIO = 5

_pins = {}
_timers = {}
_uarts = {}


class Pin:
    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def __new__(cls, id, *args, **kwargs):
        # The same GPIO is the same object, as on the chip.
        if id in _pins:
            return _pins[id]
        if not isinstance(id, int) or not 0 <= id < _GPIO_COUNT:
            raise ValueError("invalid pin")
        pin = object.__new__(cls)
        pin._gpio = id
        pin._mode = 0
        pin._handler = None
        _pins[id] = pin
        return pin

    def __init__(self, id, mode=-1, pull=-1, *, value=None):
        self.init(mode, pull, value=value)

    def init(self, mode=-1, pull=-1, *, value=None):
        # The latch first: an output must not show its old level for an instant.
        if value is not None:
            _board.pin_set(self._gpio, value)
        if mode != -1:
            _board.pin_mode(self._gpio, mode, pull)
            self._mode = mode

    def value(self, *x):
        if not x:
            return _board.pin_get(self._gpio)
        return _board.pin_set(self._gpio, x[0])

    def __call__(self, *x):
        return self.value(*x)

    def on(self):
        _board.pin_set(self._gpio, 1)

    def off(self):
        _board.pin_set(self._gpio, 0)

    def high(self):
        _board.pin_set(self._gpio, 1)

    def low(self):
        _board.pin_set(self._gpio, 0)

    def toggle(self):
        _board.pin_set(self._gpio, not _board.pin_get(self._gpio))

    def mode(self):
        return self._mode

    def irq(self, handler=None, trigger=12, *, hard=False):
        self._handler = handler
        _board.pin_irq(self._gpio, trigger if handler else 0)


class Signal:
    def __init__(self, id, mode=-1, pull=-1, *, value=None, invert=False):
        # Signal(pin, invert) or Signal(id, mode, pull, value=..., invert=...), as on the chip.
        if isinstance(id, Pin):
            self._pin = id
            if mode != -1:
                invert = mode
        else:
            if invert and value is not None:
                value = not value
            self._pin = Pin(id, mode, pull, value=value)
        self._gpio = self._pin._gpio
        self._invert = 1 if invert else 0

    def value(self, *x):
        if not x:
            return _board.pin_get(self._gpio) ^ self._invert
        return _board.pin_set(self._gpio, (1 if x[0] else 0) ^ self._invert)

    def __call__(self, *x):
        return self.value(*x)

    def on(self):
        self._pin.value(1 ^ self._invert)

    def off(self):
        self._pin.value(self._invert)


class I2C:
    def __init__(self, id, *, scl=None, sda=None, freq=400000, timeout=50000):
        self._bus = id

    def _write(self, addr, data):
        if not _board.i2c_write(self._bus, addr, data):
            raise OSError(_EIO)

    def _read(self, addr, prefix, nbytes):
        data = _board.i2c_read(self._bus, addr, prefix, nbytes)
        if data is None:
            raise OSError(_EIO)
        return data

    def scan(self):
        return [addr for addr in range(8, 120) if _board.i2c_read(self._bus, addr, b"", 0) is not None]

    def writeto(self, addr, buf, stop=True):
        self._write(addr, buf if type(buf) is bytes else bytes(buf))
        return len(buf)

    def writevto(self, addr, vector, stop=True):
        data = b"".join([bytes(buf) for buf in vector])
        self._write(addr, data)
        return len(data)

    def readfrom(self, addr, nbytes, stop=True):
        return self._read(addr, b"", nbytes)

    def readfrom_into(self, addr, buf, stop=True):
        buf[:] = self._read(addr, b"", len(buf))

    # Small frames, and no copy of what is bytes already: see _board.i2c_write of the virtual machine.
    def writeto_mem(self, addr, memaddr, buf, *, addrsize=8):
        memaddr = memaddr.to_bytes(addrsize >> 3, "big")
        memaddr += buf if type(buf) is bytes else bytes(buf)
        if not _board.i2c_write(self._bus, addr, memaddr):
            raise OSError(_EIO)

    def readfrom_mem(self, addr, memaddr, nbytes, *, addrsize=8):
        memaddr = memaddr.to_bytes(addrsize >> 3, "big")
        memaddr = _board.i2c_read(self._bus, addr, memaddr, nbytes)
        if memaddr is None:
            raise OSError(_EIO)
        return memaddr

    def readfrom_mem_into(self, addr, memaddr, buf, *, addrsize=8):
        buf[:] = self._read(addr, memaddr.to_bytes(addrsize // 8, "big"), len(buf))


class UART:
    IRQ_RXIDLE = 64

    def __init__(self, id, baudrate=9600, bits=8, parity=None, stop=1, *, tx=None, rx=None):
        self._id = id
        self._handler = None
        _uarts[id] = self
        self.init(baudrate, bits, parity, stop)

    def init(self, baudrate=9600, bits=8, parity=None, stop=1, *, tx=None, rx=None):
        _board.uart_init(self._id, baudrate)

    def any(self):
        return _board.uart_any(self._id)

    def read(self, *nbytes):
        size = nbytes[0] if nbytes else _board.uart_any(self._id)
        return _board.uart_read(self._id, size) or None

    def write(self, buf):
        return _board.uart_write(self._id, bytes(buf))

    def irq(self, handler=None, trigger=0, hard=False):
        self._handler = handler
        _board.uart_irq(self._id, trigger if handler else 0)


class ADC:
    def __init__(self, id):
        # Channels 0 to 7 are GPIO 40 to 47 on the RP2350B.
        if isinstance(id, Pin):
            self._gpio = id._gpio
        else:
            self._gpio = id + _ADC_FIRST_GPIO if id < 8 else id
        if not _ADC_FIRST_GPIO <= self._gpio < _GPIO_COUNT:
            raise ValueError("pin has no ADC")

    def read_u16(self):
        return _board.adc_read(self._gpio)


class Timer:
    ONE_SHOT = 0
    PERIODIC = 1

    def __init__(self, id, *, mode=1, period=None, freq=None, tick_hz=1000, callback=None):
        if id != -1:
            raise ValueError("Timer doesn't exist")
        self._number = len(_timers)
        _timers[self._number] = self
        self._callback = None
        if period is not None or freq is not None:
            self.init(mode=mode, period=period, freq=freq, tick_hz=tick_hz, callback=callback)

    def init(self, *, mode=1, period=None, freq=None, tick_hz=1000, callback=None):
        self._callback = callback
        period_us = 1000000 // freq if freq else 1000000 * (period or 0) // tick_hz
        _board.timer_start(self._number, period_us, mode)

    def deinit(self):
        _board.timer_stop(self._number)


class WDT:
    def __init__(self, *, id=0, timeout=5000):
        _board.wdt_start(timeout)

    def feed(self):
        _board.wdt_feed()


class RTC:
    def __init__(self, id=0):
        pass

    def datetime(self, datetimetuple=None):
        if datetimetuple is None:
            return _board.rtc_get()
        return _board.rtc_set(datetimetuple)


class _Words:
    # Of all that a chip has in its address space what is named here is there, to be read.
    def __getitem__(self, address):
        # An address is a large number: each result of it lies on the heap, but for a small difference.
        offset = address - _OTP_BASE
        if offset & 3:
            raise ValueError("address %08x is not aligned to 4 bytes" % address)
        if 0 <= offset < _OTP_BYTES:
            return int.from_bytes(_board.otp_read(offset // 2), "little")
        if 0 <= address - _POWMAN_SCRATCH < 32:
            return _board.scratch_read((address - _POWMAN_SCRATCH) // 4)
        if 0 <= address - _WATCHDOG_SCRATCH < 16:
            return _board.scratch_read(8 + (address - _WATCHDOG_SCRATCH) // 4)
        raise OSError(_EIO)


mem32 = _Words()


def unique_id():
    return _board.unique_id()


def reset():
    _board.reset()


def reset_cause():
    return _board.reset_cause()


# A tick is never interrupted: handlers run before it, so there is nothing to hold back.
def disable_irq():
    return 1


def enable_irq(state):
    pass


def _dispatch(kind, number):
    if kind == 0:
        pin = _pins[number]
        if pin._handler:
            pin._handler(pin)
    elif kind == 1:
        timer = _timers[number]
        if timer._callback:
            timer._callback(timer)
    else:
        uart = _uarts[number]
        if uart._handler:
            uart._handler(uart)
