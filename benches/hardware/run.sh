#!/bin/bash
# Compiles the twins, checks what they compute, and reads their counters. usage: run.sh CSVFOLDER
set -u
here=$(cd "$(dirname "$0")" && pwd)
out=${1:?a folder for the results}
mkdir -p "$out"
for d in /usr/local/cuda/bin /usr/local/cuda-*/bin; do [ -d "$d" ] && PATH=$PATH:$d; done
export PATH LC_ALL=C
begin=$SECONDS
work=$(mktemp -d)
nvcc -O3 -arch=sm_90 -lineinfo -o "$work/twins" "$here/twins.cu" || exit 2
echo "compiled after $((SECONDS - begin)) s"
{ nvcc --version | tail -2; nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.max.sm,clocks.mem --format=csv; ncu --version | tail -1; } > "$out/machine.txt" 2>&1
timeout 40 "$work/twins" > "$out/checks.csv" 2> "$out/checks.err"
echo "twins: exit $?, $(grep -c ,right "$out/checks.csv") right of $(wc -l < "$out/checks.csv")"
cat "$out/checks.err"
cuobjdump -sass "$work/twins" 2> /dev/null | gzip > "$out/sass.txt.gz"
BUDGET=$((130 - (SECONDS - begin))) python3 "$here/measure.py" "$work/twins" "$out"
echo "all in $((SECONDS - begin)) s"
ls -la "$out"
