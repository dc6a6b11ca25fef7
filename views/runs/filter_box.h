// The field for filtering runs: completion of names and values, and the first error with its position. With an error the rows do not
// change.
#pragma once

#include <QWidget>

#include "core/runs/run_filter.h"

class QCompleter;
class QLabel;
class QLineEdit;
class QStringListModel;

namespace stepscope {

class RunsModel;

class FilterBox : public QWidget {
  Q_OBJECT
 public:
  explicit FilterBox(const RunsModel* model, QWidget* parent = nullptr);
  QLineEdit* edit() const { return edit_; }
  QLabel* problem() const { return problem_; }  // hidden if there is none
  void setText(const QString& text);
  // Checks again, because names were added or removed.
  void check();

 Q_SIGNALS:
  void filterChanged(const stepscope::RunFilter& filter);  // bound, from a text without errors

 private:
  void propose();
  void take(const QString& proposal);

  const RunsModel* model_;
  QLineEdit* edit_;
  QLabel* problem_;
  QStringListModel* proposals_;
  QCompleter* completer_;
  int from_ = 0;  // where the typed part begins, in characters
  std::string applied_;
};

}  // namespace stepscope
