#include "views/system/machine_series.h"

#include <algorithm>
#include <cmath>

#include "views/common/text.h"
#include "views/common/units.h"

namespace stepscope {

namespace {

constexpr double kGiB = 1024.0 * 1024.0 * 1024.0, kMiB = 1024.0 * 1024.0;

using Points = std::vector<Point>;

Line lineFrom(const Points& points, double scale, std::size_t most) {
  Line line;
  const std::size_t group = std::max<std::size_t>(1, (points.size() + most - 1) / most);
  for (std::size_t begin = 0; begin < points.size(); begin += group) {
    const std::size_t end = std::min(begin + group, points.size());
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) sum += points[i].value;
    line.x.push_back(points[end - 1].wall);
    line.y.push_back(scale * sum / static_cast<double>(end - begin));
  }
  return line;
}

// The values of `all` less those of `own`, at least 0. Both series are sampled at the same time, so their points belong together by index.
Points rest(const Points& all, const Points& own) {
  Points others;
  for (std::size_t i = 0; i < std::min(all.size(), own.size()); ++i) {
    Point point = all[i];
    point.value = std::max(0.0, all[i].value - own[i].value);
    others.push_back(point);
  }
  return others;
}

QString percent(double value) {
  return formatPercent(value / 100);
}
QString gibibytes(double value) {
  return formatBytes(value * kGiB);
}
QString mebibytesASecond(double value) {
  return tr("%1/s").arg(formatBytes(value * kMiB));
}

}  // namespace

std::vector<MachineChart> machineCharts(const RunReader& reader, RunId run, std::size_t most) {
  const auto points = [&](const char* key) { return reader.points(run, key); };
  std::vector<MachineChart> charts;
  const auto add = [&](MachineChart chart) {
    std::erase_if(chart.lines, [](const MachineLine& line) { return line.data.empty(); });
    if (!chart.lines.empty()) charts.push_back(std::move(chart));
  };
  const Points all = points("system/cpu_share"), own = points("system/process_cpu_share");
  add({"cores",
       tr("Cores at work"),
       percent,
       0,
       100,
       {{tr("this program"), lineFrom(own, 100, most)}, {tr("other programs"), lineFrom(rest(all, own), 100, most)}}});
  add({"memory",
       tr("Memory, GiB"),
       gibibytes,
       0,
       kNaN,
       {{tr("this program"), lineFrom(points("system/process_bytes"), 1 / kGiB, most)},
        {tr("left on the machine"), lineFrom(points("system/available_bytes"), 1 / kGiB, most)}}});
  add({"disk",
       tr("Disk, MiB a second, of this program"),
       mebibytesASecond,
       0,
       kNaN,
       {{tr("read"), lineFrom(points("system/disk_read_rate"), 1 / kMiB, most)},
        {tr("written"), lineFrom(points("system/disk_write_rate"), 1 / kMiB, most)}}});
  add({"gpu", tr("GPU at work, part of the time"), percent, 0, 100, {{tr("busy"), lineFrom(points("system/gpu_busy_share"), 100, most)}}});
  add({"gpu_memory", tr("GPU memory, GiB"), gibibytes, 0, kNaN, {{tr("in use"), lineFrom(points("system/gpu_memory_bytes"), 1 / kGiB, most)}}});
  add({"gpu_power",
       tr("GPU power, W"),
       [](double value) { return tr("%1 W").arg(formatNumber(value)); },
       0,
       kNaN,
       {{tr("power"), lineFrom(points("system/gpu_watts"), 1, most)}}});
  add({"gpu_temperature",
       tr("GPU temperature, °C"),
       [](double value) { return tr("%1 °C").arg(formatNumber(value)); },
       kNaN,
       kNaN,
       {{tr("temperature"), lineFrom(points("system/gpu_celsius"), 1, most)}}});
  return charts;
}

}  // namespace stepscope
