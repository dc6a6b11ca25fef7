// Opens a trace file off the GUI thread: one at a time, with progress and cancellation. Testable without a window.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QStringList>
#include <QTimer>
#include <atomic>
#include <memory>

#include "profiler/trace/trace.h"
#include "views/common/job.h"
#include "views/common/message_bar.h"

namespace stepscope {

class TraceOpener : public QObject {
  Q_OBJECT
 public:
  explicit TraceOpener(QObject* parent = nullptr);
  ~TraceOpener() override;

  // Replaces a running opening.
  void open(const QString& path) { open(QStringList{path}); }
  // Several files are the ranks of one training, opened as one trace; path() is the first.
  void open(const QStringList& paths);
  bool busy() const { return job_.busy(); }
  QString path() const { return path_; }

 public Q_SLOTS:
  void cancel();

 Q_SIGNALS:
  void began(const QString& path);
  // `share`: part of the file's bytes, 0 to 1; `text`: "38 MiB of 120 MiB · 412 k events".
  void progressed(double share, const QString& text);
  void opened(std::shared_ptr<const stepscope::Trace> trace, const QString& path);
  void failed(const stepscope::Message& message);  // names the file and the cure
  void cancelled();
  void ended();  // after opened(), failed() or cancelled()

 private:
  struct Progress {
    std::atomic<std::uint64_t> read{0}, bytes{0};
    std::atomic<std::int64_t> events{0};
  };
  void tell();

  JobSlot job_;
  QString path_;
  std::shared_ptr<Progress> progress_;
  QTimer timer_;
};

// The filter of a file dialog: "Traces (*.json ...);;All files (*)".
QString traceFileFilter();
// Whether a path looks like a trace and not like a project: anything but a folder and a .toml file.
bool looksLikeTrace(const QString& path);

}  // namespace stepscope
