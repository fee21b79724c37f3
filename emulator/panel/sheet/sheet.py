# SPDX-License-Identifier: MIT
"""
The sheet of a model's art: symbols, strips and glass in one picture, for a designer to print and mark.

    drawn = draw_sheet(load_model("cierzo"))
    save_picture(drawn.surface, "cierzo.png")
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame import Rect

from emulator.panel.art.theme import INK, hex_colour
from emulator.panel.frame.window import blank
from emulator.panel.machine.parts.front import Front
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.picture import SMALLEST
from emulator.panel.machine.registry import read_front, type_of
from emulator.panel.machine.stage import Stage
from emulator.panel.sheet.glass import glass_blocks
from emulator.panel.sheet.paper import FAINT, GAP, Block, beside, headed, shelved, stacked
from emulator.panel.sheet.sounds import sounds_block
from emulator.panel.sheet.strips import low_width, strips_block
from emulator.panel.sheet.symbols import symbols_block
from machines.model import Model
from machines.support.currency import amount
from machines.support.languages import DEFAULT_LANGUAGE, SOURCE_LANGUAGE

PARTS = ("symbols", "strips", "glass")
SOUNDS = "sounds"
WIDE_PX, UPRIGHT_PX = 2_400, 1_640
SCREEN = (1_080, 1_920)
_MARGIN = 70
_CHIP = (150, 76)


def draw_sheet(
    model: Model,
    parts: Sequence[str] = PARTS,
    *,
    upright: bool = False,
    screen: tuple[int, int] = SCREEN,
) -> Block:
    """
    The sheet.

    Args:
        parts: some of PARTS, or SOUNDS.
        upright: narrower, for paper that stands.
        screen: whose glass is painted, in pixels.

    Raises:
        PanelError: ``screen`` is too small.
    """
    blank(screen, SMALLEST)
    games = range(type_of(model).games(model))
    stages = [Stage(read_front(model, 1, False, game), screen, DEFAULT_LANGUAGE) for game in games]
    width = (UPRIGHT_PX if upright else WIDE_PX) - 2 * _MARGIN
    blocks = [_head(model, width)]
    if "symbols" in parts and model.symbols:
        shown = symbols_block(model, stages[0].kit, width)
        note = "on the paper of a reel, without colour, on dark glass"
        blocks.append(headed("SYMBOLS", note, shown, width))
    glasses = list(_glasses(stages)) if "glass" in parts else []
    strips = list(_strips(stages[0].kit, width, glasses)) if "strips" in parts else []
    if strips and glasses and max(block.size[0] for block in strips) + GAP + glasses[0].size[0] <= width:
        blocks.append(beside(stacked(strips), stacked(glasses)))
    else:
        blocks += [shelved(some, width) for some in (strips, glasses) if some]
    if SOUNDS in parts:
        theme = stages[0].kit.theme
        shown = sounds_block(model, theme.accent, width)
        blocks.append(headed("SOUNDS", "the maker's own in colour", shown, width))
    whole = stacked(blocks, 56)
    sheet = Block((whole.size[0] + 2 * _MARGIN, whole.size[1] + 2 * _MARGIN))
    sheet.set(whole, (_MARGIN, _MARGIN))
    return sheet


def _strips(kit: Kit, width: int, glasses: Sequence[Block]) -> Iterator[Block]:
    """The strips of paid plays and, where they are others, of free plays: beside the glass if they fit."""
    front = kit.front
    if not front.strips:
        return
    sets = [("STRIPS", front.strips, front.weights)]
    if _own_free(front):
        sets.append(("STRIPS OF FREE PLAYS", front.free_strips, front.free_weights))
    room = width - (glasses[0].size[0] + GAP if glasses else 0)
    if any(low_width(strips, weights) > room for _, strips, weights in sets):
        room = width
    for title, strips, weights in sets:
        note = "the next stop stands above" + ("; at the right its weight" if weights else "")
        yield headed(title, note, strips_block(kit, strips, weights, room))


def _glasses(stages: Sequence[Stage]) -> Iterator[Block]:
    """The glass of each game, and what stands in its middle where no reels do."""
    for stage in stages:
        for title, note, block in glass_blocks(stage):
            yield headed(title, f"{stage.kit.front.title}, {note}", block)


def _own_free(front: Front) -> bool:
    """Whether free plays turn strips of their own."""
    own = (front.free_strips, front.free_weights) != (front.strips, front.weights)
    return bool(front.free_strips) and own


def _head(model: Model, width: int) -> Block:
    """Name, what the model is, and its colours."""
    block = Block((width, 162))
    colours = model.art["colours"]
    chips = len(colours) * (_CHIP[0] + 20) - 20
    room = width - chips - GAP
    block.put(model.title, Rect(0, 0, room, 108), 84, "label")
    price = amount(model.price_cents, SOURCE_LANGUAGE, model.currency)
    told = [
        model.name,
        f"type {model.type}",
        f"{price} a play",
        model.profile.id,
        f"style {model.art['style']}",
    ]
    told += [words for words in (model.draft.version, model.draft.author) if words]
    block.put("  ·  ".join(told), Rect(0, 110, room, 30), 24, colour=FAINT)
    digest = f"tables {model.tables.digest}"
    block.put(digest, Rect(0, 138, room, 24), 16, colour=FAINT)
    x = width - chips
    for name, value in colours.items():
        block.chip(hex_colour(value) or INK, Rect(x, 8, *_CHIP))
        block.put(name, Rect(x, 90, _CHIP[0], 28), 22, "strong")
        block.put(value.upper(), Rect(x, 118, _CHIP[0], 26), 20, colour=FAINT)
        x += _CHIP[0] + 20
    return block
