// SPDX-License-Identifier: MIT
// Line masks for AVX-512: half a row is one register of 256 bits, and eight plays are added up together.

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

#include "lanes_avx512_inner.h"
#include "redraw_inner.h"
#include "block.h"
#include "masks_body.h"

typedef __m256i half;

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
    uint16_t row[CORE_MAX_REELS][BLOCK_PLAYS];   // the same in bytes
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
            const vec stop = _mm512_loadu_si512(stops->stop[r] + i);
            _mm512_storeu_si512(stops->row[r] + i, _mm512_slli_epi16(stop, k->of.masks.halves ? 5 : 6));
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

// The units of the scatters, and the alarm of halves, which the last part counts in the upper bytes of its cells.
static void say_scatters(const fast_kernel *k, const stop_lists *stops, fast_block *block) {
    const fast_masks *m = &k->of.masks;
    const vec rings = _mm512_set1_epi16((short)(m->halves ? m->step[0] << 8 : UINT16_MAX));
    for (uint32_t i = 0; i < k->plays; i += 32) {
        vec units = _mm512_setzero_si512(), cells = units;
        for (uint32_t s = m->halves && m->scatter_parts; s < m->scatter_parts + m->halves; s++) {
            cells = _mm512_setzero_si512();
            for (uint32_t r = 0; r < k->tables->reels; r++) {
                const vec at = _mm512_loadu_si512(stops->stop[r] + i);
                cells = _mm512_add_epi16(cells,
                    look_up(m->scatter[r] + 256 * s, k->tables->stops[0][r], at));
            }
            const vec found = _mm512_permutexvar_epi16(cells, _mm512_loadu_si512(m->scatter_units[s]));
            units = _mm512_adds_epu16(units, found);
        }
        units = _mm512_mask_mov_epi16(units, _mm512_cmpge_epu16_mask(cells, rings), _mm512_set1_epi16(ALARM));
        _mm512_storeu_si512(block->units + i, units);
    }
}

INLINED half row_of(const fast_masks *m, const stop_lists *stops, uint32_t reel, size_t i, uint32_t h,
    uint32_t halves) {
    const uint8_t *rows = halves == 1 ? m->half_rows[reel] : m->rows[reel] + HALF_ROW * h;
    return _mm256_load_si256((const void *)(rows + stops->row[reel][i]));
}

// What the lanes add for one play. Something is added after each of the last `steps` reels.
INLINED half lanes_of(const fast_masks *m, const stop_lists *stops, size_t i, uint32_t reels, uint32_t steps,
    uint32_t halves, half paid[2][4]) {
    half sum = _mm256_setzero_si256();
    for (uint32_t h = 0; h < halves; h++) {
        half alive = row_of(m, stops, 0, i, h, halves);
        uint32_t r = 1;
        if (steps + 2 <= reels) {
            alive = _mm256_ternarylogic_epi32(alive, row_of(m, stops, 1, i, h, halves),
                row_of(m, stops, 2, i, h, halves), 0x80);
            r = 3;
            if (steps + 2 == reels) {
                sum = _mm256_dpwssd_epi32(sum, _mm256_popcnt_epi32(alive), paid[h][0]);
            }
        }
        for (; r < reels; r++) {
            alive = _mm256_and_si256(alive, row_of(m, stops, r, i, h, halves));
            if (r + steps >= reels) {
                sum = _mm256_dpwssd_epi32(sum, _mm256_popcnt_epi32(alive), paid[h][r + steps - reels]);
            }
        }
    }
    return sum;
}

// The sums of eight registers, side by side.
INLINED half add_up(const half x[8]) {
    half fours[2];
    for (int n = 0; n < 2; n++) {
        const half a = x[4 * n], b = x[4 * n + 1], c = x[4 * n + 2], d = x[4 * n + 3];
        const half ab = _mm256_add_epi32(_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
        const half cd = _mm256_add_epi32(_mm256_unpacklo_epi32(c, d), _mm256_unpackhi_epi32(c, d));
        fours[n] = _mm256_add_epi32(_mm256_unpacklo_epi64(ab, cd), _mm256_unpackhi_epi64(ab, cd));
    }
    return _mm256_add_epi32(_mm256_permute2x128_si256(fours[0], fours[1], 0x20),
        _mm256_permute2x128_si256(fours[0], fours[1], 0x31));
}

INLINED void say_narrow(const fast_run *run, const uint16_t *before, fast_block *block, uint32_t reels, uint32_t steps,
    uint32_t halves) {
    const fast_kernel *k = run->kernel;
    const fast_masks *m = &k->of.masks;
    stop_lists stops;
    half paid[2][4];
    list_stops(k, block, &stops);
    say_scatters(k, &stops, block);
    for (uint32_t s = 0; s < steps; s++) {
        for (uint32_t h = 0; h < halves; h++) {
            paid[h][s] = _mm256_loadu_si256((const void *)(m->paid[s] + h * NARROW_LANES / 2));
        }
    }
    for (size_t i = 0; i < k->plays; i += 8) {
        half sums[8];
#pragma GCC unroll 8
        for (uint32_t n = 0; n < 8; n++) {
            sums[n] = lanes_of(m, &stops, i + n, reels, steps, halves, paid);
            count_play(run, before, i + n);
        }
        const half scatters = _mm256_cvtepu16_epi32(_mm_loadu_si128((const void *)(block->units + i)));
        const half units = _mm256_add_epi32(add_up(sums), scatters);
        _mm_storeu_si128((void *)(block->units + i), _mm256_cvtepi32_epi16(units));
        uint32_t alarms = _mm256_cmpge_epu32_mask(units, _mm256_set1_epi32(ALARM));
        for (; alarms; alarms &= alarms - 1) {
            const uint32_t play = (uint32_t)i + (uint32_t)__builtin_ctz(alarms);
            uint8_t shown[CORE_MAX_REELS];
            stops_of_play(k->tables, block, play, shown);
            block->units[play] = (uint16_t)settled_units(k->tables, m, shown, ALARM);
        }
    }
}

#define SAY(reels, steps)                                                                                              \
    static void say_##reels##_of_##steps(const fast_run *run, const uint16_t *before, fast_block *block) {             \
        if (run->kernel->of.masks.halves) {                                                                            \
            say_narrow(run, before, block, reels, steps, 1);                                                           \
        } else {                                                                                                       \
            say_narrow(run, before, block, reels, steps, 2);                                                           \
        }                                                                                                              \
    }

SAY(5, 3)
SAY(5, 4)
SAY(3, 1)
SAY(6, 4)

// Rows of 16 words, and combinations of three in a row (or two) to all reels: by far the most usual games.
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
