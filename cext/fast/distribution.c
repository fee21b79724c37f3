// SPDX-License-Identifier: MIT
// Exact counts of all turns: the joint automaton walked level by level, with what was given so far and how often.

#include "fast.h"
#include "joint.h"

// Sets that grow -----------------------------------------------------------------------------------

// States before a reel, by key.
typedef struct {
    uint32_t words, count, capacity;
    uint64_t *keys;
    uint32_t *slots;      // 2 * capacity of them: 1 + state
} state_set;

// What was given on the way to a state, and in how many combinations.
typedef struct {
    uint64_t gain, count;
    uint32_t state;
} given;

typedef struct {
    uint32_t count, capacity;
    given *items;
    uint32_t *slots;
} given_set;

static inline uint64_t mixed(uint64_t h) {
    h *= UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 32;
}

static uint32_t *empty_slots(uint32_t capacity, arena *memory) {
    uint32_t *slots = arena_take(memory, 8 * (size_t)capacity);
    for (size_t i = 0; slots && i < 2 * (size_t)capacity; i++) {
        slots[i] = 0;
    }
    return slots;
}

static inline uint32_t state_slot(const state_set *set, const uint64_t *key) {
    uint64_t h = key[0];
    for (uint32_t w = 1; w < set->words; w++) {
        h = mixed(h) + key[w];
    }
    return (uint32_t)mixed(mixed(h)) & (2 * set->capacity - 1);
}

static int state_grow(state_set *set, uint32_t capacity, arena *memory) {
    const uint64_t *keys = set->keys;
    set->capacity = capacity;
    set->slots = empty_slots(capacity, memory);
    set->keys = arena_take(memory, 8 * (size_t)capacity * set->words);
    if (!set->slots || !set->keys) {
        return CORE_E_EXHAUSTED;
    }
    for (uint32_t i = 0; i < set->count; i++) {
        for (uint32_t w = 0; w < set->words; w++) {
            set->keys[(size_t)i * set->words + w] = keys[(size_t)i * set->words + w];
        }
        uint32_t slot = state_slot(set, set->keys + (size_t)i * set->words);
        while (set->slots[slot]) {
            slot = (slot + 1) & (2 * capacity - 1);
        }
        set->slots[slot] = i + 1;
    }
    return CORE_OK;
}

static int state_find(state_set *set, const uint64_t *key, arena *memory, uint32_t *state) {
    uint32_t slot = state_slot(set, key);
    for (; set->slots[slot]; slot = (slot + 1) & (2 * set->capacity - 1)) {
        const uint64_t *there = set->keys + (size_t)(set->slots[slot] - 1) * set->words;
        uint64_t unlike = 0;
        for (uint32_t w = 0; w < set->words; w++) {
            unlike |= there[w] ^ key[w];
        }
        if (!unlike) {
            *state = set->slots[slot] - 1;
            return CORE_OK;
        }
    }
    for (uint32_t w = 0; w < set->words; w++) {
        set->keys[(size_t)set->count * set->words + w] = key[w];
    }
    *state = set->count++;
    set->slots[slot] = set->count;
    if (set->count < set->capacity) {
        return CORE_OK;
    }
    return set->capacity >> 28 ? CORE_E_EXHAUSTED : state_grow(set, 2 * set->capacity, memory);
}

static inline uint32_t given_slot(const given_set *set, uint32_t state, uint64_t gain) {
    return (uint32_t)mixed(mixed(gain) + state) & (2 * set->capacity - 1);
}

static int given_grow(given_set *set, uint32_t capacity, arena *memory) {
    const given *items = set->items;
    set->capacity = capacity;
    set->slots = empty_slots(capacity, memory);
    set->items = arena_take(memory, sizeof *set->items * capacity);
    if (!set->slots || !set->items) {
        return CORE_E_EXHAUSTED;
    }
    for (uint32_t i = 0; i < set->count; i++) {
        set->items[i] = items[i];
        uint32_t slot = given_slot(set, items[i].state, items[i].gain);
        while (set->slots[slot]) {
            slot = (slot + 1) & (2 * capacity - 1);
        }
        set->slots[slot] = i + 1;
    }
    return CORE_OK;
}

