#!/usr/bin/env python3
"""Random small models with legal parameters of every operator that can be imported, with the results of ONNX Runtime.

    python3 tests/core/onnx/values/generate.py --seed 1 --count 5000 --out values.qz    (packages onnx, onnxruntime, numpy)

`test_onnx_values` reads such a file: the one in the tree, or another one that STEPSCOPE_ONNX_VALUES names. What ONNX Runtime does not run
(an element type of some operator) is computed by onnx.reference; `deviates` below says where ONNX Runtime does otherwise than the
standard, which is then taken, or the case is left out.
"""
import argparse
import collections
import struct
import sys
import warnings
import zlib

import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator

import layers
import moves
from draw import Draw, modelOf, typed
from elementwise import OPERATORS

NO_REFERENCE = {"MaxPool"}  # of onnx 1.23: counts from a negative padding
NOT_INFERRED = {"MeanVarianceNormalization"}  # with axes; the body of this function cannot be read by onnx 1.23's own inference

warnings.filterwarnings("ignore")
onnxruntime.set_default_logger_severity(4)


def by_runtime(model, feeds):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(None, feeds)


def by_reference(model, feeds):
    return ReferenceEvaluator(model).run(None, feeds)


def attempt(how, model, feeds):
    try:
        return how(model, feeds)
    except Exception:
        return None


def known_array(model, name):
    for tensor in model.graph.initializer:
        if tensor.name == name:
            return numpy_helper.to_array(tensor)
    for node in model.graph.node[:-1]:
        if node.output[0] == name:
            return numpy_helper.to_array(node.attribute[0].t)
    return None


