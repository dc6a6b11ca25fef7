#include "core/train/watch/metric_watch.h"

#include <cmath>

namespace stepscope {
namespace {

const char* modeOf(const Monitor& monitor) {
  static constexpr const char* kModes[] = {"smallest", "largest"};  // as in a checkpoint
  return kModes[monitor.larger];
}

}  // namespace

MetricWatch::Verdict MetricWatch::observe(double metric, std::int64_t epoch, double base, bool duringWarmup) {
  Verdict verdict;
  if (monitor_.isBetter(metric, best_.value)) best_ = {metric, epoch};
  if (scheduleOf(schedule_).watchesMetric && !duringWarmup) verdict.rateCut = stepscope::observe(plateau_, schedule_, base, metric, !monitor_.larger);
  if (stopping_.patience == 0) return verdict;
  if (monitor_.isBetter(metric, stoppingBest_, stopping_.minDelta)) {
    stoppingBest_ = metric;
    bad_ = 0;
  } else {
    ++bad_;
  }
  verdict.stop = stopped();
  return verdict;
}

void MetricWatch::save(std::map<std::string, double>& numbers, std::map<std::string, std::string>& texts) const {
  numbers["plateau.best"] = plateau_.best;
  numbers["plateau.rate"] = plateau_.rate;
  numbers["plateau.base"] = plateau_.base;
  numbers["plateau.bad"] = static_cast<double>(plateau_.bad);
  numbers["plateau.cooldown"] = static_cast<double>(plateau_.cooldown);
  numbers["early_stopping.best"] = stoppingBest_;
  numbers["early_stopping.bad"] = static_cast<double>(bad_);
  numbers["monitor.best"] = best_.value;
  numbers["monitor.best_epoch"] = static_cast<double>(best_.epoch);
  texts["monitor.metric"] = monitor_.metric;
  texts["monitor.mode"] = modeOf(monitor_);
}

bool MetricWatch::nothingSeen() const {
  return !std::isfinite(plateau_.best) && !std::isfinite(stoppingBest_) && !std::isfinite(best_.value) && plateau_.bad == 0 && bad_ == 0;
}

std::string MetricWatch::restore(const std::map<std::string, double>& numbers, const std::map<std::string, std::string>& texts,
                                 const Monitor& before) {
  const auto number = [&](const char* name, auto& target) {
    const auto found = numbers.find(name);
    if (found != numbers.end()) target = static_cast<std::remove_reference_t<decltype(target)>>(found->second);
  };
  number("plateau.best", plateau_.best);
  number("plateau.rate", plateau_.rate);
  number("plateau.base", plateau_.base);
  number("plateau.bad", plateau_.bad);
  number("plateau.cooldown", plateau_.cooldown);
  number("early_stopping.best", stoppingBest_);
  number("early_stopping.bad", bad_);
  number("monitor.best", best_.value);
  number("monitor.best_epoch", best_.epoch);
  const auto text = [&](const char* name, const std::string& otherwise) {
    const auto found = texts.find(name);
    return found == texts.end() ? otherwise : found->second;
  };
  const std::string metric = text("monitor.metric", before.metric);
  if (metric == monitor_.metric && text("monitor.mode", modeOf(before)) == modeOf(monitor_)) return {};
  return startAnew() ? metric : std::string();
}

bool MetricWatch::startAnew() {
  const bool seen = !nothingSeen();
  const Plateau was = plateau_;
  plateau_ = {};
  plateau_.rate = was.rate;
  plateau_.base = was.base;
  stoppingBest_ = std::numeric_limits<double>::quiet_NaN();
  bad_ = 0;
  best_ = {};
  return seen;
}

}  // namespace stepscope
