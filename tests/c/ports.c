// SPDX-License-Identifier: MIT
// The topics of the self-test that every port runs, and the first of them: words and even draws.

#include "ports.h"

#include "core.h"

uint32_t port_choose(uint32_t *seed) {  // Marsaglia 2003, "Xorshift RNGs"
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

uint64_t port_mix(uint64_t digest, uint64_t value) {
    digest = core_tally_digest(digest, (uint32_t)value, 1);
    return core_tally_digest(digest, (uint32_t)(value >> 32), 2);
}

uint64_t port_mix_bytes(uint64_t digest, const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        digest = core_tally_digest(digest, bytes[i], (uint32_t)i);
    }
    return digest;
}

// Streams across the end of 32 bits of the block counter, which lies within the blocks that any tier makes side by side,
// and draws below bounds that reject half of the words.
static uint64_t words(void) {
    static uint8_t bytes[2500];
    static const uint32_t bounds[5] = {1, 6, 65175, UINT32_C(2147483649), UINT32_C(4294967295)};
    uint8_t key[CORE_KEY_SIZE];
    uint32_t values[40];
    uint64_t digest = CORE_DIGEST_START;
    for (int i = 0; i < CORE_KEY_SIZE; i++) {
        key[i] = (uint8_t)(7 * i + 1);
    }
    for (uint32_t tier = 0; tier <= core_rng_tier(); tier++) {
        const uint64_t before = digest;
        if (core_rng_fill(tier, key, UINT64_C(0x0123456789abcdef), UINT64_C(0xfffffff5), bytes, sizeof bytes)
                != CORE_OK) {
            return 0;
        }
        digest = port_mix_bytes(CORE_DIGEST_START, bytes, sizeof bytes);
        if (tier && digest != before) {
            return 0;
        }
    }
    for (uint32_t word = 0; word < 100; word++) {
        uint32_t value;
        if (core_rng_below(key, UINT64_C(0xffffffffff), 3, word, bounds[word % 5], &value) != CORE_OK) {
            return 0;
        }
        digest = port_mix(digest, value);
    }
    if (core_rng_draws(key, 5, 0, 1000, 8, 8, bounds, 5, values) != CORE_OK) {
        return 0;
    }
    for (int i = 0; i < 40; i++) {
        digest = port_mix(digest, values[i]);
    }
    return digest;
}

static const struct {
    const char *name;
    uint64_t (*run)(void);
} topics[PORT_TOPICS] = {
    {"words", words},
    {"cycle steps", port_cycle_steps},
    {"cycle campaign", port_cycle_campaign},
    {"cycle gamble", port_cycle_gamble},
    {"lines steps", port_lines_steps},
    {"ways steps", port_ways_steps},
    {"lines campaign", port_lines_campaign},
    {"ways campaign", port_ways_campaign},
    {"dice", port_dice},
    {"cards", port_cards},
    {"link", port_link},
    {"module", port_module},
};

uint32_t port_count(void) {
    return PORT_TOPICS;
}

const char *port_name(uint32_t topic) {
    return topics[topic].name;
}

uint64_t port_digest(uint32_t topic) {
    return topics[topic].run();
}

void port_hex(uint64_t digest, char text[17]) {
    for (int i = 15; i >= 0; i--, digest >>= 4) {
        const uint32_t digit = (uint32_t)digest & 15;
        text[i] = (char)(digit < 10 ? '0' + digit : 'a' + digit - 10);
    }
    text[16] = 0;
}
