#include "core/store/run_quantities.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/units.h"

namespace stepscope {
namespace {

std::string share(double value) {
  return text::percent(value);
}

constexpr RunQuantity kQuantities[] = {
    {"seconds", "duration", "training time", [](const RunSummary& s) { return s.seconds; }, text::duration},
    {"step_ms", "step_ms", "a step, mean of all", [](const RunSummary& s) { return s.stepMs; }, text::milliseconds},
    {"samples_per_second", "samples_per_second", "throughput", [](const RunSummary& s) { return s.samplesPerSecond; }, text::throughput},
    {"data_wait_share", "data_wait", "of the steps waited for data", [](const RunSummary& s) { return s.dataWaitShare; }, share},
    {"busy_share", "busy_share", "of the cores held by other programs", [](const RunSummary& s) { return s.busyShare; }, share},
    {"peak_bytes", "peak_memory", "peak memory of the step", [](const RunSummary& s) { return s.peakBytes(); }, text::bytes},
    {"resident_peak_bytes", "resident_memory", "peak memory of the step, resident", [](const RunSummary& s) { return s.residentPeakBytes; },
     text::bytes},
    {"planned_peak_bytes", "planned_memory", "peak memory of the step, planned", [](const RunSummary& s) { return s.plannedPeakBytes; }, text::bytes},
    {"process_peak_bytes", "process_memory", "memory of the process, resident at most", [](const RunSummary& s) { return s.processPeakBytes; },
     text::bytes},
};

}  // namespace

std::span<const RunQuantity> runQuantities() {
  return kQuantities;
}

const RunQuantity& runQuantity(std::string_view key) {
  const auto found = std::find_if(std::begin(kQuantities), std::end(kQuantities), [&](const RunQuantity& one) { return key == one.key; });
  require(found != std::end(kQuantities), "unknown quantity");
  return *found;
}

const RunQuantity* quantityOfFact(std::string_view fact) {
  const auto found = std::find_if(std::begin(kQuantities), std::end(kQuantities), [&](const RunQuantity& one) { return fact == one.fact; });
  return found != std::end(kQuantities) ? found : nullptr;
}

std::string worded(const RunSummary& summary, std::string_view key) {
  const RunQuantity& quantity = runQuantity(key);
  return quantity.worded(quantity.of(summary));
}

}  // namespace stepscope
