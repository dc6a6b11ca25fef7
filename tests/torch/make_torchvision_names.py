"""Writes torchvision_state.txt: name and shape of every entry of torchvision's ResNet state_dicts, in order.

Run by hand where torch and torchvision are installed; the build never runs it:
    python3 tests/torch/make_torchvision_names.py > tests/models/torchvision_state.txt
num_batches_tracked is left out: it only serves momentum=None, which the models do not use.
"""
import torchvision

print(f"# torchvision {torchvision.__version__}: model, entry, shape")
for name in ("resnet18", "resnet50"):
    model = getattr(torchvision.models, name)()
    for entry, tensor in model.state_dict().items():
        if not entry.endswith("num_batches_tracked"):
            print(name, entry, "x".join(str(d) for d in tensor.shape))
