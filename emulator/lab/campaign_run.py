# SPDX-License-Identifier: MIT
"""One run of a campaign: from where its ledger stands to its end, or to an interruption."""

from __future__ import annotations

import time
from collections.abc import Callable

from emulator.lab.campaign_checkpoint import Keeper
from emulator.lab.campaign_interrupt import Interrupts
from emulator.lab.campaign_pieces import CampaignError, Course, Ledger, Pool, Work, play_all
from emulator.lab.campaign_result import Running, running

TELL_EVERY_S = 0.1

Progress = Callable[[Running], None]


class InterruptedCampaignError(CampaignError):
    """A campaign was interrupted; what is done is kept in its checkpoint."""


class Run:
    """
    Plays what is missing in a ledger.

    Args:
        work: the plays.
        ledger: where their parts are entered.
        pool: makes whoever plays.
        keeper: writes the checkpoint; None: an interruption loses everything.
        before_ms: wall clock time of what is entered already.
        progress: called from this thread a few times a second.
    """

    def __init__(
        self,
        work: Work,
        ledger: Ledger,
        pool: Callable[[], Pool],
        keeper: Keeper | None = None,
        before_ms: int = 0,
        progress: Progress | None = None,
    ) -> None:
        self._work, self._ledger, self._make_pool = work, ledger, pool
        self._keeper, self._progress = keeper, progress
        self._began_ns = time.monotonic_ns() - before_ms * 1_000_000
        self._before_ms, self._told_s = before_ms, 0.0
        self._before = work.plays_before(ledger.done)

    def play(self) -> int:
        """
        Play to the end; return the wall clock time of all plays in ms.

        Raises:
            InterruptedCampaignError: SIGINT or SIGTERM came and the checkpoint was written.
            KeyboardInterrupt: SIGINT came and there is none.
        """
        with Interrupts(wanted=self._keeper is not None) as interrupts:
            self._keep()
            pool, course = self._make_pool(), Course(self._work, self._ledger)
            try:
                play_all(course, pool, lambda: self._tick(pool, interrupts))
            except KeyboardInterrupt:
                for part in pool.stop():
                    course.enter(part)
                if self._keeper is None:
                    raise
                self._keep()
                raise self._interrupted(self._keeper) from None
            except Exception:
                self._keep()
                raise
            finally:
                pool.close()
            ms = self._ms if self._work.plays_before(self._ledger.done) > self._before else self._before_ms
            self._keep(ms)
        if self._progress is not None:
            self._progress(running(self._work, self._ledger, self._work.plays_before(self._ledger.done)))
        return ms

    @property
    def _ms(self) -> int:
        return (time.monotonic_ns() - self._began_ns) // 1_000_000

    def _keep(self, ms: int | None = None) -> None:
        if self._keeper is not None:
            self._keeper.keep(self._ms if ms is None else ms)

    def _tick(self, pool: Pool, interrupts: Interrupts) -> None:
        if self._keeper is not None:
            self._keeper.keep_sometimes(self._ms)
        if interrupts.asked:
            raise KeyboardInterrupt
        if self._progress is not None and time.monotonic() - self._told_s >= TELL_EVERY_S:
            self._told_s = time.monotonic()
            self._progress(running(self._work, self._ledger, self._before + pool.played))

    def _interrupted(self, keeper: Keeper) -> InterruptedCampaignError:
        done, total = self._work.plays_before(self._ledger.done), self._work.plays_before(self._work.units)
        return InterruptedCampaignError(
            f"interrupted after {done:,} of {total:,} plays, which {keeper.path} keeps",
            "the same again with resume goes on",
        )
