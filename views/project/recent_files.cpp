#include "views/project/recent_files.h"

#include <QDateTime>
#include <QFileInfo>
#include <QSettings>

#include "views/common/file_entry.h"

namespace stepscope {

namespace {
const QString kKey = QStringLiteral("recentProjects"), kTimes = QStringLiteral("recentTimes");
}

QStringList RecentFiles::files() const {
  return settings_.value(kKey).toStringList().mid(0, kMost);
}

void RecentFiles::add(const QString& path) {
  QStringList list = files();
  QStringList all;
  for (const QString& file : filesOf(path)) all << QFileInfo(file).absoluteFilePath();
  const QString absolute = entryOf(all);
  list.removeAll(absolute);
  list.prepend(absolute);
  settings_.setValue(kKey, list.mid(0, kMost));
  QVariantMap times = settings_.value(kTimes).toMap();
  times[absolute] = QDateTime::currentMSecsSinceEpoch();
  for (const QString& known : times.keys())
    if (!list.mid(0, kMost).contains(known)) times.remove(known);
  settings_.setValue(kTimes, times);
}

qint64 RecentFiles::openedAt(const QString& path) const {
  return settings_.value(kTimes).toMap().value(path).toLongLong();
}

void RecentFiles::remove(const QString& path) {
  QStringList list = files();
  list.removeAll(path);
  settings_.setValue(kKey, list);
}

void RecentFiles::clear() {
  settings_.remove(kKey);
  settings_.remove(kTimes);
}

}  // namespace stepscope
