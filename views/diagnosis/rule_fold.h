// Rules that found nothing or had too little data: a line with their number that opens to a sentence for each.
#pragma once

#include <QFrame>
#include <QStringList>
#include <vector>

#include "profiler/advisor/finding.h"

class QToolButton;
class QVBoxLayout;

namespace stepscope {

class ElidedLabel;

class RuleFold : public QFrame {
  Q_OBJECT
 public:
  explicit RuleFold(const QString& title, QWidget* parent = nullptr);
  void setFindings(const std::vector<const Finding*>& findings);
  int count() const { return count_; }
  bool isOpen() const;
  QToolButton* button() const { return button_; }
  QString sentences() const;

 private:
  QString title_;
  int count_ = 0;
  QToolButton* button_;
  ElidedLabel* summary_;
  QWidget* list_;
  QVBoxLayout* rows_;
  QStringList sentences_;
};

}  // namespace stepscope
