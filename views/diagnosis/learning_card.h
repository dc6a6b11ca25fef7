// How the run learns, from its series: the findings and their cures, and the other rules that were checked.
#pragma once

#include <QFrame>
#include <vector>

#include "core/learning/learning_advice.h"

class QLabel;
class QPushButton;
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
  // Whether a short run can begin now. If not, `why` becomes the tool tip of the buttons.
  void setCanTry(bool can, const QString& why);
  const std::vector<QPushButton*>& tryButtons() const { return try_; }

 Q_SIGNALS:
  void copyRequested(const QString& cure);
  void tryRequested(const stepscope::LearningTrial& trial);

 private:
  void addFinding(const LearningFinding& finding);
  void updateTry();

  QLabel *heading_, *sentence_, *others_;
  QVBoxLayout *column_, *list_;
  int found_ = 0;
  std::vector<QPushButton*> try_;
  bool canTry_ = false;
  QString whyNot_;
};

}  // namespace stepscope
