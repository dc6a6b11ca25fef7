// The runs of a comparison and their baseline. They are read from the store off the GUI thread, and again by refresh().
#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "core/report/comparison.h"
#include "views/common/job.h"
#include "views/common/message_bar.h"
#include "views/compare/run_picture.h"
#include "views/curves/chart_lines.h"

namespace stepscope {

class CompareModel : public QObject {
  Q_OBJECT
 public:
  explicit CompareModel(QObject* parent = nullptr);

  void setStore(const QString& path);  // of another project; empties the comparison
  const QString& store() const { return store_; }
  // Compares these runs. The baseline stays if it is among them; otherwise the first run becomes the baseline. Deleted runs are left out, and
  // reported by message().
  void compare(std::vector<RunId> runs);
  void add(RunId run);
  void remove(RunId run);
  void setBaseline(RunId run);
  void refresh();  // reads the store again
  const std::vector<RunId>& runs() const { return runs_; }
  RunId baseline() const { return baseline_; }
  bool busy() const { return loading_.busy(); }

  // The last result; null: none yet.
  const std::shared_ptr<const RunComparison>& comparison() const { return comparison_; }
  FactsList facts() const;
  const RunList& curves() const { return curves_; }
  int indexOf(RunId run) const;  // among the runs of comparison(); -1: none

 Q_SIGNALS:
  void changed();
  void message(const stepscope::Message& message);

 private:
  void load();

  QString store_;
  std::vector<RunId> runs_;
  RunId baseline_ = 0;
  std::shared_ptr<const RunComparison> comparison_;
  RunList curves_;
  JobSlot loading_;
};

}  // namespace stepscope
