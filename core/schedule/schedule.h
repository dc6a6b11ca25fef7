// Learning-rate schedules in closed form (PyTorch torch/optim/lr_scheduler.py), so that resume is exact and a preview costs nothing. All
// functions are pure.
// Adding a schedule is one entry in schedule_table.cpp and its arguments' lines in examples/README.md.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

// The section [train.schedule]. An argument that is not given has the default of the schedule that takes it.
struct ScheduleSpec {
  std::string name = "constant";
  std::map<std::string, double, std::less<>> arguments;           // flags are 0 or 1, a choice is its index
  std::map<std::string, std::vector<double>, std::less<>> lists;  // arguments that are lists: "milestones"
  double warmupEpochs = 0;                                        // linear from warmupFactor * rate to the rate at the beginning of the schedule
  double warmupFactor = 0.01;
  enum class Every { Step, Epoch } every = Every::Step;  // when the schedule changes the rate; warm-up always changes it every step
  enum class BatchScale { None, Linear, Sqrt } scale = BatchScale::None;
  std::int64_t referenceBatch = 256;  // the batch size that the learning rate was chosen for
  bool operator==(const ScheduleSpec&) const = default;
};

// The input of a schedule. Positions count steps from the beginning of the schedule, and may be fractional: a run's position is measured in samples,
// so that the schedule stays continuous if the batch size, and with it the number of steps, changes during a run.
struct ScheduleMoment {
  double base = 0;                                            // the learning rate that the schedule scales
  double position = 0;                                        // steps
  double stepsPerEpoch = 1;                                   // 1 if the schedule changes once per epoch: then `position` and `end` count epochs
  double end = 0;                                             // steps from the beginning of the schedule to the end of the run
  double reduced = std::numeric_limits<double>::quiet_NaN();  // reduce_on_plateau: the rate so far
};
struct ScheduleValue {
  double rate = 0;
  double momentum = std::numeric_limits<double>::quiet_NaN();  // NaN: the schedule does not change the optimizer's own
};

enum class ArgumentType { Real, Whole, Flag, Choice, List };
struct ScheduleArgument {
  std::string name;  // the key train.schedule.<name>
  ArgumentType type = ArgumentType::Real;
  double fallback = 0;  // NaN: none; the argument is required, or the entry's function has its own rule
  double low = 0, high = 0;
  bool lowOpen = false;
  std::vector<std::string> choices{};
  bool needed = false;
};

// Access to the arguments for an entry's function.
class ScheduleArguments {
 public:
  ScheduleArguments(const ScheduleSpec& spec, const std::vector<ScheduleArgument>& known) : spec_(spec), known_(known) {}
  double operator[](std::string_view name) const;
  bool has(std::string_view name) const;
  bool flag(std::string_view name) const { return (*this)[name] != 0; }
  const std::vector<double>& list(std::string_view name) const;

 private:
  const ScheduleSpec& spec_;
  const std::vector<ScheduleArgument>& known_;
};

struct ScheduleDef {
  std::string name;   // train.schedule.name
  std::string title;  // "cosine with warm restarts"
  std::vector<ScheduleArgument> arguments;
  ScheduleValue (*at)(const ScheduleArguments&, const ScheduleMoment&) = nullptr;
  bool fromStart = false;      // counts from the start of the run, including warm-up, so that epochs given in its arguments keep their meaning
  bool movesMomentum = false;  // changes the momentum too, unless its argument cycle_momentum is false
  bool watchesMetric = false;  // its rates depend on the run's metric
};

const std::vector<ScheduleDef>& scheduleDefs();
const ScheduleDef* findSchedule(std::string_view name);
const ScheduleDef& scheduleOf(const ScheduleSpec& spec);  // throws Error (Input) if no schedule has that name
bool movesMomentum(const ScheduleSpec& spec);

// The learning rate that the schedule scales: scaled by batchSize / referenceBatch (linear, Goyal et al. 2017), by the square
// root of that (Krizhevsky 2014), or not at all.
double scaledRate(const ScheduleSpec& spec, double learningRate, std::int64_t batchSize);

struct ScheduleRun {
  double base = 0.1;  // learning rate after scaledRate
  std::int64_t stepsPerEpoch = 1, epochs = 1;
};

// Rate and momentum at `position`, in steps from the start of the run. The warm-up is LinearLR(warmupFactor, 1, W) with
// W = round(warmupEpochs * stepsPerEpoch); then the schedule begins at 0 (SequentialLR). A schedule with fromStart begins at once and is multiplied
// by the warm-up (ChainedScheduler). `reduced` is the rate after plateau cuts; NaN before the first cut.
ScheduleValue scheduleAt(const ScheduleSpec& spec, const ScheduleRun& run, double position,
                         double reduced = std::numeric_limits<double>::quiet_NaN());
// Steps of warm-up.
double warmupSteps(const ScheduleSpec& spec, std::int64_t stepsPerEpoch);

// The whole curve before a run: point i is step i * steps / size. The run uses these rates step for step if no switch is changed; with
// dependsOnMetric it is the curve without any cut.
struct ScheduleCurve {
  std::int64_t steps = 0;
  std::vector<double> rates;
  std::vector<double> momenta;  // empty if the schedule does not change the momentum
  bool dependsOnMetric = false;
};
ScheduleCurve previewSchedule(const ScheduleSpec& spec, const ScheduleRun& run, std::size_t maxPoints = 512);

}  // namespace stepscope
