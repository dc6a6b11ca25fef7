// The last opened files, projects and traces, newest first, stored in the settings with the time of opening. Several files that were opened as one
// trace are one entry (views/common/file_entry.h).
#pragma once

#include <QString>
#include <QStringList>

class QSettings;

namespace stepscope {

class RecentFiles {
 public:
  static constexpr int kMost = 10;
  explicit RecentFiles(QSettings& settings) : settings_(settings) {}
  QStringList files() const;                   // including missing ones, which are greyed out
  qint64 openedAt(const QString& path) const;  // ms since 1970; 0: not known
  void add(const QString& path);
  void remove(const QString& path);
  void clear();

 private:
  QSettings& settings_;
};

}  // namespace stepscope
