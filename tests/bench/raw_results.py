"""The files under tests/bench/results: one file per measurement, one folder per kind. A file has the raw numbers and describes the machine."""
import glob
import json
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RESULTS = os.path.join(ROOT, "tests", "bench", "results")


def write(result, name):
    """Writes the result as JSON, with each list of numbers on one line so that the file stays readable."""
    os.makedirs(os.path.dirname(os.path.join(RESULTS, name)), exist_ok=True)
    text = json.dumps(result, indent=1)
    text = re.sub(r"\[[\s\d.,eE+-]+\]", lambda numbers: "[" + ", ".join(numbers.group()[1:-1].replace(",", " ").split()) + "]", text)
    with open(os.path.join(RESULTS, name), "w") as file:
        file.write(text + "\n")
    print(f"wrote tests/bench/results/{name}")


def read(name):
    with open(os.path.join(RESULTS, name)) as file:
        return json.load(file)


def read_all():
    """All results as {path relative to RESULTS: result}."""
    files = glob.glob(os.path.join(RESULTS, "*", "*.json"))
    return {name: read(name) for name in sorted(os.path.relpath(file, RESULTS) for file in files)}
