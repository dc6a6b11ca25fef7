// Every schedule, one entry each: name, arguments, function. The formulas and defaults are those of torch/optim/lr_scheduler.py, with
// lengths in epochs where PyTorch counts calls of step().
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/schedule/schedule.h"

namespace stepscope {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kMostEpochs = 100'000;

// A length in epochs, as whole steps, at least one.
double stepsOf(double epochs, const ScheduleMoment& m) {
  return std::max(1.0, std::round(epochs * m.stepsPerEpoch));
}

double cosineFrom(double start, double end, double progress) {
  return end + (start - end) / 2 * (1 + std::cos(std::numbers::pi * progress));
}

// ConstantLR; with factor 1 the rate never changes.
ScheduleValue constant(const ScheduleArguments& a, const ScheduleMoment& m) {
  return {m.position < stepsOf(a["length_epochs"], m) ? m.base * a["factor"] : m.base};
}

// LinearLR
ScheduleValue linear(const ScheduleArguments& a, const ScheduleMoment& m) {
  const double length = stepsOf(a["length_epochs"], m), progress = std::min(m.position, length) / length;
  return {m.base * (a["start_factor"] + (a["end_factor"] - a["start_factor"]) * progress)};
}

// StepLR
ScheduleValue step(const ScheduleArguments& a, const ScheduleMoment& m) {
  return {m.base * std::pow(a["gamma"], std::floor(m.position / stepsOf(a["step_epochs"], m)))};
}

// MultiStepLR: a milestone that is listed twice counts twice.
ScheduleValue multistep(const ScheduleArguments& a, const ScheduleMoment& m) {
  const auto& milestones = a.list("milestones");
  const auto passed =
      std::count_if(milestones.begin(), milestones.end(), [&](double epochs) { return std::round(epochs * m.stepsPerEpoch) <= m.position; });
  return {m.base * std::pow(a["gamma"], static_cast<double>(passed))};
}

// ExponentialLR; gamma is the factor per epoch.
ScheduleValue exponential(const ScheduleArguments& a, const ScheduleMoment& m) {
  return {m.base * std::pow(a["gamma"], m.position / m.stepsPerEpoch)};
}

// PolynomialLR
ScheduleValue polynomial(const ScheduleArguments& a, const ScheduleMoment& m) {
  const double length = stepsOf(a["length_epochs"], m);
  return {m.base * std::pow(1 - std::min(m.position, length) / length, a["power"])};
}

// CosineAnnealingLR. If length_epochs is given, the rate rises again after that length, as PyTorch's does. Otherwise the cosine takes the whole run,
// and the rate stays at the minimum if the run is extended.
ScheduleValue cosine(const ScheduleArguments& a, const ScheduleMoment& m) {
  double progress = m.position > 0 ? 1 : 0;  // a run that consists of warm-up only ends at the base rate
  if (a.has("length_epochs")) {
    progress = m.position / stepsOf(a["length_epochs"], m);
  } else if (m.end > 0) {
    progress = std::clamp(m.position / m.end, 0.0, 1.0);
  }
  return {a["minimum"] + (m.base - a["minimum"]) * (1 + std::cos(std::numbers::pi * progress)) / 2};
}

// CosineAnnealingWarmRestarts (Loshchilov & Hutter 2017)
ScheduleValue warmRestarts(const ScheduleArguments& a, const ScheduleMoment& m) {
  double length = stepsOf(a["restart_epochs"], m), at = m.position;
  const double factor = a["restart_factor"];
  if (factor == 1) {
    at = std::fmod(at, length);
  } else {
    while (at >= length) {
      at -= length;
      length *= factor;
    }
  }
  return {a["minimum"] + (m.base - a["minimum"]) * (1 + std::cos(std::numbers::pi * at / length)) / 2};
}

// OneCycleLR (Smith & Topin 2019): the base rate is the highest one. After its end the last rate is kept.
ScheduleValue oneCycle(const ScheduleArguments& a, const ScheduleMoment& m) {
  struct Phase {
    double end, fromRate, toRate, fromMomentum, toMomentum;
  };
  const double first = m.base / a["div_factor"], least = first / a["final_div_factor"], up = a["pct_start"] * m.end - 1;
  const double low = a["base_momentum"], high = a["max_momentum"];
  const bool three = a.flag("three_phase"), straight = a["anneal"] == 1;
  const Phase phases[] = {
      {up, first, m.base, high, low}, {three ? 2 * up : m.end - 1, m.base, three ? first : least, low, high}, {m.end - 1, first, least, high, high}};
  const int count = three ? 3 : 2;
  double begin = 0;
  for (int i = 0; i < count; ++i) {
    const Phase& phase = phases[i];
    if (m.position > phase.end && i + 1 < count) {
      begin = phase.end;
      continue;
    }
    const double length = phase.end - begin;
    const double progress = length > 0 ? std::clamp((m.position - begin) / length, 0.0, 1.0) : 1.0;
    const auto between = [&](double from, double to) { return straight ? from + (to - from) * progress : cosineFrom(from, to, progress); };
    return {between(phase.fromRate, phase.toRate), a.flag("cycle_momentum") ? between(phase.fromMomentum, phase.toMomentum) : kNaN};
  }
  return {least};
}

// ReduceLROnPlateau: observe() in plateau.h cuts the rate after each validation.
ScheduleValue onPlateau(const ScheduleArguments&, const ScheduleMoment& m) {
  return {std::isnan(m.reduced) ? m.base : m.reduced};
}

ScheduleArgument real(const char* name, double fallback, double low, bool lowOpen, double high) {
  return {name, ArgumentType::Real, fallback, low, high, lowOpen};
}
ScheduleArgument whole(const char* name, double fallback, double low, double high) {
  return {name, ArgumentType::Whole, fallback, low, high};
}
ScheduleArgument flag(const char* name, bool fallback) {
  return {name, ArgumentType::Flag, fallback ? 1.0 : 0.0, 0, 1};
}
ScheduleArgument choice(const char* name, std::vector<std::string> choices) {
  return {name, ArgumentType::Choice, 0, 0, 0, false, std::move(choices)};
}
ScheduleArgument needed(ScheduleArgument argument) {
  argument.needed = true;
  argument.fallback = kNaN;
  return argument;
}
ScheduleArgument length(double fallback) {
  return real("length_epochs", fallback, 0, true, kMostEpochs);
}
ScheduleArgument gamma(double fallback) {
  return real("gamma", fallback, 0, true, 10);
}
ScheduleArgument factor(double fallback) {
  return real("factor", fallback, 0, true, 10);
}
ScheduleArgument minimum() {
  return real("minimum", 0, 0, false, 1e6);
}

}  // namespace

