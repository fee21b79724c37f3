// SPDX-License-Identifier: MIT
// The yardstick of core.py: an urn scanned class by class and a window, each from one scalar ChaCha20 block.

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint32_t key[8], stream[2], block[16];
    uint64_t next;  // word
} source;

static void quarter(uint32_t *x, int a, int b, int c, int d) {
    x[a] += x[b]; x[d] ^= x[a]; x[d] = x[d] << 16 | x[d] >> 16;
    x[c] += x[d]; x[b] ^= x[c]; x[b] = x[b] << 12 | x[b] >> 20;
    x[a] += x[b]; x[d] ^= x[a]; x[d] = x[d] << 8 | x[d] >> 24;
    x[c] += x[d]; x[b] ^= x[c]; x[b] = x[b] << 7 | x[b] >> 25;
}

static void make_block(source *s, uint64_t counter) {
    static const uint32_t words[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    uint32_t start[16];
    for (int i = 0; i < 4; i++) { start[i] = words[i]; }
    for (int i = 0; i < 8; i++) { start[4 + i] = s->key[i]; }
    start[12] = (uint32_t)counter;
    start[13] = (uint32_t)(counter >> 32);
    start[14] = s->stream[0];
    start[15] = s->stream[1];
    for (int i = 0; i < 16; i++) { s->block[i] = start[i]; }
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < 4; i++) { quarter(s->block, i, 4 + i, 8 + i, 12 + i); }
        quarter(s->block, 0, 5, 10, 15);
        quarter(s->block, 1, 6, 11, 12);
        quarter(s->block, 2, 7, 8, 13);
        quarter(s->block, 3, 4, 9, 14);
    }
    for (int i = 0; i < 16; i++) { s->block[i] += start[i]; }
}

static uint32_t next_word(source *s) {
    if ((s->next & 15) == 0) { make_block(s, s->next >> 4); }
    return s->block[s->next++ & 15];
}

static uint32_t below(source *s, uint32_t bound) {
    uint64_t m = (uint64_t)next_word(s) * bound;
    if ((uint32_t)m < bound) {
        uint32_t excess = (0u - bound) % bound;
        while ((uint32_t)m < excess) { m = (uint64_t)next_word(s) * bound; }
    }
    return (uint32_t)(m >> 32);
}

static void start_source(source *s, uint32_t purpose) {
    for (int i = 0; i < 8; i++) { s->key[i] = 0; }
    s->stream[0] = 0;
    s->stream[1] = purpose << 8;
    s->next = 0;
}

// Returns the sum of the windows drawn; counts[k] is set to the entries of class k.
uint64_t baseline_run(const uint16_t *plan, size_t strata, size_t classes, const uint32_t *first,
    const uint16_t *windows, uint64_t plays, uint64_t *counts) {
    source play, display;
    uint32_t left[32], total = 0;
    uint64_t sum = 0;
    size_t stratum = 0;
    start_source(&play, 0);
    start_source(&display, 2);
    for (size_t k = 0; k < classes; k++) { counts[k] = 0; }
    for (uint64_t i = 0; i < plays; i++) {
        if (total == 0) {
            for (size_t k = 0; k < classes; k++) { total += left[k] = plan[stratum * classes + k]; }
            stratum = stratum + 1 == strata ? 0 : stratum + 1;
        }
        uint32_t ticket = below(&play, total), k = 0;
        while (ticket >= left[k]) { ticket -= left[k++]; }
        left[k]--;
        total--;
        counts[k]++;
        sum += windows[first[k] + below(&display, first[k + 1] - first[k])];
    }
    return sum;
}
