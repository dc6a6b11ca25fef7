"""Operators that go element by element, and reductions: random legal parameters of each."""
import numpy as np

from draw import FLOAT, WHOLE, Made, const

OPERATORS = {}


def operator(name, since=7, until=21, weight=1.0):
    def keep(make):
        OPERATORS[name] = (since, until, weight, make)
        return make

    return keep


def unary(name, since=7, low=-3.0, high=3.0, until=21, **choices):
    def make(d):
        attributes = {}
        for attribute, draw in choices.items():
            d.maybe(attributes, attribute, draw(d))
        return Made(name, [d.data(d.real(d.shape(0 if d.chance(0.1) else 1), low=low, high=high))], **attributes)

    OPERATORS[name] = (since, until, 0.6, make)


def number(low, high):
    return lambda d: float(np.float32(d.rng.uniform(low, high)))


for plain in ["Relu", "Sigmoid", "Tanh", "Softplus", "Softsign", "Exp", "Log", "Sqrt", "Reciprocal", "Identity"]:
    unary(plain)
for plain, since in [("HardSwish", 14), ("Mish", 18), ("Erf", 9)]:
    unary(plain, since, -8, 8)
unary("IsNaN", 9)
unary("LeakyRelu", alpha=number(-0.5, 1.5))
unary("Elu", alpha=number(-1, 2))
unary("Selu", alpha=number(-1, 3), gamma=number(-1, 3))
unary("Celu", 12, alpha=lambda d: d.one([-1.0, 1.0]) * float(np.float32(d.rng.uniform(0.2, 2))))
unary("HardSigmoid", low=-6, high=6, alpha=number(-0.5, 0.5), beta=number(-1, 1))
unary("ThresholdedRelu", 10, alpha=number(-2, 2))
unary("Shrink", 9, lambd=number(-1.5, 1.5), bias=number(-1, 1))
unary("Gelu", 20, approximate=lambda d: d.one(["none", "tanh"]))
unary("Swish", 24, until=24, alpha=number(-2, 2))
unary("IsInf", 10, detect_positive=lambda d: d.between(0, 1), detect_negative=lambda d: d.between(0, 1))
unary("Round", 11, -4.5, 4.5)
unary("Floor")
unary("Ceil")
for known in ["Sin", "Cos"]:  # of numbers that are known before the run
    OPERATORS[known] = (7, 21, 0.2, lambda d, known=known: Made(known, [const(d.real(d.shape()))]))


def signed(name, since):
    def make(d):
        shape = d.shape()
        array = d.real(shape) if d.chance(0.6) else d.whole(shape, d.one([np.int32, np.int64, np.int8]))
        return Made(name, [d.data(array)])

    OPERATORS[name] = (since, 21, 0.8, make)


signed("Neg", 7)
signed("Abs", 7)
signed("Sign", 9)


def numbers(d, shape, whole=0.35, low=-9, high=9, types=None):
    """A function that draws operands of one type."""
    if not d.chance(whole):
        special = 0.3 if d.chance(0.5) else 0.0
        return lambda s: d.real(s, special)
    dtype = d.one(types or [np.int32, np.int64, np.int64])
    return lambda s: d.whole(s, dtype, low, high)


def arithmetic(name, **more):
    def make(d):
        a, b = d.pair()
        draw = numbers(d, a, types=[np.int32, np.int64, np.uint8, np.int8] if d.opset >= 14 else None, **more)
        left, right = draw(a), draw(b)
        if name == "Div" and left.dtype.kind != "f":
            right = np.where(right == 0, np.array(3, right.dtype), right)
        return Made(name, [d.data(left), d.data(right)])

    OPERATORS[name] = (7, 21, 1.2, make)


for plain in ["Add", "Sub", "Mul", "Div"]:
    arithmetic(plain)


@operator("Pow")
def pow(d):
    a, b = d.pair()
    if d.opset >= 12 and d.chance(0.3):
        base = d.whole(a, d.one([np.int32, np.int64]), -4, 4)
        return Made("Pow", [d.data(base), d.data(d.whole(b, base.dtype, 0, 4))])
    base = d.real(a, 0.3) if d.chance(0.4) else d.positive(a)
    exponent = d.whole(b, np.int64, -3, 3) if d.opset >= 12 and d.chance(0.3) else np.round(d.real(b, 0.2)) if d.chance(0.5) else d.real(b, 0.2)
    return Made("Pow", [d.data(base), d.data(exponent)])


