// Watches one metric after every epoch: for the cut of the rate on a plateau, for early stopping, and for the best epoch. Its state is a few numbers
// and the metric's name, kept in every checkpoint, so that a resumed run decides as an uninterrupted one.
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
  // Takes the metric after an epoch (counted from 1). `base`: the learning rate that the schedule scales. `duringWarmup`: the rate still grows and is
  // not cut.
  Verdict observe(double metric, std::int64_t epoch, double base, bool duringWarmup);

  const Monitor& monitor() const { return monitor_; }
  // The rate after plateau cuts, for scheduleAt(); NaN if nothing was cut.
  double reducedRate(double base) const { return plateau_.rateFor(base); }
  std::int64_t epochsWithoutImprovement() const { return bad_; }
  bool stopped() const { return stopping_.patience > 0 && bad_ >= stopping_.patience; }
  // The best of all epochs, whatever min_delta is; epoch 0: none yet, or not known from an old checkpoint.
  struct Best {
    double value = std::numeric_limits<double>::quiet_NaN();
    std::int64_t epoch = 0;
  };
  const Best& best() const { return best_; }

  // For checkpoints. restore() ignores names it does not know.
  void save(std::map<std::string, double>& numbers, std::map<std::string, std::string>& texts) const;
  // `before`: the watched metric of a checkpoint that does not contain its name. If the numbers belong to another metric, the watch starts again,
  // with the rate that was cut, and the name of that metric is returned; else empty.
  std::string restore(const std::map<std::string, double>& numbers, const std::map<std::string, std::string>& texts, const Monitor& before);
  // Starts to count epochs without an improvement again.
  void forgive() { bad_ = 0; }
  // Forgets all epochs, but keeps a rate that was cut. Returns whether there was anything to forget.
  bool startAnew();

 private:
  bool nothingSeen() const;

  ScheduleSpec schedule_;
  EarlyStoppingSpec stopping_;
  Monitor monitor_;
  Plateau plateau_;
  double stoppingBest_ = std::numeric_limits<double>::quiet_NaN();  // best value for early stopping (min_delta)
  std::int64_t bad_ = 0;
  Best best_;
};

}  // namespace stepscope
