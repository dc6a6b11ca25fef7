#include "core/infer/latency.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <thread>

#include "core/base/cancelled.h"
#include "core/base/clock.h"
#include "core/base/core_use.h"
#include "core/base/error.h"
#include "core/base/philox.h"
#include "core/infer/asked_program.h"
#include "core/train/steps/task_metrics.h"

namespace stepscope {
namespace {

constexpr double kSecond = 1e9;

void fillInputs(Program& program, const SampleInfo& sample) {
  PhiloxStream random(1, 0);
  const std::span<std::byte> x = program.input(kInputField), labels = program.input(kTargetField);
  if (sample.input().dtype == DType::F32)
    for (float& value : floatsOf(x)) value = static_cast<float>(random.normal());
  else
    for (std::int32_t& token : integersOf(x)) token = static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(sample.outputs())));
  std::fill(labels.begin(), labels.end(), std::byte{0xFF});  // answers that do not count
}

struct Ready {
  std::unique_ptr<Program> program;
  std::int64_t parameterBytes = 0, memoryBytes = 0;
};

Ready prepared(const AskedModel& model, const SampleInfo& sample, const Backend& backend, const LatencyOptions& options, std::int64_t batch) {
  AskedOptions asked;
  asked.batch = batch;
  asked.threads = options.threads;
  asked.cancel = options.cancel;
  asked.progress = options.progress;
  Ready ready;
  ready.program = compileAsked(model, modelInputOf(sample), backend, asked);
  fillInputs(*ready.program, sample);
  ready.memoryBytes = ready.program->plan().stateBytes + ready.program->plan().stepBytes;
  for (const Value& value : ready.program->graph().values())
    if (isPersistent(value.role) && value.aliasOf == kNone) ready.parameterBytes += numel(value.shape) * sizeOf(value.dtype);
  const std::int64_t begun = nowNs();
  for (int runs = 0; runs < 5 || nowNs() - begun < kSecond / 2; ++runs) {
    throwIfCancelled(options.cancel);
    ready.program->run();
  }
  return ready;
}

void setPercentiles(LatencyFigures& figures, std::vector<double> ms) {
  std::sort(ms.begin(), ms.end());
  figures.p50 = percentile(ms, 0.5);
  figures.p90 = percentile(ms, 0.9);
  figures.p99 = percentile(ms, 0.99);
  figures.most = ms.back();
}

double shareOf(const CoreUse& use) {
  return use.others().value_or(std::numeric_limits<double>::quiet_NaN());
}

// Queries one after the other. What is measured is the same for single and offline; these differ in the figure that is read.
LatencyFigures inTurn(const AskedModel& model, const SampleInfo& sample, const Backend& backend, const LatencyOptions& options, std::int64_t batch) {
  const Ready ready = prepared(model, sample, backend, options, batch);
  if (options.progress) options.progress(fmt::format("measuring, batch {}", batch));
  std::vector<double> ms;
  const CoreUse use;
  const std::int64_t begun = nowNs();
  std::int64_t now = begun;
  while (static_cast<double>(now - begun) < options.seconds * kSecond || static_cast<std::int64_t>(ms.size()) < options.fewest) {
    throwIfCancelled(options.cancel);
    ready.program->run();
    const std::int64_t end = nowNs();
    ms.push_back(static_cast<double>(end - now) * 1e-6);
    now = end;
  }
  LatencyFigures figures;
  figures.batch = batch;
  figures.queries = static_cast<std::int64_t>(ms.size());
  figures.samples = figures.queries * batch;
  figures.seconds = static_cast<double>(now - begun) / kSecond;
  figures.samplesPerSecond = static_cast<double>(figures.samples) / figures.seconds;
  figures.meanBatch = static_cast<double>(batch);
  figures.parameterBytes = ready.parameterBytes;
  figures.memoryBytes = ready.memoryBytes;
  figures.busyShare = shareOf(use);
  setPercentiles(figures, std::move(ms));
  return figures;
}

