"""Functions for the scripts of this folder. Each script measures numbers of docs/benchmarks.md with the program's own commands and prints them as
one line of JSON; tests/bench/measure keeps such a line with commit and processor."""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


def data_folder():
    folder = os.environ.get("STEPSCOPE_DATA", os.path.join(ROOT, "..", "shared", "data"))
    if not os.path.isdir(folder):
        sys.exit(f"{folder}: there is no such folder. Set STEPSCOPE_DATA to the folder that holds mnist/, text/ and sign_digits.tar.gz")
    return os.path.realpath(folder)


def arguments(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "release"), help="build folder (build/release)")
    return parser


def lines_of(command, environment=None):
    """The JSON Lines that a command prints. Its standard error is passed on."""
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **(environment or {})})
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}")
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def train(build, project, **settings):
    """Trains a project file of this tree in a temporary folder. Returns the "epoch" lines and the "end" line of the program's JSON output."""
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "project.toml")
        shutil.copy(os.path.join(ROOT, project), copy)
        sets = [word for key, value in settings.items() for word in ("--set", f"{key.replace('__', '.')}={value}")]
        lines = lines_of([os.path.join(build, "bin", "stepscope-cli"), "train", copy, "--json", *sets])
    epochs = [line for line in lines if line["event"] == "epoch"]
    end = next(line for line in lines if line["event"] == "end")
    if end["status"] != "finished":
        sys.exit(f"{project}: the run ended as {end['status']}: {end.get('message', '')}")
    return epochs, {key: end[key] for key in end if key not in ("event", "report", "timeline", "run")}


def publish(**figures):
    print(json.dumps(figures))
