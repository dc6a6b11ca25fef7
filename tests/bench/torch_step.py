"""The peer: one PyTorch training step on synthetic data (forward, cross-entropy, backward, SGD with momentum).

    torch_step.py MODEL --batch N [--image S] [--amp bf16] [--mode MODE]... [--threads N] [--seconds S]

Without --mode every mode is tried and the fastest is reported; of several --mode the fastest of those. --amp is torch.autocast. Prints one
JSON line {model, batch, mode, median_ms, min_ms, samples_per_second, process_bytes, modes}; process_bytes is the most resident memory of
the process above what it had with PyTorch loaded and no model made (of the last mode tried: ask for one mode when it is to be known). The models are the ones of core/models, written with torch.nn so that torchvision is not needed.
"""
import argparse
import json
import os
import statistics
import sys
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "torch"))
import sequence_models

MODES = ["eager", "fused_optimizer", "channels_last", "channels_last+fused_optimizer", "compile", "compile+channels_last"]


class BasicBlock(nn.Module):
    expansion = 1

    def __init__(self, cin, width, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(cin, width, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(width)
        self.downsample = None
        if stride != 1 or cin != width:
            self.downsample = nn.Sequential(nn.Conv2d(cin, width, 1, stride, bias=False), nn.BatchNorm2d(width))

    def forward(self, x):
        y = F.relu(self.bn1(self.conv1(x)), inplace=True)
        y = self.bn2(self.conv2(y))
        y += x if self.downsample is None else self.downsample(x)
        return F.relu(y, inplace=True)


class Bottleneck(nn.Module):
    expansion = 4

    def __init__(self, cin, width, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(cin, width, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, stride, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(width)
        self.conv3 = nn.Conv2d(width, 4 * width, 1, bias=False)
        self.bn3 = nn.BatchNorm2d(4 * width)
        self.downsample = None
        if stride != 1 or cin != 4 * width:
            self.downsample = nn.Sequential(nn.Conv2d(cin, 4 * width, 1, stride, bias=False), nn.BatchNorm2d(4 * width))

    def forward(self, x):
        y = F.relu(self.bn1(self.conv1(x)), inplace=True)
        y = F.relu(self.bn2(self.conv2(y)), inplace=True)
        y = self.bn3(self.conv3(y))
        y += x if self.downsample is None else self.downsample(x)
        return F.relu(y, inplace=True)


class ResNet(nn.Module):
    def __init__(self, block, counts, classes=1000):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 64, 7, 2, 3, bias=False)
        self.bn1 = nn.BatchNorm2d(64)
        layers, cin = [], 64
        for stage, count in enumerate(counts):
            for index in range(count):
                layers.append(block(cin, 64 << stage, 2 if stage > 0 and index == 0 else 1))
                cin = (64 << stage) * block.expansion
        self.layers = nn.Sequential(*layers)
        self.fc = nn.Linear(cin, classes)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.bn1(self.conv1(x)), inplace=True), 3, 2, 1)
        return self.fc(torch.flatten(F.adaptive_avg_pool2d(self.layers(x), 1), 1))


class CifarBlock(nn.Module):
    """He et al. 2015, section 4.2: identity shortcuts by subsampling and zero padding (option A)."""

    def __init__(self, cin, width, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(cin, width, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(width)
        self.stride, self.pad = stride, (width - cin) // 2

    def forward(self, x):
        y = F.relu(self.bn1(self.conv1(x)), inplace=True)
        y = self.bn2(self.conv2(y))
        if self.pad or self.stride != 1:
            x = F.pad(x[:, :, :: self.stride, :: self.stride], (0, 0, 0, 0, self.pad, self.pad))
        return F.relu(y + x, inplace=True)


class CifarResNet(nn.Module):
    def __init__(self, count, classes=10):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 16, 3, 1, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(16)
        layers, cin = [], 16
        for stage in range(3):
            for index in range(count):
                layers.append(CifarBlock(cin, 16 << stage, 2 if stage > 0 and index == 0 else 1))
                cin = 16 << stage
        self.layers = nn.Sequential(*layers)
        self.fc = nn.Linear(64, classes)

    def forward(self, x):
        x = F.relu(self.bn1(self.conv1(x)), inplace=True)
        return self.fc(torch.flatten(F.adaptive_avg_pool2d(self.layers(x), 1), 1))


def conv_norm(cin, cout, kernel, stride=1, groups=1, activation=None):
    layers = [nn.Conv2d(cin, cout, kernel, stride, kernel // 2, groups=groups, bias=False), nn.BatchNorm2d(cout)]
    return nn.Sequential(*layers, *([activation(inplace=True)] if activation else []))


class SqueezeExcitation(nn.Module):
    def __init__(self, channels, squeezed):
        super().__init__()
        self.fc1, self.fc2 = nn.Conv2d(channels, squeezed, 1), nn.Conv2d(squeezed, channels, 1)

    def forward(self, x):
        return x * torch.sigmoid(self.fc2(F.silu(self.fc1(F.adaptive_avg_pool2d(x, 1)))))


class InvertedResidual(nn.Module):
    """MobileNet V2's block, with squeeze and excitation EfficientNet's MBConv."""

    def __init__(self, cin, cout, kernel, stride, expansion, activation, squeezed=0, drop=0.0):
        super().__init__()
        hidden = cin * expansion
        layers = [conv_norm(cin, hidden, 1, activation=activation)] if expansion != 1 else []
        layers.append(conv_norm(hidden, hidden, kernel, stride, hidden, activation))
        layers += [SqueezeExcitation(hidden, squeezed)] if squeezed else []
        self.block = nn.Sequential(*layers, conv_norm(hidden, cout, 1))
        self.residual, self.drop = stride == 1 and cin == cout, drop

    def forward(self, x):
        y = self.block(x)
        if not self.residual:
            return y
        if self.drop:
            y = y * (torch.rand(y.shape[0], 1, 1, 1) >= self.drop).to(y.dtype).div_(1 - self.drop)
        return y + x


class Mobile(nn.Module):
    """stages: (expansion, kernel, stride, channels, blocks)."""

    def __init__(self, stages, last, activation, squeeze, depth, classes=1000):
        super().__init__()
        layers, cin, index, total = [conv_norm(3, 32, 3, 2, activation=activation)], 32, 0, sum(stage[4] for stage in stages)
        for expansion, kernel, stride, cout, blocks in stages:
            for i in range(blocks):
                layers.append(InvertedResidual(cin, cout, kernel, stride if i == 0 else 1, expansion, activation,
                                               max(1, cin // 4) if squeeze else 0, depth * index / total))
                cin, index = cout, index + 1
        self.features = nn.Sequential(*layers, conv_norm(cin, last, 1, activation=activation))
        self.classifier = nn.Sequential(nn.Dropout(0.2), nn.Linear(last, classes))

    def forward(self, x):
        return self.classifier(torch.flatten(F.adaptive_avg_pool2d(self.features(x), 1), 1))


def mobilenet_v2():
    stages = [(1, 3, 1, 16, 1), (6, 3, 2, 24, 2), (6, 3, 2, 32, 3), (6, 3, 2, 64, 4), (6, 3, 1, 96, 3), (6, 3, 2, 160, 3), (6, 3, 1, 320, 1)]
    return Mobile(stages, 1280, nn.ReLU6, False, 0.0)


def efficientnet_b0():
    stages = [(1, 3, 1, 16, 1), (6, 3, 2, 24, 2), (6, 5, 2, 40, 2), (6, 3, 2, 80, 3), (6, 5, 1, 112, 3), (6, 5, 2, 192, 4), (6, 3, 1, 320, 1)]
    return Mobile(stages, 1280, nn.SiLU, True, 0.2)


def lenet5():
    return nn.Sequential(
        nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
        nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10))


def mlp():
    return nn.Sequential(nn.Flatten(), nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU(), nn.Linear(128, 10))


MODELS = {  # model: (constructor, sample shape, classes)
    "mlp": (mlp, (1, 28, 28), 10),
    "lenet5": (lenet5, (1, 28, 28), 10),
    "resnet20": (lambda: CifarResNet(3), (3, 32, 32), 10),
    "resnet18": (lambda: ResNet(BasicBlock, [2, 2, 2, 2]), (3, 224, 224), 1000),
    "resnet34": (lambda: ResNet(BasicBlock, [3, 4, 6, 3]), (3, 224, 224), 1000),
    "mobilenet_v2": (mobilenet_v2, (3, 224, 224), 1000),
    "efficientnet_b0": (efficientnet_b0, (3, 224, 224), 1000),
    "resnet50": (lambda: ResNet(Bottleneck, [3, 4, 6, 3]), (3, 224, 224), 1000),
    "vit_tiny": (lambda image=224: sequence_models.MODELS["vit_tiny"](image, 1000), (3, 224, 224), 1000),
    "vit_small": (lambda image=224: sequence_models.MODELS["vit_small"](image, 1000), (3, 224, 224), 1000),
    # Of text: a sample is a number of tokens, the classes are the vocabulary.
    "gpt": (lambda: sequence_models.MODELS["gpt"](256, 65), (256,), 65),
    "transformer": (lambda: sequence_models.MODELS["transformer"](256, 65), (256,), 65),
    "lstm": (lambda: sequence_models.MODELS["lstm"](64, 65), (64,), 65),
    "gru": (lambda: sequence_models.MODELS["gru"](64, 65), (64,), 65),
}


def resident(field):
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith(field))


def forget_peak():
    with open("/proc/self/clear_refs", "w") as clear:
        clear.write("5")


def measure(model_name, batch, image, mode, amp, seconds):
    torch.manual_seed(0)
    make, sample, classes = MODELS[model_name]
    if image:
        sample = (sample[0], image, image)
    model = make().train()
    text = len(sample) == 1
    x = torch.randint(0, classes, (batch, *sample)) if text else torch.randn(batch, *sample)
    labels = torch.randint(0, classes, (batch * sample[0] if text else batch,))
    if "channels_last" in mode:
        if text or model_name == "mlp":
            return None  # no image layout to choose
        model, x = model.to(memory_format=torch.channels_last), x.to(memory_format=torch.channels_last)
    fused = "fused_optimizer" in mode or "compile" in mode
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9, fused=fused)
    forward = torch.compile(model) if "compile" in mode else model

    def step():
        optimizer.zero_grad(set_to_none=True)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=amp == "bf16"):
            loss = F.cross_entropy(forward(x).reshape(-1, classes), labels)
        loss.backward()
        optimizer.step()
        return loss

    for _ in range(5 if seconds else 1):  # without a time only the memory is asked for
        step()
    times, begin = [], time.perf_counter()
    while time.perf_counter() - begin < seconds or len(times) < (5 if seconds else 2):
        start = time.perf_counter()
        step()
        times.append(time.perf_counter() - start)
    return times


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model", choices=MODELS)
    parser.add_argument("--batch", type=int, required=True)
    parser.add_argument("--image", type=int, default=0)
    parser.add_argument("--mode", choices=MODES, action="append")
    parser.add_argument("--amp", choices=["off", "bf16"], default="off")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--seconds", type=float, default=4.0)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    results = {}
    torch.mm(torch.ones(256, 256), torch.ones(256, 256))  # starts the threads
    bare = resident("VmRSS:")
    forget_peak()
    for mode in arguments.mode or MODES:
        try:
            times = measure(arguments.model, arguments.batch, arguments.image, mode, arguments.amp, arguments.seconds)
        except Exception as error:  # torch.compile needs a C++ compiler; a mode that fails is no candidate
            results[mode] = f"failed: {str(error).splitlines()[0][:100]}"
            continue
        if times:
            results[mode] = (statistics.median(times), min(times))
    if not any(isinstance(value, tuple) for value in results.values()):
        sys.exit(f"torch_step: no mode works: {results}")
    timed = {mode: value for mode, value in results.items() if isinstance(value, tuple)}
    best = min(timed, key=lambda mode: timed[mode][0])
    median, fastest = timed[best]
    print(json.dumps({
        "model": arguments.model, "batch": arguments.batch, "mode": best, "median_ms": median * 1e3, "min_ms": fastest * 1e3,
        "samples_per_second": arguments.batch / median, "process_bytes": resident("VmHWM:") - bare,
        "modes": {mode: (value[0] * 1e3 if isinstance(value, tuple) else value) for mode, value in results.items()},
    }))


if __name__ == "__main__":
    main()
