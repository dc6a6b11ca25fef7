// The runs that the curves show, and the run in training, which grows. Views read runs(), and add the new points to their lines after appended().
// Testable without a window.
#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "core/train/run/events.h"
#include "views/curves/run_curves.h"

namespace stepscope {

class CurvesModel : public QObject {
  Q_OBJECT
 public:
  explicit CurvesModel(QObject* parent = nullptr) : QObject(parent) {}

  // These add to the run in training; begin() starts a new one.
  void begin(const StartEvent& start);
  void addSteps(const std::vector<StepEvent>& steps);
  void addEpoch(const EpochEvent& epoch);
  void addMarker(const Marker& marker);
  void setSwitchRows(const std::vector<SwitchRow>& rows);
  // Inserts the points that a resumed run recorded earlier before those that have arrived since begin().
  void addHistory(const RunCurves& history);
  const std::shared_ptr<RunCurves>& live() const { return live_; }

  // Shows stored runs; two or more are compared. If the run in training is among them, live() replaces it, so that it grows.
  void show(std::vector<std::shared_ptr<RunCurves>> runs);
  void showAgain(std::vector<std::shared_ptr<RunCurves>> runs);  // the same runs, read again; ignored if others are displayed
  void showLive();                                               // only the run in training, or the last one trained
  void clear();

  const std::vector<std::shared_ptr<RunCurves>>& runs() const { return shown_; }
  bool comparing() const { return shown_.size() > 1; }

 Q_SIGNALS:
  void reset();     // other runs, or points inserted at the beginning
  void reloaded();  // the same runs, with more points
  void appended();  // points or markers added at the end of live()

 private:
  bool liveShown() const;
  void take(std::vector<std::shared_ptr<RunCurves>> runs);

  std::shared_ptr<RunCurves> live_;
  std::int64_t epochs_ = 0, samplesPerEpoch_ = 0;  // of the run in training
  std::vector<std::shared_ptr<RunCurves>> shown_;
};

}  // namespace stepscope
