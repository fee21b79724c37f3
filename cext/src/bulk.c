// SPDX-License-Identifier: MIT
// Many words and many draws at once: the stream of rng.c, sixteen blocks side by side.

#include "bulk.h"
#include "bulk_inner.h"
#include "bytes_inner.h"
#include "draw_inner.h"

enum { LANES = 16 };

typedef struct {
    uint32_t x[16][LANES];
} lanes;

static void quarter_lanes(lanes *s, int a, int b, int c, int d) {
    uint32_t *xa = s->x[a], *xb = s->x[b], *xc = s->x[c], *xd = s->x[d];
    for (int i = 0; i < LANES; i++) {
        uint32_t va = xa[i], vb = xb[i], vc = xc[i], vd = xd[i];
        va += vb;
        vd ^= va;
        vd = vd << 16 | vd >> 16;
        vc += vd;
        vb ^= vc;
        vb = vb << 12 | vb >> 20;
        va += vb;
        vd ^= va;
        vd = vd << 8 | vd >> 24;
        vc += vd;
        vb ^= vc;
        vb = vb << 7 | vb >> 25;
        xa[i] = va;
        xb[i] = vb;
        xc[i] = vc;
        xd[i] = vd;
    }
}

static void batch(const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block,
    uint32_t words[CORE_BATCH_WORDS]) {
    lanes start, s;
    for (int i = 0; i < LANES; i++) {
        uint64_t counter = block + (uint64_t)i;
        start.x[0][i] = 0x61707865;  // "expand 32-byte k" (RFC 8439 section 2.3)
        start.x[1][i] = 0x3320646e;
        start.x[2][i] = 0x79622d32;
        start.x[3][i] = 0x6b206574;
        for (int j = 0; j < 8; j++) {
            start.x[4 + j][i] = get_u32(key + 4 * j);
        }
        start.x[12][i] = (uint32_t)counter;
        start.x[13][i] = (uint32_t)(counter >> 32);
        start.x[14][i] = (uint32_t)stream;
        start.x[15][i] = (uint32_t)(stream >> 32);
    }
    for (int j = 0; j < 16; j++) {
        for (int i = 0; i < LANES; i++) {
            s.x[j][i] = start.x[j][i];  // not as a whole: that would be a call for memcpy
        }
    }
    for (int round = 0; round < 20; round += 2) {
        quarter_lanes(&s, 0, 4, 8, 12);
        quarter_lanes(&s, 1, 5, 9, 13);
        quarter_lanes(&s, 2, 6, 10, 14);
        quarter_lanes(&s, 3, 7, 11, 15);
        quarter_lanes(&s, 0, 5, 10, 15);
        quarter_lanes(&s, 1, 6, 11, 12);
        quarter_lanes(&s, 2, 7, 8, 13);
        quarter_lanes(&s, 3, 4, 9, 14);
    }
    for (int i = 0; i < LANES; i++) {
        for (int j = 0; j < 16; j++) {
            words[16 * i + j] = s.x[j][i] + start.x[j][i];
        }
    }
}

uint32_t core_rng_tier(void) {
#if CORE_NEON
    return CORE_TIER_NEON;
#elif CORE_WIDE
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512vl")) {
        return CORE_TIER_AVX512;
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt")) {
        return CORE_TIER_AVX2;
    }
    return CORE_TIER_PLAIN;
#else
    return CORE_TIER_PLAIN;
#endif
}

// Words as little-endian bytes.
static void put_words(uint8_t *out, const uint32_t words[CORE_BATCH_WORDS]) {
    for (int i = 0; i < CORE_BATCH_WORDS; i++) {
        put_u32(out + 4 * i, words[i]);
    }
}

static void batches_by(uint32_t tier, const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block,
    uint8_t *out, size_t batches) {
    uint32_t words[CORE_BATCH_WORDS];
#if CORE_WIDE
    if (tier == CORE_TIER_AVX512) {
        core_words_avx512(key, stream, block, out, batches);
        return;
    }
    if (tier == CORE_TIER_AVX2) {
        core_words_avx2(key, stream, block, out, batches);
        return;
    }
#elif CORE_NEON
    if (tier == CORE_TIER_NEON) {
        core_words_neon(key, stream, block, out, batches);
        return;
    }
#else
    (void)tier;
#endif
    for (; batches > 0; batches--, out += sizeof words, block += LANES) {
        batch(key, stream, block, words);
        put_words(out, words);
    }
}

void core_rng_batch_by(uint32_t tier, const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block,
    uint32_t words[CORE_BATCH_WORDS]) {
#if CORE_WIDE || CORE_NEON
    if (tier != CORE_TIER_PLAIN) {
        batches_by(tier, key, stream, block, (uint8_t *)words, 1);
        return;
    }
#else
    (void)tier;
#endif
    batch(key, stream, block, words);
}

void core_rng_batch(const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block,
    uint32_t words[CORE_BATCH_WORDS]) {
    core_rng_batch_by(core_rng_tier(), key, stream, block, words);
}

int core_rng_fill(uint32_t tier, const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block,
    uint8_t *out, size_t size) {
    const size_t batches = size / (4 * CORE_BATCH_WORDS), done = batches * 4 * CORE_BATCH_WORDS;
    if (tier > core_rng_tier()) {
        return CORE_E_ARGUMENT;
    }
    batches_by(tier, key, stream, block, out, batches);
    core_rng_stream(key, stream, block + batches * LANES, out + done, size - done);
    return CORE_OK;
}

// The first word of a play. By single doublings: small cores have no shift of 64 bits by any number.
static int first_word(uint64_t play, uint32_t width, uint64_t *word) {
    *word = play;
    for (; width > 1; width >>= 1) {
        if (*word >> 63) {
            return CORE_E_EXHAUSTED;
        }
        *word <<= 1;
    }
    return CORE_OK;
}

int core_rng_draws(const uint8_t key[CORE_KEY_SIZE], uint64_t machine, uint32_t purpose, uint64_t first,
    uint64_t plays, uint32_t width, const uint32_t *bounds, uint32_t count, uint32_t *out) {
    uint32_t words[CORE_BATCH_WORDS];
    int bad = machine >> CORE_MACHINE_BITS || purpose > 0xff || count > width || width > CORE_BATCH_WORDS ||
        width == 0 || (width & (width - 1)) != 0;
    for (uint32_t j = 0; !bad && j < count; j++) {
        bad = bounds[j] == 0;
    }
    if (bad) {
        return CORE_E_ARGUMENT;
    }
    core_source source = {key, machine, 0};
    uint64_t end;
    if (plays > UINT64_MAX - first || first_word(first, width, &source.index) != CORE_OK ||
        first_word(first + plays, width, &end) != CORE_OK) {
        return CORE_E_EXHAUSTED;
    }
    while (source.index < end) {
        const uint64_t from = source.index & ~(uint64_t)(CORE_BATCH_WORDS - 1);
        const uint64_t to = end - from > CORE_BATCH_WORDS ? from + CORE_BATCH_WORDS : end;
        core_rng_batch(key, stream_number(machine, purpose, 0), from >> 4, words);
        for (; source.index < to; source.index++) {
            const uint32_t j = (uint32_t)source.index & (width - 1);
            if (j >= count) {
                continue;
            }
            int code = draw_from(&source, purpose, words[source.index - from], bounds[j], out++);
            if (code != CORE_OK) {
                return code;
            }
        }
    }
    return CORE_OK;
}
