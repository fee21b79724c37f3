# The module that a ROM carries: a model and the rule profile it is held to, as constants.

TYPE: str
MODEL: str
TITLE: str
PROFILE: str
LANGUAGE: str
LINK_NAMES: int
TEST: int
PRICE_CENTS: int
SIMULTANEOUS_MAX: int
CREDITS_MAX_CENTS: int
RESERVE_MAX_CENTS: int
PRIZE_METER_MAX_CENTS: int
PRIZE_METER_MAX_DOUBLE_CENTS: int
PRIZES_CENTS: tuple[int, ...]
LARGEST_SINGLE_CENTS: int
LARGEST_DOUBLE_CENTS: int
PLAY_MIN_MS: int
STOP_PAUSE_MS: int
AUTO_START_MS: int
PLAYS_WINDOW_MAX: int
PLAYS_WINDOW_MS: int
COINS: tuple[tuple[int, str, str], ...]
HOPPERS: tuple[tuple[int, str, int], ...]
MAX_INSERT_CENTS: int
NOTE_CENTS: int
REELS: int
STOPS: tuple[int, ...]
MOTOR_STEPS: tuple[int, ...]
SCREEN: int
ROWS: int
FREE_STOPS: tuple[int, ...]
GAMBLE: int
POTS: tuple[str, ...]
CARD_STEP_CENTS: int
TOKENS: int
BETS: tuple[int, ...]
HOLD: int
GAMBLE_ROUNDS: int
GAMBLE_SINGLE_MAX_CENTS: int
GAMBLE_DOUBLE_MAX_CENTS: int
RAISES: tuple[tuple[int, str], ...]
LINK: int
LINK_PRIZES: tuple[tuple[int, ...], ...]
LINK_AWARD_MAX_CENTS: int
MONEY_DIGITS: int
METER_UNIT_CENTS: int
METER_PRIZE_UNIT_CENTS: int
MECHANISMS: str
COUNTER_DIGITS: int
SEALED: int
TABLES_SHA256: str
FIRMWARE_SHA256: str
# Type A only.
PRICES_CENTS: tuple[int, ...]
LIGHTS: int
GAMES: tuple[tuple, ...]
TICKETS: int
# The electronic wheel only.
POCKETS: tuple[int, ...]
BALL: int
LAUNCH_MS: int
LAPS_MIN: int
RUN_MIN_MS: int
SLOW_MS: int
FALL_MS: int
REST_MS: int
LOST_MS: int
# The dice cup only.
DICE: int
PLACES: int
SHAKE_MIN_MS: int
SHAKE_MIN_CONTACTS: int
STILL_MS: int
