# SPDX-License-Identifier: MIT
"""Black box: the memory is spoilt; the machine goes on with what is proved, or locks (B-30)."""

from __future__ import annotations

from blackbox import Bench, cierzo, readable

PAGE = 1_024


def rested() -> Bench:
    """A machine with money and prizes, at rest after a lost play and switched off."""
    bench = Bench(cierzo())
    bench.insert(200, 200, 100)
    while True:
        play = bench.play()
        if bench.prizes and not play.prize_cents:
            break
    bench.clicks(20_000)
    bench.cab.power_off()
    bench.wait(1_000)
    return bench


def boot_with(memory: bytes, bench: Bench) -> Bench:
    """Put another memory chip into the same cabinet and switch it on."""
    return Bench(cierzo(nvram=memory, physical=bench.cab.physical()))


def counters(bench: Bench) -> tuple[str, str, str]:
    shown = bench.cab.display
    return shown.credits, shown.reserve, shown.prizes


def locked(bench: Bench, memory: bytes) -> bool:
    """Whether the machine is out of service for good and has not touched its memory."""
    accepted = len(bench.of("coin_accepted"))
    bench.cab.insert(20)
    for button in ("start", "collect", "reserve", "double"):
        bench.press(button)
    bench.wait(15_000)
    return (
        "AVER" in bench.cab.display.message
        and bench.lit("tower")
        and bench.starts == []
        and len(bench.of("coin_accepted")) == accepted
        and bench.of("hopper_coin") == []
        and bench.cab.nvram == memory
    )


def spoilt(memory: bytes, pages: set[int], mask: int = 0xFF) -> bytes:
    """Every byte of these pages turned over."""
    return bytes(byte ^ mask if at // PAGE in pages else byte for at, byte in enumerate(memory))


def test_b30_one_spoilt_page_is_recovered_from_or_locks() -> None:
    """B-30, B-31: any 1 KiB of memory ruined: the same counters and playable, or locked; never zeroed."""
    bench = rested()
    image = bench.cab.nvram
    used = {page for page in range(len(image) // PAGE) if any(image[page * PAGE : (page + 1) * PAGE])}
    assert used
    recovered = 0
    for page in sorted(used | {max(used) + 1}):
        memory = spoilt(image, {page})
        spoiled = boot_with(memory, bench)
        if "AVER" in spoiled.cab.display.message:
            assert locked(spoiled, memory)
            continue
        assert counters(spoiled) == counters_of(bench), f"page {page} changed {counters_of(bench)}"
        spoiled.play()
        recovered += 1
    assert recovered >= 2, "one ruined copy must not stop a machine that keeps two"


def counters_of(bench: Bench) -> tuple[str, str, str]:
    """The counters of a machine that is off: what they last showed while it was on."""
    shown = [s.fields for s in bench.of("display", name="counters") if readable(s.fields["credits"])]
    return shown[-1]["credits"], shown[-1]["reserve"], shown[-1]["prizes"]


def test_b30_a_memory_with_no_whole_copy_locks_and_is_left_as_it_is() -> None:
    """B-30: ruined, blank or foreign memory locks the machine for good, and no byte of it changes."""
    bench = rested()
    image = bench.cab.nvram
    size = len(image)
    everything = set(range(size // PAGE))
    for memory in (
        bytes(size),
        b"\xff" * size,
        spoilt(image, everything),
        spoilt(image, {0, 1}),
        spoilt(image, everything, mask=0x01),
        image[PAGE:] + image[:PAGE],
    ):
        spoiled = boot_with(memory, bench)
        assert locked(spoiled, memory), "a memory that proves nothing must lock the machine"
        assert not any(readable(shown) for shown in counters(spoiled)), "it must not pretend to owe nothing"
        spoiled.cab.open_door()
        spoiled.wait(2_000)
        spoiled.cab.close_door()
        spoiled.wait(2_000)
        spoiled.power_cycle()
        spoiled.wait(6_000)
        assert locked(spoiled, memory), "neither the door nor the plug may open it again"


def test_b30_a_single_changed_bit_is_never_taken_for_money() -> None:
    """B-30: one bit flipped anywhere in the records: the same counters come back, or the machine locks."""
    bench = rested()
    image = bench.cab.nvram
    expected = counters_of(bench)
    used = [at for at, byte in enumerate(image) if byte]
    for at in used[:: max(1, len(used) // 90)]:
        memory = bytearray(image)
        memory[at] ^= 1 << at % 8
        spoiled = boot_with(bytes(memory), bench)
        assert counters(spoiled) == expected or locked(spoiled, bytes(memory)), f"bit {at % 8} of byte {at}"
