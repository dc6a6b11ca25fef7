// The last ten project files, newest first, kept in the settings.
#pragma once

#include <QString>
#include <QStringList>

class QSettings;

namespace stepscope {

class RecentFiles {
 public:
  static constexpr int kMost = 10;
  explicit RecentFiles(QSettings& settings) : settings_(settings) {}
  QStringList files() const;  // missing ones too: shown greyed
  void add(const QString& path);
  void clear();

 private:
  QSettings& settings_;
};

}  // namespace stepscope
