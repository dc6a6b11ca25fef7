"""Writes accumulation.json: weights after six updates of gradients gathered over several batches, for tests/core/train/steps/accumulation_test.cpp.

Run by hand where torch and numpy are installed; the build never runs it:
    python3 tests/torch/make_accumulation.py > tests/torch/accumulation.json

A perceptron of 12, 16 and 5; batches of 8, four an update and two in the last one; every third label of an odd batch does not count. As the
PyTorch documentation asks for it, each batch's summed loss is divided by the answers that count in its whole group.
"""
import json
import math

import numpy as np
import torch


def formula(salt, count):
    with np.errstate(over="ignore"):
        h = np.arange(count, dtype=np.uint32) + np.uint32((salt * 0x9E3779B9) & 0xFFFFFFFF)
        h ^= h >> np.uint32(16)
        h *= np.uint32(0x7FEB352D)
        h ^= h >> np.uint32(15)
        h *= np.uint32(0x846CA68B)
        h ^= h >> np.uint32(16)
    return (h >> np.uint32(8)).astype(np.float64) * 2.0**-23 - 1.0


def salt_of(name):
    h = 0x811C9DC5
    for c in name.encode():
        h = ((h ^ c) * 0x01000193) & 0xFFFFFFFF
    return h


SHAPES = {"0.weight": (16, 12), "0.bias": (16,), "2.weight": (5, 16), "2.bias": (5,)}
BATCH, GROUPS = 8, (4, 4, 4, 4, 4, 2)


def weights():
    return {n: torch.tensor(formula(salt_of(n), math.prod(s)).reshape(s) * 0.5, requires_grad=True) for n, s in SHAPES.items()}


def batch(index):
    x = torch.tensor(formula(1000 + index, BATCH * 12).reshape(BATCH, 12))
    labels = torch.tensor(((formula(2000 + index, BATCH) + 1.0) * 2.0**22).astype(np.int64) % 5)
    if index % 2:
        labels[::3] = -1
    return x, labels


def trajectory(make):
    p = weights()
    optimizer, index = make(list(p.values())), 0
    for group in GROUPS:
        batches = [batch(index + i) for i in range(group)]
        index += group
        counted = sum(int((labels >= 0).sum()) for _, labels in batches)
        optimizer.zero_grad()
        for x, labels in batches:
            hidden = torch.relu(x @ p["0.weight"].T + p["0.bias"])
            logits = hidden @ p["2.weight"].T + p["2.bias"]
            (torch.nn.functional.cross_entropy(logits, labels, ignore_index=-1, reduction="sum") / counted).backward()
        optimizer.step()
    return {name: [round(v, 9) for v in value.detach().reshape(-1).tolist()] for name, value in p.items()}


print(json.dumps([
    {"optimizer": "sgd", "weights": trajectory(lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9))},
    {"optimizer": "adamw", "weights": trajectory(lambda p: torch.optim.AdamW(p, lr=0.01, weight_decay=0.01))},
]))
