#include "views/start/preparing_card.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>
#include <algorithm>

#include "views/common/theme.h"
#include "views/common/units.h"

namespace stepscope {

PhaseProgress phaseOf(const QString& sentence) {
  static const QRegularExpression figures(QStringLiteral("^(.*?)[,:]? ?(?:step |layer )?(\\d+) of (\\d+)$"));
  const QRegularExpressionMatch match = figures.match(sentence);
  if (!match.hasMatch()) return {sentence, 0, 0};
  return {match.captured(1), match.captured(2).toInt(), match.captured(3).toInt()};
}

PreparingCard::PreparingCard(QWidget* over)
    : QFrame(over), title_(new QLabel), phase_(new QLabel), times_(new QLabel), bar_(new QProgressBar), cancel_(new QPushButton(tr("Cancel"))) {
  setObjectName(QStringLiteral("preparingCard"));
  setProperty("card", true);
  title_->setFont(textFont(15, QFont::DemiBold));
  times_->setProperty("role", "dim");
  phase_->setWordWrap(true);
  bar_->setTextVisible(false);
  bar_->setAccessibleName(tr("Progress of the preparation"));
  cancel_->setToolTip(tr("Ends the run before its first step (Ctrl+.)"));
  connect(cancel_, &QPushButton::clicked, this, &PreparingCard::cancelled);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(22, 18, 22, 16);
  layout->setSpacing(10);
  layout->addWidget(title_);
  layout->addWidget(phase_);
  layout->addWidget(bar_);
  auto* last = new QHBoxLayout;
  last->addWidget(times_, 1);
  last->addWidget(cancel_);
  layout->addLayout(last);
  timer_.setInterval(200);
  connect(&timer_, &QTimer::timeout, this, &PreparingCard::showTimes);
  over->installEventFilter(this);
  QFrame::hide();
}

void PreparingCard::begin(const QString& title) {
  title_->setText(title);
  phase_->clear();
  progress_ = {};
  bar_->setRange(0, 0);
  sinceBegin_.start();
  sincePhase_.start();
  cancel_->setEnabled(true);
  setAccessibleName(title);
  showTimes();
  place();
  show();
  raise();
  timer_.start();
}

void PreparingCard::setPhase(const QString& sentence) {
  if (!isVisible()) return;
  const PhaseProgress now = phaseOf(sentence);
  if (now.what != progress_.what) sincePhase_.start();
  progress_ = now;
  QString shown = now.what;
  if (!shown.isEmpty()) shown[0] = shown[0].toUpper();
  phase_->setText(now.of > 0 ? tr("%1: %2 of %3").arg(shown).arg(now.done).arg(now.of) : shown);
  setAccessibleDescription(phase_->text());
  if (now.of > 0) {
    bar_->setRange(0, now.of);
    bar_->setValue(now.done);
  } else {
    bar_->setRange(0, 0);
  }
  showTimes();
  place();
}

void PreparingCard::showTimes() {
  const double seconds = static_cast<double>(sinceBegin_.elapsed()) / 1000;
  QString times = tr("%1 so far").arg(formatDuration(seconds));
  // The remaining time is extrapolated from the finished part of the phase, once this is large enough.
  const double phase = static_cast<double>(sincePhase_.elapsed()) / 1000;
  if (progress_.of > 0 && progress_.done > 2 && phase > 1) {
    const double left = phase * (progress_.of - progress_.done) / progress_.done;
    times += tr(" · about %1 left of this").arg(formatDuration(left));
  }
  times_->setText(times);
}

void PreparingCard::end() {
  timer_.stop();
  hide();
}

QString PreparingCard::text() const {
  return title_->text() + QLatin1Char('\n') + phase_->text() + QLatin1Char('\n') + times_->text();
}

void PreparingCard::place() {
  const QWidget* over = parentWidget();
  const int width = std::min(440, over->width() - 32);
  setFixedWidth(width);
  const int height = std::max(sizeHint().height(), heightForWidth(width));
  setGeometry((over->width() - width) / 2, std::max(8, (over->height() - height) * 2 / 5), width, height);
}

bool PreparingCard::eventFilter(QObject* object, QEvent* event) {
  if (object == parentWidget() && event->type() == QEvent::Resize && isVisible()) place();
  return QFrame::eventFilter(object, event);
}

}  // namespace stepscope