def local_response(model, feeds):
    """LRN by the formula of the standard: of an even size, which ONNX Runtime refuses, the larger half is behind."""
    values = {a.name: helper.get_attribute_value(a) for a in model.graph.node[-1].attribute}
    x = feeds.get("i0", known_array(model, "i0"))
    size, squares = values["size"], np.zeros_like(x)
    for c in range(x.shape[1]):
        squares[:, c] = (x[:, max(0, c - (size - 1) // 2) : c + size // 2 + 1] ** 2).sum(axis=1)
    return [x / (values.get("bias", 1.0) + values.get("alpha", 1e-4) / size * squares) ** values.get("beta", 0.75)]


def deviates(model, feeds, result):
    """Where ONNX Runtime is known to do otherwise than the standard's text and its own examples say."""
    node = model.graph.node[-1]
    values = {a.name: helper.get_attribute_value(a) for a in node.attribute}
    given = [feeds.get(n, known_array(model, n)) if n else None for n in node.input]
    factors = given[min(2, len(given) - 1)] if node.op_type == "Resize" else None  # of opset 10 the second input, later the third
    if factors is not None and factors.size:
        axes = values.get("axes", range(given[0].ndim))
        products = [np.float32(given[0].shape[a]) * np.float32(f) for a, f in zip(axes, factors)]
        # The standard's example of align_corners divides by the size before it is rounded down, the Runtime by the size after.
        if values.get("coordinate_transformation_mode") == b"align_corners" and any(p != int(p) for p in products):
            return True
        # Where rounding down leaves every size as it was, the Runtime copies, whatever the factors say; of one axis where it smooths.
        same = [result.shape[a] == given[0].shape[a] and f != 1 for a, f in zip(axes, factors)]
        return result.shape == given[0].shape and any(same) or values.get("antialias") == 1 and any(same)
    if node.op_type == "Resize" and values.get("keep_aspect_ratio_policy", b"stretch") != b"stretch":
        return values.get("coordinate_transformation_mode") == b"align_corners"  # as above: the size after it is rounded
    if node.op_type in ("MaxPool", "AveragePool", "LpPool") and values.get("auto_pad", b"").startswith(b"SAME"):
        # The standard's size is that of the input by the stride, whatever the dilations are, which the Runtime forgets.
        strides = values.get("strides", [1] * (given[0].ndim - 2))
        return list(result.shape[2:]) != [-(-n // s) for n, s in zip(given[0].shape[2:], strides)]
    if node.op_type in ("MaxPool", "AveragePool", "LpPool") and values.get("auto_pad") == b"VALID" and values.get("ceil_mode"):
        # The standard's formula gives no window more for ceil_mode beside VALID, the Runtime does.
        windows = zip(given[0].shape[2:], values["kernel_shape"], values.get("dilations", [1] * 9), values.get("strides", [1] * 9))
        return list(result.shape[2:]) != [-(-(n - (k - 1) * d) // s) for n, k, d, s in windows]
    if node.op_type == "ConvTranspose" and values.get("auto_pad", b"").startswith(b"SAME") and "output_shape" not in values:
        # Size times stride also where the kernel does not reach so far; the Runtime gives less.
        strides = values.get("strides", [1] * (given[0].ndim - 2))
        return list(result.shape[2:]) != [n * s for n, s in zip(given[0].shape[2:], strides)]
    return False


def run(model, feeds):
    """The results and who gave them; None where the model is not legal or nobody runs it."""
    try:
        model = onnx.shape_inference.infer_shapes(model, check_type=True, strict_mode=True)
    except Exception:
        if not any(node.op_type in NOT_INFERRED for node in model.graph.node):
            return None, "not legal"
    op = model.graph.node[-1].op_type
    results = attempt(by_runtime, model, feeds)
    if results and op == "MeanVarianceNormalization" and np.isnan(results[0]).any():
        return None, "root of a difference below 0"  # of equal numbers, by rounding alone
    if results and op == "MaxPool" and (results[0] == np.finfo(np.float32).min).any():
        return None, "least number for -infinity"  # where ONNX Runtime's search for the maximum starts
    deviating = results is not None and deviates(model, feeds, results[0])
    if results and not deviating:
        return results, "runtime"
    if op in NO_REFERENCE:
        return None, "nobody"
    standard = attempt(local_response if op == "LRN" else by_reference, model, feeds)
    # onnx.reference multiplies by 0, too, and adds a bias wrongly where there are groups.
    # An output_shape that the Runtime does not take: onnx.reference halves no padding, and begins with zeros where it would be below 0.
    asked = {a.name for a in model.graph.node[-1].attribute} & {"output_shape", "auto_pad"}
    if op == "ConvTranspose" and results is None and asked:
        return None, "nobody to decide"
    grouped = op == "ConvTranspose" and any(a.name == "group" and a.i > 1 for a in model.graph.node[-1].attribute)
    # onnx.reference rounds a factor's product of doubles down, the standard's shape inference one of floats.
    other = op == "Resize" and deviating and standard and standard[0].shape != results[0].shape
    if other or deviating and standard and (grouped or not (np.abs(standard[0]) < 3e38).all()):
        return None, "nobody to decide"
    return standard, "standard" if standard else "nobody"


def packed(name, model, inputs, outputs):
    def field(blob):
        return struct.pack("<I", len(blob)) + blob

    def tensors(named):
        return struct.pack("<I", len(named)) + b"".join(field(n.encode()) + field(numpy_helper.from_array(np.asarray(a), n).SerializeToString()) for n, a in named)

    return field(name.encode()) + field(model.SerializeToString()) + tensors(inputs) + tensors(outputs)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--only", help="one operator")
    parser.add_argument("--out", required=True)
    arguments = parser.parse_args()
    names = [arguments.only] if arguments.only else sorted(OPERATORS)
    weights = np.array([OPERATORS[n][2] for n in names])
    pick = np.random.default_rng([arguments.seed, 0])
    cases, number, why = [], 0, collections.Counter()
    while len(cases) < arguments.count:
        number += 1
        name = names[int(pick.choice(len(names), p=weights / weights.sum()))]
        since, until, _, make = OPERATORS[name]
        d = Draw(arguments.seed, number)
        d.opset = d.between(max(7, since), max(until, since))
        model, feeds = modelOf(make(d), d.opset)
        # Types of the outputs are found by the checker's inference; the file wants them written.
        results, who = run(model, feeds)
        why[name, who] += 1
        if results is None:
            continue
        cases.append(packed(f"{name} {d.opset} #{number} {who}", typed(model, results), list(feeds.items()),
                            [(f"o{i}", r) for i, r in enumerate(results)]))
    content = struct.pack("<I", len(cases)) + b"".join(cases)
    with open(arguments.out, "wb") as file:
        file.write(struct.pack(">I", len(content)) + zlib.compress(content, 9))
    for (name, who), count in sorted(why.items()):
        if who != "runtime":
            print(f"{name}: {count} {who}", file=sys.stderr)
    print(f"{len(cases)} cases, {sum(c for (_, w), c in why.items() if w == 'standard')} of them not by ONNX Runtime", file=sys.stderr)


if __name__ == "__main__":
    main()
