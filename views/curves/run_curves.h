// The series of one run, as views show them, and pure functions on them: smoothing, best value, effect of a switch.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/store/run_store.h"
#include "core/train/switches/switch_rows.h"

namespace stepscope {

struct Curve {
  std::vector<double> step, value;  // step ascending; a value that is not finite is a gap
  // Of a long series, which the store has thinned: the lowest and the highest value in the interval that ends at each step; `value` is its last
  // value. Empty if the curve has every point.
  std::vector<double> low, high;
  std::size_t size() const { return step.size(); }
  bool empty() const { return step.empty(); }
  bool thinned() const { return !low.empty(); }
};

// A value that is not finite, and its step.
struct Gap {
  double step = 0, value = 0;
  friend bool operator==(const Gap& a, const Gap& b) { return a.step == b.step; }
};

// One quantity over another, both ascending; linear between the entries, and from (0, 0) to the first one.
using Mapping = std::vector<std::pair<double, double>>;

struct RunCurves {
  RunId id = 0;
  std::string name;
  Task task = Task::Classification;
  std::map<std::string, Curve> series;  // by the store's keys ("train_loss"); "epoch_train_accuracy" and similar ones are computed
  std::vector<Marker> markers;
  std::vector<std::pair<double, double>> epochEnds;  // (epoch from 1, step), for an axis in epochs
  std::int64_t stepsPerEpoch = 0;                    // as planned, used until the first epoch ends; 0: not known
  std::int64_t totalSteps = 0;                       // 0: not known
  double done = 0;                                   // finished part of the run's epochs, in [0, 1]
  std::vector<double> schedule;                      // the learning rate of step i * totalSteps / size; empty: not known
  Mapping clock;                                     // (step, seconds of training); empty: not known
  Mapping samples;                                   // (step, samples trained so far); empty: not known
  std::int64_t createdMs = 0;                        // Unix time, ms
  std::string store;                                 // path of the database it was read from; empty: it grows in memory
  std::string group;                                 // name of the run's group; may be empty
  std::string settings;                              // settings without name, file, directory and seed, as one text; equal for repetitions
  std::map<std::string, std::vector<Gap>> gaps;      // values that are not finite, at most kMostGaps for each series

  std::vector<SwitchRow> switchRows;  // measurements of its switches, and whether the cores were quiet; may be empty

  const Curve& curve(const std::string& key) const;  // an empty curve if there is none
};

// The value of a mapping at x, extrapolated with the last slope; NaN if the mapping is empty.
double valueAt(const Mapping& mapping, double x);

// TensorBoard's debiased exponential moving average (vz_line_chart2 "resmoothDataset"): s_i / (1 - w^i) of s_i = w s_(i-1) + (1 - w) y_i. A value
// that is not finite is returned as it is, and not added to the average. The state is kept, so that points can be appended to a growing curve.
class DebiasedEma {
 public:
  explicit DebiasedEma(double weight) : weight_(weight) {}
  double next(double value);

 private:
  double weight_, last_ = 0, bias_ = 1;
};

struct Best {
  double value, step;
};
std::optional<Best> bestOf(const Curve& curve, bool larger);

// The epoch at a step, and the step at an epoch: piecewise linear through the ends of the finished epochs, extrapolated with the last slope. While
// no epoch has ended, the planned stepsPerEpoch is used.
double epochAt(const RunCurves& run, double step);
double stepAt(const RunCurves& run, double epoch);

// The change of a series at a step: means of up to 50 steps on either side (without the three after the change, which compile and warm up), and the
// 95 % interval of the relative change (Welch's, on logarithms). Only positive values count. Empty with fewer than 10 of them on a
// side, or if the values drift on one side, because then they may have changed without the switch.
struct Effect {
  double before, after;      // means
  double change, low, high;  // relative: 0.26 is +26 %
};
std::optional<Effect> effectAt(const Curve& curve, double step);
// Whether the run measured that other programs used the cores before or after the change of a switch at `step`. Then no effect is reported.
bool coresBusyAround(const RunCurves& run, std::int64_t step);

inline constexpr std::size_t kMostGaps = 1000;

// Copies the parts of a run's configuration that the curves need: samples, settings, group.
void describeSettings(const RunInfo& info, RunCurves& curves);

// Reads the series of a stored run: those in `keys`, or all if it is empty. Series longer than `maxPoints` are thinned to about that number
// (RunReader::overview). Throws Error.
RunCurves loadRunCurves(const RunReader& reader, RunId run, int maxPoints = 4000, const std::vector<std::string>& keys = {});
// The training clock (RunCurves::clock) of a long run, from all points of its longest series. loadRunCurves reads the clock of short runs. Throws
// Error.
Mapping loadClock(const RunReader& reader, RunId run);

// Tab-separated text of some series, one row per step, for Copy as Table.
std::string tableOf(const std::vector<std::pair<std::string, const Curve*>>& columns, const std::string& stepTitle = "step");

}  // namespace stepscope
