// SPDX-License-Identifier: MIT
// The layered automaton of a campaign: what a play wins in one lookup for the first reels together and one for
// each reel after them. Built from the joint automaton, equal rows merged from the last reel backward.

#include "build.h"
#include "joint.h"

#define MOST_UNITS 0x1fff       // on one edge: four of them stay below MARKED
#define MOST_DIGITS 256         // of a reel: rows of heavier reels would be mostly repetition
#define MOST_ROWS 65535
#define MOST_FIRST (1u << 17)   // entries of the first lookup

// Edges of one reel: [state][digit].
typedef struct {
    uint32_t states;
    uint64_t *keys;
    uint32_t *next;
    uint16_t *units;            // MARKED: the portable way, whatever follows
} layer;

typedef struct {
    joint j;
    layer layers[CORE_MAX_REELS + 1];
    uint32_t width[CORE_MAX_REELS];
    uint16_t base;
} build;

static uint16_t units_of(const core_chance *t, uint64_t gain) {
    const uint64_t units = (uint32_t)gain / t->unit_cents;
    return (uint16_t)(gain >> 32 || units > MOST_UNITS ? MARKED : units);
}

// Rows of 32-bit words that are all different -----------------------------------------------------------

typedef struct {
    uint32_t width, count, most, mask;
    uint32_t *rows, *slots;
} row_set;

static int rows_open(row_set *set, uint32_t width, uint32_t most, arena *memory) {
    *set = (row_set){width, 0, most, 1, 0, 0};
    while (set->mask < 2 * most) {
        set->mask <<= 1;
    }
    set->slots = arena_take(memory, 4 * (size_t)set->mask);
    set->rows = arena_take(memory, 4 * (size_t)width * (most + 1u));
    if (!set->slots || !set->rows) {
        return CORE_E_EXHAUSTED;
    }
    for (uint32_t i = 0; i < set->mask; i++) {
        set->slots[i] = 0;
    }
    set->mask--;
    return CORE_OK;
}

// Number of the row that was written behind the last one; CORE_E_EXHAUSTED if it is one too many.
static int rows_find(row_set *set, uint32_t *number) {
    const uint32_t *row = set->rows + (size_t)set->count * set->width;
    uint64_t h = set->width;
    for (uint32_t i = 0; i < set->width; i++) {
        h = (h ^ row[i]) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 32;
    }
    uint32_t slot = (uint32_t)h & set->mask;
    for (; set->slots[slot]; slot = (slot + 1) & set->mask) {
        const uint32_t *there = set->rows + (size_t)(set->slots[slot] - 1) * set->width;
        uint32_t unlike = 0;
        for (uint32_t i = 0; i < set->width; i++) {
            unlike |= there[i] ^ row[i];
        }
        if (!unlike) {
            *number = set->slots[slot] - 1;
            return CORE_OK;
        }
    }
    if (set->count == set->most) {
        return CORE_E_EXHAUSTED;
    }
    *number = set->count++;
    set->slots[slot] = set->count;
    return CORE_OK;
}

// Forward ------------------------------------------------------------------------------------------

// States before reel r + 1 and the edges into them. Keys are rows of 32-bit halves.
static int expand_layer(build *b, uint32_t r, const uint8_t *const digit_column, arena *memory) {
    const joint *j = &b->j;
    const uint32_t words = j->level[r + 1].words, last = r + 1 == j->p.tables->reels, width = b->width[r];
    layer *from = &b->layers[r], *to = from + 1;
    row_set found;
    joint_edges edges;
    uint32_t ids[JOINT_MAX_COLUMNS];
    from->next = arena_take(memory, 4 * (size_t)from->states * width);
    from->units = arena_take(memory, 2 * (size_t)from->states * width);
    edges.keys = arena_take(memory, 8 * (size_t)j->columns[r] * words);
    edges.gains = arena_take(memory, 8 * (size_t)j->columns[r]);
    int code = from->next && from->units && edges.keys && edges.gains ? CORE_OK : CORE_E_EXHAUSTED;
    if (code == CORE_OK) {
        code = rows_open(&found, 2 * words, last ? 1 : MOST_ROWS, memory);
    }
    for (uint32_t s = 0; code == CORE_OK && s < from->states; s++) {
        joint_expand(j, r, from->keys + (size_t)s * j->level[r].words, &edges);
        for (uint32_t c = 0; code == CORE_OK && c < j->columns[r]; c++) {
            uint32_t *row = found.rows + (size_t)found.count * found.width;
            for (uint32_t w = 0; w < words; w++) {
                const uint64_t key = last ? 0 : edges.keys[(size_t)c * words + w];
                row[2 * w] = (uint32_t)key;
                row[2 * w + 1] = (uint32_t)(key >> 32);
            }
            code = rows_find(&found, ids + c);
        }
        for (uint32_t d = 0; code == CORE_OK && d < width; d++) {
            from->next[(size_t)s * width + d] = ids[digit_column[d]];
            from->units[(size_t)s * width + d] = units_of(j->p.tables, edges.gains[digit_column[d]]);
        }
    }
    if (code != CORE_OK) {
        return code;
    }
    to->states = found.count;
    to->keys = arena_take(memory, 8 * (size_t)found.count * words);
    for (size_t i = 0; to->keys && i < (size_t)found.count * words; i++) {
        to->keys[i] = found.rows[2 * i] | (uint64_t)found.rows[2 * i + 1] << 32;
    }
    return to->keys ? CORE_OK : CORE_E_EXHAUSTED;
}

