// SPDX-License-Identifier: MIT
// The joint automaton: its levels, its columns, and the step from a state over all columns of a reel.

#include "joint.h"

// Levels -----------------------------------------------------------------------------------------

static uint32_t bits_for(uint32_t largest) {
    uint32_t bits = 0;
    while (largest >> bits) {
        bits++;
    }
    return bits;
}

// One more field, not across words. The highest possible value fills it.
static int add_field(joint_level *level, uint32_t *used, uint32_t largest) {
    const uint32_t bits = bits_for(largest);
    if (bits == 0) {
        level->field[level->fields++] = (joint_field){0, 0, 0};
        return CORE_OK;
    }
    if ((*used & 63) + bits > 64) {
        *used = (*used | 63) + 1;
    }
    if (*used + bits > 64 * JOINT_MAX_WORDS) {
        return CORE_E_EXHAUSTED;
    }
    level->field[level->fields++] = (joint_field){(uint16_t)(*used >> 6), (uint8_t)(*used & 63), (uint8_t)bits};
    *used += bits;
    return CORE_OK;
}

static int same_rows(const core_chance *t, uint32_t a, uint32_t b, uint32_t from) {
    for (uint32_t r = from; r < t->reels; r++) {
        if (t->payline_rows[(size_t)a * t->reels + r] != t->payline_rows[(size_t)b * t->reels + r]) {
            return 0;
        }
    }
    return 1;
}

// Groups of the lines before reel r; `of` is rewritten from line to group, `shown` names a line of each group.
static void make_groups(const core_chance *t, uint32_t r, uint32_t lines, joint_level *level, uint8_t *of,
    uint8_t *shown) {
    level->groups = 0;
    for (uint32_t l = 0; l < lines; l++) {
        uint32_t g = 0;
        while (g < level->groups && !same_rows(t, shown[g], l, r)) {
            g++;
        }
        if (g == level->groups) {
            shown[level->groups++] = (uint8_t)l;
            level->group[g].lines = 0;
            level->group[g].row = t->payline_rows[(size_t)l * t->reels + r];
        }
        level->group[g].lines++;
        of[l] = (uint8_t)g;
    }
}

static int make_level(joint *j, uint32_t r, arena *stay) {
    const parts *p = &j->p;
    joint_level *level = &j->level[r];
    uint32_t used = 0, most = p->columns;
    int code = CORE_OK;
    for (uint32_t g = 0; g < level->groups; g++) {
        most += level->group[g].lines == 1 ? 1 : p->line.states[r] - 1;
    }
    level->field = arena_take(stay, sizeof *level->field * (most + 1));
    level->fields = 0;
    if (!level->field) {
        return CORE_E_EXHAUSTED;
    }
    for (uint32_t g = 0; code == CORE_OK && g < level->groups; g++) {
        const uint32_t lines = level->group[g].lines, states = p->line.states[r];
        level->group[g].first = (uint16_t)level->fields;
        for (uint32_t q = lines == 1 ? states - 1 : 1; code == CORE_OK && q < states; q++) {
            code = add_field(level, &used, lines == 1 ? states - 1 : lines);
        }
    }
    level->first_column = level->fields;
    for (uint32_t i = 0; code == CORE_OK && i < p->columns; i++) {
        code = add_field(level, &used, p->column[i].states[r] - 1);
    }
    level->words = used ? (used + 63) >> 6 : 1;
    return code;
}

static int make_levels(joint *j, arena *stay) {
    const core_chance *t = j->p.tables;
    uint8_t of[2][CORE_CHANCE_MAX_PAYLINES], shown[CORE_CHANCE_MAX_PAYLINES];
    j->level[t->reels].groups = j->level[t->reels].fields = j->level[t->reels].first_column = 0;
    j->level[t->reels].words = 1;
    j->level[t->reels].field = 0;
    for (uint32_t r = t->reels; r-- > 0;) {
        joint_level *level = &j->level[r];
        make_groups(t, r, j->p.lines, level, of[r & 1], shown);
        for (uint32_t g = 0; g < level->groups; g++) {
            level->group[g].after = r + 1 < t->reels ? of[(r + 1) & 1][shown[g]] : 0;
        }
        const int code = make_level(j, r, stay);
        if (code != CORE_OK) {
            return code;
        }
    }
    return CORE_OK;
}

