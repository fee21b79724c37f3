// SPDX-License-Identifier: MIT
// Type C: the rows of the tables: strips, combinations, scatters, picks and pots, each within its bounds.

#include "chance_rows_inner.h"
#include "errors.h"
#include "pairs_inner.h"

// Strips and weights hold what the header says.
static int check_reels(const core_chance *t) {
    for (uint32_t set = 0; set < t->sets; set++) {
        for (uint32_t r = 0; r < t->reels; r++) {
            uint32_t sum = 0;
            for (uint32_t s = 0; s < t->stops[set][r]; s++) {
                const uint32_t weight = get_u16(t->weights[set][r] + 2 * s);
                if (t->strips[set][r][s] >= t->symbols || weight < 1) {
                    return CORE_E_REELS;
                }
                sum += weight;  // at most 256 times 65535
            }
            if (sum != t->weight[set][r]) {
                return CORE_E_REELS;
            }
        }
    }
    for (uint32_t i = 0; i < t->symbols; i++) {
        if (!within(t->multipliers[i], 1, CORE_CHANCE_MAX_MULTIPLIER)) {
            return CORE_E_REELS;
        }
    }
    return CORE_OK;
}

static int check_pot_name(const core_chance *t, uint32_t name) {
    return name == 0
        || (name <= t->pots && t->pot_rows[CHANCE_POT_SIZE * (name - 1) + 40] == CORE_POT_COMBINATION);
}

static int check_mask(const core_chance *t, uint32_t mask) {
    return mask == CORE_CHANCE_ANY || (mask && (t->symbols == 32 || mask >> t->symbols == 0));
}

static int check_combos(const core_chance *t) {
    uint32_t group = 0;
    for (uint32_t i = 0; i < t->combos; i++) {
        const uint8_t *row = t->combo_rows + CHANCE_COMBO_SIZE * i;
        if (get_u32(row) > t->cap_cents || !within(row[5], 1, t->reels) || row[6] > 1
                || !check_pot_name(t, row[7]) || (t->evaluation == CORE_CHANCE_WAYS && row[4] < group)) {
            return CORE_E_PAYS;
        }
        group = row[4];
        for (uint32_t r = 0; r < CORE_MAX_REELS; r++) {
            const uint32_t mask = get_u32(row + 8 + 4 * r);
            if (r < row[5] ? !check_mask(t, mask) : mask != CORE_CHANCE_ANY) {
                return CORE_E_PAYS;
            }
        }
    }
    for (uint32_t i = 0; i < (uint32_t)t->paylines * t->reels; i++) {
        if (t->payline_rows[i] >= t->rows) {
            return CORE_E_PAYS;
        }
    }
    return CORE_OK;
}

static int check_scatters(const core_chance *t) {
    uint32_t group = 0, picks = 0;
    for (uint32_t i = 0; i < t->scatters; i++) {
        const uint8_t *row = t->scatter_rows + CHANCE_SCATTER_SIZE * i;
        if (get_u32(row) > t->cap_cents || !check_mask(t, get_u32(row + 4)) || row[12] < 1 || row[13] < group
                || !check_pot_name(t, row[15])) {
            return CORE_E_PAYS;
        }
        if (get_u16(row + 8) > CORE_CHANCE_MAX_FREE_PLAYS || get_u16(row + 10) > CORE_CHANCE_MAX_FREE_PLAYS) {
            return CORE_E_FEATURES;
        }
        group = row[13];
        picks += row[14];
    }
    return picks > (t->picks ? CORE_CHANCE_MAX_GIVEN : 0) ? CORE_E_FEATURES : CORE_OK;
}

static int check_picks(core_chance *t) {
    uint64_t weight = 0;
    for (uint32_t i = 0; i < t->picks; i++) {
        const uint8_t *row = t->pick_rows + CHANCE_PICK_SIZE * i;
        if (get_u32(row) > t->cap_cents || get_u32(row + 4) < 1 || row[8] > 1 || !all_zero(row + 9, 3)) {
            return CORE_E_FEATURES;
        }
        weight += get_u32(row + 4);
    }
    t->pick_weight = (uint32_t)weight;
    return weight >> 32 ? CORE_E_FEATURES : CORE_OK;
}

// One contribution of `share` / `of` of the price: whole millicents, and what remains in parts of `of`.
static int read_share(const core_chance *t, uint32_t share, uint32_t of, uint64_t *step, uint32_t *rest) {
    uint64_t remains;
    if (!within(of, 1, CORE_CHANCE_MAX_SHARE) || share > of) {
        return CORE_E_POTS;
    }
    *step = core_chance_divide(product(t->price_cents * 1000, share), of, &remains);  // at most 10^18
    *rest = (uint32_t)remains;
    return CORE_OK;
}

static int read_pots(core_chance *t) {
    uint64_t mystery = 0, most;
    t->must_hit = 0;
    for (uint32_t level = 0; level < t->pots; level++) {
        const uint8_t *row = t->pot_rows + CHANCE_POT_SIZE * level;
        core_pot_rule *pot = &t->pot[level];
        pot->seed_mc = get_u64(row);
        pot->limit_mc = get_u64(row + 8);
        pot->share = get_u32(row + 16);
        pot->share_of = get_u32(row + 20);
        pot->reserve = get_u32(row + 24);
        pot->reserve_of = get_u32(row + 28);
        pot->mystery = get_u64(row + 32);
        pot->hit = row[40];
        if (pot->hit > CORE_POT_MUST_HIT || !all_zero(row + 41, 7) || pot->limit_mc > CORE_CHANCE_MAX_POT
                || pot->seed_mc >= pot->limit_mc || pot->mystery > CORE_CHANCE_MAX_COMBINATIONS
                || (pot->hit == CORE_POT_MYSTERY) != (pot->mystery != 0)
                || read_share(t, pot->share, pot->share_of, &pot->step_mc, &pot->step_rest)
                || read_share(t, pot->reserve, pot->reserve_of, &pot->reserve_step_mc,
                    &pot->reserve_step_rest)) {
            return CORE_E_POTS;
        }
        if (pot->hit == CORE_POT_MUST_HIT && pot->share == 0) {
            return CORE_E_POTS;  // it would never be hit
        }
        mystery += pot->mystery;
        t->must_hit |= pot->hit == CORE_POT_MUST_HIT;
    }
    // Without a mystery pot nothing is drawn, and of nothing; with one its odds at the highest bet are no sure thing twice.
    if (chance_product(mystery, t->bet[t->bets - 1], &most) || most > t->mystery_of || t->mystery_of > CORE_CHANCE_MAX_COMBINATIONS
            || !mystery != !t->mystery_of) {
        return CORE_E_POTS;
    }
    return CORE_OK;
}

int core_chance_read_rows(core_chance *t) {
    int code = check_reels(t);
    code = code == CORE_OK ? check_combos(t) : code;
    code = code == CORE_OK ? check_scatters(t) : code;
    code = code == CORE_OK ? check_picks(t) : code;
    return code == CORE_OK ? read_pots(t) : code;
}
