#!/usr/bin/env python3
"""Starts four writers and two readers on one store and kills a random one of them with SIGKILL, in many rounds.

  kill_rounds.py TEST_STORE_PROCESS [--rounds 100] [--seconds 60] [--seed 1] [--folder DIR]

Counts errors that a user would have seen (any output on standard error), damage of the store afterwards, and writes that a writer had acknowledged but
that are missing. The exit status is 0 if all three are 0 and something was written."""

import argparse
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time


def acknowledged(output):
    """(run, last step) that a writer reported as committed."""
    run = step = 0
    for line in output.splitlines():
        if line.startswith("run "):
            run = int(line[4:])
        elif line.startswith("step "):
            step = int(line[5:])
    return run, step


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder")
    arguments = parser.parse_args()
    draw = random.Random(arguments.seed)
    shown = damaged = lost = steps = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(arguments.folder or temporary)
        store = folder / "runs.db"
        for number in range(arguments.rounds):
            children = []
            for mode in ["write"] * 4 + ["read"] * 2:
                out = open(folder / f"out-{len(children)}", "w+")
                err = open(folder / f"err-{len(children)}", "w+")
                child = subprocess.Popen([arguments.program, mode, store], stdout=out, stderr=err)
                children.append((mode, child, out, err))
            time.sleep(arguments.seconds)
            victim = draw.randrange(len(children))
            children[victim][1].send_signal(signal.SIGKILL)
            time.sleep(min(1.0, arguments.seconds / 4))  # the others go on
            for index, (mode, child, out, err) in enumerate(children):
                if index != victim and child.poll() is not None:
                    shown += 1
                    print(f"round {number}: a {mode}r ended by itself with {child.returncode}")
                child.terminate()
            claims = []
            for mode, child, out, err in children:
                child.wait()
                out.seek(0)
                err.seek(0)
                text = err.read()
                run, step = acknowledged(out.read())
                if text:
                    shown += 1
                    print(f"round {number}, {mode} (run {run}, step {step}): {text.strip()}")
                if mode == "write" and run:
                    claims.append(f"{run}:{step}")
                    steps += step
                out.close()
                err.close()
            check = subprocess.run([arguments.program, "verify", store, *claims], capture_output=True, text=True)
            for line in check.stdout.splitlines():
                damaged += line.startswith("damaged")
                lost += line.startswith("lost")
                print(f"round {number}: {line}")
            if check.returncode not in (0, 1):
                damaged += 1
                print(f"round {number}: {check.stderr.strip()}")
            # A new store every ten rounds, so that creating it happens in several processes at once as well.
            if number % 10 == 9:
                for file in folder.glob("runs*"):
                    file.unlink()
    print(f"{arguments.rounds} rounds of {arguments.seconds:g} s: {shown} errors shown, {damaged} damaged, {lost} acknowledged writes lost, "
          f"{steps} steps acknowledged")
    good = steps > 0 and not (shown or damaged or lost)  # if nothing was written, nothing was checked
    print(f"{'PASS ' if good else 'FAIL!'}  : kill_rounds({arguments.rounds})")  # in the format of the tests, for tests/summary
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
