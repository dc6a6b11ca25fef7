"""Writes zoo_values.json: what PyTorch computes with every model of the zoo, for zoo_values_test.cpp.

Run by hand where torch, torchvision and numpy are installed; the build never runs it (minutes on two cores):
    python3 tests/core/models/zoo/make_zoo_values.py
    python3 tests/core/models/zoo/make_zoo_values.py gpt "resnet20, projections"    # these rows alone, the others stay

A model is torchvision's where it has one, else the one of tests/torch/image_models.py or sequence_models.py. No weights and no inputs are
stored: both sides make them with the formula of tests/dev/reference/formula.h, and each value's scale and offset are in its row. Dropout and
stochastic depth are set to 0 on both sides, since the draws of two programs differ.

Everything is computed in double precision. How far single precision may stray is told with each model: that of its logits by PyTorch's own
f32 in both layouts of images; that of its gradients also by f64 with weights that are off by sixteen roundings of f32, since a gradient
jumps where a relu or a maximum decides otherwise, which f32 on one machine shows by chance.

A row of "values": name, scale, offset, and two figures of the gradient (of a parameter) or of the value after the training step (of a
buffer): the L2 norm, and the product with the formula of "<name> projection", which is another where elements have changed places.
"""
import copy
import json
import math
import os
import sys

import torch
import torch.nn.functional as F
import torchvision

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "torch"))
from formula import Number, dump, formula_labels, formula_tensor, salt_of  # noqa: E402
from image_models import Lenet5, Mlp, ResnetCifar, TabularMlp  # noqa: E402
from sequence_models import MODELS as SEQUENCE_MODELS, Gpt  # noqa: E402

TOKENS, VOCABULARY, CLASSES = 9, 11, 10
# Neither square nor a multiple of 32: height and width cannot be exchanged, and strides meet rests.
IMAGE = (3, 48, 80)
FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "zoo_values.json")


class Figure(Number):
    """Seven digits, as many as f32 has."""

    def __repr__(self):
        return f"{float(self):.7g}"


def vision(name, **arguments):
    return lambda: getattr(torchvision.models, name)(num_classes=CLASSES, **arguments)


def text(name, **arguments):
    return lambda: SEQUENCE_MODELS[name](TOKENS, VOCABULARY, **arguments)


class UntiedGpt(Gpt):
    def __init__(self):
        super().__init__(TOKENS, VOCABULARY)
        self.lm_head = torch.nn.Linear(384, VOCABULARY, bias=False)

    def forward(self, tokens):
        t = self.transformer
        x = t.wte(tokens) + t.wpe(torch.arange(tokens.shape[1]))
        for block in t.h:
            x = block(x)
        return self.lm_head(t.ln_f(x))


