#include "views/project/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace stepscope {

namespace {
const QString kKey = QStringLiteral("recentProjects");
}

QStringList RecentFiles::files() const {
  return settings_.value(kKey).toStringList().mid(0, kMost);
}

void RecentFiles::add(const QString& path) {
  QStringList list = files();
  const QString absolute = QFileInfo(path).absoluteFilePath();
  list.removeAll(absolute);
  list.prepend(absolute);
  settings_.setValue(kKey, list.mid(0, kMost));
}

void RecentFiles::clear() {
  settings_.remove(kKey);
}

}  // namespace stepscope
