"""Writes results.json: what PyTorch computes for the ops, optimizers and short trainings that torch_test.cpp runs.

Run by hand where torch and numpy are installed; the build never runs it:
    python3 tests/torch/make_results.py > tests/torch/results.json
    python3 tests/torch/make_results.py "vit_small at full size" > elsewhere.json

No inputs are stored: both sides make them with the formula of tests/dev/reference/formula.h. Ops and optimizers are computed in double
precision, trainings in single precision as users run them.
"""
import math
import sys

import numpy as np
import torch
import torch.nn.functional as F
from formula import Number, dump, formula, formula_labels, formula_tensor, numbers, salt_of
from image_models import InvertedResidual, Lenet5, Mlp, MobilenetV2, ResnetCifar
from sequence_models import MODELS

torch.manual_seed(0)
torch.use_deterministic_algorithms(True)


# --- ops -----------------------------------------------------------------------------------------------------------------------
def pair(v):
    return [v, v] if isinstance(v, int) else list(v)


class Conv2d:
    op = "conv2d"

    def __init__(self, stride=1, padding=0, dilation=1, groups=1, relu=False):
        self.attrs = dict(stride=pair(stride), padding=pair(padding), dilation=pair(dilation), groups=groups, relu=relu)

    def __call__(self, x, w, b=None):
        a = self.attrs
        y = F.conv2d(x, w, b, a["stride"], a["padding"], a["dilation"], a["groups"])
        return F.relu(y) if a["relu"] else y


class Linear:
    op = "linear"

    def __init__(self, relu=False):
        self.attrs = dict(relu=relu)

    def __call__(self, x, w, b=None):
        y = F.linear(x, w, b)
        return F.relu(y) if self.attrs["relu"] else y


class Relu:
    op, attrs = "relu", {}

    def __call__(self, x):
        return F.relu(x)


class Add:
    op = "add"

    def __init__(self, relu=False):
        self.attrs = dict(relu=relu)

    def __call__(self, a, b):
        return F.relu(a + b) if self.attrs["relu"] else a + b


class BatchNorm:
    op = "batch_norm"

    def __init__(self, relu=False, momentum=0.1, eps=1e-5):
        self.attrs = dict(eps=eps, momentum=momentum, relu=relu)

    def __call__(self, x, gamma, beta, mean, var, residual=None):
        y = F.batch_norm(x, mean, var, gamma, beta, True, self.attrs["momentum"], self.attrs["eps"])
        y = y if residual is None else y + residual
        return F.relu(y) if self.attrs["relu"] else y


class BatchNormInference:
    op = "batch_norm_inference"

    def __init__(self, eps=1e-5):
        self.attrs = dict(eps=eps, relu=False)

    def __call__(self, x, gamma, beta, mean, var):
        return F.batch_norm(x, mean, var, gamma, beta, False, 0.0, self.attrs["eps"])


class MaxPool:
    op = "max_pool2d"

    def __init__(self, kernel, stride, padding=0):
        self.attrs = dict(kernel=pair(kernel), stride=pair(stride), padding=pair(padding))

    def __call__(self, x):
        return F.max_pool2d(x, self.attrs["kernel"], self.attrs["stride"], self.attrs["padding"])


class AvgPool:
    op = "avg_pool2d"

    def __init__(self, kernel, stride, padding=0, count_include_pad=True):
        self.attrs = dict(kernel=pair(kernel), stride=pair(stride), padding=pair(padding), count_include_pad=count_include_pad)

    def __call__(self, x):
        a = self.attrs
        return F.avg_pool2d(x, a["kernel"], a["stride"], a["padding"], False, a["count_include_pad"])


class GlobalAvgPool:
    op, attrs = "global_avg_pool", {}

    def __call__(self, x):
        return F.adaptive_avg_pool2d(x, 1)


class ShortcutPad:
    op = "shortcut_pad"

    def __init__(self, stride, before, after):
        self.attrs = dict(stride=pair(stride), pad_before=before, pad_after=after)

    def __call__(self, x):
        a = self.attrs
        return F.pad(x[:, :, :: a["stride"][0], :: a["stride"][1]], (0, 0, 0, 0, a["pad_before"], a["pad_after"]))


