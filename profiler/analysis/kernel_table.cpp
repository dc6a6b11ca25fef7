#include "profiler/analysis/kernel_table.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <map>
#include <unordered_map>

#include "profiler/analysis/stream_times.h"
#include "profiler/trace/argument_batch.h"
#include "profiler/trace/node_keys.h"

namespace stepscope {
namespace {

struct Details {
  double occupancy = -1, blocks = -1;
  std::int64_t registers = -1, sharedBytes = -1;
};

// Reads the details that XProf writes for JAX and TensorFlow: "regs:32 static_shared:0 dynamic_shared:0 grid:4,1,1 block:256,1,1 occ_pct:100".
void addXProf(const std::string& text, Details& details) {
  const auto numberOf = [&](const char* key) {
    const std::size_t at = text.find(key);
    double number = -1;
    if (at != std::string::npos) std::from_chars(text.data() + at + std::strlen(key), text.data() + text.size(), number);
    return number;
  };
  if (const double registers = numberOf("regs:"); registers >= 0) details.registers = static_cast<std::int64_t>(registers);
  const double fixed = numberOf("static_shared:"), dynamic = numberOf("dynamic_shared:");
  if (fixed >= 0 && dynamic >= 0) details.sharedBytes = static_cast<std::int64_t>(fixed + dynamic);
  if (const double percent = numberOf("occ_pct:"); percent >= 0 && percent <= 100) details.occupancy = percent / 100;
}

// Reads the arguments of kernels one after the other; the parser's memory is used again.
class DetailsReader {
 public:
  Details read(std::string_view json) {
    namespace od = simdjson::ondemand;
    Details details;
    text_.assign(json);
    text_.append(simdjson::SIMDJSON_PADDING, ' ');
    od::document document;
    od::object object;
    if (parser_.iterate(text_.data(), json.size(), text_.size()).get(document) != simdjson::SUCCESS ||
        document.get_object().get(object) != simdjson::SUCCESS)
      return details;
    double achieved = -1, theoretical = -1;
    for (auto result : object) {
      od::field field;
      if (std::move(result).get(field) != simdjson::SUCCESS) break;
      const auto number = [&] {
        double value = 0;
        return field.value().get_double().get(value) == simdjson::SUCCESS ? value : -1;
      };
      // Kineto's key today, and that of 2021.
      if (field.key() == "est. achieved occupancy %") achieved = number();
      else if (field.key() == "theoretical occupancy %") theoretical = number();
      else if (field.key() == "blocks per SM") details.blocks = number();
      else if (field.key() == "registers per thread") details.registers = static_cast<std::int64_t>(number());
      else if (field.key() == "shared memory") details.sharedBytes = static_cast<std::int64_t>(number());
      else if (field.key() == "kernel_details") {
        std::string_view xprof;
        if (field.value().get_string().get(xprof) == simdjson::SUCCESS) addXProf(std::string(xprof), details);
      }
    }
    if (details.occupancy < 0 && std::max(achieved, theoretical) >= 0) details.occupancy = (achieved >= 0 ? achieved : theoretical) / 100;
    return details;
  }

