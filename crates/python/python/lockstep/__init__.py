"""Run WGSL compute kernels on NumPy arrays in the Lockstep simulator.

    import lockstep, numpy as np

    done = lockstep.run(
        wgsl,
        dispatch=4,
        buffers={"a": np.arange(256, dtype=np.float32), "out": np.zeros(256, np.float32)},
        device="sim:rdna3",
    )
    done["out"]          # what the kernel left there
    done.findings        # races, accesses out of bounds, and why it is slow
    done.counters        # what a profiler would count
    done.estimate        # seconds on that machine, estimated, never measured

In a notebook a run shows itself.
"""

from __future__ import annotations

import json
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _lockstep
from ._lockstep import LockstepError
from ._run import Estimate, Finding, Run

__all__ = ["Estimate", "Finding", "LockstepError", "Run", "machines", "run"]

#: Where a buffer is bound: a variable's name, ``"group.binding"``, ``(group, binding)``, or a binding of group 0.
Place = Union[str, int, Tuple[int, int]]

_DTYPES = {"f32": np.float32, "f16": np.float16, "u32": np.uint32, "i32": np.int32}


def machines() -> List[str]:
    """Names of the simulated machines; a GPU's name of their architectures works too."""
    return list(_lockstep.machines())


def run(
    wgsl: str,
    dispatch: Union[int, Sequence[int]] = 1,
    buffers: Optional[Mapping[Place, Any]] = None,
    device: str = "sim",
    *,
    entry: Optional[str] = None,
    overrides: Optional[Mapping[str, float]] = None,
    immediates: bytes = b"",
    out_of_bounds: str = "clamp",
    seed: int = 1,
    threads: int = 0,
    file: str = "kernel.wgsl",
) -> Run:
    """Run one dispatch of a compute kernel.

    wgsl           the source
    dispatch       workgroups along x, or along x, y and z
    buffers        what is bound: arrays (copied; none is changed) or bytes, by name or place. The type of an array must
                   be that of the variable's numbers: float32, float16, uint32 or int32
    device         ``sim`` or ``sim:MACHINE``, see :func:`machines`
    entry          the entry point; without it the only one, or ``main``
    overrides      values of ``override`` declarations
    out_of_bounds  what an access out of bounds does after it was reported: ``clamp`` or ``zero``
    seed           decides the order in which subgroups run
    threads        host threads; 0 for all
    file           what messages call the source

    Raises LockstepError where the kernel cannot be run, with file, line and column. What the kernel does wrong is no
    exception but a finding of the run; ``run(...).check()`` raises for those.
    """
    if not (device == "sim" or device.startswith("sim:")):
        raise LockstepError(f"device {device!r}: Python runs kernels on the simulator, sim or sim:MACHINE")
    if out_of_bounds not in ("clamp", "zero"):
        raise LockstepError(f"out_of_bounds {out_of_bounds!r}: clamp or zero")
    values = {str(name): float(value) for name, value in (overrides or {}).items()}
    known = json.loads(_lockstep.bindings(wgsl, file, entry, values))
    bound = {}
    shapes: Dict[Tuple[int, int], Tuple[Any, Tuple[int, ...]]] = {}
    for place, given in (buffers or {}).items():
        binding = _find(known, place)
        key = (binding["group"], binding["binding"])
        if key in bound:
            raise LockstepError(f"buffer {place!r}: `{binding['name']}` is bound twice")
        bound[key], shapes[key] = _bytes_of(binding, given)
    missing = [one for one in known if (one["group"], one["binding"]) not in bound]
    if missing:
        words = ", ".join(f"{one['name']!r} ({one['group']}.{one['binding']})" for one in missing)
        raise LockstepError(f"{file}: nothing is bound to {words}")
    how = {
        "file": file,
        "machine": device[4:],
        "entry": entry,
        "overrides": values,
        "immediates": bytes(immediates),
        "seed": int(seed),
        "zero_out_of_bounds": out_of_bounds == "zero",
        "threads": int(threads),
    }
    outputs, report = _lockstep.run(wgsl, _dispatch(dispatch), bound, how)
    arrays = {}
    for key, (dtype, shape) in shapes.items():
        size = int(np.prod(shape, dtype=np.int64)) * np.dtype(dtype).itemsize
        arrays[key] = np.frombuffer(outputs[key][:size], dtype=dtype).reshape(shape).copy()
    names = {one["name"]: (one["group"], one["binding"]) for one in known}
    return Run(wgsl, file, arrays, names, json.loads(report))


def _dispatch(dispatch: Union[int, Sequence[int]]) -> List[int]:
    try:
        counts = [dispatch] if isinstance(dispatch, (int, np.integer)) else list(dispatch)
        are_counts = 1 <= len(counts) <= 3 and all(int(count) == count and 1 <= count < 1 << 32 for count in counts)
    except (TypeError, ValueError):
        are_counts = False
    if not are_counts:
        raise LockstepError(f"dispatch {dispatch!r}: one to three numbers of workgroups, each 1 or more")
    return [int(count) for count in counts] + [1] * (3 - len(counts))


def _find(known: List[Dict[str, Any]], place: Place) -> Dict[str, Any]:
    if isinstance(place, str) and not place.replace(".", "").isdigit():
        found = [one for one in known if one["name"] == place]
    else:
        if isinstance(place, str):
            group, _, binding = place.rpartition(".")
            key = (int(group or 0), int(binding))
        else:
            key = (0, place) if isinstance(place, (int, np.integer)) else tuple(place)
        found = [one for one in known if (one["group"], one["binding"]) == key]
    if not found:
        words = ", ".join(f"{one['name']} ({one['group']}.{one['binding']})" for one in known)
        raise LockstepError(f"buffer {place!r}: the kernel uses no such buffer; it uses: {words or 'none'}")
    return found[0]


def _bytes_of(binding: Dict[str, Any], given: Any) -> Tuple[bytes, Tuple[Any, Tuple[int, ...]]]:
    name = binding["name"]
    if isinstance(given, (bytes, bytearray, memoryview)):
        data = bytes(given)
        kind: Tuple[Any, Tuple[int, ...]] = (np.uint8, (len(data),))
    else:
        array = np.asarray(given)
        wanted = _DTYPES.get(binding["scalar"])
        if wanted is None and array.dtype.kind not in "V" and array.dtype != np.uint8:
            raise LockstepError(f"buffer {name!r} is of several types: give its bytes, or a structured array")
        if wanted is not None and array.dtype != wanted:
            word = np.dtype(wanted).name
            raise LockstepError(
                f"buffer {name!r} is of {binding['scalar']}, and the array of {array.dtype}: give array.astype(numpy.{word})"
            )
        data = np.ascontiguousarray(array).tobytes()
        kind = (array.dtype, array.shape)
    if len(data) < binding["min_bytes"]:
        raise LockstepError(f"buffer {name!r} needs at least {binding['min_bytes']} bytes, and {len(data)} are given")
    return data + bytes(-len(data) % 4), kind
