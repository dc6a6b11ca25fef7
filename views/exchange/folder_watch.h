// Watches a folder of TensorBoard event files that another program writes. Its runs are in the table of runs, as running ones, and grow there. A
// thread reads the files until stop(); then the runs are marked as finished.
#pragma once

#include <QObject>
#include <QTimer>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/store/run_store.h"
#include "views/common/job.h"
#include "views/common/message_bar.h"

namespace stepscope {

class FolderWatch : public QObject {
  Q_OBJECT
 public:
  struct State {
    std::int64_t runs = 0, points = 0;
    std::int64_t lastMs = 0;  // Unix time in ms when data were last read; 0: none yet
  };

  explicit FolderWatch(QObject* parent = nullptr);
  ~FolderWatch() override;  // stops the watch, and waits until its thread has ended

  // Starts to watch a folder, which may still be empty; a running watch is stopped first. `store` is the path of the database for the runs.
  void start(const QString& folder, const std::string& store);
  void stop();  // asks the thread to stop; ended follows
  bool watching() const { return stop_ != nullptr; }
  const QString& folder() const { return folder_; }
  // Whether the watch already imports runs of this folder into this database. True if one of the two folders contains the other.
  bool reads(const QString& folder, const std::string& store) const;
  State state() const;

 Q_SIGNALS:
  void changed();  // started, stopped, or something was read
  void ended(const stepscope::Message& message);
  void failed(const stepscope::Message& message);

 private:
  struct Shared {
    std::mutex mutex;
    State state;
    std::string trouble;  // disk error of the writer, reported once
  };
  void tell();

  QString folder_;
  std::string store_;
  std::shared_ptr<std::atomic<bool>> stop_;  // the thread stops when it is true; null: nothing is watched
  std::shared_ptr<Shared> shared_;
  std::int64_t toldMs_ = 0;
  QTimer timer_;
  JobSlot job_;
};

}  // namespace stepscope