LatencyFigures served(const AskedModel& model, const SampleInfo& sample, const Backend& backend, const LatencyOptions& options) {
  std::map<std::int64_t, Ready> programs;  // by batch size
  for (const std::int64_t batch : options.batches) programs.emplace(batch, prepared(model, sample, backend, options, batch));
  const std::int64_t largest = programs.rbegin()->first;
  const std::vector<double> arrivals = poissonArrivals(options.qps, options.seconds, 1);
  if (arrivals.empty())
    throw Error(ErrorKind::Input, "--qps", fmt::format("no sample arrives in {:.3g} s", options.seconds), "Give a higher rate, or a longer time");
  if (options.progress) options.progress("measuring");
  std::vector<double> latency, wait;
  LatencyFigures figures;
  const CoreUse use;
  const std::int64_t begun = nowNs();
  const auto secondsNow = [&] { return static_cast<double>(nowNs() - begun) / kSecond; };
  double now = 0;
  for (std::size_t next = 0; next < arrivals.size();) {
    throwIfCancelled(options.cancel);
    now = secondsNow();
    if (now > 2 * options.seconds) {
      figures.unanswered = static_cast<std::int64_t>(arrivals.size() - next);
      break;
    }
    if (arrivals[next] > now) {  // a sleep wakes up late: the last part is waited for awake
      if (const double left = arrivals[next] - now; left > 0.002)
        std::this_thread::sleep_for(std::chrono::duration<double>(std::min(left - 0.001, 0.05)));
      continue;
    }
    std::size_t waiting = 1;
    while (waiting < static_cast<std::size_t>(largest) && next + waiting < arrivals.size() && arrivals[next + waiting] <= now) ++waiting;
    programs.lower_bound(static_cast<std::int64_t>(waiting))->second.program->run();
    const double end = secondsNow();
    for (std::size_t i = next; i < next + waiting; ++i) {
      wait.push_back((now - arrivals[i]) * 1e3);
      latency.push_back((end - arrivals[i]) * 1e3);
    }
    ++figures.queries;
    next += waiting;
    now = end;
  }
  figures.batch = largest;
  figures.samples = static_cast<std::int64_t>(latency.size());
  figures.seconds = now;
  figures.samplesPerSecond = static_cast<double>(figures.samples) / now;
  figures.meanBatch = static_cast<double>(figures.samples) / static_cast<double>(figures.queries);
  figures.busyShare = shareOf(use);
  for (const auto& [batch, ready] : programs) figures.memoryBytes += ready.memoryBytes;
  figures.parameterBytes = programs.begin()->second.parameterBytes;
  std::sort(wait.begin(), wait.end());
  figures.waitP50 = percentile(wait, 0.5);
  figures.waitP99 = percentile(wait, 0.99);
  setPercentiles(figures, std::move(latency));
  return figures;
}

}  // namespace

double percentile(const std::vector<double>& values, double share) {
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size()) - 1e-9));
  return values[std::clamp<std::size_t>(rank, 1, values.size()) - 1];
}

std::vector<double> poissonArrivals(double qps, double seconds, std::uint64_t seed) {
  std::vector<double> arrivals;
  PhiloxStream random(seed, 0);
  for (double at = 0;;) {
    at += -std::log((random.next() + 1.0) * 0x1p-32) / qps;
    if (!(at < seconds)) return arrivals;
    arrivals.push_back(at);
  }
}

std::vector<LatencyFigures> measureLatency(const AskedModel& model, const SampleInfo& sample, const Backend& backend, const LatencyOptions& options) {
  if (options.scenario == Scenario::Server) {
    if (!(options.qps > 0))
      throw Error(ErrorKind::Input, "--qps", "the server scenario needs the rate at which samples arrive", "Give, for example, --qps 50");
    return {served(model, sample, backend, options)};
  }
  std::vector<LatencyFigures> all;
  for (const std::int64_t batch : options.batches) all.push_back(inTurn(model, sample, backend, options, batch));
  return all;
}

}  // namespace stepscope
