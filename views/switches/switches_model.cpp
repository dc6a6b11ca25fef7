#include "views/switches/switches_model.h"

#include <algorithm>

#include "core/project/switches.h"

namespace stepscope {

SwitchesModel::SwitchesModel(Predictor predictor, QObject* parent) : QObject(parent), predictor_(std::move(predictor)) {
  debounce_.setSingleShot(true);
  debounce_.setInterval(150);
  connect(&debounce_, &QTimer::timeout, this, &SwitchesModel::ask);
}

void SwitchesModel::setProject(const Project& project) {
  project_ = project;
  pending_ = project.switches;
  hasInput_ = false;
  appliedPeak_ = 0;
  prediction_.reset();
  debounce_.stop();
  job_.cancel();
  Q_EMIT pendingChanged();
  Q_EMIT predictionChanged();
}

void SwitchesModel::setInput(const ModelInput& input, bool withValidation) {
  input_ = input;
  withValidation_ = withValidation;
  hasInput_ = true;
  ask();
}

void SwitchesModel::setApplied(const Switches& switches) {
  project_.switches = switches;
  pending_ = switches;
  prediction_.reset();
  Q_EMIT pendingChanged();
  Q_EMIT predictionChanged();
  debounce_.start();
}

void SwitchesModel::setPending(const std::string& key, std::int64_t value) {
  for (const SwitchDef& def : switchDefs()) {
    if (def.key != key || def.get(pending_) == value) continue;
    def.set(pending_, std::clamp(value, def.minimum, def.maximum));
    prediction_.reset();
    Q_EMIT pendingChanged();
    Q_EMIT predictionChanged();
    debounce_.start();
  }
}

void SwitchesModel::revert() {
  if (!changed()) return;
  pending_ = project_.switches;
  prediction_.reset();
  Q_EMIT pendingChanged();
  Q_EMIT predictionChanged();
  debounce_.start();
}

void SwitchesModel::ask() {
  if (!hasInput_) return;
  job_.start([this, predictor = predictor_, project = project_, input = input_, withValidation = withValidation_,
              pending = pending_](const std::atomic<bool>&) -> std::function<void()> {
    Prediction answer;
    try {
      answer = predictor(project, input, withValidation, pending);
    } catch (const std::exception& error) {
      answer.problem = error.what();
    }
    return [this, answer] {
      ++made_;
      if (answer.appliedPeakBytes > 0) appliedPeak_ = answer.appliedPeakBytes;
      prediction_ = answer;
      Q_EMIT predictionChanged();
    };
  });
}

}  // namespace stepscope
