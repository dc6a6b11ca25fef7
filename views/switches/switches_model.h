// The switches as the panel shows them: applied, pending, and what the planner predicts for the pending ones. Predictions are made off the
// GUI thread, a moment after the last change; answers to older questions are dropped.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <optional>

#include "views/common/job.h"
#include "views/switches/prediction.h"

namespace stepscope {

class SwitchesModel : public QObject {
  Q_OBJECT
 public:
  using Predictor = std::function<Prediction(const Project&, const ModelInput&, bool withValidation, const Switches& pending)>;
  explicit SwitchesModel(Predictor predictor = predict, QObject* parent = nullptr);

  void setProject(const Project& project);                      // pending becomes applied
  void setInput(const ModelInput& input, bool withValidation);  // predictions are possible from now on
  void setApplied(const Switches& switches);                    // somebody applied them; pending follows

  const Switches& applied() const { return project_.switches; }
  const Switches& pending() const { return pending_; }
  bool changed() const { return !(pending_ == project_.switches); }
  void setPending(const std::string& key, std::int64_t value);
  void revert();
  const std::optional<Prediction>& prediction() const { return prediction_; }  // of pending(); empty while it is computed
  std::int64_t appliedPeakBytes() const { return appliedPeak_; }               // 0: not known yet
  int predictionsMade() const { return made_; }

 Q_SIGNALS:
  void pendingChanged();
  void predictionChanged();

 private:
  void ask();

  Predictor predictor_;
  Project project_;
  Switches pending_;
  ModelInput input_;
  bool hasInput_ = false, withValidation_ = false;
  std::optional<Prediction> prediction_;
  std::int64_t appliedPeak_ = 0;
  int made_ = 0;
  QTimer debounce_;
  JobSlot job_;
};

}  // namespace stepscope
