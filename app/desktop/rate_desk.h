// Manages learning rates in the window: the preview of the schedule in the project's dock, the range test, and the use of the rate that it suggests.
#pragma once

#include <QObject>

#include "views/common/message_bar.h"

class QWidget;

namespace stepscope {

class RangeTestDialog;
class SchedulePreview;
class Session;
class SwitchesModel;

class RateDesk : public QObject {
  Q_OBJECT
 public:
  // `window` is the parent of the range test's dialog.
  RateDesk(Session* session, SwitchesModel* switches, QWidget* window);

  SchedulePreview* preview() const { return preview_; }   // the caller places it in the window
  RangeTestDialog* rangeTest() const { return dialog_; }  // null until it is opened
  void openRangeTest();

 Q_SIGNALS:
  void message(const stepscope::Message& message);

 private:
  void update();
  void useRate(double learningRate);

  Session* session_;
  SwitchesModel* switches_;
  QWidget* window_;
  SchedulePreview* preview_;
  RangeTestDialog* dialog_ = nullptr;
};

}  // namespace stepscope