class Identity:  # the logits themselves, for the loss
    op, attrs = "", {}

    def __call__(self, x):
        return x


def op_case(name, function, operands, buffers=(), ignore_first=False, gradients=True):
    """operands: name -> (shape, scale, offset). The output becomes the logits of a cross-entropy."""
    tensors = {}
    for operand, (shape, scale, offset) in operands.items():
        t = formula_tensor(salt_of(name + operand), shape, scale, offset).double()
        tensors[operand] = t.requires_grad_(gradients and operand not in buffers)
    y = function(*tensors.values())
    logits = y.reshape(y.shape[0], -1)
    labels = formula_labels(salt_of(name), *logits.shape)
    if ignore_first:
        labels[0] = -1
    loss = F.cross_entropy(logits, labels, ignore_index=-1)
    result = dict(name=name, op=function.op, attrs=function.attrs, ignore_first=ignore_first)
    result["operands"] = [
        dict(name=n, shape=list(s), scale=scale, offset=offset, buffer=n in buffers) for n, (s, scale, offset) in operands.items()
    ]
    result["y"], result["loss"] = numbers(y), Number(loss.item())
    if gradients:
        loss.backward()
        result["gradients"] = {n: numbers(t.grad) for n, t in tensors.items() if t.grad is not None}
    result["buffers"] = {n: numbers(tensors[n]) for n in buffers}
    return result


def op_cases():
    def images(*shape, scale=1.0, offset=0.0):
        return (shape, scale, offset)

    yield op_case("conv 3x3", Conv2d(padding=1), dict(x=images(2, 3, 5, 6), w=images(4, 3, 3, 3), b=images(4)))
    yield op_case("conv strided relu", Conv2d(stride=2, padding=1, relu=True), dict(x=images(2, 2, 7, 6), w=images(3, 2, 3, 3), b=images(3)))
    yield op_case("conv 1x1", Conv2d(), dict(x=images(2, 6, 4, 4), w=images(5, 6, 1, 1)))
    yield op_case("conv uneven", Conv2d(stride=(1, 3), padding=(1, 0)), dict(x=images(1, 2, 6, 9), w=images(3, 2, 2, 3)))
    yield op_case("conv dilated", Conv2d(padding=2, dilation=2), dict(x=images(1, 2, 7, 7), w=images(2, 2, 3, 3)))
    yield op_case("conv grouped", Conv2d(padding=1, groups=2), dict(x=images(2, 4, 4, 4), w=images(6, 2, 3, 3), b=images(6)))
    yield op_case("conv depthwise", Conv2d(stride=2, padding=1, groups=4), dict(x=images(1, 4, 6, 6), w=images(4, 1, 3, 3)))
    yield op_case("conv 5x5", Conv2d(padding=2), dict(x=images(1, 1, 8, 8), w=images(2, 1, 5, 5), b=images(2)))
    yield op_case("linear", Linear(), dict(x=images(5, 9), w=images(7, 9), b=images(7)))
    yield op_case("linear relu", Linear(relu=True), dict(x=images(4, 6), w=images(8, 6)))
    yield op_case("relu", Relu(), dict(x=images(4, 9)))
    yield op_case("add", Add(), dict(a=images(2, 3, 2, 2), b=images(2, 3, 2, 2)))
    yield op_case("add relu", Add(relu=True), dict(a=images(3, 7), b=images(3, 7)))
    norm = dict(gamma=images(3, scale=0.5, offset=1.0), beta=images(3), mean=images(3), var=images(3, scale=0.5, offset=1.0))
    x = images(2, 3, 4, 3, scale=2.0, offset=0.5)
    buffers = ("mean", "var")
    yield op_case("batch norm", BatchNorm(), dict(x=x, **norm), buffers)
    yield op_case("batch norm rows", BatchNorm(momentum=0.25), dict(x=images(6, 3), **norm), buffers)
    yield op_case("batch norm relu", BatchNorm(relu=True), dict(x=x, **norm), buffers)
    yield op_case("batch norm residual relu", BatchNorm(relu=True), dict(x=x, **norm, residual=x), buffers)
    yield op_case("batch norm inference", BatchNormInference(), dict(x=x, **norm), buffers, gradients=False)
    yield op_case("max pool 2x2", MaxPool(2, 2), dict(x=images(2, 3, 4, 6, scale=3.0)))
    yield op_case("max pool 3x3 padded", MaxPool(3, 2, 1), dict(x=images(1, 2, 7, 7, scale=3.0)))
    yield op_case("max pool with a rest", MaxPool((2, 3), (2, 3)), dict(x=images(1, 2, 5, 7, scale=3.0)))
    yield op_case("avg pool 2x2", AvgPool(2, 2), dict(x=images(2, 3, 4, 4, scale=3.0)))
    yield op_case("avg pool padded", AvgPool(3, 2, 1), dict(x=images(1, 2, 5, 5, scale=3.0)))
    yield op_case("avg pool padding not counted", AvgPool(3, 2, 1, False), dict(x=images(1, 2, 5, 5, scale=3.0)))
    yield op_case("global avg pool", GlobalAvgPool(), dict(x=images(3, 5, 3, 4, scale=3.0)))
    yield op_case("shortcut pad", ShortcutPad(2, 1, 1), dict(x=images(2, 2, 5, 4)))
    yield op_case("cross entropy", Identity(), dict(x=images(6, 9, scale=5.0)))
    yield op_case("cross entropy with an ignored label", Identity(), dict(x=images(4, 3, scale=5.0)), ignore_first=True)


