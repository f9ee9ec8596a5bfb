#!/usr/bin/env python3
"""Classroom 50 runs this once a submission, in the student's checkout, and reads result.json.

Beside it lie assignment.toml and a lockstep binary. What lies there is published, and the runner is the student's
own repository: so it marks by what students see, and refuses to run where what is hidden lies beside it.

It ends with 0 whatever the marks are, and with another status only where marking itself failed.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
checkout = pathlib.Path.cwd()

if (here / "hidden.toml").exists():
    sys.exit("hidden.toml lies in the autograder's folder, which is published: remove it, and draw other hidden cases")

with tempfile.TemporaryDirectory() as scratch:
    marks = pathlib.Path(scratch) / "marks"
    # What is marked is a copy without the checkout's own files for git and for this runner.
    submission = pathlib.Path(scratch) / "submission"
    ignored = shutil.ignore_patterns(".git", ".github", "result.json")
    shutil.copytree(checkout, submission, symlinks=True, ignore=ignored)
    command = [here / "lockstep", "grade", here / "assignment.toml", submission]
    command += ["--visible-only", "--single", "--out", marks, "--format", "classroom50", "--quiet"]
    ended = subprocess.run(command, check=False)
    if ended.returncode != 0:
        sys.exit(ended.returncode)
    (result,) = (marks / "classroom50").glob("*.json")
    shutil.copyfile(result, checkout / "result.json")
