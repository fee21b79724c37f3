// SPDX-License-Identifier: MIT
// Line masks for AVX-512: a row is one register, and four plays are added up together.

#include "bulk_inner.h"
#include "chance_turn_inner.h"
#include "loops.h"
#include "rare.h"

#if CORE_WIDE

#include <immintrin.h>
#define BLOCK_AVX512 1
CORE_TIER("avx512f,avx512bw,avx512vl,avx512dq,avx512vpopcntdq,avx512vnni,popcnt,bmi,bmi2")
#ifndef __clang__
#pragma GCC target("prefer-vector-width=512")  // clang has no such target
#endif

#include "block.h"
#include "masks_body.h"

typedef __m512i vec;
#define INLINED static inline __attribute__((always_inline))

int core_fast_has_avx512(void) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
        && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq")
        && __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512vnni")
        && __builtin_cpu_supports("bmi2");
}

// Where the rows of a block's plays are: tickets, or the stops that weighted tickets stand for.
typedef struct {
    const uint16_t *stop[CORE_MAX_REELS];
    uint16_t mapped[CORE_MAX_REELS][BLOCK_PLAYS];
    uint16_t row[CORE_MAX_REELS][BLOCK_PLAYS];   // the same in bytes: rows of 64
} stop_lists;

static void list_stops(const fast_kernel *k, const fast_block *block, stop_lists *stops) {
    const core_chance *t = k->tables;
    for (uint32_t r = 0; r < t->reels; r++) {
        stops->stop[r] = block->tickets[r];
        if (t->weight[0][r] != t->stops[0][r]) {
            for (uint32_t i = 0; i < k->plays; i++) {
                stops->mapped[r][i] = t->stop_of[0][r][block->tickets[r][i]];
            }
            stops->stop[r] = stops->mapped[r];
        }
        for (uint32_t i = 0; i < k->plays; i += 32) {
            _mm512_storeu_si512(stops->row[r] + i, _mm512_slli_epi16(_mm512_loadu_si512(stops->stop[r] + i), 6));
        }
    }
}

// Entries of a table of `size` (up to 256) 16-bit numbers.
INLINED vec look_up(const uint16_t *table, uint32_t size, vec at) {
    vec found = _mm512_permutex2var_epi16(_mm512_loadu_si512(table), at, _mm512_loadu_si512(table + 32));
    for (uint32_t from = 64; from < size; from += 64) {
        const vec more = _mm512_permutex2var_epi16(_mm512_loadu_si512(table + from), at,
            _mm512_loadu_si512(table + from + 32));
        found = _mm512_mask_mov_epi16(found, _mm512_cmpge_epu16_mask(at, _mm512_set1_epi16((short)from)), more);
    }
    return found;
}

// The units of the scatters.
static void say_scatters(const fast_kernel *k, const stop_lists *stops, fast_block *block) {
    const fast_masks *m = &k->of.masks;
    for (uint32_t i = 0; i < k->plays; i += 32) {
        vec units = _mm512_setzero_si512();
        for (uint32_t s = 0; s < m->scatter_parts; s++) {
            vec cells = _mm512_setzero_si512();
            for (uint32_t r = 0; r < k->tables->reels; r++) {
                const vec at = _mm512_loadu_si512(stops->stop[r] + i);
                cells = _mm512_add_epi16(cells,
                    look_up(m->scatter[r] + 256 * s, k->tables->stops[0][r], at));
            }
            const vec found = _mm512_permutexvar_epi16(cells, _mm512_loadu_si512(m->scatter_units[s]));
            units = _mm512_adds_epu16(units, found);
        }
        _mm512_storeu_si512(block->units + i, units);
    }
}

INLINED vec row_of(const fast_masks *m, const stop_lists *stops, uint32_t reel, uint32_t i) {
    return _mm512_load_si512(m->rows[reel] + stops->row[reel][i]);
}

