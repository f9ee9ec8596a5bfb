#!/usr/bin/env python3
"""Holds the simulator's counters against those that ncu read: first what should be exact, then what a model can only come near.

usage: compare.py CSVFOLDER

CSVFOLDER is what run.sh wrote; the simulator's are target/hardware/sim/NAME.json, from simulate.py. What differs is listed
again below each table, with the reason where one was expected before anything was measured."""

import csv, glob, json, os, sys
from pathlib import Path

if len(sys.argv) != 2:
    sys.exit(__doc__)
folder, sim = sys.argv[1], Path(__file__).resolve().parents[2] / "target/hardware/sim"


def number(text):
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None


def read(path):
    """The rows of one CSV of ncu, wide or long, in the order of the launches: (kernel, {metric: value})."""
    lines = [l for l in open(path, errors="replace") if l.startswith('"')]
    rows = list(csv.reader(lines))
    if not rows:
        return []
    head, at = rows[0], {n: i for i, n in enumerate(rows[0])}
    if "Metric Name" in at:
        out = {}
        for r in rows[1:]:
            k = out.setdefault(int(r[at["ID"]]), (r[at["Kernel Name"]], {}))
            k[1][r[at["Metric Name"]]] = number(r[at["Metric Value"]])
        return [out[i] for i in sorted(out)]
    out = []
    for r in rows[1:]:
        if not r[at["ID"]].strip():
            continue  # the units
        out.append((r[at["Kernel Name"]], {n: number(v) for n, v in zip(head, r) if "__" in n}))
    return out


def function(name):
    if name.startswith("probe/"):
        return {"l": "probe_load_shared", "s": "probe_store_shared", "g": "probe_load_global"}[
            {"lds": "l", "sts": "s", "ldg": "g"}[name[6:9]]
        ]
    if name == "reduction/atomic+each":
        return "reduction_atomic_each"
    return name.split("+")[0].replace("/", "_").replace("-", "_")


checks = [l.strip().split(",") for l in open(f"{folder}/checks.csv") if l.count(",") == 2]
if any(c[2] != "right" for c in checks):
    print("NOT RIGHT:", [c[1:] for c in checks if c[2] != "right"])
hw = {}
labs, probes = [c[1] for c in checks if not c[1].startswith("probe/")], [
    c[1] for c in checks if c[1].startswith("probe/")
]
for path in sorted(glob.glob(f"{folder}/counters-*.csv")):
    rows, names = read(path), probes if "-p." in path else labs
    if len(rows) != len(names):
        print(f"{os.path.basename(path)}: {len(rows)} launches of {len(names)}")
    for name, (kernel, metrics) in zip(names, rows):
        if not kernel.replace("void ", "").startswith(function(name)):
            sys.exit(f"{path}: {kernel} where {name} was expected")
        hw.setdefault(name, {}).update({m: v for m, v in metrics.items() if v is not None})


def get(h, *names, none=None):
    """The sum of those metrics; none where all are missing."""
    v = [h[n] for n in names if n in h]
    return sum(v) if v else none


L1 = "l1tex__t_{}_pipe_lsu_mem_global_op_{}.sum"


def l1(h, what, ops):
    return get(h, *[L1.format(what, o) for o in ops])


def first(*values):
    return next((v for v in values if v is not None), None)


def div(a, b, scale=1.0):
    return None if a is None or not b else scale * a / b


