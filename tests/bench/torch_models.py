"""All models that the peer can train. The zoo's models of images are written with torch.nn here, so that torchvision is not needed.

Parameters are made in the order of core/models: weights of Stepscope are loaded by name where the names agree and in this order elsewhere.
"""
import os
import sys

import torch
import torch.nn as nn
import torch.nn.functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "torch"))
import sequence_models


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
    """The block of MobileNet V2; with squeeze and excitation, the MBConv block of EfficientNet."""

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
    """`stages` is a list of (expansion, kernel, stride, channels, blocks)."""

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
    "vit_tiny": (lambda: sequence_models.MODELS["vit_tiny"](224, 1000), (3, 224, 224), 1000),
    "vit_small": (lambda: sequence_models.MODELS["vit_small"](224, 1000), (3, 224, 224), 1000),
    # Language models: the sample shape is the number of tokens, the classes are the vocabulary.
    "gpt": (lambda: sequence_models.MODELS["gpt"](256, 65), (256,), 65),
    "transformer": (lambda: sequence_models.MODELS["transformer"](256, 65), (256,), 65),
    "lstm": (lambda: sequence_models.MODELS["lstm"](64, 65), (64,), 65),
    "gru": (lambda: sequence_models.MODELS["gru"](64, 65), (64,), 65),
}
