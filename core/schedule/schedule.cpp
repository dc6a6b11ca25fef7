#include "core/schedule/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.h"

namespace stepscope {

double ScheduleArguments::operator[](std::string_view name) const {
  if (const auto given = spec_.arguments.find(name); given != spec_.arguments.end()) return given->second;
  for (const ScheduleArgument& argument : known_)
    if (argument.name == name) return argument.fallback;
  throw Error(ErrorKind::Internal, spec_.name, "asks for an argument that its entry does not list");
}

bool ScheduleArguments::has(std::string_view name) const {
  return spec_.arguments.find(name) != spec_.arguments.end();
}

const std::vector<double>& ScheduleArguments::list(std::string_view name) const {
  static const std::vector<double> none;
  const auto given = spec_.lists.find(name);
  return given == spec_.lists.end() ? none : given->second;
}

const ScheduleDef* findSchedule(std::string_view name) {
  for (const ScheduleDef& def : scheduleDefs())
    if (def.name == name) return &def;
  return nullptr;
}

const ScheduleDef& scheduleOf(const ScheduleSpec& spec) {
  if (const ScheduleDef* def = findSchedule(spec.name)) return *def;
  throw Error(ErrorKind::Input, "train.schedule.name", "there is no schedule " + spec.name, "Choose a name from examples/README.md");
}

bool movesMomentum(const ScheduleSpec& spec) {
  const ScheduleDef& def = scheduleOf(spec);
  return def.movesMomentum && ScheduleArguments(spec, def.arguments).flag("cycle_momentum");
}

double scaledRate(const ScheduleSpec& spec, double learningRate, std::int64_t batchSize) {
  const double ratio = static_cast<double>(batchSize) / static_cast<double>(std::max<std::int64_t>(1, spec.referenceBatch));
  switch (spec.scale) {
    case ScheduleSpec::BatchScale::None: return learningRate;
    case ScheduleSpec::BatchScale::Linear: return learningRate * ratio;
    case ScheduleSpec::BatchScale::Sqrt: return learningRate * std::sqrt(ratio);
  }
  return learningRate;
}

double warmupSteps(const ScheduleSpec& spec, std::int64_t stepsPerEpoch) {
  return std::round(spec.warmupEpochs * static_cast<double>(std::max<std::int64_t>(1, stepsPerEpoch)));
}

ScheduleValue scheduleAt(const ScheduleSpec& spec, const ScheduleRun& run, double position, double reduced) {
  const ScheduleDef& def = scheduleOf(spec);
  const ScheduleArguments arguments(spec, def.arguments);
  const double perEpoch = static_cast<double>(std::max<std::int64_t>(1, run.stepsPerEpoch));
  const double warmup = warmupSteps(spec, run.stepsPerEpoch);
  const double begin = def.fromStart ? 0 : warmup;
  const auto at = [&](double steps) {
    ScheduleMoment moment{run.base, steps, perEpoch, static_cast<double>(run.epochs) * perEpoch - begin, reduced};
    if (spec.every == ScheduleSpec::Every::Epoch) {
      moment.position = std::floor(moment.position / perEpoch);
      moment.end = std::round(moment.end / perEpoch);
      moment.stepsPerEpoch = 1;
    }
    return def.at(arguments, moment);
  };
  if (position >= warmup) return at(position - begin);
  ScheduleValue value = at(def.fromStart ? position : 0);
  value.rate *= spec.warmupFactor + (1 - spec.warmupFactor) * position / warmup;
  return value;
}

ScheduleCurve previewSchedule(const ScheduleSpec& spec, const ScheduleRun& run, std::size_t maxPoints) {
  ScheduleCurve curve;
  curve.steps = run.stepsPerEpoch * run.epochs;
  curve.dependsOnMetric = scheduleOf(spec).watchesMetric;
  const bool momentum = movesMomentum(spec);
  const std::int64_t points = std::min(static_cast<std::int64_t>(maxPoints), curve.steps);
  for (std::int64_t i = 0; i < points; ++i) {
    const ScheduleValue value = scheduleAt(spec, run, static_cast<double>(i * curve.steps / points));
    curve.rates.push_back(value.rate);
    if (momentum) curve.momenta.push_back(value.momentum);
  }
  return curve;
}

}  // namespace stepscope
