# SPDX-License-Identifier: MIT
"""Firmware on CPython: fast, and each machine in module namespaces of its own."""

from __future__ import annotations

import builtins
import contextlib
import functools
import traceback
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple

from emulator.vm import compiled, typed
from emulator.vm.answer import ENDLESS, Answer, Printed
from emulator.vm.errors import FirmwareHangError, VMError
from emulator.vm.foreign import Guest
from emulator.vm.library import BUILTIN_NAMES, library_modules
from emulator.vm.notes import Notes
from emulator.vm.places import place
from emulator.vm.plain import copied, plain, put_back
from emulator.vm.runtime import Told
from emulator.vm.template import Copy, Template, TemplateError
from emulator.vm.turns import Turns, TurnsSpentError, counted
from emulator.vm.watch import Watch
from machines.support.plain import Json, JsonView

_MACHINE_PATH = Path(__file__).parent.parent / "board" / "machine.py"
_MACHINE_FILE = {"machine": str(_MACHINE_PATH)}
_HOST_MODULE = "_board"
_PROGRAMS_KEPT = 64
# Of a saved program, beside attributes of its state: no source can spell it.
_PROMPT = ".prompt"

_BUILTINS: Mapping[str, Guest] = {name: getattr(builtins, name) for name in BUILTIN_NAMES}
# Compiled code by (file, source, thorough): twenty machines compile one firmware once.
_code_cache: dict[tuple[str, str, bool], CodeType] = {}


class _Imported(NamedTuple):
    """A program as its import leaves it, and what it told the board meanwhile."""

    template: Template
    told: tuple[Told, ...]


# Of our own firmware, by its sources and the names of their files.
_imported: OrderedDict[tuple[object, ...], _Imported] = OrderedDict()


def compile_module(source: str, file: str, *, thorough: bool = True) -> CodeType:
    """
    Compile one module so that it counts its turns, or return the code that was compiled from the same before.

    Args:
        source, file: the module.
        thorough: as ``turns.counted`` takes it.
    """
    key = (file, source, thorough)
    code = _code_cache.get(key)
    if code is None:
        make = compiled.made if thorough else compiled.kept
        code = _code_cache[key] = make(source, file)
    return code


@functools.cache
def _machine_source() -> str:
    return _MACHINE_PATH.read_text(encoding="utf-8")


