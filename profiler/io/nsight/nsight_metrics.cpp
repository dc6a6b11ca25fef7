// Hardware counters (nsys profile --gpu-metrics-devices): "SMs Active [Throughput %]", "DRAM Read Bandwidth [Throughput %]".
#include "profiler/io/nsight/nsight_reader.h"

namespace stepscope::nsight {

void readGpuMetrics(NsightReader& reader) {
  constexpr std::int64_t kMostSamples = 8'000'000;  // 16 bytes each
  if (!reader.has(GpuMetrics)) return;
  std::map<std::pair<std::int64_t, std::int64_t>, std::string> names;  // by typeId and metricId
  reader.optionally("TARGET_INFO_GPU_METRICS", {"typeId", "metricId", "metricName"}, [&] {
    Statement row = reader.database->prepare(std::string("SELECT typeId, metricId, metricName FROM TARGET_INFO_GPU_METRICS") + kFirstRows);
    while (row.step())
      if (row.isInteger(0) && row.isInteger(1) && !row.isNull(2)) names[{row.integer(0), row.integer(1)}] = row.display(2);
  });
  std::int64_t samples = 0;
  reader.read(GpuMetrics, {"timestamp", "typeId", "metricId", "value"}, [&](const Statement& row) {
    if (row.isNull(1) || row.isNull(4)) return reader.assembler.note("a GPU metric without time or value", true);
    if (++samples > kMostSamples) return reader.assembler.note("GPU metrics beyond the first 8 million samples are not shown", true);
    const std::int64_t type = NsightReader::integerOr(row, 2, 0), metric = NsightReader::integerOr(row, 3, 0);
    const auto name = names.find({type, metric});
    // The low byte of the type is the number of the GPU.
    reader.assembler.sample(reader.gpuProcess(static_cast<std::int32_t>(type & 0xFF)),
                            name == names.end() ? "metric " + std::to_string(metric) : name->second, row.integer(1),
                            static_cast<double>(row.integer(4)));
  });
}

}  // namespace stepscope::nsight
