#!/usr/bin/env python3
"""Classroom 50 runs this once a submission, in the student's checkout, and reads result.json.

Beside it lies assignment.toml. The lockstep binary lies beside it too, or where the shell finds commands, or the variable
LOCKSTEP_RELEASE is the address of a release's archive for Linux, from which it is fetched. What lies there is published, and the runner is the student's
own repository: so it marks by what students see, and refuses to run where what is hidden lies beside it.

It ends with 0 whatever the marks are, and with another status only where marking itself failed.
"""

import pathlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.request

here = pathlib.Path(__file__).resolve().parent
checkout = pathlib.Path.cwd()

if (here / "hidden.toml").exists():
    sys.exit("hidden.toml lies in the autograder's folder, which is published: remove it, and draw other hidden cases")



def program(scratch):
    """The lockstep binary."""
    beside = here / "lockstep"
    if beside.exists():
        return beside
    found = shutil.which("lockstep")
    if found:
        return pathlib.Path(found)
    address = os.environ.get("LOCKSTEP_RELEASE")
    if not address:
        sys.exit(
            "there is no lockstep: put the binary beside autograder.py, or set LOCKSTEP_RELEASE to the address of a "
            "release's archive for Linux"
        )
    try:
        archive, _ = urllib.request.urlretrieve(address, pathlib.Path(scratch) / "lockstep.tgz")
        with tarfile.open(archive) as packed:
            (member,) = [entry for entry in packed if entry.isfile() and pathlib.Path(entry.name).name == "lockstep"]
            binary = pathlib.Path(scratch) / "lockstep"
            binary.write_bytes(packed.extractfile(member).read())
    except (OSError, ValueError, tarfile.TarError) as error:
        sys.exit(f"lockstep could not be fetched from {address}: {error}")
    binary.chmod(0o755)
    return binary


with tempfile.TemporaryDirectory() as scratch:
    marks = pathlib.Path(scratch) / "marks"
    # What is marked is a copy without the checkout's own files for git and for this runner.
    submission = pathlib.Path(scratch) / "submission"
    ignored = shutil.ignore_patterns(".git", ".github", "result.json")
    shutil.copytree(checkout, submission, symlinks=True, ignore=ignored)
    command = [program(scratch), "grade", here / "assignment.toml", submission]
    command += ["--visible-only", "--single", "--out", marks, "--format", "classroom50", "--quiet"]
    ended = subprocess.run(command, check=False)
    if ended.returncode != 0:
        sys.exit(ended.returncode)
    (result,) = (marks / "classroom50").glob("*.json")
    shutil.copyfile(result, checkout / "result.json")
