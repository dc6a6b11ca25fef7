// The load of the machine during a run, as charts over the seconds of training. The trainer samples it every second and stores it as the series
// "system/...". Testable without a window.
#pragma once

#include <QString>
#include <functional>
#include <vector>

#include "core/store/run_store.h"
#include "views/curves/line_style.h"
#include "views/curves/overlay.h"

namespace stepscope {

struct MachineLine {
  QString title;
  Line data;  // x: seconds of training
};

struct MachineChart {
  const char* key;  // "cores", "memory", "disk", "gpu", "gpu_memory", "gpu_power", "gpu_temperature"
  QString title;
  std::function<QString(double)> format;  // formats a drawn value
  double low, high;                       // limits of the value axis; NaN: fitted to the data
  std::vector<MachineLine> lines;
};

// The charts of a run that have points. The load of other programs is that of all less that of this program, at least 0. If a series has more than
// `most` points, neighbours are replaced by their mean, at the time of the last of them. Throws Error.
std::vector<MachineChart> machineCharts(const RunReader& reader, RunId run, std::size_t most = 4000);

}  // namespace stepscope
