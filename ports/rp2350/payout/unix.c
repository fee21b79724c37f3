// SPDX-License-Identifier: MIT
// What the module asks of MicroPython's port to Unix: no chance of its own, so that a run can be repeated.

#include "payout.h"

int payout_entropy(uint8_t bytes[CORE_KEY_SIZE]);
uint64_t payout_unique(void);

int payout_entropy(uint8_t bytes[CORE_KEY_SIZE]) {
    (void)bytes;
    return 0;
}

uint64_t payout_unique(void) {
    return 0;
}
