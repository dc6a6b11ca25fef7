"""Writes optimizers.json: parameters after 100 steps of torch.optim, in double precision, for optimizer_test.cpp.

Run by hand where torch and numpy are installed; the build never runs it:
    python3 tests/torch/make_optimizers.py > tests/torch/optimizers.json

Three parameters start from, and get their gradients by, the formula of tests/dev/reference/formula.h. LAMB is written here from the paper (You
et al. 2020, algorithm 2), 8-bit Adam from Dettmers et al. 2022 with the map of bitsandbytes' create_dynamic_map, in numpy's single precision.
Settings are the keys of a project file.
"""
import json
import math

import numpy as np
import torch

from formula import formula, salt_of

STEPS, KEPT = 100, (1, 2, 10, 50, 100)
SHAPES = {"a.weight": (2, 3), "b.bias": (5,), "c.weight": (165, 100)}


def values(name):
    return formula(salt_of(name), math.prod(SHAPES[name.split(" ")[0]]))


class Lamb:
    """You et al. 2020, algorithm 2, with bias-corrected moments."""

    def __init__(self, params, lr, betas=(0.9, 0.999), eps=1e-6, weight_decay=0.0):
        self.param_groups = [dict(params=params, lr=lr)]
        self.betas, self.eps, self.decay, self.t = betas, eps, weight_decay, 0
        self.state = [(torch.zeros_like(p), torch.zeros_like(p)) for p in params]

    @torch.no_grad()
    def step(self):
        self.t += 1
        b1, b2 = self.betas
        for p, (m, v) in zip(self.param_groups[0]["params"], self.state):
            m.mul_(b1).add_(p.grad, alpha=1 - b1)
            v.mul_(b2).addcmul_(p.grad, p.grad, value=1 - b2)
            r = (m / (1 - b1**self.t)) / ((v / (1 - b2**self.t)).sqrt() + self.eps)
            u = r + self.decay * p
            ratio = p.norm() / u.norm() if p.norm() > 0 and u.norm() > 0 else 1.0
            p.sub_(self.param_groups[0]["lr"] * ratio * u)


def dynamic_map(signed, exponent_bits=7, total_bits=8):
    data = []
    bits = total_bits - 1
    for i in range(exponent_bits):
        items = 2 ** (i + bits - exponent_bits + (0 if signed else 1)) + 1
        edges = np.linspace(0.1, 1, items)
        means = (edges[:-1] + edges[1:]) / 2
        data += list(10.0 ** (i - exponent_bits + 1) * means)
        if signed:
            data += list(-(10.0 ** (i - exponent_bits + 1)) * means)
    data += [0.0, 1.0]
    assert len(data) == 2**total_bits
    return np.sort(np.array(data)).astype(np.float32)


class Adam8bit:
    """Block-wise 8-bit moments; tensors below 4096 elements keep theirs in f32."""

    BLOCK = 256

    def __init__(self, params, lr, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0, decoupled=False):
        self.param_groups = [dict(params=params, lr=lr)]
        self.betas, self.eps, self.decay, self.decoupled, self.t = betas, eps, weight_decay, decoupled, 0
        self.maps = dynamic_map(True), dynamic_map(False)
        small = [p for p in params if p.numel() < 4096]
        kind = torch.optim.AdamW if decoupled else torch.optim.Adam
        self.small = kind(small, lr=lr, betas=betas, eps=eps, weight_decay=weight_decay)
        self.large = [p for p in params if p.numel() >= 4096]
        self.state = [[np.zeros(p.numel(), np.float32), np.zeros(p.numel(), np.float32)] for p in self.large]

    def quantized(self, x, code_map):
        """What a tensor is after it was stored in 8 bits."""
        x = np.pad(x, (0, -len(x) % self.BLOCK)).reshape(-1, self.BLOCK)
        most = np.abs(x).max(1, keepdims=True)
        middles = (code_map[:-1] + code_map[1:]) * np.float32(0.5)
        codes = np.searchsorted(middles, x / np.where(most > 0, most, np.float32(1)), side="left")
        return (code_map[codes] * most).reshape(-1)

    @torch.no_grad()
    def step(self):
        self.small.step()
        self.t += 1
        f, lr = np.float32, self.param_groups[0]["lr"]
        b1, b2 = self.betas
        root, size = f(1 / math.sqrt(1 - b2**self.t)), f(lr / (1 - b1**self.t))
        for p, state in zip(self.large, self.state):
            w, g = p.numpy().reshape(-1).astype(np.float32), p.grad.numpy().reshape(-1).astype(np.float32)
            if self.decoupled:
                w = w - f(lr * self.decay) * w
            else:
                g = f(self.decay) * w + g
            m, v = state
            m = f(b1) * m + f(1 - b1) * g
            v = f(b2) * v + f(1 - b2) * (g * g)
            w = w - size * (m / (np.sqrt(v) * root + f(self.eps)))
            n = len(w)
            state[0], state[1] = self.quantized(m, self.maps[0])[:n], self.quantized(v, self.maps[1])[:n]
            p.copy_(torch.from_numpy(w.astype(np.float64)).reshape(p.shape))


