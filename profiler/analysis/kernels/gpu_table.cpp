#include "profiler/analysis/kernels/gpu_table.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/base/lower.h"

namespace stepscope {
namespace {

constexpr double kTera = 1e12, kGiga = 1e9;
constexpr GpuVendor kN = GpuVendor::Nvidia, kA = GpuVendor::Amd;

// The words of a name in lower case: "NVIDIA A100-SXM4-80GB" gives nvidia, a100, sxm4, 80gb. Names are compared by whole words, since one model's
// name may be part of another's: T4 and T400, A10 and A100, H200 and GH200.
class Words {
 public:
  explicit Words(std::string_view text) {
    std::string word;
    for (const char c : text)
      if (const char l = lower(c); (l >= 'a' && l <= 'z') || (l >= '0' && l <= '9')) word += l;
      else add(word);
    add(word);
  }
  bool has(std::string_view word) const { return std::find(words_.begin(), words_.end(), word) != words_.end(); }
  bool hasAny(std::initializer_list<std::string_view> words) const {
    return std::any_of(words.begin(), words.end(), [this](std::string_view word) { return has(word); });
  }
  bool hasAll(const Words& other) const {
    return std::all_of(other.words_.begin(), other.words_.end(), [this](const std::string& word) { return has(word); });
  }
  // Whether this is the name of exactly this model: it has all words of `model`, and besides them only makers, brands and words of `also`.
  bool isModel(std::string_view model, std::string_view also) const {
    constexpr std::array<std::string_view, 5> kBrands{"nvidia", "tesla", "geforce", "amd", "instinct"};
    const Words needed(model), allowed(also);
    return hasAll(needed) && std::all_of(words_.begin(), words_.end(), [&](const std::string& word) {
             return needed.has(word) || allowed.has(word) || std::find(kBrands.begin(), kBrands.end(), word) != kBrands.end();
           });
  }

 private:
  void add(std::string& word) {
    if (!word.empty()) words_.push_back(std::move(word));
    word.clear();
  }

