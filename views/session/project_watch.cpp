#include "views/session/project_watch.h"

#include <QFile>
#include <QFileInfo>

namespace stepscope {

namespace {

constexpr qint64 kMostBytes = 16 << 20;  // a project file has some KiB; of a larger file only the beginning is compared

QByteArray textOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.read(kMostBytes) : QByteArray();
}

}  // namespace

ProjectWatch::ProjectWatch(QObject* parent) : QObject(parent) {
  settle_.setSingleShot(true);
  settle_.setInterval(150);
  connect(&settle_, &QTimer::timeout, this, &ProjectWatch::look);
  connect(&watcher_, &QFileSystemWatcher::fileChanged, this, [this] { settle_.start(); });
  connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, [this] { settle_.start(); });
}

void ProjectWatch::taken(const QString& path) {
  if (const QStringList watched = watcher_.files() + watcher_.directories(); !watched.isEmpty()) watcher_.removePaths(watched);
  settle_.stop();
  path_ = path;
  text_ = told_ = path.isEmpty() ? QByteArray() : textOf(path);
  watchAgain();
}

bool ProjectWatch::differs() const {
  if (path_.isEmpty()) return false;
  const QByteArray now = textOf(path_);
  return !now.isEmpty() && now != text_;
}

void ProjectWatch::look() {
  watchAgain();
  const QByteArray now = textOf(path_);
  if (now.isEmpty() || now == told_) return;
  told_ = now;
  if (now == text_) Q_EMIT restored();
  else Q_EMIT changed();
}

void ProjectWatch::watchAgain() {
  if (path_.isEmpty()) return;
  const QString folder = QFileInfo(path_).absolutePath();
  if (!watcher_.files().contains(path_) && QFileInfo::exists(path_)) watcher_.addPath(path_);
  if (!watcher_.directories().contains(folder)) watcher_.addPath(folder);
}

}  // namespace stepscope
