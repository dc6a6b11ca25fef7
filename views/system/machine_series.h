// The load of the machine during a run, as charts over the seconds of training: what the trainer samples every second ("system/..." in the store).
// Pure, and testable without a window.
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
  std::function<QString(double)> format;  // of a drawn value
  double low, high;                       // of the value axis; NaN: fitted
  std::vector<MachineLine> lines;
};

// The charts of a run that have points. Other programs: busy cores less those of this program, never below 0. Of more than `most` points of a series
// neighbours become one: their mean, at the time of the last. Throws Error.
std::vector<MachineChart> machineCharts(const RunReader& reader, RunId run, std::size_t most = 4000);

}  // namespace stepscope
