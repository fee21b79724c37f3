// SPDX-License-Identifier: MIT
// The automata of a turn's parts: letters, raw states found forward, equal states merged backward.

#include "parts.h"

// Raw states of one level with the edges that leave them.
typedef struct {
    uint32_t count, *states, *slots;
    uint16_t *next;
    uint64_t *gain;
} raw_level;

#define RAW_SLOTS (4 * PART_MAX_RAW)

static uint32_t raw_hash(const uint32_t *state, uint32_t width) {
    uint64_t h = width;
    for (uint32_t w = 0; w < width; w++) {
        h = (h ^ state[w]) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 32;
    }
    return (uint32_t)h & (RAW_SLOTS - 1);
}

static int same_words(const uint32_t *a, const uint32_t *b, uint32_t width) {
    uint32_t seen = 0;
    for (uint32_t w = 0; w < width; w++) {
        seen |= a[w] ^ b[w];
    }
    return seen == 0;
}

// Number of the raw state that stands at the end of the list, after looking whether it is there already.
static int raw_find(raw_level *level, uint32_t width, uint16_t *number) {
    const uint32_t *state = level->states + (size_t)level->count * width;
    uint32_t slot = raw_hash(state, width);
    for (; level->slots[slot]; slot = (slot + 1) & (RAW_SLOTS - 1)) {
        *number = (uint16_t)(level->slots[slot] - 1);
        if (same_words(level->states + (size_t)*number * width, state, width)) {
            return CORE_OK;
        }
    }
    if (level->count == PART_MAX_RAW) {
        return CORE_E_EXHAUSTED;
    }
    *number = (uint16_t)level->count++;
    level->slots[slot] = level->count;
    return CORE_OK;
}

static int raw_open(raw_level *level, uint32_t width, arena *scratch) {
    level->count = 0;
    level->states = arena_take(scratch, 4 * (size_t)(PART_MAX_RAW + 1) * width);
    level->slots = arena_take(scratch, 4 * (size_t)RAW_SLOTS);
    if (!level->states || !level->slots) {
        return CORE_E_EXHAUSTED;
    }
    for (uint32_t i = 0; i < RAW_SLOTS; i++) {
        level->slots[i] = 0;
    }
    return CORE_OK;
}

static int raw_expand(const part_kind *kind, uint32_t reel, raw_level *from, raw_level *to, arena *scratch) {
    const uint32_t letters = kind->letters[reel], width = kind->width;
    from->next = arena_take(scratch, 2 * (size_t)from->count * letters);
    from->gain = arena_take(scratch, 8 * (size_t)from->count * letters);
    if (!from->next || !from->gain) {
        return CORE_E_EXHAUSTED;
    }
    for (uint32_t q = 0; q < from->count; q++) {
        for (uint32_t k = 0; k < letters; k++) {
            const size_t at = (size_t)q * letters + k;
            from->gain[at] = kind->step(kind, reel, from->states + (size_t)q * width, k,
                to->states + (size_t)to->count * width);
            const int code = raw_find(to, width, from->next + at);
            if (code != CORE_OK) {
                return code;
            }
        }
    }
    return CORE_OK;
}

// Where a merged state is, and what is given on the way into it because nothing can change it any more.
typedef struct {
    uint8_t state;
    uint64_t gain;
} merged;

// Whether all letters lead to one and the same end: then it may be given at once.
static int settled(const part *p, uint32_t reel, const uint8_t *next, const uint64_t *gain) {
    for (uint32_t k = 0; k < p->letters[reel]; k++) {
        if (next[k] != 0 || gain[k] != gain[0]) {
            return 0;
        }
    }
    return 1;
}

