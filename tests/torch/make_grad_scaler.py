"""Writes grad_scaler.json: what torch.amp.GradScaler makes of scripted sequences of overflows, for grad_scaler_test.cpp.

Run by hand where torch is installed; the build never runs it:
    python3 tests/torch/make_grad_scaler.py > tests/torch/grad_scaler.json

Four weights w, the loss sum(w * x): the gradient is x, drawn by the formula of tests/dev/reference/formula.h, with an infinity or NaN in it at the
steps of the script. Settings are the keys of a project file; scale and growth tracker are those after each step.
"""
import json

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


CASES = [
    # name, settings, {step: bad value}, number of steps
    ("defaults", {}, {1: "inf", 2: "-inf", 3: "nan", 10: "inf"}, 14),
    ("growth every 3 steps", {"train.grad_scaler.growth_interval": 3}, {4: "inf", 5: "inf", 12: "nan", 15: "inf", 16: "inf"}, 30),
    ("growth each step", {"train.grad_scaler.growth_interval": 1, "train.grad_scaler.init_scale": 1.0}, {7: "inf"}, 20),
    ("other factors", {"train.grad_scaler.growth_interval": 2, "train.grad_scaler.growth_factor": 1.7,
                       "train.grad_scaler.backoff_factor": 0.3, "train.grad_scaler.init_scale": 1000.0},
     {3: "nan", 6: "inf", 7: "inf", 8: "inf"}, 25),
    ("up to the largest f32", {"train.grad_scaler.growth_interval": 1, "train.grad_scaler.growth_factor": 100000.0,
                               "train.grad_scaler.init_scale": 1.0}, {}, 20),
    ("down to nothing", {"train.grad_scaler.backoff_factor": 0.001, "train.grad_scaler.init_scale": 1.0},
     {s: "inf" for s in range(1, 12)}, 14),
    ("adam counts only its own steps", {"train.optimizer.name": "adam", "train.optimizer.learning_rate": 0.01,
                                        "train.grad_scaler.growth_interval": 4}, {1: "inf", 2: "inf", 6: "nan", 11: "inf"}, 20),
    ("clipping after unscaling", {"train.optimizer.momentum": 0.9, "train.clip.norm": 0.5, "train.grad_scaler.growth_interval": 5},
     {3: "inf", 9: "nan"}, 20),
    ("element clipping after unscaling", {"train.clip.value": 0.25, "train.grad_scaler.growth_interval": 5}, {3: "inf"}, 12),
]


def run(settings, bad, steps):
    get = lambda key, default: settings.get("train." + key, default)
    w = torch.nn.Parameter(torch.tensor(formula(1, 4), dtype=torch.float32))
    rate = get("optimizer.learning_rate", 0.1)
    if get("optimizer.name", "sgd") == "adam":
        optimizer = torch.optim.Adam([w], lr=rate)
    else:
        optimizer = torch.optim.SGD([w], lr=rate, momentum=get("optimizer.momentum", 0.0))
    scaler = torch.amp.GradScaler("cpu", init_scale=get("grad_scaler.init_scale", 65536.0),
                                  growth_factor=get("grad_scaler.growth_factor", 2.0),
                                  backoff_factor=get("grad_scaler.backoff_factor", 0.5),
                                  growth_interval=get("grad_scaler.growth_interval", 2000))
    kept = {"scale": [], "tracker": [], "w": []}
    for step in range(1, steps + 1):
        x = torch.tensor(formula(step + 1, 4), dtype=torch.float32)
        if step in bad:
            x[step % 4] = float(bad[step])
        optimizer.zero_grad()
        scaler.scale((w * x).sum()).backward()
        scaler.unscale_(optimizer)
        if "train.clip.norm" in settings:
            torch.nn.utils.clip_grad_norm_([w], settings["train.clip.norm"])
        if "train.clip.value" in settings:
            torch.nn.utils.clip_grad_value_([w], settings["train.clip.value"])
        scaler.step(optimizer)
        scaler.update()
        state = scaler.state_dict()
        kept["scale"].append(state["scale"])
        kept["tracker"].append(state["_growth_tracker"])
        kept["w"].append([float(f"{v:.9g}") for v in w.detach()])
    return kept


if __name__ == "__main__":
    rows = []
    for name, settings, bad, steps in CASES:
        row = {"name": name, "settings": settings, "bad": {str(k): v for k, v in bad.items()}}
        row.update(run(settings, bad, steps))
        rows.append(json.dumps(row))
    print("[\n" + ",\n".join(rows) + "\n]")
