# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fractal flames: libflame for Python.

    import flame

    ember = flame.compile(open("ember.flame").read())
    pixels = ember.render(width=1920, height=1080, quality=500)  # numpy, (1080, 1920, 4), uint8

    for frame in flame.open("edge.cubin").frames(width=640, height=360, quality=50):
        ...

`flame.numbers()` and `flame.texts()` list the settings, which are those of libflame. A setting
passed to `render` applies to that frame alone. An assignment such as `ember["quality"] = 500`
applies to all later frames. The pixels equal those of flamerun.

Any thread may use an artefact; calls for one artefact wait for each other. Rendering does not block
other Python threads.
"""

from __future__ import annotations

import ctypes
import enum
import os
import pathlib
from typing import Callable, Iterator, NamedTuple, Optional, Union

__all__ = [
    "Artefact",
    "Cancelled",
    "Error",
    "Format",
    "Planes",
    "Setting",
    "compile",
    "numbers",
    "open",
    "texts",
    "version",
]

ABI = 0  # of flame.h

Value = Union[float, int, bool, str]


class Format(enum.IntEnum):
    """Pixel formats, as in flame.h."""

    RGBA8 = 0
    RGBA16 = 1
    RGBA_FLOAT = 2
    YUV420P8 = 3
    YUV422P8 = 4
    YUV444P8 = 5
    YUV420P10 = 6
    YUV422P10 = 7
    YUV444P10 = 8


class Error(Exception):
    """An error of libflame: `status` as in flame.h, and `note` with advice, or ""."""

    def __init__(self, status: int, message: str, note: str = "") -> None:
        super().__init__(message + ("\nnote: " + note if note else ""))
        self.status, self.message, self.note = status, message, note


class Cancelled(Error):
    """`Artefact.cancel` or a callback ended the render."""


class Setting(NamedTuple):
    """A number or a text of artefacts."""

    name: str
    about: str
    is_settable: bool
    minimum: float
    maximum: float


class Planes(NamedTuple):
    """The planes of a frame for video, as arrays."""

    y: "numpy.ndarray"  # noqa: F821 - numpy is needed for rendering alone
    cb: "numpy.ndarray"  # noqa: F821
    cr: "numpy.ndarray"  # noqa: F821


class _Setting(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("about", ctypes.c_char_p),
        ("is_settable", ctypes.c_int),
        ("minimum", ctypes.c_double),
        ("maximum", ctypes.c_double),
    ]


class _State(ctypes.Structure):
    _fields_ = [("share", ctypes.c_double), ("has_picture", ctypes.c_int)]


_Callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(_State))

_handle, _text, _size = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t
_FUNCTIONS = {
    "flame_version": (_text, []),
    "flame_abi": (ctypes.c_int, []),
    "flame_error": (_text, []),
    "flame_error_note": (_text, []),
    "flame_error_status": (ctypes.c_int, []),
    "flame_open": (_handle, [_text]),
    "flame_open_bytes": (_handle, [_text, _size, _text]),
    "flame_compile": (_handle, [_text, _size, _text, _text]),
    "flame_close": (None, [_handle]),
    "flame_bytes": (_handle, [_handle, ctypes.POINTER(_size)]),
    "flame_number_at": (ctypes.POINTER(_Setting), [_size]),
    "flame_text_at": (ctypes.POINTER(_Setting), [_size]),
    "flame_set_number": (ctypes.c_int, [_handle, _text, ctypes.c_double]),
    "flame_get_number": (ctypes.c_int, [_handle, _text, ctypes.POINTER(ctypes.c_double)]),
    "flame_reset_number": (ctypes.c_int, [_handle, _text]),
    "flame_set_text": (ctypes.c_int, [_handle, _text, _text]),
    "flame_get_text": (_text, [_handle, _text]),
    "flame_buffer_size": (_size, [_handle, ctypes.c_int]),
    "flame_render": (ctypes.c_int, [_handle, ctypes.c_int, ctypes.c_void_p, _size]),
    "flame_render_cuda": (ctypes.c_int, [_handle, ctypes.c_int, ctypes.c_uint64, _size]),
    "flame_render_shown": (
        ctypes.c_int,
        [_handle, ctypes.c_int, ctypes.c_void_p, _size, _Callback, ctypes.c_void_p],
    ),
    "flame_cancel": (None, [_handle]),
}


def _load() -> ctypes.CDLL:
    """Loads the library: FLAME_LIBRARY, the one installed with this module, or the system's."""
    name = f"libflame.so.{ABI}"
    named = os.environ.get("FLAME_LIBRARY")
    beside = [folder / name for folder in pathlib.Path(__file__).resolve().parents[1:5]]
    path = named or next((str(path) for path in beside if path.exists()), name)
    library = ctypes.CDLL(path)
    for function, (result, arguments) in _FUNCTIONS.items():
        getattr(library, function).restype = result
        getattr(library, function).argtypes = arguments
    if library.flame_abi() != ABI:
        raise ImportError(
            f"'{path}' has interface {library.flame_abi()}, and this module needs {ABI}"
        )
    return library


