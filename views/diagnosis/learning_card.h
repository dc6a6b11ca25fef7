// How the run learns, from its series: the findings and their cures, and the other rules that were checked.
#pragma once

#include <QFrame>

#include "core/learning/learning_advice.h"

class QLabel;
class QVBoxLayout;

namespace stepscope {

class LearningCard : public QFrame {
  Q_OBJECT
 public:
  explicit LearningCard(QWidget* parent = nullptr);
  void setAdvice(const LearningAdvice& advice);  // hides the card if there is none
  QString sentence() const;                      // plain text
  int found() const { return found_; }
  void addCheck(QWidget* check);  // at the bottom

 Q_SIGNALS:
  void copyRequested(const QString& cure);

 private:
  void addFinding(const LearningFinding& finding);

  QLabel *heading_, *sentence_, *others_;
  QVBoxLayout *column_, *list_;
  int found_ = 0;
};

}  // namespace stepscope