class CPythonRuntime:
    """
    One program: ``main`` and its modules, executed under an import of their own.

    Modules see MicroPython's names only: their builtins are a list of ours, their imports are the
    program's other modules, the host modules and a small library. Nothing enters ``sys.modules``.
    This keeps honest firmware portable; it is no prison for hostile code.

    Args:
        sources: module name -> source; ``main`` offers ``boot()``, ``tick()`` and ``state``.
        files: module name -> file name for error texts and coverage; ``name.py`` by default.
        console: takes what the firmware prints.
        thorough: how it is told from a program that never comes back (``turns.counted``).
        watch: looks at the program while it runs; its modules are then executed at each boot.
        paths: module name -> file in which ``watch`` finds it; ``name.py`` by default.
    """

    def __init__(
        self,
        sources: Mapping[str, str],
        files: Mapping[str, str] | None = None,
        console: Callable[[str], None] | None = None,
        *,
        thorough: bool = True,
        watch: Watch | None = None,
        paths: Mapping[str, str] | None = None,
    ) -> None:
        if "main" not in sources:
            raise VMError("sources must hold a module main")
        self._sources = {"machine": _machine_source(), **sources}
        self._files = {name: f"{name}.py" for name in self._sources} | dict(files or {})
        self._console = console
        self._thorough = thorough
        self._watch = watch
        # Files of the code, as a debugger finds them; an error is told by the name alone.
        self._paths = self._files if watch is None else self._files | _MACHINE_FILE | dict(paths or {})
        self._named = {path: name for name, path in self._paths.items()}
        if watch is not None:
            watch.meet({name: self._paths[name] for name in sources}, sources)
        self._turns = Turns()
        self._key = (*self._sources.items(), *self._files.values())
        self._copy: Copy | None = None
        self._builtins: dict[str, Guest] = {}
        self._host: dict[str, ModuleType] = {}
        self._modules: dict[str, ModuleType] = {}
        self._codes: dict[str, CodeType] = {}
        # What somebody typed at the prompt, and what it made.
        self._names: dict[str, Guest] = {}
        self._tick: Callable[[], int] = _not_booted
        self._dispatch: Callable[[int, int], None] | None = None
        self.counts_fuel = False
        self.has_prompt = True
        self.fuel_used = 0

    def bind(self, modules: Iterable[ModuleType]) -> None:
        """Take the host modules of the next boot."""
        self._host = {module.__name__: module for module in modules}

    def boot(self) -> None:
        """Load the program afresh and call ``main.boot()``."""
        for name, arguments in self._lay():
            getattr(self._host[_HOST_MODULE], name)(*arguments)
        self._call(self._modules["main"].boot)

    def tick(self) -> int:
        """Call ``main.tick()``."""
        wait_ms: int = self._call(self._tick)
        return wait_ms

    def dispatch(self, kind: int, number: int) -> None:
        """Call the firmware's handler of a pin, timer or UART."""
        if self._dispatch is not None:
            self._call(self._dispatch, kind, number)

    def evaluate(self, text: str) -> Answer:
        """
        Do a line in names of its own beside those of ``main``.

        One that never comes back is undone; of another's program only ``main.state`` is put back.
        """
        return self._typed(text, peeking=False)

    def peek(self, text: str) -> Answer:
        """The same; ``main.state`` is then what it was before, and the board gets no call."""
        return self._typed(text, peeking=True)

    def place(self) -> str:
        """Empty: CPython counts no instructions."""
        return ""

    def drop(self) -> None:
        """Forget the program."""
        self._modules = {}
        self._names = {}
        self._tick = _not_booted
        self._dispatch = None

    def _typed(self, text: str, *, peeking: bool) -> Answer:
        """Do a line, and undo it if it is a look or came to no end."""
        if "main" not in self._modules:
            raise VMError("the program must be booted before anything is evaluated in it")
        main, printed, error, stopped = self._modules["main"], Printed(), "", False
        if not self._names:
            self._names.update(vars(main) | {"__name__": "__main__", "main": main})
        before, names = self._attributes(), {name: copied(value) for name, value in self._names.items()}
        console, self._console = self._console, printed.write
        self._builtins[typed.SHOW] = self._show
        try:
            with typed.hands_off(self._host) if peeking else contextlib.nullcontext():
                self._call(lambda: exec(typed.compiled(text), self._names))
        except FirmwareHangError:
            error, stopped = ENDLESS, True
            self._renew_turns()
        except (Exception, SystemExit, KeyboardInterrupt) as raised:
            error = typed.told(raised, {*self._files.values()})
        finally:
            self._console = console
            del self._builtins[typed.SHOW]
            if peeking or stopped:
                put_back(self._names, names)
                if before is not None:
                    put_back(vars(self._state()), before)
        return Answer(printed.text, error, stopped)

    def _attributes(self) -> Json | None:
        """Attributes of ``main.state``, copied; None where they cannot be."""
        try:
            return {name: plain(value, name) for name, value in vars(self._state()).items()}
        except (VMError, TypeError):
            return None

    def _show(self, value: Guest) -> None:
        """Print the value of an expression, and keep it as ``_``."""
        if value is not None:
            self._names["_"] = value
            self._print(repr(value))

    def _call(self, work: Callable[..., Guest], *arguments: int) -> Guest:
        """Call into the program; FirmwareHangError if it went round too often, whatever it made of that."""
        turns = self._turns
        turns.begin()
        try:
            result = work(*arguments) if self._watch is None else self._watch.call(work, *arguments)
        except (TurnsSpentError, Exception):
            if turns.place is None:
                raise
        if turns.place is not None:
            raise FirmwareHangError(self._place(*turns.place))
        return result

    @property
    def _templated(self) -> bool:
        """Whether a boot may lay the modules instead of executing them."""
        return not self._thorough and self._watch is None

    def _lay(self) -> tuple[Told, ...]:
        """Become a program that has just been imported; return what that has still to tell the board."""
        imported = _imported.get(self._key) if self._templated else None
        if imported is None:
            return self._execute()
        self.drop()
        if self._copy is None:
            self._builtins = self._new_builtins()
            self._copy = Copy(imported.template, self._builtins, self._host.values())
        self._renew_turns()
        self._copy.reset()
        self._modules = self._copy.modules | self._host
        self._find_entries()
        return imported.told

    def _execute(self) -> tuple[Told, ...]:
        """Import the program; of our own keep how it is then, unless it asks the board anything meanwhile."""
        self.drop()
        self._builtins = self._new_builtins()
        self._renew_turns()
        self._modules = library_modules() | self._host
        notes = Notes(self._host, self._builtins) if self._templated else None
        self._call(self._import_main)
        compiled.keep()
        if notes is not None:
            notes.close()
            if not notes.asked:
                self._keep_imported(notes.told)
        self._find_entries()
        return ()

    def _keep_imported(self, told: list[Told]) -> None:
        own = {name: module for name, module in self._modules.items() if name not in self._host}
        with contextlib.suppress(TemplateError):
            template = Template(own, (self._builtins, *self._host.values()))
            _imported[self._key] = _Imported(template, tuple(told))
            if len(_imported) > _PROGRAMS_KEPT:
                _imported.popitem(last=False)

    def _find_entries(self) -> None:
        self._dispatch, self._tick = self._modules["machine"]._dispatch, self._modules["main"].tick

    def _renew_turns(self) -> None:
        if self._turns.place is not None:
            self._turns = Turns()
        self._builtins.update(self._turns.names())

    def _new_builtins(self) -> dict[str, Guest]:
        watched = {} if self._watch is None else self._watch.names()
        return {**_BUILTINS, "__import__": self._import, "print": self._print, "iter": _iter, **watched}

    def _import_main(self) -> None:
        self._load("machine")
        self._load("main")

    def _import(
        self,
        name: str,
        importer: JsonView | None = None,
        _locals: object = None,
        _names: object = (),
        level: int = 0,
    ) -> ModuleType:
        hidden = name == _HOST_MODULE and (importer or {}).get("__name__") != "machine"
        module = None if hidden or level else self._modules.get(name)
        if module is None:
            if hidden or level or name not in self._sources:
                raise ImportError(f"no module named '{name}'")
            module = self._load(name)
        return module

    def _load(self, name: str) -> ModuleType:
        module = ModuleType(name)
        module.__dict__["__builtins__"] = self._builtins
        self._modules[name] = module
        code = self._codes.get(name)
        if code is None:
            code = self._codes[name] = self._compile(name)
        exec(code, module.__dict__)
        return module

    def _compile(self, name: str) -> CodeType:
        source, path = self._sources[name], self._paths[name]
        if self._watch is None or name == "machine":
            return compile_module(source, path, thorough=self._thorough)
        codes, key = self._watch.codes, (source, path, self._thorough)
        if key not in codes:
            tree = counted(source, path, thorough=self._thorough, tree=self._watch.tree(source, path))
            codes[key] = compile(tree, path, "exec", dont_inherit=True)
        return codes[key]

    def _print(self, *values: object, sep: str = " ", end: str = "\n") -> None:
        if not (isinstance(sep, str) and isinstance(end, str)):
            raise TypeError("sep and end must be str")
        if self._console is not None:
            self._console(sep.join(str(value) for value in values) + end)

    def plan_cut(self, fuel: int | None, cut: Callable[[], None]) -> None:
        """CPython counts no instructions."""
        if fuel is not None:
            raise VMError("fuel must be None on CPython, which counts no instructions")

    def describe(self, error: BaseException) -> str:
        """``file:line in function: Type: text`` of the innermost frame in the firmware."""
        what = f"{type(error).__name__}: {error}"
        ours = set(self._paths.values()) - {self._paths["machine"]}
        if isinstance(error, SyntaxError) and error.filename in ours:
            return f"{self._files[self._named[error.filename]]}:{error.lineno}: SyntaxError: {error.msg}"
        for frame in reversed(traceback.extract_tb(error.__traceback__)):
            if frame.filename in ours:
                return f"{self._place(frame.filename, frame.lineno or 0, frame.name)}: {what}"
        return what

    def _place(self, file: str, line: int, function: str) -> str:
        module = self._named.get(file)
        if module is None:  # a line of the prompt
            return f"{file}:{line} in {function}"
        return place(self._sources[module], self._files[module], line, function)

    def save(self) -> Json:
        """Attributes of ``main.state``, each a plain value, and what was made at the prompt."""
        state = self._state()
        saved = {name: plain(value, f"state.{name}") for name, value in vars(state).items()}
        return saved | ({_PROMPT: self._names_made()} if self._names else {})

    def load(self, saved: Json) -> None:
        """
        Give ``main.state`` the attributes that ``save`` returned; the object stays the same.

        Another's firmware boots first, since its boot may make what ``main.state`` does not tell of; ours
        writes nothing but ``main.state``.
        """
        if self._thorough:
            self.boot()
        else:
            self._lay()
        attributes = vars(self._state())
        attributes.clear()
        attributes.update({name: plain(value, name) for name, value in saved.items() if name != _PROMPT})
        if _PROMPT in saved:
            self._make_names(*saved[_PROMPT])

    def _names_made(self) -> tuple[Json, Json]:
        """Names of the prompt: those of plain values, and those of modules; not those of ``main``."""
        main, values, modules = vars(self._modules["main"]), {}, {}
        for name, value in self._names.items():
            if isinstance(value, ModuleType):
                modules[name] = value.__name__
            elif name not in ("_", "__name__", "__builtins__") and main.get(name) is not value:
                values[name] = plain(value, name)
        return values, modules

    def _make_names(self, values: Json, modules: Json) -> None:
        self._names.update(vars(self._modules["main"]) | values | {"__name__": "__main__"})
        self._names.update({name: self._import(module) for name, module in modules.items()})

    def _state(self) -> object:
        main = self._modules.get("main")
        state = getattr(main, "state", None)
        if state is None:
            raise VMError("main must hold its mutable state in one object named state")
        return state


def _not_booted() -> int:
    raise VMError("the program must be booted before it ticks")


def _iter(value: Guest) -> Guest:
    """As MicroPython has it: it takes no sentinel."""
    return iter(value)
