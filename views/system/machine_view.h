// The load of the machine during a run: cores, memory, disk and GPU over the time of training. Grows once a second while the run trains.
#pragma once

#include <QTimer>
#include <QWidget>
#include <vector>

#include "views/common/job.h"
#include "views/system/machine_series.h"

class QGridLayout;
class QLabel;
class QStackedLayout;

namespace stepscope {

struct ViewContext;
class CurvePanel;
class EmptyState;
class MessageBar;

class MachineView : public QWidget {
  Q_OBJECT
 public:
  explicit MachineView(QWidget* parent = nullptr);

  void setProjectOpen(bool open);
  // Sets the displayed run; 0: none. `grows`: the run is in training.
  void setRun(const QString& storePath, RunId run, const QString& name, bool grows);
  const std::vector<MachineChart>& charts() const { return charts_; }
  CurvePanel* panel(const QString& key) const;  // the chart with this key (MachineChart::key); null: it is not shown
  QString sentence() const;
  EmptyState* emptyState() const { return empty_; }
  MessageBar* messageBar() const { return bar_; }
  bool loading() const { return job_.busy(); }

 Q_SIGNALS:
  void nextRequested();  // by the button of the empty view: open a project, or train
  void loaded();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void load();
  void take(std::vector<MachineChart> charts);
  void showEmpty();
  QString table(const QString& key) const;

  QString path_, name_;
  RunId run_ = 0;
  bool open_ = false, grows_ = false, stale_ = false;
  std::vector<MachineChart> charts_;
  std::vector<std::pair<QString, CurvePanel*>> panels_;
  QTimer timer_;
  JobSlot job_;

  QStackedLayout* stack_;
  EmptyState* empty_;
  MessageBar* bar_;
  QLabel *sentence_, *of_;
  QGridLayout* grid_;
};

QWidget* makeMachineView(const ViewContext& context);

}  // namespace stepscope