@operator("Mod", 10)
def mod(d):
    a, b = d.pair()
    dtype = d.one(WHOLE)
    right = d.whole(b, dtype, -7, 7)
    right = np.where(right == 0, np.array(5, dtype), right)
    attributes = {}
    d.maybe(attributes, "fmod", d.between(0, 1))
    return Made("Mod", [d.data(d.whole(a, dtype, -40, 40)), d.data(right)], **attributes)


def comparison(name, since=7):
    def make(d):
        a, b = d.pair()
        draw = numbers(d, a)
        left, right = draw(a), draw(b)
        if name == "Equal" and d.chance(0.15):
            left, right = d.flags(a), d.flags(b)
        return Made(name, [d.data(left), d.data(right)])

    OPERATORS[name] = (since, 21, 1.0, make)


for plain in ["Equal", "Less", "Greater"]:
    comparison(plain)
comparison("LessOrEqual", 12)
comparison("GreaterOrEqual", 12)
for logic in ["And", "Or", "Xor"]:
    OPERATORS[logic] = (7, 21, 0.6, lambda d, logic=logic: Made(logic, [d.data(d.flags(s)) for s in d.pair()]))
OPERATORS["Not"] = (7, 21, 0.3, lambda d: Made("Not", [d.data(d.flags(d.shape()))]))


def variadic(name, whole):
    def make(d):
        shape = d.shape()
        draw = numbers(d, shape, whole if d.opset >= 12 else 0)
        return Made(name, [d.data(draw(shape if i == 0 or d.opset < 8 else d.partner(shape))) for i in range(d.between(1, 4))])

    OPERATORS[name] = (8, 21, 1.0, make)


variadic("Max", 0.3)
variadic("Min", 0.3)
variadic("Sum", 0)
variadic("Mean", 0)


@operator("Where", 9)
def where(d):
    shape = d.shape()
    draw = numbers(d, shape)
    return Made("Where", [d.data(d.flags(d.partner(shape))), d.data(draw(shape)), d.data(draw(d.partner(shape)))])


@operator("PRelu")
def prelu(d):
    shape = d.shape(2)
    slope = d.one([(1,), shape[1:], (shape[1],) + (1,) * (len(shape) - 2), shape])
    return Made("PRelu", [d.data(d.real(shape)), d.weight(d.real(slope, 0.1))])


@operator("Clip")
def clip(d):
    shape = d.shape()
    low, high = float(np.float32(d.rng.uniform(-2, 1))), float(np.float32(d.rng.uniform(-1, 2)))
    if d.opset < 11:
        attributes = {}
        d.maybe(attributes, "min", min(low, high))
        d.maybe(attributes, "max", max(low, high))
        return Made("Clip", [d.data(d.real(shape))], **attributes)
    if d.opset >= 12 and d.chance(0.25):
        x, make = d.whole(shape, d.one([np.int32, np.int64])), lambda v: np.array(round(v * 3))
    else:
        x, make = d.real(shape), lambda v: np.array(v)
    bounds = [d.ints(make(v).astype(x.dtype), x.dtype) if d.chance(0.7) else None for v in (low, high)]
    if bounds[1] is None:
        bounds.pop()
    return Made("Clip", [d.data(x)] + bounds)


def casts(d, like):
    shape = d.shape(0)
    source = d.one([FLOAT, FLOAT, np.int32, np.int64, np.uint8, bool, np.float16])
    target = d.one([FLOAT, np.int32, np.int64, np.uint8, np.int8, bool, np.float16])
    whole = np.dtype(target).kind in "iu"
    if source in (FLOAT, np.float16):
        x = d.rng.uniform(0 if np.dtype(target).kind == "u" else -100, 100, shape).astype(source)
        if not whole and d.chance(0.3):
            x = d.real(shape, 1.0).astype(source)
    else:
        x = d.flags(shape) if source is bool else d.whole(shape, source, -300, 300)
    return x, np.dtype(target)


@operator("Cast")
def cast(d):
    from onnx import helper
    x, target = casts(d, False)
    return Made("Cast", [d.data(x)], to=helper.np_dtype_to_tensor_dtype(target))


@operator("CastLike", 15, weight=0.6)
def cast_like(d):
    x, target = casts(d, True)
    return Made("CastLike", [d.data(x), d.ints(np.zeros(1), target)])


