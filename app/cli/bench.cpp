#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "app/cli/bench_step.h"
#include "app/cli/commands.h"
#include "app/cli/json_lines.h"
#include "app/cli/model_arguments.h"
#include "app/cli/project_arguments.h"
#include "core/backend/devices.h"
#include "core/base/error.h"
#include "core/base/nearest.h"
#include "core/project/switches.h"
#include "core/report/units.h"

namespace stepscope::cli {
namespace {

struct BenchArguments {
  std::string model, device = "cpu";
  std::int64_t batch = 0, image = 0;
  int steps = 0, threads = 0;
  std::vector<std::string> settings;
  bool json = false, roofline = false;
};

// The switches that --set and --batch leave; those that change nothing of a step on synthetic data are refused.
Switches switchesOf(const BenchArguments& arguments) {
  Switches switches;
  for (const auto& [name, value] : overridesOf(arguments.settings)) {
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

Json slowestJson(const std::vector<BenchNode>& nodes) {
  Json json = Json::array();
  for (const BenchNode& node : nodes)
    json.push_back({{"layer", node.layer}, {"op", node.op}, {"kernel", node.kernel}, {"ms", node.ms}, {"limit_ms", node.limitMs}});
  return json;
}

void printRoofline(const std::vector<RooflineRow>& rows, double peak, double bandwidth) {
  fmt::print("\nRoofline: {} and {} are what this machine does\n{:<36} {:>6} {:>10} {:>14} {:>8} {:>12} {:>8} {:>9}\n",
             text::rate(peak, "FLOP/s"), text::rate(bandwidth, "B/s"), "op", "nodes", "time", "arithmetic", "of it", "memory", "of it",
             "of limit");
  for (const RooflineRow& row : rows)
    fmt::print("{:<36} {:>6} {:>10} {:>14} {:>8} {:>12} {:>8} {:>9}\n", row.family, row.nodes, text::milliseconds(row.ms),
               text::rate(row.fractionOfFlops * peak, "FLOP/s"), text::percent(row.fractionOfFlops),
               text::rate(row.fractionOfBandwidth * bandwidth, "B/s"), text::percent(row.fractionOfBandwidth),
               text::percent(row.fraction()));
  fmt::print("Most time above the limit:");
  for (const RooflineRow& row : worst(rows)) fmt::print(" {} ({})", row.family, text::milliseconds(row.lostMs()));
  fmt::print("\n");
}

void bench(const BenchArguments& arguments) {
  const ZooModel model = zooModel(arguments.model, arguments.image);
  const Switches switches = switchesOf(arguments);
  const Backend* backend = &requireBackend(arguments.device);
  const BenchResult result =
      benchStep(model.spec, model.input, switches, {arguments.steps, arguments.threads, arguments.roofline}, *backend);
  const double samplesPerSecond = static_cast<double>(switches.batchSize) / (result.medianMs * 1e-3);
  const double flops = static_cast<double>(result.flopsPerStep) / (result.medianMs * 1e-3);
  const double peak = backend->measuredPeakFlops(result.threads);
  if (arguments.json) {
    Json line{{"model", arguments.model},
              {"device", arguments.device},
              {"batch", switches.batchSize},
              {"input", model.input.sample},
              {"threads", result.threads},
              {"steps", result.steps},
              {"min_ms", result.minMs},
              {"median_ms", result.medianMs},
              {"samples_per_second", samplesPerSecond},
              {"peak_bytes", result.peakBytes},
              {"flops_per_step", result.flopsPerStep},
              {"gflops", flops * 1e-9},
              {"fraction_of_peak", peak > 0 ? flops / peak : 0},
              {"process_bytes", result.processBytes}};
    if (arguments.roofline) {
      line["peak_gflops"] = peak * 1e-9;
      line["bandwidth_gb_per_second"] = backend->measuredBandwidth(result.threads) * 1e-9;
      line["roofline"] = rooflineJson(result.roofline);
      line["slowest"] = slowestJson(result.slowest);
    }
    printLine(line);
    return;
  }
  fmt::print("{}, batch {} of {}, {} threads, {} steps\n", arguments.model, switches.batchSize, toString(model.input.sample),
             result.threads, result.steps);
  fmt::print("  step         {} median, {} fastest\n", text::milliseconds(result.medianMs), text::milliseconds(result.minMs));
  fmt::print("  throughput   {}\n", text::rate(samplesPerSecond, " samples/s"));
  fmt::print("  arithmetic   {}, {} of the {} measured on this machine\n", text::rate(flops, "FLOP/s"), text::percent(flops / peak),
             text::rate(peak, "FLOP/s"));
  fmt::print("  peak memory  {} of the plan, {} of the process above its start\n", text::bytes(static_cast<double>(result.peakBytes)),
             text::bytes(static_cast<double>(result.processBytes)));
  if (arguments.roofline) printRoofline(result.roofline, peak, backend->measuredBandwidth(result.threads));
}

}  // namespace

void addBench(CLI::App& app) {
  CLI::App* command = app.add_subcommand("bench", "Time the training step of a model on synthetic data (SGD with momentum)");
  const auto arguments = std::make_shared<BenchArguments>();
  command->add_option("MODEL", arguments->model, "Name of the model")->required();
  command->add_option("--device", arguments->device, "Where to compute")->capture_default_str();
  command->add_option("--batch", arguments->batch, "Samples in a batch; 64 when left out")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{65536}));
  command->add_option("--image", arguments->image, "Height and width of the images, pixels; the model's own when left out")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{4096}));
  addSettings(*command, arguments->settings, "Turn a switch: --set batch_size=128; may be repeated");
  command->add_option("--steps", arguments->steps, "Steps to time; about five seconds of them when left out")
      ->check(CLI::Range(1, 1'000'000));
  command->add_option("--threads", arguments->threads, "Compute threads; all cores when left out")->check(CLI::Range(1, 1024));
  command->add_flag("--roofline", arguments->roofline, "Time every op as well, against what arithmetic and memory of this machine allow");
  command->add_flag("--json", arguments->json, "One JSON object");
  command->callback([arguments] { bench(*arguments); });
}

}  // namespace stepscope::cli
