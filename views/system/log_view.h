// The log of the displayed run: the trainer's messages for each epoch, its warnings and errors. Grows while the run trains.
#pragma once

#include <QTimer>
#include <QWidget>
#include <optional>

#include "core/store/run_store.h"
#include "views/common/job.h"

class QCheckBox;
class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QStackedLayout;
class QTableView;

namespace stepscope {

struct ViewContext;
class EmptyState;
class LogModel;
class MessageBar;

class LogView : public QWidget {
  Q_OBJECT
 public:
  explicit LogView(QWidget* parent = nullptr);

  void setProjectOpen(bool open);
  // Sets the displayed run; 0: none. `grows`: the run is in training.
  void setRun(const QString& storePath, RunId run, const QString& name, bool grows);
  LogModel* model() const { return model_; }
  QTableView* table() const { return table_; }
  QCheckBox* problemsBox() const { return problems_; }
  QLineEdit* filterEdit() const { return filter_; }
  QString sentence() const;
  EmptyState* emptyState() const { return empty_; }
  MessageBar* messageBar() const { return bar_; }
  bool loading() const { return job_.busy(); }

 Q_SIGNALS:
  void nextRequested();  // by the button of the empty view: open a project, or train
  void loaded();

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void load();
  void take(std::vector<LogLine> lines);
  void showEmpty();
  void showSentence();
  void fitColumns();

  QString path_, name_;
  RunId run_ = 0;
  bool open_ = false, grows_ = false, stale_ = false;
  std::size_t measured_ = 0;  // number of lines whose width is known
  int widest_ = 0;            // px, of the longest measured line
  QTimer timer_;
  JobSlot job_;

  QStackedLayout* stack_;
  EmptyState* empty_;
  MessageBar* bar_;
  QLabel *sentence_, *of_;
  QCheckBox* problems_;
  QLineEdit* filter_;
  LogModel* model_;
  QSortFilterProxyModel* shown_;
  QTableView* table_;
};

QWidget* makeLogView(const ViewContext& context);

}  // namespace stepscope
