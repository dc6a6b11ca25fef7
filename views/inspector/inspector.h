// The one inspector: describes what is selected, whichever view selected it.
#pragma once

#include <QWidget>
#include <functional>
#include <memory>
#include <optional>

#include "views/common/job.h"
#include "views/inspector/description.h"

class QGridLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace stepscope {

struct ViewContext;
class ElidedLabel;
class Selection;

class Inspector : public QWidget {
  Q_OBJECT
 public:
  explicit Inspector(Selection* selection, QWidget* parent = nullptr);

  void setTrace(std::shared_ptr<const Trace> trace);
  void setPlan(std::shared_ptr<const PlanView> plan);
  // A clicked span of the trace; none if the click hit nothing.
  void setSpan(std::optional<SpanRef> span);
  // Function that finds the present state of a run by its id.
  void setRunLookup(std::function<std::optional<RunInfo>(RunId)> lookup);
  // `lookup` returns, for a run, a function that reads more of the run's data; that function is called off the GUI thread.
  using Rows = std::vector<std::pair<QString, QString>>;
  void setRecordLookup(std::function<std::function<Rows()>(RunId)> lookup);
  void setPeak(const MachinePeak& peak);
  void clear();       // for another project: nothing of the previous one stays
  void refreshRun();  // the displayed run may have changed
  const Description& description() const { return description_; }

 Q_SIGNALS:
  void described();        // there is something to show
  void emptied();          // there is nothing to show any more
  void othersRequested();  // "Find this layer's others", for the displayed span or node
  void memoryRequested();  // "Show in memory"

 private:
  enum class Subject { None, Node, Span, Tensor, Run };
  void select(Subject subject);
  Description describe() const;
  void refresh();
  void fillRows();
  void askRecord();

  Selection* selection_;
  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const PlanView> plan_;
  std::shared_ptr<const GraphMatch> match_;  // between trace_ and plan_
  std::function<std::optional<RunInfo>(RunId)> lookup_;
  std::function<std::function<Rows()>(RunId)> recordLookup_;
  RunId recordOf_ = 0;  // the run of record_
  RunStatus recordStatus_ = RunStatus::Running;
  Rows record_;
  JobSlot recordJob_;
  MachinePeak peak_;
  Subject subject_ = Subject::None;
  SpanRef span_;
  Description description_;
  ElidedLabel *heading_, *note_;
  QLabel* hint_;
  QGridLayout* rows_;
  QPushButton *copy_, *others_, *memory_;
  QToolButton* picture_;
};

Inspector* makeInspector(const ViewContext& context);

}  // namespace stepscope
