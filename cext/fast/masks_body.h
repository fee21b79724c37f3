// SPDX-License-Identifier: MIT
// The plays of a block by line masks, in plain loops that each tier compiles for its own registers.

#ifndef CORE_FAST_MASKS_BODY_H
#define CORE_FAST_MASKS_BODY_H

#include "chance_turn_inner.h"
#include "kernel.h"

static inline void stops_of_play(const core_chance *t, const fast_block *block, uint32_t i,
    uint8_t stops[CORE_MAX_REELS]) {
    for (uint32_t r = 0; r < CORE_MAX_REELS; r++) {
        stops[r] = r < t->reels ? t->stop_of[0][r][block->tickets[r][i]] : 0;
    }
}

static inline uint32_t defined_units(const core_chance *t, const uint8_t stops[CORE_MAX_REELS]) {
    core_chance_turn turn;
    core_chance_turn_at(t, 0, stops, &turn);
    return turn_units(t, &turn);
}

static inline uint32_t scatter_units(const core_chance *t, const fast_masks *m,
    const uint8_t stops[CORE_MAX_REELS]) {
    uint32_t units = 0;
    for (uint32_t s = 0; s < m->scatter_parts; s++) {
        uint32_t cells = 0;
        for (uint32_t r = 0; r < t->reels; r++) {
            cells += m->scatter[r][256 * s + stops[r]];
        }
        units += m->scatter_units[s][cells];
    }
    return units;
}

// Units of the lines, ALARM or more if the definition has to decide. `alive` has room for a row.
#define SAY_LINES(name, word, popcount)                                                                  \
    static inline uint32_t name(const core_chance *t, const fast_masks *m,                              \
        const uint8_t stops[CORE_MAX_REELS], word *restrict alive) {                                    \
        const uint32_t count = m->lanes * m->blocks;                                                     \
        const word *restrict row = (const void *)(m->rows[0] + (size_t)stops[0] * m->row_size);          \
        uint32_t units = 0, reel = 1;                                                                    \
        for (uint32_t i = 0; i < count; i++) {                                                           \
            alive[i] = row[i];                                                                           \
        }                                                                                                \
        for (uint32_t s = 0; s < m->steps; s++) {                                                        \
            word any = 0;                                                                                \
            for (; reel < m->step[s]; reel++) {                                                          \
                row = (const void *)(m->rows[reel] + (size_t)stops[reel] * m->row_size);                 \
                for (uint32_t i = 0; i < count; i++) {                                                   \
                    alive[i] &= row[i];                                                                  \
                }                                                                                        \
            }                                                                                            \
            for (uint32_t i = 0; i < count; i++) {                                                       \
                any |= alive[i];                                                                         \
            }                                                                                            \
            if (!any) {                                                                                  \
                break;                                                                                   \
            }                                                                                            \
            if (s == 0 && m->multiplies && multiplied_line(t, m, stops)) {                               \
                return ALARM;                                                                            \
            }                                                                                            \
            for (uint32_t b = 0; b < m->blocks; b++) {                                                   \
                for (uint32_t i = 0; i < m->lanes; i++) {                                                \
                    units += (uint32_t)popcount(alive[b * m->lanes + i]) * m->paid[s][i];                \
                }                                                                                        \
            }                                                                                            \
        }                                                                                                \
        return units;                                                                                    \
    }

// Whether any line shows a multiplier at all: with a win on some line the definition decides.
static inline int multiplied_line(const core_chance *t, const fast_masks *m,
    const uint8_t stops[CORE_MAX_REELS]) {
    uint64_t lines = 0;
    for (uint32_t r = 0; r < t->reels; r++) {
        for (uint32_t b = 0; b < m->blocks; b++) {
            lines |= m->multiplied[r][(size_t)stops[r] * m->blocks + b];
        }
    }
    return lines != 0;
}

SAY_LINES(narrow_lines, uint32_t, __builtin_popcount)
SAY_LINES(wide_lines, uint64_t, __builtin_popcountll)

// The lines of one word, where some match several chains: those are taken one by one. ALARM or more: something
// else calls for the definition.
static inline uint32_t mixed_lines(const core_chance *t, const fast_masks *m,
    const uint8_t stops[CORE_MAX_REELS]) {
    uint32_t alive[NARROW_LANES], step = 0, units = 0, mixed = 0, best[32] = {0}, sum[NARROW_LANES][32];
    for (uint32_t i = 0; i < NARROW_LANES; i++) {
        alive[i] = UINT32_MAX;
        for (uint32_t l = 0; l < 32; l++) {
            sum[i][l] = 0;
        }
    }
    for (uint32_t r = 0; r < t->reels; r++) {
        const uint32_t *row = (const void *)(m->rows[r] + (size_t)stops[r] * m->row_size);
        for (uint32_t i = 0; i < NARROW_LANES; i++) {
            alive[i] &= row[i];
        }
        if (step == m->steps || r + 1 != m->step[step]) {
            continue;
        }
        mixed = step == 0 ? alive[NARROW_LANES - 1] : mixed;
        for (uint32_t i = 0; i < NARROW_LANES - 1; i++) {
            units += (uint32_t)__builtin_popcount(alive[i] & ~mixed) * m->paid[step][i];
            for (uint32_t lines = alive[i] & mixed; lines; lines &= lines - 1) {
                sum[i][__builtin_ctz(lines)] += m->paid[step][i];
            }
        }
        step++;
    }
    for (uint32_t lines = mixed; lines; lines &= lines - 1) {
        const uint32_t l = (uint32_t)__builtin_ctz(lines);
        for (uint32_t i = 0; i < NARROW_LANES - 1; i++) {
            best[l] = sum[i][l] > best[l] ? sum[i][l] : best[l];
        }
        units += best[l];
    }
    return units;
}

// Units of a play whose lanes added up to `units`.
static inline uint32_t settled_units(const core_chance *t, const fast_masks *m,
    const uint8_t stops[CORE_MAX_REELS], uint32_t units) {
    if (units >= ALARM && t->evaluation == CORE_CHANCE_LINES && m->narrow && !m->multiplies) {
        units = mixed_lines(t, m, stops);
    }
    units = units < ALARM ? units + scatter_units(t, m, stops) : defined_units(t, stops);
    return units < MARKED ? units : MARKED;
}

// By ways the words are drawn quickly and the definition says what they pay.
static inline void say_masks(const fast_run *run, const uint16_t *before, fast_block *block) {
    const fast_kernel *k = run->kernel;
    const core_chance *t = k->tables;
    const fast_masks *m = &k->of.masks;
    uint32_t few[NARROW_LANES];
    uint64_t many[512];
    for (uint32_t i = 0; i < k->plays; i++) {
        uint8_t stops[CORE_MAX_REELS];
        uint32_t units = ALARM;
        stops_of_play(t, block, i, stops);
        if (t->evaluation == CORE_CHANCE_LINES) {
            units = m->narrow ? narrow_lines(t, m, stops, few) : wide_lines(t, m, stops, many);
        }
        block->units[i] = (uint16_t)settled_units(t, m, stops, units);
        count_play(run, before, i);
    }
}

#endif
