// The Histograms tab: the distribution of a layer's weights and their gradients, over the steps of a run.
#pragma once

#include <QWidget>
#include <memory>
#include <string>
#include <vector>

#include "core/store/run_store.h"
#include "views/common/job.h"
#include "views/histograms/histogram_map.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QStackedLayout;

namespace stepscope {

struct ViewContext;
class Card;
class EmptyState;
class HistogramChart;
class MessageBar;

class ElidedLabel;
class HistogramsView : public QWidget {
  Q_OBJECT
 public:
  explicit HistogramsView(QWidget* parent = nullptr);

  // Sets the run, which is read off the GUI thread; run 0: none. The chosen parameter stays chosen if this run has it.
  void setRun(const QString& storePath, RunId run, const QString& name);
  void refresh();  // the run may have grown; read again when the view is visible
  // Chooses the weight of the layer, or its first parameter; nothing if it has none.
  void chooseLayer(const QString& layer);
  // The texts of the empty view; an empty button text hides the button.
  void setEmptyTexts(const QString& title, const QString& sentence, const QString& button);

  QListWidget* list() const { return list_; }
  QLineEdit* filter() const { return filter_; }
  QComboBox* styleBox() const { return style_; }
  HistogramChart* weights() const { return weights_; }
  HistogramChart* gradients() const { return gradients_; }
  EmptyState* emptyState() const { return empty_; }
  MessageBar* messageBar() const { return bar_; }
  QString chosen() const;  // the parameter; empty: none
  bool loading() const { return job_.busy(); }

 Q_SIGNALS:
  void keepRequested();  // the empty view's button
  void loaded();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  struct Loaded {
    std::vector<std::string> parameters;
    std::string chosen;
    std::shared_ptr<const HistogramMap> weights, gradients;
  };
  void load();
  void showLoaded(const Loaded& found);
  void setFilter(const QString& text);

  QString path_, name_;
  RunId run_ = 0;
  std::string wanted_;  // the parameter to show
  bool stale_ = false;

  QStackedLayout* stack_;
  EmptyState* empty_;
  QWidget* content_;
  MessageBar* bar_;
  QLineEdit* filter_;
  QListWidget* list_;
  QComboBox* style_;
  ElidedLabel* heading_;
  Card *weightsCard_, *gradientsCard_;
  HistogramChart *weights_, *gradients_;
  JobSlot job_;
};

QWidget* makeHistogramsView(const ViewContext& context);

}  // namespace stepscope
