// SPDX-License-Identifier: MIT
// Type C: the pots, one play at a time.

#include "bytes_inner.h"
#include "chance_pots_inner.h"
#include "pairs_inner.h"

enum { STATE_POT_SIZE = 32 };

// `times` contributions: whole millicents, and what does not divide carried on.
static uint64_t contribution(uint32_t times, uint64_t step, uint32_t rest, uint32_t of, uint32_t *carry) {
    uint64_t sum = 0;
    for (; times; times--) {
        sum += step;
        *carry += rest;  // both below `of`, at most 10^9
        if (*carry >= of) {
            *carry -= of;
            sum++;
        }
    }
    return sum;
}

// What passes the limit goes to the reserve.
static void overflow(const core_pot_rule *rule, core_pot *pot) {
    if (pot->value_mc > rule->limit_mc) {
        pot->reserve_mc += pot->value_mc - rule->limit_mc;
        pot->value_mc = rule->limit_mc;
    }
}

int core_chance_pot_check(const core_chance *t, uint32_t level, const core_pot *pot) {
    const core_pot_rule *rule = &t->pot[level];
    if (level >= t->pots) {
        return !(pot->value_mc | pot->reserve_mc | pot->threshold_mc | pot->carry | pot->reserve_carry);
    }
    if (rule->hit == CORE_POT_MUST_HIT
            ? pot->threshold_mc > rule->limit_mc
                || (pot->value_mc >= pot->threshold_mc && pot->value_mc != rule->limit_mc)
            : pot->threshold_mc != 0) {
        return 0;
    }
    return pot->value_mc >= rule->seed_mc && pot->value_mc <= rule->limit_mc
        && pot->reserve_mc <= CORE_CHANCE_MAX_RESERVE && pot->carry < rule->share_of
        && pot->reserve_carry < rule->reserve_of;
}

int core_chance_pots_read(const core_chance *t, const uint8_t *bytes, core_pot pots[CORE_CHANCE_MAX_POTS]) {
    for (uint32_t level = 0; level < CORE_CHANCE_MAX_POTS; level++, bytes += STATE_POT_SIZE) {
        core_pot *pot = &pots[level];
        pot->value_mc = get_u64(bytes);
        pot->reserve_mc = get_u64(bytes + 8);
        pot->threshold_mc = get_u64(bytes + 16);
        pot->carry = get_u32(bytes + 24);
        pot->reserve_carry = get_u32(bytes + 28);
        if (!core_chance_pot_check(t, level, pot)) {
            return CORE_E_STATE;
        }
    }
    return CORE_OK;
}

void core_chance_pots_write(const core_pot pots[CORE_CHANCE_MAX_POTS], uint8_t *bytes) {
    for (uint32_t level = 0; level < CORE_CHANCE_MAX_POTS; level++, bytes += STATE_POT_SIZE) {
        put_u64(bytes, pots[level].value_mc);
        put_u64(bytes + 8, pots[level].reserve_mc);
        put_u64(bytes + 16, pots[level].threshold_mc);
        put_u32(bytes + 24, pots[level].carry);
        put_u32(bytes + 28, pots[level].reserve_carry);
    }
}

int core_chance_threshold(const core_chance *t, const core_source *source, uint32_t level, core_pot *pot) {
    const core_pot_rule *rule = &t->pot[level];
    uint64_t drawn;
    if (rule->hit != CORE_POT_MUST_HIT) {
        pot->threshold_mc = 0;
        return CORE_OK;
    }
    pot->threshold_mc = rule->limit_mc;
    if (pot->value_mc == rule->limit_mc) {
        return CORE_OK;
    }
    // Pair 4 i + level; two plays share a block.
    const uint32_t pair = ((uint32_t)source->index & 1) * 4 + level;
    const int code = core_chance_below(source, CORE_PURPOSE_POT, source->index >> 1, pair,
        rule->limit_mc - pot->value_mc, &drawn);
    pot->threshold_mc = pot->value_mc + 1 + drawn;
    return code;
}

int core_chance_mystery(const core_chance *t, const core_source *source, uint32_t times, uint32_t *hits) {
    uint64_t drawn, share;
    *hits = 0;
    if (!t->mystery_of) {
        return CORE_OK;
    }
    const uint64_t play = source->index;
    const int code = core_chance_below(source, CORE_PURPOSE_MYSTERY, play >> 3, (uint32_t)play & 7,
        t->mystery_of, &drawn);
    for (uint32_t level = 0; level < t->pots; level++) {
        chance_product(t->pot[level].mystery, times, &share);  // at most mystery_of, as the tables were opened
        if (drawn < share) {
            *hits = 1u << level;
            break;
        }
        drawn -= share;
    }
    return code;
}

int core_chance_pot_play(const core_chance *t, const core_source *source, uint32_t level, uint32_t times,
    uint32_t *hit, core_pot *pot, uint32_t *cents) {
    const core_pot_rule *rule = &t->pot[level];
    *cents = 0;
    pot->value_mc += contribution(times, rule->step_mc, rule->step_rest, rule->share_of, &pot->carry);
    pot->reserve_mc += contribution(times, rule->reserve_step_mc, rule->reserve_step_rest,
        rule->reserve_of, &pot->reserve_carry);
    overflow(rule, pot);
    if (rule->hit == CORE_POT_MUST_HIT) {
        *hit = pot->value_mc >= pot->threshold_mc;
    }
    if (*hit) {
        uint64_t rest;
        *cents = (uint32_t)core_chance_divide(pot->value_mc, 1000, &rest);
        pot->value_mc = rest + pot->reserve_mc + rule->seed_mc;
        pot->reserve_mc = 0;
        overflow(rule, pot);
        const core_source next = {source->key, source->machine, source->index + 1};
        const int code = core_chance_threshold(t, &next, level, pot);
        if (code != CORE_OK) {
            return code;
        }
    }
    return pot->reserve_mc > CORE_CHANCE_MAX_RESERVE ? CORE_E_EXHAUSTED : CORE_OK;
}

int core_chance_pots_play(const core_chance *t, const core_source *source, uint32_t times, uint32_t *hits,
    core_pot pots[CORE_CHANCE_MAX_POTS], uint32_t cents[CORE_CHANCE_MAX_POTS]) {
    int code = CORE_OK;
    for (uint32_t level = 0; level < t->pots && code == CORE_OK; level++) {
        uint32_t hit = *hits >> level & 1;
        code = core_chance_pot_play(t, source, level, times, &hit, &pots[level], &cents[level]);
        *hits |= hit << level;
    }
    return code;
}
