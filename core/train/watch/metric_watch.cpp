#include "core/train/watch/metric_watch.h"

#include <cmath>

namespace stepscope {

MetricWatch::Verdict MetricWatch::observe(double metric, bool lowerIsBetter, double base, bool duringWarmup) {
  Verdict verdict;
  if (scheduleOf(schedule_).watchesMetric && !duringWarmup)
    verdict.rateCut = stepscope::observe(plateau_, schedule_, base, metric, lowerIsBetter);
  if (stopping_.patience == 0) return verdict;
  const double delta = stopping_.minDelta;
  const bool better = std::isnan(best_) ? !std::isnan(metric) : (lowerIsBetter ? metric < best_ - delta : metric > best_ + delta);
  if (better) {
    best_ = metric;
    bad_ = 0;
  } else {
    ++bad_;
  }
  verdict.stop = bad_ >= stopping_.patience;
  return verdict;
}

void MetricWatch::save(std::map<std::string, double>& numbers) const {
  numbers["plateau.best"] = plateau_.best;
  numbers["plateau.rate"] = plateau_.rate;
  numbers["plateau.base"] = plateau_.base;
  numbers["plateau.bad"] = static_cast<double>(plateau_.bad);
  numbers["plateau.cooldown"] = static_cast<double>(plateau_.cooldown);
  numbers["early_stopping.best"] = best_;
  numbers["early_stopping.bad"] = static_cast<double>(bad_);
}

void MetricWatch::restore(const std::map<std::string, double>& numbers) {
  const auto number = [&](const char* name, auto& target) {
    const auto found = numbers.find(name);
    if (found != numbers.end()) target = static_cast<std::remove_reference_t<decltype(target)>>(found->second);
  };
  number("plateau.best", plateau_.best);
  number("plateau.rate", plateau_.rate);
  number("plateau.base", plateau_.base);
  number("plateau.bad", plateau_.bad);
  number("plateau.cooldown", plateau_.cooldown);
  number("early_stopping.best", best_);
  number("early_stopping.bad", bad_);
}

}  // namespace stepscope
