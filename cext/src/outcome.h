// SPDX-License-Identifier: MIT
// Where the values of an outcome lie; tests/support/outcome_files.py writes it from cext/outcome.py.

#define CYCLE_AT_ENTRIES 0  // entries of the cycle that it took; 0: an answer, its prize in the first entry
#define CYCLE_AT_REELS 1
#define CYCLE_AT_PHASE 2  // of the next state: not 0 asks for an answer
#define CYCLE_AT_ANSWER 3  // what a gamble was answered with, or 0
#define CYCLE_AT_HOLD_OFFER 4  // bit m: mask m of reels may be held next
#define CYCLE_AT_WOBBLE 8  // a byte a reel, by which its speed varies

#define ENTRY_AT_PRIZE_CLASS 0  // of the prize that is shown
#define ENTRY_AT_PLANNED 1  // the class that the plan dealt if the entry was raised, else 0
#define ENTRY_AT_RETURNED 2  // 1: the prize comes out of the return account of gambles
#define ENTRY_AT_PRIZE_CENTS 4  // of an answer what the play has won by then
#define ENTRY_AT_STOPS 8

#define CHANCE_AT_KIND 0  // the action
#define CHANCE_AT_REELS 1
#define CHANCE_AT_PHASE 2  // after the step
#define CHANCE_AT_FLAGS 3  // 1 settled, 2 capped
#define CHANCE_AT_STEP_CENTS 4  // won by this turn, pick or gamble, before the play's cap
#define CHANCE_AT_WOBBLE 8  // a byte a reel, by which its speed varies
#define CHANCE_AT_POTS_HIT 14  // bit 0 the lowest level
#define CHANCE_AT_ROW 15  // that a pick showed, or 1 if a gamble was won
#define CHANCE_AT_WON_CENTS 16  // of the play so far, capped; what to pay if settled
#define CHANCE_AT_FREE_LEFT 20  // free plays
#define CHANCE_AT_FREE_GIVEN 22  // free plays given by the play so far
#define CHANCE_AT_STOPS 24
#define CHANCE_AT_PICKS_LEFT 30
#define CHANCE_AT_POT_CENTS 32  // by level

#define CYCLE_AT_ENTRY 16
#define ENTRY_SIZE 16
