// Watches the file of the open project and reports when its text differs from the text that was read. Editors write a new file beside the old one, so
// the folder is watched too, and only the text counts. Testable without a window.
#pragma once

#include <QByteArray>
#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace stepscope {

class ProjectWatch : public QObject {
  Q_OBJECT
 public:
  explicit ProjectWatch(QObject* parent = nullptr);

  // Watches this file from now on; its present text is taken as the one that was read. An empty path: nothing is watched.
  void taken(const QString& path);
  // Checks the file now. A missing or empty file counts as unchanged: an editor may be writing it.
  bool differs() const;

 Q_SIGNALS:
  void changed();   // the text differs from the one that was read; once for each text
  void restored();  // the text is again the one that was read

 private:
  void look();
  void watchAgain();

  QString path_;
  QByteArray text_, told_;
  QFileSystemWatcher watcher_;
  QTimer settle_;  // fires a moment after the last write
};

}  // namespace stepscope
