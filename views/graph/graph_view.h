// The Graph tab: the layers of the training step as a tree, with what each costs and, after a capture, the time it takes: in a step, or in
// the range of time that is selected. A click leads to the layer's spans in the timeline.
#pragma once

#include "core/models/model_check.h"
#include "views/graph/graph_model.h"
// Qt after the engine: a plan has a member called `slots`.
#include <QWidget>
#include <memory>
#include <set>

class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QStackedLayout;
class QTreeView;
class QVBoxLayout;

namespace stepscope {

struct ViewContext;
class EmptyState;
class ElidedLabel;
class MessageBar;
class Selection;

class GraphView : public QWidget {
  Q_OBJECT
 public:
  // selection: shared by all views; outlives this widget.
  explicit GraphView(Selection* selection, QWidget* parent = nullptr);

  void setPlan(std::shared_ptr<const PlanView> plan);        // null: nothing planned; keeps what is open
  void setCheck(const std::vector<ModelFinding>& findings);  // of the model; a bar says each of them
  void setCapture(std::shared_ptr<const Trace> capture);     // null: nothing captured; hides the times
  // The times within the range of that trace take the place of the capture's until the range is empty or the trace null. A trace that
  // names no layer of the plan is none of its training: it changes nothing. Times of another graph, recorded with other switches or another
  // batch, are not shown beside this one: the note says of which run they are.
  void setRange(std::shared_ptr<const Trace> trace, stepscope::TimeRange range);
  // What the empty view says; an empty button text hides the button.
  void setEmptyTexts(const QString& title, const QString& sentence, const QString& button);

  GraphModel* model() const { return model_; }
  QTreeView* tree() const { return tree_; }
  QLineEdit* filter() const { return filter_; }
  QString heading() const;  // "62 layers · 11 689 512 parameters · 10.9 GFLOP"
  QString note() const;     // of the capture or the range, or how to make one
  bool saveCsv(const QString& path);

 Q_SIGNALS:
  void planRequested();  // the empty view's button
  // A row was double clicked, or Enter pressed on it; a single click selects. scope: of the layer or of the layers below it; node: a forward op.
  void layerActivated(const QString& scope, int node);

 private:
  std::vector<std::vector<std::string>> cells() const;  // of the layers, headed in the language of the window
  void buildHeader(QVBoxLayout* layout);
  void setFilter(const QString& text);
  void onNodeSelected(int node);
  void onRowChanged(const QModelIndex& index);
  void activate(const QModelIndex& index);
  void askAndSaveCsv();
  std::set<std::string> openScopes() const;
  void open(const std::set<std::string>& scopes);
  void updateTimes();
  void updateTexts();
  QString table() const;

  Selection* selection_;
  std::shared_ptr<const PlanView> plan_;
  std::shared_ptr<const Trace> capture_, rangeTrace_;
  QString otherTimes_;  // why times that were recorded are not shown
  TimeRange range_;
  bool selecting_ = false;

  QStackedLayout* stack_;
  EmptyState* empty_;
  QWidget* content_;
  MessageBar* bar_;
  ElidedLabel *heading_, *note_;
  QLineEdit* filter_;
  GraphModel* model_;
  QSortFilterProxyModel* sorted_;
  QTreeView* tree_;
  std::set<std::string> openBefore_;  // what was open when filtering began
};

QWidget* makeGraphView(const ViewContext& context);

}  // namespace stepscope
