"""The checks of tests/gpu/contact, stage by stage, in the order of what matters: what runs, how long it may take, and what its output says."""
import glob
import json
import os
import re
import shutil
import sys

STAGES = "ABCDE"
HERE = os.path.dirname(os.path.abspath(__file__))


def exit_says(rc):
    if rc in (124, 137):
        return "it ran into its limit"
    if rc >= 128:
        return f"it ended by signal {rc - 128}"
    return f"it ended with {rc}"


def last_line(output):
    lines = [line for line in output.splitlines() if line.strip()]
    return lines[-1].strip()[:300] if lines else "no output"


def last_json(output):
    for line in reversed(output.splitlines()):
        try:
            found = json.loads(line)
        except ValueError:
            continue
        if isinstance(found, (dict, list)):
            return found
    return None


class Check:
    """ours: the program needs the libraries of the packed folder. needs: (what, sentence) pairs; what is missing skips the check."""

    def __init__(self, name, limit, command, judge, ours=True, environment=None, needs=(), keeps=()):
        self.name, self.limit, self.command, self.judge, self.ours = name, limit, command, judge, ours
        self.environment, self.needs, self.patterns = environment or {}, needs, keeps

    def missing(self):
        return next((why for there, why in self.needs if not there()), "")

    def keeps(self):
        return [path for pattern in self.patterns for path in sorted(glob.glob(pattern))]


# --- what an output says: (result, detail, figures) ---

def judge_selftest(rc, output):
    passed = re.findall(r"^passed +", output, re.M)
    failed = re.findall(r"^FAILED +(.*)$", output, re.M)
    figures = {"passed": len(passed), "failed": [re.sub(r"\s+", " ", line)[:300] for line in failed[:20]]}
    if failed:
        return "failed", f"{len(failed)} of {len(passed) + len(failed)} failed: {figures['failed'][0]}", figures
    if rc != 0:
        return "failed", f"{exit_says(rc)} after {len(passed)} that passed: {last_line(output)}", figures
    if not passed:
        return "skipped", "nothing of it can be asked here: " + last_line(output), figures
    return "passed", f"{len(passed)} passed", figures


def judge_figures(*wanted):
    """A JSON line with the figures; they count whatever the exit code is, and that counts too."""

    def judge(rc, output):
        told = last_json(output)
        if not isinstance(told, dict):
            return "failed", f"{exit_says(rc)} without figures: {last_line(output)}", {}
        figures = {key: told[key] for key in wanted if key in told}
        said = ", ".join(f"{key} {value:.6g}" if isinstance(value, float) else f"{key} {value}" for key, value in figures.items())
        if rc != 0:
            return "failed", f"{said}, but {exit_says(rc)} after them", figures
        return "passed", said, figures

    return judge


def judge_sentence(rc, output):
    """What cannot work is refused in words, not by a crash."""
    if rc == 0:
        return "passed", "it fits this device: " + last_line(output), {}
    if rc >= 124 or "memory" not in output.lower():
        return "failed", f"{exit_says(rc)}: {last_line(output)}", {}
    return "passed", last_line(output), {}


def judge_exit(rc, output):
    return ("passed" if rc == 0 else "failed"), (last_line(output) if rc == 0 else f"{exit_says(rc)}: {last_line(output)}"), {}


def judge_sanitizer(rc, output):
    told = re.findall(r"ERROR SUMMARY: (\d+) error", output) or re.findall(r"RACECHECK SUMMARY: (\d+) hazard", output)
    if not told:
        return "failed", f"{exit_says(rc)} without a summary: {last_line(output)}", {}
    first = next((line for line in output.splitlines() if line.startswith("========= ") and "COMPUTE-SANITIZER" not in line), "")
    errors = int(told[-1])
    return ("passed" if errors == 0 and rc == 0 else "failed"), f"{errors} errors, {exit_says(rc)}. {first if errors else ''}".strip(), {"errors": errors}


# --- what may be missing ---

