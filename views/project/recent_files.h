// The last files that were opened, projects and traces, newest first, kept in the settings with the time of the opening. Several
// files that opened as one trace are one entry (views/common/file_entry.h).
#pragma once

#include <QString>
#include <QStringList>

class QSettings;

namespace stepscope {

class RecentFiles {
 public:
  static constexpr int kMost = 10;
  explicit RecentFiles(QSettings& settings) : settings_(settings) {}
  QStringList files() const;                   // missing ones too: shown greyed
  qint64 openedAt(const QString& path) const;  // ms since 1970; 0: not known
  void add(const QString& path);
  void remove(const QString& path);
  void clear();

 private:
  QSettings& settings_;
};

}  // namespace stepscope
