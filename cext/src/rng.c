// SPDX-License-Identifier: MIT
// ChaCha20 words and even draws.

#include "bytes_inner.h"
#include "errors.h"
#include "rng.h"
#include "scale_inner.h"

static inline uint32_t rotate(uint32_t x, int bits) {
    return x << bits | x >> (32 - bits);
}

static void quarter_round(uint32_t x[16], int a, int b, int c, int d) {
    x[a] += x[b];
    x[d] = rotate(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = rotate(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = rotate(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = rotate(x[b] ^ x[c], 7);
}

static void first_words(const uint8_t key[CORE_KEY_SIZE], uint64_t block, uint64_t stream, uint32_t x[16]) {
    x[0] = 0x61707865;  // "expand 32-byte k" (RFC 8439 section 2.3)
    x[1] = 0x3320646e;
    x[2] = 0x79622d32;
    x[3] = 0x6b206574;
    for (int i = 0; i < 8; i++) {
        x[4 + i] = get_u32(key + 4 * i);
    }
    x[12] = (uint32_t)block;
    x[13] = (uint32_t)(block >> 32);
    x[14] = (uint32_t)stream;
    x[15] = (uint32_t)(stream >> 32);
}

void core_rng_block(const uint8_t key[CORE_KEY_SIZE], uint64_t block, uint64_t stream, uint32_t out[16]) {
    uint32_t start[16];
    first_words(key, block, stream, start);
    for (int i = 0; i < 16; i++) {
        out[i] = start[i];
    }
    for (int round = 0; round < 20; round += 2) {
        for (int i = 0; i < 4; i++) {
            quarter_round(out, i, 4 + i, 8 + i, 12 + i);
        }
        for (int i = 0; i < 4; i++) {
            quarter_round(out, i, 4 + ((i + 1) & 3), 8 + ((i + 2) & 3), 12 + ((i + 3) & 3));
        }
    }
    for (int i = 0; i < 16; i++) {
        out[i] += start[i];
    }
}

void core_rng_stream(const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block, uint8_t *out,
    size_t size) {
    uint32_t words[16];
    for (size_t i = 0; i < size; i++) {
        if ((i & 63) == 0) {
            core_rng_block(key, block++, stream, words);
        }
        out[i] = (uint8_t)(words[(i & 63) >> 2] >> (8 * (i & 3)));
    }
}

uint32_t core_rng_word(const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t word) {
    uint32_t words[16];
    core_rng_block(key, word >> 4, stream, words);
    return words[word & 15];
}

int core_rng_below(const uint8_t key[CORE_KEY_SIZE], uint64_t machine, uint32_t purpose, uint64_t word,
    uint32_t bound, uint32_t *value) {
    if (bound == 0 || machine >> CORE_MACHINE_BITS || purpose > 0xff) {
        return CORE_E_ARGUMENT;
    }
    for (uint32_t rejection = 0; rejection < 0x10000; rejection++) {
        uint32_t x = core_rng_word(key, stream_number(machine, purpose, rejection), word);
        uint32_t drawn;
        if (scale_word(x, bound, &drawn)) {
            *value = drawn;
            return CORE_OK;
        }
    }
    return CORE_E_EXHAUSTED;
}