def tool(name):
    for folder in os.environ.get("PATH", "").split(":") + ["/usr/local/cuda/bin", "/usr/local/cuda/compute-sanitizer"]:
        if os.access(os.path.join(folder, name), os.X_OK):
            return os.path.join(folder, name)
    return ""


def has_torch():
    import importlib.util
    return importlib.util.find_spec("torch") is not None


TORCH = (has_torch, "this Python has no PyTorch")


def only_on_a_gpu(contact):
    return (lambda: not contact.stand_in, "the stand-in is no GPU")


# --- the stages ---

def selftest(contact, only, limit, *more):
    command = [contact.cli, "selftest", "--device", "cuda", "--only", only, *more]
    return Check(f"selftest {only.lstrip('^').strip()}", limit, command + (["--small"] if contact.stand_in else []), judge_selftest)


def bench(contact, name, model, limit, *more, wanted=("samples_per_second", "median_ms", "peak_bytes"), judge=None, needs=()):
    command = [contact.cli, "bench", model, "--device", "cuda", "--json", *more]
    return Check(name, limit, command, judge or judge_figures(*wanted), needs=needs)


def peer(contact, name, limit, *arguments, needs=(), keeps=()):
    judge = judge_figures("samples_per_second", "median_ms", "peak_bytes", "losses", "ours", "largest_difference", "kernels")
    return Check(name, limit, [sys.executable, HERE + "/torch_peer", *arguments], judge, ours=False, needs=(only_on_a_gpu(contact), TORCH, *needs),
                 keeps=keeps)


def stage_a(contact):
    small = bool(contact.stand_in)
    image = ("lenet5", "4") if small else ("resnet50", "256")
    first = contact.work + "/first"
    machine = ("nvidia-smi -q | grep -E 'Product Name|Driver|CUDA|Link|Power Limit|SM  |ECC Mode'; nvcc --version | tail -2; ldd --version | head -1; "
               "lscpu | grep -E 'Model name|^CPU.s.'; free -g | head -2")
    found = [Check("machine", 15, ["sh", "-c", machine], lambda rc, output: ("passed", last_line(output), {"told": output[:3000]}), ours=False),
             Check("doctor", 30, [contact.cli, "doctor"], judge_exit),
             bench(contact, "mlp, and the exit of the program", "mlp", 60, "--steps", "20"),
             selftest(contact, "^kernels lenet5", 90)]
    for kind in ("f32", "bf16", "f16"):
        found.append(selftest(contact, f"^op {kind}", 120))
    # Real sizes and gradients of each type, f32 first: a description that is wrong is wrong in all.
    # (The stand-in computes in plain loops, and shows with a few of them that the way there is right.)
    real = ("bf16 NHWC resnet50 conv2d 4x64x8x8", "f32 gpt gelu", "f16 attention of heads of 64")
    if not small:
        real = [f"{kind} {what}" for kind in ("f32", "bf16", "f16") for what in ("NHWC", "gpt", "attention", "resnet50")]
    found += [selftest(contact, "^real " + what, 90) for what in real]
    found += [selftest(contact, "^gradients " + what, 90)
              for what in ("lenet5", "gpt bf16") + (() if small else ("gpt f32", "gpt f16", "gpt of", "convolutions", "resnet20", "resnet50"))]
    for model in ("resnet50", "gpt"):
        if small:
            continue
        files = f"{first}_{model}.safetensors"

        def keep_losses(rc, output, model=model):
            told = last_json(output)
            if rc == 0 and told:
                with open(f"{first}_{model}.json", "w") as file:
                    json.dump(told, file)
            return judge_figures("losses", "parameters")(rc, output)

        found.append(bench(contact, f"first steps of {model}", model, 90, "--batch", "8", "--set", "autotune=off", "--first", files, judge=keep_losses))
        found.append(peer(contact, f"first steps of {model} by PyTorch", 90, "first", model, files, f"{first}_{model}.json",
                          needs=[(lambda f=files: os.path.exists(f), "our own first steps were not made")]))
    for only, limit in (("^graph lenet5", 30), ("^graph gpt bf16", 30), ("^memory lenet5", 30), ("^scaler", 30), ("^leak", 30), ("^trajectory lenet5" if small else "^trajectory", 120)):
        found.append(selftest(contact, only, limit))
    found.append(bench(contact, "out of memory", "resnet50", 60, "--batch", "65536" if small else "4096", "--steps", "1", "--set", "autotune=off",
                       judge=judge_sentence))
    for kind in ("fp16", "bf16"):
        found.append(bench(contact, f"{image[0]}, batch {image[1]}, {kind}, untuned", image[0], 120, "--batch", image[1], "--set", "amp=" + kind,
                           "--set", "autotune=off", "--steps", "3" if small else "30"))
    found += [selftest(contact, "^recording lenet5", 60), selftest(contact, "^recording gpt f32", 60),
              bench(contact, f"{image[0]} recorded", image[0], 120, "--batch", image[1], "--set", "amp=fp16", "--set", "autotune=off", "--steps",
                    "3" if small else "30", "--record", wanted=("median_ms", "recorded_ms", "after_recording_ms"))]
    # What times kernels, with little time each.
    for only in ("^libraries f32 linear", "^libraries bf16 NHWC", "^libraries f16 NHWC") + (() if small else ("^libraries real bf16 NHWC", "^libraries real f16 NHWC")):
        found.append(selftest(contact, only, 60, "--seconds", "10"))
    if not small:
        found += [selftest(contact, f"^real {kind} NCHW", 90) for kind in ("f32", "bf16", "f16")]
    return found


