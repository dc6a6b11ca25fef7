// One text for files that are opened together: one file, or several ranks of one training, one per line. Lists of recent files store it.
#pragma once

#include <QFileInfo>
#include <QStringList>

namespace stepscope {

inline QString entryOf(const QStringList& files) {
  return files.join(QLatin1Char('\n'));
}

// An existing file whose name contains a line break is one file.
inline QStringList filesOf(const QString& entry) {
  return QFileInfo::exists(entry) ? QStringList{entry} : entry.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
}

}  // namespace stepscope
