#!/usr/bin/env python3
"""The simulator's counts for the kernels of twins.cu, with the same sizes and data, and what the GPU's machine needs.

usage: simulate.py [NAME-PART]

Written under target/hardware: sim/NAME.json, and carry/, the folder to take to the machine with the GPU. A case NAME+X is
the kernel NAME with other data or parameters; `probe/...` are single accesses of one subgroup. LOCKSTEP names another
program than target/release/lockstep, MACHINE another machine than hopper-9.0."""

import json, os, shutil, subprocess, sys
from pathlib import Path
import numpy as np

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LOCKSTEP = os.environ.get("LOCKSTEP", str(ROOT / "target/release/lockstep"))
MACHINE = os.environ.get("MACHINE", "hopper-9.0")
WORK = ROOT / "target/hardware"
SIM, CARRY, PROBE, DATA = (WORK / name for name in ("sim", "carry", "probe", "data"))
for folder in (SIM, CARRY, PROBE, DATA):
    folder.mkdir(parents=True, exist_ok=True)
u64 = np.uint64


def word(n, salt):
    m = u64(0xFFFFFFFF)
    x = (np.arange(n, dtype=u64) * u64(2654435761) + u64(salt * 0x9E3779B9 & 0xFFFFFFFF)) & m
    x ^= x >> u64(16)
    x = x * u64(0x85EBCA6B) & m
    x ^= x >> u64(13)
    x = x * u64(0xC2B2AE35) & m
    x ^= x >> u64(16)
    return x


def unit(n, salt):
    return (word(n, salt) >> u64(8)).astype(np.float64) / 8388608 - 1


def floats(n, salt):
    return unit(n, salt).astype(np.float32)


def below(n, salt, k):
    return (word(n, salt) % u64(k)).astype(np.uint32)


