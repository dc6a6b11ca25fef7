// Imports and exports runs (core/exchange) off the GUI thread, one at a time. Reports progress; a cancelled operation deletes its unfinished files.
#pragma once

#include <QObject>
#include <QTimer>
#include <atomic>
#include <memory>
#include <vector>

#include "core/project/project.h"
#include "core/store/run_store.h"
#include "views/common/job.h"
#include "views/common/message_bar.h"

namespace stepscope {

enum class RunFormat { TensorBoard, Csv, JsonLines, RunFile };

struct RunFormatDef {
  RunFormat format;
  QString title;   // "CSV"
  QString ending;  // ".csv"; empty: a folder
  QString help;
};
const std::vector<RunFormatDef>& runFormats();

class RunExchange : public QObject {
  Q_OBJECT
 public:
  explicit RunExchange(QObject* parent = nullptr);

  // Whether `path` seems to contain runs: a run file, a TensorBoard event file, or a folder with event files (of which only a part is examined), but
  // no project folder.
  static bool takes(const QString& path);

  // Imports the runs of a path for which takes() is true; imported or failed follows, unless it is cancelled.
  void importFrom(const QString& source, const Project& project);
  void exportRun(RunId run, RunFormat format, const QString& path, const Project& project);
  void cancel();  // a partial result is deleted in the background
  bool busy() const { return job_.busy(); }

 Q_SIGNALS:
  void began(const QString& what);
  void progressed(double share, const QString& text);
  void ended();  // also after cancel()
  // The message lists the first problems that were found, with their files.
  void imported(const std::vector<stepscope::RunId>& runs, const stepscope::Message& message);
  void exported(const QString& path, const stepscope::Message& message);
  void failed(const stepscope::Message& message);

 private:
  struct Progress;
  using Body = std::function<std::function<void()>(const std::atomic<bool>& cancelled, Progress& progress)>;
  void start(const QString& what, Body body);
  void tell();

  JobSlot job_;
  QTimer timer_;
  std::shared_ptr<Progress> progress_;
};

// The folder whose event files are read: `source` itself, or the folder of an event file. Empty for other files.
QString eventFolderOf(const QString& source);
// Whether `path` is `folder` or is below it, with links resolved.
bool isWithin(const QString& path, const QString& folder);

// The first notes of an import ("a.tfevents: 3 damaged records were left out") as one text for Message::cure. Files are relative to `folder`.
QString firstNotes(const std::vector<std::string>& notes, const QString& folder);

}  // namespace stepscope
