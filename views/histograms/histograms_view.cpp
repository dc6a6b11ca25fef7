#include "views/histograms/histograms_view.h"

#include <QComboBox>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollArea>
#include <QShortcut>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/base/error.h"
#include "views/common/card.h"
#include "views/common/elided_label.h"
#include "views/common/empty_state.h"
#include "views/common/message_bar.h"
#include "views/common/picture_menu.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/histograms/histogram_chart.h"

namespace stepscope {
namespace {

std::shared_ptr<const HistogramMap> mapOf(const RunReader& reader, RunId run, const std::string& parameter, bool gradient) {
  std::vector<HistogramRow> rows = reader.histograms(run, parameter, gradient);
  return rows.empty() ? nullptr : std::make_shared<const HistogramMap>(histogramMap(std::move(rows)));
}

QString noteOf(const HistogramMap* map) {
  if (!map) return {};
  QString text = counted(static_cast<std::int64_t>(map->rows.size()), QObject::tr("step"), QObject::tr("steps")) + QStringLiteral(" · ") +
                 counted(map->rows.back().histogram.count, QObject::tr("value"), QObject::tr("values"));
  if (map->left > 0.00005) text += QObject::tr(" · %1 beyond the axis").arg(formatPercent(map->left, 2));
  return text;
}

}  // namespace

HistogramsView::HistogramsView(QWidget* parent)
    : QWidget(parent),
      stack_(new QStackedLayout(this)),
      empty_(
          new EmptyState(tr("No histograms"), tr("The weights of each layer and their gradients appear here, over the steps of a run."), {}, this)),
      content_(new QWidget(this)),
      bar_(new MessageBar),
      filter_(new QLineEdit),
      list_(new QListWidget),
      style_(new QComboBox),
      heading_(new ElidedLabel),
      weightsCard_(new Card(tr("Weights"))),
      gradientsCard_(new Card(tr("Gradients"))),
      weights_(new HistogramChart(trainColor())),
      gradients_(new HistogramChart(categoryColor(Category::Backward))) {
  connect(empty_, &EmptyState::activated, this, &HistogramsView::keepRequested);
  stack_->addWidget(empty_);
  stack_->addWidget(content_);

  filter_->setPlaceholderText(tr("Filter parameters"));
  filter_->setClearButtonEnabled(true);
  filter_->setAccessibleName(tr("Filter parameters"));
  list_->setObjectName(QStringLiteral("parameters"));
  list_->setAccessibleName(tr("Parameters of the model"));
  list_->setUniformItemSizes(true);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setTextElideMode(Qt::ElideMiddle);
  list_->setFrameShape(QFrame::NoFrame);
  style_->addItem(tr("Heat map"));
  style_->addItem(tr("Ridgelines"));
  style_->setAccessibleName(tr("Kind of picture"));
  style_->setToolTip(
      tr("Heat map: steps to the right, values upwards, the mean solid, one deviation dotted. Ridgelines: values to the "
         "right, a line for each step, the newest in front."));
  heading_->setProperty("role", "heading");
  weights_->setAccessibleName(tr("Histograms of the weights over the run"));
  gradients_->setAccessibleName(tr("Histograms of the gradients over the run"));
  gradients_->setMissing(tr("No histograms of this parameter's gradient."));
  weights_->setMissing(tr("No histograms of this parameter."));

  auto* left = new QFrame;
  left->setProperty("card", true);
  auto* leftLayout = new QVBoxLayout(left);
  leftLayout->setContentsMargins(8, 8, 1, 1);
  leftLayout->setSpacing(6);
  auto* filterLine = new QHBoxLayout;
  filterLine->setContentsMargins(0, 0, 7, 0);
  filterLine->addWidget(filter_);
  leftLayout->addLayout(filterLine);
  leftLayout->addWidget(list_, 1);
  auto* right = new QWidget;
  auto* rightLayout = new QVBoxLayout(right);
  rightLayout->setContentsMargins(0, 0, 0, 0);
  rightLayout->setSpacing(10);
  auto* header = new QFrame;
  header->setProperty("card", true);
  auto* headerLine = new QHBoxLayout(header);
  headerLine->setContentsMargins(14, 6, 8, 6);
  headerLine->addWidget(heading_, 1);
  headerLine->addWidget(style_);
  rightLayout->addWidget(header);
  weightsCard_->body()->addWidget(weights_, 1);
  gradientsCard_->body()->addWidget(gradients_, 1);
  weightsCard_->addToHeader(pictureButton({weights_, QStringLiteral("weights"), [this] { return weights_->table(); }}, weightsCard_));
  gradientsCard_->addToHeader(pictureButton({gradients_, QStringLiteral("gradients"), [this] { return gradients_->table(); }}, gradientsCard_));
  auto* charts = new QWidget;
  auto* chartsLayout = new QVBoxLayout(charts);
  chartsLayout->setContentsMargins(0, 0, 0, 0);
  chartsLayout->setSpacing(10);
  chartsLayout->addWidget(weightsCard_, 1);
  chartsLayout->addWidget(gradientsCard_, 1);
  QScrollArea* scroll = scrolledDown(charts);  // a chart is never too low to be read
  rightLayout->addWidget(scroll, 1);
  auto* splitter = new QSplitter;
  splitter->addWidget(left);
  splitter->addWidget(right);
  splitter->setHandleWidth(10);
  splitter->setChildrenCollapsible(false);
  splitter->setStretchFactor(1, 1);
  splitter->setSizes({240, 900});
  left->setMinimumWidth(150);
  auto* layout = new QVBoxLayout(content_);
  layout->setContentsMargins(10, 10, 10, 10);
  layout->setSpacing(8);
  layout->addWidget(bar_);
  layout->addWidget(splitter, 1);

  connect(filter_, &QLineEdit::textChanged, this, &HistogramsView::setFilter);
  connect(list_, &QListWidget::currentTextChanged, this, [this](const QString& parameter) {
    if (parameter.isEmpty() || parameter.toStdString() == wanted_) return;
    wanted_ = parameter.toStdString();
    load();
  });
  connect(style_, &QComboBox::currentIndexChanged, this, [this](int index) {
    for (HistogramChart* chart : {weights_, gradients_})
      chart->setKind(index == 0 ? HistogramChart::Kind::HeatMap : HistogramChart::Kind::Ridgelines);
  });
  for (HistogramChart* chart : {weights_, gradients_})
    connect(chart, &HistogramChart::hovered, this, [this](int row) {
      for (HistogramChart* each : {weights_, gradients_}) each->setShownRow(row < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(row)));
    });
  auto* find = new QShortcut(QKeySequence::Find, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
  connect(find, &QShortcut::activated, this, [this] {
    filter_->setFocus();
    filter_->selectAll();
  });
  setFocusProxy(list_);
  stack_->setCurrentWidget(empty_);
}

void HistogramsView::setEmptyTexts(const QString& title, const QString& sentence, const QString& button) {
  empty_->setTexts(title, sentence, button);
}

QString HistogramsView::chosen() const {
  return list_->currentItem() ? list_->currentItem()->text() : QString();
}

void HistogramsView::setRun(const QString& storePath, RunId run, const QString& name) {
  const bool other = path_ != storePath || run_ != run;
  path_ = storePath;
  run_ = run;
  name_ = name;
  if (run_ <= 0 || path_.isEmpty()) {
    job_.cancel();
    showLoaded({});
    return;
  }
  if (other) {
    bar_->dismiss();
    refresh();
  }
}

void HistogramsView::refresh() {
  if (run_ <= 0) return;
  if (isVisible()) load();
  else stale_ = true;
}

void HistogramsView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (stale_) load();
}

