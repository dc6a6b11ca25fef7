#include "app/desktop/run_notice.h"

#include <QApplication>
#include <QSystemTrayIcon>
#include <QTimer>
#include <QWidget>

#include "views/common/message_bar.h"
#include "views/common/text.h"
#include "views/common/units.h"
#include "views/session/session.h"
#include "views/session/window_requests.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {

constexpr int kShownMs = 20'000;  // the icon in the system tray is hidden after this time
constexpr qint64 kBetweenWarningsMs = 60'000;

}  // namespace

RunNotice::RunNotice(const ViewContext& context, QWidget* window) : QObject(window), c_(context), window_(window) {
  connect(&c_.session, &Session::started, this, [this](const StartEvent& start) {
    run_ = text(start.runName);
    lastWarning_.invalidate();
  });
  connect(&c_.session, &Session::ended, this, &RunNotice::ended);
  connect(&c_.session, &Session::message, this, &RunNotice::warned);
}

QString RunNotice::titleOf(const EndEvent& end, const QString& run) {
  switch (end.status) {
    case RunStatus::Finished: return tr("%1 has finished").arg(run);
    case RunStatus::Unsaved: return tr("%1 has finished, but its end is not saved").arg(run);
    case RunStatus::Stopped: return tr("%1 has stopped").arg(run);
    default: return end.message.empty() ? tr("%1 failed").arg(run) : tr("%1 failed: %2").arg(run, engineText(end.message));
  }
}

QString RunNotice::textOf(const EndEvent& end) {
  if (end.status == RunStatus::Failed) return {};
  const QString time = formatDuration(end.seconds);
  if (!end.validated) return tr("after %1 and %2").arg(counted(end.steps, tr("step"), tr("steps")), time);
  const Metric& metric = infoOf(end.task).metric;
  return tr("%1 %2 on the validation data, after %3").arg(engineText(metric.title), formatMetric(metric, end.validationMetric), time);
}

void RunNotice::ended(const EndEvent& end) {
  if (window_->isActiveWindow() || end.nothingLeft) return;
  const QString title = titleOf(end, run_), result = textOf(end);
  tell(title, result);
  if (end.status == RunStatus::Failed || end.status == RunStatus::Unsaved || !end.saved)
    return;  // the session shows such an end at the top of the window
  Message message;
  message.level = Message::Level::Info;
  message.what = result.isEmpty() ? title : tr("%1: %2").arg(title, result);
  Q_EMIT c_.window.message(message);
}

// Reports warnings of a run in training, at most one a minute: the validation is not finite, learning diverges, the disk is full.
void RunNotice::warned(const Message& message) {
  const bool running = c_.session.training() && c_.session.state() == TrainerState::Running;
  if (message.level == Message::Level::Info || !running || window_->isActiveWindow()) return;
  if (lastWarning_.isValid() && !lastWarning_.hasExpired(kBetweenWarningsMs)) return;
  lastWarning_.start();
  tell(tr("%1: warning").arg(run_), message.what);
}

void RunNotice::tell(const QString& title, const QString& words) {
  Q_EMIT told(title, words);
  QApplication::alert(window_);
  if (!QSystemTrayIcon::isSystemTrayAvailable() || !QSystemTrayIcon::supportsMessages()) return;
  if (!tray_) {
    tray_ = new QSystemTrayIcon(window_->windowIcon(), this);
    const auto raise = [this] {
      window_->show();
      window_->raise();
      window_->activateWindow();
      tray_->hide();
    };
    connect(tray_, &QSystemTrayIcon::messageClicked, this, raise);
    connect(tray_, &QSystemTrayIcon::activated, this, raise);
  }
  tray_->show();
  tray_->showMessage(title, words, window_->windowIcon());
  QTimer::singleShot(kShownMs, tray_, &QSystemTrayIcon::hide);
}

}  // namespace stepscope
