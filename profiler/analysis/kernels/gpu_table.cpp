#include "profiler/analysis/kernels/gpu_table.h"

#include <array>
#include <string>

#include "core/base/lower.h"

namespace stepscope {
namespace {

constexpr double kTera = 1e12, kGiga = 1e9;
constexpr GpuVendor kN = GpuVendor::Nvidia, kA = GpuVendor::Amd;

struct Row {
  std::string_view model;   // the name must contain this
  std::string_view detail;  // and this; may be empty
  GpuSpec spec;
};

constexpr Row row(std::string_view model, std::string_view detail, std::string_view name, GpuVendor vendor, int major, int minor, double f32,
                  double tf32, double f16, double bf16, double gigabytes) {
  return {model, detail, {name, vendor, major, minor, f32 * kTera, tf32 * kTera, f16 * kTera, bf16 * kTera, gigabytes * kGiga}};
}

// The first row that matches is used, so more specific rows come first. Names are compared in lower case. TFLOP/s and GB/s of the data sheets
// (NVIDIA: V100, T4, Turing, A100, A10, A40, Ampere GA102, Ada, L4, L40S, H100, H200, GH200, B200; AMD: Instinct MI100, MI200 and MI300 series). An
// MI250 is two devices, so a device has half of it. GeForce cards: products that sum in f32.
constexpr std::array kRows{
    row("v100", "pcie", "V100 PCIe", kN, 7, 0, 14, 0, 112, 0, 900),
    row("v100", "", "V100", kN, 7, 0, 15.7, 0, 125, 0, 900),
    row("tesla t4", "", "T4", kN, 7, 5, 8.1, 0, 65, 0, 320),
    row("2080 ti", "", "RTX 2080 Ti", kN, 7, 5, 13.4, 0, 53.8, 0, 616),
    row("a100", "40gb", "A100 40 GB", kN, 8, 0, 19.5, 156, 312, 312, 1555),
    row("a100", "pcie", "A100 PCIe 80 GB", kN, 8, 0, 19.5, 156, 312, 312, 1935),
    row("a100", "", "A100 80 GB", kN, 8, 0, 19.5, 156, 312, 312, 2039),
    row("a10g", "", "A10G", kN, 8, 6, 31.5, 35, 70, 70, 600),
    row("nvidia a10", "", "A10", kN, 8, 6, 31.2, 62.5, 125, 125, 600),
    row("a40", "", "A40", kN, 8, 6, 37.4, 74.8, 149.7, 149.7, 696),
    row("rtx a6000", "", "RTX A6000", kN, 8, 6, 38.7, 77.4, 154.8, 154.8, 768),
    row("rtx 3080", "", "RTX 3080", kN, 8, 6, 29.8, 29.8, 59.5, 59.5, 760),
    row("rtx 3090", "", "RTX 3090", kN, 8, 6, 35.6, 35.6, 71, 71, 936),
    row("l40s", "", "L40S", kN, 8, 9, 91.6, 183, 362, 362, 864),
    row("l40", "", "L40", kN, 8, 9, 90.5, 90.5, 181, 181, 864),
    row("nvidia l4", "", "L4", kN, 8, 9, 30.3, 60, 121, 121, 300),
    row("rtx 4080", "", "RTX 4080", kN, 8, 9, 48.7, 48.7, 97.5, 97.5, 717),
    row("rtx 4090", "", "RTX 4090", kN, 8, 9, 82.6, 82.6, 165.2, 165.2, 1008),
    row("h200", "", "H200", kN, 9, 0, 66.9, 494.7, 989.4, 989.4, 4800),
    row("gh200", "", "GH200", kN, 9, 0, 66.9, 494.7, 989.4, 989.4, 4000),
    row("h100", "pcie", "H100 PCIe", kN, 9, 0, 51.2, 378, 756, 756, 2039),
    row("h100", "nvl", "H100 NVL", kN, 9, 0, 60, 417.5, 835.5, 835.5, 3938),
    row("h100", "", "H100 SXM", kN, 9, 0, 66.9, 494.7, 989.4, 989.4, 3352),
    row("h800", "", "H800", kN, 9, 0, 66.9, 494.7, 989.4, 989.4, 3352),
    row("b200", "", "B200", kN, 10, 0, 80, 1125, 2250, 2250, 8000),
    row("mi100", "", "MI100", kA, 0, 0, 23.1, 0, 184.6, 92.3, 1229),
    row("mi210", "", "MI210", kA, 0, 0, 22.6, 0, 181, 181, 1638),
    row("mi250x", "", "MI250X (one of two dies)", kA, 0, 0, 23.9, 0, 191.5, 191.5, 1638),
    row("mi250", "", "MI250 (one of two dies)", kA, 0, 0, 22.6, 0, 181, 181, 1638),
    row("mi300a", "", "MI300A", kA, 0, 0, 122.6, 490.3, 980.6, 980.6, 5300),
    row("mi300", "", "MI300X", kA, 0, 0, 163.4, 653.7, 1307.4, 1307.4, 5300),
    row("mi325", "", "MI325X", kA, 0, 0, 163.4, 653.7, 1307.4, 1307.4, 6000),
};

struct LinkRow {
  std::string_view model, detail;  // both must stand in the name
  GpuLink link;
};

constexpr std::array kLinks{
    LinkRow{"v100", "sxm", {"NVLink 2 of a V100 SXM", 150 * kGiga}},
    LinkRow{"a100", "sxm", {"NVLink 3 of an A100 SXM", 300 * kGiga}},
    LinkRow{"a800", "sxm", {"NVLink 3 of an A800 SXM", 200 * kGiga}},
    LinkRow{"h100", "nvl", {"the NVLink bridge of an H100 NVL", 300 * kGiga}},
    LinkRow{"h100", "hbm3", {"NVLink 4 of an H100 SXM", 450 * kGiga}},
    LinkRow{"h800", "", {"NVLink 4 of an H800", 200 * kGiga}},
    LinkRow{"h200", "", {"NVLink 4 of an H200", 450 * kGiga}},
    LinkRow{"nvidia b200", "", {"NVLink 5 of a B200", 900 * kGiga}},
    LinkRow{"mi300x", "", {"Infinity Fabric of an MI300X", 448 * kGiga}},
    LinkRow{"mi325x", "", {"Infinity Fabric of an MI325X", 448 * kGiga}},
};

}  // namespace

std::optional<GpuLink> gpuLink(std::string_view deviceName) {
  const std::string name = lower(std::string(deviceName));
  if (name.find("gh200") != std::string::npos) return std::nullopt;
  for (const LinkRow& row : kLinks)
    if (name.find(row.model) != std::string::npos && name.find(row.detail) != std::string::npos) return row.link;
  return std::nullopt;
}

std::optional<GpuSpec> gpuSpec(std::string_view deviceName) {
  const std::string name = lower(std::string(deviceName));
  for (const Row& row : kRows)
    if (name.find(row.model) != std::string::npos && name.find(row.detail) != std::string::npos) return row.spec;
  return std::nullopt;
}

}  // namespace stepscope
