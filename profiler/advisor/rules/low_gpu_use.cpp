// The GPU works less than half of the step.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"
#include "profiler/analysis/busy_time.h"

namespace stepscope {
namespace {

constexpr double kLow = 0.50;
constexpr double kWeight = 0.2;  // low, since it finds no cause: rules that find one come first

std::string_view inWords(IdleReason reason) {
  switch (reason) {
    case IdleReason::Copy: return "copies";
    case IdleReason::Data: return "the loader";
    case IdleReason::Host: return "the host";
    case IdleReason::Between: return "kernels that wait for each other";
    case IdleReason::Profiler: return "the profiler";
    case IdleReason::Unknown: break;
  }
  return {};
}

// What to do about the reason; the rule for that reason has more details.
std::optional<Cure> cureOf(const AdviceFacts& facts, IdleReason reason) {
  if (facts.trace.origin == Origin::Own) return facts.switches ? advice::turn(facts, "batch_size", facts.switches->batchSize * 2) : std::nullopt;
  switch (reason) {
    case IdleReason::Data:
      return advice::foreignSetting(facts, "Loader workers", "DataLoader(...) with more num_workers, persistent_workers=True, prefetch_factor=4",
                                    "tf.data: dataset.map(..., num_parallel_calls=tf.data.AUTOTUNE).prefetch(tf.data.AUTOTUNE)",
                                    "dataset.map(..., num_parallel_calls=tf.data.AUTOTUNE).prefetch(tf.data.AUTOTUNE)");
    case IdleReason::Host:
      if (2 * facts.trace.hostIdle.launches < facts.trace.hostIdle.all()) break;  // the host mostly does something else
      if (const char* server = advice::graphsOfServer(facts.trace)) return advice::setting("CUDA graphs", server);
      return advice::foreignSetting(facts, "More work per launch", "A larger batch, or torch.compile(model, mode=\"reduce-overhead\")",
                                    "A larger batch, or jax.jit over the whole train step",
                                    "A larger batch, or model.compile(..., steps_per_execution=16)");
    case IdleReason::Profiler: return advice::setting("Recording", "Record fewer things: without stacks and shapes the profiler takes less time");
    case IdleReason::Copy:
    case IdleReason::Between:
    case IdleReason::Unknown: break;
  }
  return std::nullopt;
}

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (!trace.gpu) return advice::withoutGpu(facts);
  const double between = trace.exclusive.gpuBusyFirstToLast().value_or(0);
  const bool steps = !trace.steps.empty() && !trace.wholeTrace;
  const double busy = steps ? trace.exclusive.gpuBusyInSteps().value_or(0) : between;
  const std::string both =
      steps ? fmt::format("{} of the steps ({} from the first operation to the last)", advice::percent(busy), advice::percent(between))
            : fmt::format("{} from the first operation to the last", advice::percent(between));
  const bool several = trace.sheet.devices.size() > 1;
  if (busy >= kLow)
    return advice::notFound(busy * 100, "%", fmt::format(fmt::runtime(several ? "The GPUs are busy {}." : "The GPU is busy {}."), both));
  // The reason for most of the idle time in these steps. A copy on the device is not idle time here.
  int most = -1;
  for (int r = 0; r < kIdleReasons; ++r) {
    if (static_cast<IdleReason>(r) == IdleReason::Copy && trace.origin != Origin::Own) continue;
    if (trace.idle.reasonNs[r] > 0 && (most < 0 || trace.idle.reasonNs[r] > trace.idle.reasonNs[most])) most = r;
  }
  const auto reason = most < 0 ? IdleReason::Unknown : static_cast<IdleReason>(most);
  std::string sentence = fmt::format(fmt::runtime(several ? "The GPUs are busy only {}" : "The GPU is busy only {}"), both);
  if (most >= 0 && reason != IdleReason::Unknown) sentence += fmt::format("; it waits most for {}", inWords(reason));
  Finding finding = advice::found(busy * 100, "%", sentence + '.', advice::percent(busy));
  finding.category = Category::Idle;
  finding.weight = kWeight * (1 - busy);
  for (const GpuGap& gap : trace.idle.longest) finding.evidence.ranges.push_back(gap.range);
  if (finding.evidence.ranges.size() > kMostEvidence) finding.evidence.ranges.resize(kMostEvidence);
  finding.cure = cureOf(facts, reason);
  return finding;
}

}  // namespace

RuleDef lowGpuUseRule() {
  return {"low_gpu_use",
          "The GPU is mostly idle",
          "The part of the steps in which a kernel, a copy or a memset ran.",
          {{"low use", kLow * 100, "%", "torch-tb-profiler; nsys analyze gpu_time_util"}},
          check};
}

}  // namespace stepscope
