"""PyTorch as the peer: runs it in one process per mode, and finds its fastest mode by trying all of them."""
import glob
import json
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPT = os.path.join(HERE, "torch_step.py")
IMAGE_MODES = ["eager", "fused_optimizer", "channels_last", "channels_last+fused_optimizer", "compile", "compile+channels_last",
               "compile_max_autotune", "compile_max_autotune+channels_last", "whole_step"]
MODES = [mode for mode in IMAGE_MODES if "channels_last" not in mode]
HOPELESS = 4  # if eager bf16 takes more than this many times its f32 step, no other mode of bf16 is tried, and the result says so
TOO_LONG = "took longer than"


class Failed(Exception):
    """A process ended with an error or took too long; the text says why."""


def run_json(command, environment, timeout):
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        raise Failed(f"{TOO_LONG} {timeout:.0f} s")
    if done.returncode != 0:
        said = [line.strip() for line in done.stderr.splitlines() if line.strip()]
        errors = [line for line in said if "Error" in line or line.startswith(("torch_step", "stepscope-cli", "stepscope-dev"))]
        raise Failed((errors or said or [f"exit code {done.returncode}"])[-1][:300])
    return json.loads(done.stdout.strip().splitlines()[-1])


def tcmalloc():
    found = sorted(glob.glob("/usr/lib/*/libtcmalloc_minimal.so.4") + glob.glob("/usr/lib*/libtcmalloc_minimal.so.4"))
    return found[0] if found else None


def environment_of(side, shared):
    """The environment of the peer: like ours, and huge pages for its allocations, which our arena has too."""
    environment = dict(shared, THP_MEM_ALLOC_ENABLE="1", TORCHINDUCTOR_COMPILE_THREADS=shared["OMP_NUM_THREADS"])
    if side["allocator"] == "tcmalloc":
        environment["LD_PRELOAD"] = tcmalloc()
    if side["spin"] == "default":
        environment.pop("GOMP_SPINCOUNT")
    return environment


class Peer:
    def __init__(self, python, model, first, threads, shared, timeout):
        self.python, self.model, self.first, self.threads, self.shared, self.timeout = python, model, first, threads, shared, timeout

    def run(self, side, *more):
        command = [self.python, SCRIPT, self.model, "--first", self.first, "--threads", str(self.threads), "--precision", side["precision"],
                   "--mode", side["mode"], *map(str, more)]
        return run_json(command, environment_of(side, self.shared), self.timeout)

    def search(self, precision, modes, seconds, expected, hopeless_ms=float("inf")):
        """Tries every mode, then the three fastest with tcmalloc, then the best of all with libgomp's own spin count. Returns all tries, also those
        that failed."""
        tries = []

        def attempt(mode, allocator="glibc", spin="ours"):
            side = {"precision": precision, "mode": mode, "allocator": allocator, "spin": spin}
            begin = time.monotonic()
            try:
                result = self.run(side, "--warm-up", 3, "--steps", 100, "--seconds", seconds)
                expected(result)
                side |= {"min_ms": min(result["step_ms"]), "steps": len(result["step_ms"]), "first_step_seconds": result["first_step_seconds"]}
            except Failed as failure:
                side["failure"] = str(failure)
            side["seconds"] = round(time.monotonic() - begin, 1)
            tries.append(side)
            say(side)
            return side

        for mode in modes:
            side = attempt(mode)
            too_slow = side.get("min_ms", 0) > hopeless_ms * HOPELESS or side.get("failure", "").startswith(TOO_LONG)
            if mode == modes[0] and too_slow and hopeless_ms < float("inf"):
                why = f"takes {side['min_ms']:.0f} ms" if "min_ms" in side else side["failure"]
                tries.append({"precision": precision, "mode": "all others", "allocator": "glibc", "spin": "ours",
                              "failure": f"not tried: {mode} {why} where it takes {hopeless_ms:.0f} ms in f32"})
                say(tries[-1])
                return tries
        working = sorted((side for side in tries if "min_ms" in side), key=lambda side: side["min_ms"])
        if not working and hopeless_ms == float("inf"):
            raise Failed(f"no mode of {precision} works")
        if not working:
            tries.append({"precision": precision, "mode": "all others", "allocator": "glibc", "spin": "ours",
                          "failure": f"no mode of PyTorch's works: {tries[0]['failure']}"})
            say(tries[-1])
            return tries
        if tcmalloc():
            for side in working[:3]:
                attempt(side["mode"], allocator="tcmalloc")
        best = min((side for side in tries if "min_ms" in side), key=lambda side: side["min_ms"])
        attempt(best["mode"], best["allocator"], spin="default")
        return tries


def best_of(tries):
    return min((side for side in tries if "min_ms" in side), key=lambda side: side["min_ms"])


def say(side):
    result = f"{side['min_ms']:.2f} ms, first step {side['first_step_seconds']:.1f} s" if "min_ms" in side else f"FAILED: {side['failure']}"
    print(f"  PyTorch {side['precision']} {side['mode']}, {side['allocator']}, spin count {side['spin']}: {result}", file=sys.stderr, flush=True)
