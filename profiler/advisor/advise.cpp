#include "profiler/advisor/advise.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/together.h"
#include "core/base/units.h"
#include "profiler/advisor/find_culprits.h"
#include "profiler/advisor/rule.h"
#include "profiler/advisor/wording.h"

namespace stepscope {
namespace {

constexpr double kMostOfTime = 0.5;
constexpr double kBesideThePath = 0.2;  // a finding below this fraction of the path's largest part is no headline by itself
constexpr std::size_t kNamed = 3;
constexpr double kLeastNamed = 0.02;  // fraction of the path below which names are not listed
constexpr double kHeldBack = 0.03;    // fraction of the step; what is smaller does not hold it back (XProf)

std::string_view inWords(Category category) {
  switch (category) {
    case Category::Forward: return "the forward pass";
    case Category::Backward: return "the backward pass";
    case Category::Recompute: return "computing activations again";
    case Category::Optimizer: return "the update of the weights";
    case Category::Copy: return "copies between layouts and types";
    case Category::Validation: return "validation";
    case Category::Data: return "waiting for data";
    default: return "the time between the ops";
  }
}

PathClass classOf(const PathRow& row) {
  switch (row.timeClass) {
    case TimeClass::DataLoader: return PathClass::Data;
    case TimeClass::Communication: return PathClass::Communication;
    case TimeClass::Memcpy: return PathClass::Copy;
    case TimeClass::Kernel:
    case TimeClass::Memset: return PathClass::Kernel;
    case TimeClass::Profiler: return PathClass::Profiler;
    case TimeClass::Runtime:
    case TimeClass::Cpu: return PathClass::Host;
    case TimeClass::Other: break;
  }
  return row.kind == PathKind::Queue ? PathClass::Kernel : PathClass::Host;
}

struct PathPartWords {
  std::string_view sentence;  // placeholders: share of the part, its time, the step's time, "a step", names of what it consists of
  Category category;
};
PathPartWords wordsOf(PathClass pathClass, bool gpu) {
  switch (pathClass) {
    case PathClass::Data: return {"Waiting for data takes {}, {} of {} {}: {}.", Category::Data};
    case PathClass::Host:
      if (gpu) return {"Work of the host takes {}, {} of {} {}: {}.", Category::Idle};
      return {"Work on the CPU takes {}, {} of {} {}: {}.", Category::Forward};
    case PathClass::Kernel: return {"Kernels of the GPU take {}, {} of {} {}: {}.", Category::Forward};
    case PathClass::Communication: return {"Communication between GPUs takes {}, {} of {} {}: {}.", Category::Copy};
    case PathClass::Copy: return {"Copies to, from or within the GPU take {}, {} of {} {}: {}.", Category::Copy};
    case PathClass::Profiler: return {"The profiler itself takes {}, {} of {} {}: {}.", Category::Other};
    case PathClass::Any: break;
  }
  return {"Other work takes {}, {} of {} {}: {}.", Category::Other};
}

std::string labelOf(const PathRow& row) {
  if (row.kind == PathKind::Launch) return "from calls to their kernels";
  if (row.kind == PathKind::Queue) return "between kernels";
  if (row.name.empty()) return advice::kUntold;
  return advice::shortName(row.name);
}

// The largest part of the critical path.
struct LargestPart {
  PathClass pathClass = PathClass::Any;
  double ns = 0, share = 0;  // ns per step; share of the path
  bool ofTime = false;       // `share` is of the steps' time instead of the path
  std::string names;         // the three names with most of its time, with their shares
};

std::string listOf(const std::map<std::string, double>& byName) {
  std::vector<std::pair<std::string, double>> sorted(byName.begin(), byName.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string names;
  for (std::size_t i = 0; i < sorted.size() && i < kNamed; ++i) {
    if (i > 0 && sorted[i].second < kLeastNamed) break;
    names += fmt::format("{}{} {}", i > 0 ? ", " : "", sorted[i].first, advice::percent(sorted[i].second));
  }
  return names;
}

LargestPart largestPart(const CriticalPath& path) {
  double ns[kPathClasses] = {}, share[kPathClasses] = {};
  for (const PathRow& row : path.rows) {
    const auto c = static_cast<std::size_t>(classOf(row));
    ns[c] += row.nsPerStep;
    share[c] += row.share;
  }
  LargestPart part;
  for (std::size_t c = 0; c < kPathClasses; ++c)
    if (ns[c] > part.ns) part = {static_cast<PathClass>(c), ns[c], share[c], false, {}};
  std::map<std::string, double> byName;
  for (const PathRow& row : path.rows)
    if (classOf(row) == part.pathClass) byName[labelOf(row)] += row.share;
  part.names = listOf(byName);
  return part;
}

// The kind of work that takes most of the time of a GPU that is busy most of the time. It is then the largest part, even if the critical path leads
// through a host that is hardly faster.
LargestPart busyPart(const TraceFacts& trace) {
  const Trace& t = *trace.trace;
  const TimeClasses classes(t);
  std::map<std::pair<PathClass, std::uint32_t>, double> byName;
  std::map<PathClass, double> byClass;
  double all = 0;
  for (const TraceLane& lane : t.lanes) {
    if (lane.kind.empty()) continue;
    for (std::size_t i = 0; i < lane.size(); ++i) {
      if (!isGpuWork(lane.kindOf(i))) continue;
      if (lane.start[i] + lane.duration[i] <= trace.steps.front().range.begin || lane.start[i] >= trace.steps.back().range.end) continue;
      const PathClass pathClass = classOf({{}, PathKind::Gpu, classes.of(lane, i), 0, 0, 0});
      const auto ns = static_cast<double>(lane.duration[i]);
      byName[{pathClass, lane.name[i]}] += ns;
      byClass[pathClass] += ns;
      all += ns;
    }
  }
  LargestPart part;
  if (all <= 0) return part;
  // Kernels hide what runs at the same time, so kernels count with all their time, other work only while no kernel runs. Mean over the GPUs.
  const auto ofWall = [&](const auto& ns) { return trace.sheet.wallNs > 0 ? trace.sheet.mean(ns) / static_cast<double>(trace.sheet.wallNs) : 0; };
  const double communicates = ofWall([](const DeviceFacts& d) { return d.exposedCommunicationNs; });
  std::map<PathClass, double> shares{{PathClass::Kernel, ofWall([](const DeviceFacts& d) { return d.kernelNs; }) - communicates},
                                     {PathClass::Communication, communicates},
                                     {PathClass::Copy, ofWall([](const DeviceFacts& d) {
                                        std::int64_t ns = 0;
                                        for (const CopyTime& copies : d.copies) ns += copies.exposedNs;
                                        return ns;
                                      })}};
  part.pathClass = std::max_element(shares.begin(), shares.end(), [](const auto& a, const auto& b) { return a.second < b.second; })->first;
  part.share = shares[part.pathClass];  // fraction of the steps' time
  part.ns = part.share * trace.sheet.meanNs;
  part.ofTime = true;
  std::map<std::string, double> names;
  for (const auto& [key, ns] : byName)
    if (key.first == part.pathClass) names[advice::shortName(t.names.name(key.second))] += ns / byClass[part.pathClass] * part.share;
  part.names = listOf(names);
  return part;
}

// The verdict if no finding is the headline: what takes most of the step.
void describeWork(const TraceFacts& trace, const LargestPart& part, Verdict& verdict) {
  if (part.ns > 0 && (trace.gpu || trace.origin != Origin::Own)) {
    const PathPartWords words = wordsOf(part.pathClass, trace.gpu);
    verdict.emphasis = fmt::format(fmt::runtime(part.ofTime ? "{} of the time" : "{} of the critical path"), advice::percent(part.share));
    verdict.sentence = fmt::format(fmt::runtime(words.sentence), verdict.emphasis, text::milliseconds(part.ns * 1e-6),
                                   text::milliseconds((part.ofTime ? trace.sheet.meanNs : trace.path.stepNs) * 1e-6), trace.aStep(), part.names);
    verdict.category = words.category;
    return;
  }
  if (trace.steps.empty()) {
    verdict.sentence = trace.trace->spanCount() == 0 ? "No step is recorded yet: there is nothing to report."
                                                     : "The trace has no steps and no GPU: what holds a step back is not known.";
    return;
  }
  const CategoryTime* most = nullptr;
  for (const CategoryTime& time : trace.breakdown.categories)
    if (!most || time.share > most->share) most = &time;
  if (!most) return;
  verdict.category = most->category;
  verdict.emphasis = fmt::format("{} of the time", advice::percent(most->share));
  verdict.sentence = fmt::format("The step computes: {} takes {}, {} of {}.", inWords(most->category), verdict.emphasis,
                                 text::milliseconds(most->msPerStep), text::milliseconds(trace.msPerStep(trace.stepsNs)));
}

// The finding that becomes the headline; null: the largest part of the critical path is the headline. A finding that is small compared with that
// part, and does not explain it, is not a headline.
const Finding* headlineOf(const TraceFacts& trace, const std::vector<Finding>& findings, const LargestPart& part) {
  const auto counts = [](const Finding& finding) { return finding.outcome == Outcome::Found && finding.weight >= kHeldBack; };
  if (findings.empty() || !counts(findings.front())) return nullptr;
  const bool pathKnown = part.ns > 0 && (trace.gpu || trace.origin != Origin::Own);
  if (!pathKnown || findings.front().weight >= kBesideThePath * part.share) return &findings.front();
  for (const Finding& finding : findings) {
    if (!counts(finding)) break;
    const RuleDef* rule = findRule(finding.rule);
    // The findings are small here. One with a known gain explains only little of the part.
    if (rule && rule->explains == part.pathClass && !finding.gainAtMostMs) return &finding;
  }
  return nullptr;
}

Verdict verdictOf(const AdviceFacts& facts, const std::vector<Finding>& findings) {
  const TraceFacts& trace = facts.trace;
  Verdict verdict;
  // A faster host can at most end the idle time of the GPU, wherever the critical path leads. So the GPU's work comes first if it takes most of the
  // time.
  const bool gpuBound = !trace.steps.empty() && trace.sheet.gpuBusy().value_or(0) >= kMostOfTime;
  const LargestPart part = gpuBound ? busyPart(trace) : largestPart(trace.path);
  if (const Finding* headline = headlineOf(trace, findings, part)) {
    verdict.sentence = headline->sentence;
    verdict.emphasis = headline->emphasis;
    verdict.category = headline->category;
  } else {
    describeWork(trace, part, verdict);
  }
  verdict.wholeTrace = trace.wholeTrace;
  verdict.source = trace.trace->source;
  if (trace.wholeTrace) {
    verdict.times = fmt::format("no steps are marked: the whole trace counts as one, {}", text::milliseconds(trace.msPerStep(trace.stepsNs)));
  } else if (!trace.steps.empty()) {
    // Shares and the times beside them are those of the mean step; the cost of recording is given by medians.
    const std::string steps = text::counted(static_cast<std::int64_t>(trace.steps.size()), "step"),
                      mean = text::milliseconds(trace.msPerStep(trace.stepsNs)), median = text::milliseconds(trace.medianStepMs);
    verdict.times = trace.unrecordedStepMs > 0
                        ? fmt::format("{}: mean {}, median {} ({} unrecorded)", steps, mean, median, text::milliseconds(trace.unrecordedStepMs))
                    : trace.exclusive.unrecordedNs > 0 ? fmt::format("{}: mean {}, median {}; {} between them were not recorded", steps, mean, median,
                                                                     text::milliseconds(static_cast<double>(trace.exclusive.unrecordedNs) * 1e-6))
                                                       : fmt::format("{}: mean {}, median {}", steps, mean, median);
  }
  if (trace.origin == Origin::Own && !trace.gpu && !trace.steps.empty()) {
    verdict.timesAreClaims = facts.quiet();
    if (!facts.coresTaken) verdict.cores = "quiet or busy cores: not known";
    else
      verdict.cores = facts.quiet() ? "quiet cores" : fmt::format("busy cores (other programs took {} of them)", advice::percent(*facts.coresTaken));
  }
  return verdict;
}

int rankOf(Outcome outcome) {
  return outcome == Outcome::Found ? 0 : outcome == Outcome::NotFound ? 1 : 2;
}

}  // namespace

int Advice::found() const {
  return static_cast<int>(std::count_if(findings.begin(), findings.end(), [](const Finding& f) { return f.outcome == Outcome::Found; }));
}

Advice advise(const AdviceFacts& facts) {
  Advice advice;
  const bool recorded = facts.trace.trace->spanCount() > 0;
  const bool foreign = facts.trace.origin != Origin::Own && recorded && !facts.switches;
  const std::vector<RuleDef>& rules = ruleDefs();
  std::vector<Finding> answers(rules.size());
  together(rules.size(), [&](std::size_t r) {
    try {
      answers[r] = rules[r].check(facts);
    } catch (const std::exception& error) {
      answers[r] = advice::notEnough(fmt::format("The rule failed: {}", error.what()));
    }
  });
  for (std::size_t r = 0; r < rules.size(); ++r) {
    const RuleDef& rule = rules[r];
    Finding& finding = answers[r];
    const bool applies = finding.applies && !(rule.ownOnly && foreign);
    if (recorded && !applies && finding.outcome == Outcome::NotEnoughData) continue;
    finding.rule = rule.key;
    finding.title = rule.title;
    advice.findings.push_back(std::move(finding));
  }
  std::stable_sort(advice.findings.begin(), advice.findings.end(), [](const Finding& a, const Finding& b) {
    if (a.outcome != b.outcome) return rankOf(a.outcome) < rankOf(b.outcome);
    return a.outcome == Outcome::Found && a.weight > b.weight;
  });
  addCulprits(facts.trace, advice.findings);
  advice.verdict = verdictOf(facts, advice.findings);
  advice.whatIf = counterfactualsOf(facts, advice.findings);
  return advice;
}

}  // namespace stepscope
