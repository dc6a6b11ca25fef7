// Why two runs differ in time and memory: compares their captured steps node by node, and their memory plans. Works off the GUI thread.
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
  double samples = 0;                             // samples per captured step; NaN: not known
  std::shared_ptr<const TimelineModel> timeline;  // null: nothing was captured, or it cannot be read
  double stepBegin = 0, stepLength = 0;           // of the first captured step, ns since the trace began
  Line memory;                                    // bytes alive at each node of a step; empty: no plan
};

struct Why {
  WhySide a, b;
  std::shared_ptr<const TraceDiff> diff;  // null if one of them has no capture
  QString problem;                        // a sentence that says why `diff` is null
};

class WhyModel : public QObject {
  Q_OBJECT
 public:
  explicit WhyModel(QObject* parent = nullptr) : QObject(parent) {}
  // Compares two runs of the store. If both are the same run, or one is null, why() becomes null.
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

// At most `most` rows that differ: first the parts of the step, then nodes, or ops if the nodes could not be compared.
ComparedTable tableOf(const TraceDiff& diff, std::size_t most);
// Live bytes over the index of the node, from the stored plan {nodes: [{live_bytes}]}; empty if the text is damaged.
Line memoryLineOf(const std::string& memoryPlanJson);

}  // namespace stepscope