// The columns of the digits of each reel: its tickets, or its columns themselves.
static int expand(build *b, uint32_t mapped, arena *memory) {
    const core_chance *t = b->j.p.tables;
    const uint32_t set = b->j.p.set;
    b->layers[0].states = 1;
    b->layers[0].keys = arena_take(memory, 8 * JOINT_MAX_WORDS);
    if (!b->layers[0].keys) {
        return CORE_E_EXHAUSTED;
    }
    joint_start(&b->j, b->layers[0].keys);
    for (uint32_t r = 0; r < t->reels; r++) {
        b->width[r] = mapped ? b->j.columns[r] : t->weight[set][r];
        if (b->width[r] > MOST_DIGITS) {
            return CORE_E_EXHAUSTED;
        }
        uint8_t *column = arena_take(memory, b->width[r]);
        if (!column) {
            return CORE_E_EXHAUSTED;
        }
        for (uint32_t d = 0; d < b->width[r]; d++) {
            column[d] = mapped ? (uint8_t)d : b->j.column_of[r][t->stop_of[set][r][d]];
        }
        const int code = expand_layer(b, r, column, memory);
        if (code != CORE_OK) {
            return code;
        }
    }
    return CORE_OK;
}

// Backward -----------------------------------------------------------------------------------------

static uint16_t add_units(uint32_t a, uint32_t b) {
    return (uint16_t)(a + b > MOST_UNITS ? MARKED : a + b);
}

// What a state has become: a row of the next lookup.
typedef struct {
    uint32_t *row;
} merged_layer;

// Distinct rows of reel r, whose next states are merged already.
static int merge_layer(build *b, uint32_t r, const merged_layer *after, merged_layer *here, row_set *rows,
    arena *memory) {
    const layer *from = &b->layers[r];
    const uint32_t last = r + 1 == b->j.p.tables->reels, width = b->width[r];
    here->row = arena_take(memory, 4 * (size_t)from->states);
    const uint32_t most = from->states < MOST_ROWS ? from->states + 1 : MOST_ROWS;
    int code = here->row ? rows_open(rows, width, most, memory) : CORE_E_EXHAUSTED;
    if (code == CORE_OK) {
        // Row 0 gives nothing and leads to row 0: there a marked edge goes, so that no sum passes 16 bits.
        uint32_t zero;
        for (uint32_t d = 0; d < width; d++) {
            rows->rows[d] = 0;
        }
        code = rows_find(rows, &zero);
    }
    for (uint32_t s = 0; code == CORE_OK && s < from->states; s++) {
        uint32_t *row = rows->rows + (size_t)rows->count * width;
        for (uint32_t d = 0; d < width; d++) {
            const size_t at = (size_t)s * width + d;
            const uint32_t ends = last || from->units[at] == MARKED;
            row[d] = (ends ? 0 : after->row[from->next[at]]) | (uint32_t)from->units[at] << 16;
        }
        code = rows_find(rows, here->row + s);
    }
    return code;
}

