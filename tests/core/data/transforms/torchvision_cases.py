#!/usr/bin/env python3
"""Writes torchvision_cases.txt: what torchvision.transforms.functional makes of two small images, for pixel_ops_test.cpp.

Needs torch and torchvision (made with 2.11 and 0.26): python3 torchvision_cases.py > torchvision_cases.txt
A line a case: operation, its arguments, ':', image ("color": 3x7x9, "grey": 1x20x20), ':', the resulting pixels in [0, 1], planar.
"""
import math

import torch
import torchvision.transforms.functional as F
from torchvision.transforms import InterpolationMode


def image(channels, height, width):
    return torch.tensor([[[(37 * c + 29 * y + 53 * x + 7 * x * y + (x * y * y) % 5) % 256 for x in range(width)] for y in range(height)]
                         for c in range(channels)], dtype=torch.uint8)


IMAGES = {"color": image(3, 7, 9), "grey": image(1, 20, 20)}
NEAREST, BILINEAR = InterpolationMode.NEAREST, InterpolationMode.BILINEAR


def show(name, arguments, which, result):
    result = result.to(torch.float32) / 255 if result.dtype == torch.uint8 else result
    print(name, *[f"{a:.9g}" for a in arguments], ":", which, ":", *[f"{v:.5f}".rstrip("0").rstrip(".") for v in result.flatten().tolist()])


for which, pixels in IMAGES.items():
    x = pixels.to(torch.float32) / 255
    for factor in (0.3, 1.7):
        show("brightness", [factor], which, F.adjust_brightness(x, factor))
        show("contrast", [factor], which, F.adjust_contrast(x, factor))
        if which == "color":
            show("saturation", [factor], which, F.adjust_saturation(x, factor))
    show("sharpness", [1.9], which, F.adjust_sharpness(x, 1.9))
    if which == "color":
        for turn in (-0.5, -0.13, 0.21):
            show("hue", [turn], which, F.adjust_hue(x, turn))
        show("grayscale", [], which, F.rgb_to_grayscale(x, num_output_channels=3))
        show("posterize", [3], which, F.posterize(pixels, 3))
        show("solarize", [0.6], which, F.solarize(x, 0.6))
        show("autocontrast", [], which, F.autocontrast(x))
    else:
        show("equalize", [], which, F.equalize(pixels))
    if which == "grey":
        continue
    for angle, dx, dy, scale, sx, sy in ((33, 0, 0, 1, 0, 0), (-71, 2, -1, 1.3, 12, 0), (0, 0, 3, 0.6, 0, -25)):
        show("affine", [angle, dx, dy, scale, sx, sy], which, F.affine(x, angle, [dx, dy], scale, [sx, sy], BILINEAR))
    # Of TrivialAugmentWide: torchvision/transforms/autoaugment.py, _apply_op.
    for slope in (0.41, -0.77):
        degrees = math.degrees(math.atan(slope))
        show("trivial 1", [slope], which, F.affine(x, 0.0, [0, 0], 1.0, [degrees, 0.0], NEAREST, center=[0, 0]))
        show("trivial 2", [slope], which, F.affine(x, 0.0, [0, 0], 1.0, [0.0, degrees], NEAREST, center=[0, 0]))
    show("trivial 3", [-3.7], which, F.affine(x, 0.0, [int(-3.7), 0], 1.0, [0.0, 0.0], NEAREST))
    show("trivial 4", [2.2], which, F.affine(x, 0.0, [0, int(2.2)], 1.0, [0.0, 0.0], NEAREST))
    show("trivial 5", [40.5], which, F.rotate(x, 40.5, NEAREST))
    show("trivial 6", [-0.4], which, F.adjust_brightness(x, 1 - 0.4))
    show("trivial 7", [0.8], which, F.adjust_saturation(x, 1 + 0.8))
    show("trivial 8", [-0.9], which, F.adjust_contrast(x, 1 - 0.9))
    show("trivial 9", [0.6], which, F.adjust_sharpness(x, 1 + 0.6))
    show("trivial 10", [5], which, F.posterize(pixels, 8 - 5))
    show("trivial 11", [0.7], which, F.solarize(x, 1 - 0.7))
    show("trivial 12", [0], which, F.autocontrast(x))
    show("trivial 13", [0], which, F.equalize(pixels))
