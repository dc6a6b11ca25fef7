// The Graph tab: the layers of the training step as a tree, with their costs and, after a capture, their times: per step, or in the selected time
// range. A double click shows the layer's spans in the timeline.
#pragma once

#include "core/models/model_check.h"
#include "views/graph/graph_model.h"
// Include Qt after the engine: a plan has a member called `slots`.
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
  // `selection`: used by all views; must outlive this widget.
  explicit GraphView(Selection* selection, QWidget* parent = nullptr);

  void setPlan(std::shared_ptr<const PlanView> plan);        // null: nothing planned; expanded rows stay expanded
  void setCheck(const std::vector<ModelFinding>& findings);  // faults of the model: one bar shows the first three; none: no bar
  void setCapture(std::shared_ptr<const Trace> capture);     // null: nothing captured; hides the times
  // Shows the times within the range of that trace instead of the capture's, until the range is empty or the trace null. A trace that names no layer
  // of the plan belongs to another model and changes nothing. Times of another graph (recorded with other switches or another batch size) are not
  // shown beside this plan; the note explains what they belong to.
  void setRange(std::shared_ptr<const Trace> trace, stepscope::TimeRange range);
  // The texts of the empty view; an empty button text hides the button.
  void setEmptyTexts(const QString& title, const QString& sentence, const QString& button);

  GraphModel* model() const { return model_; }
  QTreeView* tree() const { return tree_; }
  QLineEdit* filter() const { return filter_; }
  QString heading() const;  // "62 layers · 11 689 512 parameters · 10.9 GFLOP a step"
  QString note() const;     // about the capture or the range, or how to make a capture
  bool saveCsv(const QString& path);

 Q_SIGNALS:
  void planRequested();  // the empty view's button
  // A row was double clicked, or Enter pressed on it (a single click selects it). `scope`: the row's scope; `node`: the layer's first forward op,
  // else its first op; -1 if the row stands for several layers.
  void layerActivated(const QString& scope, int node);

 private:
  std::vector<std::vector<std::string>> cells() const;  // of the layers, with headings in the language of the window
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
  QString otherTimes_;  // why recorded times are not shown
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
  std::set<std::string> openBefore_;  // rows that were open when filtering began
};

QWidget* makeGraphView(const ViewContext& context);

}  // namespace stepscope
