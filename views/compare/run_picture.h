// Base class of the charts of a comparison: holds the runs, their baseline and the selected run, and handles clicks on a run.
#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "core/report/run_facts.h"

namespace stepscope {

using FactsList = std::shared_ptr<const std::vector<RunFacts>>;

class RunPicture : public QWidget {
  Q_OBJECT
 public:
  explicit RunPicture(QWidget* parent = nullptr);
  void setRuns(FactsList runs, int baseline);
  void setSelected(RunId run);

 Q_SIGNALS:
  void runClicked(qint64 run);

 protected:
  virtual void runsSet() {}                           // called after the runs have changed
  virtual int runAt(const QPointF& place) const = 0;  // index of the run at a position in the widget; -1: none
  virtual QString tipOf(int run) const;
  void mouseReleaseEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  std::size_t count() const { return runs_ ? runs_->size() : 0; }
  const RunFacts& run(int index) const { return (*runs_)[static_cast<std::size_t>(index)]; }
  bool isSelected(int index) const { return run(index).info.id == selected_; }
  int baseline() const { return baseline_; }

 private:
  FactsList runs_;
  int baseline_ = 0;
  RunId selected_ = 0;
};

}  // namespace stepscope
