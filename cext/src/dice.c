// SPDX-License-Identifier: MIT
// Dice: all faces of a throw from one even draw.

#include "cards.h"
#include "draw_inner.h"

static uint32_t sixes(uint32_t dice) {
    uint32_t bound = 1;
    for (; dice > 0; dice--) {
        bound *= 6;
    }
    return bound;
}

// The upper half of word * 6; the lower one is left in the word.
static inline uint8_t face_of(uint32_t *word) {
    const uint32_t low = (*word & 0xffff) * 6, high = (*word >> 16) * 6 + (low >> 16);
    *word = high << 16 | (low & 0xffff);
    return (uint8_t)(1 + (high >> 16));
}

static int in_range(uint64_t machine, uint32_t purpose, uint32_t dice) {
    return machine >> CORE_MACHINE_BITS == 0 && purpose <= 0xff && dice - 1 < CORE_DICE_MAX;
}

int core_dice_throw(const uint8_t key[CORE_KEY_SIZE], uint64_t machine, uint32_t purpose, uint64_t throw_number,
    uint32_t dice, uint8_t faces[]) {
    if (!in_range(machine, purpose, dice)) {
        return CORE_E_ARGUMENT;
    }
    const uint32_t bound = sixes(dice), excess = core_rng_excess(bound);
    for (uint32_t rejection = 0; rejection < 0x10000; rejection++) {
        uint32_t word = core_rng_word(key, stream_number(machine, purpose, rejection), throw_number);
        for (uint32_t die = 0; die < dice; die++) {
            faces[die] = face_of(&word);
        }
        if (word >= excess) {
            return CORE_OK;
        }
    }
    return CORE_E_EXHAUSTED;
}
