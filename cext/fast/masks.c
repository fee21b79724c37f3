// SPDX-License-Identifier: MIT
// Line masks: for each stop of each reel and each chain of combinations, the paylines on which it goes on.
//
// A chain is combinations of one thing in a row, three, four, five: each begins as the one before it. The AND of
// its masks over the first n reels has a bit for each payline that shows n of them, and what those lines pay more
// than n - 1 did is a popcount and a product. That is right as long as no line matches two chains; one more lane,
// the alarm, has the lines that could, and a play with any goes to the definition, as does one whose match hits
// a pot. Multipliers and scatters are looked up beside it.

#include "build.h"

typedef struct {
    uint32_t masks[CORE_MAX_REELS], span;        // of its longest combination
    uint32_t best[CORE_MAX_REELS + 1];           // cents of n reels, 0 if nothing is paid there
    uint32_t pays[CORE_MAX_REELS + 1], pot[CORE_MAX_REELS + 1], first, multiplies;
} chain;

typedef struct {
    chain chains[CORE_CHANCE_MAX_COMBOS];
    uint32_t count, first;                       // reels of the shortest combination
} chain_list;

static int goes_on(const chain *c, const uint8_t *combo) {
    for (uint32_t r = 0; r < c->span && r < combo[COMBO_SPAN]; r++) {
        if (c->masks[r] != combo_mask(combo, r)) {
            return 0;
        }
    }
    return c->multiplies == combo[COMBO_MULTIPLIES];
}

static void take_combo(chain *c, const uint8_t *combo, uint32_t reels) {
    const uint32_t span = combo[COMBO_SPAN], cents = get_u32(combo);
    for (uint32_t r = c->span; r < reels; r++) {
        c->masks[r] = r < span ? combo_mask(combo, r) : CORE_CHANCE_ANY;
    }
    c->span = span > c->span ? span : c->span;
    c->first = span < c->first ? span : c->first;
    c->best[span] = cents > c->best[span] ? cents : c->best[span];
    c->pays[span] = 1;
    c->pot[span] |= combo[COMBO_POT] != 0;
}

static void list_chains(const core_chance *t, chain_list *list) {
    list->count = 0;
    list->first = CORE_MAX_REELS;
    for (uint32_t i = 0; i < t->combos; i++) {
        const uint8_t *combo = combo_at(t, i);
        chain *c = list->chains;
        while (c < list->chains + list->count && !goes_on(c, combo)) {
            c++;
        }
        if (c == list->chains + list->count) {
            *c = (chain){{0}, 0, {0}, {0}, {0}, CORE_MAX_REELS, combo[COMBO_MULTIPLIES]};
            list->count++;
        }
        take_combo(c, combo, t->reels);
        list->first = combo[COMBO_SPAN] < list->first ? combo[COMBO_SPAN] : list->first;
    }
}

// Symbols that more than one chain takes on a reel.
static uint32_t shared_symbols(const chain_list *list, uint32_t reel) {
    uint32_t once = 0, twice = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        twice |= once & list->chains[i].masks[reel];
        once |= list->chains[i].masks[reel];
    }
    return twice;
}

// Lines of block `b` that show a symbol of `mask` on a stop.
static uint64_t lines_of(const core_chance *t, uint32_t set, uint32_t reel, uint32_t stop, uint32_t mask, uint32_t b,
    uint32_t bits) {
    uint64_t lines = 0;
    for (uint32_t l = b * bits; l < t->paylines && l < (b + 1) * bits; l++) {
        const uint32_t row = t->payline_rows[(size_t)l * t->reels + reel];
        lines |= (uint64_t)(mask >> shown_at(t, set, reel, stop, row) & 1) << (l - b * bits);
    }
    return lines;
}

static void put_lane(const fast_masks *m, uint8_t *row, uint32_t b, uint32_t lane, uint64_t lines) {
    if (m->narrow) {
        ((uint32_t *)(void *)row)[lane] = (uint32_t)lines;
    } else {
        ((uint64_t *)(void *)row)[b * m->lanes + lane] = lines;
    }
}

