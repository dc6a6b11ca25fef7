// The Runs tab: a filter, the table, and what can be done with the runs selected in it.
#pragma once

#include <QWidget>
#include <vector>

#include "core/store/run_store.h"

class QAction;
class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QStackedWidget;
class QTableView;

namespace stepscope {

class EmptyState;
class MessageBar;
class RunsModel;
class RunsStore;
class Selection;

class RunsView : public QWidget {
  Q_OBJECT
 public:
  RunsView(RunsModel* model, RunsStore* store, Selection* selection, QWidget* parent = nullptr);

  std::vector<RunId> selectedRuns() const;
  void selectRuns(const std::vector<RunId>& runs);
  QTableView* table() const { return view_; }
  QLineEdit* filter() const { return filter_; }
  QPushButton* compareButton() const { return compare_; }
  MessageBar* messageBar() const { return bar_; }
  EmptyState* emptyState() const { return empty_; }
  const QList<QAction*>& runActions() const { return actions_; }

 Q_SIGNALS:
  void trainRequested();                                          // from the empty state
  void showRequested(const std::vector<stepscope::RunId>& runs);  // their curves: one, or two and more compared
  void resumeRequested(qint64 run);
  void reportRequested(qint64 run);

 private:
  void selectionChanged();
  void renameSelected();
  void removeSelected();

  RunsModel* model_;
  RunsStore* store_;
  Selection* selection_;
  QSortFilterProxyModel* sorted_;
  QTableView* view_;
  QLineEdit* filter_;
  QPushButton *compare_, *resume_, *report_, *more_;
  QLabel* count_;
  MessageBar* bar_;
  EmptyState* empty_;
  QStackedWidget* stack_;
  QAction *renameAction_, *removeAction_;
  QList<QAction*> actions_;
};

}  // namespace stepscope
