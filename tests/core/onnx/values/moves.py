"""Products and operators that move elements or speak of shapes: random legal parameters of each."""
import numpy as np
from onnx import numpy_helper

from draw import FLOAT, Made, const, init
from elementwise import OPERATORS, casts, numbers, operator


def elements(d, shape):
    return numbers(d, shape)(shape)


@operator("MatMul", weight=1.5)
def matmul(d):
    inner, rows, columns = d.between(1, 5), d.between(1, 4), d.between(1, 4)
    lead = d.shape(0, 2, 3) if d.chance(0.6) else ()
    left = (inner,) if d.chance(0.15) else tuple(n if d.chance(0.8) else 1 for n in lead) + (rows, inner)
    right = (inner,) if d.chance(0.15) else (d.partner(lead) if d.chance(0.5) else ()) + (inner, columns)
    return Made("MatMul", [d.data(d.real(left, 0.1)), d.one([d.data, d.weight])(d.real(right, 0))])


@operator("Gemm", weight=1.5)
def gemm(d):
    m, k, n = d.between(1, 4), d.between(1, 5), d.between(1, 4)
    attributes = {}
    for name in ["alpha", "beta"]:
        d.maybe(attributes, name, float(np.float32(d.one([0.5, 2, -1, 0, 1]))), 0.4)
    d.maybe(attributes, "transA", d.between(0, 1))
    d.maybe(attributes, "transB", d.between(0, 1))
    a = (k, m) if attributes.get("transA") else (m, k)
    b = (n, k) if attributes.get("transB") else (k, n)
    inputs = [d.data(d.real(a, 0)), d.weight(d.real(b, 0))]
    if d.chance(0.7) or d.opset < 11:
        inputs.append(d.weight(d.real(d.one([(n,), (1, n), (m, 1), (m, n), (1,), ()]), 0)))
    return Made("Gemm", inputs, **attributes)


@operator("Trilu", 14)
def trilu(d):
    shape = d.shape(2)
    attributes = {}
    d.maybe(attributes, "upper", d.between(0, 1))
    x = elements(d, shape)
    return Made("Trilu", [d.data(x)] + ([d.ints(d.between(-4, 4))] if d.chance(0.6) else []), **attributes)


@operator("Constant", weight=0.4)
def constant(d):
    if d.opset >= 12 and d.chance(0.5):
        return d.one([Made("Constant", [], value_int=d.between(-5, 5)), Made("Constant", [], value_ints=[d.between(-5, 5), 3]),
                      Made("Constant", [], value_float=1.5), Made("Constant", [], value_floats=[1.5, -2.0])])
    return Made("Constant", [], value=numpy_helper.from_array(elements(d, d.shape(0))))


@operator("ConstantOfShape", 9, weight=0.4)
def constant_of_shape(d):
    attributes = {}
    value = d.one([np.array([2.5], FLOAT), np.array([7], np.int64), np.array([1], np.int32), np.array([True])])
    d.maybe(attributes, "value", numpy_helper.from_array(value))
    return Made("ConstantOfShape", [d.ints(d.shape(0))], **attributes)


@operator("Shape", weight=0.4)
def shape_of(d):
    attributes = {}
    if d.opset >= 15:
        d.maybe(attributes, "start", d.between(-5, 5), 0.4)
        d.maybe(attributes, "end", d.between(-5, 5), 0.4)
    return Made("Shape", [d.data(d.real(d.shape(0)))], **attributes)


@operator("Size", weight=0.3)
def size_of(d):
    return Made("Size", [d.data(d.real(d.shape(0)))])


@operator("Range", 11, weight=0.5)
def counted(d):
    if d.chance(0.5):
        values, dtype = [d.between(-5, 5), d.between(-9, 9), d.one([-3, -2, -1, 1, 2, 3])], d.one([np.int32, np.int64])
    else:
        values, dtype = [d.rng.uniform(-3, 3), d.rng.uniform(-3, 3), d.one([-0.75, 0.5, 1.25])], FLOAT
    return Made("Range", [d.ints(v, dtype) for v in values])


