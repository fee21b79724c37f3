# SPDX-License-Identifier: MIT
"""
A program on CPython as it was when it had just been imported, laid down again without executing it.

    template = Template(modules, given)          # right after the import
    copy = Copy(template, builtins, given)       # for another machine, which gets modules of its own
    copy.reset()                                 # at each boot of that machine

Whatever a program can write to, each copy has of its own: modules, classes and their instances, lists and
so on; functions too, which look into a module. What nobody can write to, such as numbers and text, is shared.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import repeat
from operator import is_, itemgetter
from types import CellType, CodeType, FunctionType, MethodType, ModuleType
from typing import NamedTuple

from emulator.vm.errors import VMError
from emulator.vm.foreign import Guest

_SHARED = (type(None), bool, int, float, str, bytes, range, types.EllipsisType)
_FILLED = (list, dict, set, bytearray, CellType)
_DECORATED = (staticmethod, classmethod)
# What a class has of itself, and its copy too; and what MicroPython does not have.
_LEFT_OUT = ("__dict__", "__weakref__", "__annotations__")

Objects = list[Guest]
Make = Callable[[Objects], object]
Values = tuple[Guest, ...]
Write = Callable[[Guest, Values, Values], None]


class TemplateError(VMError):
    """A program holds something that cannot be copied; the text names it."""


class Contents(NamedTuple):
    """What is put into an object, and how."""

    number: int
    write: Write
    opened: bool
    """It goes into the object's ``__dict__``."""
    names: Values
    pick: Callable[[Objects], Values]
    shared: dict[Guest, Guest] | None
    """A dictionary of all names in their order, with those values that copies share; None: no dictionary."""
    own: tuple[tuple[Guest, int], ...]
    """The names and numbers of its other values."""


