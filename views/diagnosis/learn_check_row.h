// "Check that it can learn": the project's first batch, learned by heart in a thread of its own (core/train/check/learn_check.h). The button turns
// into Cancel meanwhile; what came of it stands beside it.
#pragma once

#include <QWidget>
#include <atomic>
#include <functional>

#include "core/train/check/learn_check.h"
#include "views/common/job.h"

class QLabel;
class QPushButton;

namespace stepscope {

class LearnCheckRow : public QWidget {
  Q_OBJECT
 public:
  // Runs off the GUI thread, ends soon after `cancelled` becomes true, may throw Error.
  using Check = std::function<LearnCheck(const std::atomic<bool>& cancelled)>;

  explicit LearnCheckRow(QWidget* parent = nullptr);
  // What the button does from now on; null: nothing can be checked, and why is its tooltip. One that runs then is cancelled.
  void setCheck(Check check, const QString& why = {});
  void forget();  // another project: cancels, and clears what was told

  bool running() const { return running_; }
  QPushButton* button() const { return button_; }
  QString sentence() const;  // plain; empty: not checked yet

 private:
  void press();
  void cancel();
  void tell(const QString& sentence, const QString& cure);

  Check check_;
  bool running_ = false;
  QPushButton* button_;
  QLabel *sentence_, *cure_;
  JobSlot job_;
};

}  // namespace stepscope
