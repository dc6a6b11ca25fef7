// Watches a folder of TensorBoard event files that another program writes: its runs are in the table as running ones and grow there. Reads on its own
// thread until stop(); then the runs are finished.
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
    std::int64_t lastMs = 0;  // Unix time of the last read; 0: nothing yet
  };

  explicit FolderWatch(QObject* parent = nullptr);
  ~FolderWatch() override;  // stops, and waits for the last write

  // The folder may still be empty. store: the database for the runs. Stops a running watch.
  void start(const QString& folder, const std::string& store);
  void stop();  // ended follows
  bool watching() const { return stop_ != nullptr; }
  const QString& folder() const { return folder_; }
  // Whether the watch already imports the runs of this folder into this database: it is inside the watched folder, or contains it.
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
    std::string trouble;  // an error of the disk, reported once
  };
  void tell();

  QString folder_;
  std::string store_;
  std::shared_ptr<std::atomic<bool>> stop_;  // null: nothing is watched
  std::shared_ptr<Shared> shared_;
  std::int64_t toldMs_ = 0;
  QTimer timer_;
  JobSlot job_;
};

}  // namespace stepscope