W = "l1tex__data_pipe_lsu_wavefronts_mem_shared"
EXACT = [  # counter, ours, hardware's
    (
        "global requests (loads, stores)",
        lambda c: c["global_requests"],
        lambda h: l1(h, "requests", ("ld", "st")),
    ),
    (
        "global sectors (loads, stores)",
        lambda c: c["global_sectors"],
        lambda h: l1(h, "sectors", ("ld", "st")),
    ),
    ("  of them loads", lambda c: c["l1_read_bytes"] / 32, lambda h: l1(h, "sectors", ("ld",))),
    (
        "  of them stores",
        lambda c: c["global_sectors"] - c["l1_read_bytes"] / 32,
        lambda h: l1(h, "sectors", ("st",)),
    ),
    (
        "shared requests (loads, stores)",
        lambda c: c["shared_requests"],
        lambda h: get(h, "smsp__inst_executed_op_shared_ld.sum", "smsp__inst_executed_op_shared_st.sum"),
    ),
    (
        "shared wavefronts (loads, stores)",
        lambda c: c["shared_wavefronts"],
        lambda h: get(h, W + "_op_ld.sum", W + "_op_st.sum"),
    ),
    (
        "shared wavefronts (by ncu's patches)",
        lambda c: c["shared_wavefronts"],
        lambda h: get(
            h,
            "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
            "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
        ),
    ),
    (
        "bank conflicts: wavefronts beyond the fewest",
        lambda c: c["shared_wavefronts"] - c["shared_wavefronts_ideal"],
        lambda h: get(
            h,
            "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
            "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
        ),
    ),
    (
        "atomic requests (global and shared)",
        lambda c: c["atomic_requests"],
        lambda h: (lambda g, s: None if g is None and s is None else (g or 0) + (s or 0))(
            l1(h, "requests", ("red", "atom")),
            first(
                get(h, "smsp__inst_executed_op_shared_atom.sum"),
                get(h, "smsp__sass_inst_executed_op_shared_atom.sum"),
            ),
        ),
    ),
    ("shared atomic wavefronts", lambda c: c["atomic_wavefronts"], lambda h: get(h, W + "_op_atom.sum")),
    (
        "FLOP (fma 2, add, mul)",
        lambda c: c["flop"],
        lambda h: (lambda f, a, m: None if f is None else 2 * f + (a or 0) + (m or 0))(
            *[h.get(f"smsp__sass_thread_inst_executed_op_{o}_pred_on.sum") for o in ("ffma", "fadd", "fmul")]
        ),
    ),
    (
        "requests of private arrays",
        lambda c: c["local_requests"],
        lambda h: get(
            h,
            "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum",
            "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum",
        ),
    ),
]
LT = "lts__t_sectors_srcunit_tex_op_"
NEAR = [
    ("instructions", lambda c: c["subgroup_instructions"], lambda h: h.get("smsp__inst_executed.sum")),
    (
        "lane efficiency",
        lambda c: c["lane_efficiency"],
        lambda h: div(h.get("smsp__thread_inst_executed_per_inst_executed.ratio"), 32),
    ),
    ("branches", lambda c: c["branches"], lambda h: h.get("smsp__sass_branch_targets.sum")),
    (
        "divergent branches",
        lambda c: c["divergent_branches"],
        lambda h: h.get("smsp__sass_branch_targets_threads_divergent.sum"),
    ),
    (
        "L1 hits (load sectors)",
        lambda c: c["l1_hit_bytes"] / 32,
        lambda h: h.get("l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum"),
    ),
    ("L2 read sectors", lambda c: c["l2_read_bytes"] / 32, lambda h: get(h, LT + "read.sum", LT + "red.sum")),
    ("L2 read hits", lambda c: c["l2_hit_bytes"] / 32, lambda h: h.get(LT + "read_lookup_hit.sum")),
    (
        "L2 write sectors",
        lambda c: c["l2_write_bytes"] / 32,
        lambda h: get(h, LT + "write.sum", LT + "red.sum"),
    ),
    (
        "DRAM bytes",
        lambda c: c["dram_bytes"],
        lambda h: get(h, "dram__bytes_read.sum", "dram__bytes_write.sum"),
    ),
    (
        "achieved occupancy",
        lambda c: c["achieved_occupancy"],
        lambda h: div(h.get("sm__warps_active.avg.pct_of_peak_sustained_active"), 100),
    ),
    (
        "occupancy",
        lambda c: c["occupancy"],
        lambda h: div(h.get("sm__maximum_warps_per_active_cycle_pct"), 100),
    ),
]