// The first lookup: the digits of the merged reels together. What was won on the way goes into copies of the rows.
static int merge_first(build *b, fast_automaton *a, const merged_layer *after, row_set *rows, uint16_t **made,
    arena *memory, arena *scratch) {
    const uint32_t reels = b->j.p.tables->reels;
    uint32_t entries = 1;
    for (uint32_t r = 0; r < a->merged; r++) {
        entries *= b->width[r];
    }
    uint16_t *first = *made = arena_take(memory, 2 * (size_t)entries);
    row_set pairs;
    int code = first ? rows_open(&pairs, 2, MOST_ROWS, scratch) : CORE_E_EXHAUSTED;
    for (uint32_t i = 0; code == CORE_OK && i < entries; i++) {
        uint32_t state = 0, units = b->base, rest = i, stride = entries;
        for (uint32_t r = 0; r < a->merged; r++) {
            stride /= b->width[r];
            const size_t at = (size_t)state * b->width[r] + rest / stride;
            rest %= stride;
            units = add_units(units, b->layers[r].units[at]);
            state = b->layers[r].next[at];
        }
        if (a->merged == reels) {
            first[i] = (uint16_t)units;
            continue;
        }
        uint32_t number, *pair = pairs.rows + 2 * (size_t)pairs.count;
        pair[0] = units == MARKED ? 0 : after->row[state];
        pair[1] = units;
        code = rows_find(&pairs, &number);
        first[i] = (uint16_t)number;
    }
    if (code != CORE_OK || a->merged == reels) {
        a->first = first;
        return code;
    }
    // Row `number` of the lookup that follows is row pair[0] with pair[1] added.
    const uint32_t width = rows->width;
    uint32_t *copies = arena_take(scratch, 4 * (size_t)width * pairs.count);
    if (!copies) {
        return CORE_E_EXHAUSTED;
    }
    for (uint32_t i = 0; i < pairs.count; i++) {
        const uint32_t *row = rows->rows + (size_t)pairs.rows[2 * i] * width;
        for (uint32_t d = 0; d < width; d++) {
            const uint32_t units = add_units(pairs.rows[2 * i + 1], row[d] >> 16);
            copies[(size_t)i * width + d] = (units == MARKED ? 0 : row[d] & 0xffff) | units << 16;
        }
    }
    rows->rows = copies;
    rows->count = pairs.count;
    a->first = first;
    return CORE_OK;
}

// Layout -------------------------------------------------------------------------------------------

// Rows in the order of how many plays come to them, roughly, so that those most used lie side by side.
static uint32_t *rank_rows(const uint64_t *plays, uint32_t rows, arena *scratch) {
    uint32_t after[66] = {0}, *rank = arena_take(scratch, 4 * (size_t)rows);
    for (int turn = 0; rank && turn < 2; turn++) {
        for (uint32_t i = 0; i < rows; i++) {
            const int zeros = plays[i] ? __builtin_clzll(plays[i]) : 64;
            if (turn) {
                rank[i] = after[zeros]++;
            } else {
                after[zeros + 1]++;
            }
        }
        for (uint32_t n = 1; !turn && n < 66; n++) {
            after[n] += after[n - 1];
        }
    }
    return rank;
}

static uint64_t *no_plays(uint32_t count, arena *memory) {
    uint64_t *made = arena_take(memory, 8 * (size_t)count);
    for (uint32_t i = 0; made && i < count; i++) {
        made[i] = 0;
    }
    return made;
}

// The rows of a reel, digit by digit: a play adds where its digit begins to the number of its row. An odd number
// of cache lines a digit spreads the rows most used over the sets of a cache. `next` is null at the last reel.
static int keep_rows(fast_automaton *a, uint32_t r, const row_set *rows, const uint32_t *rank,
    const uint32_t *next, arena *memory) {
    const uint32_t line = next ? 16 : 32, stride = a->stride[r] = ((rows->count + line - 1) / line | 1) * line;
    const size_t cells = (size_t)stride * rows->width;
    uint32_t *wide = next ? arena_take(memory, 4 * cells) : 0;
    uint16_t *slim = next ? 0 : arena_take(memory, 2 * cells);
    if (!wide && !slim) {
        return CORE_E_EXHAUSTED;
    }
    for (uint32_t row = 0; row < rows->count; row++) {
        const uint32_t *edge = rows->rows + (size_t)row * rows->width;
        for (uint32_t d = 0; d < rows->width; d++) {
            const size_t cell = (size_t)stride * d + rank[row];
            if (next) {
                wide[cell] = next[edge[d] & 0xffff] | (edge[d] & 0xffff0000);
            } else {
                slim[cell] = (uint16_t)(edge[d] >> 16);
            }
        }
    }
    if (next) {
        a->middle[r] = wide;
    } else {
        a->last = slim;
    }
    return CORE_OK;
}

