// The doctor's report about GPUs: which devices the driver finds, and whether this build can train on them.
#include <fmt/format.h>

#include "core/backend/devices/devices.h"
#include "core/base/units.h"
#include "core/report/doctor.h"

namespace stepscope {
namespace {

std::string capitalized(std::string clause) {
  if (!clause.empty() && clause[0] >= 'a' && clause[0] <= 'z' && !clause.starts_with("libcuda")) clause[0] = static_cast<char>(clause[0] - 32);
  return clause;
}

}  // namespace

GpuReport findGpu() {
  GpuReport report;
  const GpuDriver driver = gpuDriver();
  report.driver = driver.usable;
  report.driverVersion = driver.version;
  for (const GpuDriver::Device& device : driver.devices)
    report.devices.push_back(fmt::format("{}, {}", device.name, text::bytes(static_cast<double>(device.memoryBytes))));
  const std::string problem = driver.usable ? whyNoGpu() : driver.problem;
  if (!problem.empty()) {
    report.explanation = capitalized(problem) + ", so training runs on the CPU.";
    return report;
  }
  report.explanation = fmt::format("NVIDIA driver for CUDA {}, {} GPU{}; train on it with --device cuda.", report.driverVersion,
                                   report.devices.size(), report.devices.size() == 1 ? "" : "s");
  return report;
}

}  // namespace stepscope
