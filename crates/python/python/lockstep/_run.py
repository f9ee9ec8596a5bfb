"""What a run gave, and how it shows itself."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any, Dict, List, Optional, Tuple, Union

import numpy as np

from ._lockstep import LockstepError


@dataclass(frozen=True)
class Finding:
    """What is wrong with a kernel, or slow, and where."""

    kind: str
    severity: str
    message: str
    line: Optional[int]

    def __str__(self) -> str:
        where = "" if self.line is None else f", line {self.line}"
        return f"{self.severity}: {self.kind}{where}: {self.message}"


@dataclass(frozen=True)
class Estimate:
    """The estimated time of the dispatch on the simulated machine; never a measurement."""

    time_s: Optional[float]
    limiter: Optional[str]
    terms: Dict[str, Optional[float]]
    #: Figures of the machine are missing: it takes this time at least.
    lower_bound: bool


class Run:
    """Outputs, counters, findings and estimate of one dispatch."""

    def __init__(
        self,
        wgsl: str,
        file: str,
        arrays: Dict[Tuple[int, int], np.ndarray],
        names: Dict[str, Tuple[int, int]],
        report: Dict[str, Any],
    ) -> None:
        self.wgsl = wgsl
        self.file = file
        #: What each buffer holds, by variable name.
        self.outputs: Dict[str, np.ndarray] = {name: arrays[place] for name, place in names.items()}
        self._arrays = arrays
        self.machine: str = report["machine"]
        self.device: str = report["device"]
        self.entry: str = report["entry"]
        #: Sums over the launch, by name.
        self.counters: Dict[str, Any] = report["counters"]
        #: Counters of each source line.
        self.lines: List[Dict[str, Any]] = report["lines"]
        self.findings: List[Finding] = [
            Finding(one["kind"], one["severity"], one["message"], one["line"]) for one in report["findings"]
        ]
        estimate = report["estimate"]
        terms = {term["limit"]: term["time_s"] for term in estimate["terms"]}
        self.estimate = Estimate(estimate["time_s"], estimate["limiter"], terms, estimate["lower_bound"])
        #: What a reader must know.
        self.notes: List[str] = report["notes"]

    def __getitem__(self, place: Union[str, int, Tuple[int, int]]) -> np.ndarray:
        """A buffer after the run, by variable name, ``(group, binding)``, or binding of group 0."""
        if isinstance(place, str):
            return self.outputs[place]
        return self._arrays[(0, place) if isinstance(place, (int, np.integer)) else tuple(place)]

    @property
    def faults(self) -> List[Finding]:
        """The findings that make the kernel wrong."""
        return [finding for finding in self.findings if finding.severity == "error"]

    def check(self) -> "Run":
        """This run, or LockstepError with every fault where there are some: for tests."""
        if self.faults:
            raise LockstepError("\n".join(f"{self.file}: {fault}" for fault in self.faults))
        return self

    def _time(self) -> str:
        time = self.estimate.time_s
        if time is None:
            return "unknown"
        bound = "at least " if self.estimate.lower_bound else ""
        for scale, unit in ((1, "s"), (1e3, "ms"), (1e6, "\u00b5s")):
            if time * scale >= 1:
                return f"{bound}{time * scale:.3g} {unit}"
        return f"{bound}{time * 1e9:.3g} ns"

    def __repr__(self) -> str:
        limiter = f", limited by {self.estimate.limiter}" if self.estimate.limiter else ""
        head = f"{self.file}: `{self.entry}` on {self.device} (simulated): estimated {self._time()}{limiter}"
        return "\n".join([head, *(f"  {finding}" for finding in self.findings)])

    def _repr_html_(self) -> str:
        """A table of findings and counters, for a notebook."""
        colours = {"error": "#b00020", "warning": "#8a5a00", "note": "#555"}
        rows = "".join(
            f"<tr><td style='color:{colours.get(one.severity, '#555')}'>{escape(one.severity)}</td>"
            f"<td>{escape(one.kind)}</td><td>{'' if one.line is None else one.line}</td>"
            f"<td style='text-align:left'>{escape(one.message)}</td></tr>"
            for one in self.findings
        )
        findings = (
            f"<table><tr><th></th><th>finding</th><th>line</th><th>what</th></tr>{rows}</table>"
            if rows
            else "<p>Nothing was found.</p>"
        )
        shown = [(name, value) for name, value in self.counters.items() if isinstance(value, (int, float)) and value]
        counters = "".join(f"<tr><td>{escape(name)}</td><td>{value:,}</td></tr>" for name, value in shown)
        limiter = f", limited by {escape(self.estimate.limiter)}" if self.estimate.limiter else ""
        return (
            f"<p><b>{escape(self.file)}</b>: <code>{escape(self.entry)}</code> on {escape(self.device)} (simulated): "
            f"estimated {self._time()}{limiter}</p>{findings}"
            f"<details><summary>counters</summary><table>{counters}</table></details>"
        )