static int given_put(given_set *set, uint32_t state, uint64_t gain, uint64_t count, arena *memory) {
    uint32_t slot = given_slot(set, state, gain);
    for (; set->slots[slot]; slot = (slot + 1) & (2 * set->capacity - 1)) {
        given *there = set->items + set->slots[slot] - 1;
        if (there->state == state && there->gain == gain) {
            there->count += count;
            return CORE_OK;
        }
    }
    set->items[set->count] = (given){gain, count, state};
    set->slots[slot] = ++set->count;
    if (set->count < set->capacity) {
        return CORE_OK;
    }
    return set->capacity >> 28 ? CORE_E_EXHAUSTED : given_grow(set, 2 * set->capacity, memory);
}

// A level ------------------------------------------------------------------------------------------

typedef struct {
    state_set states;
    given_set givens;
} level_set;

static int level_open(level_set *level, uint32_t words, arena *memory) {
    level->states.words = words;
    level->states.count = level->givens.count = 0;
    level->states.keys = 0;
    level->givens.items = 0;
    const int code = state_grow(&level->states, 1 << 10, memory);
    return code == CORE_OK ? given_grow(&level->givens, 1 << 10, memory) : code;
}

// The givens of each state side by side: `order` holds them, those of state s from first[s] on.
static int by_state(const level_set *level, arena *memory, uint32_t **first, uint32_t **order) {
    const uint32_t states = level->states.count, count = level->givens.count;
    uint32_t *at = *first = arena_take(memory, 4 * ((size_t)states + 2));
    *order = arena_take(memory, 4 * (size_t)count);
    if (!*first || !*order) {
        return CORE_E_EXHAUSTED;
    }
    for (uint32_t s = 0; s < states + 2; s++) {
        at[s] = 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        at[level->givens.items[i].state + 2]++;
    }
    for (uint32_t s = 2; s < states + 2; s++) {
        at[s] += at[s - 1];
    }
    for (uint32_t i = 0; i < count; i++) {
        (*order)[at[level->givens.items[i].state + 1]++] = i;
    }
    return CORE_OK;
}

static inline uint64_t clipped_gain(const joint *j, uint64_t gain) {
    const uint32_t cap = j->p.tables->cap_cents;
    return (uint32_t)gain <= cap ? gain : (gain >> 32 << 32 | cap);
}

// What all columns make of one state: states of the next level and gains, equal ones taken together.
typedef struct {
    uint32_t count, slots[2 * JOINT_MAX_COLUMNS];
    given item[JOINT_MAX_COLUMNS];
    joint_edges edges;
} fan;

static void fan_put(fan *f, uint32_t state, uint64_t gain, uint64_t weight) {
    uint32_t slot = (uint32_t)mixed(mixed(gain) + state) & (2 * JOINT_MAX_COLUMNS - 1);
    for (; f->slots[slot]; slot = (slot + 1) & (2 * JOINT_MAX_COLUMNS - 1)) {
        given *there = f->item + f->slots[slot] - 1;
        if (there->state == state && there->gain == gain) {
            there->count += weight;
            return;
        }
    }
    f->item[f->count] = (given){gain, weight, state};
    f->slots[slot] = ++f->count;
}

static int fan_out(const joint *j, uint32_t reel, const uint64_t *key, level_set *to, arena *memory, fan *f) {
    const uint32_t words = j->level[reel + 1].words, last = reel + 1 == j->p.tables->reels;
    joint_expand(j, reel, key, &f->edges);
    f->count = 0;
    for (uint32_t i = 0; i < 2 * JOINT_MAX_COLUMNS; i++) {
        f->slots[i] = 0;
    }
    for (uint32_t c = 0; c < j->columns[reel]; c++) {
        uint32_t state = 0;
        const int code =
            last ? CORE_OK : state_find(&to->states, f->edges.keys + (size_t)c * words, memory, &state);
        if (code != CORE_OK) {
            return code;
        }
        fan_put(f, state, f->edges.gains[c], j->column[reel][c].weight);
    }
    return CORE_OK;
}

