// The field that filters runs. It completes names and values, and shows the first error with its position. While the text has an error, the
// displayed rows stay as they are.
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
  // Parses the text again. Called also after names were added or removed, because an unknown name may be known now.
  void check();

 Q_SIGNALS:
  void filterChanged(const stepscope::RunFilter& filter);  // only for texts without errors; the filter is bound

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
