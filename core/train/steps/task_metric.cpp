#include "core/train/steps/task_metric.h"

#include <cmath>
#include <limits>
#include <span>

#include "core/graph/model_outputs.h"

namespace stepscope {

TaskMetric::TaskMetric(const SampleInfo& info) : task_(info.task), answersPerSample_(static_cast<double>(numel(info.target().shape))) {
  for (const double deviation : info.targetStd) unitSquared_.push_back(deviation * deviation);
  if (task_ == Task::Regression) unitSquared_.resize(info.targetNames.size(), 1.0);
}

double TaskMetric::read(const Program& program) const {
  const ValueId metric = modelOutputs(program.graph()).metric;
  if (task_ != Task::Regression) return program.scalar(metric);
  std::vector<float> squares(unitSquared_.size());
  program.read(metric, std::as_writable_bytes(std::span(squares)));
  double sum = 0;
  for (std::size_t i = 0; i < squares.size(); ++i) sum += static_cast<double>(squares[i]) * unitSquared_[i];
  return sum;
}

double TaskMetric::value(double sum, std::int64_t samples) const {
  if (samples < 1) return std::numeric_limits<double>::quiet_NaN();
  const double mean = sum / (static_cast<double>(samples) * answersPerSample_);
  return task_ == Task::Regression ? std::sqrt(mean) : mean;
}

ModelInput modelInputOf(const SampleInfo& info) {
  return {info.input().shape, static_cast<int>(info.outputs()), info.input().dtype, info.task};
}

}  // namespace stepscope
