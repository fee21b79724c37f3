# SPDX-License-Identifier: MIT
"""placeholder"""
from __future__ import annotations
import pygame
from emulator.panel import paint
from emulator.panel.front import read_front
from emulator.panel.seen import look
from emulator.panel.stage import Hand, Stage
def save_screenshot(cabinet, path, size=(1280, 800), language="es", hand=None, clock=1500):
    pygame.font.init()
    front = read_front(cabinet.model, cabinet.serial, cabinet.test, language)
    stage = Stage(front, size, language)
    screen = paint.plain(size)
    stage.draw(screen, look(cabinet), clock, hand or Hand(), animate=False)
    pygame.image.save(screen, str(path))
    return stage
