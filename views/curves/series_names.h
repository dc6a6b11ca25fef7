// What the series of a run are called where they are shown. A chart shows one quantity: the series of training and validation that share it.
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
  double scale = 1;                          // of what is drawn to what is stored: 100 for shares
  bool fromZero = false, toHundred = false;  // limits of the value axis
  bool paired = false;                       // of training and of validation
  std::function<QString(double)> format;     // of a value as drawn
};

// A quantity by its key; of a series nobody named here, its key is its title.
Quantity quantityOf(const std::string& key, Task task);
// The same as these runs have it: a share that is more than the whole was written in percent, by whoever made the series of an import.
Quantity quantityOf(const std::string& key, const std::vector<std::shared_ptr<RunCurves>>& runs);
// "train_loss" -> "loss".
std::string quantityKeyOf(const std::string& series);
// What the runs have, each once: loss, metric, rate and throughput first, then the rest by name.
std::vector<std::string> quantitiesOf(const std::vector<std::shared_ptr<RunCurves>>& runs);

// What the charts show: `own`, and of stored runs that have none of a quantity (of another program, whose names are its own) one that they
// have, each once.
std::vector<std::string> shownQuantities(const std::vector<std::string>& own, const std::vector<std::shared_ptr<RunCurves>>& runs);

}  // namespace stepscope