  std::vector<std::string> words_;
};

struct Row {
  std::string_view model;  // words that the name must contain
  std::string_view also;   // words that it may contain: boards and memory sizes with the same peaks
  GpuSpec spec;
};

constexpr Row row(std::string_view model, std::string_view also, std::string_view name, GpuVendor vendor, int major, int minor, double f32,
                  double tf32, double f16, double bf16, double gigabytes) {
  return {model, also, {name, vendor, major, minor, f32 * kTera, tf32 * kTera, f16 * kTera, bf16 * kTera, gigabytes * kGiga}};
}

// A name with any other word is another card: "RTX 4090 D", "RTX 4090 Laptop GPU", "RTX 3080 Ti", "A100-SXM4-40GB MIG 1g.5gb" (a part of a GPU),
// "A40-48Q" (a virtual one), "A100-SXM-64GB" (made for one machine). TFLOP/s and GB/s of the data sheets
// (NVIDIA: V100, T4, Turing, A100, A10, A40, Ampere GA102, Ada, L4, L40S, H100, H200, GH200, B200; AMD: Instinct MI100, MI200 and MI300 series). An
// MI250 is two devices, so each has half of its peaks. For GeForce cards the peaks of f16 and bf16 are those of products that accumulate in f32.
constexpr std::array kRows{
    row("V100 PCIE", "16GB 32GB", "V100 PCIe", kN, 7, 0, 14, 0, 112, 0, 900),
    row("V100", "SXM2 DGXS 16GB 32GB", "V100", kN, 7, 0, 15.7, 0, 125, 0, 900),
    row("T4", "", "T4", kN, 7, 5, 8.1, 0, 65, 0, 320),
    row("RTX 2080 Ti", "", "RTX 2080 Ti", kN, 7, 5, 13.4, 0, 53.8, 0, 616),
    row("A100 40GB", "SXM4 PCIE", "A100 40 GB", kN, 8, 0, 19.5, 156, 312, 312, 1555),
    row("A100 PCIE 80GB", "", "A100 PCIe 80 GB", kN, 8, 0, 19.5, 156, 312, 312, 1935),
    row("A100 SXM4 80GB", "", "A100 80 GB", kN, 8, 0, 19.5, 156, 312, 312, 2039),
    row("A10G", "", "A10G", kN, 8, 6, 31.5, 35, 70, 70, 600),
    row("A10", "", "A10", kN, 8, 6, 31.2, 62.5, 125, 125, 600),
    row("A40", "", "A40", kN, 8, 6, 37.4, 74.8, 149.7, 149.7, 696),
    row("RTX A6000", "", "RTX A6000", kN, 8, 6, 38.7, 77.4, 154.8, 154.8, 768),
    row("RTX 3090", "", "RTX 3090", kN, 8, 6, 35.6, 35.6, 71, 71, 936),
    row("L40S", "", "L40S", kN, 8, 9, 91.6, 183, 362, 362, 864),
    row("L40", "", "L40", kN, 8, 9, 90.5, 90.5, 181, 181, 864),
    row("L4", "", "L4", kN, 8, 9, 30.3, 60, 121, 121, 300),
    row("RTX 4080", "", "RTX 4080", kN, 8, 9, 48.7, 48.7, 97.5, 97.5, 717),
    row("RTX 4090", "", "RTX 4090", kN, 8, 9, 82.6, 82.6, 165.2, 165.2, 1008),
    row("H200", "", "H200", kN, 9, 0, 66.9, 494.7, 989.4, 989.4, 4800),
    row("GH200", "120GB 480GB", "GH200", kN, 9, 0, 66.9, 494.7, 989.4, 989.4, 4000),
    row("H100 PCIE", "", "H100 PCIe", kN, 9, 0, 51.2, 378, 756, 756, 2039),
    row("H100 NVL", "", "H100 NVL", kN, 9, 0, 60, 417.5, 835.5, 835.5, 3938),
    row("H100 80GB HBM3", "", "H100 SXM", kN, 9, 0, 66.9, 494.7, 989.4, 989.4, 3352),
    row("H800", "80GB HBM3", "H800", kN, 9, 0, 66.9, 494.7, 989.4, 989.4, 3352),
    row("B200", "", "B200", kN, 10, 0, 80, 1125, 2250, 2250, 8000),
    row("MI100", "", "MI100", kA, 0, 0, 23.1, 0, 184.6, 92.3, 1229),
    row("MI210", "", "MI210", kA, 0, 0, 22.6, 0, 181, 181, 1638),
    // ROCm names both "AMD Instinct MI250X/MI250": the name does not show which, so the higher peaks are taken.
    row("MI250X", "MI250", "MI250X (one of two dies)", kA, 0, 0, 23.9, 0, 191.5, 191.5, 1638),
    row("MI250", "", "MI250 (one of two dies)", kA, 0, 0, 22.6, 0, 181, 181, 1638),
    row("MI300A", "", "MI300A", kA, 0, 0, 122.6, 490.3, 980.6, 980.6, 5300),
    row("MI300X", "OAM VF", "MI300X", kA, 0, 0, 163.4, 653.7, 1307.4, 1307.4, 5300),
    row("MI325X", "OAM VF", "MI325X", kA, 0, 0, 163.4, 653.7, 1307.4, 1307.4, 6000),
};

struct LinkRow {
  std::string_view model, also;  // as in Row
  GpuLink link;
};

constexpr std::array kLinks{
    LinkRow{"V100 SXM2", "16GB 32GB", {"NVLink 2 of a V100 SXM", 150 * kGiga}},
    LinkRow{"V100 SXM3", "32GB", {"NVLink 2 of a V100 SXM", 150 * kGiga}},
    LinkRow{"A100 SXM4", "40GB 80GB", {"NVLink 3 of an A100 SXM", 300 * kGiga}},
    LinkRow{"A800 SXM4", "40GB 80GB", {"NVLink 3 of an A800 SXM", 200 * kGiga}},
    LinkRow{"H100 NVL", "", {"the NVLink bridge of an H100 NVL", 300 * kGiga}},
    LinkRow{"H100 HBM3", "80GB", {"NVLink 4 of an H100 SXM", 450 * kGiga}},
    LinkRow{"H800", "80GB HBM3", {"NVLink 4 of an H800", 200 * kGiga}},
    LinkRow{"H200", "NVL", {"NVLink 4 of an H200", 450 * kGiga}},
    LinkRow{"B200", "", {"NVLink 5 of a B200", 900 * kGiga}},
    LinkRow{"MI300X", "OAM", {"Infinity Fabric of an MI300X", 448 * kGiga}},
    LinkRow{"MI325X", "OAM", {"Infinity Fabric of an MI325X", 448 * kGiga}},
};

}  // namespace

std::optional<GpuLink> gpuLink(std::string_view deviceName) {
  const Words name(deviceName);
  for (const LinkRow& row : kLinks)
    if (name.isModel(row.model, row.also)) return row.link;
  return std::nullopt;
}

std::optional<GpuSpec> gpuSpec(std::string_view deviceName) {
  const Words name(deviceName);
  for (const Row& row : kRows)
    if (name.isModel(row.model, row.also)) return row.spec;
  return std::nullopt;
}

GpuVendor gpuVendor(std::string_view deviceName) {
  const Words name(deviceName);
  if (name.hasAny({"amd", "instinct", "radeon"})) return GpuVendor::Amd;
  if (name.hasAny({"nvidia", "grid", "geforce", "quadro", "tesla", "rtx", "gtx", "titan"})) return GpuVendor::Nvidia;
  return gpuSpec(deviceName).value_or(GpuSpec{}).vendor;
}

MatrixUnits matrixUnits(std::string_view deviceName) {
  if (gpuVendor(deviceName) != GpuVendor::Nvidia) return MatrixUnits::Unknown;
  const Words name(deviceName);
  // Volta, then Turing. A Quadro RTX is a Turing card; an RTX 2050 is an Ampere card.
  if (name.hasAny({"v100", "v100s", "gv100", "t4"}) || name.hasAll(Words("TITAN V")) || name.hasAll(Words("TITAN RTX"))) return MatrixUnits::Fp16;
  if (name.has("rtx") && name.hasAny({"2060", "2070", "2080"})) return MatrixUnits::Fp16;
  if (name.hasAll(Words("Quadro RTX"))) return name.hasAny({"3000", "4000", "5000", "6000", "8000"}) ? MatrixUnits::Fp16 : MatrixUnits::Unknown;
  // Kepler, Maxwell and Pascal, and the Turing cards without tensor cores: every GTX, other TITANs, other Quadros, the small T series.
  if (name.hasAny({"gtx", "titan", "quadro", "k40", "k40c", "k40m", "k40s", "k40t", "k80",  "m4",   "m6",    "m10",
                   "m40", "m60",   "p4",     "p6",  "p40",  "p100", "t400", "t500", "t550", "t600", "t1000", "t1200"}))
    return MatrixUnits::None;
  return MatrixUnits::Unknown;
}

}  // namespace stepscope