static int lay_out(fast_automaton *a, uint32_t reels, uint16_t *first, const row_set *rows, arena *memory,
    arena *scratch) {
    uint32_t entries = 1, *rank[CORE_MAX_REELS + 1] = {0};
    uint64_t *plays = no_plays(rows[a->merged].count, scratch);
    for (uint32_t r = 0; r < a->merged; r++) {
        entries *= a->width[r];
    }
    for (uint32_t i = 0; plays && i < entries; i++) {
        plays[first[i]]++;
    }
    for (uint32_t r = a->merged; r < reels; r++) {
        const size_t cells = (size_t)rows[r].count * rows[r].width;
        uint64_t *next = no_plays(r + 1 < reels ? rows[r + 1].count : 1, scratch);
        rank[r] = plays && next ? rank_rows(plays, rows[r].count, scratch) : 0;
        if (!rank[r]) {
            return CORE_E_EXHAUSTED;
        }
        for (size_t i = 0; r + 1 < reels && i < cells; i++) {
            next[rows[r].rows[i] & 0xffff] += plays[i / rows[r].width];
        }
        plays = next;
    }
    for (uint32_t i = 0; i < entries; i++) {
        first[i] = (uint16_t)rank[a->merged][first[i]];
    }
    int code = CORE_OK;
    for (uint32_t r = a->merged; code == CORE_OK && r < reels; r++) {
        code = keep_rows(a, r, rows + r, rank[r], rank[r + 1], memory);
    }
    return code;
}

// How many reels go into the first lookup: as many as it has room for, but one is left if another lookup is
// needed at all.
static uint32_t merged_reels(const build *b) {
    const uint32_t reels = b->j.p.tables->reels;
    uint32_t entries = 1, merged = 0;
    while (merged < reels && entries * b->width[merged] <= MOST_FIRST) {
        entries *= b->width[merged++];
    }
    return merged;
}

int core_fast_automaton_build(const core_chance *t, uint32_t is_free, uint32_t mapped, fast_automaton *a,
    arena *memory, arena scratch) {
    const uint32_t set = chance_set(t, is_free);
    build *b = arena_take(&scratch, sizeof *b);
    merged_layer after = {0}, here;
    row_set rows[CORE_MAX_REELS];
    uint16_t *first = 0;
    if (!b) {
        return CORE_E_EXHAUSTED;
    }
    const size_t half = (size_t)(scratch.end - scratch.at) / 2;
    int code = joint_build(&b->j, t, is_free, &scratch, (arena){scratch.at + half, scratch.end});
    if (code == CORE_OK) {
        b->base = units_of(t, b->j.base);
        code = expand(b, mapped, &scratch);
    }
    if (code != CORE_OK) {
        return code;
    }
    a->merged = merged_reels(b);
    a->steps = 1 + t->reels - a->merged;
    if (!mapped && a->steps > 4) {
        return CORE_E_EXHAUSTED;
    }
    for (uint32_t r = 0; r < t->reels; r++) {
        a->width[r] = b->width[r];
        uint8_t *column_of = mapped ? arena_take(memory, t->weight[set][r]) : 0;
        for (uint32_t d = 0; column_of && d < t->weight[set][r]; d++) {
            column_of[d] = b->j.column_of[r][t->stop_of[set][r][d]];
        }
        if (mapped && !column_of) {
            return CORE_E_EXHAUSTED;
        }
        a->column_of[r] = column_of;
    }
    for (uint32_t r = t->reels; code == CORE_OK && r-- > a->merged;) {
        code = merge_layer(b, r, &after, &here, rows + r, &scratch);
        after = here;
    }
    if (code == CORE_OK) {
        row_set *next = a->merged < t->reels ? rows + a->merged : 0;
        code = merge_first(b, a, &after, next, &first, memory, &scratch);
    }
    if (code == CORE_OK && a->merged < t->reels) {
        code = lay_out(a, t->reels, first, rows, memory, &scratch);
    }
    return code;
}
