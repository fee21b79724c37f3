// SPDX-License-Identifier: MIT
// Type C: the pots over many plays, by closed form between their hits.

#include "chance_pots_inner.h"
#include "pairs_inner.h"

#define CHUNK (UINT64_C(1) << 30)  // plays whose contributions, at most 10^9 millicents each, fit 64 bits

// What `plays` (at most CHUNK) contributions come to; *carry goes on.
static uint64_t contributions(uint64_t plays, uint64_t step, uint32_t rest, uint32_t of, uint32_t *carry) {
    uint64_t remains;
    const uint64_t carried = core_chance_divide(*carry + product((uint32_t)plays, rest), of, &remains);
    *carry = (uint32_t)remains;
    return product((uint32_t)plays, (uint32_t)step) + carried;
}

// `plays` (at most CHUNK) plays without a hit.
static int advance(const core_pot_rule *rule, uint64_t plays, core_pot *pot) {
    pot->value_mc += contributions(plays, rule->step_mc, rule->step_rest, rule->share_of, &pot->carry);
    pot->reserve_mc += contributions(plays, rule->reserve_step_mc, rule->reserve_step_rest, rule->reserve_of,
        &pot->reserve_carry);
    if (pot->value_mc > rule->limit_mc) {
        pot->reserve_mc += pot->value_mc - rule->limit_mc;
        pot->value_mc = rule->limit_mc;
    }
    return pot->reserve_mc > CORE_CHANCE_MAX_RESERVE ? CORE_E_EXHAUSTED : CORE_OK;
}

// Whether the pot has reached its threshold after `plays` more plays.
static int reached(const core_pot_rule *rule, uint64_t plays, const core_pot *pot) {
    uint32_t carry = pot->carry;
    return pot->value_mc + contributions(plays, rule->step_mc, rule->step_rest, rule->share_of, &carry)
        >= pot->threshold_mc;
}

// How many of the next `plays` (1 to CHUNK) plays a pot makes until one of them hits its threshold, that one
// included; 0 if none does.
static uint64_t plays_to_threshold(const core_pot_rule *rule, uint64_t plays, const core_pot *pot) {
    uint64_t low = 1, high = plays;
    if (!reached(rule, plays, pot)) {
        return 0;
    }
    while (low < high) {
        const uint64_t middle = low + ((high - low) >> 1);
        if (reached(rule, middle, pot)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

// Plays source->index to end - 1 of a pot, of which none is hit by combination or mystery.
static int run(const core_chance *t, core_source *source, uint32_t level, uint64_t end, core_pot *pot,
    core_pot_awards *awards) {
    const core_pot_rule *rule = &t->pot[level];
    int code = CORE_OK;
    while (source->index < end && code == CORE_OK) {
        uint64_t plays = end - source->index > CHUNK ? CHUNK : end - source->index;
        const uint64_t hit_after = rule->hit == CORE_POT_MUST_HIT ? plays_to_threshold(rule, plays, pot) : 0;
        plays = hit_after ? hit_after - 1 : plays;
        code = advance(rule, plays, pot);
        source->index += plays;
        if (hit_after && code == CORE_OK) {
            uint32_t hit = 0, cents;
            code = core_chance_pot_play(t, source, level, 1, &hit, pot, &cents);
            awards->hits[level] += hit;
            awards->cents[level] += cents;
            source->index++;
        }
    }
    return code;
}

// Events in order, of pots that are there and have no threshold.
static int check_events(const core_chance *t, uint64_t first, uint64_t plays, const core_pot_event *events,
    uint64_t count) {
    uint64_t known = 0;
    for (uint32_t level = 0, bit = 1; level < t->pots; level++, bit <<= 1) {
        known |= t->pot[level].hit == CORE_POT_MUST_HIT ? 0 : bit;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (events[i].play < first || events[i].play - first >= plays || (events[i].pots & ~known)
                || (i && events[i].play <= events[i - 1].play)) {
            return CORE_E_ARGUMENT;
        }
    }
    return CORE_OK;
}

int core_chance_pots(const core_chance *t, const uint8_t key[CORE_KEY_SIZE], uint64_t machine, uint64_t first,
    uint64_t plays, const core_pot_event *events, uint64_t count, core_pot pots[CORE_CHANCE_MAX_POTS],
    core_pot_awards *awards) {
    if (machine >> CORE_MACHINE_BITS || first > CORE_CHANCE_MAX_PLAYS
            || plays > CORE_CHANCE_MAX_PLAYS - first) {
        return CORE_E_ARGUMENT;
    }
    int code = check_events(t, first, plays, events, count);
    for (uint32_t level = 0, bit = 1; level < t->pots && code == CORE_OK; level++, bit <<= 1) {
        core_source source = {key, machine, first};
        if (!core_chance_pot_check(t, level, &pots[level])) {
            return CORE_E_STATE;
        }
        for (uint64_t i = 0; i < count && code == CORE_OK; i++) {
            uint32_t hit = 1, cents;
            if (!(events[i].pots & bit)) {
                continue;
            }
            code = run(t, &source, level, events[i].play, &pots[level], awards);
            if (code == CORE_OK) {
                code = core_chance_pot_play(t, &source, level, 1, &hit, &pots[level], &cents);
                awards->hits[level]++;
                awards->cents[level] += cents;
                source.index++;
            }
        }
        if (code == CORE_OK) {
            code = run(t, &source, level, first + plays, &pots[level], awards);
        }
    }
    return code;
}
