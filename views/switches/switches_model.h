// The switches of the panel: applied ones, pending ones, and the planner's predictions for the pending ones. Predictions are made off the GUI thread,
// a moment after the last change; outdated answers are dropped.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/project/switches.h"
#include "views/common/job.h"
#include "views/switches/prediction.h"

namespace stepscope {

class SwitchesModel : public QObject {
  Q_OBJECT
 public:
  using Predictor = std::function<SwitchForecast(const Project&, const ModelInput&, bool withValidation, const Switches& pending)>;
  using Fitter = std::function<FittingBatch(const Project&, const ModelInput&, bool withValidation, const Switches& pending, std::int64_t most)>;
  explicit SwitchesModel(Predictor predictor = predict, QObject* parent = nullptr, Fitter fitter = fitBatch);

  void setProject(const Project& project);  // its switches become the applied and the pending ones
  // Predictions are possible from now on. `samples`: of the training data; 0: not known.
  void setInput(const ModelInput& input, bool withValidation, std::int64_t samples = 0);
  // For another device; predictions are made again. `gpu`: whether the device is a GPU.
  void setPredictor(Predictor predictor, Fitter fitter, bool gpu);
  void setApplied(const Switches& switches);  // they were applied elsewhere; pending follows
  // Kernels were timed meanwhile: the prediction is computed again, and the old answer stays until then.
  void askAgain() { debounce_.start(); }

  const Switches& applied() const { return project_.switches; }
  const Switches& pending() const { return pending_; }
  bool changed() const { return !(pending_ == project_.switches); }
  void setPending(const std::string& key, std::int64_t value);
  void revert();
  // The pending changes, as values by key. After the project file was read again, setPending() restores them.
  std::vector<std::pair<std::string, std::int64_t>> changes() const;
  // Sets the pending batch size to the largest that fits; fitted() follows.
  void fitBatchSize();
  bool canFit() const { return hasInput_ && !fitJob_.busy(); }
  const SwitchPlace& place() const { return place_; }
  // A sentence on why a pending value is not possible here; empty if all are possible.
  std::string refusal() const;
  std::int64_t samples() const { return place_.samples; }                          // of the training data; 0: not known
  const std::optional<SwitchForecast>& prediction() const { return prediction_; }  // for pending(); empty while it is computed
  std::int64_t appliedPeakBytes() const { return applied_.peakBytes; }             // 0: not known yet
  const Forecast& appliedForecast() const { return applied_; }
  int predictionsMade() const { return made_; }
  bool asking() const { return job_.busy(); }

 Q_SIGNALS:
  void pendingChanged();
  void predictionChanged();
  void fitted(const QString& sentence);

 private:
  void dropPrediction();
  void ask();

  Predictor predictor_;
  Project project_;
  Switches pending_;
  ModelInput input_;
  bool hasInput_ = false, withValidation_ = false;
  std::optional<SwitchForecast> prediction_;
  Forecast applied_;
  SwitchPlace place_;
  bool gpu_ = false;
  Fitter fitter_;
  int made_ = 0;
  QTimer debounce_;
  JobSlot job_, fitJob_;
};

}  // namespace stepscope
