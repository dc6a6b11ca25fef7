#!/usr/bin/env python3
"""What tests/gpu/contact makes of what its checks print and leave: nothing passes that has shown nothing.

    checks_test.py SOURCE_FOLDER CLI
"""
import gzip
import json
import os
import subprocess
import sys
import tempfile

source, cli = sys.argv[1:]
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(source, "tests", "gpu"))
import contact_checks as checks  # noqa: E402

DATA = os.environ.get("STEPSCOPE_DATA", os.path.join(source, "..", "shared", "data"))
RECORDED = os.path.join(DATA, "traces", "resnet50_num_workers_0.pt.trace.json.gz")


def passed(name):
    print(f"PASS   : gpu_checks::{name}()")


def result(judge, rc, output):
    return judge(rc, output)[0]


# A file that a check is there for.
with tempfile.TemporaryDirectory() as folder:
    judge = checks.judge_with_files(checks.judge_selftest, folder + "/*.cupti", "file with CUPTI's buffers")
    assert result(checks.judge_selftest, 0, "passed   recording lenet5\n") == "passed"
    told = judge(0, "passed   recording lenet5\n")
    assert told[0] == "failed" and "left no file with CUPTI's buffers" in told[1], told
    open(folder + "/a.cupti", "w").close()
    assert result(judge, 0, "passed   recording lenet5\n") == "failed"  # an empty one is none
    with open(folder + "/a.cupti", "w") as file:
        file.write("records")
    assert judge(0, "passed   recording lenet5\n") == ("passed", "1 passed", {"passed": 1, "failed": [], "files": 1})
    assert result(judge, 0, "FAILED   recording lenet5  no kernels\n") == "failed"
    assert result(judge, 0, "nothing is left to check\n") == checks.NOT_HERE
passed("a_file_that_is_missing_fails")

# A run that was interrupted: by timeout (124), by itself (0, 130), not at all, or without having trained.
for output, expected in (("epoch 1 step 40\nstopped\ninterrupted run ended with 124\n", "passed"), ("step 3\ninterrupted run ended with 130\n", "passed"),
                         ("step 3\ninterrupted run ended with 0\n", "passed"), ("step 3\ninterrupted run ended with 137\n", "failed"),
                         ("step 3\ninterrupted run ended with 1\n", "failed"), ("interrupted run ended with 124\n", "failed"), ("step 3\n", "failed")):
    assert result(checks.judge_interrupted, 0, output) == expected, output
assert result(checks.judge_interrupted, 124, "step 3\n") == "failed"  # the check's own limit
assert checks.judge_interrupted(0, "step 3\nstep 12\ninterrupted run ended with 124\n")[2] == {"code": 124, "last_step": 12}
passed("an_interrupted_run_has_trained_and_ended")


# Kernels of a Kineto file: the importer's against a plain reading of the JSON.
def ours(path):
    done = subprocess.run([cli, "trace", "ops", path, "--by", "kernel", "--json"], capture_output=True, text=True, check=True)
    return done.stdout


def kernel(name, at, dur, kind="kernel", stream=7):
    return {"ph": "X", "cat": kind, "name": name, "pid": 0, "tid": stream, "ts": at, "dur": dur, "args": {"device": 0, "stream": stream, "correlation": at}}


with tempfile.TemporaryDirectory() as folder:
    path = folder + "/step.json.gz"
    events = [kernel("conv", 100, 40), kernel("conv", 150, 60), kernel("add", 220, 5), kernel("Memcpy HtoD", 230, 10, "gpu_memcpy"),
              {"ph": "X", "cat": "cpu_op", "name": "aten::conv2d", "pid": 1, "tid": 1, "ts": 90, "dur": 200}]
    with gzip.open(path, "wt") as file:
        json.dump({"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "GPU"}], "traceEvents": events}, file)
    assert checks.kernels_of_kineto(path) == {"conv": (2, 0.1), "add": (1, 0.005), "Memcpy HtoD": (1, 0.01)}
    told = checks.judge_kernels(path)(0, ours(path))
    assert told[:2] == ("passed", "3 kernels, 4 calls, 0.115 ms"), told
    theirs = checks.kernels_of_kineto(path)
    for changed, sentence in (({"conv": (1, 0.1)}, "conv: 1 calls, Kineto has 2"), ({"conv": (2, 0.11)}, "conv: 0.11 ms, Kineto has 0.1 ms"),
                              ({"gelu": (1, 0.1)}, "gelu is in ours alone")):
        assert checks.kernels_differ(dict(theirs, **changed), theirs) == [sentence], sentence
    assert checks.kernels_differ({}, theirs)[0] == "conv is not in ours"
    assert result(checks.judge_kernels(path), 1, ours(path)) == "failed"
    with gzip.open(path, "wt") as file:
        json.dump({"traceEvents": events[4:]}, file)
    assert checks.judge_kernels(path)(0, '{"rows": []}')[:2] == ("failed", "Kineto's file has no kernels")
passed("kernels_are_held_against_kineto")

# A counter of 50 % and 25 % of 3 TB/s for 1 ms each: 2.25 GB.
samples = [(0, 1_000_000, 50.0), (1_000_000, 2_000_000, 25.0)]
assert abs(checks.dram_bytes(samples, 3e12) - 2.25e9) < 1
for known, agrees in ((2.25e9, True), (2.25e9 / 1.04, True), (2.25e9 / 1.06, False), (2.25e9 / 0.96, True), (2.25e9 / 0.94, False)):
    assert checks.dram_agrees(samples, 3e12, known)[0] == agrees, known
assert abs(checks.dram_agrees(samples, 3e12, 4.5e9)[1] + 0.5) < 1e-9
passed("the_counter_is_held_against_known_bytes")

# The self-test tells what the counter saw in shares of the peak.
detail = "75 % ms of DRAM throughput in 2 samples, for {} bytes in 2.5 ms."
for known, expected in ((2250000000, "passed"), (2450000000, "failed")):
    line = json.dumps({"checks": [{"detail": detail.format(known)}]})
    assert result(checks.judge_counter(lambda: 3e12), 0, line) == expected, known
assert result(checks.judge_counter(lambda: 3e12), 0, json.dumps({"checks": [{"detail": "The recording has no samples."}]})) == checks.NOT_HERE
assert result(checks.judge_counter(lambda: 0), 0, json.dumps({"checks": [{"detail": detail.format(2250000000)}]})) == "failed"
assert result(checks.judge_counter(), 1, "") == "failed"
passed("the_counter_of_the_selftest")

# A step of PyTorch's on an H200, in which kernels of one stream begin before the one before them has ended.
H200 = os.path.join(source, "tests", "gpu", "results", "h200", "pytorch-resnet50-bf16-128.kineto.json.gz")
told = checks.judge_kernels(H200)(0, ours(H200))
assert told[0] == "passed" and told[2]["calls"] == 997, told
passed("kernels_of_a_step_on_an_h200")
if os.path.isfile(RECORDED):
    told = checks.judge_kernels(RECORDED)(0, ours(RECORDED))
    assert told[0] == "passed" and told[2]["kernels"] > 60 and told[2]["calls"] > 9000, told
    passed("kernels_of_a_recorded_step")
else:
    print("SKIP   : gpu_checks::kernels_of_a_recorded_step() no recorded trace: STEPSCOPE_DATA names no folder with traces")
