// What looks at one metric after every epoch: the cut of the rate on a plateau, early stopping, and which epoch was the best. Its state is a few
// numbers and the metric's name, kept in every checkpoint, so that a resumed run decides as an unbroken one.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>

#include "core/project/project.h"
#include "core/schedule/plateau.h"
#include "core/train/watch/monitor.h"

namespace stepscope {

class MetricWatch {
 public:
  MetricWatch() = default;
  MetricWatch(const TrainSpec& train, Monitor monitor) : schedule_(train.schedule), stopping_(train.earlyStopping), monitor_(std::move(monitor)) {}

  struct Verdict {
    bool rateCut = false;
    bool stop = false;  // `patience` epochs without an improvement by min_delta
  };
  // The metric after an epoch (counted from 1). base: the learning rate that the schedule scales. duringWarmup: a rate that still grows is
  // not cut.
  Verdict observe(double metric, std::int64_t epoch, double base, bool duringWarmup);

  const Monitor& monitor() const { return monitor_; }
  // The rate that a plateau left, for scheduleAt(); NaN while nothing was cut.
  double reducedRate(double base) const { return plateau_.rateFor(base); }
  std::int64_t epochsWithoutImprovement() const { return bad_; }
  bool stopped() const { return stopping_.patience > 0 && bad_ >= stopping_.patience; }
  // Of all epochs, whatever min_delta is; epoch 0: none yet, or of an old checkpoint.
  struct Best {
    double value = std::numeric_limits<double>::quiet_NaN();
    std::int64_t epoch = 0;
  };
  const Best& best() const { return best_; }

  // For checkpoints. restore() ignores names it does not know.
  void save(std::map<std::string, double>& numbers, std::map<std::string, std::string>& texts) const;
  // before: what was watched by a checkpoint that does not tell. Returns the name of another metric that the numbers were of, and then the
  // watch starts anew, with the rate that was cut; else empty.
  std::string restore(const std::map<std::string, double>& numbers, const std::map<std::string, std::string>& texts, const Monitor& before);
  // Epochs without an improvement are counted anew.
  void forgive() { bad_ = 0; }
  // Nothing was seen yet, but a rate that was cut stays so. Returns whether anything was seen.
  bool startAnew();

 private:
  bool nothingSeen() const;

  ScheduleSpec schedule_;
  EarlyStoppingSpec stopping_;
  Monitor monitor_;
  Plateau plateau_;
  double stoppingBest_ = std::numeric_limits<double>::quiet_NaN();  // by at least min_delta
  std::int64_t bad_ = 0;
  Best best_;
};

}  // namespace stepscope
