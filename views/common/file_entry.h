// One text for what opens together: a file, or several that are the ranks of one training, a line each. Lists of recent files keep it.
#pragma once

#include <QFileInfo>
#include <QStringList>

namespace stepscope {

inline QString entryOf(const QStringList& files) {
  return files.join(QLatin1Char('\n'));
}

// A file whose name has a line break is one file.
inline QStringList filesOf(const QString& entry) {
  return QFileInfo::exists(entry) ? QStringList{entry} : entry.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
}

}  // namespace stepscope