// Columns ----------------------------------------------------------------------------------------

static void read_column(const joint *j, uint32_t r, uint32_t stop, joint_column *column) {
    const parts *p = &j->p;
    for (uint32_t row = 0; row < CORE_MAX_ROWS; row++) {
        const int used = j->rows_used[r] >> row & 1;
        column->letter[row] = used ? p->line.letter_of[r][shown_at(p->tables, p->set, r, stop, row)] : 0;
    }
    for (uint32_t i = 0; i < p->columns; i++) {
        column->part[i] = p->column[i].letter_of[r][stop];
    }
    column->weight = get_u16(p->tables->weights[p->set][r] + 2 * (size_t)stop);
}

static int same_column(const joint *j, const joint_column *a, const joint_column *b) {
    uint32_t unlike = 0;
    for (uint32_t row = 0; row < CORE_MAX_ROWS; row++) {
        unlike |= (uint32_t)(a->letter[row] ^ b->letter[row]);
    }
    for (uint32_t i = 0; i < j->p.columns; i++) {
        unlike |= (uint32_t)(a->part[i] ^ b->part[i]);
    }
    return unlike == 0;
}

static int make_columns(joint *j, uint32_t r, arena *stay) {
    const core_chance *t = j->p.tables;
    const uint32_t stops = t->stops[j->p.set][r];
    j->column[r] = arena_take(stay, sizeof **j->column * (stops + 1u));
    j->column_of[r] = arena_take(stay, stops);
    if (!j->column[r] || !j->column_of[r]) {
        return CORE_E_EXHAUSTED;
    }
    j->rows_used[r] = 0;
    for (uint32_t l = 0; l < j->p.lines; l++) {
        j->rows_used[r] |= UINT32_C(1) << t->payline_rows[(size_t)l * t->reels + r];
    }
    j->columns[r] = 0;
    for (uint32_t stop = 0; stop < stops; stop++) {
        joint_column *column = j->column[r] + j->columns[r];
        uint32_t c = 0;
        read_column(j, r, stop, column);
        while (c < j->columns[r] && !same_column(j, j->column[r] + c, column)) {
            c++;
        }
        if (c == j->columns[r]) {
            j->columns[r]++;
        } else {
            j->column[r][c].weight += column->weight;
        }
        j->column_of[r][stop] = (uint8_t)c;
    }
    return CORE_OK;
}

int joint_build(joint *j, const core_chance *tables, uint32_t free, arena *stay, arena scratch) {
    int code = parts_build(&j->p, tables, free, stay, scratch);
    if (code == CORE_OK) {
        code = make_levels(j, stay);
    }
    for (uint32_t r = 0; code == CORE_OK && r < tables->reels; r++) {
        code = make_columns(j, r, stay);
    }
    j->base = j->p.lines ? gain_times(j->p.line.base, j->p.lines) : 0;
    for (uint32_t i = 0; i < j->p.columns; i++) {
        j->base = gain_add(j->base, j->p.column[i].base);
    }
    return code;
}

// Steps ------------------------------------------------------------------------------------------

// `count` lines of group g in state `state`, added to a key.
static inline void add_lines(const joint_level *level, uint32_t g, uint32_t state, uint64_t count,
    uint64_t *key) {
    if (state == 0) {
        return;
    }
    const joint_group *group = &level->group[g];
    const uint32_t one = group->lines == 1;
    const joint_field *field = level->field + group->first + (one ? 0 : state - 1);
    key[field->word] += (one ? state : count) << field->shift;
}

static inline uint32_t field_of(const joint_field *field, const uint64_t *key) {
    return (uint32_t)(key[field->word] >> field->shift & ((UINT64_C(1) << field->bits) - 1));
}

void joint_start(const joint *j, uint64_t *key) {
    const joint_level *level = &j->level[0];
    for (uint32_t w = 0; w < level->words; w++) {
        key[w] = 0;
    }
    for (uint32_t g = 0; g < level->groups; g++) {
        add_lines(level, g, j->p.line.start, level->group[g].lines, key);
    }
    for (uint32_t i = 0; i < j->p.columns; i++) {
        const joint_field *field = level->field + level->first_column + i;
        key[field->word] += (uint64_t)j->p.column[i].start << field->shift;
    }
}

