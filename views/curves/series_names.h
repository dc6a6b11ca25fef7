// The quantities that charts show, with titles and formats. A quantity comprises the training and the validation series of the same name.
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
  std::function<QString(double)> format;     // formats a drawn value
};

// A quantity by its key; for an unknown series the key is also the title.
Quantity quantityOf(const std::string& key, Task task);
// The quantity as these runs have it. If stored values of a fraction are above 1.5, they are taken as percent (imports), and `scale` is 1.
Quantity quantityOf(const std::string& key, const std::vector<std::shared_ptr<RunCurves>>& runs);
// Removes a prefix of the store's keys: "train_loss" -> "loss".
std::string quantityKeyOf(const std::string& series);
// The quantities of the runs, each once: loss, metric, rate and throughput first, then the rest by name.
std::vector<std::string> quantitiesOf(const std::vector<std::shared_ptr<RunCurves>>& runs);

// The quantities of the charts, usually `own`. If stored runs (imported from another program) have at most one of these, their other quantities take
// the places of the missing ones.
std::vector<std::string> shownQuantities(const std::vector<std::string>& own, const std::vector<std::shared_ptr<RunCurves>>& runs);

}  // namespace stepscope
