// SPDX-License-Identifier: MIT
// One machine's tables behind five functions.

#include "payout.h"

int payout_open(payout *p, const uint8_t *blob, size_t size) {
    int code = core_tables_open(&p->of.cycle, blob, size);
    p->is_chance = 0;
    if (code == CORE_E_FORMAT) {
        code = core_chance_open(&p->of.chance, blob, size);
        p->is_chance = 1;
    }
    return code;
}

int payout_step(const payout *p, const uint8_t state[CORE_STATE_SIZE], uint32_t first, uint32_t second,
    uint8_t next[CORE_STATE_SIZE], uint8_t outcome[CORE_OUTCOME_SIZE]) {
    if (second > 255) {
        return CORE_E_ARGUMENT;
    }
    if (p->is_chance) {
        return core_chance_step(&p->of.chance, state, first, second, next, outcome);
    }
    if (first > CORE_MAX_SIMULTANEOUS || (!first && second != CORE_GAMBLE_TAKE && second != CORE_GAMBLE_DARE)) {
        return CORE_E_ARGUMENT;
    }
    const core_action action = {(uint8_t)first, (uint8_t)(first ? second : 0), (uint8_t)(first ? 0 : second)};
    return core_step(&p->of.cycle, state, &action, next, outcome);
}

int payout_check(const payout *p, const uint8_t state[CORE_STATE_SIZE]) {
    const int code = p->is_chance ? core_chance_state_check(&p->of.chance, state)
                                  : core_state_check(&p->of.cycle, state);
    // Bits 39 to 63 of the machine number, little endian from byte 8 of every state.
    const uint32_t above = state[12] >> 7 | state[13] | state[14] | state[15];
    return code == CORE_OK && above ? CORE_E_FOREIGN : code;
}

void payout_describe(const payout *p, uint32_t facts[4], uint8_t digest[CORE_DIGEST_SIZE]) {
    const core_tables *cycle = &p->of.cycle;
    const core_chance *chance = &p->of.chance;
    facts[0] = p->is_chance ? chance->reels : cycle->reels;
    facts[1] = p->is_chance ? chance->price_cents : cycle->price_cents;
    facts[2] = p->is_chance ? 1 : cycle->simultaneous_max;
    facts[3] = p->is_chance ? 0 : cycle->hold;
    for (int i = 0; i < CORE_DIGEST_SIZE; i++) {
        digest[i] = p->is_chance ? chance->digest[i] : cycle->digest[i];
    }
}

int payout_trial(const payout *p, const uint8_t seen[CORE_KEY_SIZE], uint64_t unique,
    uint8_t state[CORE_STATE_SIZE]) {
    static const char name[14] = {'a', 'z', 'a', 'r', ' ', 't', 'e', 's', 't', ' ', 'p', 'l', 'a', 'y'};
    uint8_t words[sizeof name + CORE_KEY_SIZE], key[CORE_DIGEST_SIZE];
    for (size_t i = 0; i < sizeof name; i++) {
        words[i] = (uint8_t)name[i];
    }
    for (size_t i = 0; i < CORE_KEY_SIZE; i++) {
        words[sizeof name + i] = seen[i];
    }
    core_sha256(words, sizeof words, key);
    const uint64_t machine = PAYOUT_TRIAL | (unique & (PAYOUT_TRIAL - 1));
    return p->is_chance ? core_chance_state_new(&p->of.chance, key, machine, 0, state)
                        : core_state_new(&p->of.cycle, key, machine, 0, state);
}