const std::vector<ScheduleDef>& scheduleDefs() {
  static const std::vector<ScheduleDef> defs = {
      {.name = "constant", .title = "constant", .arguments = {factor(1), length(5)}, .at = constant},
      {.name = "linear",
       .title = "linear",
       .arguments = {real("start_factor", 1.0 / 3, 0, true, 1), real("end_factor", 1, 0, false, 1), length(5)},
       .at = linear},
      {.name = "step", .title = "steps", .arguments = {real("step_epochs", 30, 0, true, kMostEpochs), gamma(0.1)}, .at = step, .fromStart = true},
      {.name = "multistep",
       .title = "steps at milestones",
       .arguments = {needed({"milestones", ArgumentType::List, kNaN, 0, kMostEpochs}), gamma(0.1)},
       .at = multistep,
       .fromStart = true},
      {.name = "exponential", .title = "exponential", .arguments = {needed(gamma(kNaN))}, .at = exponential},
      {.name = "polynomial", .title = "polynomial", .arguments = {length(5), real("power", 1, 0, false, 100)}, .at = polynomial},
      {.name = "cosine", .title = "cosine", .arguments = {length(kNaN), minimum()}, .at = cosine},
      {.name = "cosine_warm_restarts",
       .title = "cosine with warm restarts",
       .arguments = {needed(real("restart_epochs", kNaN, 0, true, kMostEpochs)), whole("restart_factor", 1, 1, 100), minimum()},
       .at = warmRestarts},
      {.name = "one_cycle",
       .title = "one cycle",
       .arguments = {real("pct_start", 0.3, 0, false, 1), choice("anneal", {"cos", "linear"}), real("div_factor", 25, 0, true, 1e9),
                     real("final_div_factor", 1e4, 0, true, 1e12), flag("three_phase", false), flag("cycle_momentum", true),
                     real("base_momentum", 0.85, 0, false, 0.999999), real("max_momentum", 0.95, 0, false, 0.999999)},
       .at = oneCycle,
       .movesMomentum = true},
      {.name = "reduce_on_plateau",
       .title = "reduced on a plateau",
       .arguments = {factor(0.1), whole("patience", 10, 0, kMostEpochs), real("threshold", 1e-4, 0, false, 1e6),
                     choice("threshold_mode", {"rel", "abs"}), whole("cooldown", 0, 0, kMostEpochs), minimum(), real("eps", 1e-8, 0, false, 1)},
       .at = onPlateau,
       .watchesMetric = true},
  };
  return defs;
}

}  // namespace stepscope
