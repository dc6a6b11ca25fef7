#include "app/desktop/rate_desk.h"

#include "views/common/units.h"
#include "views/rates/range_test_dialog.h"
#include "views/rates/schedule_preview.h"
#include "views/session/session.h"
#include "views/session/setting_change.h"
#include "views/switches/switches_model.h"

namespace stepscope {

RateDesk::RateDesk(Session* session, SwitchesModel* switches, QWidget* window)
    : QObject(window), session_(session), switches_(switches), window_(window), preview_(new SchedulePreview) {
  connect(preview_, &SchedulePreview::rangeTestRequested, this, &RateDesk::openRangeTest);
  connect(session_, &Session::projectChanged, this, &RateDesk::update);
  connect(session_, &Session::factsChanged, this, &RateDesk::update);
  connect(session_, &Session::settingsChanged, this, &RateDesk::update);
  connect(session_, &Session::trainingChanged, this, &RateDesk::update);
  connect(switches_, &SwitchesModel::pendingChanged, this, &RateDesk::update);
  update();
}

// Passes the project with the switches of the next run, which the user may have changed but not applied, to the preview and the range test.
void RateDesk::update() {
  const bool open = session_->project().has_value();
  preview_->setTestable(open && !session_->training(), open ? tr("A run is training: the test would slow it down") : tr("No project is open"));
  if (!open) return preview_->setProject(nullptr);
  Project project = *session_->project();
  project.switches = switches_->pending();
  preview_->setProject(&project, session_->facts() ? session_->facts()->trainSamples : 0);
  if (!dialog_) return;
  dialog_->setProject(project);
  dialog_->setTraining(session_->training());
}

void RateDesk::openRangeTest() {
  if (!session_->project()) return;
  if (!dialog_) {
    dialog_ = new RangeTestDialog(window_);
    connect(dialog_, &RangeTestDialog::rateChosen, this, &RateDesk::useRate);
    update();
  }
  dialog_->show();
  dialog_->raise();
  dialog_->activateWindow();
}

void RateDesk::useRate(double learningRate) {
  // Rounds to three significant digits, as displayed. A suggested rate is not more precise.
  const double rate = QString::number(learningRate, 'g', 3).toDouble();
  session_->setLearningRate(rate);
  const QString value = QString::number(rate, 'g', 3);
  Message said = changedForThisSession(tr("The next run trains at a learning rate of %1").arg(formatLearningRate(rate)),
                                       QString::fromStdString(session_->project()->file), QStringLiteral("train.optimizer.learning_rate"), value,
                                       [this](const Message& next) { Q_EMIT message(next); });
  Q_EMIT message(said);
}

}  // namespace stepscope
