// SPDX-License-Identifier: MIT
// What the error codes mean, in words.

#include "errors.h"

const char *core_error_text(int code) {
    switch (code) {
    case CORE_OK: return "no error";
    case CORE_E_ARGUMENT: return "argument outside its range";
    case CORE_E_FORMAT: return "not a tables blob of this version and a known machine type";
    case CORE_E_SIZE: return "tables blob shorter or longer than its contents";
    case CORE_E_DIGEST: return "tables blob and its SHA-256 differ";
    case CORE_E_REELS: return "reels, rows, stops or symbols out of bounds";
    case CORE_E_PAYS: return "paylines or pays out of bounds";
    case CORE_E_PLAN: return "price, prizes or strata out of bounds, or a prize that no window shows";
    case CORE_E_WINDOWS: return "window lists, tickets or unit do not follow from the rest";
    case CORE_E_STATE: return "state is damaged";
    case CORE_E_FOREIGN: return "state was made for other tables";
    case CORE_E_HOLD: return "these reels may not be held now";
    case CORE_E_EXHAUSTED: return "a counter of the numbering has run out";
    case CORE_E_FEATURES: return "free plays, picks, gamble or raises out of bounds";
    case CORE_E_POTS: return "pots out of bounds";
    case CORE_E_PHASE: return "the play's phase has no such action";
    default: return "unknown error code";
    }
}
