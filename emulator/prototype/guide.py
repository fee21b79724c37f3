# SPDX-License-Identifier: MIT
"""What the files of a new machine say to who opens them."""

from __future__ import annotations

HEAD = """\
# {name}: a machine of type {type}, begun as {source}. Change it line by line; after each change:
#
#   azar check {name}      every mistake at once, each with the article that it breaks
#   azar play {name}       the machine itself; azar par {name} its exact sheet
#
# Amounts are in cents, times in milliseconds. docs/model.md lists every key.
"""

TITLES = {
    "symbols": "Symbols",
    "reels": "Reels",
    "paytable": "Prizes",
    "cycle": "Prize cycle",
    "money": "Money",
    "hoppers": "Hoppers",
    "stopper": "The game",
    "memory": "The game",
    "awards": "What points earn",
    "tickets": "Tickets",
    "texts": "Texts on the glass",
    "art": "Cabinet",
}

NOTES = {
    "symbols": (
        "Name for the player, and a picture in the folder art: an SVG file of outlines, or a PNG file.",
        'drawing = "bell" in place of picture takes one of azar\'s own. colour is that of currentColor.',
    ),
    "reels": (
        "The strip of each reel from stop to stop; the next one stands above. A motor makes the same number",
        "of steps for every stop.",
    ),
    "paytable": ('A symbol for each reel, or "*" for any, and what they pay.',),
    "cycle": (
        "Every prize of a cycle of plays, stratum by stratum; within one chance decides their order.",
        "azar par shows what they return, and proves the poorest row of plays.",
    ),
    "money": ("Coins and notes that are taken, and how much is kept for later plays.",),
    "hoppers": ("What pays, coin by coin. Prizes that no coin adds up to are refused.",),
    "stopper": ("Times of the running light, and how near to the mark earns how much.",),
    "memory": ("Notes of the tunes, and times.",),
    "awards": ("The highest that a play reaches counts, alone.",),
    "tickets": ("Worth of one, and how many lie in the dispenser.",),
    "texts": ("Spanish is the law's language (K-21); the law fixes the words of some of them.",),
    "art": (
        "What the panel draws: files of the folder art, here placeholders out of the machine's name. style",
        "names the family of azar's own that stands in for what is not given. docs/art.md shows each place.",
    ),
}

SOUNDS = """\
# Sounds of your own: .wav, .ogg or .flac files in the folder art, in place of azar's; docs/sounds.md lists
# every name. The panel makes each as loud as the one that it replaces.
#
# [art.sounds]
# win_large = "fanfarria.ogg"
"""

ART = """\
[art]
style = "{style}"
emblem = "emblem.svg"              # beside the name, square
crown = "crown.svg"                # behind the name, about 6 times as wide as high
flanks = ["left.svg", "right.svg"] # beside the reels, about a third as wide as high
# title = "title.svg"              # the name as a drawing, in the place of letters
# glass = "glass.png"              # behind the prize table, about 2.3 times as wide as high
# room = "room.jpg"                # around the cabinet on a wide screen

[art.colours]                      # docs/art.md tells what each one colours
deep = "{palette.deep}"
bright = "{palette.bright}"
accent = "{palette.accent}"
ground = "{palette.ground}"
wood = "{palette.wood}"

# [art.fonts]                      # .ttf or .otf in the folder art
# title = "title.ttf"

[plate]                            # of the maker, indelible on cabinet and glass (K-19)
maker = "{title}"
registry = "0000"
model = "{title}"
series = "A"
"""

README = """\
# {title}

A machine of type {type}, begun as azar's model {source}.

| file | what it is |
|---|---|
| `{name}.toml` | the machine: symbols, strips, prizes, money, texts, colours, plate |
| `art/` | a picture for each symbol, emblem, crown and flanks, SVG or PNG; those here are placeholders |
| `scenario.toml` | what must happen when somebody plays; it must hold after every change |

From the folder above this one:

```sh
azar check {name}                       # green: no mistake
azar play {name}                        # the machine, with your pictures
azar scenario {name}/scenario.toml      # what must happen, happens
azar par {name} --html sheet.html       # its exact sheet
azar lab {name} --quick -o report       # what a laboratory would say
azar build {name} -o {name}.rom         # one sealed file, pictures in it
```
"""

README_FIRMWARE = """
`firmware/` is the program on its board, as azar ships it: change it, and name it.

```sh
azar play {name} --firmware {name}/firmware                               # on genuine MicroPython
azar play {name} --firmware {name}/firmware --trust-firmware --pdb        # line by line
azar scenario {name}/scenario.toml --firmware {name}/firmware             # what must happen, happens
azar powercut {name} --firmware {name}/firmware --cuts 500                # no cut loses a cent
azar build {name} --firmware {name}/firmware -o {name}.rom                # one sealed file with it
```

docs/firmware.md is the page for whoever writes it.
"""
