// The GPU is busy with work that waits for its memory: element-wise ops, norms, softmax, reductions, each of which reads and writes whole tensors.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"
#include "profiler/analysis/busy_time.h"

namespace stepscope {
namespace {

constexpr double kBusy = 0.70;     // least busy fraction of the steps; a GPU that is idle more has another problem first
constexpr double kMuch = 0.30;     // least fraction of the kernels' time for a finding
constexpr double kSoftmax = 0.10;  // fraction of the kernels' time from which the cure mentions attention
constexpr double kRegained = 0.6;  // usual gain of fusing element-wise chains, as a fraction of their time; only for the order of findings

double busyShare(const TraceFacts& trace) {
  if (!trace.steps.empty()) return trace.shareOfSteps(lengthOf(trace.gpuInSteps));
  const std::int64_t span = trace.gpuSpan.end - trace.gpuSpan.begin;
  return span > 0 ? static_cast<double>(lengthOf(trace.gpuBusy)) / static_cast<double>(span) : 0;
}

// "element-wise kernels 55 %, softmax 30 %", and the names with most of that time.
struct Parts {
  std::string classes, names;
};
Parts partsOf(const GpuWork& work) {
  Parts parts;
  int told = 0;
  for (const ClassTime& time : work.classes) {
    if (!boundByMemory(time.kind) || time.kind == KernelClass::Optimizer || time.ns == time.fusedNs || told == 3) continue;
    const double share = static_cast<double>(time.ns - time.fusedNs) / static_cast<double>(work.ns);
    if (share < 0.01) break;
    parts.classes += fmt::format("{}{} {}", told++ > 0 ? ", " : "", inWords(time.kind), advice::percent(share));
  }
  std::map<std::string, std::int64_t> byName;
  for (const ClassTime& time : work.classes)
    if (boundByMemory(time.kind) && time.kind != KernelClass::Optimizer && time.ns > time.fusedNs)
      for (const NamedTime& named : time.names) byName[named.name] += named.ns;
  std::vector<std::pair<std::string, std::int64_t>> names(byName.begin(), byName.end());
  std::stable_sort(names.begin(), names.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  for (std::size_t n = 0; n < names.size() && n < 3 && (n == 0 || 5 * names[n].second >= names.front().second); ++n)
    parts.names += (n > 0 ? ", " : "") + names[n].first;
  return parts;
}

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  const GpuWork& work = trace.work;
  if (!trace.gpu || work.ns == 0) return advice::withoutGpu(facts);
  // Updates of weights have a rule of their own: no compiler of the model joins them.
  std::int64_t bound = work.memoryBoundNs();
  for (const ClassTime& time : work.classes)
    if (time.kind == KernelClass::Optimizer && boundByMemory(time.kind)) bound -= time.ns - time.fusedNs;
  const double share = static_cast<double>(bound) / static_cast<double>(work.ns), busy = busyShare(trace);
  const std::string figure = advice::percent(share) + " of the kernels' time";
  if (share < kMuch) return advice::notFound(share * 100, "%", fmt::format("Work that waits for the GPU's memory takes {}.", figure));
  if (busy < kBusy)
    return advice::notFound(
        share * 100, "%",
        fmt::format("Work that waits for the GPU's memory takes {}, but the GPU is busy only {} of the time.", figure, advice::percent(busy)));
  const Parts parts = partsOf(work);
  std::string sentence = fmt::format("Work that moves data and computes little takes {}: {}.", figure, parts.classes);
  sentence += fmt::format(" The GPU is busy {} of the time; most of this work is in {}.", advice::percent(busy), parts.names);
  if (work.chains.chains > 0 && !trace.steps.empty())
    sentence += fmt::format(
        " A compiler can join {} of these kernels a step, which follow each other directly: beyond the longest of each group they take {} a step.",
        (work.chains.kernels + static_cast<std::int64_t>(trace.steps.size()) / 2) / static_cast<std::int64_t>(trace.steps.size()),
        text::milliseconds(trace.msPerStep(work.chains.beyondLongestNs)));
  Finding finding = advice::found(share * 100, "%", std::move(sentence), figure);
  finding.category = Category::Forward;
  std::unordered_map<std::uint32_t, bool> joins;
  const auto wanted = [&](const TraceLane& lane, std::size_t i) {
    if (lane.kindOf(i) != SpanKind::Kernel) return false;
    const auto [known, isNew] = joins.try_emplace(lane.name[i], false);
    if (isNew) {
      const std::string_view name = trace.trace->names.name(lane.name[i]);
      const KernelClass kind = kernelClass(name);
      known->second = boundByMemory(kind) && kind != KernelClass::Optimizer && !alreadyFused(name);
    }
    return known->second;
  };
  finding.gainAtMostMs = advice::gainOfKernels(trace, wanted);
  finding.weight = kRegained * advice::weightOf(trace, share * busy, finding.gainAtMostMs);
  finding.evidence = advice::timeOfSpans(trace, wanted).evidence();
  const bool softmax = work.share(KernelClass::Softmax) >= kSoftmax;
  if (trace.origin == Origin::Own) finding.cure = advice::turn(facts, "fusion", 1);
  else if (2 * work.of(KernelClass::Indexing) > bound)
    finding.cure =
        advice::foreignSetting(facts, "Fewer bytes of tables",
                               "Tables of embeddings in 16 bits, one look-up for several tables (torch.nn.EmbeddingBag, FBGEMM), sparse=True",
                               "Tables of embeddings in bfloat16, one look-up for several tables");
  else if (!advice::graphsOfServer(trace))
    finding.cure = advice::foreignSetting(
        facts, "Join the kernels",
        softmax ? "model = torch.compile(model); in attention: torch.nn.functional.scaled_dot_product_attention(q, k, v)"
                : "model = torch.compile(model)",
        softmax ? "jax.jit(train_step); in attention: jax.nn.dot_product_attention(q, k, v, implementation=\"cudnn\")" : "jax.jit(train_step)",
        "tf.function(train_step, jit_compile=True); Keras: model.compile(..., jit_compile=True)");
  return finding;
}

}  // namespace

RuleDef memoryBoundKernelsRule() {
  return {"memory_bound_kernels",
          "The GPU moves data more than it computes",
          "Time of element-wise kernels, norms, softmax and reductions compared with that of all kernels.",
          {{"share of the kernels' time", kMuch * 100, "%", "AMD TraceLens, categories of its GPU-only report; ours"},
           {"GPU busy", kBusy * 100, "%", "of the steps; ours"}},
          check,
          PathClass::Kernel};
}

}  // namespace stepscope