# --- optimizers ----------------------------------------------------------------------------------------------------------------
def optimizer_case(name, kind, steps=5, count=6, **options):
    """Gradients are given, not computed: gradient of step s is formula(salt "name.s")."""
    p = formula_tensor(salt_of(name), (count,)).double().requires_grad_()
    optimizer = {"sgd": torch.optim.SGD, "adam": torch.optim.Adam, "adamw": torch.optim.AdamW}[kind]([p], **options)
    after = []
    for step in range(1, steps + 1):
        p.grad = formula_tensor(salt_of(f"{name}.{step}"), (count,)).double()
        optimizer.step()
        after.append(numbers(p))
    settings = {k: list(v) if isinstance(v, tuple) else v for k, v in options.items()}
    return dict(name=name, kind=kind, settings=settings, after=after)


def optimizer_cases():
    yield optimizer_case("sgd", "sgd", lr=0.1)
    yield optimizer_case("sgd decay", "sgd", lr=0.1, weight_decay=0.01)
    yield optimizer_case("sgd momentum", "sgd", lr=0.1, momentum=0.9, weight_decay=0.01)
    yield optimizer_case("sgd dampening", "sgd", lr=0.1, momentum=0.9, dampening=0.5)
    yield optimizer_case("sgd nesterov", "sgd", lr=0.1, momentum=0.9, nesterov=True, weight_decay=0.01)
    yield optimizer_case("adam", "adam", lr=0.01)
    yield optimizer_case("adam decay", "adam", lr=0.01, betas=(0.8, 0.95), eps=1e-6, weight_decay=0.1)
    yield optimizer_case("adamw", "adamw", lr=0.01, weight_decay=0.1)


# --- running statistics --------------------------------------------------------------------------------------------------------
def running_statistics(momentum):
    norm = torch.nn.BatchNorm2d(3, momentum=momentum).double()
    steps = []
    for step in range(1, 5):
        norm(formula_tensor(salt_of(f"running {step}"), (2, 3, 4, 5), 2.0, 0.3).double())
        steps.append(dict(mean=numbers(norm.running_mean), var=numbers(norm.running_var)))
    return dict(momentum=momentum, steps=steps)


