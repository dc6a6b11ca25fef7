#include "profiler/advisor/kept_facts.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/base/machine_limits.h"
#include "core/store/run_files.h"
#include "core/train/capture/capture_keeper.h"
#include "core/train/record/artefacts.h"
#include "profiler/advisor/advice_json.h"
#include "profiler/advisor/advise.h"
#include "profiler/analysis/capture_cost.h"
#include "profiler/trace/trace_file.h"

namespace stepscope {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostSteps = 2000;  // most steps of a run (the latest) in which outliers are searched

template <class T>
T at(const Json& json, const char* key, T fallback) {
  const auto it = json.find(key);
  if (it == json.end() || !it->is_number()) return fallback;
  return it->get<T>();
}

std::string textAt(const Json& json, const char* key) {
  const auto it = json.find(key);
  return it != json.end() && it->is_string() ? it->get<std::string>() : std::string();
}

Json parsed(const std::optional<std::string>& text) {
  Json json = text ? Json::parse(*text, nullptr, false) : Json();
  return json.is_object() ? json : Json::object();
}

// The speed of this machine, if it is the one that the run was on: for runs that did not keep theirs.
MachineSpeed speedOf(const std::string& device, const std::string& isa, int threads) {
  const Backend* backend = findBackend("cpu");
  if (!backend) return {};
  const DeviceInfo here = backend->device();
  if (here.name != device || here.isa != isa) return {};
  return machineFacts(*backend, threads).speed;
}

std::optional<MachineFacts> machineOf(const RunReader& store, RunId run) {
  const std::string kept = store.artefact(run, "environment").value_or("");
  const Json environment = parsed(kept);
  if (environment.empty()) return std::nullopt;
  MachineFacts machine;
  machine.device = textAt(environment, "device");
  machine.isa = textAt(environment, "isa");
  machine.gpu = environment.contains("driver");  // only runs on a GPU have it (environmentJson)
  machine.cores = at(environment, "cores", 0);
  machine.machineCores = at(environment, "machine_cores", 0);
  machine.threads = at(environment, "threads", 0);
  machine.memoryBytes = at<std::int64_t>(environment, "memory_bytes", 0);
  machine.speed = keptPeaks(kept);
  if (machine.speed.f32 <= 0) machine.speed = speedOf(machine.device, machine.isa, machine.threads);
  return machine;
}

std::optional<PlanFacts> planOf(const RunReader& store, RunId run) {
  const Json plan = parsed(store.artefact(run, "memory_plan"));
  if (plan.empty()) return std::nullopt;
  return PlanFacts{at<std::int64_t>(plan, "batch_size", 0), at<std::int64_t>(plan, "predicted_peak_bytes", 0),
                   at<std::int64_t>(plan, "sum_bytes", 0)};
}

// The steps around `step` with the same switches: low < step <= high. If `step` is negative, around the run's newest step.
std::pair<std::int64_t, std::int64_t> unchangedAround(const RunReader& store, const RunInfo& info, std::int64_t step) {
  std::vector<std::int64_t> changes;  // for each change the last step before it
  for (std::size_t i = 1; i < info.spans.size(); ++i) changes.push_back(info.spans[i].firstStep - 1);
  for (const Marker& marker : store.markers(info.id))  // while a run trains, its newest span may not be written yet
    if (marker.kind == "switch") changes.push_back(marker.step);
  std::pair<std::int64_t, std::int64_t> range{0, std::numeric_limits<std::int64_t>::max()};
  for (const std::int64_t change : changes)
    if (step < 0 || change < step) range.first = std::max(range.first, change);
    else range.second = std::min(range.second, change);
  return range;
}

RunHistory historyOf(const RunReader& store, const RunInfo& info, std::int64_t step) {
  RunHistory run;
  run.id = info.id;
  run.name = info.name;
  run.steps = info.step;
  run.epochs = info.epoch;
  run.seconds = info.seconds;
  for (const auto& [key, value] : info.finals) {
    if (key == "validation_seconds" && std::isfinite(value)) run.validationSeconds = value;
    if (key == "checkpoint_seconds" && std::isfinite(value)) run.checkpointSeconds = value;
  }
  // Only steps with the captured switches: a step with a larger batch takes longer but is no outlier. The first steps after a change are left out,
  // since their memory is cold.
  auto [low, high] = unchangedAround(store, info, step);
  for (const RunSpan& span : info.spans) {
    if (span.lastStep <= low || span.firstStep > high || std::isnan(span.busyShare)) continue;
    run.coresTaken = std::max(run.coresTaken.value_or(0), span.busyShare);
    if (&span == &info.spans.back()) high = std::min(high, span.lastStep);  // what came after is not known until the span is written again
  }
  for (const Point& point : store.points(info.id, "step_ms"))
    if (point.step > low + 2 && point.step <= high && std::isfinite(point.value)) run.stepMs.push_back(point.value);
  if (run.stepMs.size() > kMostSteps) run.stepMs.erase(run.stepMs.begin(), run.stepMs.end() - kMostSteps);
  return run;
}

}  // namespace

