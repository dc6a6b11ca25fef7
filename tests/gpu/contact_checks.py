"""The checks of tests/gpu/contact, stage by stage, in the order of what matters: what runs, how long it may take, and what its output says."""
import collections
import ctypes
import glob
import gzip
import json
import os
import re
import shutil
import subprocess
import sys

STAGES = "ABCDE"
NOT_HERE = "not possible here"
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
    """ours: the program needs the libraries of the packed folder. needs: (what, sentence) pairs; what is missing skips the check.
    beside: its result depends neither on time nor on the memory that is free, nor on what another check leaves, so that others may run
    beside it."""

    def __init__(self, name, limit, command, judge, ours=True, environment=None, needs=(), keeps=(), beside=False):
        self.name, self.limit, self.command, self.judge, self.ours, self.beside = name, limit, command, judge, ours, beside
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
        return NOT_HERE, last_line(output), figures
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


def judge_doctor(rc, output):
    """What it says of the GPU, and no path of this machine."""
    lines = output.splitlines()
    gpu = next((number for number, line in enumerate(lines) if line.startswith("GPU ")), None)
    told = " ".join(" ".join(lines[gpu:gpu + 2]).split()) if gpu is not None else "nothing of a GPU"
    return ("passed" if rc == 0 else "failed"), (told if rc == 0 else f"{exit_says(rc)}: {told}"), {}


def judge_sanitizer(rc, output):
    told = re.findall(r"ERROR SUMMARY: (\d+) error", output) or re.findall(r"RACECHECK SUMMARY: (\d+) hazard", output)
    if not told:
        return "failed", f"{exit_says(rc)} without a summary: {last_line(output)}", {}
    first = next((line for line in output.splitlines() if line.startswith("========= ") and "COMPUTE-SANITIZER" not in line), "")
    errors = int(told[-1])
    return ("passed" if errors == 0 and rc == 0 else "failed"), f"{errors} errors, {exit_says(rc)}. {first if errors else ''}".strip(), {"errors": errors}


def judge_with_files(judge, pattern, what):
    """What passed without leaving its file has not passed."""

    def judged(rc, output):
        result, detail, figures = judge(rc, output)
        files = [path for path in glob.glob(pattern) if os.path.getsize(path) > 0]
        if result == "passed" and not files:
            return "failed", f"it left no {what}: {detail}", figures
        return result, detail, dict(figures, files=len(files))

    return judged


def judge_interrupted(rc, output):
    """Of a run that was interrupted after some time: it ended by itself, with the code of one that is interrupted, and has trained."""
    ended = re.findall(r"^interrupted run ended with (\d+)$", output, re.M)
    if not ended:
        return "failed", f"{exit_says(rc)}: {last_line(output)}", {}
    code, steps = int(ended[-1]), [int(step) for step in re.findall(r"\bstep (\d+)", output)]
    figures = {"code": code, "last_step": max(steps, default=0)}
    told = next((line.strip() for line in reversed(output.splitlines()) if line.strip() and not line.startswith("interrupted run")), "no output")
    # timeout tells 124 when it had to interrupt, which is what was wanted; 137 when that did not end it.
    if code not in (0, 124, 130):
        return "failed", f"{exit_says(code)}: {told[:300]}", figures
    return ("passed", told[:300], figures) if steps else ("failed", "no step was taken: " + told[:300], figures)