static int make_rows(const core_chance *t, const chain_list *list, fast_masks *m, arena *memory) {
    for (uint32_t r = 0; r < t->reels; r++) {
        uint8_t *rows = arena_take(memory, (size_t)t->stops[m->set][r] * m->row_size);
        uint64_t *multiplied = arena_take(memory, 8 * (size_t)t->stops[m->set][r] * m->blocks);
        uint32_t doubles = 0;
        if (!rows || !multiplied) {
            return CORE_E_EXHAUSTED;
        }
        for (uint32_t s = 0; s < t->symbols; s++) {
            doubles |= (uint32_t)(t->multipliers[s] > 1) << s;
        }
        const uint32_t shared = r < list->first ? shared_symbols(list, r) : CORE_CHANCE_ANY;
        for (uint32_t stop = 0; stop < t->stops[m->set][r]; stop++) {
            uint8_t *row = rows + (size_t)stop * m->row_size;
            for (uint32_t b = 0; b < m->blocks; b++) {
                const uint32_t bits = m->narrow ? 32 : 64;
                for (uint32_t i = 0; i < m->lanes; i++) {
                    const uint32_t mask = i < list->count ? list->chains[i].masks[r] : 0;
                    put_lane(m, row, b, i, lines_of(t, m->set, r, stop, mask, b, bits));
                }
                put_lane(m, row, b, m->lanes - 1, lines_of(t, m->set, r, stop, shared, b, bits));
                multiplied[(size_t)stop * m->blocks + b] = lines_of(t, m->set, r, stop, doubles, b, bits);
            }
        }
        m->rows[r] = rows;
        m->multiplied[r] = multiplied;
    }
    return CORE_OK;
}

// Chains whose lines call for the alarm in any case come last; how many come before them.
static uint32_t part_chains(chain_list *list) {
    uint32_t own = 0, end = list->count, shared[CORE_MAX_REELS];
    for (uint32_t r = 0; r < list->first; r++) {
        shared[r] = shared_symbols(list, r);
    }
    while (own < end) {
        uint32_t alone = 0;
        for (uint32_t r = 0; r < list->first; r++) {
            alone |= list->chains[own].masks[r] & ~shared[r];
        }
        if (alone) {
            own++;
        } else {
            const chain last = list->chains[--end];
            list->chains[end] = list->chains[own];
            list->chains[own] = last;
        }
    }
    return own;
}

// What each lane adds after each number of reels, or ALARM where it calls for the definition.
static int make_steps(const core_chance *t, const chain_list *list, fast_masks *m, arena *memory) {
    uint32_t before[CORE_CHANCE_MAX_COMBOS] = {0};
    m->steps = 0;
    for (uint32_t n = 1; n <= t->reels; n++) {
        uint32_t *paid = arena_take(memory, 4 * (size_t)m->lanes);
        uint32_t any = 0;
        if (!paid) {
            return CORE_E_EXHAUSTED;
        }
        for (uint32_t i = 0; i < m->lanes; i++) {
            const chain *c = i < list->count ? list->chains + i : 0;
            const uint32_t best = c && c->best[n] > before[i] ? c->best[n] : 0;
            const uint64_t units = best ? (best - before[i]) / t->unit_cents * (uint64_t)m->times : 0;
            const int ring = (c && c->pot[n] && !m->is_free) || (i == m->lanes - 1 && n == list->first);
            // Sixteen-bit products: more than that is rare, and the definition's.
            paid[i] = ring || units > ALARM ? ALARM : (uint32_t)units;
            any |= paid[i];
            before[i] = best ? best : before[i];
        }
        if (any) {
            m->step[m->steps] = n;
            m->paid[m->steps++] = paid;
        }
    }
    return CORE_OK;
}

// Scatters -----------------------------------------------------------------------------------------

static uint32_t scatter_unit(const core_chance *t, const fast_masks *m, uint32_t group, uint32_t cells) {
    const uint8_t *best = 0;
    for (uint32_t i = 0; i < t->scatters; i++) {
        const uint8_t *row = scatter_at(t, i);
        if (row[SCATTER_GROUP] == group && row[SCATTER_COUNT] <= cells
            && (!best || row[SCATTER_COUNT] > best[SCATTER_COUNT])) {
            best = row;
        }
    }
    if (!best) {
        return 0;
    }
    const uint32_t cents = get_u32(best) * m->times;  // at most 100 caps
    const core_chance_turn turn = {cents, (uint16_t)get_u16(best + (m->is_free ? SCATTER_RETRIGGER : SCATTER_FREE)),
        best[SCATTER_PICKS], m->is_free ? 0 : best[SCATTER_POT]};
    return turn_units(t, &turn);
}

