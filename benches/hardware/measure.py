#!/usr/bin/env python3
"""Runs `ncu` over twins, a group of metrics at a time; drops the metrics that this machine's ncu does not know. usage: measure.py TWINS CSVFOLDER"""

import os, re, shutil, signal, subprocess, sys, time

here = os.path.dirname(os.path.abspath(__file__))
twins, out = sys.argv[1:3]
start = time.time()
BUDGET = float(os.environ.get("BUDGET", "140"))
left = lambda: BUDGET - (time.time() - start)


def find(name):
    import glob

    places = [shutil.which(name)] + sorted(
        glob.glob(f"/usr/local/cuda*/bin/{name}") + glob.glob(f"/opt/nvidia/nsight-compute/*/{name}"),
        reverse=True,
    )
    return next((p for p in places if p and os.path.exists(p)), None)


ncu = find("ncu") or sys.exit("no ncu")


def call(args, seconds):
    p = subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        return p.returncode, *p.communicate(timeout=max(5, seconds))[:1], p
    except subprocess.TimeoutExpired:
        p.send_signal(signal.SIGINT)  # ncu then prints what it has
        try:
            text = p.communicate(timeout=15)[0]
        except subprocess.TimeoutExpired:
            p.kill()
            text = p.communicate()[0]
        return 124, text + "\n(timed out)", p


def ran(args, seconds):
    _, text, p = call(args, seconds)
    return p.returncode, text


known = set()
for flag in ("--chips", "--chip"):
    code, text = ran([ncu, "--query-metrics", flag, "gh100"], 30)
    if code == 0:
        known = set(re.findall(r"^\s*([a-z0-9]+__\w+)", text, re.M))
    if known:
        open(f"{out}/query.txt", "w").write(text)
        break
print("metrics known:", len(known), round(time.time() - start, 1), "s", flush=True)
groups = {}
for line in open(f"{here}/metrics.txt"):
    if line.strip() and line[0] != "#":
        g, m = line.split()
        groups.setdefault(g, []).append(m)
dropped = []


def base(m):
    return m.split(".")[0]


def probe(metrics):
    """Those of the metrics that ncu takes."""
    while metrics:
        code, text = ran(
            [
                ncu,
                "--csv",
                "--page",
                "raw",
                "--clock-control",
                "none",
                "-c",
                "1",
                "--metrics",
                ",".join(metrics),
                twins,
                "coalescing/tiled",
            ],
            40,
        )
        if code == 0 and "Failed to find metric" not in text and "No kernels were profiled" not in text:
            return metrics
        open(f"{out}/probe.txt", "a").write(text[-3000:] + "\n----\n")
        if "ERR_NVGPUCTRPERM" in text:
            sys.exit("no permission for the counters: " + text[-500:])
        bad = [
            m
            for m in metrics
            if "ailed to find" in text and re.search(re.escape(base(m)) + r"(?!\w)", text.split("ailed to find", 1)[1])
        ]
        if not bad:
            if len(metrics) == 1 or left() < 60:
                bad = metrics
            else:
                half = len(metrics) // 2
                return probe(metrics[:half]) + probe(metrics[half:])
        dropped.extend(bad)
        metrics = [m for m in metrics if m not in bad]
    return []


for g, metrics in groups.items():
    keep = [m for m in metrics if not known or base(m) in known or m.startswith("launch__") or "__sass_" in m]
    dropped += [m for m in metrics if m not in keep]
    groups[g] = probe(keep)
open(f"{out}/dropped.txt", "w").write("\n".join(dropped) + "\n")
print("dropped:", dropped, round(time.time() - start, 1), "s", flush=True)
PARTS = [
    ("a", "-probe", 0.4),
    ("p", "probe", 0.45),
    ("b", "-probe", 0.6),
    ("c", "-probe", 1.0),
]  # of the time left
for g, part, share in PARTS:
    metrics, t = groups[g], time.time()
    if not metrics or left() < 8:
        print(f"group {g}: left out", flush=True)
        continue
    log = f"{out}/counters-{g}.csv"
    code, text = ran(
        [
            ncu,
            "--csv",
            "--page",
            "raw",
            "--print-units",
            "base",
            "--clock-control",
            "none",
            "--cache-control",
            "all",
            "--log-file",
            log,
            "--metrics",
            ",".join(metrics),
            twins,
            part,
        ],
        left() * share,
    )
    open(f"{out}/run-{g}.txt", "w").write(text)
    print(
        f"group {g}: exit {code}, {len(metrics)} metrics, {time.time() - t:.1f} s;",
        text.count("right"),
        "right",
        text.count("WRONG"),
        "wrong",
        flush=True,
    )
    if code:
        print(text[-1500:], flush=True)
