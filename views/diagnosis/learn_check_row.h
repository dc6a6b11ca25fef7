// The button "Check that it can learn": a thread trains on the project's first batch until it is learned by heart (core/train/check/learn_check.h).
// Meanwhile the button cancels; the result is shown beside it.
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
  // Sets the check that the button runs from now on; null: none, and `why` becomes the button's tool tip. A running check is cancelled.
  void setCheck(Check check, const QString& why = {});
  void forget();  // for another project: cancels a running check and clears the result

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
