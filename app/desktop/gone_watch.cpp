#include "app/desktop/gone_watch.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <algorithm>

#include "views/common/message_bar.h"
#include "views/common/text.h"
#include "views/runs/runs_store.h"
#include "views/session/session.h"
#include "views/session/shown_run.h"
#include "views/session/window_requests.h"

namespace stepscope {

namespace {

constexpr int kLookMs = 1000;
constexpr int kMissedLooks = 2;  // a file may be missing for a moment, while an editor replaces it

QString fileOf(const ViewContext& c) {
  return c.session.project() ? QString::fromStdString(c.session.project()->file) : QString();
}

}  // namespace

GoneWatch::GoneWatch(const ViewContext& context, MessageBar* fileBar, QObject* parent) : QObject(parent), c_(context), fileBar_(fileBar) {
  connect(&c_.session, &Session::projectChanged, this, [this] {
    seen_.clear();
    own_.clear();
    take();
  });
  connect(&c_.session, &Session::reloaded, this, &GoneWatch::take);
  connect(&c_.run, &ShownRun::knownChanged, this, &GoneWatch::runsChanged);
  connect(&c_.run, &ShownRun::firstChanged, this, &GoneWatch::runsChanged);
  connect(&c_.store, &RunsStore::removed, this, [this](qint64 run) { own_.insert(run); });
  timer_.setInterval(kLookMs);
  connect(&timer_, &QTimer::timeout, this, &GoneWatch::look);
  timer_.start();
}

void GoneWatch::take() {
  missed_ = 0;
  text_.clear();
  if (QFile file(fileOf(c_)); !file.fileName().isEmpty() && file.open(QIODevice::ReadOnly)) text_ = file.readAll();
}

void GoneWatch::look() {
  const QString file = fileOf(c_);
  if (file.isEmpty() || text_.isEmpty()) return;
  if (QFileInfo::exists(file)) {
    if (missed_ >= kMissedLooks) fileBar_->dismiss();
    missed_ = 0;
    return;
  }
  if (++missed_ != kMissedLooks) return;
  const bool folder = QFileInfo::exists(QFileInfo(file).path());
  Message message;
  message.what = folder ? tr("The file of this project is gone") : tr("The folder of this project is gone");
  message.where = QDir::toNativeSeparators(folder ? file : QFileInfo(file).path());
  message.cure = folder ? tr("Put it back, or write it again with the settings that were read")
                        : tr("Put it back, or write the project's file again. That does not bring back its runs and checkpoints");
  message.button = tr("Write It Again");
  message.action = [this] { writeAgain(); };
  fileBar_->showMessage(message);
}

void GoneWatch::writeAgain() {
  const QString path = fileOf(c_);
  QSaveFile file(path);
  const bool written = QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly) && file.write(text_) == text_.size() && file.commit();
  if (written) {
    missed_ = 0;
    return fileBar_->dismiss();
  }
  Message message;
  message.what = tr("It cannot be written: %1").arg(file.errorString());
  message.where = QDir::toNativeSeparators(path);
  message.cure = tr("Check that its disk is there and can be written");
  message.button = tr("Try Again");
  message.action = [this] { writeAgain(); };
  fileBar_->showMessage(message);
}

void GoneWatch::runsChanged() {
  const RunId run = c_.run.first();
  if (run <= 0) return;
  if (c_.run.find(run)) {
    seen_.insert(run);
    return;
  }
  if (!seen_.remove(run) || own_.remove(run) || (c_.session.training() && c_.session.run() == run)) return;
  Message message;
  message.level = Message::Level::Warning;
  const auto& binned = c_.store.binned();
  const QString name = c_.run.firstName();
  if (!QFileInfo::exists(c_.store.path())) {
    message.what = tr("The runs of this project were deleted: their store is gone");
    message.where = QDir::toNativeSeparators(c_.store.path());
    message.cure = tr("%1 is now only in memory. A new run begins a new store").arg(name);
    message.button = tr("Train");
    message.action = [this] { Q_EMIT c_.window.trainRequested(); };
  } else if (std::any_of(binned.begin(), binned.end(), [&](const RunInfo& one) { return one.id == run; })) {
    message.what = tr("%1 was deleted by another program while it was shown").arg(name);
    message.cure = tr("It is in the bin");
    message.button = tr("Restore");
    message.action = [this, run, name] { c_.store.restore(run, name); };
  } else {
    message.what = tr("%1 was removed by another program while it was shown").arg(name);
    const bool others = !c_.run.known().empty();
    message.cure = tr("It cannot be brought back");
    message.button = others ? tr("Show %1").arg(text(c_.run.known().front().name)) : tr("Train");
    message.action = [this, others] { others ? c_.run.showHome() : Q_EMIT c_.window.trainRequested(); };
  }
  Q_EMIT c_.window.message(message);
}

}  // namespace stepscope
