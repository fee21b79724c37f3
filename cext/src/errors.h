// SPDX-License-Identifier: MIT
// What went wrong: the codes that functions return.

#ifndef CORE_ERRORS_H
#define CORE_ERRORS_H

#define CORE_OK 0
#define CORE_E_ARGUMENT -1       // an argument is outside the range stated here
#define CORE_E_FORMAT -2         // not a tables blob of this version and a known type
#define CORE_E_SIZE -3           // blob shorter or longer than its contents
#define CORE_E_DIGEST -4         // blob and its SHA-256 differ
#define CORE_E_REELS -5          // reels, rows, stops or symbols out of bounds
#define CORE_E_PAYS -6           // paylines or pays out of bounds
#define CORE_E_PLAN -7           // price, prizes or strata out of bounds, or a prize that no window shows
#define CORE_E_WINDOWS -8        // window lists, tickets or unit do not follow from the rest
#define CORE_E_STATE -9          // state damaged: version, a bound, or an unused byte that is not zero
#define CORE_E_FOREIGN -10       // state made for other tables
#define CORE_E_HOLD -11          // these reels may not be held now
#define CORE_E_EXHAUSTED -12     // a counter of the numbering has run out
#define CORE_E_FEATURES -13      // free plays, picks or gamble out of bounds
#define CORE_E_POTS -14          // pots out of bounds
#define CORE_E_PHASE -15         // the phase of the play has no such action

const char *core_error_text(int code);

#endif