# --- trainings -----------------------------------------------------------------------------------------------------------------
def start(model):
    """Initial values by name and rank, as in torch_test.cpp."""
    with torch.no_grad():
        for name, p in model.named_parameters():
            if p.dim() > 1:
                gain = 6.0 if p.dim() == 4 else 1.0
                value = formula_tensor(salt_of(name), tuple(p.shape), math.sqrt(gain / math.prod(p.shape[1:])))
            elif name.endswith("weight"):
                value = formula_tensor(salt_of(name), tuple(p.shape), 0.1, 1.0)
            else:
                value = formula_tensor(salt_of(name), tuple(p.shape), 0.05)
            p.copy_(value)


def batch_of(step, size, sample):
    """A pattern for each class under noise, so that there is something to learn."""
    pixels = math.prod(sample)
    labels = formula_labels(salt_of(f"labels {step}"), size, 10)
    patterns = formula(salt_of("patterns"), 10 * pixels).reshape(10, pixels)
    noise = formula(salt_of(f"noise {step}"), size * pixels).reshape(size, pixels)
    x = (patterns[labels.numpy()] + 0.25 * noise).astype(np.float32)
    return torch.from_numpy(x).reshape(size, *sample), labels


def tokens_of(step, size, context, vocabulary):
    """Every row from its own start, each token a function of the one before; the labels are the next tokens."""
    tokens = [formula_labels(salt_of(f"starts {step}"), size, vocabulary)]
    for _ in range(context):
        tokens.append((5 * tokens[-1] + 3) % vocabulary)
    tokens = torch.stack(tokens, 1)
    return tokens[:, :-1], tokens[:, 1:].flatten()


def sequence_training(name, size, sample, classes, lr, arguments, dtype=torch.float32, autocast=False):
    if len(sample) == 1:
        model, batches = MODELS[name](sample[0], classes, **arguments), lambda step: tokens_of(step, size, sample[0], classes)
    else:
        model, batches = MODELS[name](sample[1], classes, **arguments), None
    result = training(name, model, size, sample, lr, dtype, arguments={"dropout": 0.0}, batches=batches, autocast=autocast)
    return dict(result, classes=classes, integers=arguments)


def damp_branches(model, gain):
    """Scales the last norm of every residual branch, as zero-gamma initialisation does; returns the names of those weights."""
    names = []
    for name, block in model.named_modules():
        if isinstance(block, InvertedResidual) and block.residual:
            names.append(f"{name}.conv.{len(block.conv) - 1}.weight")
            with torch.no_grad():
                block.conv[-1].weight.mul_(gain)
    return names


def training(name, model, size, sample, lr, dtype=torch.float32, steps=50, arguments=None, batches=None, branch_gain=1.0, autocast=False):
    start(model)
    damped = damp_branches(model, branch_gain) if branch_gain != 1 else []
    model = model.to(dtype).train()
    optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9, weight_decay=5e-4)
    losses = []
    for step in range(1, steps + 1):
        x, labels = batches(step) if batches else batch_of(step, size, sample)
        optimizer.zero_grad()
        with torch.autocast("cpu", torch.bfloat16, enabled=autocast):
            logits = model(x if batches else x.to(dtype))
            loss = F.cross_entropy(logits.reshape(-1, logits.shape[-1]), labels)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    given = {"arguments": arguments} if arguments else {}
    if damped:
        given.update(branch_gain=branch_gain, branch_ends=damped)
    return dict(model=name, **given, batch=size, sample=list(sample), lr=lr, momentum=0.9, weight_decay=5e-4, losses=[Number(v) for v in losses])


