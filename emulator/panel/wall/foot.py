# SPDX-License-Identifier: MIT
"""The lowest strip of the wall: what the law wants said, and how the link is."""

from __future__ import annotations

from collections.abc import Mapping

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.fitting import readable_px
from emulator.panel.art.lettering import fit
from emulator.panel.art.theme import AMBER, CREAM, INK, Colour, mix
from emulator.panel.wall.kit import WallKit
from emulator.panel.wall.layout import WallLayout
from emulator.panel.wall.show import Show
from machines import MachinesError
from machines.check import wording
from machines.rules import Profile, load_profile
from machines.support.languages import DEFAULT_LANGUAGE

_GREEN: Colour = (104, 222, 118)
_BAN: Colour = (228, 71, 43)


class Foot:
    """The lowest strip: who may not play, what the link is, whether it is up."""

    def __init__(self, kit: WallKit, layout: WallLayout, *, demo: bool) -> None:
        self._kit, self.rect, self._demo = kit, layout.foot, demo
        rect = self.rect
        if kit.portrait:
            self._status = Rect(rect.x, rect.y + kit.gap(0), rect.width, round(rect.height * 0.28))
            self._texts = Rect(rect.x, self._status.bottom, rect.width, rect.bottom - self._status.bottom)
        else:
            wide = round(rect.width * (0.34 if demo else 0.27))
            self._status = Rect(rect.right - wide, rect.y, wide, rect.height)
            self._texts = Rect(rect.x, rect.y, rect.width - wide, rect.height)
        self._lamp = max(6, kit.px(20))

    def paint(self, base: pygame.Surface) -> None:
        """Strip, badge and texts."""
        kit, rect, area = self._kit, self.rect, self._texts
        deep = kit.theme.deep
        base.blit(paint.down(rect.size, [(0, mix(deep, INK, 0.72)), (1, mix(deep, INK, 0.92))]), rect)
        edge = Rect(rect.x, rect.y, rect.width, max(1, kit.px(3)))
        base.fill(mix(kit.theme.bright, deep, 0.3), edge)
        side = round(min(area.height * 0.72, kit.px(90)))
        badge = Rect(area.x + kit.gap(3), area.centery - side // 2, side, side)
        _under_18(base, kit, badge)
        left = badge.right + kit.gap(2)
        warning, about = legal_lines(kit)
        whole = Rect(left, area.y + kit.gap(0), area.right - kit.gap(2) - left, area.height - 2 * kit.gap(0))
        lines = (2, 2) if kit.portrait else (1, 1)
        if not kit.portrait and self._warning_px(warning, whole, lines) < readable_px(kit.size):
            lines = (2, 1)
        top = Rect(whole.x, whole.y, whole.width, whole.height * lines[0] // sum(lines))
        below, soft = Rect(whole.x, top.bottom, top.width, whole.bottom - top.bottom), mix(CREAM, deep, 0.2)
        size = self._most_px(whole, lines)
        kit.text.put(base, warning, top, "strong", size, CREAM, align="left", lines_max=lines[0])
        kit.text.put(base, about, below, "text", size, soft, align="left", lines_max=lines[1])

    def _most_px(self, whole: Rect, lines: tuple[int, int]) -> int:
        """The largest letters of so many lines of warning and of what the link is."""
        least = readable_px(self._kit.size)
        return min(round(whole.height * 0.70 / sum(lines)), max(least, self._kit.px(30)))

    def _warning_px(self, warning: str, whole: Rect, lines: tuple[int, int]) -> int:
        """How large the warning is in so many lines."""
        box = (whole.width, whole.height * lines[0] // sum(lines))
        return fit(warning, "strong", box, self._most_px(whole, lines), lines[0]).size_px

    def draw(self, screen: pygame.Surface, show: Show, now_ms: int) -> None:
        """The lamp and the words of the link's state."""
        kit, box, lamp = self._kit, self._status, self._lamp
        colour: Colour = _GREEN if show.known else AMBER
        at = (box.right - kit.gap(3) - lamp // 2, box.centery)
        if show.known or now_ms % 1_000 < 600:
            pygame.draw.circle(screen, colour, at, lamp // 2)
            glow = paint.glow((lamp * 3, lamp * 3), colour, 0.5, 1.6)
            paint.add(screen, glow, (at[0] - glow.get_width() // 2, at[1] - glow.get_height() // 2))
        text = Rect(box.x, box.y, at[0] - lamp - box.x, box.height)
        words = self._words(show)
        if self._demo:
            words = f"{kit.say('DEMONSTRATION')} · {words}"
        size = min(round(box.height * 0.8), kit.px(30))
        kit.text.put(screen, words, text, "strong", size, CREAM, align="right", remember=False)

    def _words(self, show: Show) -> str:
        kit = self._kit
        if not show.known:
            return kit.say("No link to the controller")
        tables = kit.kind == "table"
        words = kit.say("{} of {} tables in play") if tables else kit.say("{} of {} machines in play")
        return words.format(show.up, show.machines)


def _under_18(base: pygame.Surface, kit: WallKit, box: Rect) -> None:
    pygame.draw.circle(base, CREAM, box.center, box.width // 2)
    pygame.draw.circle(base, _BAN, box.center, box.width // 2, max(2, box.width // 10))
    inner = box.inflate(-box.width // 3, 0)
    kit.text.put(base, "+18", inner, "label", round(box.width * 0.44), INK, remember=False)


def _of_law(profile: Profile, name: str, language: str, figures: Mapping[str, str]) -> str:
    """A wording in a language; in Spanish, the law's own, where no rule has it in that one."""
    fixed = wording.Fixed("B-29", name)
    found = (wording.wordings(profile, fixed, one, figures) for one in (language, DEFAULT_LANGUAGE))
    return next(words[0] for words in found if words)


def legal_lines(kit: WallKit) -> tuple[str, str]:
    """Who may not play and what playing can lead to; what the link is and its permit (B-26, C-17, C-19)."""
    try:
        profile = load_profile(str(kit.face.get("profile", "es-rd2110-2001")))
    except MachinesError:
        profile = load_profile("es-rd2110-2001")
    figures = {"years": str(profile.value("B-29"))}
    minors, addiction = (_of_law(profile, name, kit.language, figures) for name in ("minors", "addiction"))
    warning = f"{minors}. {addiction}."
    face = kit.face
    if not face:
        return warning, ""
    if kit.kind == "carrusel":
        pot = face["pots"][0]
        about = kit.say(
            "Carrusel of {} machines of this gaming hall, each marked so; a prize of {} to {}."
        ).format(face["machines"], kit.money(pot["base_cents"]), kit.money(pot["limit_cents"]))
    elif kit.kind == "superjackpot":
        about = kit.say("Superjackpot of {} linked machines of this room, each marked so.").format(
            face["machines"]
        )
    else:
        about = kit.say("Every coin put in at the {} tables joins the carrousel.").format(face["machines"])
    if face.get("permit"):
        about += " " + kit.say("Permit {}.").format(face["permit"])
    return warning, about
