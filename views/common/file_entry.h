// An entry is one text for files that are opened together: one file, or the traces of several ranks of one training, one path per line. Lists of
// recent files store such entries.
#pragma once

#include <QFileInfo>
#include <QStringList>

namespace stepscope {

inline QString entryOf(const QStringList& files) {
  return files.join(QLatin1Char('\n'));
}

// The files of an entry. If the whole text is the name of an existing file, it is a single file, even with line breaks.
inline QStringList filesOf(const QString& entry) {
  return QFileInfo::exists(entry) ? QStringList{entry} : entry.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
}

}  // namespace stepscope
