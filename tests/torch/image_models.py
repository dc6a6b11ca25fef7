"""The zoo's models of images and tables that torchvision has not, written with torch.nn under the names of their parameters in core/models."""
import torch
import torch.nn.functional as F


class Mlp(torch.nn.Module):
    def __init__(self, columns=784, classes=10, hidden=(256, 128), activation=F.relu):
        super().__init__()
        widths = [columns, *hidden, classes]
        for i in range(1, len(widths)):
            setattr(self, f"fc{i}", torch.nn.Linear(widths[i - 1], widths[i]))
        self.hidden, self.activation = len(hidden), activation

    def forward(self, x):
        x = x.flatten(1)
        for i in range(1, self.hidden + 1):
            x = self.activation(getattr(self, f"fc{i}")(x))
        return getattr(self, f"fc{self.hidden + 1}")(x)


class TabularMlp(torch.nn.Module):
    """Batch norm of the columns, and of what every activation gives."""

    def __init__(self, columns=13, classes=3, hidden=(64, 64)):
        super().__init__()
        widths = [columns, *hidden, classes]
        for i in range(len(hidden) + 1):
            setattr(self, f"bn{i}", torch.nn.BatchNorm1d(widths[i]))
            setattr(self, f"fc{i + 1}", torch.nn.Linear(widths[i], widths[i + 1]))
        self.hidden = len(hidden)

    def forward(self, x):
        x = self.bn0(x)
        for i in range(1, self.hidden + 1):
            x = getattr(self, f"bn{i}")(F.relu(getattr(self, f"fc{i}")(x)))
        return getattr(self, f"fc{self.hidden + 1}")(x)


class Lenet5(torch.nn.Module):
    def __init__(self, features=400, classes=10):
        super().__init__()
        self.conv1, self.conv2 = torch.nn.Conv2d(1, 6, 5, padding=2), torch.nn.Conv2d(6, 16, 5)
        self.fc1, self.fc2, self.fc3 = torch.nn.Linear(features, 120), torch.nn.Linear(120, 84), torch.nn.Linear(84, classes)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2).flatten(1)
        return self.fc3(F.relu(self.fc2(F.relu(self.fc1(x)))))


class Block(torch.nn.Module):
    def __init__(self, inputs, channels, stride, projection):
        super().__init__()
        self.conv1 = torch.nn.Conv2d(inputs, channels, 3, stride, 1, bias=False)
        self.bn1 = torch.nn.BatchNorm2d(channels)
        self.conv2 = torch.nn.Conv2d(channels, channels, 3, 1, 1, bias=False)
        self.bn2 = torch.nn.BatchNorm2d(channels)
        self.extra, self.stride = channels - inputs, stride
        if projection and (self.extra or stride != 1):
            layers = torch.nn.Conv2d(inputs, channels, 1, stride, bias=False), torch.nn.BatchNorm2d(channels)
            self.downsample = torch.nn.Sequential(*layers)

    def forward(self, x):
        y = self.bn2(self.conv2(F.relu(self.bn1(self.conv1(x)))))
        if hasattr(self, "downsample"):
            x = self.downsample(x)
        elif self.stride != 1:
            x = F.pad(x[:, :, :: self.stride, :: self.stride], (0, 0, 0, 0, self.extra // 2, self.extra - self.extra // 2))
        return F.relu(y + x)


class ResnetCifar(torch.nn.Module):
    """He et al. 2015, section 4.2: `blocks` in each of three stages; shortcuts by subsampling and zero channels, or by projection."""

    def __init__(self, blocks, classes=10, projection=False):
        super().__init__()
        self.conv1, self.bn1 = torch.nn.Conv2d(3, 16, 3, 1, 1, bias=False), torch.nn.BatchNorm2d(16)
        widths = [16, 16, 32, 64]
        for stage in (1, 2, 3):
            first = Block(widths[stage - 1], widths[stage], 1 if stage == 1 else 2, projection)
            rest = [Block(widths[stage], widths[stage], 1, projection) for _ in range(blocks - 1)]
            setattr(self, f"layer{stage}", torch.nn.Sequential(first, *rest))
        self.fc = torch.nn.Linear(64, classes)

    def forward(self, x):
        x = F.relu(self.bn1(self.conv1(x)))
        x = self.layer3(self.layer2(self.layer1(x)))
        return self.fc(x.mean((2, 3)))


def divisible(channels):
    rounded = max(8, int(channels + 4) // 8 * 8)
    return rounded + 8 if rounded < 0.9 * channels else rounded


def conv_norm(inputs, outputs, kernel, stride=1, groups=1, activation=True):
    layers = [torch.nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False), torch.nn.BatchNorm2d(outputs)]
    return torch.nn.Sequential(*layers, *([torch.nn.ReLU6()] if activation else []))


class InvertedResidual(torch.nn.Module):
    def __init__(self, inputs, outputs, stride, expansion):
        super().__init__()
        hidden = inputs * expansion
        layers = [conv_norm(inputs, hidden, 1)] if expansion != 1 else []
        layers += [conv_norm(hidden, hidden, 3, stride, hidden), *conv_norm(hidden, outputs, 1, activation=False)]
        self.conv = torch.nn.Sequential(*layers)
        self.residual = stride == 1 and inputs == outputs

    def forward(self, x):
        return x + self.conv(x) if self.residual else self.conv(x)


class MobilenetV2(torch.nn.Module):
    """torchvision's, without its dropout."""

    def __init__(self, width_mult=1.0, dropout=0.0):
        super().__init__()
        channels = divisible(32 * width_mult)
        layers = [conv_norm(3, channels, 3, 2)]
        for expansion, outputs, count, stride in (
            (1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1)):
            for index in range(count):
                layers.append(InvertedResidual(channels, divisible(outputs * width_mult), stride if index == 0 else 1, expansion))
                channels = divisible(outputs * width_mult)
        last = divisible(1280 * max(1.0, width_mult))
        self.features = torch.nn.Sequential(*layers, conv_norm(channels, last, 1))
        self.classifier = torch.nn.Sequential(torch.nn.Dropout(dropout), torch.nn.Linear(last, 10))

    def forward(self, x):
        return self.classifier(self.features(x).mean((2, 3)))