def case(name, settings, make, before_step=None, scheduler=None, groups=None):
    params = {n: torch.from_numpy(values(n)).reshape(s).clone().requires_grad_() for n, s in SHAPES.items()}
    optimizer = make(groups(params) if groups else list(params.values()))
    moves = scheduler(optimizer) if scheduler else None
    kept = []
    for step in range(1, STEPS + 1):
        for n, p in params.items():
            p.grad = torch.from_numpy(values(f"{n} {step}")).reshape(p.shape).clone()
        if before_step:
            before_step(list(params.values()))
        optimizer.step()
        if moves:
            moves.step() if step < STEPS else None
        if step in KEPT:
            kept.append([[float(f"{v:.12g}") for v in p.detach().reshape(-1).tolist()[:: 1 if p.numel() < 100 else 1999]] for p in params.values()])
    return dict(name=name, settings=settings, steps=list(KEPT), after=kept)


def cases():
    t = torch.optim
    key = lambda **kw: {k.replace("__", "."): v for k, v in kw.items()}
    o = lambda kind, lr, **kw: {"train.optimizer.name": kind, "train.optimizer.learning_rate": lr, **{f"train.optimizer.{k}": v for k, v in kw.items()}}
    yield case("sgd", o("sgd", 0.01), lambda p: t.SGD(p, lr=0.01))
    yield case("sgd momentum", o("sgd", 0.01, momentum=0.9, weight_decay=0.01), lambda p: t.SGD(p, lr=0.01, momentum=0.9, weight_decay=0.01))
    yield case("sgd dampening", o("sgd", 0.01, momentum=0.9, dampening=0.5), lambda p: t.SGD(p, lr=0.01, momentum=0.9, dampening=0.5))
    yield case("sgd nesterov", o("sgd", 0.01, momentum=0.9, nesterov=True, weight_decay=0.01),
               lambda p: t.SGD(p, lr=0.01, momentum=0.9, nesterov=True, weight_decay=0.01))
    yield case("adam", o("adam", 0.001), lambda p: t.Adam(p))
    yield case("adam decay", o("adam", 0.003, beta1=0.8, beta2=0.95, eps=1e-6, weight_decay=0.1),
               lambda p: t.Adam(p, lr=0.003, betas=(0.8, 0.95), eps=1e-6, weight_decay=0.1))
    yield case("amsgrad", o("adam", 0.003, amsgrad=True), lambda p: t.Adam(p, lr=0.003, amsgrad=True))
    yield case("adamw", o("adamw", 0.001), lambda p: t.AdamW(p))
    yield case("adamw amsgrad", o("adamw", 0.003, weight_decay=0.1, amsgrad=True), lambda p: t.AdamW(p, lr=0.003, weight_decay=0.1, amsgrad=True))
    yield case("rmsprop", o("rmsprop", 0.01), lambda p: t.RMSprop(p))
    yield case("rmsprop momentum", o("rmsprop", 0.001, momentum=0.9, weight_decay=0.01), lambda p: t.RMSprop(p, lr=0.001, momentum=0.9, weight_decay=0.01))
    yield case("rmsprop centered", o("rmsprop", 0.001, centered=True, alpha=0.95, momentum=0.5),
               lambda p: t.RMSprop(p, lr=0.001, centered=True, alpha=0.95, momentum=0.5))
    yield case("adagrad", o("adagrad", 0.01), lambda p: t.Adagrad(p))
    yield case("adagrad decay", o("adagrad", 0.05, lr_decay=0.01, weight_decay=0.02, initial_accumulator=0.1),
               lambda p: t.Adagrad(p, lr=0.05, lr_decay=0.01, weight_decay=0.02, initial_accumulator_value=0.1))
    yield case("lamb", o("lamb", 0.001), lambda p: Lamb(p, 0.001))
    yield case("lamb decay", o("lamb", 0.002, beta1=0.85, beta2=0.99, weight_decay=0.05),
               lambda p: Lamb(p, 0.002, betas=(0.85, 0.99), weight_decay=0.05))
    yield case("adam8bit", o("adam8bit", 0.001), lambda p: Adam8bit(p, 0.001))
    yield case("adam8bit decay", o("adam8bit", 0.002, beta1=0.8, beta2=0.98, weight_decay=0.05),
               lambda p: Adam8bit(p, 0.002, betas=(0.8, 0.98), weight_decay=0.05))
    yield case("adamw8bit", o("adamw8bit", 0.001, weight_decay=0.1), lambda p: Adam8bit(p, 0.001, weight_decay=0.1, decoupled=True))
    yield case("clip by norm", o("sgd", 0.01, momentum=0.9) | {"train.clip.norm": 0.75}, lambda p: t.SGD(p, lr=0.01, momentum=0.9),
               lambda p: torch.nn.utils.clip_grad_norm_(p, 0.75))
    yield case("clip by a norm that is not reached", o("adam", 0.001) | {"train.clip.norm": 1e4}, lambda p: t.Adam(p),
               lambda p: torch.nn.utils.clip_grad_norm_(p, 1e4))
    yield case("clip by value", o("adamw", 0.001) | {"train.clip.value": 0.25}, lambda p: t.AdamW(p),
               lambda p: torch.nn.utils.clip_grad_value_(p, 0.25))
    yield case("no decay on bias", o("adamw", 0.001, weight_decay=0.3, decay_norm_and_bias=False), lambda p: t.AdamW(p, lr=0.001),
               groups=lambda p: [dict(params=[p["a.weight"], p["c.weight"]], weight_decay=0.3), dict(params=[p["b.bias"]], weight_decay=0.0)])
    yield case("groups", o("sgd", 0.01, momentum=0.9, weight_decay=0.1)
               | {"train.optimizer.groups": '[{pattern = "a.*", learning_rate_factor = 0.5}, {pattern = "*.bias", weight_decay = 0}]'},
               lambda p: t.SGD(p, lr=0.01, momentum=0.9, weight_decay=0.1),
               groups=lambda p: [dict(params=[p["a.weight"]], lr=0.005), dict(params=[p["b.bias"]], weight_decay=0.0), dict(params=[p["c.weight"]])])
    cycle = {"train.schedule.name": "one_cycle"}
    yield case("one cycle, sgd", o("sgd", 0.02, momentum=0.9) | cycle, lambda p: t.SGD(p, lr=0.02, momentum=0.9),
               scheduler=lambda opt: t.lr_scheduler.OneCycleLR(opt, 0.02, total_steps=STEPS))
    yield case("one cycle, adamw", o("adamw", 0.002) | cycle, lambda p: t.AdamW(p, lr=0.002),
               scheduler=lambda opt: t.lr_scheduler.OneCycleLR(opt, 0.002, total_steps=STEPS))


print("[")
print(",\n".join(json.dumps(c) for c in cases()))
print("]")