static int walk_level(const joint *j, uint32_t reel, const level_set *from, arena *from_memory, level_set *to,
    arena *to_memory) {
    uint32_t *first, *order;
    fan *f = arena_take(from_memory, sizeof *f);
    int code = f ? by_state(from, from_memory, &first, &order) : CORE_E_EXHAUSTED;
    if (code != CORE_OK) {
        return code;
    }
    f->edges.keys = arena_take(from_memory, 8 * (size_t)j->columns[reel] * j->level[reel + 1].words);
    f->edges.gains = arena_take(from_memory, 8 * (size_t)j->columns[reel]);
    if (!f->edges.keys || !f->edges.gains) {
        return CORE_E_EXHAUSTED;
    }
    for (uint32_t s = 0; s < from->states.count; s++) {
        code = fan_out(j, reel, from->states.keys + (size_t)s * from->states.words, to, to_memory, f);
        for (uint32_t i = first[s]; code == CORE_OK && i < first[s + 1]; i++) {
            const given *g = from->givens.items + order[i];
            for (uint32_t e = 0; code == CORE_OK && e < f->count; e++) {
                const uint64_t gain = clipped_gain(j, gain_add(g->gain, f->item[e].gain));
                code = given_put(&to->givens, f->item[e].state, gain, g->count * f->item[e].count, to_memory);
            }
        }
        if (code != CORE_OK) {
            return code;
        }
    }
    return CORE_OK;
}

static int list_shares(const given_set *found, arena *memory, core_chance_shares *shares) {
    shares->shares = arena_take(memory, sizeof *shares->shares * found->count);
    shares->count = found->count;
    for (uint32_t i = 0; shares->shares && i < found->count; i++) {
        const uint64_t gain = found->items[i].gain;
        core_chance_share *share = shares->shares + i;
        share->turn.prize_cents = (uint32_t)gain;
        share->turn.free_plays = (uint16_t)(gain >> GAIN_FREE_SHIFT);
        share->turn.picks = (uint8_t)(gain >> GAIN_PICKS_SHIFT);
        share->turn.pots = (uint8_t)(gain >> GAIN_POTS_SHIFT);
        share->count = found->items[i].count;
    }
    return shares->shares ? CORE_OK : CORE_E_EXHAUSTED;
}

int core_chance_distribution(const core_chance *tables, uint32_t free, uint8_t *memory, size_t size,
    core_chance_shares *shares) {
    arena stay = {memory, memory + size}, room[2];
    uint64_t key[JOINT_MAX_WORDS];
    level_set level[2];
    joint *j = arena_take(&stay, sizeof *j);
    shares->states = shares->used = shares->count = 0;
    if (free > 1 || !j) {
        return free > 1 ? CORE_E_ARGUMENT : CORE_E_EXHAUSTED;
    }
    // The scratch of the parts lies where the levels will be.
    int code = joint_build(j, tables, free, &stay, (arena){stay.end - size / 2, stay.end});
    room[0] = (arena){stay.at, stay.at + (size_t)(stay.end - stay.at) / 2};
    room[1] = (arena){room[0].end, stay.end};
    arena left[2] = {room[0], room[1]};
    uint32_t state;
    if (code == CORE_OK) {
        code = level_open(&level[0], j->level[0].words, &left[0]);
    }
    if (code == CORE_OK) {
        joint_start(j, key);
        code = state_find(&level[0].states, key, &left[0], &state);
    }
    if (code == CORE_OK) {
        code = given_put(&level[0].givens, state, clipped_gain(j, j->base), 1, &left[0]);
    }
    for (uint32_t r = 0; code == CORE_OK && r < tables->reels; r++) {
        const uint32_t here = r & 1, there = here ^ 1;
        left[there] = room[there];
        code = level_open(&level[there], j->level[r + 1].words, &left[there]);
        if (code == CORE_OK) {
            code = walk_level(j, r, &level[here], &left[here], &level[there], &left[there]);
        }
        const uint32_t states = level[there].states.count;
        shares->states = states > shares->states ? states : shares->states;
    }
    return code == CORE_OK ? list_shares(&level[tables->reels & 1].givens, &left[tables->reels & 1], shares) : code;
}