def stage_b(contact):
    if contact.stand_in:
        return [bench(contact, "lenet5, batch 4, fp16", "lenet5", 60, "--batch", "4", "--set", "amp=fp16", "--steps", "3")]
    found = []
    for model, batch, kind in (("resnet50", "256", "fp16"), ("resnet50", "256", "bf16"), ("gpt", "64", "bf16"), ("resnet50", "128", "off"),
                               ("mobilenet_v2", "128", "bf16"), ("vit_small", "128", "bf16")):
        ours = ("--batch", batch, "--set", "amp=" + kind, "--steps", "50")
        name = f"{model}, batch {batch}, {kind}"
        # In turns: the second figure of ours says how much the clocks moved.
        found += [bench(contact, name, model, 180, *ours), peer(contact, name + ", PyTorch eager", 60, "speed", model, batch, kind, "eager"),
                  bench(contact, name + ", again", model, 90, *ours),
                  peer(contact, name + ", PyTorch compiled", 150, "speed", model, batch, kind, "compile")]
        if model == "resnet50" and kind == "fp16":
            found.append(bench(contact, name + ", recorded", model, 90, *ours, "--record", wanted=("median_ms", "recorded_ms", "after_recording_ms")))
    found[0].patterns = [contact.work + "/cache/stepscope/*choices*", contact.work + "/cache/stepscope/*.json"]
    return found


def stage_c(contact):
    found = []
    sanitizer, ncu = tool("compute-sanitizer"), tool("ncu")
    needs = [only_on_a_gpu(contact), (lambda: sanitizer, "this machine has no compute-sanitizer")]
    for kind, only, limit in (("memcheck", "^op f32 NCHW conv2d", 90), ("memcheck", "^op bf16 batch_norm", 60), ("memcheck", "^op bf16 attention", 90),
                              ("racecheck", "^op f32 layer_norm", 90), ("racecheck", "^op f32 softmax", 60), ("racecheck", "^op f32 attention", 90),
                              ("synccheck", "^op f32 NCHW batch_norm", 60), ("memcheck", "^graph lenet5", 60), ("initcheck", "^op f32 layer_norm", 60)):
        command = [sanitizer, "--tool", kind, contact.cli, "selftest", "--device", "cuda", "--only", only]
        found.append(Check(f"{kind} {only.lstrip('^')}", limit, command, judge_sanitizer, needs=needs))
    report = contact.work + "/ncu.csv"
    command = ["sh", "-c", f'"$0" --set full --clock-control none --csv --launch-skip 400 --launch-count 60 "$1" bench resnet50 --device cuda --batch 64 '
               f'--set amp=fp16 --set autotune=off --steps 3 --warm-up 2 > {report} && tail -n 1 {report}', ncu, contact.cli]
    found.append(Check("ncu of resnet50", 200, command, judge_exit, environment={"STEPSCOPE_CUDA_GRAPH": "off"},
                       needs=[only_on_a_gpu(contact), (lambda: ncu, "this machine has no ncu")], keeps=[report]))
    return found