_flame = _load()

_CANCELLED = 4


def _last_error() -> Error:
    status = _flame.flame_error_status()
    kind = Cancelled if status == _CANCELLED else Error
    return kind(
        status,
        _flame.flame_error().decode(errors="replace"),
        _flame.flame_error_note().decode(errors="replace"),
    )


def _check(status: int) -> None:
    if status:
        raise _last_error()


def version() -> str:
    """The version of the library, "0.1.0"."""
    return _flame.flame_version().decode()


def _settings(at) -> "dict[str, Setting]":
    found = {}
    while setting := at(len(found)):
        row = setting.contents
        name = row.name.decode()
        found[name] = Setting(
            name, row.about.decode(), bool(row.is_settable), row.minimum, row.maximum
        )
    return found


def numbers() -> "dict[str, Setting]":
    """All numbers that artefacts have, by name."""
    return _settings(_flame.flame_number_at)


def texts() -> "dict[str, Setting]":
    """All texts that artefacts have, by name."""
    return _settings(_flame.flame_text_at)


_TEXTS = frozenset(texts())
_INSTEAD = {"time": ("frame",), "frame": ("time",)}  # setting one resets the other


class Artefact:
    """A flame and its settings. `flame.open` and `flame.compile` make one; `with` closes it."""

    def __init__(self, handle: Optional[int]) -> None:
        if not handle:
            raise _last_error()
        self._handle: Optional[int] = handle
        self._chosen: "dict[str, Value]" = {}  # settings for all later frames

    def __enter__(self) -> "Artefact":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Closes the flame. Garbage collection does the same."""
        handle, self._handle = getattr(self, "_handle", None), None
        if handle:
            _flame.flame_close(handle)

    def __getitem__(self, name: str) -> Union[float, str]:
        if name in _TEXTS:
            text = _flame.flame_get_text(self._handle, name.encode())
            if text is None:
                raise _last_error()
            return text.decode(errors="replace")
        value = ctypes.c_double()
        _check(_flame.flame_get_number(self._handle, name.encode(), ctypes.byref(value)))
        return value.value

    def __setitem__(self, name: str, value: Value) -> None:
        self._apply(name, value)
        for other in _INSTEAD.get(name, ()):
            self._chosen.pop(other, None)
        self._chosen[name] = value

    def _apply(self, name: str, value: Value) -> None:
        if isinstance(value, str):
            _check(_flame.flame_set_text(self._handle, name.encode(), value.encode()))
        else:
            _check(_flame.flame_set_number(self._handle, name.encode(), float(value)))

    def reset(self, name: str) -> None:
        """Resets a setting to its initial value."""
        for other in (name, *_INSTEAD.get(name, ())):
            self._chosen.pop(other, None)
        self._reset(name)

    def _reset(self, name: str) -> None:
        if name in _TEXTS:
            _check(
                _flame.flame_set_text(
                    self._handle, name.encode(), b"auto" if name == "device" else b""
                )
            )
        else:
            _check(_flame.flame_reset_number(self._handle, name.encode()))

    def to_bytes(self) -> bytes:
        """Returns the contents of the artefact's file, as flamec writes it."""
        size = _size()
        start = _flame.flame_bytes(self._handle, ctypes.byref(size))
        if not start:
            raise _last_error()
        return ctypes.string_at(start, size.value)

    def cancel(self) -> None:
        """Ends the render that runs in another thread, which raises Cancelled there."""
        if self._handle:
            _flame.flame_cancel(self._handle)

    def render_bytes(self, format: Format = Format.RGBA8, **settings: Value) -> bytearray:
        """Renders a frame to bytes in the layout of `format`. Needs no numpy."""
        with _Settings(self, settings):
            buffer = bytearray(self._buffer_size(format))
            view = (ctypes.c_char * len(buffer)).from_buffer(buffer)
            _check(_flame.flame_render(self._handle, format, view, len(buffer)))
            return buffer

    def render(
        self, format: Format = Format.RGBA8, **settings: Value
    ) -> "Union[numpy.ndarray, Planes]":  # noqa: F821
        """Renders a frame.

        RGBA formats give an array of shape (height, width, 4) with uint8, uint16, or float32 from
        0 to 1. Video formats give three planes."""
        with _Settings(self, settings):
            array, result = self._arrays(format)
            _check(_flame.flame_render(self._handle, format, array.ctypes.data, array.nbytes))
            return result

    def render_shown(
        self,
        show: "Callable[[float, Optional[numpy.ndarray]], Optional[bool]]",  # noqa: F821
        format: Format = Format.RGBA8,
        **settings: Value,
    ) -> "Union[numpy.ndarray, Planes]":  # noqa: F821
        """Renders a frame progressively.

        Calls `show(share, picture)` meanwhile: `share` is the part of the work done, `picture` the
        frame so far, or None if there is nothing new. Later pictures overwrite the array, so copy
        it to keep it. If `show` returns False, rendering ends with
        Cancelled. Exceptions of `show` are raised again."""
        with _Settings(self, settings):
            array, result = self._arrays(format)
            raised: "list[BaseException]" = []

            def call(_: object, state: "ctypes._Pointer[_State]") -> int:
                try:
                    return (
                        show(state.contents.share, result if state.contents.has_picture else None)
                        is False
                    )
                except BaseException as error:  # exceptions must not cross C code
                    raised.append(error)
                    return 1

            status = _flame.flame_render_shown(
                self._handle, format, array.ctypes.data, array.nbytes, _Callback(call), None
            )
            if raised:
                raise raised[0]
            _check(status)
            return result

    def render_cuda(
        self, address: int, size: int, format: Format = Format.RGBA8, **settings: Value
    ) -> None:
        """Renders into GPU memory, for example `tensor.data_ptr()` and `tensor.nbytes`."""
        with _Settings(self, settings):
            _check(_flame.flame_render_cuda(self._handle, format, address, size))

    def frames(
        self, format: Format = Format.RGBA8, **settings: Value
    ) -> "Iterator[Union[numpy.ndarray, Planes]]":  # noqa: F821
        """Renders the frames of an animation in order. A still has one frame."""
        first, last = int(self["first_frame"]), int(self["last_frame"])
        for frame in range(first, last + 1):
            yield self.render(format, **{**settings, "frame": frame})

    def _buffer_size(self, format: Format) -> int:
        size = _flame.flame_buffer_size(self._handle, format)
        if not size:
            raise _last_error()
        return size

    def _arrays(
        self, format: Format
    ) -> "tuple[numpy.ndarray, Union[numpy.ndarray, Planes]]":  # noqa: F821
        """Allocates the memory of a frame. Returns it with the view for the caller."""
        import numpy

        format = Format(format)
        size = self._buffer_size(format)
        width, height = int(self["width"]), int(self["height"])
        if format <= Format.RGBA_FLOAT:
            kind = (numpy.uint8, numpy.uint16, numpy.float32)[format]
            array = numpy.empty((height, width, 4), kind)
            return array, array
        kind = numpy.uint8 if format < Format.YUV420P10 else numpy.uint16
        array = numpy.empty(size // numpy.dtype(kind).itemsize, kind)
        chroma = (format - Format.YUV420P8) % 3
        across, down = (
            (width + 1) // 2 if chroma < 2 else width,
            (height + 1) // 2 if chroma < 1 else height,
        )
        luma, each = width * height, across * down
        return array, Planes(
            array[:luma].reshape(height, width),
            array[luma : luma + each].reshape(down, across),
            array[luma + each :].reshape(down, across),
        )


class _Settings:
    """Applies settings during one call."""

    def __init__(self, artefact: Artefact, settings: "dict[str, Value]") -> None:
        self.artefact, self.settings = artefact, settings

    def __enter__(self) -> None:
        try:
            for name, value in self.settings.items():
                self.artefact._apply(name, value)
        except Error:
            self.__exit__()
            raise

    def __exit__(self, *_: object) -> None:
        for name in self.settings:
            try:
                self.artefact._reset(name)
            except Error:  # unknown name, which is being reported already
                continue
            for again in (name, *_INSTEAD.get(name, ())):
                if again in self.artefact._chosen:
                    self.artefact._apply(again, self.artefact._chosen[again])


def open(path: "Union[str, os.PathLike[str]]") -> Artefact:
    """Opens an artefact, or compiles a genome."""
    return Artefact(_flame.flame_open(os.fsencode(path)))


def compile(text: Union[str, bytes], name: str = "flame", flame: str = "") -> Artefact:
    """Compiles a text: flam3's XML, or JSON. Messages call it `name`.

    `flame` selects one of several flames."""
    text = text.encode() if isinstance(text, str) else text
    return Artefact(_flame.flame_compile(text, len(text), name.encode(), flame.encode()))
