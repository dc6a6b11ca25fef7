#!/usr/bin/env python3
"""Makes the tables of docs/benchmarks.md from the raw results in tests/bench/results and, for GPUs, in tests/gpu/results.

    tests/bench/make_tables.py [--check]

Replaces the text between each <!-- NAME --> and <!-- end -->. --check writes nothing and exits with 1 if the text differs.
Independently of this script, tests/bench/documents_test.cpp compares the text with the raw results in every build.
"""
import argparse
import glob
import json
import os
import re
import sys

import speed_rows
from claim_table import CLAIMS
from raw_results import ROOT, read_all

DOCUMENT = os.path.join(ROOT, "docs", "benchmarks.md")


def table(header, rows):
    return [f"| {' | '.join(header)} |", f"| {' | '.join('---' for _ in header)} |"] + [f"| {' | '.join(row)} |" for row in rows]


def raw(name):
    return f"[raw](../tests/bench/results/{name})"


def taken(result):
    return f"{result['commit'][:7]}{' and changes' if result['dirty'] else ''}, {result['date'][:10]}"


def where(result):
    threads = result.get("threads", result["cores"])
    return f"{result['cpu']}, {threads} threads, {result['isa'].upper()}, {result['system']}, oneDNN {result['onednn']}"


def work_of(result):
    size = f" {result['image']} px" if result["image"] else ""
    return f"{result['model']}{size}, batch {result['batch']}"


def grouped(results):
    """{heading: results}: the results that were measured on the same machine, with the same peer."""
    groups = {}
    for name, result in results:
        groups.setdefault(where(result) + (f", PyTorch {result['peer_versions']['torch']}" if "peer_versions" in result else ""), []).append(
            (name, result))
    return groups


def speed(results):
    lines = []
    for heading, members in grouped(results).items():
        rows = []
        for name, result in members:
            for row in speed_rows.rows(result):
                same, best = row["same"], row["best"]
                rows.append([f"{work_of(result)}, {row['precision']}", f"{same['ours_ms']:.2f}", f"{same['peer_ms']:.2f}",
                             f"**{same['fastest']:.2f}**", f"{same['median']:.2f} ({same['low']:.2f} to {same['high']:.2f})",
                             f"{best['fastest']:.2f} ({row['best_precision']})", row["mode"], taken(result), raw(name)])
        lines += [heading + ":", ""] + table(["step", "Stepscope, ms", "PyTorch, ms", "ratio of the fastest", "median of paired ratios (95 %)",
                                              "against its best precision", "PyTorch's mode", "commit, date", ""], rows) + [""]
        lines += [f"{work_of(result)}, not compared: {reason}.  " for _, result in members for reason in result["not_compared"]]
    return lines or ["None is published for this tree yet: `tests/bench/vs_torch` on quiet cores makes them."]


def memory(results):
    lines = []
    for heading, members in grouped(results).items():
        rows = []
        for name, result in members:
            least = min((side for side in result["peer_tries"] if "process_bytes" in side), key=lambda side: side["process_bytes"])
            ours, theirs = result["ours_process_bytes"], least["process_bytes"]
            rows.append([f"{work_of(result)}, {result['precision']}", f"{ours * 1e-6:.0f}", f"{result['ours_plan_bytes'] * 1e-6:.0f}",
                         f"{theirs * 1e-6:.0f}", f"**{ours / theirs:.2f}**", speed_rows.told(least), taken(result), raw(name)])
        lines += [heading + ":", ""] + table(["step", "Stepscope, MB", "of it the plan", "PyTorch, MB", "ratio", "PyTorch's mode that needs least",
                                              "commit, date", ""], rows) + [""]
    return lines or ["None is published for this tree yet: `tests/bench/vs_torch --memory` makes them."]


def claims(results):
    return table(["what", "figure", "command", "taken on", ""],
                 [[result["what"], result["figure"], f"`{result['command']}`", f"{result['cpu']}, {taken(result)}", raw(name)]
                  for name, result in results])


def unmeasured(results):
    known = {result["name"] for _, result in results}
    return [f"- {claim.what}: `tests/bench/measure {name}`" for name, claim in CLAIMS.items() if name not in known] or ["- none"]


def gpu():
    """For each GPU, the last result of every step that tests/gpu/contact timed, beside PyTorch's."""
    lines = []
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "gpu", "results", "*", "contact.jsonl"))):
        with open(path) as file:
            checks = {line["check"]: line for line in map(json.loads, file) if "median_ms" in line.get("figures", {})}
        ms = lambda name: checks[name]["figures"]["median_ms"] if name in checks else None
        rows = []
        for name, line in checks.items():
            if not re.fullmatch(r"\w+, batch \d+, \w+(, untuned)?", name):
                continue
            # Untuned steps have no peer: stage A only checks whether they are right.
            told = lambda value: f"{value:.2f}" if value else "" if name.endswith("untuned") else "not reached"
            peers = [ms(name + ", PyTorch eager"), ms(name + ", PyTorch compiled")]
            best = min((peer for peer in peers if peer), default=None)
            rows.append([name, told(ms(name)), told(ms(name + ", again")), f"{line['figures']['samples_per_second']:.0f}", *map(told, peers),
                         f"**{best / ms(name):.2f}**" if best else "", f"{line['commit'][:7]}, {line['at'][:10]}",
                         f"[raw](../{os.path.relpath(path, ROOT)})"])
        lines += [next(iter(checks.values()))["gpu"] + ":", ""] + table(
            ["training step", "Stepscope, ms", "again", "samples/s", "PyTorch eager, ms", "compiled", "ratio", "commit, date", ""], rows) + [""]
    return lines or ["None has been taken yet: `tests/gpu/contact B` on a GPU makes them."]


def made(text):
    results = read_all()
    of = lambda kind: [(name, result) for name, result in results.items() if result["kind"] == kind]
    blocks = {"speed": speed(of("speed")), "memory": memory(of("memory")), "claims": claims(of("claim")), "unmeasured": unmeasured(of("claim")),
              "gpu": gpu()}
    for name, lines in blocks.items():
        pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.S)
        if not pattern.search(text):
            sys.exit(f"make_tables: docs/benchmarks.md has no <!-- {name} -->")
        block = "\n".join(lines).strip()
        text = pattern.sub(lambda found: f"{found.group(1)}{block}\n{found.group(2)}", text)
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    with open(DOCUMENT) as file:
        text = file.read()
    fresh = made(text)
    if arguments.check:
        if fresh != text:
            sys.exit("make_tables: docs/benchmarks.md differs from tests/bench/results; run tests/bench/make_tables.py")
    elif fresh != text:
        with open(DOCUMENT, "w") as file:
            file.write(fresh)
        print("make_tables: wrote docs/benchmarks.md")


if __name__ == "__main__":
    main()