static int merge_level(part *p, uint32_t reel, const raw_level *raw, const merged *after, merged *here,
    arena *stay) {
    const uint32_t letters = p->letters[reel];
    uint8_t *next = arena_take(stay, (size_t)(PART_MAX_STATES + 1) * letters);
    uint64_t *gain = arena_take(stay, 8 * (size_t)(PART_MAX_STATES + 1) * letters);
    if (!next || !gain) {
        return CORE_E_EXHAUSTED;
    }
    for (uint32_t k = 0; k < letters; k++) {
        next[k] = 0;
        gain[k] = 0;
    }
    uint32_t count = 1;
    for (uint32_t q = 0; q < raw->count; q++) {
        uint8_t *row = next + (size_t)count * letters;
        uint64_t *row_gain = gain + (size_t)count * letters;
        for (uint32_t k = 0; k < letters; k++) {
            const merged *to = after + raw->next[(size_t)q * letters + k];
            row[k] = to->state;
            row_gain[k] = gain_add(raw->gain[(size_t)q * letters + k], to->gain);
        }
        if (settled(p, reel, row, row_gain)) {
            here[q] = (merged){0, row_gain[0]};
            continue;
        }
        uint32_t same = 1;
        for (; same < count; same++) {
            uint32_t k = 0;
            while (k < letters && next[(size_t)same * letters + k] == row[k]
                && gain[(size_t)same * letters + k] == row_gain[k]) {
                k++;
            }
            if (k == letters) {
                break;
            }
        }
        if (same == PART_MAX_STATES) {
            return CORE_E_EXHAUSTED;
        }
        here[q] = (merged){(uint8_t)same, 0};
        count += same == count;
    }
    p->states[reel] = count;
    p->next[reel] = next;
    p->gain[reel] = gain;
    return CORE_OK;
}

int part_build(part *out, const part_kind *kind, const uint32_t *first, arena *stay, arena scratch) {
    raw_level level[CORE_MAX_REELS + 1];
    const uint32_t reels = kind->tables->reels;
    merged *here = arena_take(&scratch, sizeof *here * PART_MAX_RAW);
    merged *after = arena_take(&scratch, sizeof *after * PART_MAX_RAW);
    uint16_t start;
    int code = here && after ? CORE_OK : CORE_E_EXHAUSTED;
    for (uint32_t r = 0; code == CORE_OK && r <= reels; r++) {
        code = raw_open(level + r, kind->width, &scratch);
    }
    if (code != CORE_OK) {
        return code;
    }
    for (uint32_t w = 0; w < kind->width; w++) {
        level[0].states[w] = first[w];
    }
    code = raw_find(level, kind->width, &start);
    for (uint32_t r = 0; code == CORE_OK && r < reels; r++) {
        out->letters[r] = kind->letters[r];
        out->letter_of[r] = kind->letter_of[r];
        code = raw_expand(kind, r, level + r, level + r + 1, &scratch);
    }
    if (code != CORE_OK) {
        return code;
    }
    out->states[reels] = 1;
    for (uint32_t q = 0; q < level[reels].count; q++) {
        after[q] = (merged){0, kind->last(kind, level[reels].states + (size_t)q * kind->width)};
    }
    for (uint32_t r = reels; r-- > 0;) {
        code = merge_level(out, r, level + r, after, here, stay);
        if (code != CORE_OK) {
            return code;
        }
        merged *swap = here;
        here = after;
        after = swap;
    }
    out->start = after[0].state;
    out->base = after[0].gain;
    return CORE_OK;
}

// Letters ----------------------------------------------------------------------------------------

// Whether two symbols are alike to every combo on a reel.
static int alike(const part_kind *kind, uint32_t reel, uint32_t a, uint32_t b) {
    const core_chance *t = kind->tables;
    uint32_t unlike = t->multipliers[a] != t->multipliers[b];
    for (uint32_t i = 0; i < t->combos; i++) {
        const uint32_t mask = combo_mask(combo_at(t, i), reel);
        unlike |= (mask >> a ^ mask >> b) & 1;
    }
    return !unlike;
}

// Letters of a line: classes of the symbols that the strip has.
static int symbol_letters(part_kind *kind, arena *stay) {
    const core_chance *t = kind->tables;
    for (uint32_t r = 0; r < t->reels; r++) {
        uint8_t *letter_of = arena_take(stay, CORE_CHANCE_MAX_SYMBOLS);
        uint32_t present = 0;
        if (!letter_of) {
            return CORE_E_EXHAUSTED;
        }
        for (uint32_t stop = 0; stop < t->stops[kind->set][r]; stop++) {
            present |= UINT32_C(1) << t->strips[kind->set][r][stop];
        }
        kind->letters[r] = 0;
        for (uint32_t s = 0; s < t->symbols; s++) {
            letter_of[s] = 0;
            if (!(present >> s & 1)) {
                continue;
            }
            uint32_t k = 0;
            while (k < kind->letters[r] && !alike(kind, r, kind->shown[r][k], s)) {
                k++;
            }
            if (k == kind->letters[r]) {
                kind->shown[r][kind->letters[r]++] = (uint8_t)s;
            }
            letter_of[s] = (uint8_t)k;
        }
        kind->letter_of[r] = letter_of;
    }
    return CORE_OK;
}

