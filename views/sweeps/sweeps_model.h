// The runs of a sweep as a table, in the order of training, and the queue that trains them, which is polled a few times a second.
#pragma once

#include <QTimer>
#include <memory>
#include <vector>

#include "core/sweep/sweep_queue.h"
#include "views/common/columns_model.h"

namespace stepscope {

class SweepsModel : public ColumnsModel {
  Q_OBJECT
 public:
  enum Column { Place, Name, State, Progress, Loss, Best, Duration, ColumnCount };

  explicit SweepsModel(QObject* parent = nullptr);
  void setQueue(std::unique_ptr<SweepQueue> queue);  // null: no plan
  SweepQueue* queue() const { return queue_.get(); }
  const std::vector<SweepRun>& runs() const { return runs_; }
  bool active() const { return active_; }
  bool pausing() const { return pausing_; }
  int rowOf(int id) const;  // -1: none
  int count(SweepRunState state) const;
  void poll();  // polls at once, after a command to the queue

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QString table() const;  // tab-separated

 Q_SIGNALS:
  void changed();

 private:
  std::unique_ptr<SweepQueue> queue_;
  std::vector<SweepRun> runs_;
  std::uint64_t version_ = 0;
  bool active_ = false, pausing_ = false;
  QTimer timer_;
};

QString titleOf(SweepRunState state);

}  // namespace stepscope
