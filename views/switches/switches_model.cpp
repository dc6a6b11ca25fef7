#include "views/switches/switches_model.h"

#include <algorithm>

#include "core/project/switches.h"
#include "views/switches/switch_sentences.h"
#include "views/words/engine_text.h"

namespace stepscope {

SwitchesModel::SwitchesModel(Predictor predictor, QObject* parent, Fitter fitter)
    : QObject(parent), predictor_(std::move(predictor)), fitter_(std::move(fitter)) {
  debounce_.setSingleShot(true);
  debounce_.setInterval(150);
  connect(&debounce_, &QTimer::timeout, this, &SwitchesModel::ask);
}

void SwitchesModel::setProject(const Project& project) {
  project_ = project;
  pending_ = project.switches;
  hasInput_ = false;
  applied_ = {};
  place_ = {0, true, gpu_};
  fitJob_.cancel();
  prediction_.reset();
  debounce_.stop();
  job_.cancel();
  Q_EMIT pendingChanged();
  Q_EMIT predictionChanged();
}

void SwitchesModel::setInput(const ModelInput& input, bool withValidation, std::int64_t samples) {
  input_ = input;
  place_ = {samples, input.sample.size() == 3, gpu_};
  withValidation_ = withValidation;
  hasInput_ = true;
  Q_EMIT pendingChanged();
  ask();
}

void SwitchesModel::setPredictor(Predictor predictor, Fitter fitter, bool gpu) {
  predictor_ = std::move(predictor);
  fitter_ = std::move(fitter);
  gpu_ = place_.gpu = gpu;
  applied_ = {};
  dropPrediction();
  fitJob_.cancel();
  Q_EMIT pendingChanged();
  Q_EMIT predictionChanged();
  debounce_.start();
}

// Also drops a running computation: its answer would be shown beside other switches.
void SwitchesModel::dropPrediction() {
  prediction_.reset();
  job_.cancel();
}

void SwitchesModel::setApplied(const Switches& switches) {
  project_.switches = switches;
  pending_ = switches;
  dropPrediction();
  Q_EMIT pendingChanged();
  Q_EMIT predictionChanged();
  debounce_.start();
}

void SwitchesModel::setPending(const std::string& key, std::int64_t value) {
  for (const SwitchDef& def : switchDefs()) {
    if (def.key != key || def.get(pending_) == value) continue;
    def.set(pending_, std::clamp(value, def.minimum, def.maximum));
    dropPrediction();
    Q_EMIT pendingChanged();
    Q_EMIT predictionChanged();
    debounce_.start();
  }
}

void SwitchesModel::revert() {
  if (!changed()) return;
  pending_ = project_.switches;
  dropPrediction();
  Q_EMIT pendingChanged();
  Q_EMIT predictionChanged();
  debounce_.start();
}

std::vector<std::pair<std::string, std::int64_t>> SwitchesModel::changes() const {
  std::vector<std::pair<std::string, std::int64_t>> values;
  for (const SwitchDef& def : switchDefs())
    if (def.get(pending_) != def.get(project_.switches)) values.emplace_back(def.key, def.get(pending_));
  return values;
}

std::string SwitchesModel::refusal() const {
  for (const SwitchDef& def : switchDefs())
    if (const std::string why = whyRefused(def, place_, pending_, def.get(pending_)); !why.empty()) return def.title + ": " + why;
  return {};
}

void SwitchesModel::fitBatchSize() {
  if (!canFit()) return;
  // If the data are not known, the limit of the key is used.
  const std::int64_t most = place_.samples > 0 ? std::min<std::int64_t>(place_.samples, 65536) : 65536;
  fitJob_.start([this, fitter = fitter_, project = project_, input = input_, withValidation = withValidation_, pending = pending_,
                 most](const std::atomic<bool>&) -> std::function<void()> {
    FittingBatch fitting;
    QString failure;
    try {
      fitting = fitter(project, input, withValidation, pending, most);
    } catch (const std::exception& error) {
      failure = engineText(error);
    }
    return [this, fitting, failure] {
      if (!failure.isEmpty()) {
        Q_EMIT fitted(failure);
        return;
      }
      const std::int64_t set = fitting.knee > 0 ? fitting.knee : fitting.largest.batch;
      if (set > 0) setPending("batch_size", set);
      Q_EMIT fitted(fittingText(fitting, place_.samples, pending_.accumulation));
    };
  });
}

void SwitchesModel::ask() {
  if (!hasInput_) return;
  job_.start([this, predictor = predictor_, project = project_, input = input_, withValidation = withValidation_,
              pending = pending_](const std::atomic<bool>&) -> std::function<void()> {
    SwitchForecast answer;
    try {
      answer = predictor(project, input, withValidation, pending);
    } catch (const std::exception& error) {
      answer.problem = error.what();
    }
    return [this, answer] {
      ++made_;
      if (answer.applied.peakBytes > 0) applied_ = answer.applied;
      prediction_ = answer;
      Q_EMIT predictionChanged();
    };
  });
}

}  // namespace stepscope
