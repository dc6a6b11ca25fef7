#include "app/desktop/status_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <cmath>

#include "views/common/elided_label.h"
#include "views/common/text.h"
#include "views/common/units.h"
#include "views/runs/runs_model.h"
#include "views/session/session.h"

namespace stepscope {

StatusStrip::StatusStrip(Session* session, QWidget* parent)
    : QStatusBar(parent),
      session_(session),
      position_(new ElidedLabel),
      speed_(new ElidedLabel),
      save_(new ElidedLabel),
      verdict_(new ElidedLabel),
      bar_(new QProgressBar) {
  setObjectName(QStringLiteral("statusStrip"));
  setFixedHeight(28);
  setSizeGripEnabled(false);
  bar_->setTextVisible(false);
  bar_->setFixedWidth(220);
  bar_->setRange(0, 1000);
  bar_->setAccessibleName(tr("Progress of the run"));
  speed_->setProperty("role", "dim");
  verdict_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // it takes the remaining width
  verdict_->setObjectName(QStringLiteral("statusVerdict"));
  save_->setProperty("role", "dim");
  auto* row = new QWidget;
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(14, 0, 14, 0);
  layout->setSpacing(16);
  layout->addWidget(position_);
  layout->addWidget(bar_);
  layout->addWidget(speed_);
  layout->addWidget(verdict_, 1);
  layout->addWidget(save_);
  addPermanentWidget(row, 1);
  timer_.setInterval(250);
  connect(&timer_, &QTimer::timeout, this, &StatusStrip::refresh);
  connect(session_, &Session::stateChanged, this, &StatusStrip::refresh);
  connect(session_, &Session::projectChanged, this, &StatusStrip::refresh);
  connect(session_, &Session::started, this, &StatusStrip::refresh);
  connect(session_, &Session::trainingChanged, this, [this](bool training) {
    if (training) timer_.start();
    else timer_.stop();
    refresh();
  });
  refresh();
}

// The text for the fraction of the step that waits for data. Below one percent it is "none", because the loader is then fast enough.
QString StatusStrip::dataWaitText(double share) {
  return share < 0.01 ? tr("data wait none") : tr("data wait %1").arg(formatPercent(share, 2));
}

QString StatusStrip::positionText() const {
  return position_->text();
}
QString StatusStrip::verdictText() const {
  return verdict_->text();
}

void StatusStrip::setVerdict(const QString& sentence, const QString& of) {
  verdict_->setText(shortened(sentence));
  verdict_->setToolTip(sentence.isEmpty() ? QString() : sentence + QLatin1Char('\n') + of);
}

QString StatusStrip::speedText() const {
  return speed_->text();
}

void StatusStrip::refresh() {
  const auto set = [](ElidedLabel* label, const QString& text) {
    if (label->text() != text) label->setText(text);
  };
  const RunProgress& progress = session_->progress();
  const bool begun = progress.totalSteps() > 0;
  QString state;
  switch (session_->state()) {
    case TrainerState::Preparing: state = session_->stateText().isEmpty() ? tr("preparing") : session_->stateText(); break;
    case TrainerState::Paused: state = tr("paused"); break;
    case TrainerState::Stopping: state = tr("saving a checkpoint"); break;
    case TrainerState::Failed: state = titleOf(RunStatus::Failed); break;
    case TrainerState::Stopped:
    case TrainerState::Finished:
      state = begun ? titleOf(session_->endStatus()) : QString();  // the same word as in the table of runs
      break;
    case TrainerState::Running:
      state = session_->stateText();  // more detailed, for example "timing kernels"
      break;
  }
  if (!session_->project()) state = tr("no project open");
  else if (!begun && state.isEmpty()) state = tr("ready");
  QString position;
  if (begun && session_->state() != TrainerState::Preparing)
    position = tr("epoch %1 / %2 · step %3 / %4")
                   .arg(progress.epoch())
                   .arg(progress.epochs())
                   .arg(formatCount(progress.stepInEpoch()), formatCount(progress.stepsPerEpoch()));
  if (!state.isEmpty()) position = position.isEmpty() ? state : position + QStringLiteral(" · ") + state;
  set(position_, position);
  bar_->setVisible(begun);
  const int value = static_cast<int>(std::lround(progress.fraction() * 1000));
  if (bar_->value() != value) bar_->setValue(value);

  QStringList speed, save;
  if (begun && std::isfinite(progress.samplesPerSecond())) {
    speed << formatRate(progress.samplesPerSecond()) << tr("step %1").arg(formatMs(progress.medianStepMs()));
    if (session_->state() == TrainerState::Running) speed << tr("%1 left").arg(formatDuration(progress.secondsLeft()));
    save << dataWaitText(progress.dataWaitShare());
  }
  if (const double ago = session_->secondsSinceSave(); std::isfinite(ago)) save << tr("saved %1").arg(formatAgo(ago));
  set(speed_, speed.join(QStringLiteral(" · ")));
  set(save_, save.join(QStringLiteral(" · ")));
}

}  // namespace stepscope
