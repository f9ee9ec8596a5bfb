#!/usr/bin/env bash
# Runs once, when Gradescope builds the autograder's image: nothing to install, but the program must run there.
set -euo pipefail
source="${LOCKSTEP_AUTOGRADER:-/autograder}/source"
chmod +x "$source/lockstep"
if ! "$source/lockstep" --version; then
    echo "lockstep does not run on this image: build it there (cargo build --release), or on an older system" >&2
    exit 1
fi
