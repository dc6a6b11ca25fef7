#!/usr/bin/env python3
"""Writes tests/core/onnx/operators.txt: a small model of every operator that can be imported, with the results of ONNX's own reference.

python3 tests/core/onnx/make_operators.py > tests/core/onnx/operators.txt      (needs the package onnx; made with 1.23.2)

A case is: its operator and opset; attributes; the node's inputs in order (in: fed at the run, init: an initializer,
const: a Constant node, none: left out); outputs.
"""
import numpy as np
import onnx
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator

rng = np.random.default_rng(15)


def real(*shape):  # few digits, no two alike in a small tensor, both signs
    count = int(np.prod(shape))
    return ((rng.permutation(4 * count + 3)[:count] - 2 * count) / 8.0).reshape(shape).astype(np.float32)


def positive(*shape):
    return np.abs(real(*shape)) + np.float32(0.125)


def flags(*shape):
    return rng.integers(0, 2, shape).astype(bool)


def ints(*values):
    return Init(np.array(values, np.int64))


class Init:
    def __init__(self, array):
        self.array = np.asarray(array)


class Const(Init):  # made by a Constant node: known before the run, where a float initializer is trained
    pass


def number(value, dtype=np.float32):
    return Init(np.array(value, dtype))


X = (2, 3, 4, 4)
CASES = []


def case(op, inputs, opset=18, outputs=1, **attributes):
    CASES.append((op, opset, inputs, outputs, attributes))


for op in ["Relu", "Sigmoid", "Tanh", "LeakyRelu", "Elu", "Selu", "Softplus", "HardSigmoid", "Softsign", "ThresholdedRelu", "Shrink", "Celu",
           "HardSwish", "Mish", "Neg", "Exp", "Reciprocal", "Abs", "Erf", "Floor", "Ceil", "Round", "Sign", "Identity", "Softmax",
           "LogSoftmax", "IsNaN", "IsInf", "Transpose", "Flatten", "Shape", "Size"]:
    case(op, [real(2, 3, 4)])
case("Gelu", [real(2, 5)], 20)
case("Gelu", [real(2, 5)], 20, approximate="tanh")
case("Swish", [real(2, 5)], 24)
case("Log", [positive(2, 5)])
case("Sqrt", [positive(2, 5)])
case("Sin", [Const(real(5))])
case("Cos", [Const(real(5))])
case("PRelu", [real(2, 3, 4), Init(real(3, 1))])
case("Softmax", [real(3, 4)], 11, axis=1)
case("Dropout", [real(2, 5)], 13)
case("Clip", [real(3, 4), number(-0.5), number(1.0)])
for op in ["Add", "Sub", "Mul", "Div", "Equal", "Less", "Greater", "LessOrEqual", "GreaterOrEqual"]:
    case(op, [real(2, 3, 4), real(3, 1)])
case("Pow", [positive(2, 3), number(2.0)])
case("Mod", [Init(np.array([7, -7, 5, -5], np.int64)), Init(np.array([3, 3, -3, -3], np.int64))])
for op in ["And", "Or", "Xor"]:
    case(op, [flags(2, 3), flags(2, 3)])
case("Not", [flags(2, 3)])
case("Where", [flags(2, 3), real(2, 3), real(3)])
for op in ["Max", "Min", "Sum", "Mean"]:
    case(op, [real(2, 3), real(2, 3), real(2, 3)])
case("Cast", [real(2, 5)], to=7)
case("Cast", [real(2, 5)], to=10)
case("CastLike", [real(2, 5), Init(np.array([1], np.int64))], 19)
case("Trilu", [real(3, 4), number(1, np.int64)], upper=0)
case("MatMul", [real(2, 3, 4), Init(real(4, 5))])
case("MatMul", [real(2, 3), real(3, 2)])
case("Gemm", [real(2, 3), Init(real(4, 3)), Init(real(4))], transB=1, alpha=0.5)
case("Conv", [real(*X), Init(real(2, 3, 3, 3)), Init(real(2))], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2])
case("Conv", [real(1, 2, 6), Init(real(2, 2, 3))])
case("ConvTranspose", [real(1, 2, 3, 3), Init(real(2, 2, 3, 3))], strides=[2, 2])
case("BatchNormalization", [real(*X), Init(real(3)), Init(real(3)), Init(real(3)), Init(positive(3))], 15)
case("InstanceNormalization", [real(*X), Init(real(3)), Init(real(3))])
case("GroupNormalization", [real(2, 4, 3), Init(real(4)), Init(real(4))], 21, num_groups=2)
case("LayerNormalization", [real(2, 3, 4), Init(real(4)), Init(real(4))])
case("RMSNormalization", [real(2, 3, 4), Init(real(4))], 23)
case("LRN", [real(1, 4, 2, 2)], size=3)
case("MaxPool", [real(*X)], kernel_shape=[2, 2], strides=[2, 2])
case("AveragePool", [real(*X)], kernel_shape=[3, 3], pads=[1, 1, 1, 1])
case("LpPool", [real(*X)], kernel_shape=[2, 2], p=2)
case("GlobalAveragePool", [real(*X)])
case("GlobalMaxPool", [real(*X)])
case("Resize", [real(1, 2, 2, 3), None, Init(np.array([1, 1, 2, 2], np.float32))], mode="nearest", nearest_mode="floor",
     coordinate_transformation_mode="asymmetric")
