// SPDX-License-Identifier: MIT
// Type C: what may follow a turn of the reels in the same play: free plays, picks, gambles.

#include "chance_course_inner.h"
#include "chance_draw_inner.h"
#include "chance_state.h"

static int may_gamble(const core_chance *t, const chance_course *course) {
    const uint32_t won = course->won_cents;
    return course->gambles < t->gamble_rounds && won > 0 && won <= t->gamble_max_cents
        && 2 * won <= t->cap_cents;
}

uint32_t core_chance_phase(const core_chance *t, const chance_course *course) {
    if (course->won_cents == t->cap_cents) {
        return CORE_PHASE_IDLE;
    }
    if (course->picks_left) {
        return CORE_PHASE_PICK;
    }
    if (course->free_left) {
        return CORE_PHASE_FREE;
    }
    return may_gamble(t, course) ? CORE_PHASE_GAMBLE : CORE_PHASE_IDLE;
}

void core_chance_give(const core_chance *t, const core_chance_turn *turn, chance_course *course) {
    const uint32_t most = (uint32_t)t->max_free_plays - course->free_given;
    const uint32_t plays = turn->free_plays < most ? turn->free_plays : most;
    course->free_given = (uint16_t)(course->free_given + plays);
    course->free_left = (uint16_t)(course->free_left + plays);
    course->picks_left = (uint16_t)(course->picks_left + turn->picks);  // a turn finds none left
}

int core_chance_draw_free(const core_chance *t, const core_source *source, uint32_t drawn,
    uint32_t tickets[CORE_MAX_REELS]) {
    const uint64_t block = (source->index << 20) + (drawn >> 3);
    return core_chance_draw(t, source, chance_set(t, 1), CORE_PURPOSE_FEATURE, 1, block, 2 * (drawn & 7), 0,
        tickets);
}

// An even draw from pair `drawn` of the features of play source->index.
static int feature_below(const core_source *source, uint32_t drawn, uint32_t bound, uint32_t *value) {
    uint64_t wide;
    const uint64_t block = (source->index << 20) + (drawn >> 3);
    const int code = core_chance_below(source, CORE_PURPOSE_FEATURE, block, drawn & 7, bound, &wide);
    *value = (uint32_t)wide;
    return code;
}

int core_chance_pick(const core_chance *t, const core_source *source, chance_course *course, uint32_t *row,
    uint32_t *cents) {
    uint32_t ticket;
    const int code = feature_below(source, course->drawn, t->pick_weight, &ticket);
    if (code == CORE_OK) {
        *cents = chance_picked(t, ticket, course, row);
    }
    return code;
}

int core_chance_gamble(const core_chance *t, const core_source *source, chance_course *course, uint32_t *won,
    uint32_t *cents) {
    uint32_t ticket;
    const int code = feature_below(source, course->drawn, t->gamble_of, &ticket);
    if (code != CORE_OK) {
        return code;
    }
    course->drawn++;
    course->gambles++;
    *won = ticket < t->gamble_wins;
    *cents = *won ? course->won_cents : 0;
    if (!*won) {
        course->won_cents = 0;
    }
    return CORE_OK;
}
