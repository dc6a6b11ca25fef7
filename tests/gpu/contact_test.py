#!/usr/bin/env python3
"""tests/gpu/contact on a stand-in device: killed at ten moments it keeps what was seen, and the next call goes on; a planted fault fails.

    contact_test.py CONTACT PLUGIN DRIVER [BUILD]   CONTACT of the source tree, with its BUILD, or of a packed one; a stand-in's plugin and
                                                    its libcuda
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

contact, plugin, driver = sys.argv[1:4]
ENTRY = "gpu_contact" if len(sys.argv) > 4 else "gpu_packed"
if len(sys.argv) > 4:
    os.environ["STEPSCOPE_BUILD"] = sys.argv[4]
folder = tempfile.mkdtemp(dir=os.environ.get("XDG_CACHE_HOME"))
into, stand_in = os.path.join(folder, "contact"), os.path.join(folder, "stand_in")
os.makedirs(stand_in)
shutil.copy(plugin, stand_in + "/libemulated_cuda_plugin.so")
shutil.copy(driver, stand_in + "/libcuda.so.1")
KILLS = 10


def fail(why):
    print(f"FAIL!  : {ENTRY}::{why}")
    sys.exit(1)


def lines(of=into):
    try:
        with open(of + "/results.jsonl") as file:
            return [json.loads(line) for line in file if line.endswith("\n")]
    except FileNotFoundError:
        return []


def call(to, *more, **environment):
    return subprocess.Popen([contact, "A", "--into", to, "--stand-in", stand_in, *more], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            env=dict(os.environ, **environment))


seen = []
for kill in range(KILLS):
    began = len([line for line in lines() if line.get("began")])
    process = call(into)
    # In the middle of the second check that this call begins, so that every moment is another check's.
    while len([line for line in lines() if line.get("began")]) < began + 2 and process.poll() is None:
        time.sleep(0.01)
    time.sleep(0.05 * kill % 0.3)
    process.send_signal(signal.SIGKILL)
    process.wait()
    after = lines()
    if after[:len(seen)] != seen:
        fail(f"kill({kill}) what was seen before is not there any more")
    seen = after
process = call(into)
told, _ = process.communicate()
results = [line for line in lines() if "result" in line]
names = [line["check"] for line in results]
if process.returncode != 0:
    fail(f"goes_on() ended with {process.returncode}\n{told}")
if len(names) != len(set(names)):
    fail("goes_on() a check that was done was done again")
if lines()[:len(seen)] != seen or ", 0 not reached" not in told:
    fail("goes_on() the last call did not finish what was left\n" + told)
print(f"PASS   : {ENTRY}::goes_on() {len(names)} checks, {KILLS} kills")
files = os.listdir(into)
size = sum(os.path.getsize(os.path.join(into, name)) for name in files)
if len(files) > 8 or size >= 16 << 20:
    fail(f"files() {len(files)} files of {size} bytes")
again = subprocess.run([contact, "A", "--into", into, "--stand-in", stand_in], capture_output=True, text=True)
if again.returncode != 0 or [line for line in lines() if "result" in line] != results:
    fail("again() what is done was not skipped\n" + again.stdout)
print(f"PASS   : {ENTRY}::again()")
# The other stages, as far as a stand-in can be asked: each check ends, within its limit, in one of three ways, and says why it cannot be.
if ENTRY == "gpu_contact":
    others = folder + "/others"
    done = subprocess.run([contact, "BCDE", "--into", others, "--stand-in", stand_in], capture_output=True, text=True)
    limits = {line["check"]: line["limit"] for line in lines(others) if line.get("began")}
    ended = {line["check"]: line for line in lines(others) if "result" in line}
    if done.returncode != 0 or set(ended) != set(limits) or ", 0 not reached" not in done.stdout:
        fail("stages() a check of B to E failed or did not end\n" + done.stdout)
    for name, line in ended.items():
        if line["result"] not in ("passed", "not possible here") or line["seconds"] > limits[name] or not line["detail"]:
            fail(f"stages() {name} ended as {line}")
    passed = [name for name, line in ended.items() if line["result"] == "passed"]
    # PyTorch's need not be there; these five do.
    if len(passed) < 5 or not {"train until it is interrupted", "resume"} <= set(passed):
        fail(f"stages() only {passed} passed")
    print(f"PASS   : {ENTRY}::stages() {len(passed)} of {len(ended)} checks of B to E can be asked here")
# Some alone, and beside each other: the log's lines say whose they are.
some = subprocess.run([contact, "A", "--into", folder + "/some", "--stand-in", stand_in, "--only", "selftest op", "--at-once", "2"], capture_output=True,
                      text=True)
with open(folder + "/some/log.txt") as file:
    log = file.read()
if some.returncode != 0 or "3 passed, 0 failed, 0 not possible here, 0 not reached" not in some.stdout:
    fail("some() three checks were asked for\n" + some.stdout)
if len(os.sched_getaffinity(0)) > 1 and not all(f"[selftest op {kind}] passed" in log for kind in ("f32", "bf16", "f16")):
    fail("some() the log does not say whose its lines are")
print(f"PASS   : {ENTRY}::some()")
# Until the check that shows it has ended.
wrong = call(folder + "/wrong", STEPSCOPE_EMULATED_FAULT="no dilation")
shown = lambda: [line for line in lines(folder + "/wrong") if line["check"] == "selftest op f32" and "result" in line]
while not shown() and wrong.poll() is None:
    time.sleep(0.1)
wrong.kill()
wrong.wait()
table = subprocess.run([contact, "table", "--into", folder + "/wrong", "--stand-in", stand_in], capture_output=True, text=True)
if not shown() or shown()[0]["result"] != "failed" or table.returncode != 1 or ", 1 failed" not in table.stdout:
    fail("fault() a planted fault passed\n" + table.stdout)
print(f"PASS   : {ENTRY}::fault()")
print(f"stage A of the stand-in: {sum(line['seconds'] for line in results):.0f} s in its checks, results {size} bytes")
