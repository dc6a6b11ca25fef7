#!/usr/bin/env python3
"""What tests/gpu/bench and tests/gpu/traces keep of a program that has done its work and then ends with a signal, or has done nothing.

    output_test.py SOURCE_FOLDER
"""
import importlib.machinery
import importlib.util
import os
import subprocess
import sys
import tempfile

source = sys.argv[1]
sys.dont_write_bytecode = True


def program(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write("#!/bin/sh\n" + text)
    os.chmod(path, 0o755)
    return path


loader = importlib.machinery.SourceFileLoader("gpu_bench", os.path.join(source, "tests", "gpu", "bench"))
bench = importlib.util.module_from_spec(importlib.util.spec_from_loader("gpu_bench", loader))
loader.exec_module(bench)

with tempfile.TemporaryDirectory() as folder:
    figures = "echo '{\"samples_per_second\": 42.5}'\n"
    found = bench.ours(program(folder, "well", figures), "resnet50", 2, "bf16", "auto", 20)
    assert found == {"samples_per_second": 42.5}, found
    found = bench.ours(program(folder, "crash", figures + "kill -SEGV $$\n"), "resnet50", 2, "bf16", "auto", 20)
    assert found == {"samples_per_second": 42.5, "ended_with": -11}, found
    found = bench.ours(program(folder, "nothing", "echo no GPU >&2\nexit 1\n"), "resnet50", 2, "bf16", "auto", 20)
    assert found == {"error": "no GPU"}, found
    found = bench.ours(program(folder, "silent", "exit 3\n"), "resnet50", 2, "bf16", "auto", 20)
    assert "ended with 3" in found["error"], found

    record = 'mkdir -p "$2/.stepscope/runs/1"\necho trace > "$2/.stepscope/runs/1/capture.sstrace"\n'
    ends = (("records", record, 3, 0), ("crashes", record + "kill -SEGV $$\n", 3, 0), ("fails", "echo lost\nexit 1\n", 0, 1))
    for name, text, expected, code in ends:
        into = os.path.join(folder, "traces of " + name)
        done = subprocess.run([os.path.join(source, "tests", "gpu", "traces"), into, "--cli", program(folder, name, text), "--dry-run"],
                              capture_output=True, text=True, timeout=60)
        kept = [each for each in os.listdir(into) if each.endswith(".sstrace")]
        assert len(kept) == expected and done.returncode == code, (name, kept, done)
        assert (name == "records") == (done.stderr == ""), done.stderr
        assert name != "fails" or "lost" in done.stderr, done.stderr
print("PASS   : gpu_output::what_was_measured_is_kept() 4 programs, 3 recordings")
