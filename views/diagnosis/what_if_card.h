// How short the step could be without one of its causes: the causes on its critical path, removed one at a time.
#pragma once

#include <QFrame>
#include <memory>
#include <vector>

#include "profiler/advisor/counterfactuals.h"
#include "profiler/analysis/path/critical_path.h"

class QGridLayout;
class QLabel;
class QVBoxLayout;

namespace stepscope {

class WhatIfCard : public QFrame {
  Q_OBJECT
 public:
  explicit WhatIfCard(QWidget* parent = nullptr);
  // Hidden without gains and counterfactuals. The counterfactuals are sentences above the table.
  void setGains(double stepMs, const std::vector<Gain>& gains, const std::vector<Counterfactual>& whatIf = {}, bool timesAreClaims = true);
  QString sentences() const;  // of the counterfactuals, one per line
  int rows() const { return static_cast<int>(gains_.size()); }
  QString toTable() const;

 private:
  void fill();

  std::vector<Gain> gains_;
  bool claims_ = true;
  QGridLayout* table_;
  QVBoxLayout* sentences_;
  QLabel* note_;
};

}  // namespace stepscope
