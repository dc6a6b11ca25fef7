// The line in which runs are filtered: completion of names and values, and the first mistake with its place. What is wrong leaves the rows as
// they are.
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
  QLabel* problem() const { return problem_; }  // hidden while there is none
  void setText(const QString& text);
  // Once more, since names came or went.
  void check();

 Q_SIGNALS:
  void filterChanged(const stepscope::RunFilter& filter);  // bound, of a text without mistakes

 private:
  void propose();
  void take(const QString& proposal);

  const RunsModel* model_;
  QLineEdit* edit_;
  QLabel* problem_;
  QStringListModel* proposals_;
  QCompleter* completer_;
  int from_ = 0;  // where what is typed begins, in characters
  std::string applied_;
};

}  // namespace stepscope
