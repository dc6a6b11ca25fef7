"""Convolutions, pools, norms, resizing, losses and layers over time: random legal parameters of each."""
import numpy as np

from draw import FLOAT, Made
from elementwise import OPERATORS, operator


def window(d, dims, sizes, attributes, dilated=True, kernel=None):
    """Kernel, strides, dilations and pads that fit; returns the kernel."""
    kernel = kernel or [d.between(1, 4) for _ in range(dims)]
    dilations = [d.one([1, 1, 1, 2, 3]) for _ in range(dims)] if dilated and d.chance(0.4) else [1] * dims
    for i in range(dims):
        if (kernel[i] - 1) * dilations[i] + 1 > sizes[i]:
            dilations[i] = 1
            kernel[i] = min(kernel[i], sizes[i])
    if dilations != [1] * dims or (dilated and d.chance(0.1)):
        attributes["dilations"] = dilations
    d.maybe(attributes, "strides", [d.one([1, 2, 3, 1, 2, 3, 4, 5]) for _ in range(dims)])
    how = d.one(["pads", "pads", "even", "none", "none", "VALID", "SAME_UPPER", "SAME_LOWER"])
    if how == "pads":
        attributes["pads"] = [d.between(0, min(2, kernel[i % dims] - 1)) for i in range(2 * dims)]
    elif how == "even":
        attributes["pads"] = [d.between(0, min(2, k - 1)) for k in kernel] * 2
    elif how != "none":
        attributes["auto_pad"] = how
    return kernel


def image(d, channels=None, dims=None, largest=8):
    dims = dims or d.one([1, 2, 2, 2, 3])
    return (d.between(1, 2), channels or d.between(1, 4)) + tuple(d.between(2, largest if dims < 3 else 5) for _ in range(dims))


