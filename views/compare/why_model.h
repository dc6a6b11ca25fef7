// Why two runs differ: their captured steps node by node, and their memory plans. Read and compared off the GUI thread.
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <string>
#include <vector>

#include "core/report/compared_table.h"
#include "core/report/run_facts.h"
#include "profiler/analysis/diff/trace_diff.h"
#include "views/common/job.h"
#include "views/curves/overlay.h"

namespace stepscope {

class TimelineModel;

struct WhySide {
  RunId run = 0;
  QString name;
  double samples = 0;                             // per captured step; NaN: not known
  std::shared_ptr<const TimelineModel> timeline;  // null: nothing was captured, or it cannot be read
  double stepBegin = 0, stepLength = 0;           // of the first captured step, ns since the trace began
  Line memory;                                    // bytes alive at each node of a step; empty: no plan
};

struct Why {
  WhySide a, b;
  std::shared_ptr<const TraceDiff> diff;  // null if one of them has no capture
  QString problem;                        // why there is no diff: a sentence
};

class WhyModel : public QObject {
  Q_OBJECT
 public:
  explicit WhyModel(QObject* parent = nullptr) : QObject(parent) {}
  // Compares two runs of the store; if they are equal, or one is unknown, nothing is shown.
  void compare(const QString& store, const RunFacts* a, const RunFacts* b);
  const std::shared_ptr<const Why>& why() const { return why_; }
  bool busy() const { return job_.busy(); }

 Q_SIGNALS:
  void changed();

 private:
  std::shared_ptr<const Why> why_;
  QString store_;
  RunId a_ = 0, b_ = 0;
  JobSlot job_;
};

// The most important rows: parts of the step, then nodes by their keys (or ops if the graphs have no common nodes).
ComparedTable tableOf(const TraceDiff& diff, std::size_t most);
// {nodes: [{live_bytes}]}, the plan as stored; empty if it is damaged.
Line memoryLineOf(const std::string& memoryPlanJson);

}  // namespace stepscope
