"""The peer: PyTorch's training step of one model in one mode (forward, cross-entropy, backward, SGD with momentum 0.9).

    torch_step.py MODEL --first FILE [--precision f32|bf16] [--mode MODE] [--threads N] [--warm-up N] [--steps N] [--seconds S] [--check]

`stepscope-dev bench MODEL --batch N --first FILE` writes FILE: the weights to start from and the batch. Prints one JSON line
{mode, precision, parameters, losses, first_step_seconds, warm_up, step_ms, process_bytes, versions}. `losses` are those of the first three
steps, which count as warm-up. `step_ms` are the times of the timed steps: at least 3, then until --steps or --seconds are reached.
`process_bytes` is the peak of the process's resident memory, minus what it had with PyTorch loaded and before the model was created. --check adds the
loss of the initial weights in evaluation. A mode that cannot run exits with 1, and the last line of standard error is the reason.
"""
import argparse
import json
import os
import struct
import sys
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

from torch_models import MODELS

MODES = ["eager", "fused_optimizer", "channels_last", "channels_last+fused_optimizer", "compile", "compile+channels_last",
         "compile_max_autotune", "compile_max_autotune+channels_last", "whole_step"]
CHECKED = 3  # losses that are compared with ours; the second and third also check the gradients and the optimizer
LEARNING_RATE = 0.001  # the same as in app/cli/bench/bench_program.cpp
DTYPES = {"F32": torch.float32, "I32": torch.int32, "I64": torch.int64}


def read_safetensors(path):
    with open(path, "rb") as file:
        header = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
        data = bytearray(file.read())
    order = header.pop("__metadata__")["order"].split("\n") + ["x", "labels"]
    return {name: torch.frombuffer(data, dtype=DTYPES[entry["dtype"]], offset=entry["data_offsets"][0],
                                   count=(entry["data_offsets"][1] - entry["data_offsets"][0]) // DTYPES[entry["dtype"]].itemsize)
            .reshape(entry["shape"]).clone() for name, entry in ((name, header[name]) for name in order)}


def load_weights(model, tensors):
    """Copies the tensors into the model: by name if all names agree, else in order. A wrong order shows in the shapes or in the loss."""
    own = {name: value for name, value in model.state_dict().items() if not name.endswith("num_batches_tracked")}
    names = list(tensors) if set(own) != set(tensors) else list(own)
    if len(names) != len(own):
        raise SystemExit(f"torch_step: the model has {len(own)} tensors, the file {len(tensors)}")
    with torch.no_grad():
        for (name, value), theirs in zip(own.items(), names):
            if value.shape != tensors[theirs].shape:
                raise SystemExit(f"torch_step: {name} is {tuple(value.shape)}, {theirs} of the file {tuple(tensors[theirs].shape)}")
            value.copy_(tensors[theirs])


def resident(field):
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith(field))


def forget_peak():
    with open("/proc/self/clear_refs", "w") as clear:
        clear.write("5")


class WithLoss(nn.Module):
    def __init__(self, model, classes):
        super().__init__()
        self.model, self.classes = model, classes

    def forward(self, x, labels):
        return F.cross_entropy(self.model(x).reshape(-1, self.classes), labels)


def training_step(model, x, labels, classes, mode, precision):
    if "channels_last" in mode:
        model, x = model.to(memory_format=torch.channels_last), x.to(memory_format=torch.channels_last)
    fused = "fused_optimizer" in mode or (mode.startswith("compile"))
    optimizer = torch.optim.SGD(model.parameters(), lr=LEARNING_RATE, momentum=0.9, fused=fused)
    loss_of = WithLoss(model, classes)
    if mode.startswith("compile_max_autotune"):
        loss_of = torch.compile(loss_of, mode="max-autotune")
    elif mode.startswith("compile"):
        loss_of = torch.compile(loss_of)

    def step():
        optimizer.zero_grad(set_to_none=True)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=precision == "bf16"):
            loss = loss_of(x, labels)
        loss.backward()
        optimizer.step()
        return loss

    if mode == "whole_step":  # forward, loss, backward (by compiled autograd) and optimizer in one compiled function
        torch._dynamo.config.compiled_autograd = True
        step = torch.compile(step)
    return step


def evaluation_loss(model, x, labels, classes):
    model.eval()
    with torch.no_grad():
        loss = WithLoss(model, classes)(x, labels).item()
    model.train()
    return loss


def limit_instructions():
    """Limits torch.compile to AVX2 if ATen is limited to it; otherwise it would use the widest vectors of the CPU."""
    if os.environ.get("ATEN_CPU_CAPABILITY") == "avx2":
        import torch._inductor.config as inductor
        inductor.cpp.simdlen = 256


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model", choices=MODELS)
    parser.add_argument("--first", required=True)
    parser.add_argument("--precision", choices=["f32", "bf16"], default="f32")
    parser.add_argument("--mode", choices=MODES, default="eager")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--warm-up", type=int, default=CHECKED)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    limit_instructions()
    torch.manual_seed(0)
    torch.mm(torch.ones(256, 256), torch.ones(256, 256))  # starts PyTorch's threads
    bare = resident("VmRSS:")
    tensors = read_safetensors(arguments.first)
    x, labels = tensors.pop("x"), tensors.pop("labels").long().reshape(-1)
    make, sample, classes = MODELS[arguments.model]
    text = len(sample) == 1
    x = x.long() if text else x
    model = make().train()
    load_weights(model, tensors)
    del tensors
    if "channels_last" in arguments.mode and x.dim() != 4:
        sys.exit(f"torch_step: {arguments.mode}: a model without images has no such layout")
    result = {"mode": arguments.mode, "precision": arguments.precision, "parameters": sum(p.numel() for p in model.parameters())}
    if arguments.check:
        result["evaluation_loss"] = evaluation_loss(model, x, labels, classes)
    forget_peak()
    step = training_step(model, x, labels, classes, arguments.mode, arguments.precision)
    begin = time.perf_counter()
    losses = [step().item()]
    result["first_step_seconds"] = round(time.perf_counter() - begin, 3)
    warm_up = max(arguments.warm_up, CHECKED)
    while len(losses) < warm_up:
        losses.append(step().item())
    times, begin = [], time.perf_counter()
    while len(times) < arguments.steps and (len(times) < 3 or time.perf_counter() - begin < arguments.seconds):
        start = time.perf_counter()
        step()
        times.append((time.perf_counter() - start) * 1e3)
    result |= {"losses": losses[:CHECKED], "warm_up": warm_up, "step_ms": [round(ms, 4) for ms in times],
               "process_bytes": resident("VmHWM:") - bare,
               "versions": {"torch": torch.__version__, "python": sys.version.split()[0],
                            "build": [line.strip(" -") for line in torch.__config__.show().splitlines()
                                      if line.lstrip(" -").startswith(("GCC", "Intel", "OpenMP", "CPU"))]}}
    print(json.dumps(result))


if __name__ == "__main__":
    main()
