// SPDX-License-Identifier: MIT
// Type C: the course of a play, with what may follow a turn.

#ifndef CORE_CHANCE_COURSE_INNER_H
#define CORE_CHANCE_COURSE_INNER_H

#include "chance_rows_inner.h"
#include "chance_turn.h"
#include "draw_inner.h"

// What the play under way has won, was given and still has to do. All 0: nothing under way.
typedef struct {
    uint32_t won_cents, drawn;
    uint16_t picks_left, free_left, free_given;
    uint8_t gambles;
} chance_course;

// The phase that follows from the course.
uint32_t core_chance_phase(const core_chance *t, const chance_course *course);

static inline void chance_win(const core_chance *t, uint32_t cents, chance_course *course) {
    course->won_cents = chance_clipped(t, course->won_cents + cents);  // at most two caps
}

static inline void chance_settle(chance_course *course) {
    course->won_cents = course->drawn = 0;
    course->picks_left = course->free_left = course->free_given = 0;
    course->gambles = 0;
}

// Free plays, as far as max_free_plays allows, and picks.
void core_chance_give(const core_chance *t, const core_chance_turn *turn, chance_course *course);

// The pick of a ticket: its row, and what it gives in cents.
static inline uint32_t chance_picked(const core_chance *t, uint32_t ticket, chance_course *course,
    uint32_t *row) {
    const uint8_t *pick = t->pick_rows;
    for (*row = 0; ticket >= get_u32(pick + 4); ++*row, pick += CHANCE_PICK_SIZE) {
        ticket -= get_u32(pick + 4);
    }
    course->drawn++;
    course->picks_left = (uint16_t)(pick[8] ? 0 : course->picks_left - 1);
    return get_u32(pick);
}

// One pick: its row and cents. One gamble: whether it was won, and what it adds. Neither wins it yet.
int core_chance_pick(const core_chance *t, const core_source *source, chance_course *course, uint32_t *row,
    uint32_t *cents);
int core_chance_gamble(const core_chance *t, const core_source *source, chance_course *course, uint32_t *won,
    uint32_t *cents);

// The tickets of a free play that takes pair `drawn` of its play's features.
int core_chance_draw_free(const core_chance *t, const core_source *source, uint32_t drawn,
    uint32_t tickets[CORE_MAX_REELS]);

#endif
