#include "core/train/steps/task_metrics.h"

#include <limits>
#include <span>
#include <utility>

namespace stepscope {

TaskMetrics::TaskMetrics(const SampleInfo& info, std::vector<const MetricDef*> defs)
    : task_(info.task), defs_(std::move(defs)), answersPerSample_(static_cast<double>(numel(info.target().shape))), deviations_(info.targetStd) {}

TaskMetrics::Sums TaskMetrics::read(const Program& program) const {
  Sums sums;
  for (const MetricDef* def : defs_) {
    const ValueId output = metricOutput(program.graph(), *def);
    std::vector<float> parts(static_cast<std::size_t>(numel(program.graph().value(output).shape)));
    program.read(output, std::as_writable_bytes(std::span(parts)));
    double sum = 0;
    for (std::size_t i = 0; i < parts.size(); ++i)
      sum += static_cast<double>(parts[i]) * (def->unit && i < deviations_.size() ? def->unit(deviations_[i]) : 1.0);
    sums.push_back(sum);
  }
  return sums;
}

void TaskMetrics::add(Sums& sums, const Sums& more) const {
  sums.resize(defs_.size());
  for (std::size_t i = 0; i < more.size(); ++i) sums[i] += more[i];
}

void TaskMetrics::put(Figures& figures, const char* prefix, double loss, const Sums& sums, std::int64_t samples) const {
  figures.set(std::string(prefix) + "loss", loss);
  for (std::size_t i = 0; i < defs_.size(); ++i) {
    const double mean = samples < 1 ? std::numeric_limits<double>::quiet_NaN()
                                    : (i < sums.size() ? sums[i] : 0.0) / (static_cast<double>(samples) * answersPerSample_);
    figures.set(keyOf(prefix, defs_[i]->metric), defs_[i]->ofMean ? defs_[i]->ofMean(mean) : mean);
  }
}

double TaskMetrics::keep(const Sums& sums, std::map<std::string, double>& numbers, const std::string& key) const {
  for (std::size_t i = 1; i < sums.size(); ++i) numbers[keyOf((key + '.').c_str(), defs_[i]->metric)] = sums[i];
  return sums.empty() ? 0.0 : sums[0];
}

TaskMetrics::Sums TaskMetrics::sumsOf(double first, const std::map<std::string, double>& numbers, const std::string& key) const {
  Sums sums{first};
  for (std::size_t i = 1; i < defs_.size(); ++i) {
    const auto kept = numbers.find(keyOf((key + '.').c_str(), defs_[i]->metric));
    sums.push_back(kept == numbers.end() ? 0.0 : kept->second);
  }
  return sums;
}

ModelInput modelInputOf(const SampleInfo& info) {
  return {info.input().shape, static_cast<int>(info.outputs()), info.input().dtype, info.task};
}

}  // namespace stepscope
