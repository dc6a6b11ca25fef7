"""The numbers of docs/benchmarks.md that are not comparisons with PyTorch: the text of each, and the command that measures it."""

BIN = "build/release/bin"
CLI, DEV = f"{BIN}/stepscope-cli", f"{BIN}/stepscope-dev"


class Claim:
    """A number (or several) that `command` prints. Each match of `pattern` in its output gives a part of the text, formatted by `figure` from the groups
    of the match. `times` is true if it measures time. `target` is the CMake target to build first."""

    def __init__(self, what, command, pattern, figure, times=False, target=None):
        self.what, self.command, self.pattern, self.figure, self.times, self.target = what, command, pattern, figure, times, target


def of_test(what, name, function, pattern, figure):
    return Claim(what, f"{BIN}/test_{name} {function}".strip() + " -maxwarnings 0", pattern, figure, target=f"test_{name}")


def of_bench(what, name, arguments, pattern, figure):
    return Claim(what, f"{BIN}/{name} {arguments}".strip(), pattern, figure, True, name)


PEER_PYTHON = '--python "$STEPSCOPE_PEER_PYTHON"'


CLAIMS = {
    "op_cases": of_test("op cases whose outputs and gradients are PyTorch's", "graph_op_values", "", r"(\d+) op cases equal to PyTorch", "{0}"),
    "training_losses": of_test("50 training losses against PyTorch's, greatest relative difference", "torch", "",
                               r"(?<!in )\b(\w+): 50 losses within (\S+) of PyTorch's", "{0} {1}"),
    "training_losses_bf16": of_test("losses in bf16 against PyTorch's in f32; in brackets those of PyTorch's autocast", "torch", "",
                                    r"(\w+) in bf16: \d+ losses within (\S+) of PyTorch's in f32, where autocast is within ([\d.e+-]+)",
                                    "{0} {1} ({2})"),
    "onnx_models": of_test("ONNX models of MNIST, test digits that are right", "onnx_models", "accuracyOfOthers",
                           r"(\w[\w-]*)/\w+\.onnx: (\d+) of (\d+) right", "{0} {1} of {2}"),
    "onnx_nodes": of_test("ONNX node tests", "onnx_node", "",
                          r"(\d+) cases right \(\d+ of them known before anything runs\), (\d+) refused by name, (\d+) wrong",
                          "{0} right, {1} refused by name, {2} wrong"),
    "mnist_seeds": Claim("accuracy on MNIST after examples/mnist as it stands, three seeds", "tests/bench/claims/mnist_seeds",
                         r'"(\d+)": ([\d.]+)(?=[^{}]*\}, "best")', "seed {0} {1} %"),
    "mnist_suggested_rate": Claim("best accuracy on MNIST in 3 epochs at the rate that the range test suggests",
                                  "tests/bench/claims/mnist_suggested_rate", r'"learning_rate": ([\d.]+), "best": ([\d.]+)',
                                  "{1} % at {0:.3g}"),
    "sign_digits": Claim("accuracy on photos of hands at 64 px, mean of ten seeds (least to most)", "tests/bench/claims/sign_digits",
                         r'"(best|last)_over_seeds": \{"mean": ([\d.]+), "least": ([\d.]+), "most": ([\d.]+)', "{0} {1} % ({2} to {3})"),
    "gpt_shakespeare": Claim("character GPT on Shakespeare, examples/text_gpt, 5 epochs", "tests/bench/claims/gpt_shakespeare",
                             r'"last": ([\d.]+)', "{0} nats a character"),
    "vit_small_full_size": Claim("losses of vit_small at 224 px in bf16 against PyTorch's in f32; in brackets PyTorch's autocast",
                                 'tests/bench/claims/vit_small_full_size --python "$STEPSCOPE_PEER_PYTHON"',
                                 r'"ours": ([^,]+), "autocast": ([^,]+)', "{0} ({1})"),
    "accumulation": of_test("accumulated gradients against one large batch, relative distance of the weights", "train_accumulation", "",
                            r"QINFO *: .*?\((.+?)\) relative distance (\S+)", "{0} {1}"),
    "kills": Claim("kill -9 while training", "tests/core/train/kill_loop.sh build/release 50",
                   r"(\d+) kills: (\d+) corrupt stores, at most \S+ s of metrics lost, (\d+) resumed from a checkpoint",
                   "{0} kills, {1} corrupt stores, {2} resumed from a checkpoint", True, "test_train_kill"),
    "checkpointing": Claim("activations with checkpointing `sqrt`, of those without; resnet101, batch 8",
                           f"{DEV} bench resnet101 --batch 8 --against checkpointing=sqrt --steps 1 --json",
                           r'"activation_memory_ratio":([\d.]+)', "{0:.3}", target="stepscope-dev"),
    "largest_batch": Claim("largest batch of resnet50 that fits 8 GiB, by the planner", f"{CLI} bench resnet50 --fit --budget 8GiB --json",
                           r'"largest_batch":(\d+)', "{0}"),
    "sklearn": Claim("accuracy on tables, and that of scikit-learn's MLP", "tests/bench/vs_sklearn --only iris,wine",
                     r"(?m)^(iris|wine) +accuracy +\[.*?\] +\d+ +(\S+) % +(\S+) %", "{0} {1} and {2} %"),
    "cold_start": Claim("window visible, page cache dropped", "tests/bench/claims/cold_start", r'"cold_median_ms": ([\d.]+)', "{0:.0f} ms",
                        True, "stepscope"),
    "first_step": Claim("start of `stepscope-cli train` to the first step, examples/shapes, kernel choices unknown; first epoch against known ones",
                        "tests/bench/claims/first_step", r'"first_step_seconds": ([\d.]+), "first_epoch_ratio": ([\d.]+)', "{0} s; {1} times",
                        True, "stepscope-cli"),
    "interrupt": Claim("Ctrl+C to the end of `stepscope-cli train`, examples/shapes", "tests/bench/claims/interrupt",
                       r'"median_ms": ([\d.]+), "most_ms": ([\d.]+)', "median {0:.0f} ms, at most {1:.0f} ms", True),
    "tfevents_import": Claim("event files imported; times as fast as EventAccumulator of TensorBoard on the same files",
                             f"tests/bench/store/tensorboard_peer {PEER_PYTHON}",
                             r"median of \d+: (\d+) MB/s.*\n.*?ours is (\d+) times as fast", "{0} MB/s, {1} times", True, "bench_import"),
    "tfevents_values": Claim("points that TensorBoard reads in what we export, and how many of them differ",
                             f"tests/bench/store/tensorboard_peer {PEER_PYTHON} --values-only", r"(\d+) points, (\d+) differ", "{0}, {1} differ",
                             target="bench_import"),
    "store": of_bench("the store: bulk insert, live commit; 2,000 runs x 20 metrics x 10,000 points: drawn, resident, sorted, filtered", "bench_store",
                      "/tmp/stepscope-bench-store", r"(insert in bulk|live commit|open, \d+ runs|resident|sort [\w ]+|group [\w ]+|filter: \w+)[^:\n]*?:? .*?"
                      r"([\d.]+ (?:million points/s|ms|MB))", "{0} {1}"),
    "runs_overlay": of_bench("100 runs x 100,000 points in one view", "bench_overlay", "", r"(?m)^([a-z][\w ,]+): (.*(?:ms|frames/s).*)$", "{0} {1}"),
    "runs_report": Claim("report of a comparison of 20 runs", f"{BIN}/test_report_comparison aComparisonOfTwentyRuns -maxwarnings 0",
                         r"a comparison of 20 runs of 10 000 steps: (\d+) ms, (\d+) kB", "{0} ms, {1} kB", True, "test_report_comparison"),
    "store_kills": Claim("4 writers and 2 readers for a minute, kill -9 of a random one", "tests/bench/store/kill_rounds.py build/release/bin/test_store_process",
                         r"(\d+) rounds of (\d+) s: (\d+) errors shown, (\d+) damaged, (\d+) acknowledged writes lost",
                         "{0} rounds of {1} s: {2} errors, {3} damaged, {4} lost", target="test_store_process"),
    "preview": of_bench("preview of a folder of 100,000 pictures: something is shown, all is counted", "bench_preview", "",
                        r"first shown after ([\d.]+) s .*counted after ([\d.]+) s", "{0} s, {1} s"),
    "starting_points": Claim("new projects from data, settings untouched: photos of hands, MNIST, housing.csv, Shakespeare",
                             "tests/bench/starting_points --only photos --only mnist --only housing --only text",
                             r"(?m)^(photos|mnist|housing|text) .*?(validation accuracy|R2|loss) ([\d.]+) +[\d.]+ +[\d.]+ +([\d.]+) s",
                             "{0} {1} {2} in {3} s of two cores"),
    "span": of_bench("a recorded span", "bench_span", "", r"span, recording +([\d.]+) ns", "{0} ns"),
    "capture": of_bench("processor time that capturing and following a run adds, examples/shapes", "bench_capture", "examples/shapes/project.toml 40",
                        r"(followed|captured) +\d+ steps .* processor time ([+-][\d.]+) %", "{0} {1} %"),
    "recorded": Claim("a step that is recorded against one that is not, synthetic pictures: quickest tenth, processor time",
                      "tests/bench/claims/recorded", r'"model": "(\w+)", "step": ([-\d.]+), "processor": ([-\d.]+)', "{0} {1:+.2f} % and {2:+.2f} %",
                      True, "bench_capture"),
    "shared_cores": Claim("a training step while a busy loop holds one of two cores: times as long as on quiet cores (at most, of six rounds)",
                          "tests/bench/claims/shared_cores", r'"step": "([^"]+)", "quiet_ms": [\d.]+, "ratio": ([\d.]+), "most": ([\d.]+)',
                          "{0} {1:.2f} ({2:.2f})", True, "stepscope-cli"),
    "analyses": of_bench("analyses of 1 million events, as on a GPU and as on the CPU, best of five", "bench_analysis", "",
                         r"(exclusive breakdown|op table|GPU idle by reason|critical path|diff of two such traces) +([\d.]+) ms wall", "{0} {1} ms"),
    "what_if": of_bench("steps without some layers: what the critical path says against what is measured without them", "bench_what_if", "",
                        r"(?m)^(\S.*?) {2,}[\d.]+ +[\d.]+ +[\d.]+ +[\d.]+ +(-?[\d.]+) %", "{0} {1:+.1f} %"),
    # One match contains all rows, so that all of them are kept in the result.
    "try_it": of_bench("trials of switches within 5 % of a run of 200 steps with the switch", "bench_try", "",
                       r"(?ms)^ *1 \w.*^within 5 %: (\d+) of (\d+) that count", "{0} of {1}"),
    "staged": of_test("bottlenecks made on purpose whose rule comes first; healthy trainings without an alarm", "advisor_staged", "",
                      r"(\d+) of (\d+) staged bottlenecks named first, (\d+) of (\d+) healthy trainings without an alarm",
                      "{0} of {1}; {2} of {3}"),
    "timeline": of_bench("frames of a timeline of 10 million spans, 99 of 100", "bench_timeline", "--events 10M",
                         r"(\w+) +zoom \(\S+\): p50 +\S+ ms +p99 +(\S+) ms", "{0} zoom {1} ms"),
    "gui_cost": of_bench("processor time of the GUI thread, of all, while examples/shapes trains", "bench_gui_cost",
                         "examples/shapes/project.toml 12", r"processor time, ([\d.]+) %", "{0} %"),
    "fusion": Claim("steps of mobilenet_v2, batch 16, without fusion: times as long",
                    f"{DEV} bench mobilenet_v2 --batch 16 --against fusion=off --json", r'"time_ratio":([\d.]+)', "{0:.2f}", True, "stepscope-dev"),
    "layouts": Claim("steps of efficientnet_b0, batch 16, all in NHWC: times as long as with auto",
                     f"{DEV} bench efficientnet_b0 --batch 16 --against channels_last=on --json", r'"time_ratio":([\d.]+)', "{0:.2f}", True, "stepscope-dev"),
}