@operator("Reshape", weight=1.2)
def reshape(d):
    shape = d.shape(0)
    count = int(np.prod(shape))
    factors = [n for n in range(1, count + 1) if count % n == 0]
    first = d.one(factors)
    target = d.one([[first, count // first], [first, -1], [-1], [1, first, -1], [count], [-1, 1, first]])
    attributes = {}
    if shape and d.chance(0.3):
        target = [0] + [-1]
    elif d.opset >= 14:
        d.maybe(attributes, "allowzero", d.between(0, 1), 0.3)
    return Made("Reshape", [d.data(elements(d, shape)), d.ints(target)], **attributes)


@operator("Flatten", weight=0.6)
def flatten(d):
    shape = d.shape(1)
    attributes = {}
    d.maybe(attributes, "axis", d.between(-len(shape) if d.opset >= 11 else 0, len(shape)))
    return Made("Flatten", [d.data(d.real(shape))], **attributes)


@operator("Squeeze", weight=0.8)
def squeeze(d):
    shape = list(d.shape(1, 4))
    ones = sorted(d.rng.permutation(len(shape))[: d.between(1, len(shape))].tolist())
    for i in ones:
        shape[i] = 1
    axes = [int(a) - (len(shape) if d.opset >= 11 and d.chance(0.3) else 0) for a in ones]
    x = d.data(elements(d, shape))
    if d.chance(0.25):
        return Made("Squeeze", [x])
    return Made("Squeeze", [x, d.ints(axes)]) if d.opset >= 13 else Made("Squeeze", [x], axes=axes)


@operator("Unsqueeze", weight=0.8)
def unsqueeze(d):
    shape = d.shape(0, 3)
    more = d.between(1, 2)
    rank = len(shape) + more
    axes = sorted(d.rng.permutation(rank)[:more].tolist())
    axes = [int(a) - (rank if d.opset >= 11 and d.chance(0.3) else 0) for a in axes]
    x = d.data(elements(d, shape))
    return Made("Unsqueeze", [x, d.ints(axes)]) if d.opset >= 13 else Made("Unsqueeze", [x], axes=axes)


@operator("Transpose")
def transpose(d):
    shape = d.shape(1, 5, 4)
    attributes = {}
    d.maybe(attributes, "perm", [int(i) for i in d.rng.permutation(len(shape))], 0.8)
    return Made("Transpose", [d.data(elements(d, shape))], **attributes)


@operator("Concat", weight=1.2)
def concat(d):
    shape = d.shape()
    axis = d.axis(len(shape)) if d.opset >= 11 else d.between(0, len(shape) - 1)
    draw, inputs = numbers(d, shape), []
    for _ in range(d.between(1, 4)):
        part = list(shape)
        part[axis] = d.between(1, 4)
        inputs.append(d.data(draw(tuple(part))))
    return Made("Concat", inputs, axis=axis)


@operator("Split", weight=1.2)
def split(d):
    shape = list(d.shape())
    axis = d.axis(len(shape)) if d.opset >= 11 else d.between(0, len(shape) - 1)
    parts = d.between(1, 3)
    attributes = {"axis": axis} if axis != 0 or d.chance(0.5) else {}
    if d.chance(0.5):
        sizes = [d.between(1, 3) for _ in range(parts)]
        shape[axis] = sum(sizes)
        x = d.data(elements(d, tuple(shape)))
        return Made("Split", [x, d.ints(sizes)], parts, **attributes) if d.opset >= 13 else Made("Split", [x], parts, split=sizes, **attributes)
    shape[axis] = parts * d.between(1, 2)
    if d.opset >= 18:
        shape[axis] = parts * d.between(1, 2) + (d.between(0, parts - 1) if parts > 1 and d.chance(0.4) else 0)
        if -(-shape[axis] // parts) * (parts - 1) >= shape[axis]:
            shape[axis] = parts * 2
        attributes["num_outputs"] = parts
    return Made("Split", [d.data(elements(d, tuple(shape)))], parts, **attributes)


@operator("Slice", weight=2)
def cut(d):
    shape = d.shape(1, 4, 6)
    rank = len(shape)
    axes = d.axes(rank) if d.opset >= 10 else sorted(a % rank for a in d.axes(rank))
    starts, ends, steps = [], [], []
    for a in axes:
        n = shape[a]
        while True:
            step = d.one([1, 1, 1, 2, -1, -1, -2, 3]) if d.opset >= 10 else 1
            start, end = d.between(-n - 1, n + 1), d.one([d.between(-n - 2, n + 2), 2**31 - 1, -(2**31)])
            if len(range(*slice(start, None if end == -(2**31) and step < 0 else end, step).indices(n))) > 0:
                break
        starts.append(start)
        ends.append(end)
        steps.append(step)
    x = d.data(d.infinite(shape) if d.chance(0.6) else elements(d, shape))
    if d.opset < 10:
        return Made("Slice", [x], starts=starts, ends=ends, axes=axes)
    return Made("Slice", [x, d.ints(starts), d.ints(ends), d.ints(axes, d.one([np.int64, np.int64])), d.ints(steps)])


@operator("Pad", weight=1.5)
def pad(d):
    shape = d.shape(1, 4)
    rank = len(shape)
    mode = d.one(["constant", "constant", "reflect", "edge"] + (["wrap"] if d.opset >= 19 and d.chance(0.1) else []))
    most = [3 if mode in ("constant", "edge") else n - 1 for n in shape]
    before, after = [d.between(0, m) for m in most], [d.between(0, m) for m in most]
    attributes = {}
    d.maybe(attributes, "mode", mode, 1.0 if mode != "constant" else 0.5)
    x = d.data(elements(d, shape) if mode == "constant" and d.opset >= 11 else d.infinite(shape))
    value = d.one([0.0, 1.5, -2.0, float("inf"), float("nan")])
    if d.opset < 11:
        d.maybe(attributes, "value", value)
        return Made("Pad", [x], pads=before + after, **attributes)
    inputs = [x, d.ints(before + after)]
    value = np.array(value if x.array.dtype.kind == "f" else 3).astype(x.array.dtype)
    if d.opset >= 18 and d.chance(0.4):
        axes = d.axes(rank)
        inputs = [x, d.ints([before[a] for a in axes] + [after[a] for a in axes]),
                  d.ints(value, value.dtype) if d.chance(0.5) else None, d.ints(axes)]
    elif d.chance(0.6):
        inputs.append(d.ints(value, value.dtype))
    return Made("Pad", inputs, **attributes)


@operator("Expand", 8)
def expand(d):
    shape = d.shape()
    source = d.partner(shape) if d.chance(0.8) else shape
    target = [n if d.chance(0.8) else 1 for n in shape] if d.chance(0.3) else shape
    return Made("Expand", [d.data(elements(d, source)), d.ints(target)])


@operator("Tile", weight=0.7)
def tile(d):
    shape = d.shape(1, 4, 3)
    return Made("Tile", [d.data(elements(d, shape)), d.ints([d.between(1, 3) for _ in shape])])


@operator("Gather", weight=1.5)
def gather(d):
    shape = d.shape()
    axis = d.axis(len(shape))
    attributes = {"axis": axis} if axis != 0 or d.chance(0.5) else {}
    length = shape[axis]
    at = d.rng.integers(-length if d.opset >= 11 else 0, length, d.shape(0, 2, 4)).astype(d.one([np.int32, np.int64]))
    x = d.infinite(shape) if d.chance(0.6) else elements(d, shape)
    return Made("Gather", [d.data(x), d.one([d.data, d.ints])(at) if False else d.data(at)], **attributes)


@operator("GatherElements", 11)
def gather_elements(d):
    shape = d.shape()
    axis = d.axis(len(shape))
    attributes = {"axis": axis} if axis != 0 or d.chance(0.5) else {}
    index = list(shape)
    index[axis] = d.between(1, 4)
    if d.chance(0.2):
        index = [d.between(1, n) if i != axis % len(shape) else index[i] for i, n in enumerate(shape)]
    at = d.rng.integers(-shape[axis], shape[axis], index).astype(d.one([np.int32, np.int64]))
    x = d.infinite(shape) if d.chance(0.6) else elements(d, shape)
    return Made("GatherElements", [d.data(x), d.data(at)], **attributes)


@operator("OneHot", 9)
def one_hot(d):
    shape, depth = d.shape(1, 3, 4), d.between(1, 5)
    attributes = {}
    d.maybe(attributes, "axis", d.between(-len(shape) - 1, len(shape)))
    values = d.one([np.array([0, 1], FLOAT), np.array([-1.5, 2.5], FLOAT), np.array([3, 7], np.int64), np.array([1, 0], np.int32)])
    low = -depth - 1 if d.opset >= 11 else 0
    return Made("OneHot", [d.data(d.whole(shape, np.int64, low, depth)), d.ints(depth if d.chance(0.5) else [depth]), const(values)], **attributes)


@operator("DepthToSpace", weight=0.6)
def depth_to_space(d):
    block = d.between(1, 3)
    attributes = {"blocksize": block}
    if d.opset >= 11:
        d.maybe(attributes, "mode", d.one(["DCR", "CRD"]))
    return Made("DepthToSpace", [d.data(d.real((d.between(1, 2), block * block * d.between(1, 2), d.between(1, 3), d.between(1, 3))))], **attributes)


@operator("SpaceToDepth", weight=0.6)
def space_to_depth(d):
    block = d.between(1, 3)
    shape = (d.between(1, 2), d.between(1, 3), block * d.between(1, 3), block * d.between(1, 3))
    return Made("SpaceToDepth", [d.data(d.real(shape))], blocksize=block)
