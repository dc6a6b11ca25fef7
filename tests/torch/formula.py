"""The numbers of tests/dev/reference/formula.h, and how the make_*.py scripts write what they store."""
import json
import math

import numpy as np
import torch


def formula(salt, count, start=0):
    with np.errstate(over="ignore"):
        h = np.arange(start, start + count, dtype=np.uint32) + np.uint32((salt * 0x9E3779B9) & 0xFFFFFFFF)
        h ^= h >> np.uint32(16)
        h *= np.uint32(0x7FEB352D)
        h ^= h >> np.uint32(15)
        h *= np.uint32(0x846CA68B)
        h ^= h >> np.uint32(16)
    return (h >> np.uint32(8)).astype(np.float64) * 2.0**-23 - 1.0


def formula_tensor(salt, shape, scale=1.0, offset=0.0):
    values = (offset + scale * formula(salt, math.prod(shape))).astype(np.float32)
    return torch.from_numpy(values).reshape(shape)


def formula_labels(salt, count, classes):
    draws = ((formula(salt, count) + 1.0) * 2.0**22).astype(np.int64)
    return torch.from_numpy(draws % classes)


def salt_of(name):
    h = 0x811C9DC5
    for c in name.encode():
        h = ((h ^ c) * 0x01000193) & 0xFFFFFFFF
    return h


class Number(float):
    def __repr__(self):
        return f"{float(self):.11g}"


def numbers(tensor):
    return [Number(v) for v in tensor.detach().double().reshape(-1).tolist()]


def dump(value):
    if isinstance(value, Number):
        return repr(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)}: {dump(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(dump(v) for v in value) + "]"
    return json.dumps(value)
