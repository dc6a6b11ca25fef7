// A recently opened project or trace, as the start page shows it: its contents, and the result of its last run. It is read off the GUI thread.
#pragma once

#include <QString>
#include <vector>

namespace stepscope {

struct RecentEntry {
  enum class Kind { Project, Trace };
  Kind kind = Kind::Project;
  QString path;       // of the file; an entry (views/common/file_entry.h) if several opened as one trace
  bool there = true;  // the file exists
  QString icon;       // "pictures", "table", "text", "trace"
  QString name, folder;
  QString what, of;           // "resnet20", "Image folder"; of a trace its size
  std::vector<double> curve;  // training loss of the last run, first to last; empty: none
  QString result;             // "best 98.3 %", on the validation data; empty: none
  QString state;              // "run 3, finished", "no run yet"
  qint64 when = 0;            // end of the last run, or last opening, Unix time in ms; 0: not known
  QString problem;            // a sentence that says why it cannot be opened; empty if it can
};

// Both read the file. Errors are written to `problem`; nothing is thrown.
RecentEntry recentProject(const QString& file);
RecentEntry recentTrace(const QString& file);

}  // namespace stepscope
