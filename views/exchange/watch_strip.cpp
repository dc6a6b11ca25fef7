#include "views/exchange/watch_strip.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QPushButton>

#include "views/common/elided_label.h"
#include "views/common/units.h"
#include "views/exchange/folder_watch.h"

namespace stepscope {

WatchStrip::WatchStrip(FolderWatch* watch, QWidget* parent)
    : QFrame(parent),
      watch_(watch),
      what_(new ElidedLabel({}, nullptr, Qt::ElideMiddle)),
      text_(new ElidedLabel),
      stop_(new QPushButton(tr("Stop Watching"))) {
  setProperty("card", true);
  text_->setProperty("role", "dim");
  stop_->setObjectName(QStringLiteral("stopWatching"));
  stop_->setToolTip(tr("The runs stay as they are; the training elsewhere goes on"));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(12, 4, 6, 4);
  layout->setSpacing(12);
  layout->addWidget(what_, 1);
  layout->addWidget(text_, 1);
  layout->addWidget(stop_);
  connect(stop_, &QPushButton::clicked, watch_, &FolderWatch::stop);
  connect(watch_, &FolderWatch::changed, this, &WatchStrip::update);
  connect(&timer_, &QTimer::timeout, this, &WatchStrip::update);
  timer_.setInterval(1000);
  QFrame::hide();
}

QString WatchStrip::text() const {
  return what_->text() + QLatin1Char(' ') + text_->text();
}

void WatchStrip::update() {
  const bool watching = watch_->watching();
  setVisible(watching);
  watching ? timer_.start() : timer_.stop();
  if (!watching) return;
  what_->setText(tr("Watching %1").arg(watch_->folder()));
  const FolderWatch::State state = watch_->state();
  if (state.lastMs == 0) text_->setText(tr("waits for the first event file"));
  else
    text_->setText(tr("%1, %2 points, the last %3")
                       .arg(counted(state.runs, tr("run"), tr("runs")), formatCount(state.points),
                            formatAgo(static_cast<double>(QDateTime::currentMSecsSinceEpoch() - state.lastMs) / 1000)));
  setAccessibleName(what_->text());
  setAccessibleDescription(text_->text());
}

}  // namespace stepscope
