// Peaks of GPUs by their names: dense rates from the vendors' data sheets. For traces of other programs, which name their GPU but do not contain its
// peaks. Our own runs measure the device instead.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stepscope {

enum class GpuVendor : std::uint8_t { Nvidia, Amd, Other };

struct GpuSpec {
  std::string_view name;  // "A100 80 GB"
  GpuVendor vendor = GpuVendor::Other;
  int major = 0, minor = 0;  // NVIDIA's compute capability; 0 for others
  // FLOP/s without sparsity. f32: without matrix units. tf32, f16, bf16: products on matrix units that sum in f32; 0: no such units for this type.
  double f32 = 0, tf32 = 0, f16 = 0, bf16 = 0;
  double bandwidth = 0;  // of its memory, bytes/s
};

// Searched by the name in a trace ("NVIDIA A100-SXM4-80GB", "Tesla V100-DGXS-32GB", "AMD Instinct MI300X"). Nothing: not in the table.
std::optional<GpuSpec> gpuSpec(std::string_view deviceName);

// The links between GPUs of one machine: NVLink, Infinity Fabric. By the vendors' data sheets, which give both ways together.
struct GpuLink {
  std::string_view name;      // "NVLink 4 of an H100 SXM"
  double bytesPerSecond = 0;  // one way, all links of the GPU together
};
// Nothing: the device is not in the table, or has no such links, or its name does not tell (a V100 of a DGX Station).
std::optional<GpuLink> gpuLink(std::string_view deviceName);

}  // namespace stepscope
