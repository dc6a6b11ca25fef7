// The settings in which a fork differs from its original run: learning rate, epochs, and any other keys of the project file.
#pragma once

#include <QWidget>

#include "core/project/project.h"
#include "core/store/run_store.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace stepscope {

class ForkForm : public QWidget {
  Q_OBJECT
 public:
  explicit ForkForm(QWidget* parent = nullptr);
  // Fills in the settings of the run. `epochs`: number of finished epochs in the checkpoint.
  void ask(const RunInfo& run, const QString& checkpoint, std::int64_t epochs);
  QLineEdit* rate() const { return rate_; }
  QSpinBox* epochs() const { return epochs_; }
  QLineEdit* others() const { return others_; }
  QPushButton* begin() const { return begin_; }
  // The changes, in the form of --set.
  Overrides changes() const;

 Q_SIGNALS:
  void accepted();

 private:
  QLabel* what_;
  QLineEdit *rate_, *others_;
  QSpinBox* epochs_;
  QPushButton* begin_;
  QString ownRate_;
  int ownEpochs_ = 0;
};

}  // namespace stepscope