 private:
  simdjson::ondemand::parser parser_;
  std::string text_;
};

std::vector<Details> detailsOf(const Trace& trace, const std::vector<std::uint64_t>& handles) {
  std::vector<Details> details(handles.size());
  std::array<DetailsReader, kArgumentThreads> readers;
  eachArguments(trace, handles, [&](std::size_t at, std::string_view json, std::size_t thread) { details[at] = readers[thread].read(json); });
  return details;
}

struct Gathered {
  KernelRow row;
  double occupied = 0, occupiedNs = 0, blocks = 0, blocksNs = 0;
  std::map<std::int32_t, std::int64_t> nodeNs;
};

}  // namespace

bool usesTensorCores(const std::string& kernel) {
  constexpr std::array kParts{"h884",
                              "s884",
                              "h1688",
                              "s1688",
                              "hmma",
                              "i8816",
                              "16816",
                              "c1688",
                              "xmma_gemm",
                              "xmma_implicit_gemm",
                              "xmma_warp_specialized_implicit_gemm",
                              "xmma_sparse_gemm",
                              "xmma_sparse_conv",
                              "dgrad_1x1_stride_2x2",
                              "first_layer_wgrad_kernel",
                              "conv1x1",
                              "conv2d_c1_k1",
                              "direct_group",
                              "gmma",
                              "tensorop",
                              "tensor16x8",  // cuDNN names the instruction's tile
                              "tf32f32",
                              "nvjet",
                              "gtcx",    // AMD's matrix cores: MIOpen's implicit GEMM
                              "xdlops",  // Composable Kernel
                              "_MFMA",   // MFMA instructions by name
                              "flash_fwd",
                              "flash_bwd"};
  constexpr std::array kPlain{"ffma", "simt", "FFMA"};
  const auto has = [&](const char* part) { return kernel.find(part) != std::string::npos; };
  if (std::any_of(kPlain.begin(), kPlain.end(), has)) return false;
  return std::any_of(kParts.begin(), kParts.end(), has);
}

namespace {

template <class Counts>
std::vector<KernelRow> tableOf(const Trace& trace, std::int32_t device, const Counts& counts) {
  std::unordered_map<std::uint32_t, Gathered> byName;
  std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> nodeNs;  // (node, step): the time of all its kernels
  std::int64_t all = 0;
  const StreamTimes times(trace);
  const auto forKernels = [&](const auto& work) {
    for (const TraceLane& lane : trace.lanes) {
      if (device >= 0 && trace.tracks[static_cast<std::size_t>(lane.track)].device != device) continue;
      for (std::size_t i = 0; i < lane.size(); ++i)
        if (lane.kindOf(i) == SpanKind::Kernel && counts(lane, i)) work(lane, i);
    }
  };
  std::vector<std::uint64_t> handles;  // arguments of the kernels, in the order of forKernels
  forKernels([&](const TraceLane& lane, std::size_t i) {
    if (lane.node[i] >= 0) nodeNs[{lane.node[i], lane.step[i]}] += times.ns(lane, i);
    handles.push_back(lane.argumentsOf(i));
  });
  const std::vector<Details> known = detailsOf(trace, handles);
  std::size_t kernel = 0;
  forKernels([&](const TraceLane& lane, std::size_t i) {
    Gathered& gathered = byName[lane.name[i]];
    KernelRow& row = gathered.row;
    const std::int64_t ns = times.ns(lane, i), lasted = lane.duration[i];
    all += ns;
    row.totalNs += ns;
    row.lengthNs += lasted;
    row.shortestNs = row.calls == 0 ? lasted : std::min(row.shortestNs, lasted);
    const bool longest = row.calls == 0 || lasted > row.longestNs;
    row.longestNs = std::max(row.longestNs, lasted);
    ++row.calls;
    const Details& details = known[kernel++];
    if (lane.argumentsOf(i) != kNoArguments) {
      // A kernel of no length still ran: it counts as a nanosecond.
      const double weight = static_cast<double>(std::max<std::int64_t>(ns, 1));
      if (details.occupancy >= 0) {
        gathered.occupied += details.occupancy * weight;
        gathered.occupiedNs += weight;
      }
      if (details.blocks >= 0) {
        gathered.blocks += details.blocks * weight;
        gathered.blocksNs += weight;
      }
      if (longest && details.registers >= 0) row.registers = details.registers;
      if (longest && details.sharedBytes >= 0) row.sharedBytes = details.sharedBytes;
    }
    const std::int32_t node = lane.node[i];
    const TraceNode* work = nodeOf(trace, node);
    if (!work) return;
    const auto whole = static_cast<double>(nodeNs[{node, lane.step[i]}]);
    const double part = whole > 0 ? static_cast<double>(ns) / whole : 0;
    row.flops += part * static_cast<double>(work->flops);
    row.bytes += part * static_cast<double>(work->bytes);
    gathered.nodeNs[node] += ns;
  });
  std::vector<KernelRow> rows;
  for (auto& [name, gathered] : byName) {
    KernelRow& row = gathered.row;
    row.name = std::string(trace.names.name(name));
    row.share = all > 0 ? static_cast<double>(row.totalNs) / static_cast<double>(all) : 0;
    if (gathered.occupiedNs > 0) row.occupancy = gathered.occupied / gathered.occupiedNs;
    if (gathered.blocksNs > 0) row.blocksPerMultiprocessor = gathered.blocks / gathered.blocksNs;
    row.tensorCores = usesTensorCores(row.name);
    std::int64_t most = -1;
    for (const auto& [node, ns] : gathered.nodeNs) {
      if (ns <= most) continue;
      most = ns;
      row.costliestLayer = nodeOf(trace, node)->layer;
    }
    rows.push_back(std::move(row));
  }
  std::sort(rows.begin(), rows.end(),
            [](const KernelRow& a, const KernelRow& b) { return a.totalNs != b.totalNs ? a.totalNs > b.totalNs : a.name < b.name; });
  return rows;
}

}  // namespace

std::vector<KernelRow> kernelTable(const Trace& trace) {
  return tableOf(trace, -1, [](const TraceLane&, std::size_t) { return true; });
}

std::vector<KernelRow> kernelTable(const Trace& trace, std::int64_t begin, std::int64_t end, std::int32_t device) {
  return tableOf(trace, device,
                 [&](const TraceLane& lane, std::size_t i) { return lane.start[i] >= begin && lane.start[i] + lane.duration[i] <= end; });
}

std::vector<KernelRow> kernelTable(const Trace& trace, const std::vector<TimeRange>& within) {
  return tableOf(trace, -1, [&](const TraceLane& lane, std::size_t i) {
    if (within.empty()) return true;
    const auto after =
        std::upper_bound(within.begin(), within.end(), lane.start[i], [](std::int64_t at, const TimeRange& r) { return at < r.begin; });
    return after != within.begin() && lane.start[i] < (after - 1)->end;
  });
}

double arithmeticPeak(const KernelRow& row, const GpuPeak& peak) {
  if (!row.tensorCores) return peak.f32;
  const auto has = [&](const char* part) { return row.name.find(part) != std::string::npos; };
  if (has("tf32")) return 0;
  if (has("bf16")) return peak.bf16;
  if (has("f16") || has("fp16") || has("h884") || has("hmma")) return peak.f16;
  return std::max(peak.bf16, peak.f16);  // the name does not show the type; on most GPUs both peaks are equal
}

double rooflineShare(const KernelRow& row, const GpuPeak& peak) {
  if (row.totalNs <= 0) return 0;
  const double seconds = static_cast<double>(row.totalNs) * 1e-9, fastest = arithmeticPeak(row, peak);
  if (row.flops > 0 && fastest <= 0) return 0;  // the share by memory alone would be too small
  const double arithmetic = fastest > 0 ? row.flops / fastest : 0, memory = peak.bandwidth > 0 ? row.bytes / peak.bandwidth : 0;
  return std::max(arithmetic, memory) / seconds;
}

bool boundByMemory(const KernelRow& row, const GpuPeak& peak) {
  const double fastest = arithmeticPeak(row, peak);
  return fastest > 0 && peak.bandwidth > 0 && row.bytes / peak.bandwidth >= row.flops / fastest;
}

}  // namespace stepscope