// What the lines on one row make of one letter.
typedef struct {
    uint64_t gain, key[JOINT_MAX_WORDS];
} row_step;

static void step_lines(const joint *j, uint32_t reel, const joint_level *next, uint32_t g, uint32_t state,
    uint32_t count, row_step rows[CORE_MAX_ROWS][CORE_CHANCE_MAX_SYMBOLS]) {
    const part *line = &j->p.line;
    const joint_group *group = &j->level[reel].group[g];
    const uint32_t letters = line->letters[reel];
    for (uint32_t k = 0; k < letters; k++) {
        row_step *to = &rows[group->row][k];
        const uint64_t gain = line->gain[reel][(size_t)state * letters + k];
        to->gain = gain_add(to->gain, count == 1 ? gain : gain_times(gain, count));
        if (reel + 1 < j->p.tables->reels) {
            add_lines(next, group->after, line->next[reel][(size_t)state * letters + k], count, to->key);
        }
    }
}

static void step_groups(const joint *j, uint32_t reel, const uint64_t *key,
    row_step rows[CORE_MAX_ROWS][CORE_CHANCE_MAX_SYMBOLS]) {
    const joint_level *level = &j->level[reel], *next = level + 1;
    for (uint32_t row = 0; row < CORE_MAX_ROWS; row++) {
        for (uint32_t k = 0; (j->rows_used[reel] >> row & 1) && k < j->p.line.letters[reel]; k++) {
            rows[row][k].gain = 0;
            for (uint32_t w = 0; w < next->words; w++) {
                rows[row][k].key[w] = 0;
            }
        }
    }
    for (uint32_t g = 0; g < level->groups; g++) {
        const joint_group *group = &level->group[g];
        const joint_field *field = level->field + group->first;
        if (group->lines == 1) {
            const uint32_t state = field_of(field, key);
            if (state) {
                step_lines(j, reel, next, g, state, 1, rows);
            }
            continue;
        }
        for (uint32_t state = 1; state < j->p.line.states[reel]; state++) {
            const uint32_t count = field_of(field + state - 1, key);
            if (count) {
                step_lines(j, reel, next, g, state, count, rows);
            }
        }
    }
}

void joint_expand(const joint *j, uint32_t reel, const uint64_t *key, joint_edges *edges) {
    const joint_level *level = &j->level[reel], *next = level + 1;
    const uint32_t words = next->words, columns = j->columns[reel];
    row_step rows[CORE_MAX_ROWS][CORE_CHANCE_MAX_SYMBOLS];
    step_groups(j, reel, key, rows);
    for (uint32_t c = 0; c < columns; c++) {
        const joint_column *column = j->column[reel] + c;
        uint64_t *to = edges->keys + (size_t)c * words, gain = 0;
        for (uint32_t w = 0; w < words; w++) {
            to[w] = 0;
        }
        for (uint32_t row = 0; row < CORE_MAX_ROWS; row++) {
            if (j->rows_used[reel] >> row & 1) {
                const row_step *step = &rows[row][column->letter[row]];
                gain = gain_add(gain, step->gain);
                for (uint32_t w = 0; w < words; w++) {
                    to[w] += step->key[w];
                }
            }
        }
        edges->gains[c] = gain;
    }
    for (uint32_t i = 0; i < j->p.columns; i++) {
        const part *p = &j->p.column[i];
        const uint32_t state = field_of(level->field + level->first_column + i, key);
        const joint_field *field = reel + 1 < j->p.tables->reels ? next->field + next->first_column + i : 0;
        if (state == 0) {
            continue;
        }
        for (uint32_t c = 0; c < columns; c++) {
            const size_t at = (size_t)state * p->letters[reel] + j->column[reel][c].part[i];
            edges->gains[c] = gain_add(edges->gains[c], p->gain[reel][at]);
            if (field) {
                edges->keys[(size_t)c * words + field->word] += (uint64_t)p->next[reel][at] << field->shift;
            }
        }
    }
}
