"""Writes torchvision_state.txt: every entry of the state_dicts of torchvision's models, in order, with its shape and the statistics it
starts with: mean, standard deviation, largest magnitude.

Run by hand where torch and torchvision are installed; the build never runs it:
    python3 tests/torch/make_torchvision_names.py > tests/core/models/zoo/torchvision_state.txt
num_batches_tracked is left out: it only serves momentum=None, which the models do not use.
"""
import torch
import torchvision

MODELS = ["resnet18", "resnet34", "resnet50", "resnet101", "vgg16_bn", "mobilenet_v2", "mobilenet_v3_small", "efficientnet_b0",
          "shufflenet_v2_x1_0", "densenet121"]

torch.manual_seed(0)
print(f"# torchvision {torchvision.__version__}: model, entry, shape, mean, deviation, largest magnitude")
for name in MODELS:
    model = getattr(torchvision.models, name)()
    for entry, tensor in model.state_dict().items():
        if entry.endswith("num_batches_tracked"):
            continue
        values = tensor.double()
        statistics = (values.mean(), values.std(correction=0), values.abs().max())
        print(name, entry, "x".join(str(d) for d in tensor.shape), *(f"{v.item():.4g}" for v in statistics))
