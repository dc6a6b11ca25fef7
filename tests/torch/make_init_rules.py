"""Writes torch_init.txt: what torch.nn.init draws by every rule for weights of several shapes: mean, deviation, largest magnitude.

Run by hand where torch is installed; the build never runs it:
    python3 tests/torch/make_init_rules.py > tests/core/models/torch_init.txt
"""
import math

import torch
from torch.nn import init

SHAPES = [(64, 32, 3, 3), (96, 1, 5, 5), (300, 200), (16, 64, 1, 7)]
NONLINEARITIES = ["linear", "sigmoid", "tanh", "relu", "leaky_relu", "selu"]
SLOPE = 0.2  # of leaky_relu
GAIN = 1.7   # of xavier

torch.manual_seed(0)
print(f"# torch {torch.__version__}: rule, mode, nonlinearity, shape, mean, deviation, largest magnitude")


def line(rule, mode, nonlinearity, weight):
    values = weight.double()
    numbers = (values.mean(), values.std(correction=0), values.abs().max())
    shape = "x".join(str(d) for d in weight.shape)
    print(rule, mode, nonlinearity, shape, *(f"{v.item():.5g}" for v in numbers))


for shape in SHAPES:
    for rule in ("kaiming_uniform", "kaiming_normal"):
        for mode in ("fan_in", "fan_out"):
            for nonlinearity in NONLINEARITIES:
                weight = torch.empty(shape)
                getattr(init, rule + "_")(weight, a=SLOPE, mode=mode, nonlinearity=nonlinearity)
                line(rule, mode, nonlinearity, weight)
    for rule in ("xavier_uniform", "xavier_normal"):
        weight = torch.empty(shape)
        getattr(init, rule + "_")(weight, gain=GAIN)
        line(rule, "fan_in", "relu", weight)
    weight = torch.empty(shape)
    init.kaiming_uniform_(weight, a=math.sqrt(5))
    line("pytorch", "fan_in", "relu", weight)
    weight = torch.empty(shape)
    init.normal_(weight, std=0.03)
    line("normal", "fan_in", "relu", weight)