def trips(n, salt):
    r = word(n, salt) % u64(64) + u64(1)
    return np.maximum(u64(1024) * r**4 // u64(64**4), 1).astype(np.uint32)


N, S, E = 1 << 18, 512, 16384
sums = {}


def keep(name, a):
    p = f"{DATA}/{name}.bin"
    a.tofile(p)
    return p


vec = floats(8 * 65536, 1)
mb = keep("mb", floats(S * S, 2))
full = keep("vec", vec)
vN = keep("vecN", vec[:N])
vE = keep("vecE", vec[: 4 * E])
kinds, tr = keep("kinds", below(E, 3, 64)), keep("trips", trips(E, 4))
small, one = keep("small", below(N, 5, 256)), keep("one", np.full(N, 7, np.uint32))
table = keep("table", below(N, 5, 256)[:2048])
rates = keep("rates", np.full(64, 0.375, np.float32))
gamma, beta = keep("gamma", floats(1024, 6)), keep("beta", floats(1024, 7))


def p(*v):
    return "u32:" + ",".join(map(str, v))


def zero(words):
    return f"zero:{4 * words}"


C = []  # name, dispatch, {binding: what}, out binding, words, float?


def case(name, dispatch, bufs, out, words, is_float):
    C.append((name, dispatch, {**bufs, out: zero(words)}, out, words, is_float))


for v in ("copy", "stride-2", "stride-32", "offset"):
    case(f"coalescing/{v}", "1024", {0: p(N, 18), 1: vN}, 2, N, True)
case("coalescing/aos", "256", {0: p(65536), 1: full}, 3, 65536, True)
case("coalescing/soa", "256", {0: p(65536), 2: full}, 3, 65536, True)
case("coalescing/vec4", "256", {0: p(N, 18), 1: vN}, 2, N, True)
for v in ("naive", "tiled", "padded"):
    case(f"coalescing/{v}", "16,16", {0: p(S), 1: vN}, 2, S * S, True)
for v, d in (
    ("naive", "16,64"),
    ("coalesced", "16,64"),
    ("tiled", "32,32"),
    ("register-1d", "16,8"),
    ("register-2d", "4,4"),
    ("vec4-loads", "4,4"),
    ("vectorised", "4,4"),
    ("prefetched", "4,4"),
    ("lane-blocks", "4,4"),
):
    case(f"tiling/{v}", d, {0: p(S, S, S), 1: vN, 2: mb}, 3, S * S, True)
for v in ("uniform", "2-way", "8-way", "64-way", "by-subgroup", "random", "select"):
    case(
        f"divergence/{v}",
        "64",
        {0: p(E, 64, 5), 1: vE, 2: rates, **({3: kinds} if v == "random" else {})},
        5,
        4 * E,
        True,
    )
case("divergence/trips", "64", {0: p(E), 1: vE, 2: rates, 3: tr}, 5, 4 * E, True)
for v in ("atomic", "atomic+each", "interleaved", "strided", "sequential"):
    case(f"reduction/{v}", "1024", {0: p(N), 1: small}, 2, 1, False)
for v in ("global", "workgroup", "replicated"):
    case(f"reduction/{v}", "64", {0: p(N), 1: small}, 2, 256, False)
    case(f"reduction/{v}+one", "64", {0: p(N), 1: one}, 2, 256, False)
for v in ("hillis-steele", "blelloch", "padded"):
    case(f"reduction/{v}", "1024", {0: p(N), 1: small}, 2, N, False)
for v, a in (
    ("words", 1),
    ("words", 2),
    ("words", 32),
    ("padded", 31),
    ("padded", 32),
    ("swizzled", 32),
    ("swizzled", 33),
):
    case(f"hierarchy/{v}+{a}", "64", {0: p(a, 128, E), 1: table}, 2, E, False)
case("fusion/softmax-fused", "256", {0: p(256, 1024), 1: vN}, 5, N, True)
case("fusion/chain-fused", "1024", {0: p(N), 1: vN}, 4, N, True)
case("fusion/norm-fused", "256", {0: p(256, 1024), 1: vN, 2: mb, 3: gamma, 4: beta}, 7, N, True)
# Probes: one subgroup, one access of a width with a pattern of places; masked lanes have OFF.
OFF = 0xFFFFFFFF
i = np.arange(32)


def masked(a, on):
    return np.where(on, a, OFF)


PROBES = []  # kind, words, pattern's name, places


def probe(kind, words, **patterns):
    PROBES.extend((kind, words, n.replace("_", "-"), np.asarray(v) + 0 * i) for n, v in patterns.items())


h = (word(32, 8) % u64(256)).astype(int)
four = dict(
    linear=i,
    same=0 * i,
    mod_16=i % 16,
    div_16=i // 16,
    mod_8=i % 8,
    div_8=i // 8,
    div_4=i // 4,
    mod_4=i % 4,
    div_2=i // 2,
    block_4x8=i // 8 * 64 + i % 8,
    stride_2=2 * i,
    stride_4=4 * i,
    stride_8=8 * i,
    first_16=masked(i, i < 16),
    first_8=masked(i, i < 8),
    first_4=masked(i, i < 4),
    first_1=masked(i, i < 1),
    odd=masked(i, i % 2 == 1),
    every_4th=masked(i, i % 4 == 0),
    every_8th=masked(i, i % 8 == 0),
    reversed=31 - i,
    turned=i * 8 % 32 + i // 4,
    two_rows=i % 2 * 8 + i // 16,
    random=h,
)
two = dict(
    linear=i,
    same=0 * i,
    mod_16=i % 16,
    div_16=i // 16,
    mod_8=i % 8,
    div_2=i // 2,
    stride_2=2 * i,
    stride_4=4 * i,
    stride_16=16 * i,
    first_16=masked(i, i < 16),
    first_1=masked(i, i < 1),
    odd=masked(i, i % 2 == 1),
    reversed=31 - i,
    turned=i * 16 % 32 + i // 2,
    random=h,
)
ones = dict(
    linear=i,
    same=0 * i,
    stride_2=2 * i,
    stride_4=4 * i,
    stride_8=8 * i,
    stride_32=32 * i,
    div_2=i // 2,
    turned=i * 8 % 32 + i // 4,
    odd=masked(i, i % 2 == 1),
    random=h,
)
probe("lds", 4, **four)
probe("lds", 2, **two)
probe("lds", 1, **ones)
pick = lambda d, names: {n: d[n] for n in names.split()}
probe(
    "sts",
    4,
    **pick(four, "linear stride_2 stride_8 first_16 first_8 first_1 odd every_4th turned reversed block_4x8"),
)
probe("sts", 2, **pick(two, "linear stride_2 stride_16 first_16 odd turned"))
probe("sts", 1, **pick(ones, "linear stride_2 turned odd"))
probe("ldg", 1, **{**ones, "shift_1": i + 1, "stride_16": 16 * i})
probe("ldg", 2, **pick(two, "linear same stride_2 stride_16 mod_16 turned"))
probe("ldg", 4, **pick(four, "linear same stride_2 stride_8 mod_16 div_8 first_8 odd turned"))
for kind in ("lds", "sts", "ldg"):
    for wd, t in ((1, "f32"), (2, "vec2<f32>"), (4, "vec4<f32>")):
        count = 4096 // 4 // wd
        body = {
            "lds": "for (var w = local; w < COUNT; w += 32u) {\n        table[w] = source[w];\n    }\n    workgroupBarrier();\n    let p = pattern[local];\n    if (p < COUNT) {\n        out[local] = table[p];\n    }",
            "sts": "let p = pattern[local];\n    let v = source[local];\n    if (p < COUNT) {\n        table[p] = v;\n    }\n    workgroupBarrier();\n    if (p < COUNT) {\n        out[local] = table[p];\n    }",
            "ldg": "let p = pattern[local];\n    if (p < COUNT) {\n        out[local] = source[p];\n    }",
        }[kind]
        table_decl = "" if kind == "ldg" else f"var<workgroup> table: array<{t}, COUNT>;\n"
        open(PROBE / f"{kind}{wd}.wgsl", "w").write(f"""@group(0) @binding(0) var<storage, read> pattern: array<u32>;
@group(0) @binding(1) var<storage, read> source: array<{t}>;
@group(0) @binding(2) var<storage, read_write> out: array<{t}>;
const COUNT: u32 = {count}u;
{table_decl}
@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) local: u32) {{
    {body}
}}
""")
source1k = keep("source1k", vec[:1024])
for kind, wd, n, a in PROBES:
    a = np.asarray(a, dtype=np.uint32)
    assert all(v == OFF or v < 1024 // wd for v in a), (kind, wd, n)
    assert kind != "sts" or len({*a[a != OFF]}) == (a != OFF).sum(), n
    C.append(
        (
            f"probe/{kind}{wd}+{n}",
            "1",
            {0: keep(f"p_{kind}{wd}_{n}", a), 1: source1k, 2: zero(32 * wd)},
            2,
            32 * wd,
            True,
        )
    )
with open(CARRY / "patterns.h", "w") as f:
    f.write("// Places that the lanes of one subgroup ask for, by width in words and kind; made by simulate.py.\n")
    f.write(
        "struct Pattern { const char *name; char kind; int words; unsigned places[32]; };\nstatic const Pattern PATTERNS[] = {\n"
    )
    for kind, wd, n, a in PROBES:
        f.write(
            f'    {{"probe/{kind}{wd}+{n}", \'{kind[0] if kind != "ldg" else "g"}\', {wd}, {{{", ".join("~0u" if v == OFF else str(int(v)) for v in a)}}}}},\n'
        )
    f.write("};\n")


def run(c):
    name, dispatch, bufs, out, words, is_float = c
    report, save = SIM / f"{name.replace('/', '_')}.json", DATA / "out.bin"
    report.unlink(missing_ok=True)
    folder = WORK if name.startswith("probe/") else ROOT / "shaders"
    cmd = [LOCKSTEP, "explain", str(folder / f"{name.split('+')[0]}.wgsl"), "--device", f"sim:{MACHINE}", "--quiet"]
    cmd += ["--timeout", "600", "--dispatch", dispatch, "--json", str(report), "--save", f"0.{out}={save}"]
    for binding, what in bufs.items():
        cmd += ["--buffer", f"0.{binding}={what}"]
    ran = subprocess.run(cmd, capture_output=True, text=True)
    found = json.loads(report.read_text()) if report.exists() else {}
    counters = found.get("counters")
    if ran.returncode or not counters:
        sys.exit(f"{name}: exit status {ran.returncode}\n{ran.stderr}")
    if counters["sampled_workgroups"] < counters["workgroups"]:
        sys.exit(f"{name}: only a sample of its workgroups ran, and its counters are estimated")
    values = np.fromfile(save, np.float32 if is_float else np.uint32).astype(np.float64)
    sums[name] = (values.sum(), (values * unit(len(values), 99)).sum(), len(values))
    print(name, flush=True)


if __name__ == "__main__":
    part = sys.argv[1] if len(sys.argv) > 1 else ""
    stored = DATA / "expected.json"
    if stored.exists():
        sums.update(json.loads(stored.read_text()))
    for c in C:
        if part in c[0]:
            run(c)
    stored.write_text(json.dumps(sums))
    with open(CARRY / "expected.h", "w") as f:
        f.write(
            "// Sums of the outputs of the WGSL kernels on the simulator: plain, and weighed by place. Made by simulate.py.\n"
        )
        f.write("struct Expected { const char *name; double plain, weighed; size_t words; };\n")
        f.write("static const Expected EXPECTED[] = {\n")
        for name, (plain, weighed, words) in sums.items():
            f.write(f'    {{"{name}", {float(plain)!r}, {float(weighed)!r}, {int(words)}}},\n')
        f.write("};\n")
    for name in ("twins.cu", "host.h", "metrics.txt", "measure.py", "run.sh"):
        shutil.copy(HERE / name, CARRY)