class Template:
    """
    How the modules of a program are made, object by object, each known by its number.

    Args:
        modules: name -> module, all that a copy has of its own; they have the first numbers.
        given: what a copy gets from its machine instead, with the next numbers: the builtins come first.

    Attributes:
        names: of the modules.
        objects: those that all copies share; None in the place of any other.
        functions: (number, code, number of the module, name, defaults), but for the few that need a maker.
        makers: (number, how that object is made of those before it and of functions); first come those
            that need no class.
        contents: what is put into which object when all are made.
        born: classes that are made with all that is in them.

    Raises:
        TemplateError: the program holds something that cannot be copied.
    """

    def __init__(self, modules: Mapping[str, ModuleType], given: Iterable[object]) -> None:
        self.names = tuple(modules)
        self.objects: Objects = []
        self.functions: list[tuple[int, CodeType, int, str, tuple[object, ...] | None]] = []
        self.makers: list[tuple[int, Make]] = []
        self.contents: list[Contents] = []
        # Modules with code of the program; those of the library have none.
        self._owners = {
            id(vars(module)): number
            for number, module in enumerate(modules.values())
            if "__builtins__" in vars(module)
        }
        own = [module for module in modules.values() if id(vars(module)) in self._owners]
        self._own_names = {module.__name__ for module in own}
        self._library = {
            id(thing) for module in modules.values() if module not in own for thing in vars(module).values()
        }
        # What needs no class of the program, so that classes can be made with it.
        self._first: list[tuple[int, Make]] = []
        self._plain: set[int] = set()
        self._numbers: dict[int, int] = {}
        # Objects are known by their ids while they are looked for, so none may go meanwhile.
        self._found: Objects = []
        self._unfilled: Objects = [*modules.values()]
        for thing in (*modules.values(), *given):
            self._add(thing)
        while self._unfilled:
            thing = self._unfilled.pop()
            names, values = _inside(thing)
            if not self._all_shared(names, self._places(names)):
                raise TemplateError(f"{thing!r} cannot be copied: its keys must be numbers or text")
            numbers = self._places(values)
            self.contents.append(self._content(thing, names, values, numbers))
        self.born = self._born()
        self.makers[:0] = self._first
        del self._owners, self._own_names, self._library, self._numbers, self._found, self._unfilled
        del self._first, self._plain

    def _content(self, thing: Guest, names: Values, values: Values, numbers: tuple[int, ...]) -> Contents:
        write = _WRITERS.get(type(thing), _write_class if isinstance(thing, type) else _write_dict)
        opened = write is _write_dict and not isinstance(thing, dict)
        shared, own = None, []
        if write is _write_dict:
            shared = dict.fromkeys(names)
            for name, value, number in zip(names, values, numbers, strict=True):
                if self.objects[number] is value:
                    shared[name] = value
                else:
                    own.append((name, number))
        number = self._numbers[id(thing)]
        return Contents(number, write, opened, names, _picker(numbers), shared, tuple(own))

    def _born(self) -> frozenset[int]:
        """
        Make classes with what is in them at once, where that needs no class.

        Python writes into a class one name after the other, and forgets each time what it knew of the class.
        """
        contents = {one.number: one for one in self.contents if one.write is _write_class}
        born = set()
        for at, (number, _) in enumerate(self.makers):
            content = contents.get(number)
            if content is None or "__slots__" in content.names:
                continue
            kind = self._found[number]
            inside = [vars(kind)[name] for name in content.names]
            numbers = self._places(inside)
            if self._plain.issuperset(
                one for one, value in zip(numbers, inside, strict=True) if self.objects[one] is not value
            ):
                self.makers[at] = (number, _class_maker(kind, self._places(kind.__bases__), content))
                born.add(number)
        return frozenset(born)

    def _add(self, thing: object, shared: object = None) -> int:
        number = self._numbers[id(thing)] = len(self.objects)
        self.objects.append(shared)
        self._found.append(thing)
        return number

    def _make(self, thing: object, make: Make, *, filled: bool = False, plain: bool = False) -> int:
        number = self._add(thing)
        if plain:
            self._plain.add(number)
            self._first.append((number, make))
        else:
            self.makers.append((number, make))
        if filled:
            self._unfilled.append(thing)
        return number

    def _places(self, things: Iterable[object]) -> tuple[int, ...]:
        return tuple([self._place(thing) for thing in things])

    def _place(self, thing: Guest) -> int:
        """The number of an object."""
        number = self._numbers.get(id(thing))
        if number is not None:
            return number
        kind = type(thing)
        if kind in _SHARED or id(thing) in self._library or self._of_python(thing):
            return self._add(thing, thing)
        if kind in _FILLED:
            return self._make(thing, lambda _: kind(), filled=True, plain=True)
        if kind is FunctionType and id(thing.__globals__) in self._owners:
            return self._place_function(thing)
        if kind is tuple:
            return self._place_tuple(thing)
        if kind is MethodType:
            function, owner = self._places((thing.__func__, thing.__self__))
            return self._make(thing, lambda made: MethodType(made[function], made[owner]))
        if kind in _DECORATED:
            function = self._place(thing.__func__)
            return self._make(thing, lambda made: kind(made[function]), plain=function in self._plain)
        if kind is type:
            name, bases = thing.__name__, self._places(thing.__bases__)
            return self._make(
                thing, lambda made: type(name, tuple([made[at] for at in bases]), {}), filled=True
            )
        if any(self._of_python(base) for base in kind.__mro__[:-1]):
            raise TemplateError(f"{thing!r} cannot be copied")
        of = self._place(kind)
        return self._make(thing, lambda made: object.__new__(made[of]), filled=True)

    def _place_function(self, thing: FunctionType) -> int:
        code, module, name = thing.__code__, self._owners[id(thing.__globals__)], thing.__name__
        defaults, by_name = self._place(thing.__defaults__), self._place(thing.__kwdefaults__)
        closure = self._place(thing.__closure__)
        plain = thing.__closure__ is None and self._all_shared((thing.__defaults__,), (defaults,))
        if plain and thing.__kwdefaults__ is None:
            number = self._add(thing)
            self._plain.add(number)
            self.functions.append((number, code, module, name, thing.__defaults__))
            return number

        def make(made: Objects) -> FunctionType:
            function = FunctionType(code, made[module].__dict__, name, made[defaults], made[closure])
            function.__kwdefaults__ = made[by_name]
            return function

        return self._make(thing, make, plain=plain)

    def _place_tuple(self, thing: tuple[object, ...]) -> int:
        numbers = self._places(thing)
        if self._all_shared(thing, numbers):
            return self._add(thing, thing)
        return self._make(thing, lambda made: tuple([made[number] for number in numbers]))

    def _all_shared(self, things: Iterable[object], numbers: Iterable[int]) -> bool:
        return all(self.objects[number] is thing for number, thing in zip(numbers, things, strict=True))

    def _of_python(self, thing: object) -> bool:
        """Whether this is a function or a class of Python's own."""
        if isinstance(thing, types.BuiltinFunctionType):
            return thing.__self__ is None or isinstance(thing.__self__, ModuleType | type)
        return isinstance(thing, type) and thing.__module__ not in self._own_names


