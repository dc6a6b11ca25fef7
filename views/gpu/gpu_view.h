// The GPU tab: where a GPU's time went, why it was idle, and its kernels. It shows a capture of Stepscope or an opened trace.
#pragma once

#include <QWidget>
#include <memory>

#include "profiler/analysis/gpu_idle.h"
#include "profiler/analysis/kernel_table.h"
#include "views/common/job.h"

class QComboBox;
class QLabel;
class QStackedLayout;
class QTableView;

namespace stepscope {

struct ViewContext;
class Card;
class EmptyState;
class GapTableModel;
class ShareBar;
class KernelTableModel;

class GpuView : public QWidget {
  Q_OBJECT
 public:
  explicit GpuView(QWidget* parent = nullptr);

  // Computed off the GUI thread, since the arguments of an opened trace are read from its file; null: no trace.
  void setTrace(std::shared_ptr<const Trace> trace);
  void setPeak(const GpuPeak& peak);  // of this machine's GPU, for recordings made on it
  const GpuPeak& peak() const { return peak_; }

  const KernelTableModel& kernels() const { return *kernelModel_; }
  const GapTableModel& gaps() const { return *gapModel_; }
  ShareBar* bar() const { return bar_; }
  QComboBox* devices() const { return devices_; }
  EmptyState* emptyState() const { return empty_; }
  QTableView* kernelTable() const { return kernelTable_; }
  QTableView* gapTable() const { return gapTable_; }
  bool counting() const { return job_.busy(); }
  bool isEmpty() const;

 Q_SIGNALS:
  void kernelActivated(const QString& name);
  void rangeActivated(stepscope::TimeRange range);  // of a gap, including the kernels around it
  void counted();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void count();
  void showIdle(const GpuIdle& idle);

  std::shared_ptr<const Trace> trace_;
  GpuPeak peak_;
  GpuIdle idle_;
  QStackedLayout* stack_;
  EmptyState* empty_;
  QWidget* content_;
  Card *timeCard_, *kernelCard_, *gapCard_;
  ShareBar* bar_;
  QLabel* legend_;
  QComboBox* devices_;
  KernelTableModel* kernelModel_;
  GapTableModel* gapModel_;
  QTableView *kernelTable_, *gapTable_;
  JobSlot job_;
};

QWidget* makeGpuView(const ViewContext& context);

}  // namespace stepscope