def why(name, counter, ours, theirs):
    """What was predicted before the measurement; empty where nothing was."""
    lab, kernel = name.split("/")
    if "conflicts" in counter and theirs is not None and ours is not None and theirs > ours:
        return "this counter may take in other waits for the data banks: see the wavefronts that ncu counts by patching instructions"
    if lab == "probe" and "shared wave" in counter or counter.startswith("shared wave"):
        if (
            kernel in ("vectorised", "prefetched", "lane-blocks")
            or "ds4" in kernel
            or "ds2" in kernel
            or "ts4" in kernel
            or "ts2" in kernel
        ):
            return (
                "wide accesses: lanes that ask for the same words, or few lanes, may need fewer passes than four (two)"
            )
        if kernel == "norm-fused":
            return "64-bit accesses of at most 16 lanes need one pass"
    if counter.startswith("FLOP") and lab == "fusion":
        return "exp is a multiplication and a special function, a division one or two; max counts for us"
    if counter.startswith("FLOP") and lab == "divergence":
        return "negation is free, and a rotation none"
    if counter == "instructions":
        return "the compiler unrolls and folds addresses"
    if counter == "lane efficiency":
        return "another mix of instructions in the divergent part"
    if "branch" in counter:
        return "predication and unrolling remove branches; targets count both ways"
    if counter.startswith("L2") and lab == "reduction":
        return "a reduction reaches level 2 as one sector; we read and write it; ncu counts hits of reads only"
    if counter == "DRAM bytes":
        return "what was written stays in the 50 MB of level 2 and is written back after the counters stop"
    if "occupancy" in counter:
        return "ours is of the PCIe card (114 units, not 132), with workgroups that start and end together"
    if counter.startswith("L2 read hits"):
        return "two partitions of level 2: sectors of the far one are looked up twice"
    return ""


def show(v):
    return "-" if v is None else f"{v:.4g}" if isinstance(v, float) and v != int(v) else f"{int(v)}"


def table(title, rows, part):
    print(f'\n== {title}\n{"kernel":28} {"counter":46} {"ours":>12} {"hardware":>12} {"ratio":>8}')
    same = differ = missing = 0
    different = []
    for name, h in hw.items():
        if name.startswith("probe/") != (part == "probe"):
            continue
        path = f'{sim}/{name.replace("/", "_")}.json'
        if not os.path.exists(path):
            print("no", path)
            continue
        c = json.load(open(path))["counters"]
        for counter, of_ours, of_theirs in rows:
            ours, theirs = of_ours(c), of_theirs(h)
            if theirs is None or ours is None:
                missing += 1
                continue
            if not ours and not theirs:
                continue
            equal = abs(ours - theirs) <= 1e-9 * max(abs(ours), 1)
            same += equal
            differ += not equal
            line = f'{name:28} {counter:46} {show(ours):>12} {show(theirs):>12} {theirs / ours if ours else float("inf"):8.4f}'
            if not equal:
                different.append((line, why(name, counter, ours, theirs)))
            print(line + ("" if equal else "  *"))
    print(f"\n-- {title}: {same} equal, {differ} differ, {missing} not read. Those that differ:")
    for line, reason in different:
        print(line + (f'\n{"":8}{reason}' if reason else "\n        NOT PREDICTED"))


table("counters that should be exact", EXACT, "")
table(
    "counters that should be exact: probes of one subgroup (ours / hardware in all; the fill of the table is one wavefront for each 128 bytes)",
    EXACT,
    "probe",
)
table("counters of a model", NEAR, "")
print("\n== time (ours is an estimate; hardware under ncu, caches flushed, clock as it is), and registers")
for name, h in hw.items():
    if "gpu__time_duration.sum" in h and not name.startswith("probe/"):
        d = json.load(open(f'{sim}/{name.replace("/", "_")}.json'))
        ns = h["gpu__time_duration.sum"]
        e = (d.get("estimate") or {}).get("time_s")
        print(
            f'{name:28} {(e or 0) * 1e9:12.0f} ns {ns:12.0f} ns  registers {show(h.get("launch__registers_per_thread"))}  limiter {(d.get("estimate") or {}).get("limiter")}'
        )
print("\n== probes: hardware alone")
for name, h in hw.items():
    if name.startswith("probe/"):
        print(
            f"{name:28} "
            + " ".join(
                f'{m.replace("l1tex__", "").replace("_pipe_lsu", "").replace(".sum", "")}={show(v)}'
                for m, v in h.items()
                if "_op_atom" not in m and "launch" not in m
            )
        )