def reduction(name, whole, weight=0.9):
    def make(d):
        shape = d.shape(0 if d.chance(0.05) else 1)
        if d.chance(whole):
            x = d.whole(shape, d.one([np.int32, np.int64]))
        elif name == "ReduceLogSum":
            x = d.positive(shape)
        else:
            x = d.infinite(shape) if d.chance(0.5) else d.real(shape, 0.1)
            if name in ("ReduceMax", "ReduceMin"):  # see MaxPool
                x = np.where(np.isnan(x), np.float32(0), x)
        attributes, inputs = {}, [d.data(x)]
        d.maybe(attributes, "keepdims", d.between(0, 1))
        named = d.axes(len(shape)) if shape and d.chance(0.8) else None
        if d.opset >= (13 if name == "ReduceSum" else 18):
            d.maybe(attributes, "noop_with_empty_axes", d.between(0, 1), 0.4)
            if named is not None:
                inputs.append(d.ints(named))
            elif d.chance(0.3):
                inputs.append(d.ints([]))
        elif named is not None:
            attributes["axes"] = named
        return Made(name, inputs, **attributes)

    OPERATORS[name] = (7, 21, weight, make)


for plain, whole in [("ReduceSum", 0.2), ("ReduceMean", 0.2), ("ReduceMax", 0.2), ("ReduceMin", 0.2), ("ReduceL1", 0.1), ("ReduceL2", 0.1),
                     ("ReduceSumSquare", 0.1), ("ReduceLogSum", 0), ("ReduceLogSumExp", 0)]:
    reduction(plain, whole)


@operator("CumSum", 11)
def cumulative_sum(d):
    shape = d.shape(1, 3, 8)
    x = d.whole(shape, d.one([np.int32, np.int64])) if d.chance(0.25) else d.infinite(shape)
    attributes = {}
    d.maybe(attributes, "exclusive", d.between(0, 1))
    d.maybe(attributes, "reverse", d.between(0, 1))
    axis = d.axis(len(shape))
    return Made("CumSum", [d.data(x), d.ints(axis if d.chance(0.7) else [axis], d.one([np.int32, np.int64]))], **attributes)


def arg(name):
    def make(d):
        shape = d.shape()
        attributes = {}
        d.maybe(attributes, "keepdims", d.between(0, 1))
        d.maybe(attributes, "axis", d.axis(len(shape)) if d.opset >= 11 else d.between(0, len(shape) - 1))
        if d.opset >= 12:
            d.maybe(attributes, "select_last_index", d.between(0, 1))
        x = d.whole(shape, np.int32, -3, 3) if d.chance(0.2) else np.round(d.real(shape, 0))
        return Made(name, [d.data(x)], **attributes)

    OPERATORS[name] = (7, 21, 1.0, make)


arg("ArgMax")
arg("ArgMin")


def softmax(name):
    def make(d):
        shape = d.shape()
        attributes = {}
        d.maybe(attributes, "axis", d.axis(len(shape)) if d.opset >= 11 else d.between(0, len(shape) - 1))
        if d.opset < 13 and "axis" not in attributes and len(shape) < 2:
            attributes["axis"] = 0
        return Made(name, [d.data(d.infinite(shape) if d.chance(0.2) else d.real(shape, 0, -20, 20))], **attributes)

    OPERATORS[name] = (7, 21, 1.0, make)


softmax("Softmax")
softmax("LogSoftmax")


@operator("LpNormalization", weight=0.7)
def lp_normalization(d):
    shape = d.shape()
    attributes = {}
    d.maybe(attributes, "p", d.between(1, 2))
    d.maybe(attributes, "axis", d.axis(len(shape)))
    x = d.real(shape, 0)
    return Made("LpNormalization", [d.data(x)], **attributes)


@operator("Dropout", weight=0.4)
def dropout(d):
    shape = d.shape()
    outputs = d.between(1, 2)
    if d.opset < 12:
        attributes = {}
        d.maybe(attributes, "ratio", float(d.one([0.25, 0.5])))
        return Made("Dropout", [d.data(d.real(shape))], 1, **attributes)
    inputs = [d.data(d.real(shape))]
    if d.chance(0.5):
        inputs.append(d.ints(0.5, FLOAT))
        if d.chance(0.5):
            inputs.append(d.ints(False, bool))
    return Made("Dropout", inputs, outputs)
