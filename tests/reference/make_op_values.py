"""Writes op_values.jsonl: losses and gradients of every case of the op test table, computed by PyTorch in double precision.

Run by hand where torch and numpy are installed; the build never runs it:
    build/release/bin/test_graph_op_values --dump | python3 tests/reference/make_op_values.py > tests/reference/op_values.jsonl

A new case needs nothing here; a new op needs its function in torch_ops.py.
"""
import json
import math
import sys

import torch
import torch_ops

DTYPES = dict(f32=torch.float64, bf16=torch.float64, i32=torch.int64, i64=torch.int64, u8=torch.uint8)


def number(value):
    return float(f"{value:.12g}")


def probes(count):
    wanted = min(count, 8)
    return [i * count // wanted for i in range(wanted)]


def run(case):
    values, parameters = [None] * len(case["values"]), {}
    for i, v in enumerate(case["values"]):
        if "data" in v:
            values[i] = torch.tensor([math.nan if d is None else d for d in v["data"]], dtype=torch.float64).to(DTYPES[v["dtype"]]).reshape(v["shape"])
            if v["parameter"]:
                parameters[v["name"]] = values[i].requires_grad_()
    for node in case["nodes"]:
        operands = [None if i < 0 else values[i] for i in node["inputs"]]
        made = getattr(torch_ops, node["op"])(node["attrs"], *operands)
        for i, value in zip(node["outputs"], made if isinstance(made, (tuple, list)) else (made,)):
            values[i] = value
    loss = values[case["loss"]]
    loss.backward()
    gradients = {}
    for name, p in parameters.items():
        if p.grad is not None:
            g = p.grad.reshape(-1)
            gradients[name] = dict(norm=number(g.norm().item()), elements=[number(g[i].item()) for i in probes(len(g))])
    return dict(loss=number(loss.item()), gradients=gradients)


def main():
    results, failed = [], []
    for case in json.load(sys.stdin):
        try:
            results.append(dict(name=case["name"], **run(case)))
        except Exception as error:
            failed.append(f"{case['name']}: {type(error).__name__}: {error}")
    for result in sorted(results, key=lambda r: r["name"]):
        print(json.dumps(result))
    print(f"{len(results)} cases computed by PyTorch {torch.__version__}" + "".join(f"\nFAILED {f}" for f in failed), file=sys.stderr)
    sys.exit(1 if failed else 0)


main()
