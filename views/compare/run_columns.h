// Figures of compared runs as columns, one value per run: drawn by parallel coordinates and the scatter plot.
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
  QStringList names;                      // for a setting that is not a number: value i is names[i]
  std::function<QString(double)> format;  // of a value
  bool differs = false;                   // the runs have different values
  bool setting = false;                   // else it was measured
};

// Settings (numeric ones as numbers, changed switches with their last value), then metrics, speed, time and memory.
std::vector<RunColumn> columnsOf(const std::vector<RunFacts>& runs);

}  // namespace stepscope