def kernels_of_kineto(path):
    """Name -> (calls, milliseconds) of what ran on the GPU, read without any of our code."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        events = json.load(file)
    calls, us = collections.Counter(), collections.Counter()
    for event in events["traceEvents"] if isinstance(events, dict) else events:
        if event.get("ph") == "X" and event.get("cat", "").lower() in ("kernel", "gpu_memcpy", "gpu_memset", "memcpy", "memset"):
            calls[event["name"]] += 1
            us[event["name"]] += event["dur"]
    return {name: (calls[name], us[name] / 1e3) for name in calls}


def kernels_of_ours(told):
    """The same of `stepscope-cli trace ops FILE --by kernel --json`."""
    return {row["name"]: (row["gpu_calls"], row["gpu_total_ms"]) for row in told["rows"] if row["gpu_calls"] > 0}


def kernels_differ(ours, theirs, most=0.01):
    """Sentences: what one has and the other has not, other numbers of calls, times that differ by more than that share."""
    found = [f"{name} is not in ours" for name in theirs if name not in ours] + [f"{name} is in ours alone" for name in ours if name not in theirs]
    for name in theirs:
        if name in ours and ours[name][0] != theirs[name][0]:
            found.append(f"{name}: {ours[name][0]} calls, Kineto has {theirs[name][0]}")
        elif name in ours and abs(ours[name][1] - theirs[name][1]) > most * max(theirs[name][1], 0.01):
            found.append(f"{name}: {ours[name][1]:.4g} ms, Kineto has {theirs[name][1]:.4g} ms")
    return found


def judge_kernels(path):
    def judge(rc, output):
        told = last_json(output)
        if rc != 0 or not isinstance(told, dict):
            return "failed", f"{exit_says(rc)}: {last_line(output)}", {}
        ours, theirs = kernels_of_ours(told), kernels_of_kineto(path)
        differ = kernels_differ(ours, theirs)
        figures = {"kernels": len(theirs), "calls": sum(calls for calls, _ in theirs.values()), "ms": round(sum(ms for _, ms in theirs.values()), 3),
                   "differ": differ[:20]}
        if not theirs:
            return "failed", "Kineto's file has no kernels", figures
        if differ:
            return "failed", f"{len(differ)} of {len(theirs)} kernels differ: {differ[0]}", figures
        return "passed", f"{figures['kernels']} kernels, {figures['calls']} calls, {figures['ms']} ms", figures

    return judge


def dram_bytes(samples, peak_bytes_per_second):
    """What the counter saw move: samples are (start ns, end ns, share of the peak in percent)."""
    return sum((end - start) * 1e-9 * share / 100 * peak_bytes_per_second for start, end, share in samples)


def dram_agrees(samples, peak_bytes_per_second, known_bytes, most=0.05):
    """Whether the counter agrees with bytes that are known to have moved; and by which share it is off."""
    off = dram_bytes(samples, peak_bytes_per_second) / known_bytes - 1
    return abs(off) <= most, off


def memory_peak():
    """Bytes/s of the GPU's memory, from its clock and bus width as the driver tells them; 0 where there is none."""
    try:
        driver, kilohertz, bits = ctypes.CDLL("libcuda.so.1"), ctypes.c_int(), ctypes.c_int()
        failed = driver.cuInit(0) or driver.cuDeviceGetAttribute(ctypes.byref(kilohertz), 36, 0) or driver.cuDeviceGetAttribute(ctypes.byref(bits), 37, 0)
    except (OSError, AttributeError):
        return 0
    return 0 if failed else 2 * kilohertz.value * 1000 * bits.value // 8  # both edges of the clock


def judge_counter(peak=memory_peak):
    """The self-test's check of the DRAM counter, with the peak that it does not know."""

    def judge(rc, output):
        told = last_json(output)
        checks = told.get("checks", []) if isinstance(told, dict) else []
        if rc != 0 or not checks:
            return "failed", f"{exit_says(rc)}: {checks[0]['detail'] if checks else last_line(output)}", {}
        seen = re.match(r"([0-9.e+]+) % ms .* for ([0-9]+) bytes in ([0-9.e+]+) ms", checks[0]["detail"])
        if not seen:
            return NOT_HERE, checks[0]["detail"], {}
        percent_ms, known, ms = float(seen[1]), int(seen[2]), float(seen[3])
        agrees, off = dram_agrees([(0, 1e6, percent_ms)], peak(), known)
        figures = {"percent_ms": percent_ms, "bytes": known, "ms": ms, "peak_bytes_per_second": peak(), "off": round(off, 4)}
        return "passed" if agrees else "failed", f"the counter is {off:+.1%} off the {known / 1e9:.0f} GB that moved in {ms:.1f} ms", figures

    return judge


# --- what may be missing ---

def tool(name):
    for folder in os.environ.get("PATH", "").split(":") + ["/usr/local/cuda/bin", "/usr/local/cuda/compute-sanitizer"]:
        if os.access(os.path.join(folder, name), os.X_OK):
            return os.path.join(folder, name)
    return ""