// What the lanes add for one play. Something is added after each of the last `steps` reels.
INLINED vec lanes_of(const fast_masks *m, const stop_lists *stops, uint32_t i, uint32_t reels, uint32_t steps,
    const vec paid[4]) {
    vec alive = row_of(m, stops, 0, i), sum = _mm512_setzero_si512();
    uint32_t r = 1;
    if (steps + 2 <= reels) {
        alive = _mm512_ternarylogic_epi32(alive, row_of(m, stops, 1, i), row_of(m, stops, 2, i), 0x80);
        r = 3;
        if (steps + 2 == reels) {
            sum = _mm512_dpwssd_epi32(sum, _mm512_popcnt_epi32(alive), paid[0]);
        }
    }
    for (; r < reels; r++) {
        alive = _mm512_and_si512(alive, row_of(m, stops, r, i));
        if (r + steps >= reels) {
            sum = _mm512_dpwssd_epi32(sum, _mm512_popcnt_epi32(alive), paid[r + steps - reels]);
        }
    }
    return sum;
}

// The sums of four registers, side by side.
INLINED __m128i add_up(vec a, vec b, vec c, vec d) {
    const vec ab = _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
    const vec cd = _mm512_add_epi32(_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
    const vec all = _mm512_add_epi32(_mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd));
    const __m256i half = _mm256_add_epi32(_mm512_castsi512_si256(all), _mm512_extracti64x4_epi64(all, 1));
    return _mm_add_epi32(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
}

INLINED void say_narrow(const fast_kernel *k, fast_block *block, uint32_t reels, uint32_t steps) {
    const fast_masks *m = &k->of.masks;
    stop_lists stops;
    vec paid[4];
    list_stops(k, block, &stops);
    say_scatters(k, &stops, block);
    for (uint32_t s = 0; s < steps; s++) {
        paid[s] = _mm512_loadu_si512(m->paid[s]);
    }
    for (uint32_t i = 0; i < k->plays; i += 4) {
        const __m128i lines = add_up(lanes_of(m, &stops, i, reels, steps, paid),
            lanes_of(m, &stops, i + 1, reels, steps, paid), lanes_of(m, &stops, i + 2, reels, steps, paid),
            lanes_of(m, &stops, i + 3, reels, steps, paid));
        const __m128i scatters = _mm_cvtepu16_epi32(_mm_loadl_epi64((const void *)(block->units + i)));
        const __m128i units = _mm_min_epu32(_mm_add_epi32(lines, scatters), _mm_set1_epi32(MARKED));
        _mm_storel_epi64((void *)(block->units + i), _mm_packus_epi32(units, units));
        uint32_t alarms = _mm_cmpge_epu32_mask(lines, _mm_set1_epi32(ALARM));
        for (; alarms; alarms &= alarms - 1) {
            const uint32_t play = i + (uint32_t)__builtin_ctz(alarms);
            uint8_t shown[CORE_MAX_REELS];
            stops_of_play(k->tables, block, play, shown);
            block->units[play] = (uint16_t)settled_units(k->tables, m, shown, ALARM);
        }
    }
}

static void say_5_of_3(const fast_kernel *k, fast_block *block) {
    say_narrow(k, block, 5, 3);
}

static void say_5_of_4(const fast_kernel *k, fast_block *block) {
    say_narrow(k, block, 5, 4);
}

static void say_3_of_1(const fast_kernel *k, fast_block *block) {
    say_narrow(k, block, 3, 1);
}

static void say_6_of_4(const fast_kernel *k, fast_block *block) {
    say_narrow(k, block, 6, 4);
}

// Rows of one register, and combinations of three in a row (or two) to all reels: by far the most usual games.
int core_fast_masks_avx512(fast_run *run, uint64_t blocks) {
    const fast_masks *m = &run->kernel->of.masks;
    const core_chance *t = run->kernel->tables;
    if (t->evaluation != CORE_CHANCE_LINES || !m->narrow || m->multiplies || m->steps == 0
        || m->step[0] + m->steps != t->reels + 1u) {
        return run_blocks(run, blocks, say_masks);
    }
    switch (10 * t->reels + m->steps) {
    case 53:
        return run_blocks(run, blocks, say_5_of_3);
    case 54:
        return run_blocks(run, blocks, say_5_of_4);
    case 31:
        return run_blocks(run, blocks, say_3_of_1);
    case 64:
        return run_blocks(run, blocks, say_6_of_4);
    default:
        return run_blocks(run, blocks, say_masks);
    }
}

CORE_TIER_END

#else

int core_fast_has_avx512(void) {
    return 0;
}

int core_fast_masks_avx512(fast_run *run, uint64_t blocks) {
    return core_fast_masks_plain(run, blocks);
}

#endif
