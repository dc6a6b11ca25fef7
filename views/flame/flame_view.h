// The Flame tab: the nesting of spans, summed over the captured steps or the selected range, for the host's threads or the GPU.
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>

#include "profiler/trace/trace.h"
#include "views/common/job.h"

class QComboBox;
class QLineEdit;
class QStackedLayout;
class QToolButton;

namespace stepscope {

struct ViewContext;
class Card;
class ElidedLabel;
class EmptyState;
class FlameCanvas;
class Selection;

class FlameView : public QWidget {
  Q_OBJECT
 public:
  // `selection`: its time range is summed if there is one; must outlive this widget.
  explicit FlameView(Selection* selection, QWidget* parent = nullptr);

  // Summed off the GUI thread; null: no trace.
  void setTrace(std::shared_ptr<const Trace> trace);
  bool isEmpty() const;
  void setEmptyTexts(const QString& title, const QString& sentence, const QString& button);
  bool counting() const { return job_.busy(); }
  FlameCanvas* canvas() const { return canvas_; }
  QComboBox* whose() const { return whose_; }
  QLineEdit* search() const { return search_; }
  QString readout() const;
  QString toTable() const;  // one line per stack, as for flamegraph.pl: see foldedStacks()

 Q_SIGNALS:
  void captureRequested();  // the button of the empty view
  void found(const QString& name);
  void counted();

 private:
  void count();
  void showSearch();
  void showReadout();

  Selection* selection_;
  std::shared_ptr<const Trace> trace_;
  QStackedLayout* stack_;
  EmptyState* empty_;
  QWidget* content_;
  Card* card_;
  QComboBox* whose_;
  QLineEdit* search_;
  QToolButton *back_, *all_;
  ElidedLabel* readout_;
  FlameCanvas* canvas_;
  JobSlot job_;
  QTimer rangeTimer_;
};

QWidget* makeFlameView(const ViewContext& context);

}  // namespace stepscope