def trainings():
    # A residual network with batch norm amplifies rounding errors from step to step: PyTorch's own single and double precision differ by
    # 1e-3 after 50 steps at a rate of 0.001 and by 6e-6 at 0.0003. The rate is such that rounding does not hide what is compared.
    # mobilenet_v2, with 52 batch norms, does so at any rate that moves its loss; where its residual branches begin small, at 0.00005.
    for name, model, size, sample, lr, arguments, gain in (
        ("mlp", Mlp, 64, (1, 28, 28), 0.01, {}, 1.0),
        ("lenet5", Lenet5, 64, (1, 28, 28), 0.01, {}, 1.0),
        ("resnet20", lambda: ResnetCifar(3), 32, (3, 32, 32), 0.0003, {}, 1.0),
        ("mobilenet_v2", MobilenetV2, 16, (3, 64, 64), 0.00005, {"width_mult": 0.25, "dropout": 0.0}, 0.1),
    ):
        yield compared(name, lambda dtype: training(name, model(**arguments), size, sample, lr, dtype, arguments=arguments, branch_gain=gain))
    for name, size, sample, classes, lr, arguments in (
        ("gpt", 8, (24,), 17, 0.1, dict(layers=2, width=32, heads=4)),
        ("transformer", 8, (24,), 17, 0.03, dict(layers=1, width=32, heads=4, feedforward=64)),
        ("lstm", 8, (24,), 17, 1.0, dict(layers=2, hidden=40, embedding=24)),
        ("gru", 8, (24,), 17, 1.0, dict(layers=2, hidden=40, embedding=24)),
        ("vit_tiny", 16, (3, 16, 16), 10, 0.003, dict(depth=2, patch_size=4)),
    ):
        yield compared(name, lambda dtype: sequence_training(name, size, sample, classes, lr, arguments, dtype))


def narrow_trainings(wanted):
    """The losses in single precision, and those of the same training under autocast in bf16: how far that may stray."""
    for name, model, size, sample, classes, lr, arguments in (
        ("mlp", Mlp, 64, (1, 28, 28), 10, 0.01, {}),
        ("resnet20", lambda: ResnetCifar(3), 32, (3, 32, 32), 10, 0.0003, {}),
        ("gpt", None, 8, (24,), 17, 0.1, dict(layers=2, width=32, heads=4)),
        ("lstm", None, 8, (24,), 17, 1.0, dict(layers=2, hidden=40, embedding=24)),
        ("vit_small", None, 16, (3, 16, 16), 10, 0.003, dict(depth=2, patch_size=4)),
        # By hand: minutes of PyTorch, not among the results that are kept.
        ("vit_small at full size", None, 4, (3, 224, 224), 10, 0.003, {}),
    ):
        if not wanted(name):
            continue
        losses = []
        for autocast in (False, True):
            if model:
                result = training(name, model(), size, sample, lr, autocast=autocast)
            else:
                result = sequence_training(name.split()[0], size, sample, classes, lr, arguments, autocast=autocast)
            losses.append(result["losses"])
        print(f"{name}: bf16 strays by {max(abs(a - b) / b for a, b in zip(losses[1], losses[0])):.1e}", file=sys.stderr)
        yield dict(result, losses=losses[0], bf16_losses=losses[1])


def compared(name, train):
    """The single-precision training, once its rounding is known to be small."""
    single, double = train(torch.float32), train(torch.float64)
    worst = max(abs(a - b) / abs(b) for a, b in zip(single["losses"], double["losses"]))
    print(f"{name}: {single['losses'][0]:.4f} -> {single['losses'][-1]:.4f}, single against double {worst:.1e}", file=sys.stderr)
    return single


def main():
    # A name as the argument: this training in bf16 alone, for test_torch with STEPSCOPE_TORCH_RESULTS.
    if len(sys.argv) > 1:
        print('{"narrow_trainings": [' + ",".join(dump(t) for t in narrow_trainings(lambda name: name == sys.argv[1])) + "]}")
        return
    results = dict(
        torch=torch.__version__,
        ops=list(op_cases()),
        optimizers=list(optimizer_cases()),
        running_statistics=[running_statistics(m) for m in (0.1, 0.3)],
        trainings=list(trainings()),
        narrow_trainings=list(narrow_trainings(lambda name: "full size" not in name)),
    )
    sections = []
    for key, value in results.items():
        lines = ",\n".join(dump(v) for v in value) if isinstance(value, list) else dump(value)
        sections.append(f'"{key}": ' + (f"[\n{lines}\n]" if isinstance(value, list) else lines))
    print("{\n" + ",\n".join(sections) + "\n}")


main()