def stage_d(contact):
    traces, dump = contact.work + "/traces", contact.work + "/cupti"
    found = [selftest(contact, "^recording resnet20", 60), selftest(contact, "^recording gpt", 90)]
    if contact.stand_in:
        return found
    for folder in (traces, dump):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
    wrapper = contact.work + "/stepscope-cli"
    with open(wrapper, "w") as file:
        file.write(f'#!/bin/sh\nLD_LIBRARY_PATH="{contact.library_path}" exec "{contact.cli}" "$@"\n')
    os.chmod(wrapper, 0o755)
    found += [Check("raw buffers of CUPTI", 90, [contact.cli, "selftest", "--device", "cuda", "--only", "^recording lenet5"], judge_selftest,
                    environment={"STEPSCOPE_CUPTI_DUMP": dump + "/lenet5"}, keeps=[dump + "/*"]),
              Check("three traces", 400, [HERE + "/traces", traces, "--cli", wrapper], judge_exit, ours=False, keeps=[traces + "/*.sstrace"]),
              peer(contact, "the same step by Kineto", 90, "kineto", "resnet50", "128", "bf16", contact.work + "/kineto.json.gz",
                   keeps=[contact.work + "/kineto.json.gz"])]
    return found


def stage_e(contact):
    small = bool(contact.stand_in)
    project, minutes = contact.work + "/soak", "5" if small else "180"
    settings = ("lenet5", 28, 8, 64) if small else ("resnet50", 224, 128, 1_000_000)
    os.makedirs(project, exist_ok=True)
    with open(project + "/project.toml", "w") as file:
        file.write('[project]\nname = "soak"\n[data]\nkind = "shapes"\nimage_size = {1}\ncount = {3}\nvalidation_split = 0.0\n[model]\nname = "{0}"\n'
                   '[train]\nepochs = 1\n[switches]\nbatch_size = {2}\namp = "{4}"\n'.format(*settings, "off" if small else "fp16"))
    train = [contact.cli, "train", project, "--device", "cuda"]
    # An interrupted run ends with its own code; what counts is that it ended by itself.
    def judge(rc, output):
        return ("passed" if rc in (0, 1, 2, 130) else "failed"), f"{exit_says(rc)}: {last_line(output)}", {}

    interrupted = ["timeout", "-s", "INT", "-k", "30", minutes] + train
    return [Check("train until it is interrupted", 90 if small else 260, interrupted, judge_interrupted if not small else judge, environment={}),
            Check("resume", 90 if small else 260, ["timeout", "-s", "INT", "-k", "30", minutes] + train + ["--resume", "1"],
                  judge_interrupted if not small else judge)]


def judge_interrupted(rc, output):
    """timeout tells 124 when it had to interrupt, which is what was wanted; 137 when that did not end it."""
    return ("passed" if rc in (0, 124, 130) else "failed"), last_line(output), {"steps": len(re.findall(r"\bstep\b", output))}


def checks(stage, contact):
    found = {"A": stage_a, "B": stage_b, "C": stage_c, "D": stage_d, "E": stage_e}[stage](contact)
    for check in found:
        check.limit *= 10 if contact.stand_in else 1  # its speed is that of a machine that does other things too
    return found
