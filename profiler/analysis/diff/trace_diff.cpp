#include "profiler/analysis/diff/trace_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "profiler/analysis/exclusive_breakdown.h"
#include "profiler/analysis/step_lengths.h"
#include "profiler/trace/node_keys.h"

namespace stepscope {
namespace {

constexpr double kOfItself = 0.01, kOfStep = 0.002;
constexpr double kConfidenceOfStep = 0.95, kConfidenceOfRows = 0.99;  // higher, since of many rows some would differ by chance
constexpr std::size_t kInSentence = 4;
constexpr std::size_t kLeastSteps = 3;  // fewest steps for a noise interval

struct Side {
  const Trace& trace;
  ExclusiveBreakdown breakdown;
  std::vector<double> stepNs, hostNs;  // stepNs: until the step's last GPU work ends; hostNs: on the host
  explicit Side(const Trace& t) : trace(t), breakdown(exclusiveBreakdown(t)) {
    stepNs = stepsUntilGpuNs(breakdown.windows);
    for (const StepWindow& step : breakdown.windows.steps) hostNs.push_back(static_cast<double>(step.host.end - step.host.begin));
  }
  bool hasSteps() const { return !stepNs.empty(); }
};

// ns of each step, or of the whole trace if there are no steps.
using Samples = std::vector<double>;

Samples samplesOf(const OpTable& table, const OpRow& row, bool byStep) {
  if (!byStep) return {static_cast<double>(table.nsOf(row))};
  return Samples(row.nsOfStep.begin(), row.nsOfStep.end());
}

Change changeOf(const DiffRow& row, double stepNs) {
  if (row.a <= 0 && row.b > 0) return Change::New;
  if (row.b <= 0 && row.a > 0) return Change::Gone;
  const double delta = std::abs(row.delta());
  if (delta < kOfItself * std::max(row.a, row.b) || delta < kOfStep * stepNs) return Change::None;
  if (!row.noise) return Change::Unknown;
  if (row.noise->holds(0)) return Change::None;
  return row.delta() > 0 ? Change::Slower : Change::Faster;
}

// The row of one name. A side without samples gets 0 for each step.
DiffRow rowOf(std::string name, Samples a, Samples b, std::size_t stepsA, std::size_t stepsB, double stepNs) {
  if (a.empty()) a.assign(std::max<std::size_t>(1, stepsA), 0.0);
  if (b.empty()) b.assign(std::max<std::size_t>(1, stepsB), 0.0);
  DiffRow row;
  row.name = std::move(name);
  row.a = meanOf(a);
  row.b = meanOf(b);
  // A change that is close to nothing needs no interval. With thousands of rows, these intervals would take most of the time.
  const double delta = std::abs(row.delta());
  if (delta > 0 && delta >= kOfStep * stepNs && delta >= kOfItself * std::max(row.a, row.b)) row.noise = noiseOfDifference(a, b, kConfidenceOfRows);
  row.change = changeOf(row, stepNs);
  return row;
}

void sortByDelta(std::vector<DiffRow>& rows) {
  std::stable_sort(rows.begin(), rows.end(), [](const DiffRow& x, const DiffRow& y) { return std::abs(x.delta()) > std::abs(y.delta()); });
}

std::vector<DiffRow> diffTables(const OpTable& a, const OpTable& b, bool byStep, double stepNs) {
  struct Both {
    std::array<Samples, 2> samples;
    std::array<std::int64_t, 2> calls{};
  };
  std::map<std::string, Both> byName;
  const std::array<const OpTable*, 2> tables{&a, &b};
  for (std::size_t side = 0; side < 2; ++side)
    for (const OpRow& row : tables[side]->rows) {
      Both& both = byName[row.name];
      both.samples[side] = samplesOf(*tables[side], row, byStep);
      both.calls[side] = tables[side]->by == OpGrouping::Kernel && tables[side]->onGpu ? row.gpuCalls : row.calls;
    }
  std::vector<DiffRow> rows;
  const auto stepsOf = [&](const OpTable& table) { return byStep ? static_cast<double>(std::max<std::size_t>(1, table.windows.steps.size())) : 1.0; };
  for (auto& [name, both] : byName) {
    DiffRow row = rowOf(name, std::move(both.samples[0]), std::move(both.samples[1]), a.windows.steps.size(), b.windows.steps.size(), stepNs);
    row.callsA = static_cast<double>(both.calls[0]) / stepsOf(a);
    row.callsB = static_cast<double>(both.calls[1]) / stepsOf(b);
    rows.push_back(std::move(row));
  }
  std::erase_if(rows, [](const DiffRow& row) { return row.a <= 0 && row.b <= 0; });
  sortByDelta(rows);
  return rows;
}

std::string signedMs(double ns) {
  return fmt::format("{}{:.{}f}", ns < 0 ? "-" : "+", std::abs(ns) * 1e-6, std::abs(ns) < 1e6 ? 2 : 1);
}

std::string ms(double ns) {
  return fmt::format("{:.{}f}", ns * 1e-6, ns < 1e7 ? 2 : 1);
}

// A change that ops explain is listed by op, the others by category.
std::vector<const DiffRow*> causesOf(const TraceDiff& diff) {
  std::vector<const DiffRow*> causes;
  // With too few steps for an interval the differences are still listed as causes; the sentence says so.
  const auto changed = [](const DiffRow& row) { return row.change != Change::None; };
  for (const DiffRow& row : diff.categories)
    if (changed(row) && row.name != nameOf(TimeClass::Kernel) && row.name != nameOf(TimeClass::Cpu)) causes.push_back(&row);
  for (const DiffRow& row : diff.ops) {
    const bool told = std::any_of(causes.begin(), causes.end(), [&](const DiffRow* other) { return other->name == row.name; });
    if (changed(row) && !row.name.empty() && row.name != "data wait" && !row.name.starts_with("enumerate(Data") && !told) causes.push_back(&row);
  }
  // If no ops explain it, for example because a wait no longer hides work of the GPU, the change is listed as a whole.
  double ofOps = 0;
  for (const DiffRow& row : diff.ops)
    if (changed(row)) ofOps += row.delta();
  for (const DiffRow& row : diff.categories)
    if (changed(row) && row.name == nameOf(diff.onGpu ? TimeClass::Kernel : TimeClass::Cpu) && std::abs(ofOps) < std::abs(row.delta()) / 2)
      causes.push_back(&row);
  std::stable_sort(causes.begin(), causes.end(), [](const DiffRow* x, const DiffRow* y) { return std::abs(x->delta()) > std::abs(y->delta()); });
  // Only changes that are large enough compared with the largest one are kept.
  const double least = causes.empty() ? 0 : 0.05 * std::abs(causes.front()->delta());
  std::erase_if(causes, [&](const DiffRow* row) { return std::abs(row->delta()) < least; });
  if (causes.size() > kInSentence) causes.resize(kInSentence);
  return causes;
}

// Replaces the name of a category by words for a sentence.
std::string inWords(const std::string& name) {
  if (name == nameOf(TimeClass::DataLoader)) return "data wait";
  if (name == nameOf(TimeClass::Memcpy)) return "GPU copies";
  if (name == nameOf(TimeClass::Memset)) return "GPU fills";
  if (name == nameOf(TimeClass::Kernel)) return "kernels";
  if (name == nameOf(TimeClass::Runtime)) return "runtime calls";
  if (name == nameOf(TimeClass::Cpu)) return "CPU ops";
  return name;
}

// For the time of all kernels: the kernel with the largest difference, and its number of launches if that differs.
std::string kernelsOf(const TraceDiff& diff, const DiffRow& cause) {
  if (cause.name != nameOf(TimeClass::Kernel)) return {};
  for (const DiffRow& row : diff.kernels) {
    if (row.name.empty() || row.change == Change::None || row.delta() * cause.delta() <= 0) continue;
    constexpr std::size_t kLongest = 60;
    const std::string name = row.name.size() > kLongest ? row.name.substr(0, kLongest - 3) + "..." : row.name;
    const bool launches = std::abs(row.callsA - row.callsB) > 0.01 * std::max(row.callsA, row.callsB);
    return fmt::format(" ({} {}{})", name, signedMs(row.delta()), launches ? fmt::format(", launches {:.4g} -> {:.4g}", row.callsA, row.callsB) : "");
  }
  return {};
}

std::string sentenceOf(const TraceDiff& diff) {
  if (!diff.stepNs[0] || !diff.stepNs[1])
    return fmt::format("{} no training steps: only the ops of the whole traces can be compared", diff.stepNs[0]   ? "B has"
                                                                                                 : diff.stepNs[1] ? "A has"
                                                                                                                  : "both traces have");
  std::string text = fmt::format("step {} -> {} ms", ms(*diff.stepNs[0]), ms(*diff.stepNs[1]));
  if (ms(*diff.stepNs[0]) != ms(*diff.hostStepNs[0]) || ms(*diff.stepNs[1]) != ms(*diff.hostStepNs[1]))
    text += fmt::format(" until the last work of the GPU ends ({} -> {} ms on the host)", ms(*diff.hostStepNs[0]), ms(*diff.hostStepNs[1]));
  const std::vector<const DiffRow*> causes = causesOf(diff);
  if (diff.stepNoise && diff.step == Change::None)
    text += fmt::format(", no change beyond the noise of {} ms", ms((diff.stepNoise->high - diff.stepNoise->low) / 2));
  if (!diff.stepNoise) {
    if (diff.step == Change::None) text += ", a change below 1 %";
    text += std::min(diff.steps[0], diff.steps[1]) < kLeastSteps
                ? fmt::format(", its noise is unknown ({} and {} steps are too few to tell)", diff.steps[0], diff.steps[1])
                : std::string(", its noise is unknown (on each side all steps take the same time)");
  }
  for (std::size_t i = 0; i < causes.size(); ++i)
    text += fmt::format("{}{} {}{}", i == 0 ? ": " : ", ", inWords(causes[i]->name), signedMs(causes[i]->delta()), kernelsOf(diff, *causes[i]));
  return text;
}

void tellMissing(const Side& a, const Side& b, TraceDiff& diff) {
  const auto tell = [&](const char* which, const Side& side) {
    for (const Lacking lacking : side.breakdown.lacking) diff.missing.push_back(fmt::format("{}: {}", which, sentenceOf(lacking)));
    if (side.breakdown.windows.cutLast) diff.missing.push_back(fmt::format("{}: the recording ended in its last step, which is left out", which));
  };
  tell("A", a);
  tell("B", b);
  for (const auto& [which, side] : {std::pair("A", &a), std::pair("B", &b)})
    if (side->hasSteps() && side->stepNs.size() < kLeastSteps)
      diff.missing.push_back(fmt::format("{}: fewer than 3 steps: a change cannot be told from noise", which));
  if (a.breakdown.gpus.empty() != b.breakdown.gpus.empty())
    diff.missing.push_back("only one of the traces has work of a GPU: ops are compared by the time of the host");
}

}  // namespace

std::string_view nameOf(Change change) {
  constexpr std::array<std::string_view, 6> kNames{"none", "slower", "faster", "new", "gone", "unknown"};
  return kNames[static_cast<std::size_t>(change)];
}

TraceDiff diffTraces(const Trace& traceA, const Trace& traceB) {
  const Side a(traceA), b(traceB);
  TraceDiff diff;
  diff.steps = {a.stepNs.size(), b.stepNs.size()};
  const bool byStep = a.hasSteps() && b.hasSteps();
  double stepNs = static_cast<double>(std::max(a.breakdown.wallNs, b.breakdown.wallNs));
  for (const auto& [i, side] : {std::pair(std::size_t{0}, &a), std::pair(std::size_t{1}, &b)}) {
    if (!side->hasSteps()) continue;
    diff.stepNs[i] = meanOf(side->stepNs);
    diff.hostStepNs[i] = meanOf(side->hostNs);
  }
  if (byStep) {
    DiffRow step;
    step.a = *diff.stepNs[0];
    step.b = *diff.stepNs[1];
    step.noise = diff.stepNoise = noiseOfDifference(a.stepNs, b.stepNs, kConfidenceOfStep);
    diff.step = changeOf(step, 0);
    stepNs = std::max(step.a, step.b);
  }
  for (std::size_t c = 0; c < kTimeClasses; ++c) {
    if (!a.breakdown.known[c] || !b.breakdown.known[c]) continue;
    const auto samples = [&](const Side& side) {
      Samples ns;
      if (!byStep) return Samples{static_cast<double>(side.breakdown.ns[c])};
      for (const NsByClass& step : side.breakdown.nsOfStep) ns.push_back(static_cast<double>(step[c]));
      return ns;
    };
    diff.categories.push_back(rowOf(std::string(nameOf(static_cast<TimeClass>(c))), samples(a), samples(b), diff.steps[0], diff.steps[1], stepNs));
  }
  tellMissing(a, b, diff);

  // Compares GPU with GPU, or host with host.
  const bool ofHost = a.breakdown.gpus.empty() || b.breakdown.gpus.empty();
  const OpSpans spansA(traceA), spansB(traceB);
  const auto tables = [&](OpGrouping by) {
    std::array<OpTable, 2> both{opTable(spansA, by, ofHost), opTable(spansB, by, ofHost)};
    return both;
  };
  const std::array<OpTable, 2> ops = tables(OpGrouping::Op);
  diff.onGpu = ops[0].onGpu;
  diff.ops = diffTables(ops[0], ops[1], byStep, stepNs);
  double inBoth = 0, all = 0;
  for (const DiffRow& row : diff.ops) {
    all += row.a;
    if (row.b > 0) inBoth += row.a;
  }
  diff.common = all > 0 ? inBoth / all : 0;
  if (all > 0 && diff.common < 0.5)
    diff.missing.push_back(fmt::format("ops with {:.0f} % of A's time are not in B: these are not two runs of one model, or not of one device",
                                       100 * (1 - diff.common)));
  const std::array<OpTable, 2> layers = tables(OpGrouping::Layer);
  if (layers[0].missing.empty() && layers[1].missing.empty()) diff.layers = diffTables(layers[0], layers[1], byStep, stepNs);
  if (!traceA.nodes.empty() && !traceB.nodes.empty()) {
    const std::array<OpTable, 2> nodes = tables(OpGrouping::Node);
    diff.nodes = diffTables(nodes[0], nodes[1], byStep, stepNs);
    std::map<std::string, NodeKey> keys;
    for (const Trace* trace : {&traceA, &traceB})
      for (const NodeKey& key : nodeKeys(*trace)) keys.try_emplace(toString(key), key);
    for (DiffRow& row : diff.nodes)
      if (const auto found = keys.find(row.name); found != keys.end()) row.key = found->second;
  }
  if (!a.breakdown.gpus.empty() && !b.breakdown.gpus.empty()) {
    const std::array<OpTable, 2> kernels = tables(OpGrouping::Kernel);
    diff.kernels = diffTables(kernels[0], kernels[1], byStep, stepNs);
  }
  diff.sentence = sentenceOf(diff);
  return diff;
}

}  // namespace stepscope
