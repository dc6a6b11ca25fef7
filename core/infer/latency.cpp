#include "core/infer/latency.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
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
#include "core/infer/random_inputs.h"
#include "core/train/steps/task_metrics.h"

namespace stepscope {
namespace {

constexpr double kSecond = 1e9;

struct Ready {
  AskedPrograms programs;
  std::int64_t parameterBytes = 0, memoryBytes = 0;

  Program& program() const { return *programs.streams.front(); }
};

void checkBatch(const AskedModel& model, std::int64_t batch) {
  if (model.frozen && model.frozen->graphFor(batch).batch != batch)
    throw Error(ErrorKind::Input, model.title, fmt::format("it was frozen for batches of {}, not of {}", model.frozen->batches(), batch),
                fmt::format("Give one of these with --batch, or freeze it with --batch {}", batch));
}

Ready prepared(const AskedModel& model, const SampleInfo& sample, const Backend& backend, const LatencyOptions& options, std::int64_t batch) {
  checkBatch(model, batch);
  AskedOptions asked;
  asked.batch = batch;
  asked.evaluated = false;
  const int cores = std::max(1, backend.device().cores), threads = options.threads > 0 ? std::min(options.threads, cores) : cores;
  asked.threads = std::max(1, threads / options.streams);
  asked.cancel = options.cancel;
  asked.progress = options.progress;
  Ready ready;
  ready.programs = compileStreams(model, modelInputOf(sample), backend, asked, options.streams);
  const MemoryPlan& plan = ready.program().plan();
  ready.memoryBytes = plan.stateBytes + options.streams * plan.stepBytes;
  for (const Value& value : ready.program().graph().values())
    if (isPersistent(value.role) && value.aliasOf == kNone) ready.parameterBytes += numel(value.shape) * sizeOf(value.dtype);
  for (const auto& program : ready.programs.streams) {
    fillRandomly(*program, sample, batch);
    const std::int64_t begun = nowNs();
    for (int runs = 0; runs < 5 || nowNs() - begun < kSecond / 2; ++runs) {
      throwIfCancelled(options.cancel);
      program->run();
    }
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

LatencyFigures figuresOf(const Ready& ready, std::int64_t batch) {
  LatencyFigures figures;
  figures.batch = batch;
  figures.streams = static_cast<int>(ready.programs.streams.size());
  figures.threads = ready.program().threads();
  figures.parameterBytes = ready.parameterBytes;
  figures.precision = ready.programs.precision;
  figures.notes = ready.programs.notes;
  return figures;
}

double shareOf(const CoreUse& use) {
  return use.others().value_or(std::numeric_limits<double>::quiet_NaN());
}

// The latencies of the queries of one stream, in ms; each query is sent when the one before is answered.
std::vector<double> queriesOf(Program& program, const LatencyOptions& options, std::int64_t begun) {
  std::vector<double> ms;
  std::int64_t now = nowNs();
  while (static_cast<double>(now - begun) < options.seconds * kSecond || static_cast<std::int64_t>(ms.size()) < options.fewest) {
    if (options.cancel && *options.cancel) break;
    program.run();
    const std::int64_t end = nowNs();
    ms.push_back(static_cast<double>(end - now) * 1e-6);
    now = end;
  }
  return ms;
}

// Measures one batch size, for single and offline: both are measured in the same way and differ only in the result that counts.
LatencyFigures inTurn(const AskedModel& model, const SampleInfo& sample, const Backend& backend, const LatencyOptions& options, std::int64_t batch) {
  const Ready ready = prepared(model, sample, backend, options, batch);
  if (options.progress) options.progress(fmt::format("measuring, batch {}", batch));
  std::vector<std::vector<double>> each(ready.programs.streams.size());
  const CoreUse use;
  const std::int64_t begun = nowNs();
  std::vector<std::thread> others;
  std::vector<std::exception_ptr> failed(each.size());
  for (std::size_t s = 1; s < each.size(); ++s)
    others.emplace_back([&, s] {
      try {
        each[s] = queriesOf(*ready.programs.streams[s], options, begun);
      } catch (...) {
        failed[s] = std::current_exception();
      }
    });
  try {
    each[0] = queriesOf(ready.program(), options, begun);
  } catch (...) {
    failed[0] = std::current_exception();
  }
  for (std::thread& other : others) other.join();
  const std::int64_t end = nowNs();
  for (const std::exception_ptr& why : failed)
    if (why) std::rethrow_exception(why);
  throwIfCancelled(options.cancel);
  std::vector<double> ms;
  for (const std::vector<double>& one : each) ms.insert(ms.end(), one.begin(), one.end());
  LatencyFigures figures = figuresOf(ready, batch);
  figures.queries = static_cast<std::int64_t>(ms.size());
  figures.samples = figures.queries * batch;
  figures.seconds = static_cast<double>(end - begun) / kSecond;
  figures.samplesPerSecond = static_cast<double>(figures.samples) / figures.seconds;
  figures.meanBatch = static_cast<double>(batch);
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
  LatencyFigures figures = figuresOf(programs.rbegin()->second, largest);
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
    const Dispatch dispatch = nextDispatch(arrivals, next, now, static_cast<std::size_t>(largest), options.timeoutMs * 1e-3);
    if (dispatch.at > now) {  // a sleep ends late, so the last part of the time is spent in this loop
      if (const double left = dispatch.at - now; left > 0.002)
        std::this_thread::sleep_for(std::chrono::duration<double>(std::min(left - 0.001, 0.05)));
      continue;
    }
    const std::size_t waiting = dispatch.samples;
    programs.lower_bound(static_cast<std::int64_t>(waiting))->second.program().run();
    const double end = secondsNow();
    for (std::size_t i = next; i < next + waiting; ++i) {
      wait.push_back((now - arrivals[i]) * 1e3);
      latency.push_back((end - arrivals[i]) * 1e3);
    }
    ++figures.queries;
    next += waiting;
    now = end;
  }
  figures.samples = static_cast<std::int64_t>(latency.size());
  figures.seconds = now;
  figures.samplesPerSecond = static_cast<double>(figures.samples) / now;
  figures.meanBatch = static_cast<double>(figures.samples) / static_cast<double>(figures.queries);
  figures.busyShare = shareOf(use);
  for (const auto& [batch, ready] : programs) figures.memoryBytes += ready.memoryBytes;
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

Dispatch nextDispatch(const std::vector<double>& arrivals, std::size_t next, double now, std::size_t largest, double timeout) {
  const double full = next + largest <= arrivals.size() ? arrivals[next + largest - 1] : std::numeric_limits<double>::infinity();
  const double at = std::max(now, std::min(full, arrivals[next] + timeout));
  const auto first = arrivals.begin() + static_cast<std::ptrdiff_t>(next);
  const auto waiting = static_cast<std::size_t>(std::upper_bound(first, arrivals.end(), at) - first);
  return {at, std::min(waiting, largest)};
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
  require(options.streams > 0, "latency is measured with at least one stream");
  if (options.scenario == Scenario::Server) {
    if (options.streams > 1)
      throw Error(ErrorKind::Input, "--streams", "the server scenario has one stream", "Leave --streams out, or measure single or offline");
    if (!(options.qps > 0))
      throw Error(ErrorKind::Input, "--qps", "the server scenario needs the rate at which samples arrive", "Give, for example, --qps 50");
    return {served(model, sample, backend, options)};
  }
  std::vector<LatencyFigures> all;
  for (const std::int64_t batch : options.batches) all.push_back(inTurn(model, sample, backend, options, batch));
  return all;
}

}  // namespace stepscope
