// SPDX-License-Identifier: MIT
// The ports' self-test on a bare Cortex-M: the vector table, and lines by semihosting to the emulator.

#include "ports.h"

extern uint32_t bss_begin, bss_end, stack_end;

#pragma GCC diagnostic ignored "-Wpedantic"  // registers by name are GNU's
// Semihosting for 32-bit Arm (ARM IHI 0100): the operation in r0, its argument in r1.
static void call_host(uint32_t operation, const void *argument) {
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

enum { SYS_WRITE0 = 4, SYS_EXIT = 0x18, STOPPED = 0x20026 };

static void stop(void) {
    // For SYS_EXIT the argument is the reason itself.
    const void *reason = (const void *)(uintptr_t)STOPPED;
    for (;;) {
        call_host(SYS_EXIT, reason);
    }
}

static void fault(void) {
    call_host(SYS_WRITE0, "fault\n");
    stop();
}

static void reset(void) {
    for (uint32_t *p = &bss_begin; p < &bss_end; p++) {
        *p = 0;
    }
    for (uint32_t topic = 0; topic < PORT_TOPICS; topic++) {
        char text[17];
        port_hex(port_digest(topic), text);
        call_host(SYS_WRITE0, text);
        call_host(SYS_WRITE0, " ");
        call_host(SYS_WRITE0, port_name(topic));
        call_host(SYS_WRITE0, "\n");
    }
    stop();
}

typedef struct {
    uint32_t *stack;
    void (*handlers[15])(void);
} vectors;

__attribute__((section(".vectors"), used)) const vectors table = {
    &stack_end, {reset, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault,
        fault}};
