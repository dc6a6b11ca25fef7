#include "app/cli/bench/bench_inference.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/json_lines.h"
#include "app/cli/model_arguments.h"
#include "app/cli/model_source.h"
#include "app/cli/speech.h"
#include "core/backend/devices/devices.h"
#include "core/base/cancelled.h"
#include "core/base/core_use.h"
#include "core/base/units.h"
#include "core/infer/latency.h"
#include "core/infer/predictor.h"

namespace stepscope::cli {
namespace {

SampleInfo sampleOfZoo(const ModelInput& input) {
  SampleInfo info;
  info.task = input.task;
  std::vector<std::string>& names = input.task == Task::LanguageModel ? info.vocabulary : info.classNames;
  for (int c = 0; c < input.classes; ++c) names.push_back(std::to_string(c));
  info.setFields(input.sample, input.dtype);
  return info;
}

// Opens a model. `sample` becomes the description of its samples.
AskedModel opened(const InferenceBench& bench, SampleInfo& sample) {
  const auto& zoo = modelZoo();
  std::error_code ignored;
  if (std::any_of(zoo.begin(), zoo.end(), [&](const ZooEntry& entry) { return entry.name == bench.model; }) &&
      !std::filesystem::exists(bench.model, ignored)) {
    ZooModel found = zooModel(bench.model, bench.image);
    AskedModel model;
    model.title = bench.model;
    model.project.model = std::move(found.spec);
    sample = sampleOfZoo(found.input);
    return model;
  }
  ModelSource source;
  source.path = bench.model;
  if (bench.image > 0) source.overrides = {{"data.image_size", std::to_string(bench.image)}};
  AskedModel model = openModel(source);
  ChannelScale scale;
  sample = sampleOf(model, scale, &interruptFlag());
  return model;
}

Json figuresJson(const LatencyFigures& figures, bool server) {
  Json json = {{"batch", figures.batch},
               {"streams", figures.streams},
               {"threads", figures.threads},
               {"queries", figures.queries},
               {"samples", figures.samples},
               {"p50_ms", figures.p50},
               {"p90_ms", figures.p90},
               {"p99_ms", figures.p99},
               {"max_ms", figures.most},
               {"samples_per_second", figures.samplesPerSecond},
               {"seconds", figures.seconds},
               {"parameter_bytes", figures.parameterBytes},
               {"memory_bytes", figures.memoryBytes},
               {"precision", nameOf(figures.precision)},
               {"notes", figures.notes},
               {"busy_share", figures.busyShare}};
  if (server) {
    json["mean_batch"] = figures.meanBatch;
    json["wait_p50_ms"] = figures.waitP50;
    json["wait_p99_ms"] = figures.waitP99;
    json["unanswered"] = figures.unanswered;
  }
  return json;
}

}  // namespace

void addInference(CLI::App& command, InferenceArguments& arguments) {
  command
      .add_option(
          "--scenario", arguments.scenario,
          "With --inference, as MLPerf names them: single (the next query when the last is answered), offline (all samples are there), server "
          "(samples arrive at random, --qps of them a second)")
      ->check(CLI::IsMember({"single", "offline", "server"}))
      ->capture_default_str();
  command.add_option("--qps", arguments.qps, "With --scenario server: samples that arrive a second")->check(CLI::Range(1e-3, 1e6));
  command
      .add_option("--timeout-ms", arguments.timeoutMs,
                  "With --scenario server: how long a sample waits for others at most, while the largest batch is not full, ms")
      ->check(CLI::Range(0.0, 60'000.0))
      ->capture_default_str();
  command
      .add_option("--streams", arguments.streams,
                  "With --inference: programs that answer at the same time, with one copy of the weights; the threads are divided among them")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  command.add_option("--seconds", arguments.seconds, "With --inference: measured for each batch, s")
      ->check(CLI::Range(0.1, 3600.0))
      ->capture_default_str();
  command.add_option("--queries", arguments.queries, "With --inference: at least this many, if they take longer")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{10'000'000}))
      ->capture_default_str();
}

void benchInference(const InferenceBench& bench, const InferenceArguments& arguments) {
  const Backend& backend = requireBackend(bench.device);
  catchInterrupts();
  LatencyOptions options;
  options.scenario = arguments.scenario == "server" ? Scenario::Server : arguments.scenario == "offline" ? Scenario::Offline : Scenario::Single;
  options.batches = bench.batches;
  options.qps = arguments.qps;
  options.timeoutMs = arguments.timeoutMs;
  options.seconds = arguments.seconds;
  options.fewest = arguments.queries;
  options.threads = bench.threads;
  options.streams = arguments.streams;
  options.cancel = &interruptFlag();
  SampleInfo sample;
  std::vector<LatencyFigures> all;
  const DeviceInfo device = backend.device();
  const int threads = bench.threads > 0 ? std::min(bench.threads, device.cores) : device.cores;
  std::string title;
  try {
    CountProgress progress;
    options.progress = [&](const std::string& what) { progress.tell(words().sentence(what)); };
    const AskedModel model = opened(bench, sample);
    title = model.title;
    all = measureLatency(model, sample, backend, options);
  } catch (const Cancelled&) {
    tellError(spoken("stopped before everything was measured, so there is no result."));
    throw Failed{};
  }
  const bool server = options.scenario == Scenario::Server;
  const DType precision = all.front().precision;
  if (bench.json) {
    Json batches = Json::array();
    for (const LatencyFigures& figures : all) batches.push_back(figuresJson(figures, server));
    printLine({{"model", title},
               {"scenario", arguments.scenario},
               {"qps", server ? Json(arguments.qps) : Json()},
               {"timeout_ms", server ? Json(arguments.timeoutMs) : Json()},
               {"device", bench.device},
               {"processor", device.name},
               {"isa", device.isa},
               {"library", device.library},
               {"threads", threads},
               {"input", sample.input().shape},
               {"precision", nameOf(precision)},
               {"batches", std::move(batches)}});
    return;
  }
  say("{}, samples of {}, {}, {} on {} ({}, {})\n", Name{title}, toString(sample.input().shape), nameOf(precision), text::counted(threads, "thread"),
      Name{device.name}, Name{device.isa}, Name{device.library});
  if (options.streams > 1) say("{} streams with {} each\n", options.streams, text::counted(all.front().threads, "thread"));
  for (const std::string& note : all.front().notes) say("{}.\n", words().sentence(note));
  say("{:>7} {:>9} {:>12} {:>12} {:>12} {:>12} {:>18}\n", "batch", "queries", "p50", "p90", "p99", "longest", "throughput");
  for (const LatencyFigures& figures : all) {
    fmt::print("{:>7} {:>9} {:>12} {:>12} {:>12} {:>12} {:>18}\n", figures.batch, figures.queries, text::milliseconds(figures.p50),
               text::milliseconds(figures.p90), text::milliseconds(figures.p99), text::milliseconds(figures.most),
               text::throughput(figures.samplesPerSecond));
  }
  for (const LatencyFigures& figures : all) {
    if (server) {
      say("Samples waited {} in the median and {} in the 99th percentile; {} were computed together on average.\n",
          text::milliseconds(figures.waitP50), text::milliseconds(figures.waitP99), text::rounded(figures.meanBatch, 3));
      if (figures.unanswered > 0)
        say("The model cannot keep up: {} still waited after twice the time.\n", text::counted(figures.unanswered, "sample"));
    }
    if (figures.busyShare > CoreUse::kMostOthers)
      say("Batch {}: other programs took {} of the cores, so these times say little.\n", figures.batch, text::percent(figures.busyShare));
  }
}

}  // namespace stepscope::cli
