// SPDX-License-Identifier: MIT
// What the module asks of an RP2350: pico_rand, which draws on the chip's TRNG, and the number of the chip.

#include "payout.h"

#include "pico/rand.h"
#include "pico/unique_id.h"

int payout_entropy(uint8_t bytes[CORE_KEY_SIZE]);
uint64_t payout_unique(void);

int payout_entropy(uint8_t bytes[CORE_KEY_SIZE]) {
#ifdef PAYOUT_REPEATABLE
    (void)bytes;
    return 0;
#endif
    for (int at = 0; at < CORE_KEY_SIZE; at += 8) {
        const uint64_t word = get_rand_64();
        for (int i = 0; i < 8; i++) {
            bytes[at + i] = (uint8_t)(word >> 8 * i);
        }
    }
    return 1;
}

uint64_t payout_unique(void) {
    pico_unique_board_id_t id;
    pico_get_unique_board_id(&id);
    uint64_t number = 0;
    for (int i = 0; i < PICO_UNIQUE_BOARD_ID_SIZE_BYTES; i++) {
        number = number << 8 | id.id[i];
    }
    return number;
}
