// Watches the file of the open project: tells when another text stands there than was read. Editors write a file anew beside the old one,
// so its folder is watched too, and what counts is the text. Testable without a window.
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

  // What stands in the file now is what was read. An empty path: nothing is watched.
  void taken(const QString& path);
  // Looks at the file now. A file that is gone, or is not whole yet, counts as unchanged: there is nothing to read.
  bool differs() const;

 Q_SIGNALS:
  void changed();   // another text than was read; once for each text
  void restored();  // what was read stands there again

 private:
  void look();
  void watchAgain();

  QString path_;
  QByteArray text_, told_;
  QFileSystemWatcher watcher_;
  QTimer settle_;  // a moment after the last write
};

}  // namespace stepscope
