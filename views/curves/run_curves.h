// The series of one run in a view, and pure functions on them: smoothing, best value, effect of a switch.
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
  // For a long series that the store has thinned: lowest and highest value of the stretch that ends at each step; `value` is its last one. Empty if
  // every point is here.
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

// One quantity over another, both ascending; linear between the entries.
using Mapping = std::vector<std::pair<double, double>>;

struct RunCurves {
  RunId id = 0;
  std::string name;
  Task task = Task::Classification;
  std::map<std::string, Curve> series;  // by the store's keys: "train_loss", ...; "epoch_train_accuracy" and similar ones are computed here
  std::vector<Marker> markers;
  std::vector<std::pair<double, double>> epochEnds;  // (epoch from 1, step), for an axis in epochs
  std::int64_t stepsPerEpoch = 0;                    // as planned, used until the first epoch ends; 0: not known
  std::int64_t totalSteps = 0;                       // 0: not known
  double done = 0;                                   // finished part of the run, in [0, 1], in epochs
  std::vector<double> schedule;                      // the learning rate of step i * totalSteps / size; empty: not known
  Mapping clock;                                     // (step, seconds of training); empty: not known
  Mapping samples;                                   // (step, samples trained so far); empty: not known
  std::int64_t createdMs = 0;                        // Unix time, ms
  std::string store;                                 // the database it was read from; empty: it grows in memory
  std::string group;                                 // runs that belong together by name; may be empty
  std::string settings;                              // all of its settings except the seed, as one text: equal for repetitions
  std::map<std::string, std::vector<Gap>> gaps;      // by series: values that are not finite, at most kMostGaps

  std::vector<SwitchRow> switchRows;  // measurements of its switches, and whether the cores were quiet; may be empty

  const Curve& curve(const std::string& key) const;  // empty when there is none
};

// The value of a mapping at x; extrapolated with the last slope. NaN if nothing is known.
double valueAt(const Mapping& mapping, double x);

// TensorBoard's debiased exponential moving average (vz_line_chart2 "resmoothDataset"): s_i / (1 - w^i) of s_i = w s_(i-1) + (1 - w) y_i. A NaN is
// returned as NaN and not added to the average. It keeps its state, so that a live curve is only appended to.
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

// Epoch of a step and step of an epoch, piecewise linear through the ends of the epochs so far; extrapolated with the last slope.
double epochAt(const RunCurves& run, double step);
double stepAt(const RunCurves& run, double epoch);

// The change of a series at a step: means of up to 50 steps on either side (without the three after the change, which compile and warm up), and the
// 95 % interval of the relative change (Welch's, on logarithms). Empty with fewer than 10 steps on a side, or if the speed drifts on one side,
// because then it changed without the switch.
struct Effect {
  double before, after;      // means
  double change, low, high;  // relative: 0.26 is +26 %
};
std::optional<Effect> effectAt(const Curve& curve, double step);
// Whether other programs used the cores before or after that change of a switch, as measured by its run: then no effect is claimed.
bool coresBusyAround(const RunCurves& run, std::int64_t step);

inline constexpr std::size_t kMostGaps = 1000;

// Copies the parts of a run's configuration that the curves need: samples, settings, group.
void describeSettings(const RunInfo& info, RunCurves& curves);

// All series of a stored run that the curves show; series longer than `maxPoints` are thinned to about that number by the store's pyramid. `keys`:
// only these series, all if empty. Throws Error.
RunCurves loadRunCurves(const RunReader& reader, RunId run, int maxPoints = 4000, const std::vector<std::string>& keys = {});
// The training clock of a long run, for which points must be read; for short runs loadRunCurves reads it. Throws Error.
Mapping loadClock(const RunReader& reader, RunId run);

// Tab-separated text of some series, one row per step, for Copy as Table.
std::string tableOf(const std::vector<std::pair<std::string, const Curve*>>& columns, const std::string& stepTitle = "step");

}  // namespace stepscope
