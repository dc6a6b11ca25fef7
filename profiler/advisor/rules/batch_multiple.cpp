// A batch size that does not fit the hardware: tensor cores need multiples of 8, threads need equal parts.
#include <fmt/format.h>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"

namespace stepscope {
namespace {

constexpr std::int64_t kTensorCores = 8;
constexpr double kLeastLoss = 0.03;  // least part of the work that is lost, for a finding

Finding check(const AdviceFacts& facts) {
  if (facts.trace.origin != Origin::Own) return advice::notEnough("The batch size is not recorded.");
  if (!facts.switches || !facts.machine || facts.machine->threads <= 0) return advice::notEnough(advice::withoutRun());
  const std::int64_t batch = facts.switches->batchSize;
  const std::int64_t multiple = facts.machine->gpu ? kTensorCores : facts.machine->threads;
  const std::int64_t padded = (batch + multiple - 1) / multiple * multiple;
  const double lost = 1 - static_cast<double>(batch) / static_cast<double>(padded);
  const bool narrow = facts.switches->amp != Switches::Amp::Off || facts.switches->tf32;
  if (lost < kLeastLoss || (facts.machine->gpu && !narrow))
    return advice::notFound(static_cast<double>(batch), "samples",
                            facts.machine->gpu
                                ? fmt::format("A batch of {}; tensor cores need multiples of {}.", batch, kTensorCores)
                                : fmt::format("A batch of {} on {} threads leaves {} of their time unused.", batch, multiple, advice::percent(lost)));
  const std::string emphasis = advice::percent(lost);
  Finding finding =
      advice::found(static_cast<double>(batch), "samples",
                    fmt::format("A batch of {} is no multiple of {}: {} of the work is padding or waiting.", batch, multiple, emphasis), emphasis);
  finding.category = Category::Idle;
  finding.gainAtMostMs = lost * facts.trace.medianStepMs;
  finding.weight = 0.5 * lost;  // half: the gain is per sample, and the batch changes
  finding.cure = advice::turn(facts, "batch_size", padded);
  return finding;
}

}  // namespace

RuleDef batchMultipleRule() {
  return {"batch_multiple",
          "The batch does not fit the hardware",
          "Whether the batch size is a multiple that suits tensor cores or threads.",
          {{"tensor cores", static_cast<double>(kTensorCores), "samples", "NVIDIA, Matrix Multiplication Background"},
           {"work lost", kLeastLoss * 100, "%", "ours"}},
          check,
          PathClass::Any,
          true};
}

}  // namespace stepscope
