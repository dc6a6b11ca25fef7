#include "profiler/advisor/gpu_kind.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace stepscope {
namespace {

bool holdsAny(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

}  // namespace

GpuKind gpuKindOf(const Trace& trace) {
  GpuKind kind;
  for (const TraceDevice& device : trace.devices) {
    if (device.name.empty()) continue;
    kind.named = true;
    if (gpuVendor(device.name) == GpuVendor::Amd) kind.vendor = GpuVendor::Amd;
    const MatrixUnits units = matrixUnits(device.name);
    if (units == MatrixUnits::Fp16) kind.fp16Only = true;
    if (units == MatrixUnits::None) kind.noMatrixUnits = true;
  }
  for (std::uint32_t n = 0; n < trace.names.size(); ++n) {
    const std::string_view name = trace.names.name(n);
    if (holdsAny(name, {"hipLaunchKernel", "hipModuleLaunch", "hipExtModuleLaunch"})) kind.vendor = GpuVendor::Amd;
    // In NVIDIA's libraries, names of kernels begin with their architecture.
    if (!kind.named && (name.starts_with("volta_") || name.starts_with("turing_") || name.starts_with("void volta_"))) kind.fp16Only = true;
  }
  if (kind.vendor == GpuVendor::Amd) kind.fp16Only = kind.noMatrixUnits = false;
  return kind;
}

}  // namespace stepscope
