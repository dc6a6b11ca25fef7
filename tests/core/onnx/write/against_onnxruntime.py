#!/usr/bin/env python3
"""Exported files in ONNX Runtime, and under onnx's own checker.

    tests/core/onnx/write/against_onnxruntime.py [--full-size] [--store] [--build build/release] [--test NAME ...]

Runs the tests that export (test_exchange_onnx_export: every model of the zoo and models of every layer; test_onnx_write: the models of values.qz
again) so that they leave their files, checks each with onnx.checker (full_check) and strict shape inference, runs it in ONNX Runtime, and compares
with what the test expects. --full-size takes the samples that the models were published with; --store writes
tests/core/exchange/onnx_export_values.txt anew, which the test in the tree reads. Needs a Python with onnx, onnxruntime and numpy. Ends with 1
where anything is wrong.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import onnx
import onnxruntime

ROOT = pathlib.Path(__file__).resolve().parents[4]
STORE = ROOT / "tests/core/exchange/onnx_export_values.txt"
TOLERANCE = 1e-4  # of the largest number
STORED = 20  # numbers of each model
TYPES = {1: np.float32, 2: np.uint8, 7: np.int64}


def feed(model, path):
    """The inputs: float32 in PATH.<i>.bin, with as many samples as there are numbers for."""
    inputs = {}
    for i, port in enumerate(model.graph.input):
        dims = [d.dim_value if d.HasField("dim_value") else -1 for d in port.type.tensor_type.shape.dim]
        values = np.fromfile(f"{path}.{i}.bin", np.float32)
        inputs[port.name] = values.reshape(dims).astype(TYPES[port.type.tensor_type.elem_type])
    return inputs


def compare(path):
    """The largest difference as a part of the largest number, and ONNX Runtime's answer."""
    model = onnx.load(str(path) + ".onnx")
    onnx.checker.check_model(model, full_check=True)
    onnx.shape_inference.infer_shapes(model, strict_mode=True, data_prop=True)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(path) + ".onnx", options, providers=["CPUExecutionProvider"])
    inputs = feed(model, path)
    theirs = session.run(None, inputs)[0]
    ours = np.fromfile(f"{path}.y.bin", np.float32).reshape(theirs.shape)
    if any(d.HasField("dim_param") for port in model.graph.input for d in port.type.tensor_type.shape.dim):
        for batch in (1, 3):
            more = {name: np.concatenate([x, x])[:batch] for name, x in inputs.items()}
            again = session.run(None, more)[0]
            rows = min(len(again), len(theirs))
            assert np.allclose(again[:rows], theirs[:rows], rtol=1e-4, atol=1e-5 * np.abs(theirs).max()), "another batch size gives other numbers"
    # Of x times 0 of an infinite x, rounded once more or less, nothing is left but that it is not finite.
    same = (ours == theirs) | (~np.isfinite(ours) & np.isnan(theirs))
    finite = np.isfinite(theirs) & np.isfinite(ours)
    if not np.all(same | finite):
        return np.inf, theirs
    largest = np.abs(theirs[finite]).max(initial=0.0)
    apart = finite & ~same
    return (np.abs(ours[apart] - theirs[apart]).max(initial=0.0) / largest if largest > 0 else 0.0 if np.all(same) else np.inf), theirs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full-size", action="store_true")
    parser.add_argument("--store", action="store_true")
    parser.add_argument("--build", default=str(ROOT / "build" / "release"))
    parser.add_argument("--test", action="append")
    asked = parser.parse_args()
    wrong, stored = 0, []
    for test in asked.test or ["test_exchange_onnx_export", "test_onnx_write"]:
        with tempfile.TemporaryDirectory() as folder:
            environment = dict(os.environ, STEPSCOPE_ONNX_FILES=folder, QT_QPA_PLATFORM="offscreen")
            if asked.full_size:
                environment["STEPSCOPE_ONNX_FULL_SIZE"] = "1"
            function = "everyModelAsOnnxRuntimeRunsIt" if test.startswith("test_exchange") else "valuesStayThoseOfOnnxRuntime"
            done = subprocess.run([os.path.join(asked.build, "bin", test), "-maxwarnings", "0", function], env=environment, capture_output=True, text=True)
            if done.returncode != 0:
                wrong += 1
                print(done.stdout[-4000:], done.stderr[-2000:])
            right, worst = 0, 0.0
            for file in sorted(pathlib.Path(folder).glob("*.onnx")):
                path = file.with_suffix("")
                try:
                    off, answer = compare(path)
                except Exception as problem:  # what the checker or the runtime says of one file; the others are still compared
                    print(f"{path.name}: {str(problem)[:500]}")
                    wrong += 1
                    continue
                limit = TOLERANCE if test.startswith("test_exchange") else 1e-3
                if off > limit:
                    wrong += 1
                else:
                    right += 1
                worst = max(worst, off if np.isfinite(off) else 0.0)
                if off > limit or test.startswith("test_exchange"):
                    print(f"{path.name:24} {off:.2e} of the largest number" + ("  WRONG" if off > limit else ""))
                if test.startswith("test_exchange"):
                    numbers = " ".join(f"{v:.9g}" for v in answer.reshape(-1)[:STORED])
                    stored.append(f"{path.name} {np.abs(answer).max():.9g} {numbers}")
            print(f"{test}: {right} right, the largest difference is {worst:.2e}")
    if asked.store and wrong == 0 and not asked.full_size:
        head = (f"# Made by tests/core/onnx/write/against_onnxruntime.py --store: ONNX Runtime {onnxruntime.__version__} of exported models: "
                "the largest number by magnitude, then the first ones.\n")
        STORE.write_text(head + "\n".join(stored) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
