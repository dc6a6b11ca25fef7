// stepscope-dev bench: questions about a training step that only developers ask.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <memory>

#include "app/cli/bench/bench_arguments.h"
#include "app/cli/commands.h"
#include "app/cli/json_lines.h"
#include "app/cli/model_arguments.h"
#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/base/units.h"
#include "core/project/switches.h"
#include "tests/dev/bench/against.h"
#include "tests/dev/bench/first.h"
#include "tests/dev/bench/plans.h"
#include "tests/dev/commands.h"

namespace stepscope::dev {
namespace {

using cli::Json;
using cli::measured;
using cli::printLine;
using cli::ZooModel;

struct Arguments : cli::BenchArguments {
  std::vector<std::string> against;
  std::string first;
  bool plans = false;
};

// How long it takes to plan again after a switch: nothing is run but kernels that were never timed.
void plans(const Arguments& arguments, const ZooModel& model, const Switches& switches, const Backend& backend) {
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
void against(const Arguments& arguments, const ZooModel& model, const Switches& switches, const Backend& backend) {
  const Switches other = cli::turned(switches, arguments.against);
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

// What another implementation needs to check that it computes the same training step.
void first(const Arguments& arguments, const ZooModel& model, const Switches& switches, const Backend& backend) {
  constexpr int kSteps = 3;  // the second and third loss also hold the gradients and the optimizer
  FirstSteps steps;
  std::error_code none;
  if (const std::filesystem::path folder = std::filesystem::path(arguments.first).parent_path();
      !folder.empty() && !std::filesystem::is_directory(folder, none))
    throw Error(ErrorKind::Input, arguments.first, "its folder does not exist", "Make the folder, or choose another one");
  cli::saving([&] {
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

void bench(const Arguments& arguments) {
  const ZooModel model = cli::zooModel(arguments.model, arguments.image);
  const Switches switches = cli::switchesOf(arguments);
  const Backend& backend = requireBackend(arguments.device);
  if (arguments.plans) return plans(arguments, model, switches, backend);
  if (!arguments.against.empty()) return against(arguments, model, switches, backend);
  first(arguments, model, switches, backend);
}

}  // namespace

void addBench(CLI::App& app) {
  CLI::App* command = app.add_subcommand("bench", "Ask of the training step of a model on synthetic data (SGD with momentum)");
  const auto arguments = std::make_shared<Arguments>();
  addBenchArguments(*command, *arguments, "Steps of --first, three when left out; of each side of --against, for ten seconds when left out");
  CLI::Option_group* questions = command->add_option_group("question");
  questions->add_option("--against", arguments->against, "Take the steps in turns with those of another value: --against fusion=off")
      ->allow_extra_args(false);
  questions->add_option("--first", arguments->first,
                        "Write initial weights and batch to this safetensors file and print the losses of the first steps");
  questions->add_flag("--plans", arguments->plans, "Time how long planning takes again after every switch, with kernel choices from the cache");
  questions->require_option(1);
  command->callback([arguments] { bench(*arguments); });
}

}  // namespace stepscope::dev
