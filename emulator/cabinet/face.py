# SPDX-License-Identifier: MIT
"""
Public names of an object that its parts implement, one line each.

    class Cabinet:
        insert = act("acts", Acts.insert)       # cab.insert(200) is cab.acts.insert(200)
        tray = Seen("view", View.tray)          # cab.tray is cab.view.tray()

Parameters, types and docstring are those of the part's method.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, Self, TypeVar, overload

_Part = TypeVar("_Part")
_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")


def act(
    part: str, method: Callable[Concatenate[_Part, _Given], _Found]
) -> Callable[Concatenate[Any, _Given], _Found]:
    """A method of the object that calls the method of its part."""
    find = attrgetter(f"{part}.{method.__name__}")

    @wraps(method)
    def passed_on(whole: object, /, *args: _Given.args, **kwargs: _Given.kwargs) -> _Found:
        found: _Found = find(whole)(*args, **kwargs)
        return found

    return passed_on


def require_known(whose: str, options: Mapping[str, object], known: type) -> None:
    """TypeError for a keyword that the TypedDict ``known`` does not name, as of any other function."""
    if unknown := options.keys() - known.__annotations__.keys():
        raise TypeError(f"{whose} got an unexpected keyword argument {min(unknown)!r}")


class Seen(property, Generic[_Found]):
    """A property of the object that calls the method of its part."""

    def __init__(self, part: str, method: Callable[[_Part], _Found]) -> None:
        super().__init__(act(part, method))

    if TYPE_CHECKING:
        # A type checker takes what a property returns for Any.
        @overload
        def __get__(self, whole: None, kind: type, /) -> Self: ...
        @overload
        def __get__(self, whole: object, kind: type | None = None, /) -> _Found: ...
        def __get__(self, whole: object, kind: type | None = None, /) -> object: ...