void HistogramsView::load() {
  stale_ = false;
  job_.start([this, path = path_.toStdString(), run = run_, wanted = wanted_](const std::atomic<bool>&) -> std::function<void()> {
    try {
      const RunReader reader(path);
      Loaded loaded;
      loaded.parameters = reader.histogramParameters(run);
      std::sort(loaded.parameters.begin(), loaded.parameters.end(), naturallyBefore);
      const auto& all = loaded.parameters;
      if (!all.empty()) {
        loaded.chosen = std::find(all.begin(), all.end(), wanted) != all.end() ? wanted : all.front();
        loaded.weights = mapOf(reader, run, loaded.chosen, false);
        loaded.gradients = mapOf(reader, run, loaded.chosen, true);
      }
      return [this, loaded] { showLoaded(loaded); };
    } catch (const Error& error) {
      return [this, failure = messageOf(error)] {
        stack_->setCurrentWidget(content_);
        bar_->showMessage(failure);
        Q_EMIT loaded();
      };
    }
  });
}

void HistogramsView::showLoaded(const Loaded& found) {
  {
    const QSignalBlocker quiet(list_);
    QStringList names;
    for (const std::string& name : found.parameters) names << QString::fromStdString(name);
    QStringList before;
    for (int i = 0; i < list_->count(); ++i) before << list_->item(i)->text();
    if (before != names) {
      list_->clear();
      list_->addItems(names);
      for (int i = 0; i < list_->count(); ++i) list_->item(i)->setToolTip(names[i]);
      setFilter(filter_->text());
    }
    for (int i = 0; i < list_->count(); ++i)
      if (names[i] == QString::fromStdString(found.chosen)) list_->setCurrentRow(i);
  }
  if (!found.chosen.empty()) wanted_ = found.chosen;
  heading_->setText(name_.isEmpty() ? QString::fromStdString(found.chosen) : QString::fromStdString(found.chosen) + QStringLiteral(" · ") + name_);
  weights_->setMap(found.weights);
  gradients_->setMap(found.gradients);
  weightsCard_->setNote(noteOf(found.weights.get()));
  gradientsCard_->setNote(noteOf(found.gradients.get()));
  stack_->setCurrentWidget(found.parameters.empty() ? static_cast<QWidget*>(empty_) : content_);
  Q_EMIT loaded();
}

void HistogramsView::setFilter(const QString& text) {
  for (int i = 0; i < list_->count(); ++i) list_->item(i)->setHidden(!list_->item(i)->text().contains(text.trimmed(), Qt::CaseInsensitive));
}

void HistogramsView::chooseLayer(const QString& layer) {
  if (layer.isEmpty() || layer.toStdString() == layerOfParameter(chosen().toStdString())) return;
  int found = -1;
  for (int i = 0; i < list_->count(); ++i) {
    const std::string name = list_->item(i)->text().toStdString();
    if (layerOfParameter(name) != layer.toStdString()) continue;
    if (found < 0 || name.ends_with(".weight")) found = i;
  }
  if (found < 0) return;
  list_->setCurrentRow(found);
}

}  // namespace stepscope
