// Figures of the runs of a comparison as columns, one value a run: what parallel coordinates and the scatter plot draw.
#pragma once

#include <QString>
#include <QStringList>
#include <functional>
#include <vector>

#include "views/compare/run_picture.h"

namespace stepscope {

struct RunColumn {
  QString title;
  std::vector<double> values;             // one a run; NaN: not known
  QStringList names;                      // of a setting that is no number: value i is names[i]
  std::function<QString(double)> format;  // of a value
  bool differs = false;                   // the runs do not all have the same
  bool setting = false;                   // else it was measured
};

// Settings (those that are numbers as numbers, switches that were turned as their last value), then metrics, speed, time and memory.
std::vector<RunColumn> columnsOf(const std::vector<RunFacts>& runs);

}  // namespace stepscope