static int make_scatters(const core_chance *t, const chain_list *list, fast_masks *m, arena *memory) {
    uint32_t masks[CORE_CHANCE_MAX_SCATTERS], groups[CORE_CHANCE_MAX_SCATTERS];
    m->scatter_parts = 0;
    for (uint32_t i = 0; i < t->scatters; i++) {
        const uint8_t *row = scatter_at(t, i);
        const uint32_t mask = get_u32(row + SCATTER_MASK), last = m->scatter_parts - 1;
        if (m->scatter_parts && groups[last] == row[SCATTER_GROUP]) {
            if (masks[last] != mask) {
                return CORE_E_EXHAUSTED;  // a group of several masks has no table of one count
            }
            continue;
        }
        masks[m->scatter_parts] = mask;
        groups[m->scatter_parts++] = row[SCATTER_GROUP];
    }
    for (uint32_t part_of = 0; part_of <= m->scatter_parts; part_of++) {
        uint16_t *units = arena_take(memory, 2 * (size_t)SCATTER_CELLS);
        if (!units) {
            return CORE_E_EXHAUSTED;
        }
        for (uint32_t cells = 0; cells < SCATTER_CELLS; cells++) {
            const uint32_t as = part_of < m->scatter_parts ? part_of : 0;
            units[cells] = (uint16_t)(m->scatter_parts ? scatter_unit(t, m, groups[as], cells) : 0);
        }
        m->scatter_units[part_of] = units;
    }
    for (uint32_t r = 0; r < t->reels; r++) {
        uint16_t *cells = arena_take(memory, 2 * 256 * (size_t)(m->scatter_parts + 1));
        if (!cells) {
            return CORE_E_EXHAUSTED;
        }
        for (uint32_t at = 0; at < 256 * m->scatter_parts; at++) {
            cells[at] = 0;
            for (uint32_t row = 0; (at & 255) < t->stops[m->set][r] && row < t->rows; row++) {
                cells[at] = (uint16_t)(cells[at] + (masks[at >> 8] >> shown_at(t, m->set, r, at & 255, row) & 1));
            }
        }
        const uint32_t shared = r < list->first ? shared_symbols(list, r) : 0;
        for (uint32_t stop = 0; stop < t->stops[m->set][r]; stop++) {
            const uint32_t shown = lines_of(t, m->set, r, stop, shared, 0, 64) != 0;
            cells[256 * m->scatter_parts + stop] = (uint16_t)(shown << 8 | (m->scatter_parts ? cells[stop] : 0));
        }
        m->scatter[r] = cells;
    }
    return CORE_OK;
}

// Rows of the first half of the lanes, which leaves out the alarm: plays ring it whose first reels all show a symbol
// of several chains, on whatever line. Where those are many there are no halves.
static int make_halves(const core_chance *t, const chain_list *list, fast_masks *m, arena *memory) {
    uint64_t rings = 64, all = 1;
    for (uint32_t r = 0; r < t->reels; r++) {
        const uint32_t stops = t->stops[m->set][r];
        const uint16_t *alarm = m->scatter[r] + 256 * m->scatter_parts;
        uint32_t shown = 0;
        uint8_t *half = arena_take(memory, HALF_ROW * (size_t)stops);
        if (!half) {
            return CORE_E_EXHAUSTED;
        }
        for (uint32_t stop = 0; stop < stops; stop++) {
            for (uint32_t i = 0; i < HALF_ROW; i++) {
                half[HALF_ROW * stop + i] = m->rows[r][2 * HALF_ROW * stop + i];
            }
            shown += alarm[stop] >> 8;
        }
        rings *= r < list->first ? shown : 1;
        all *= r < list->first ? stops : 1;
        m->half_rows[r] = half;
    }
    m->halves = rings <= all;
    return CORE_OK;
}

int core_fast_masks_build(const core_chance *t, uint32_t is_free, fast_masks *m, arena *memory) {
    m->is_free = is_free;
    m->set = chance_set(t, is_free);
    m->times = is_free ? t->free_multiplier : 1;
    if (t->evaluation != CORE_CHANCE_LINES) {
        return CORE_OK;  // the words are drawn alike, and the definition counts the ways
    }
    chain_list *list = arena_take(memory, sizeof *list);
    if (!list) {
        return CORE_E_EXHAUSTED;
    }
    list_chains(t, list);
    m->narrow = t->paylines <= 32 && list->count < NARROW_LANES;
    m->lanes = m->narrow ? NARROW_LANES : (list->count + 1 + 7) & ~UINT32_C(7);
    m->blocks = m->narrow ? 1 : (t->paylines + 63u) >> 6;
    m->row_size = m->narrow ? 4 * NARROW_LANES : 8 * m->lanes * m->blocks;
    m->multiplies = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        m->multiplies |= list->chains[i].multiplies;
    }
    const uint32_t own = part_chains(list);
    int code = make_rows(t, list, m, memory);
    if (code == CORE_OK) {
        code = make_steps(t, list, m, memory);
    }
    if (code == CORE_OK) {
        code = make_scatters(t, list, m, memory);
    }
    m->halves = 0;
    return code == CORE_OK && m->narrow && own <= NARROW_LANES / 2 ? make_halves(t, list, m, memory) : code;
}