MachineFacts machineFacts(const Backend& backend, int threads) {
  const DeviceInfo device = backend.device();
  MachineFacts machine;
  machine.device = device.name;
  machine.isa = device.isa;
  machine.gpu = backend.kind() == DeviceKind::Gpu;
  machine.cores = device.cores;
  machine.machineCores = machine.gpu ? 0 : coresAllowed();
  machine.threads = threads;
  machine.memoryBytes = device.memoryBytes;
  machine.speed = keptSpeedOf(backend, threads);
  return machine;
}

namespace {

void addCapture(AdviceFacts& facts, const CaptureFacts& capture) {
  facts.switches = capture.switches;
  facts.place.samples = capture.samples;
  facts.place.images = capture.images;
  facts.coresTaken = capture.coresTaken;
  if (facts.machine && capture.threads > 0) facts.machine->threads = capture.threads;
  if (facts.run && capture.stepsPerEpoch > 0) facts.run->stepsPerEpoch = capture.stepsPerEpoch;
}

}  // namespace

AdviceFacts runFacts(const std::string& storePath, RunId id, std::shared_ptr<const Trace> trace, const CaptureFacts* capture) {
  const RunReader store(storePath);
  const std::optional<RunInfo> info = store.run(id);
  if (!info)
    throw Error(ErrorKind::Input, "run " + std::to_string(id), "there is no such run in " + storePath,
                "List the runs with: stepscope-cli runs list PROJECT");
  AdviceFacts facts;
  facts.trace = traceFacts(std::move(trace));
  facts.machine = machineOf(store, id);
  facts.plan = planOf(store, id);
  facts.run = historyOf(store, *info, facts.trace.steps.empty() ? -1 : facts.trace.steps.front().number);
  const std::optional<CaptureFacts> kept = capture ? std::nullopt : captureFactsOf(store.artefact(id, "capture").value_or(""));
  if (capture || kept) addCapture(facts, capture ? *capture : *kept);
  if (!facts.coresTaken)
    if (const double others = captureCost(*facts.trace.trace).othersShare; others >= 0) facts.coresTaken = others;
  try {
    const Project project = projectFromJson(info->configuration);
    facts.wantedThreads = project.train.threads;
    // Older runs kept no facts of their captures. If no switch was changed, those of the start are still valid.
    bool turned = false;
    for (const Marker& marker : store.markers(id)) turned = turned || marker.kind == "switch";
    if (!facts.switches && !turned) facts.switches = project.switches;
  } catch (const Error&) {
    // A configuration that another version wrote: rules that need it report that it is missing.
  }
  facts.place.gpu = facts.machine && facts.machine->gpu;
  return facts;
}

AdviceFacts keptFacts(const std::string& storePath, RunId id, const std::string& given) {
  const std::string capture = given.empty() ? captureFile(runFolder(storePath, id)) : given;
  std::error_code unknown;
  return runFacts(storePath, id, std::filesystem::exists(capture, unknown) ? std::make_shared<const Trace>(loadTrace(capture)) : nullptr, nullptr);
}

AdviceFacts factsOfFile(std::shared_ptr<const Trace> trace, const std::string& path) {
  // <folder>/.stepscope/runs/<id>/capture.sstrace
  const std::filesystem::path file = std::filesystem::absolute(path).lexically_normal(), folder = file.parent_path();
  const std::filesystem::path runs = folder.parent_path(), store = runs.parent_path() / "runs.db";
  const std::string id = folder.filename().string();
  std::error_code unknown;
  if (trace && trace->events == 0 && file == captureFile(folder.string()) && runs.filename() == "runs" && !id.empty() &&
      id.find_first_not_of("0123456789") == std::string::npos && id.size() < 18 && std::filesystem::exists(store, unknown)) {
    if (RunReader(store.string()).run(std::stoll(id))) return keptFacts(store.string(), std::stoll(id), file.string());
  }
  AdviceFacts facts;
  facts.trace = traceFacts(std::move(trace));
  if (const double others = captureCost(*facts.trace.trace).othersShare; others >= 0) facts.coresTaken = others;
  return facts;
}

std::string captureFindings(const CapturedWindow& window) {
  return adviceJson(advise(runFacts(window.storePath, window.run, window.trace, window.facts.get())));
}

}  // namespace stepscope
