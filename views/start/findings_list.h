// A list of problems of the data, the most serious first. Each has a sentence, its cure, examples, and a button if there is an action.
#pragma once

#include <QWidget>

#include "core/data/preview/data_preview.h"

class QVBoxLayout;

namespace stepscope {

class FindingsList : public QWidget {
  Q_OBJECT
 public:
  explicit FindingsList(QWidget* parent = nullptr);
  void setFindings(const std::vector<DataFinding>& findings, bool finished);
  int count() const { return count_; }

 Q_SIGNALS:
  void pathSuggested(const QString& path);  // a finding suggests other data, at this path
  void otherDataRequested();

 private:
  QWidget* rowOf(const DataFinding& finding);

  QVBoxLayout* layout_;
  int count_ = 0;
};

}  // namespace stepscope
