#include "core/base/task.h"

#include <array>

namespace stepscope {

namespace {

constexpr Metric kAccuracy{"accuracy", "accuracy", "%", true, true};
constexpr Metric kRmse{"rmse", "RMSE", "", false, false};
constexpr Metric kLoss{"loss", "loss", "nats/token", false, false};

constexpr std::array<TaskInfo, 3> kTasks{{
    {Task::Classification, "classification", "cross-entropy", "", kAccuracy, kAccuracy},
    {Task::Regression, "regression", "mean squared error", "of standardized targets", kRmse, kRmse},
    // The accuracy of single characters is not informative; language models are compared by perplexity and by its logarithm, the loss.
    {Task::LanguageModel, "language_model", "cross-entropy", "nats/token", kAccuracy, kLoss},
}};

}  // namespace

const TaskInfo& infoOf(Task task) {
  return kTasks[static_cast<std::size_t>(task)];
}

}  // namespace stepscope