def _class_maker(kind: type, bases: tuple[int, ...], content: Contents) -> Make:
    name, names, pick, above = kind.__name__, content.names, content.pick, _picker(bases)
    return lambda made: type(name, above(made), dict(zip(names, pick(made), strict=True)))


def _inside(thing: Guest) -> tuple[Values, Values]:
    """Names and values of what was put into an object."""
    if isinstance(thing, CellType):
        return (), (thing.cell_contents,)
    if isinstance(thing, bytearray):
        return (), (bytes(thing),)
    if isinstance(thing, set):
        return tuple(thing), ()
    if isinstance(thing, list):
        return (), tuple(thing)
    inside = thing if isinstance(thing, dict) else vars(thing)
    kept = {name: value for name, value in inside.items() if name not in _LEFT_OUT}
    return tuple(kept), tuple(kept.values())


class Copy:
    """
    A program's modules as one machine has them; empty until ``reset``.

    Args:
        template: what they are made from.
        builtins: what its code finds without any import.
        given: the modules of the machine's host, in the order in which the template was given its own.

    Attributes:
        modules: by name; they stay the same objects.
    """

    def __init__(self, template: Template, builtins: dict[str, Guest], given: Iterable[ModuleType]) -> None:
        made = list(template.objects)
        modules = [ModuleType(name) for name in template.names]
        for module in modules:
            module.__dict__["__builtins__"] = builtins
        first = [*modules, builtins, *given]
        made[: len(first)] = first
        for number, code, home, name, defaults in template.functions:
            made[number] = FunctionType(code, made[home].__dict__, name, defaults)
        for number, make in template.makers:
            made[number] = make(made)
        self.modules = dict(zip(template.names, modules, strict=True))
        self._template = template
        self._made = made
        self._filled = False

    def reset(self) -> None:
        """Make everything in them what it was when the program had been imported."""
        if not self._filled:
            self._filled = True
            self._fill()
            return
        for write, thing, names, values in self._contents:
            write(thing, names, values)

    @cached_property
    def _contents(self) -> list[tuple[Write, Guest, Values, Values]]:
        """What is put into which object, and how; few machines are reset."""
        made = self._made
        return [
            (
                one.write,
                made[one.number].__dict__ if one.opened else made[one.number],
                one.names,
                one.pick(made),
            )
            for one in self._template.contents
        ]

    def _fill(self) -> None:
        """The same where all is new: nothing has to be compared, and what is shared comes in one piece."""
        made, born = self._made, self._template.born
        for number, write, opened, names, pick, shared, own in self._template.contents:
            thing = made[number]
            if shared is not None:
                inside = thing.__dict__ if opened else thing
                inside.clear()
                inside.update(shared)
                for name, place in own:
                    inside[name] = made[place]
            elif number not in born:
                write(thing, names, pick(made))


# Each leaves alone what is as it was, since code remembers where it found names in a dictionary.


def _write_dict(thing: dict[Guest, Guest], names: Values, values: Values) -> None:
    if tuple(thing) != names or not all(map(is_, thing.values(), values)):
        thing.clear()
        thing.update(zip(names, values, strict=True))


def _write_class(thing: type, names: Values, values: Values) -> None:
    now = vars(thing)
    own = len(now) - sum(map(now.__contains__, _LEFT_OUT))
    if own == len(names) and all(map(is_, map(now.get, names, repeat(now)), values)):
        return
    for name in now.keys() - {*names, *_LEFT_OUT}:
        delattr(thing, name)
    for name, value in zip(names, values, strict=True):
        if now.get(name, now) is not value:
            setattr(thing, name, value)


def _write_list(thing: list[Guest], _: Values, values: Values) -> None:
    if len(thing) != len(values) or not all(map(is_, thing, values)):
        thing[:] = values


def _write_set(thing: set[Guest], names: Values, _: Values) -> None:
    thing.clear()
    thing.update(names)


def _write_bytes(thing: bytearray, _: Values, values: Values) -> None:
    thing[:] = values[0]


def _write_cell(thing: CellType, _: Values, values: Values) -> None:
    thing.cell_contents = values[0]


_WRITERS: dict[type, Write] = {
    list: _write_list, set: _write_set, bytearray: _write_bytes, CellType: _write_cell, dict: _write_dict,
}  # fmt: skip


def _picker(numbers: tuple[int, ...]) -> Callable[[Objects], Values]:
    """What takes the objects of these numbers."""
    if len(numbers) > 1:
        return itemgetter(*numbers)
    return lambda made: tuple([made[number] for number in numbers])
