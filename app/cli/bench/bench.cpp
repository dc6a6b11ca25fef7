#include <fmt/format.h>

#include <memory>
#include <optional>

#include "app/cli/bench/bench_arguments.h"
#include "app/cli/bench/bench_inference.h"
#include "app/cli/bench/bench_shared.h"
#include "app/cli/bench/bench_step.h"
#include "app/cli/commands.h"
#include "app/cli/json_lines.h"
#include "app/cli/model_arguments.h"
#include "app/cli/speech.h"
#include "core/backend/devices/devices.h"
#include "core/base/byte_count.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/units.h"
#include "core/train/prediction/step_prediction.h"

namespace stepscope::cli {
namespace {

struct Arguments : BenchArguments {
  int warmUp = 0, shared = 0;
  bool fit = false, roofline = false, record = false, bound = false, inference = false;
  std::vector<std::int64_t> batches;
  InferenceArguments asked;
  std::string budget;
};

// The number of bytes in a text such as "6GiB", "512 MiB" or "3.5G". Throws Error (Input) for another text.
std::int64_t bytesOf(const std::string& text) {
  const std::optional<std::int64_t> bytes = parseBytes(text);
  if (!bytes) throw Error(ErrorKind::Input, "--budget " + text, "this is not an amount of memory", "Write, for example, --budget 6GiB");
  return *bytes;
}

Json rooflineJson(const std::vector<RooflineRow>& rows) {
  Json json = Json::array();
  for (const RooflineRow& row : rows)
    json.push_back({{"family", row.family},
                    {"nodes", row.nodes},
                    {"ms", row.ms},
                    {"flops", row.flops},
                    {"bytes", row.bytes},
                    {"fraction_of_flops", row.fractionOfFlops},
                    {"fraction_of_bandwidth", row.fractionOfBandwidth},
                    {"limit_ms", row.limitMs}});
  return json;
}

Json nodesJson(const std::vector<BenchNode>& nodes) {
  Json json = Json::array();
  for (const BenchNode& node : nodes)
    json.push_back({{"layer", node.layer},
                    {"op", node.op},
                    {"phase", node.phase},
                    {"kernel", node.kernel},
                    {"ms", node.ms},
                    {"limit_ms", node.limitMs},
                    {"candidate_ms", node.candidateMs}});
  return json;
}

void printRoofline(const std::vector<RooflineRow>& rows, double peak, double bandwidth) {
  say("\nRoofline: this machine reaches {} and {}\n{:<36} {:>6} {:>10} {:>14} {:>8} {:>12} {:>8} {:>9}\n", text::rate(peak, "FLOP/s"),
      text::rate(bandwidth, "B/s"), "op", "nodes", "time", "arithmetic", "of it", "memory", "of it", "of limit");
  for (const RooflineRow& row : rows)
    say("{:<36} {:>6} {:>10} {:>14} {:>8} {:>12} {:>8} {:>9}\n", row.family, row.nodes, text::milliseconds(row.ms),
        text::rate(row.fractionOfFlops * peak, "FLOP/s"), text::percent(row.fractionOfFlops), text::rate(row.fractionOfBandwidth * bandwidth, "B/s"),
        text::percent(row.fractionOfBandwidth), text::percent(row.fraction()));
  say("Most time above the limit:");
  for (const RooflineRow& row : worst(rows)) say(" {} ({})", Name{row.family}, text::milliseconds(row.lostMs()));
  say("\n");
}

// Prints the largest batch that fits into the budget. It is computed by the planner; no step runs.
void fit(const Arguments& arguments, const ZooModel& model, const Switches& switches, const Backend& backend) {
  Project project;
  project.model = model.spec;
  project.train.optimizer.momentum = 0.9;
  project.train.threads = arguments.threads;
  project.switches.numWorkers = 0;  // the data of a benchmark are in memory
  const std::int64_t budget = arguments.budget.empty() ? memoryForTraining(backend) : bytesOf(arguments.budget);
  MeasuredTables measured = loadMeasured(backend, computeThreads(project, backend), false);
  const std::int64_t begin = nowNs();
  const LargestBatch largest = largestBatch(project, model.input, false, switches, backend, measured, budget, 65536);
  const double ms = static_cast<double>(nowNs() - begin) * 1e-6;
  if (largest.batch == 0)
    throw Error(ErrorKind::Input, "--budget",
                fmt::format("{} are too little for a batch of one: its step needs {}", text::bytes(static_cast<double>(budget)),
                            text::bytes(static_cast<double>(largest.peakBytes))),
                "Give a larger budget, or turn on checkpointing or amp");
  if (arguments.json) {
    printLine({{"model", arguments.model},
               {"budget_bytes", budget},
               {"largest_batch", largest.batch},
               {"peak_bytes", largest.peakBytes},
               {"plans", largest.plans},
               {"ms", ms}});
    return;
  }
  say("{} of {}: a batch of {} is the largest that fits {}; its predicted peak is {}\n", Name{arguments.model}, toString(model.input.sample),
      largest.batch, text::bytes(static_cast<double>(budget)), text::bytes(static_cast<double>(largest.peakBytes)));
  say("  {} plans in {}, nothing was run\n", largest.plans, text::milliseconds(ms));
}

// Prints how much slower the step is while busy loops use some of the cores.
void shared(const Arguments& arguments, const ZooModel& model, const Switches& switches, const Backend& backend) {
  const SharedSteps result = benchShared(model.spec, model.input, switches,
                                         {arguments.shared, arguments.bound, arguments.steps, arguments.warmUp, arguments.threads}, backend);
  if (arguments.json) {
    Json loops = Json::array();
    for (const BusyLoop& loop : result.loops)
      loops.push_back({{"process", loop.process}, {"core", loop.core < 0 ? Json() : Json(loop.core)}, {"held_ms", loop.heldMs}});
    printLine({{"model", arguments.model},
               {"device", arguments.device},
               {"batch", switches.batchSize},
               {"threads", result.threads},
               {"busy_loops", loops},
               {"held_share", result.heldShare()},
               {"steps", result.quietMs.size()},
               {"quiet_ms", result.quiet},
               {"shared_ms", result.shared},
               {"ratio", result.ratio()},
               {"quiet_step_ms", result.quietMs},
               {"shared_step_ms", result.sharedMs}});
    return;
  }
  say("{}, batch {} of {}, {}, beside {}{}; {} of each in turns\n", arguments.model, switches.batchSize, toString(model.input.sample),
      text::counted(result.threads, "thread"), text::counted(arguments.shared, "busy loop"), arguments.bound ? ", each bound to a core" : "",
      text::counted(static_cast<std::int64_t>(result.quietMs.size()), "step"));
  say("  quiet        {} median\n  shared       {} median, {:.2f} times as long\n", text::milliseconds(result.quiet),
      text::milliseconds(result.shared), result.ratio());
  say("  busy loops   got {} of the cores that they requested\n", text::percent(result.heldShare()));
}

void inference(const Arguments& arguments) {
  if (!arguments.settings.empty())
    throw Error(ErrorKind::Input, "--set " + arguments.settings.front(), "switches are for training steps", "Leave it out with --inference");
  InferenceBench bench{arguments.model, arguments.device, arguments.batches, arguments.image, arguments.threads, arguments.json};
  if (bench.batches.empty()) bench.batches = {1};
  benchInference(bench, arguments.asked);
}

void bench(Arguments& arguments) {
  if (arguments.inference) return inference(arguments);
  if (arguments.batches.size() > 1) throw Error(ErrorKind::Input, "--batch", "several sizes are for --inference", "Give one size");
  if (!arguments.batches.empty()) arguments.batch = arguments.batches.front();
  const ZooModel model = zooModel(arguments.model, arguments.image);
  const Switches switches = switchesOf(arguments);
  const Backend* backend = &requireBackend(arguments.device);
  if (!arguments.fit && !arguments.budget.empty())
    throw Error(ErrorKind::Input, "--budget", "it is the limit of --fit", "Give both, or --set switches.checkpoint_budget for checkpointing");
  if (arguments.fit) return fit(arguments, model, switches, *backend);
  if (arguments.shared > 0) return shared(arguments, model, switches, *backend);
  const BenchResult result = benchStep(model.spec, model.input, switches,
                                       {arguments.steps, arguments.warmUp, arguments.threads, arguments.roofline, arguments.record}, *backend);
  const double samplesPerSecond = static_cast<double>(switches.batchSize * switches.accumulation) / (result.medianMs * 1e-3);
  const double flops = static_cast<double>(result.flopsPerStep) / (result.medianMs * 1e-3);
  const double peak = result.machine.flops;
  if (arguments.json) {
    Json line{{"model", arguments.model},
              {"device", arguments.device},
              {"batch", switches.batchSize},
              {"input", model.input.sample},
              {"threads", result.threads},
              {"steps", result.steps},
              {"min_ms", result.minMs},
              {"median_ms", result.medianMs},
              {"step_ms", result.stepMs},
              {"samples_per_second", samplesPerSecond},
              {"peak_bytes", result.peakBytes},
              {"resident_bytes", result.residentBytes},
              {"flops_per_step", result.flopsPerStep},
              {"gflops", flops * 1e-9},
              {"fraction_of_peak", peak > 0 ? flops / peak : 0},
              {"process_bytes", result.processBytes}};
    if (arguments.record) {
      line["recorded_ms"] = result.recordedMs;
      line["after_recording_ms"] = result.afterMs;
    }
    if (arguments.roofline) {
      line["peak_gflops"] = peak * 1e-9;
      line["bandwidth_gb_per_second"] = result.machine.bandwidth * 1e-9;
      line["roofline"] = rooflineJson(result.roofline);
      line["recomputed_nodes"] = result.recomputed;
      line["recomputed_ms"] = result.recomputedMs;
      line["nodes"] = nodesJson(result.nodes);
    }
    printLine(line);
    return;
  }
  say("{}, batch {} of {}, {}, {}\n", arguments.model, switches.batchSize, toString(model.input.sample), text::counted(result.threads, "thread"),
      text::counted(result.steps, "step"));
  say("  step         {} median, {} fastest\n", text::milliseconds(result.medianMs), text::milliseconds(result.minMs));
  say("  throughput   {}\n", text::throughput(samplesPerSecond));
  say("  arithmetic   {}, {} of the {} measured on this machine\n", text::rate(flops, "FLOP/s"), text::percent(flops / peak),
      text::rate(peak, "FLOP/s"));
  say("  peak memory  {} planned, {} of it resident, {} of the process above its start\n", text::bytes(static_cast<double>(result.peakBytes)),
      text::bytes(static_cast<double>(result.residentBytes)), text::bytes(static_cast<double>(result.processBytes)));
  if (arguments.record)
    say("  recording    {} a step while recorded ({}), {} after it ({})\n", text::milliseconds(result.recordedMs),
        text::percent(result.recordedMs / result.medianMs - 1), text::milliseconds(result.afterMs),
        text::percent(result.afterMs / result.medianMs - 1));
  if (!arguments.roofline) return;
  printRoofline(result.roofline, peak, result.machine.bandwidth);
  double all = 0;
  for (const RooflineRow& row : result.roofline) all += row.ms;
  if (result.recomputed > 0 && all > 0)
    say("Computed again in the backward pass: {}, {}, {} of the step\n", text::counted(result.recomputed, "node"),
        text::milliseconds(result.recomputedMs), text::percent(result.recomputedMs / all));
}

}  // namespace

void addBench(CLI::App& app) {
  CLI::App* command = app.add_subcommand("bench", "Time the training step of a model on synthetic data (SGD with momentum)");
  const auto arguments = std::make_shared<Arguments>();
  addBenchArguments(*command, *arguments, "Steps to time; default: about five seconds");
  command->remove_option(command->get_option("--batch"));
  command->add_option("--batch", arguments->batches, "Samples in a batch; default: 64; with --inference 1, or a list such as 1,8,32")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{65536}));
  command->add_flag(
      "--inference", arguments->inference,
      "Time the answers of a model instead of its training step; MODEL may also be a project, the folder of a run or of a checkpoint, an "
      "ONNX file, or a frozen model");
  addInference(*command, arguments->asked);
  command->add_option("--warm-up", arguments->warmUp, "Steps before the timed ones; default: half a second")->check(CLI::Range(1, 1'000'000));
  auto* roofline = command->add_flag("--roofline", arguments->roofline,
                                     "Also time every op and compare it with the peak arithmetic and memory rates of this machine");
  auto* record =
      command->add_flag("--record", arguments->record, "Also record steps as a capture does, and show its cost during and after the recording");
  auto* fit = command->add_flag("--fit", arguments->fit, "Find the largest batch that fits the memory, without running anything");
  command->add_option("--budget", arguments->budget, "Memory for --fit, such as 6GiB; default: nine tenths of the free memory");
  auto* shared = command
                     ->add_option("--shared", arguments->shared,
                                  "Alternate steps alone with steps while this many busy loops run on the cores, as another program would")
                     ->check(CLI::Range(1, 1024));
  for (CLI::Option* other : {fit, roofline, record}) shared->excludes(other);
  command->add_flag("--bound", arguments->bound, "With --shared: bind every busy loop to a core; otherwise the system may move them")->needs(shared);
  command->callback([arguments] { bench(*arguments); });
}

}  // namespace stepscope::cli