@operator("Conv", weight=2.5)
def conv(d):
    group, dims = d.one([1, 1, 1, 2, 3]), d.one([1, 2, 2, 2, 3])
    shape = image(d, group * d.between(1, 3), dims)
    attributes = {}
    kernel = window(d, dims, shape[2:], attributes)
    features = group * d.between(1, 3)
    if group > 1 or d.chance(0.2):
        attributes["group"] = group
    d.maybe(attributes, "kernel_shape", kernel)
    inputs = [d.data(d.real(shape, 0)), d.weight(d.real((features, shape[1] // group, *kernel), 0))]
    if d.chance(0.5):
        inputs.append(d.weight(d.real((features,), 0)))
    return Made("Conv", inputs, **attributes)


@operator("ConvTranspose", weight=5)
def conv_transpose(d):
    group, dims = d.one([1, 1, 1, 2]), d.one([1, 2, 2, 2, 3])
    shape = (d.between(1, 2), group * d.between(1, 3)) + tuple(d.between(1, 5 if dims < 3 else 3) for _ in range(dims))
    kernel = [d.between(1, 4 if dims < 3 else 3) for _ in range(dims)]
    strides = [d.between(1, 3) for _ in range(dims)]
    dilations = [d.one([1, 1, 2]) for _ in range(dims)] if d.chance(0.3) else [1] * dims
    attributes = {}
    if strides != [1] * dims or d.chance(0.5):
        attributes["strides"] = strides
    if dilations != [1] * dims:
        attributes["dilations"] = dilations
    if group > 1:
        attributes["group"] = group
    d.maybe(attributes, "kernel_shape", kernel)
    more = [d.between(0, max(strides[i], dilations[i]) - 1) for i in range(dims)] if d.chance(0.4) else [0] * dims
    if any(more):
        attributes["output_padding"] = more
    full = [strides[i] * (shape[i + 2] - 1) + more[i] + (kernel[i] - 1) * dilations[i] + 1 for i in range(dims)]
    how = d.one(["pads", "pads", "pads", "none", "shape", "shape", "VALID", "SAME_UPPER", "SAME_LOWER"])
    if how == "pads":
        pads = [0] * (2 * dims)
        for i in range(dims):
            pads[i] = d.between(0, min(3, full[i] - 1))
            pads[dims + i] = d.between(0, min(3, full[i] - 1 - pads[i]))
        attributes["pads"] = pads
    elif how == "shape":
        # Larger ones than the kernel reaches, too; pads beside them say nothing.
        attributes["output_shape"] = [d.between(max(1, full[i] - 4), full[i] + d.one([0, 0, 1, 2, 4])) for i in range(dims)]
        d.maybe(attributes, "auto_pad", d.one(["NOTSET", "SAME_UPPER", "SAME_LOWER"]), 0.5)
        if attributes.get("auto_pad", "NOTSET") == "NOTSET":
            d.maybe(attributes, "pads", [d.between(0, 2) for _ in range(2 * dims)], 0.2)
    elif how != "none":
        attributes["auto_pad"] = how
    features = d.between(1, 3)
    inputs = [d.data(d.real(shape, 0)), d.weight(d.real((shape[1], features, *kernel), 0))]
    if d.chance(0.5):
        inputs.append(d.weight(d.real((features * group,), 0)))
    return Made("ConvTranspose", inputs, **attributes)


def pooled(name, until=21, weight=2.0):
    def make(d):
        shape = image(d)
        attributes = {}
        dilated = name == "MaxPool" and d.opset >= 10 or name == "AveragePool" and d.opset >= 19 or name == "LpPool" and d.opset >= 18
        attributes["kernel_shape"] = window(d, len(shape) - 2, shape[2:], attributes, dilated)
        if name == "LpPool" and d.opset >= 18 or name != "LpPool" and d.opset >= 10:
            d.maybe(attributes, "ceil_mode", d.between(0, 1), 0.4)
        outputs = 1
        if name == "AveragePool":
            d.maybe(attributes, "count_include_pad", d.between(0, 1), 0.5)
        if name == "LpPool":
            d.maybe(attributes, "p", d.between(1, 4))
        if name == "MaxPool" and d.opset >= 8 and d.chance(0.3):
            outputs = 2
            if len(shape) <= 4:
                d.maybe(attributes, "storage_order", d.between(0, 1), 0.3)
        # A NaN wins with us, as in PyTorch and NumPy; the standard does not say, ONNX Runtime drops it.
        return Made(name, [d.data(d.infinite(shape, name != "MaxPool"))], outputs, **attributes)

    OPERATORS[name] = (7, until, weight, make)


pooled("MaxPool")
pooled("AveragePool", weight=2.5)
pooled("LpPool")
for plain in ["GlobalAveragePool", "GlobalMaxPool"]:
    OPERATORS[plain] = (7, 21, 0.5, lambda d, plain=plain: Made(plain, [d.data(d.infinite(image(d), plain != "GlobalMaxPool"))]))


@operator("BatchNormalization", weight=1.5)
def batch_normalization(d):
    shape = (d.between(1, 3), d.between(1, 4)) + tuple(d.between(1, 4) for _ in range(d.between(0, 3)))
    attributes = {}
    d.maybe(attributes, "epsilon", float(np.float32(d.one([1e-3, 1e-5, 0.1]))))
    training = d.opset >= 14 and d.chance(0.4) and len(shape) > 2
    if training:
        attributes["training_mode"] = 1
        d.maybe(attributes, "momentum", float(np.float32(d.rng.uniform(0.1, 0.9))))
    channel = (shape[1],)
    inputs = [d.data(d.real(shape, 0)), d.weight(d.real(channel, 0)), d.weight(d.real(channel, 0)), d.weight(d.real(channel, 0)),
              d.weight(d.positive(channel))]
    return Made("BatchNormalization", inputs, 3 if training else 1, **attributes)


@operator("InstanceNormalization")
def instance_normalization(d):
    shape = (d.between(1, 3), d.between(1, 4)) + tuple(d.between(2, 4) for _ in range(d.between(1, 3)))
    attributes = {}
    d.maybe(attributes, "epsilon", float(np.float32(d.one([1e-3, 1e-5, 0.1]))))
    return Made("InstanceNormalization", [d.data(d.real(shape, 0))] + [d.weight(d.real((shape[1],), 0)) for _ in range(2)], **attributes)


@operator("GroupNormalization", 18)
def group_normalization(d):
    groups = d.between(1, 3)
    shape = (d.between(1, 2), groups * d.between(1, 3)) + tuple(d.between(2, 4) for _ in range(d.between(1, 2)))
    scales = (groups if d.opset < 21 else shape[1],)
    attributes = {"num_groups": groups}
    d.maybe(attributes, "epsilon", float(np.float32(d.one([1e-3, 1e-5, 0.1]))))
    return Made("GroupNormalization", [d.data(d.real(shape, 0))] + [d.weight(d.real(scales, 0)) for _ in range(2)], **attributes)


@operator("LayerNormalization", 17)
def layer_normalization(d):
    shape = d.shape(1, 4)
    axis = d.axis(len(shape))
    normal = shape[axis:]
    attributes = {}
    if axis != -1 or d.chance(0.5):
        attributes["axis"] = axis
    d.maybe(attributes, "epsilon", float(np.float32(d.one([1e-3, 1e-5, 0.1]))))
    inputs = [d.data(d.real(shape, 0)), d.weight(d.real(normal, 0))]
    if d.chance(0.6):
        inputs.append(d.weight(d.real(normal, 0)))
    return Made("LayerNormalization", inputs, d.one([1, 1, 3]), **attributes)


@operator("RMSNormalization", 23, 24, 0.7)
def rms_normalization(d):
    shape = d.shape(1, 4)
    axis = d.axis(len(shape))
    attributes = {}
    if axis != -1 or d.chance(0.5):
        attributes["axis"] = axis
    d.maybe(attributes, "epsilon", float(np.float32(d.one([1e-3, 1e-5, 0.1]))))
    return Made("RMSNormalization", [d.data(d.real(shape, 0)), d.weight(d.real(shape[axis:], 0))], **attributes)


@operator("LRN", weight=0.7)
def lrn(d):
    shape = (d.between(1, 2), d.between(1, 7)) + tuple(d.between(1, 4) for _ in range(2))
    attributes = {"size": d.one([1, 2, 3, 4, 5, 7])}
    d.maybe(attributes, "alpha", float(np.float32(d.rng.uniform(0.0001, 0.5))))
    d.maybe(attributes, "beta", float(np.float32(d.rng.uniform(0.3, 1.2))))
    d.maybe(attributes, "bias", float(np.float32(d.rng.uniform(0.5, 2))))
    return Made("LRN", [d.data(d.real(shape, 0))], **attributes)


@operator("MeanVarianceNormalization", 9, weight=0.6)
def mean_variance(d):
    if d.chance(0.5):
        return Made("MeanVarianceNormalization", [d.data(d.real((2, 3, d.between(1, 4), 3), 0))])
    shape = d.shape(2, 4)
    axes = sorted(a % len(shape) for a in d.axes(len(shape)))
    return Made("MeanVarianceNormalization", [d.data(d.real(shape, 0))], axes=axes)


@operator("Resize", 10, weight=4)
def resize(d):
    rank = d.one([2, 3, 4, 4, 4, 5]) if d.opset >= 11 else 4
    shape = tuple(d.between(1, 3) for _ in range(max(rank - 2, 0))) + tuple(d.one([d.between(2, 6), 5, 10, 20]) for _ in range(min(rank, 2)))
    attributes = {}
    mode = d.one(["nearest", "nearest", "linear", "cubic"] if d.opset >= 11 and rank == 4 else ["nearest", "linear"])
    d.maybe(attributes, "mode", mode, 1.0 if mode != "nearest" else 0.5)
    last = 2 if rank > 1 else 1
    factors = [1.0] * (rank - last) + [float(np.float32(d.one([0.5, 2.0, 3.0, 1.0, d.between(4, 30) / 10, d.rng.uniform(0.4, 2.5)]))) for _ in range(last)]
    x = d.infinite(shape) if mode == "nearest" else d.real(shape, 0)
    if d.opset == 10:
        return Made("Resize", [d.data(x), d.ints(factors, FLOAT)], **attributes)
    coordinates = ["half_pixel", "asymmetric", "align_corners", "pytorch_half_pixel"]
    if d.opset >= 19:
        coordinates.append("half_pixel_symmetric")
    coordinate = d.one(coordinates)
    d.maybe(attributes, "coordinate_transformation_mode", coordinate, 0.8)
    if mode == "nearest":
        d.maybe(attributes, "nearest_mode", d.one(["floor", "ceil", "round_prefer_floor", "round_prefer_ceil"]), 0.7)
    if mode == "cubic":
        d.maybe(attributes, "cubic_coeff_a", float(np.float32(d.one([-0.5, -0.75]))))
        d.maybe(attributes, "exclude_outside", d.between(0, 1), 0.4)
    if d.opset >= 18 and mode != "nearest" and d.chance(0.3) and rank == 4:
        attributes["antialias"] = 1
    roi = d.one([None, d.ints([], FLOAT)]) if d.opset >= 13 else d.ints([], FLOAT)
    sizes = [max(1, int(np.float32(n) * np.float32(f))) for n, f in zip(shape, factors)]
    if d.opset >= 18 and d.chance(0.3):
        axes = list(range(rank - last, rank))
        attributes["axes"] = [a - rank for a in axes] if d.chance(0.3) else axes
        factors, sizes = factors[-last:], sizes[-last:]
        if d.chance(0.3) and attributes["axes"] == axes:  # ONNX Runtime 1.32 resizes nothing by negative axes and a policy
            attributes["keep_aspect_ratio_policy"] = d.one(["stretch", "not_larger", "not_smaller"])
            return Made("Resize", [d.data(x), roi, None, d.ints(sizes)], **attributes)
    if d.chance(0.5):
        return Made("Resize", [d.data(x), roi, d.ints(factors, FLOAT)], **attributes)
    empty = None if d.opset >= 13 else d.ints([], FLOAT)
    return Made("Resize", [d.data(x), roi, empty, d.ints(sizes)], **attributes)


@operator("Upsample", 7, 9, 0.8)
def upsample(d):
    shape = (d.between(1, 2), d.between(1, 3), d.between(2, 5), d.between(2, 5))
    factors = [1.0, 1.0] + [float(d.one([1, 2, 3, 1.5])) for _ in range(2)]
    attributes = {}
    mode = d.one(["nearest", "linear"])
    d.maybe(attributes, "mode", mode, 1.0 if mode == "linear" else 0.5)
    x = d.data(d.infinite(shape) if mode == "nearest" else d.real(shape, 0))
    if d.opset >= 9:
        return Made("Upsample", [x, d.ints(factors, FLOAT)], **attributes)
    return Made("Upsample", [x], scales=factors, **attributes)


def recurrent(name, gates):
    def make(d):
        steps, batch, width, hidden = d.between(1, 4), d.between(1, 3), d.between(1, 3), d.between(1, 3)
        direction = d.one(["forward", "reverse", "bidirectional"])
        directions = 2 if direction == "bidirectional" else 1
        attributes = {"hidden_size": hidden}
        d.maybe(attributes, "direction", direction, 1.0 if direction != "forward" else 0.5)
        half = lambda *shape: d.rng.uniform(-1, 1, shape).astype(FLOAT)
        given = lambda *shape: Made and d.data(half(*shape))
        from draw import init
        inputs = [given(steps, batch, width), init(half(directions, gates * hidden, width)), init(half(directions, gates * hidden, hidden))]
        rest = [init(half(directions, 2 * gates * hidden)) if d.chance(0.6) else None,
                init(d.rng.integers(1, steps + 1, batch).astype(np.int32)) if d.chance(0.3) else None,
                d.data(half(directions, batch, hidden)) if d.chance(0.4) else None]
        if name == "LSTM":
            rest.append(d.data(half(directions, batch, hidden)) if d.chance(0.4) else None)
            rest.append(init(half(directions, 3 * hidden)) if d.chance(0.3) else None)
            d.maybe(attributes, "input_forget", d.between(0, 1), 0.2)
        if name == "GRU":
            d.maybe(attributes, "linear_before_reset", d.between(0, 1))
        while rest and rest[-1] is None:
            rest.pop()
        d.maybe(attributes, "clip", float(np.float32(d.rng.uniform(0.3, 1.5))), 0.2)
        names = ["Sigmoid", "Tanh", "Relu", "Softsign", "Softplus", "LeakyRelu", "HardSigmoid", "Elu", "ScaledTanh", "ThresholdedRelu", "Affine"]
        if d.chance(0.2):
            attributes["activations"] = [d.one(names[:4]) for _ in range(directions * {"LSTM": 3, "GRU": 2, "RNN": 1}[name])]
        return Made(name, inputs + rest, 3 if name == "LSTM" else 2, **attributes)

    OPERATORS[name] = (7, 21, 1.5, make)


recurrent("LSTM", 4)
recurrent("GRU", 3)
recurrent("RNN", 1)


def loss(name):
    def make(d):
        classes, rows = d.between(2, 5), d.between(1, 4)
        rest = tuple(d.between(1, 3) for _ in range(d.one([0, 0, 1, 2])))
        labels = d.rng.integers(0, classes, (rows,) + rest).astype(d.one([np.int32, np.int64]))
        attributes = {}
        d.maybe(attributes, "reduction", d.one(["none", "sum", "mean"]))
        if d.chance(0.4):
            attributes["ignore_index"] = d.one([0, 1, -1, -100, 255])
            labels = np.where(d.rng.random(labels.shape) < 0.2, np.array(attributes["ignore_index"], labels.dtype), labels)
        x = d.real((rows, classes) + rest, 0)
        inputs = [d.data(x), d.data(labels)]
        if d.chance(0.4):
            inputs.append(d.weight(d.positive((classes,))))
        return Made(name, inputs, d.between(1, 2) if name.startswith("Softmax") else 1, **attributes)

    OPERATORS[name] = (13, 21, 1.2, make)


loss("NegativeLogLikelihoodLoss")
loss("SoftmaxCrossEntropyLoss")


@operator("Attention", 23, 24, 1.5)
def attention(d):
    batch, heads, group = d.between(1, 2), d.between(1, 2), d.between(1, 2)
    queries, keys, width, value = d.between(1, 4), d.between(1, 5), d.between(1, 4), d.between(1, 4)
    attributes, wide = {}, d.chance(0.5)
    half = lambda *shape: d.data(d.rng.uniform(-1, 1, shape).astype(FLOAT))
    if wide:
        inputs = [half(batch, queries, heads * group * width), half(batch, keys, heads * width), half(batch, keys, heads * value)]
        attributes.update(q_num_heads=heads * group, kv_num_heads=heads)
    else:
        inputs = [half(batch, heads * group, queries, width), half(batch, heads, keys, width), half(batch, heads, keys, value)]
    d.maybe(attributes, "is_causal", d.between(0, 1))
    d.maybe(attributes, "scale", float(np.float32(d.rng.uniform(0.2, 2))), 0.3)
    d.maybe(attributes, "softcap", float(np.float32(d.rng.uniform(0.5, 3))), 0.2)
    if d.chance(0.4):
        shape = d.one([(queries, keys), (1, 1, queries, keys), (batch, 1, queries, keys), (batch, heads * group, queries, keys)])
        mask = d.rng.random(shape) < 0.8 if d.chance(0.5) else d.real(shape, 0)
        inputs.append(d.data(mask))
    return Made("Attention", inputs, 1, **attributes)
