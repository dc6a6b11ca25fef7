// A recently opened project or trace on the start page: its contents, and the result of its last run. Read off the GUI thread.
#pragma once

#include <QString>
#include <vector>

namespace stepscope {

struct RecentEntry {
  enum class Kind { Project, Trace };
  Kind kind = Kind::Project;
  QString path;       // of the file; of several that opened as one trace an entry (views/common/file_entry.h)
  bool there = true;  // the file exists
  QString icon;       // "pictures", "table", "text", "trace"
  QString name, folder;
  QString what, of;           // "resnet20", "Image folder"; for a trace its size
  std::vector<double> curve;  // training loss of the last run, first to last; empty: none
  QString result;             // "best 98.3 %", of the validation; empty: none
  QString state;              // "run 3, finished", "no run yet"
  qint64 when = 0;            // ms since 1970 of the last run, or of the last opening; 0: not known
  QString problem;            // why it cannot be opened; empty if it can
};

// Errors of the file are written to `problem`; nothing is thrown.
RecentEntry recentProject(const QString& file);
RecentEntry recentTrace(const QString& file);

}  // namespace stepscope
