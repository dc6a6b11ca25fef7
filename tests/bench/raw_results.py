"""The files below tests/bench/results: one a measurement, raw figures with what they were taken on; a folder a kind."""
import glob
import json
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RESULTS = os.path.join(ROOT, "tests", "bench", "results")


def write(result, name):
    """Lists of numbers on one line, so that the files stay readable."""
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
    """{path below the folder: result}"""
    files = glob.glob(os.path.join(RESULTS, "*", "*.json"))
    return {name: read(name) for name in sorted(os.path.relpath(file, RESULTS) for file in files)}