def vit(name):
    def make():
        model = SEQUENCE_MODELS[name](16, CLASSES)
        model.pos_embed = torch.nn.Parameter(torch.zeros(1, IMAGE[1] * IMAGE[2] // 256 + 1, model.pos_embed.shape[2]))
        return model

    return make


# Row, model of the zoo, its arguments besides dropout, how PyTorch makes it, sample, batch, classes.
def cases():
    def images(name, make=None, row=None, **arguments):
        return row or name, name, arguments, make or vision(name), IMAGE, 4, CLASSES

    yield "mlp", "mlp", {}, lambda: Mlp(784, CLASSES), (784,), 4, CLASSES
    yield "mlp, tanh", "mlp", dict(activation="tanh", hidden=[24, 16, 12]), lambda: Mlp(20, 5, (24, 16, 12), torch.tanh), (20,), 4, 5
    yield "tabular_mlp", "tabular_mlp", {}, lambda: TabularMlp(13, 3), (13,), 12, 3
    yield "lenet5", "lenet5", {}, lambda: Lenet5(16 * 5 * 7, CLASSES), (1, 28, 36), 4, CLASSES
    for name, blocks in (("resnet20", 3), ("resnet56", 9)):
        yield name, name, {}, lambda blocks=blocks: ResnetCifar(blocks, CLASSES), (3, 20, 28), 4, CLASSES
    yield "resnet20, projections", "resnet20", dict(projection=1), lambda: ResnetCifar(3, CLASSES, True), (3, 20, 28), 4, CLASSES
    for name in ("resnet18", "resnet34", "resnet50", "resnet101", "vgg16_bn", "mobilenet_v2", "mobilenet_v3_small", "efficientnet_b0",
                 "shufflenet_v2_x1_0", "densenet121"):
        yield images(name)
    yield images("mobilenet_v2", vision("mobilenet_v2", width_mult=0.5), "mobilenet_v2, half as wide", width_mult=0.5)
    for name in ("vit_tiny", "vit_small"):
        yield name, name, {}, vit(name), IMAGE, 2, CLASSES
    for name in ("gpt", "transformer", "lstm", "gru"):
        yield name, name, {}, text(name), (TOKENS,), 2, VOCABULARY
    yield "gpt, a head of its own", "gpt", dict(tie_weights=0), UntiedGpt, (TOKENS,), 2, VOCABULARY


def start_rules(model):
    """(scale, offset) of every parameter by name: variances stay near 1 from layer to layer."""
    # Norms that reach beyond the 6 of a relu6; and those at the end of a residual branch small, as zero-gamma initialisation has them:
    # otherwise rounding grows from block to block.
    relu6 = any(isinstance(module, torch.nn.ReLU6) for module in model.modules())
    ends = {f"{name}.{'bn3' if hasattr(block, 'bn3') else 'bn2'}.weight" for name, block in model.named_modules()
            if name and hasattr(block, "conv2") and hasattr(block, "bn2")}

    def rule(name, shape):
        if len(shape) > 1:
            if name in ("embedding.weight", "encoder.weight", "position.weight", "cls_token", "pos_embed"):
                return 1.0, 0.0
            return rounded(math.sqrt((6.0 if len(shape) == 4 else 3.0) / math.prod(shape[1:]))), 0.0
        if name.endswith("weight"):
            return (1.0, 2.5) if relu6 else (0.1, 0.3) if name in ends else (0.3, 1.0)
        return 0.1, 0.0

    return {name: rule(name, tuple(p.shape)) for name, p in model.named_parameters()}


def rounded(value):
    return float(f"{value:.3g}")


def fill(value, name, scale, offset):
    with torch.no_grad():
        value.copy_(formula_tensor(salt_of(name), tuple(value.shape), scale, offset))


def calibrate(model, x, rules):
    """Running statistics near those of the data, one norm after the other in evaluation mode: activations neither vanish nor explode."""

    def before(name):
        def hook(norm, inputs):
            channels = inputs[0].transpose(0, 1).flatten(1)
            rules[name + ".running_mean"] = (rounded(0.5 * channels.mean(1).square().mean().sqrt().item()), 0.0)
            fill(norm.running_mean, name + ".running_mean", *rules[name + ".running_mean"])
            spread = (channels - norm.running_mean[:, None]).square().mean().item()
            rules[name + ".running_var"] = (rounded(0.5 * spread), rounded(spread))
            fill(norm.running_var, name + ".running_var", *rules[name + ".running_var"])

        return hook

    hooks = [m.register_forward_pre_hook(before(n)) for n, m in model.named_modules() if isinstance(m, torch.nn.modules.batchnorm._BatchNorm)]
    with torch.no_grad():
        model.eval()(x)
    for hook in hooks:
        hook.remove()


def without_draws(model):
    for module in model.modules():
        if isinstance(module, (torch.nn.Dropout, torchvision.ops.StochasticDepth)):
            module.p = 0.0
    return model


def figures(name, value):
    value = value.detach().double().flatten()
    return value.norm().item(), value.dot(formula_tensor(salt_of(name + " projection"), value.shape).double()).item()


def run(model, x, labels):
    """Evaluation, then one step of training: logits and losses of both, and the two figures of every value by name."""
    model = copy.deepcopy(model)
    result = {}
    for mode in ("evaluation", "training"):
        model.train(mode == "training")
        logits = model(x).flatten(0, -2)
        loss = F.cross_entropy(logits, labels)
        result[mode] = (loss.item(), logits.detach().double().flatten())
    loss.backward()
    result["values"] = {n: figures(n, p.grad) for n, p in model.named_parameters()}
    result["values"].update({n: figures(n, b) for n, b in model.named_buffers() if not n.endswith("num_batches_tracked")})
    return result


def strays(result, exact):
    """(of logits, of the values): the largest differences relative to what zoo_values_test.cpp takes as their size."""
    logits = 0.0
    for mode in ("evaluation", "training"):
        (loss, values), (exact_loss, exact_values) = result[mode], exact[mode]
        logits = max(logits, abs(loss - exact_loss) / abs(exact_loss), ((values - exact_values).abs().max() / exact_values.abs().max()).item())
    largest = max(norm for norm, _ in exact["values"].values())
    return logits, max(max(abs(a - b) for a, b in zip(result["values"][n], exact["values"][n])) / (exact["values"][n][0] + 1e-3 * largest)
                       for n in exact["values"])


def pushed(model, seed):
    """The model with weights that are off by sixteen roundings of f32: where a relu or a maximum can decide otherwise, one does."""
    off, generator = copy.deepcopy(model), torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for p in off.parameters():
            p.mul_(1 + 2.0**-20 * (2 * torch.rand(p.shape, generator=generator, dtype=torch.float64) - 1))
    return off


def case(row, name, arguments, make, sample, batch, classes):
    torch.manual_seed(0)
    model = without_draws(make()).double()
    tokens = len(sample) == 1 and name in ("gpt", "transformer", "lstm", "gru")
    if tokens:
        x = formula_labels(salt_of(row + " x"), batch * sample[0], classes).reshape(batch, sample[0])
        labels = formula_labels(salt_of(row + " labels"), batch * sample[0], classes)
    else:
        x = formula_tensor(salt_of(row + " x"), (batch, *sample), 1.7).double()
        labels = formula_labels(salt_of(row + " labels"), batch, classes)
    rules = start_rules(model)
    for n, p in model.named_parameters():
        fill(p, n, *rules[n])
    calibrate(model, x, rules)
    exact = run(model, x, labels)

    single, narrow = copy.deepcopy(model).float(), x if tokens else x.float()
    rounded_strays = [strays(run(single, narrow, labels), exact)]
    if len(sample) == 3:
        channels_last = narrow.contiguous(memory_format=torch.channels_last)
        rounded_strays.append(strays(run(single.to(memory_format=torch.channels_last), channels_last, labels), exact))
    del single
    pushed_strays = [strays(run(pushed(model, seed), x, labels), exact) for seed in range(3)]
    worst = [max(s[0] for s in rounded_strays), max(s[1] for s in rounded_strays + pushed_strays)]
    print(f"{row}: loss {exact['training'][0]:.4f} in training, {exact['evaluation'][0]:.4f} in evaluation; single precision strays by "
          f"{worst[0]:.1e} in logits, {worst[1]:.1e} in gradients; logits to {exact['evaluation'][1].abs().max():.3g}", file=sys.stderr)
    result = dict(row=row, model=name, arguments=arguments, sample=list(sample), batch=batch, classes=classes,
                  strays=[Number(f"{w:.2g}") for w in worst])
    for mode in ("evaluation", "training"):
        loss, logits = exact[mode]
        result[mode] = dict(loss=Figure(loss), logits=[Figure(v) for v in logits.tolist()])
    result["values"] = [[n, Number(rules[n][0]), Number(rules[n][1]), *(Figure(f) for f in exact["values"][n])] for n in exact["values"]]
    return result


def written(result):
    values = ",\n".join(dump(v) for v in result["values"])
    return dump({k: v for k, v in result.items() if k != "values"})[:-1] + ', "values": [\n' + values + "\n]}"


def main():
    rows = {}
    if os.path.exists(FILE):
        with open(FILE) as file:
            rows = {result["row"]: result for result in json.load(file)["models"]}
    order = [c[0] for c in cases()]
    for c in cases():
        if sys.argv[1:] and c[0] not in sys.argv[1:]:
            continue
        rows[c[0]] = case(*c)
        with open(FILE, "w") as file:
            models = ",\n".join(written(rows[row]) for row in order if row in rows)
            file.write(f'{{"torch": "{torch.__version__}", "torchvision": "{torchvision.__version__}", "models": [\n{models}\n]}}\n')


main()