// What one stop shows this part: a count a mask. Up to 255 combos or 32 masks.
static void column_counts(const part_kind *kind, uint32_t reel, uint32_t stop, uint32_t counts[256]) {
    const core_chance *t = kind->tables;
    const uint32_t scatter = kind->masks != 0;
    for (uint32_t i = 0; i < (scatter ? kind->masks : kind->count); i++) {
        const uint8_t *combo = scatter ? 0 : combo_at(t, kind->rows[i]);
        const uint32_t mask = scatter ? kind->mask[i] : combo_mask(combo, reel);
        counts[i] = 0;
        for (uint32_t row = 0; row < t->rows; row++) {
            const uint32_t symbol = shown_at(t, kind->set, reel, stop, row);
            const uint32_t times = !scatter && combo[COMBO_MULTIPLIES] ? t->multipliers[symbol] : 1u;
            counts[i] += mask >> symbol & 1 ? times : 0;
        }
    }
}

// Letters of a column: classes of the stops.
static int column_letters(part_kind *kind, arena *stay) {
    const core_chance *t = kind->tables;
    const uint32_t width = kind->masks ? kind->masks : kind->count;
    uint32_t counts[256], shown[256];
    for (uint32_t r = 0; r < t->reels; r++) {
        uint8_t *letter_of = arena_take(stay, CORE_CHANCE_MAX_STOPS);
        if (!letter_of) {
            return CORE_E_EXHAUSTED;
        }
        kind->letters[r] = 0;
        for (uint32_t stop = 0; stop < t->stops[kind->set][r]; stop++) {
            uint32_t k = 0;
            column_counts(kind, r, stop, counts);
            for (; k < kind->letters[r]; k++) {
                column_counts(kind, r, kind->shown[r][k], shown);
                if (same_words(counts, shown, width)) {
                    break;
                }
            }
            if (k == kind->letters[r]) {
                kind->shown[r][kind->letters[r]++] = (uint8_t)stop;
            }
            letter_of[stop] = (uint8_t)k;
        }
        kind->letter_of[r] = letter_of;
    }
    return CORE_OK;
}

// All parts --------------------------------------------------------------------------------------

static int build_lines(parts *p, part_kind *kind, arena *stay, arena scratch) {
    uint32_t first[10] = {0};
    kind->masks = 0;
    line_kind(kind);
    for (uint32_t i = 0; i < p->tables->combos; i++) {
        first[i >> 5] |= UINT32_C(1) << (i & 31);
    }
    first[8] = 1;
    p->lines = p->tables->paylines;
    const int code = symbol_letters(kind, stay);
    return code == CORE_OK ? part_build(&p->line, kind, first, stay, scratch) : code;
}

static int build_columns(parts *p, part_kind *kind, uint32_t scatter, arena *stay, arena scratch) {
    const core_chance *t = p->tables;
    uint8_t seen[256] = {0};
    for (uint32_t i = 0; i < (scatter ? t->scatters : t->combos); i++) {
        const uint32_t group = scatter ? scatter_at(t, i)[SCATTER_GROUP] : combo_at(t, i)[COMBO_GROUP];
        uint32_t first[257];
        if (seen[group]) {
            continue;
        }
        seen[group] = 1;
        kind->masks = 0;
        if (scatter) {
            scatter_kind(kind, group);
        } else {
            ways_kind(kind, group);
        }
        for (uint32_t w = 0; w < 257; w++) {
            first[w] = !scatter && w < kind->count;
        }
        int code = column_letters(kind, stay);
        if (code == CORE_OK) {
            code = part_build(p->column + p->columns, kind, first, stay, scratch);
        }
        if (code != CORE_OK) {
            return code;
        }
        p->columns++;
    }
    return CORE_OK;
}

int parts_build(parts *p, const core_chance *tables, uint32_t free, arena *stay, arena scratch) {
    part_kind *kind = arena_take(&scratch, sizeof *kind);
    int code = kind ? CORE_OK : CORE_E_EXHAUSTED;
    p->tables = tables;
    p->free = free;
    p->set = free && tables->sets == 2;
    p->lines = p->columns = 0;
    if (code == CORE_OK) {
        kind->tables = tables;
        kind->free = free;
        kind->set = p->set;
        code = tables->evaluation == CORE_CHANCE_LINES ? build_lines(p, kind, stay, scratch)
                                                      : build_columns(p, kind, 0, stay, scratch);
    }
    return code == CORE_OK ? build_columns(p, kind, 1, stay, scratch) : code;
}
