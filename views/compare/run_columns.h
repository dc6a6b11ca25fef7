// Settings and results of compared runs as columns with one value per run. The parallel coordinates and the scatter plot draw them.
#pragma once

#include <QString>
#include <QStringList>
#include <functional>
#include <vector>

#include "views/compare/run_picture.h"

namespace stepscope {

struct RunColumn {
  QString title;
  std::vector<double> values;             // one per run; NaN: not known
  QStringList names;                      // of a setting that is not a number: the value k stands for names[k]
  std::function<QString(double)> format;  // formats one of the values
  bool differs = false;                   // the runs have different values
  bool setting = false;                   // true: a setting; false: a measured result
};

// The columns of these runs: settings (numeric ones as numbers, switches that were changed with their last value), then metrics, speed, time, memory.
std::vector<RunColumn> columnsOf(const std::vector<RunFacts>& runs);

}  // namespace stepscope
