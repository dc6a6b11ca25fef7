// Titles of a run's series. A chart shows one quantity: the training and validation series with the same name.
#pragma once

#include <QString>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "views/curves/run_curves.h"

namespace stepscope {

struct Quantity {
  std::string key;                           // "loss", "accuracy", "lr", "samples_per_second"; the store's key without "train_" and "val_"
  QString title;                             // "Loss"
  QString unit;                              // "samples/s"; may be empty
  double scale = 1;                          // factor from the stored to the drawn value: 100 for fractions
  bool fromZero = false, toHundred = false;  // limits of the value axis
  bool paired = false;                       // has a series for training and one for validation
  std::function<QString(double)> format;     // of a drawn value
};

// A quantity by its key; for an unknown series the key is also the title.
Quantity quantityOf(const std::string& key, Task task);
// The quantity as these runs have it: a fraction above 1 means that the program it was imported from writes percent.
Quantity quantityOf(const std::string& key, const std::vector<std::shared_ptr<RunCurves>>& runs);
// "train_loss" -> "loss".
std::string quantityKeyOf(const std::string& series);
// The quantities of the runs, each once: loss, metric, rate and throughput first, then the rest by name.
std::vector<std::string> quantitiesOf(const std::vector<std::shared_ptr<RunCurves>>& runs);

// The quantities of the charts: `own`; if stored runs (of another program with other names) lack one, another of their quantities, each
// once.
std::vector<std::string> shownQuantities(const std::vector<std::string>& own, const std::vector<std::shared_ptr<RunCurves>>& runs);

}  // namespace stepscope
