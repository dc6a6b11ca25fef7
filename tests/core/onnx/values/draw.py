"""What a random model is made of: shapes, numbers, and inputs that are fed, kept in the file or made by a Constant node."""
import numpy as np
import onnx
from onnx import helper, numpy_helper

FLOAT, INT64 = np.float32, np.int64
WHOLE = [np.int32, np.int64, np.uint8, np.int8, np.int16, np.uint16]
SPECIAL = np.array([np.inf, -np.inf, np.nan, 0.0, -0.0, 1e-40, 1.0, -1.0], FLOAT)


class Input:
    def __init__(self, array, kind):
        self.array, self.kind = np.asarray(array), kind  # "fed", "init", "const"


def fed(array):
    return Input(array, "fed")


def init(array):
    return Input(array, "init")


def const(array):
    return Input(array, "const")


class Draw:
    """A source of random legal parameters; every case has one of its own, made of the seed and the case's number."""

    def __init__(self, seed, number):
        self.rng = np.random.default_rng([seed, number])
        self.opset = 0

    def chance(self, p):
        return self.rng.random() < p

    def one(self, choices):
        return choices[int(self.rng.integers(len(choices)))]

    def between(self, low, high):  # both included
        return int(self.rng.integers(low, high + 1))

    def shape(self, least=1, most=4, largest=5):
        return tuple(self.between(1, largest) for _ in range(self.between(least, most)))

    def real(self, shape, special=0.25, low=-3.0, high=3.0):
        """Numbers within bounds; some with infinities, no-numbers, negative zeros and denormals among them."""
        x = self.rng.uniform(low, high, shape).astype(FLOAT)
        if self.chance(0.3):
            x = np.round(x).astype(FLOAT)  # ties, and exact borders of steps
        if self.chance(special):
            at = self.rng.random(shape) < 0.15
            x = np.where(at, self.rng.choice(SPECIAL, shape), x).astype(FLOAT)
        return x

    def infinite(self, shape, nan=True):
        """One infinity or no-number among finite ones: it may not spread further than the operator reads."""
        x = self.rng.uniform(-2, 2, shape).astype(FLOAT)
        if x.size and self.chance(0.5):
            x.reshape(-1)[self.between(0, x.size - 1)] = self.one([np.inf, -np.inf, np.nan] if nan else [np.inf, -np.inf])
        return x

    def positive(self, shape, low=0.1, high=3.0):
        return self.rng.uniform(low, high, shape).astype(FLOAT)

    def whole(self, shape, dtype=np.int64, low=-9, high=9):
        if np.dtype(dtype).kind == "u":
            low = max(low, 0)
        return self.rng.integers(low, high + 1, shape).astype(dtype)

    def flags(self, shape):
        return self.rng.integers(0, 2, shape).astype(bool)

    def data(self, array):
        """An input of numbers: mostly of the run."""
        return Input(array, self.one(["fed"] * 8 + ["init", "const"]))

    def weight(self, array):
        return Input(array, self.one(["init"] * 8 + ["fed", "const"]))

    def ints(self, values, dtype=np.int64):
        """A shape, an axis, a bound: known before the run."""
        return Input(np.array(values, dtype), self.one(["init", "init", "const", "fed"]))

    def axis(self, rank):
        axis = self.between(0, rank - 1)
        return axis - rank if self.chance(0.4) else axis

    def axes(self, rank):
        chosen = sorted(self.rng.permutation(rank)[: self.between(1, rank)].tolist())
        if self.chance(0.3):
            self.rng.shuffle(chosen)
        return [a - rank if self.chance(0.3) else a for a in map(int, chosen)]

    def maybe(self, attributes, name, value, p=0.6):
        """An attribute that is left at its default otherwise."""
        if self.chance(p):
            attributes[name] = value

    def partner(self, shape):
        """A shape that broadcasts with this one."""
        other = [n if self.chance(0.65) else 1 for n in shape]
        return tuple(other[self.between(0, len(other)):]) if self.chance(0.4) else tuple(other)

    def pair(self, rank=4):
        """Two shapes that broadcast with each other, both ways."""
        shape = self.shape(0 if self.chance(0.1) else 1, rank)
        a, b = (shape if self.chance(0.7) else self.partner(shape)), self.partner(shape)
        return (b, a) if self.chance(0.5) else (a, b)


class Made:
    """A node, its inputs in order and how many outputs it has; `rest` are nodes before or behind it."""

    def __init__(self, op, inputs, outputs=1, **attributes):
        self.op, self.inputs, self.outputs, self.attributes = op, inputs, outputs, attributes


def modelOf(made, opset):
    names, ports, feeds, initializers, nodes = [], [], {}, [], []
    for i, given in enumerate(made.inputs):
        name = f"i{i}" if given is not None else ""
        names.append(name)
        if given is None:
            continue
        if given.kind == "fed":
            feeds[name] = given.array
            ports.append(helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(given.array.dtype), given.array.shape))
        elif given.kind == "init":
            initializers.append(numpy_helper.from_array(given.array, name))
        else:
            nodes.append(helper.make_node("Constant", [], [name], value=numpy_helper.from_array(given.array, name)))
    outputs = [f"o{i}" for i in range(made.outputs)]
    nodes.append(helper.make_node(made.op, names, outputs, **made.attributes))
    graph = helper.make_graph(nodes, "g", ports, [helper.make_empty_tensor_value_info(o) for o in outputs], initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)])
    model.ir_version = 10 if opset > 18 else 8
    model.producer_name = ""
    return model, feeds


def typed(model, results):
    """The model with the types and shapes of its outputs."""
    del model.graph.output[:]
    for i, result in enumerate(results):
        model.graph.output.append(
            helper.make_tensor_value_info(f"o{i}", helper.np_dtype_to_tensor_dtype(np.asarray(result).dtype), np.asarray(result).shape))
    return model
