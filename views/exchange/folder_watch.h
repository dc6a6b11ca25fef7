// A folder of TensorBoard event files that somebody else writes to, watched: its runs stand in the table as running ones and grow there.
// The reading goes on in a thread of its own until stop(); the runs are finished then.
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
    std::int64_t lastMs = 0;  // Unix time when something was read last; 0: nothing yet
  };

  explicit FolderWatch(QObject* parent = nullptr);
  ~FolderWatch() override;  // stops, and waits for the last write

  // The folder may be empty yet. store: the database that the runs go to. A watch that goes on is stopped.
  void start(const QString& folder, const std::string& store);
  void stop();  // ended follows
  bool watching() const { return stop_ != nullptr; }
  const QString& folder() const { return folder_; }
  // Whether runs of this folder go to this database by the watch, until its last write: it is in the watched one, or holds it.
  bool reads(const QString& folder, const std::string& store) const;
  State state() const;

 Q_SIGNALS:
  void changed();  // begun, stopped, or something was read
  void ended(const stepscope::Message& message);
  void failed(const stepscope::Message& message);

 private:
  struct Shared {
    std::mutex mutex;
    State state;
    std::string trouble;  // of the disk, once
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
