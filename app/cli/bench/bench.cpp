#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "app/cli/bench/bench_against.h"
#include "app/cli/bench/bench_first.h"
#include "app/cli/bench/bench_plan.h"
#include "app/cli/bench/bench_shared.h"
#include "app/cli/bench/bench_step.h"
#include "app/cli/commands.h"
#include "app/cli/json_lines.h"
#include "app/cli/model_arguments.h"
#include "app/cli/project_arguments.h"
#include "core/backend/devices/devices.h"
#include "core/base/byte_count.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/nearest.h"
#include "core/base/units.h"
#include "core/project/switches.h"
#include "core/train/prediction/step_prediction.h"

namespace stepscope::cli {
namespace {

struct BenchArguments {
  std::string model, device = "cpu";
  std::int64_t batch = 0, image = 0;
  int steps = 0, warmUp = 0, threads = 0;
  std::vector<std::string> settings, against;
  bool fit = false, plans = false;
  std::string budget, first;
  bool json = false, roofline = false, record = false;
  int shared = 0;
  bool bound = false;
};

// "6GiB", "512 MiB", "3.5G": bytes. Throws Error (Input) for anything else.
std::int64_t bytesOf(const std::string& text) {
  const std::optional<std::int64_t> bytes = parseBytes(text);
  if (!bytes) throw Error(ErrorKind::Input, "--budget " + text, "it is no amount of memory", "Write, for example, --budget 6GiB");
  return *bytes;
}

// The switches that --set and --batch leave; those that change nothing of a step on synthetic data are refused.
Switches turned(Switches switches, const std::vector<std::string>& settings) {
  for (const auto& [name, value] : overridesOf(settings)) {
    const std::string key = name.starts_with("switches.") ? name.substr(9) : name;
    std::vector<std::string> keys;
    const SwitchDef* found = nullptr;
    for (const SwitchDef& def : switchDefs()) {
      keys.push_back(def.key);
      if (def.key == key) found = &def;
    }
    const std::string where = "--set " + name + "=" + value;
    if (!found) throw Error(ErrorKind::Input, where, "there is no switch " + key, suggestName(key, keys));
    if (key == "num_workers") throw Error(ErrorKind::Input, where, "a bench has its data in memory and no loader", "Leave it out");
    if (!found->choices.empty()) {
      const auto chosen = std::find(found->choices.begin(), found->choices.end(), value);
      if (chosen == found->choices.end())
        throw Error(ErrorKind::Input, where, value + " is no value for it", fmt::format("Choose {}", fmt::join(found->choices, ", ")));
      found->set(switches, chosen - found->choices.begin());
      continue;
    }
    std::size_t used = 0;
    std::int64_t number = 0;
    try {
      number = std::stoll(value, &used);
    } catch (const std::exception&) {
      used = 0;
    }
    if (used != value.size() || value.empty() || number < found->minimum || number > found->maximum)
      throw Error(ErrorKind::Input, where, value + " is no value for it",
                  fmt::format("Choose a whole number from {} to {}", found->minimum, found->maximum));
    found->set(switches, number);
  }
  return switches;
}

Switches switchesOf(const BenchArguments& arguments) {
  Switches switches = turned({}, arguments.settings);
  if (arguments.batch > 0) switches.batchSize = arguments.batch;
  return switches;
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
  fmt::print("\nRoofline: {} and {} are what this machine does\n{:<36} {:>6} {:>10} {:>14} {:>8} {:>12} {:>8} {:>9}\n", text::rate(peak, "FLOP/s"),
             text::rate(bandwidth, "B/s"), "op", "nodes", "time", "arithmetic", "of it", "memory", "of it", "of limit");
  for (const RooflineRow& row : rows)
    fmt::print("{:<36} {:>6} {:>10} {:>14} {:>8} {:>12} {:>8} {:>9}\n", row.family, row.nodes, text::milliseconds(row.ms),
               text::rate(row.fractionOfFlops * peak, "FLOP/s"), text::percent(row.fractionOfFlops),
               text::rate(row.fractionOfBandwidth * bandwidth, "B/s"), text::percent(row.fractionOfBandwidth), text::percent(row.fraction()));
  fmt::print("Most time above the limit:");
  for (const RooflineRow& row : worst(rows)) fmt::print(" {} ({})", row.family, text::milliseconds(row.lostMs()));
  fmt::print("\n");
}

// The largest batch that fits: the planner's answer, without a run.
void fit(const BenchArguments& arguments, const ZooModel& model, const Switches& switches, const Backend& backend) {
  Project project;
  project.model = model.spec;
  project.train.optimizer.momentum = 0.9;
  project.train.threads = arguments.threads;
  project.switches.numWorkers = 0;  // a bench has its data in memory
  const std::int64_t budget = arguments.budget.empty() ? memoryForTraining(backend) : bytesOf(arguments.budget);
  MeasuredTables measured = loadMeasured(backend, computeThreads(project, backend), false);
  const std::int64_t begin = nowNs();
  const LargestBatch largest = largestBatch(project, model.input, false, switches, backend, measured, budget, 65536);
  const double ms = static_cast<double>(nowNs() - begin) * 1e-6;
  if (largest.batch == 0)
    throw Error(ErrorKind::Input, "--budget",
                fmt::format("{} do not hold a batch of one: its step needs {}", text::bytes(static_cast<double>(budget)),
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
  fmt::print("{} of {}: a batch of {} is the largest that fits {}; its predicted peak is {}\n", arguments.model, toString(model.input.sample),
             largest.batch, text::bytes(static_cast<double>(budget)), text::bytes(static_cast<double>(largest.peakBytes)));
  fmt::print("  {} plans in {}, nothing was run\n", largest.plans, text::milliseconds(ms));
}

// How long it takes to plan again after a switch: nothing is run but kernels that were never timed.
void plans(const BenchArguments& arguments, const ZooModel& model, const Switches& switches, const Backend& backend) {
  const std::vector<PlanTime> times = benchPlans(model.spec, model.input, switches, arguments.threads, backend);
  if (arguments.json) {
    for (const PlanTime& time : times)
      printLine({{"model", arguments.model},
                 {"change", time.change},
                 {"first_ms", time.firstMs},
                 {"timed_layers", time.timed},
                 {"disk_ms", time.diskMs},
                 {"memory_ms", time.memoryMs},
                 {"memory_most_ms", time.memoryMostMs},
                 {"nodes", time.nodes},
                 {"peak_bytes", time.peakBytes}});
    return;
  }
  fmt::print("{}, batch {} of {}: planning the training and the validation step again\n{:<44} {:>10} {:>7} {:>12} {:>12} {:>10} {:>7}\n",
             arguments.model, switches.batchSize, toString(model.input.sample), "switch", "first", "timed", "from disk", "in memory", "slowest",
             "nodes");
  for (const PlanTime& time : times)
    fmt::print("{:<44} {:>10} {:>7} {:>12} {:>12} {:>10} {:>7}\n", time.change, text::milliseconds(time.firstMs), time.timed,
               text::milliseconds(time.diskMs), text::milliseconds(time.memoryMs), text::milliseconds(time.memoryMostMs), time.nodes);
}

Json jsonOf(const ComparedStep& step) {
  return {{"predicted_ms", step.predictedMs},
          {"estimated_share", step.estimatedShare},
          {"min_ms", step.minMs},
          {"median_ms", step.medianMs},
          {"peak_bytes", step.peakBytes},
          {"step_bytes", step.stepBytes},
          {"activation_bytes", step.activationBytes},
          {"recomputed_nodes", step.recomputed},
          {"recomputed_ms", step.recomputedMs},
          {"notes", step.notes}};
}

void printCompared(const std::string& name, const ComparedStep& step) {
  fmt::print("{}\n", name);
  fmt::print("  step         {} fastest, {} median\n", text::milliseconds(step.minMs), text::milliseconds(step.medianMs));
  if (step.predictedMs > 0)
    fmt::print("  predicted    {}, {} of it estimated; off by {} of the median\n", text::milliseconds(step.predictedMs),
               text::percent(step.estimatedShare), text::percent(step.predictedMs / step.medianMs - 1));
  fmt::print("  peak memory  {}, {} of it does not outlive the step\n", text::bytes(static_cast<double>(step.peakBytes)),
             text::bytes(static_cast<double>(step.stepBytes)));
  fmt::print("  activations  {} at their most\n", text::bytes(static_cast<double>(step.activationBytes)));
  if (step.recomputed > 0) fmt::print("  computed again: {}, {}\n", text::counted(step.recomputed, "node"), text::milliseconds(step.recomputedMs));
  for (const std::string& note : step.notes) fmt::print("  {}\n", note);
}

// The same model with other switches, step by step in turns.
void against(const BenchArguments& arguments, const ZooModel& model, const Switches& switches, const Backend& backend) {
  const Switches other = turned(switches, arguments.against);
  const std::string change = describeChange(switches, other);
  if (change.empty()) throw Error(ErrorKind::Input, "--against", "the switches have these values already", "Name a switch with another value");
  const Comparison compared = benchAgainst(model.spec, model.input, switches, other, arguments.threads, arguments.steps, backend);
  const double time = compared.other.minMs / compared.step.minMs;
  const auto ratioOf = [](std::int64_t after, std::int64_t before) {
    return before > 0 ? static_cast<double>(after) / static_cast<double>(before) : 0.0;
  };
  const double memory = ratioOf(compared.other.stepBytes, compared.step.stepBytes);
  const double activations = ratioOf(compared.other.activationBytes, compared.step.activationBytes);
  if (arguments.json) {
    printLine({{"model", arguments.model},
               {"batch", switches.batchSize},
               {"change", change},
               {"steps", compared.steps},
               {"before", jsonOf(compared.step)},
               {"after", jsonOf(compared.other)},
               {"time_ratio", time},
               {"step_memory_ratio", memory},
               {"activation_memory_ratio", activations}});
    return;
  }
  fmt::print("{}, batch {} of {}: {}; {} of each in turns\n", arguments.model, switches.batchSize, toString(model.input.sample), change,
             text::counted(static_cast<std::int64_t>(compared.steps), "step"));
  printCompared("before", compared.step);
  printCompared("after", compared.other);
  fmt::print("ratio of the fastest steps {:.3f}; of activation memory {:.3f}; of all memory that does not outlive a step {:.3f}\n", time, activations,
             memory);
}

// The same step while busy loops hold some of the cores.
void shared(const BenchArguments& arguments, const ZooModel& model, const Switches& switches, const Backend& backend) {
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
  fmt::print("{}, batch {} of {}, {}, beside {}{}; {} of each in turns\n", arguments.model, switches.batchSize, toString(model.input.sample),
             text::counted(result.threads, "thread"), text::counted(arguments.shared, "busy loop"), arguments.bound ? ", each bound to a core" : "",
             text::counted(static_cast<std::int64_t>(result.quietMs.size()), "step"));
  fmt::print("  quiet        {} median\n  shared       {} median, {:.2f} times as long\n", text::milliseconds(result.quiet),
             text::milliseconds(result.shared), result.ratio());
  fmt::print("  busy loops   had {} of the cores that they asked for\n", text::percent(result.heldShare()));
}

// What another implementation needs to check that it computes the same training step.
void first(const BenchArguments& arguments, const ZooModel& model, const Switches& switches, const Backend& backend) {
  constexpr int kSteps = 3;  // the second and third loss also hold the gradients and the optimizer
  FirstSteps steps;
  std::error_code none;
  if (const std::filesystem::path folder = std::filesystem::path(arguments.first).parent_path();
      !folder.empty() && !std::filesystem::is_directory(folder, none))
    throw Error(ErrorKind::Input, arguments.first, "its folder does not exist", "Make the folder, or choose another one");
  saving([&] {
    steps =
        firstSteps(model.spec, model.input, switches, arguments.threads, backend, arguments.first, arguments.steps > 0 ? arguments.steps : kSteps);
  });
  if (arguments.json) {
    Json losses = Json::array();
    for (const double loss : steps.losses) losses.push_back(measured(loss));
    printLine({{"model", arguments.model},
               {"batch", switches.batchSize},
               {"file", arguments.first},
               {"parameters", steps.parameters},
               {"evaluation_loss", measured(steps.evaluationLoss)},
               {"random", steps.random},
               {"losses", std::move(losses)}});
    return;
  }
  fmt::print("{}, batch {} of {}: {} holds the weights and the batch\n", arguments.model, switches.batchSize, toString(model.input.sample),
             arguments.first);
  fmt::print("  parameters   {}\n  evaluation   loss {:.9g}\n  training     losses {:.9g}{}\n", steps.parameters, steps.evaluationLoss,
             fmt::join(steps.losses, ", "), steps.random ? ", with values dropped at random" : "");
}

void bench(const BenchArguments& arguments) {
  const ZooModel model = zooModel(arguments.model, arguments.image);
  const Switches switches = switchesOf(arguments);
  const Backend* backend = &requireBackend(arguments.device);
  if (!arguments.fit && !arguments.budget.empty())
    throw Error(ErrorKind::Input, "--budget", "it is what --fit keeps to", "Give both, or --set switches.checkpoint_budget for checkpointing");
  if (arguments.fit && arguments.plans) throw Error(ErrorKind::Input, "--fit --plans", "they are two questions", "Ask one at a time");
  if (arguments.fit) return fit(arguments, model, switches, *backend);
  if (arguments.plans) return plans(arguments, model, switches, *backend);
  if (!arguments.against.empty()) return against(arguments, model, switches, *backend);
  if (!arguments.first.empty()) return first(arguments, model, switches, *backend);
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
  fmt::print("{}, batch {} of {}, {}, {}\n", arguments.model, switches.batchSize, toString(model.input.sample),
             text::counted(result.threads, "thread"), text::counted(result.steps, "step"));
  fmt::print("  step         {} median, {} fastest\n", text::milliseconds(result.medianMs), text::milliseconds(result.minMs));
  fmt::print("  throughput   {}\n", text::throughput(samplesPerSecond));
  fmt::print("  arithmetic   {}, {} of the {} measured on this machine\n", text::rate(flops, "FLOP/s"), text::percent(flops / peak),
             text::rate(peak, "FLOP/s"));
  fmt::print("  peak memory  {} planned, {} of it resident, {} of the process above its start\n", text::bytes(static_cast<double>(result.peakBytes)),
             text::bytes(static_cast<double>(result.residentBytes)), text::bytes(static_cast<double>(result.processBytes)));
  if (arguments.record)
    fmt::print("  recording    {} a step while recorded ({}), {} after it ({})\n", text::milliseconds(result.recordedMs),
               text::percent(result.recordedMs / result.medianMs - 1), text::milliseconds(result.afterMs),
               text::percent(result.afterMs / result.medianMs - 1));
  if (!arguments.roofline) return;
  printRoofline(result.roofline, peak, result.machine.bandwidth);
  double all = 0;
  for (const RooflineRow& row : result.roofline) all += row.ms;
  if (result.recomputed > 0 && all > 0)
    fmt::print("Computed again in the backward pass: {}, {}, {} of the step\n", text::counted(result.recomputed, "node"),
               text::milliseconds(result.recomputedMs), text::percent(result.recomputedMs / all));
}

}  // namespace

void addBench(CLI::App& app) {
  CLI::App* command = app.add_subcommand("bench", "Time the training step of a model on synthetic data (SGD with momentum)");
  const auto arguments = std::make_shared<BenchArguments>();
  command->add_option("MODEL", arguments->model, "Name of the model")->required();
  command->add_option("--device", arguments->device, "Where to compute")->capture_default_str();
  command->add_option("--batch", arguments->batch, "Samples in a batch; 64 when left out")->check(CLI::Range(std::int64_t{1}, std::int64_t{65536}));
  command->add_option("--image", arguments->image, "Height and width of the images, pixels; the model's own when left out")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{4096}));
  addSettings(*command, arguments->settings, "Turn a switch: --set batch_size=128; may be repeated");
  command->add_option("--steps", arguments->steps, "Steps to time; about five seconds of them when left out, three with --first")
      ->check(CLI::Range(1, 1'000'000));
  command->add_option("--warm-up", arguments->warmUp, "Steps before those that are timed; half a second of them when left out")
      ->check(CLI::Range(1, 1'000'000));
  command->add_option("--threads", arguments->threads, "Compute threads; all cores when left out")->check(CLI::Range(1, 1024));
  auto* roofline =
      command->add_flag("--roofline", arguments->roofline, "Time every op as well, against what arithmetic and memory of this machine allow");
  auto* record =
      command->add_flag("--record", arguments->record, "Also record steps as a capture does, and tell what that costs and what it leaves behind");
  auto* fit = command->add_flag("--fit", arguments->fit, "Tell the largest batch that fits the memory, without running anything");
  auto* against = command->add_option("--against", arguments->against, "Take the steps in turns with those of another value: --against fusion=off")
                      ->allow_extra_args(false);
  auto* first = command->add_option("--first", arguments->first,
                                    "Write initial weights and batch to this safetensors file and print the losses of the first steps");
  auto* plans =
      command->add_flag("--plans", arguments->plans, "Time how long planning takes again after every switch, with kernel choices from the cache");
  command->add_option("--budget", arguments->budget, "Memory for --fit: 6GiB; nine tenths of what is free when left out");
  auto* shared =
      command
          ->add_option("--shared", arguments->shared, "Take the steps in turns with steps beside so many busy loops, as another program on the cores")
          ->check(CLI::Range(1, 1024));
  for (CLI::Option* other : {fit, against, first, plans, roofline, record}) shared->excludes(other);
  command->add_flag("--bound", arguments->bound, "With --shared: bind every busy loop to a core, else the system moves them")->needs(shared);
  command->add_flag("--json", arguments->json, "One JSON object");
  command->callback([arguments] { bench(*arguments); });
}

}  // namespace stepscope::cli
