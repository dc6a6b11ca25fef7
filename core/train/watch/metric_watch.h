// What looks at one metric after every epoch: the cut of the rate on a plateau, and early stopping. Its state is a few numbers, kept in
// every checkpoint, so that a resumed run decides as an unbroken one.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>

#include "core/project/project.h"
#include "core/schedule/plateau.h"

namespace stepscope {

class MetricWatch {
 public:
  MetricWatch() = default;
  explicit MetricWatch(const TrainSpec& train) : schedule_(train.schedule), stopping_(train.earlyStopping) {}

  struct Verdict {
    bool rateCut = false;
    bool stop = false;  // `patience` epochs without an improvement by min_delta
  };
  // One more epoch. base: the learning rate that the schedule scales. duringWarmup: a rate that still grows is not cut.
  Verdict observe(double metric, bool lowerIsBetter, double base, bool duringWarmup);

  // The rate that a plateau left, for scheduleAt(); NaN while nothing was cut.
  double reducedRate(double base) const { return plateau_.rateFor(base); }
  double best() const { return best_; }
  std::int64_t epochsWithoutImprovement() const { return bad_; }

  // By name, for checkpoints. restore() ignores names it does not know.
  void save(std::map<std::string, double>& numbers) const;
  void restore(const std::map<std::string, double>& numbers);

 private:
  ScheduleSpec schedule_;
  EarlyStoppingSpec stopping_;
  Plateau plateau_;
  double best_ = std::numeric_limits<double>::quiet_NaN();
  std::int64_t bad_ = 0;
};

}  // namespace stepscope