def torch_python():
    return os.environ.get("STEPSCOPE_TORCH_PYTHON", sys.executable)


def has_torch():
    command = [torch_python(), "-c", "import importlib.util, sys; sys.exit(importlib.util.find_spec('torch') is None)"]
    try:
        return subprocess.run(command, capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


TORCH = (has_torch, "this Python has no PyTorch; STEPSCOPE_TORCH_PYTHON names another")


def only_on_a_gpu(contact):
    return (lambda: not contact.stand_in, "the stand-in is no GPU")


# --- the stages ---

LONG_GRADIENTS = tuple(f"{model} {kind}" for kind in ("f32", "bf16", "f16") for model in ("resnet50 of 224 x 224", "gpt of 256 tokens"))

def selftest(contact, only, limit, *more):
    command = [contact.dev, "selftest", "--device", "cuda", "--only", only, *more]
    return Check(f"selftest {only.lstrip('^').strip()}", limit, command + (["--small"] if contact.stand_in else []), judge_selftest,
                 beside=only.split()[0] in ("^op", "^real", "^gradients", "^trajectory", "^graph", "^libraries"))


def bench(contact, name, model, limit, *more, wanted=("samples_per_second", "median_ms", "peak_bytes"), judge=None, needs=(), program=None):
    command = [program or contact.cli, "bench", model, "--device", "cuda", "--json", *more]
    return Check(name, limit, command, judge or judge_figures(*wanted), needs=needs)


def peer(contact, name, limit, *arguments, needs=(), keeps=()):
    judge = judge_figures("device", "samples_per_second", "median_ms", "peak_bytes", "losses", "exact", "ours", "largest_difference", "most", "kernels")
    return Check(name, limit, [torch_python(), HERE + "/torch_peer", *arguments], judge, ours=False, needs=(TORCH, *needs), keeps=keeps)


def stage_a(contact):
    small = bool(contact.stand_in)
    image = ("lenet5", "4") if small else ("resnet50", "256")
    first = contact.work + "/first"
    machine = ("nvidia-smi -q | grep -E 'Product Name|Driver|CUDA|Link|Power Limit|SM  |ECC Mode'; nvcc --version | tail -2; ldd --version | head -1; "
               "lscpu | grep -E 'Model name|^CPU.s.'; free -g | head -2")
    found = [Check("machine", 15, ["sh", "-c", machine], lambda rc, output: ("passed", last_line(output), {"told": output[:3000]}), ours=False),
             Check("doctor", 30, [contact.cli, "doctor"], judge_doctor),
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
              for what in ("lenet5", "gpt bf16") + (() if small else LONG_GRADIENTS + ("gpt f32", "gpt f16", "convolutions", "resnet20"))]
    for model in ("lenet5",) if small else ("resnet50", "gpt"):
        files = f"{first}_{model}.safetensors"

        def keep_losses(rc, output, model=model):
            told = last_json(output)
            if rc == 0 and told:
                with open(f"{first}_{model}.json", "w") as file:
                    json.dump(told, file)
            return judge_figures("losses", "parameters")(rc, output)

        found.append(bench(contact, f"first steps of {model}", model, 90, "--batch", "8", "--set", "autotune=off", "--first", files, judge=keep_losses,
                           program=contact.dev))
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
        # PyTorch runs on the CPU then: shows that both ways of the comparison work.
        return [bench(contact, "lenet5, batch 4, bf16", "lenet5", 60, "--batch", "4", "--set", "amp=bf16", "--steps", "3"),
                peer(contact, "lenet5, batch 4, bf16, PyTorch eager", 60, "speed", "lenet5", "4", "bf16", "eager")]
    found = []
    for model, batch, kind in (("resnet50", "256", "fp16"), ("gpt", "64", "bf16"), ("resnet50", "256", "bf16"), ("resnet50", "128", "off"),
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
        command = [sanitizer, "--tool", kind, contact.dev, "selftest", "--device", "cuda", "--only", only]
        found.append(Check(f"{kind} {only.lstrip('^')}", limit, command, judge_sanitizer, needs=needs, beside=True))
    report = contact.work + "/ncu.csv"
    command = ["sh", "-c", f'"$0" --set full --clock-control none --csv --launch-skip 400 --launch-count 60 "$1" bench resnet50 --device cuda --batch 64 '
               f'--set amp=fp16 --set autotune=off --steps 3 --warm-up 2 > {report} && tail -n 1 {report}', ncu, contact.cli]
    found.append(Check("ncu of resnet50", 200, command, judge_exit, environment={"STEPSCOPE_CUDA_GRAPH": "off"},
                       needs=[only_on_a_gpu(contact), (lambda: ncu, "this machine has no ncu")], keeps=[report]))
    return found


def stage_d(contact):
    small = bool(contact.stand_in)
    traces, dump, kineto = contact.work + "/traces", contact.work + "/cupti", contact.work + "/kineto.json.gz"
    gpu = only_on_a_gpu(contact)
    for folder in (traces, dump):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
    wrapper = contact.work + "/stepscope-cli"
    with open(wrapper, "w") as file:
        file.write(f'#!/bin/sh\nLD_LIBRARY_PATH="{contact.library_path}" exec "{contact.cli}" "$@"\n')
    os.chmod(wrapper, 0o755)
    raw = [contact.dev, "selftest", "--device", "cuda", "--only", "^recording lenet5"]
    step = ("lenet5", "4", "off") if small else ("resnet50", "128", "bf16")
    there = (lambda: os.path.exists(kineto), "PyTorch recorded no step")
    return [Check("raw buffers of CUPTI", 90, raw, judge_with_files(judge_selftest, dump + "/*.cupti", "file with CUPTI's buffers"),
                  environment={"STEPSCOPE_CUPTI_DUMP": dump}, needs=[gpu], keeps=[dump + "/*.cupti"]),
            Check("DRAM counter against known bytes", 90, [contact.dev, "selftest", "--device", "cuda", "--only", "^counters", "--json"],
                  judge_counter(), needs=[gpu]),
            peer(contact, "a step by Kineto", 90, "kineto", *step, kineto, keeps=[kineto]),
            Check("Kineto's kernels, imported", 60, [contact.cli, "trace", "ops", kineto, "--by", "kernel", "--json"], judge_kernels(kineto),
                  needs=[gpu, there]),
            selftest(contact, "^recording resnet20", 60), selftest(contact, "^recording gpt", 90),
            Check("three traces", 400, [HERE + "/traces", traces, "--cli", wrapper], judge_with_files(judge_exit, traces + "/*.sstrace", "trace"),
                  ours=False, needs=[gpu], keeps=[traces + "/*.sstrace"])]


def stage_e(contact):
    small = bool(contact.stand_in)
    project, seconds = contact.work + "/soak", "5" if small else "180"
    settings = ("lenet5", 28, 8, 64) if small else ("resnet50", 224, 128, 1_000_000)
    os.makedirs(project, exist_ok=True)
    with open(project + "/project.toml", "w") as file:
        file.write('[project]\nname = "soak"\n[data]\nkind = "shapes"\nimage_size = {1}\ncount = {3}\nvalidation_split = 0.0\n[model]\nname = "{0}"\n'
                   '[train]\nepochs = 1000\n[switches]\nbatch_size = {2}\namp = "{4}"\n'.format(*settings, "off" if small else "fp16"))

    def train(*more):
        # The line behind it tells an interrupted run from one that did not end in time.
        return ["sh", "-c", 'timeout -s INT -k 30 "$@"; echo "interrupted run ended with $?"', "sh", seconds, contact.cli, "train", project, "--device",
                "cuda", *more]

    limit = 60 if small else 260
    return [Check("train until it is interrupted", limit, train(), judge_interrupted),
            Check("resume", limit, train("--resume", "1"), judge_interrupted)]


def checks(stage, contact):
    found = {"A": stage_a, "B": stage_b, "C": stage_c, "D": stage_d, "E": stage_e}[stage](contact)
    for check in found:
        check.limit *= 10 if contact.stand_in else 1  # its speed is that of a machine that does other things too
    return found