case("Resize", [real(1, 2, 4, 4), None, None, ints(1, 2, 3, 5)], mode="cubic")
case("Upsample", [real(1, 2, 2, 3), Init(np.array([1, 1, 2, 2], np.float32))], 9)
case("Constant", [], value=numpy_helper.from_array(real(2, 3)))
case("ConstantOfShape", [ints(2, 3)], value=numpy_helper.from_array(np.array([2.5], np.float32)))
case("Range", [number(1), number(4), number(0.5)])
case("Reshape", [real(2, 3, 4), ints(0, -1)])
case("Squeeze", [real(2, 1, 3), ints(1)])
case("Unsqueeze", [real(2, 3), ints(0, -1)])
case("Transpose", [real(2, 3, 4)], perm=[1, 0, 2])
case("Concat", [real(2, 3), real(2, 2)], axis=-1)
case("Split", [real(2, 5), ints(2, 3)], outputs=2, axis=1)
case("Split", [real(5)], outputs=2, num_outputs=2)
case("Slice", [real(4, 5), ints(-1, 0), ints(0, 5), ints(0, 1), ints(-2, 2)])
case("Pad", [real(2, 3), ints(1, 0, 0, 2), number(1.5)])
case("Pad", [real(3, 3), ints(1, 0, 0, 2)], mode="reflect")
case("Expand", [real(3, 1), ints(2, 1, 4)])
case("Tile", [real(2, 2), ints(2, 3)])
case("Gather", [real(3, 4), ints(2, 0)], axis=1)
case("GatherElements", [real(2, 3), Init(np.array([[1, 0, 1], [0, 0, 1]], np.int64))], axis=0)
case("OneHot", [Init(np.array([0, 2, 1], np.int64)), number(3, np.int64), Const(np.array([0, 1], np.float32))])
case("DepthToSpace", [real(1, 4, 2, 3)], blocksize=2, mode="CRD")
case("SpaceToDepth", [real(1, 2, 4, 4)], blocksize=2)
for op in ["ReduceMean", "ReduceMax", "ReduceMin", "ReduceL1", "ReduceL2", "ReduceSumSquare", "ReduceLogSumExp", "ReduceSum"]:
    case(op, [real(2, 3, 4), ints(1)], keepdims=0)
case("ReduceLogSum", [positive(2, 3, 4), ints(-1)])
case("CumSum", [real(2, 4), number(1, np.int32)], exclusive=1, reverse=1)
case("ArgMax", [real(3, 4)], axis=1)
case("ArgMin", [real(3, 4)], axis=0, keepdims=0)
case("LpNormalization", [real(3, 4)], axis=1, p=2)
case("MeanVarianceNormalization", [real(2, 3, 2, 2)])
case("LSTM", [real(3, 2, 2), Init(real(1, 12, 2)), Init(real(1, 12, 3)), Init(real(1, 24))], 14, 3, hidden_size=3)
case("GRU", [real(3, 2, 2), Init(real(1, 9, 2)), Init(real(1, 9, 3)), Init(real(1, 18))], 14, 2, hidden_size=3, linear_before_reset=1)
case("RNN", [real(3, 2, 2), Init(real(1, 3, 2)), Init(real(1, 3, 3))], 14, 2, hidden_size=3)
case("NegativeLogLikelihoodLoss", [real(3, 4), Init(np.array([0, 3, 1], np.int64))], 13)
case("SoftmaxCrossEntropyLoss", [real(3, 4), Init(np.array([0, 3, 1], np.int64))], 13)
case("Attention", [real(1, 2, 3, 4), real(1, 2, 3, 4), real(1, 2, 3, 4)], 23, is_causal=1)
# Known before the run and double: computed in f64.
case("Add", [Init(np.array([1.0, 2.0**30 + 1.0], np.float64)), Init(np.array([2.0**-40, 1.0], np.float64))], 14)
case("CumSum", [Init(np.array([1.0, 2.0**-40, 3.0], np.float64)), number(0, np.int64)], 14)


def words(array):
    name = onnx.TensorProto.DataType.Name(helper.np_dtype_to_tensor_dtype(array.dtype)).lower()
    shape = "x".join(str(n) for n in array.shape) or "scalar"
    if array.dtype.kind == "f":
        digits = 17 if array.dtype == np.float64 else 9
        values = [format(float(v), f".{digits}g") for v in array.ravel()]
    else:
        values = [str(int(v)) for v in array.ravel()]
    return " ".join([name, shape] + values)


def attribute_words(name, value):
    if isinstance(value, onnx.TensorProto):
        return f"attribute {name} t {words(numpy_helper.to_array(value))}"
    letter = {int: "i", float: "f", str: "s"}.get(type(value), "I")
    return f"attribute {name} {letter} " + (" ".join(map(str, value)) if letter == "I" else str(value))


def main():
    print("# Made by tests/core/onnx/make_operators.py with onnx " + onnx.__version__ + ". Not edited by hand.")
    for op, opset, inputs, outputs, attributes in CASES:
        names, values, fed, initializers, lines = [], [], {}, [], []
        for i, given in enumerate(inputs):
            name = f"i{i}" if given is not None else ""
            names.append(name)
            if given is None:
                lines.append("none")
            elif isinstance(given, Init):
                initializers.append(numpy_helper.from_array(given.array, name))
                lines.append(f"{'const' if isinstance(given, Const) else 'init'} {words(given.array)}")
            else:
                fed[name] = given
                values.append(helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(given.dtype), given.shape))
                lines.append(f"in {words(given)}")
        made = [f"o{i}" for i in range(outputs)]
        node = helper.make_node(op, names, made, **attributes)
        graph = helper.make_graph([node], "g", values, [helper.make_empty_tensor_value_info(o) for o in made], initializers)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)])
        results = ReferenceEvaluator(model).run(None, fed)
        print(f"case {op} {opset}")
        for name, value in attributes.items():
            print(attribute_words(name, value))
        print("\n".join(lines + [f"out {words(np.asarray(r))}" for r in results]))


main()
