// The Runs tab: a filter, the table with the chosen columns, and the actions on selected runs. The view's settings are stored with the project
// (saved_views.h).
#pragma once

#include <QWidget>
#include <vector>

#include "core/store/run_store.h"
#include "views/runs/saved_views.h"

class QAction;
class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;
class QStackedWidget;
class QTableView;
class QTimer;
class QVBoxLayout;

namespace stepscope {

struct ViewContext;
class ColumnChooser;
class EmptyState;
class FilterBox;
class GroupedRows;
class InlineEditor;
class MessageBar;
class PinnedColumns;
class RunsModel;
class RunsProxy;
class RunsStore;
class Selection;

class RunsView : public QWidget {
  Q_OBJECT
 public:
  RunsView(RunsModel* model, RunsStore* store, Selection* selection, QWidget* parent = nullptr);
  ~RunsView() override;

  std::vector<RunId> selectedRuns() const;  // a selected heading stands for all runs of its group
  void selectRuns(const std::vector<RunId>& runs);
  QTableView* table() const { return view_; }
  QLineEdit* filter() const;
  FilterBox* filterBox() const { return filter_; }
  RunsProxy* rows() const { return sorted_; }
  GroupedRows* groupedRows() const { return grouped_; }
  PinnedColumns* pinned() const { return pinned_; }
  InlineEditor* editor() const { return editor_; }
  ColumnChooser* chooser() const { return chooser_; }
  // The columns, sorting, groups and filter as displayed now.
  RunsViewState state() const;
  void setState(const RunsViewState& state);
  const SavedViews& savedViews() const { return views_; }
  void saveView(const QString& name);
  void openView(const QString& name);
  void setColumnShown(const std::string& name, bool shown);
  // Groups the runs by this column, and shows the column if it was hidden. Empty: no groups.
  void setGroup(const std::string& column);
  // Inserts a widget above the table.
  void addAbove(QWidget* strip);
  // Adds an entry to the menu "Export Run"; enabled if one run is selected.
  QAction* addExport(const QString& title, const QString& help);
  QMenu* exportMenu() const { return exportMenu_; }
  QPushButton* compareButton() const { return compare_; }
  MessageBar* messageBar() const { return bar_; }
  EmptyState* emptyState() const { return empty_; }
  const QList<QAction*>& runActions() const { return actions_; }

 Q_SIGNALS:
  void trainRequested();                                          // by the button of the empty state
  void showRequested(const std::vector<stepscope::RunId>& runs);  // show their curves: one run, or a comparison of several
  void resumeRequested(qint64 run);
  void reportRequested(qint64 run);
  void checkpointsRequested(qint64 run);

 private:
  void selectionChanged();
  void renameSelected();
  void removeSelected();
  void tagSelected();
  void noteSelected();
  void starSelected();
  void archiveSelected();
  void copyTable();
  QString shownTable(bool selectedOnly) const;
  std::vector<RunInfo> selectedInfos() const;
  void makeTable();
  void makeActions();
  void makeMenus();
  void headerClicked(int section);
  void headerMenu(const QPoint& at);
  void fillViews();
  void viewChanged();  // starts the timer that stores the settings
  void takeViews(const QString& text);

  RunsModel* model_;
  RunsStore* store_;
  Selection* selection_;
  RunsProxy* sorted_;
  GroupedRows* grouped_;
  QTableView* view_;
  PinnedColumns* pinned_ = nullptr;
  FilterBox* filter_;
  InlineEditor* editor_;
  ColumnChooser* chooser_;
  QPushButton *compare_, *resume_, *report_, *more_, *viewsButton_, *columnsButton_;
  QMenu *viewsMenu_ = nullptr, *exportMenu_ = nullptr;
  QLabel* count_;
  MessageBar* bar_;
  EmptyState* empty_;
  QStackedWidget* stack_;
  QVBoxLayout* above_ = nullptr;
  QAction *renameAction_, *removeAction_, *noteAction_, *checkpointsAction_, *tagAction_, *starAction_, *archiveAction_;
  QTimer* saving_;
  SavedViews views_;
  bool loading_ = false;     // a saved view is being applied, so changes are not the user's
  std::vector<RunId> kept_;  // the selection, during a reset of the model
  bool loaded_ = false;      // the project's views were loaded, so they may be overwritten
  QList<QAction*> actions_;
};

QWidget* makeRunsView(const ViewContext& context);

}  // namespace stepscope
