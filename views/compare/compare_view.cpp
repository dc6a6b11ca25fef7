#include "views/compare/compare_view.h"

#include <QApplication>
#include <QButtonGroup>
#include <QClipboard>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "views/common/card.h"
#include "views/common/empty_state.h"
#include "views/common/message_bar.h"
#include "views/common/picture_menu.h"
#include "views/common/selection.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/compare/bought_chart.h"
#include "views/compare/breakdown_bars.h"
#include "views/compare/cell_table.h"
#include "views/compare/memory_bars.h"
#include "views/compare/parallel_plot.h"
#include "views/compare/scatter_plot.h"
#include "views/compare/why_card.h"
#include "views/curves/curve_panel.h"

namespace stepscope {

namespace {

constexpr XAxis kOffered[] = {XAxis::Step, XAxis::Epoch, XAxis::Time, XAxis::Samples};

QLabel* note() {
  auto* label = new QLabel;
  label->setProperty("role", "dim");
  label->setWordWrap(true);
  label->setTextFormat(Qt::RichText);
  return label;
}

}  // namespace

CompareView::CompareView(CompareModel* model, Selection* selection, QWidget* parent)
    : QWidget(parent),
      model_(model),
      selection_(selection),
      bar_(new MessageBar),
      empty_(new EmptyState(tr("Nothing is compared yet"),
                            tr("Runs side by side: settings that differ, their effect, time and memory. Select two in Runs and press Enter."),
                            tr("Compare the last two runs"))),
      stack_(new QStackedWidget),
      axes_(new QButtonGroup(this)) {
  page_ = new QWidget;
  auto* pageLayout = new QVBoxLayout(page_);
  pageLayout->setContentsMargins(12, 6, 12, 12);
  pageLayout->setSpacing(8);
  sentence_ = new QLabel;
  sentence_->setWordWrap(true);
  sentence_->setTextFormat(Qt::RichText);
  sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  under_ = note();
  under_->setTextFormat(Qt::PlainText);
  pageLayout->addWidget(sentence_);
  pageLayout->addWidget(under_);
  buildCards();
  auto* columns = new QHBoxLayout;
  columns->setSpacing(12);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    columnWidgets_[i] = new QWidget;
    columns_[i] = new QVBoxLayout(columnWidgets_[i]);
    columns_[i]->setContentsMargins(0, 0, 0, 0);
    columns_[i]->setSpacing(12);
    columns->addWidget(columnWidgets_[i], i == 1 ? 11 : 10);
  }
  pageLayout->addLayout(columns);
  pageLayout->addWidget(whyCard_);
  pageLayout->addWidget(parallelCard_);
  pageLayout->addStretch(1);
  QScrollArea* scroll = scrolledDown(page_);
  auto* filled = new QWidget;
  auto* filledLayout = new QVBoxLayout(filled);
  filledLayout->setContentsMargins(0, 0, 0, 0);
  filledLayout->setSpacing(0);
  filledLayout->addWidget(buildHead());
  filledLayout->addWidget(scroll, 1);
  stack_->addWidget(empty_);
  stack_->addWidget(filled);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(aboveCards(bar_));
  layout->addWidget(stack_, 1);

  connect(empty_, &EmptyState::activated, this, &CompareView::latestRequested);
  connect(model_, &CompareModel::changed, this, &CompareView::showComparison);
  connect(model_, &CompareModel::message, bar_, &MessageBar::showMessage);
  connect(selection_, &Selection::runChanged, this, &CompareView::showSelected);
  connect(&zooms_, &ZoomHistory::rangeChanged, this, &CompareView::showRanges);
  arrange();
  showComparison();
}

QWidget* CompareView::buildHead() {
  auto* head = new QWidget;
  auto* layout = new QHBoxLayout(head);
  layout->setContentsMargins(14, 8, 12, 2);
  layout->setSpacing(8);
  auto* title = new QLabel(tr("Comparing"));
  title->setProperty("role", "dim");
  layout->addWidget(title);
  chips_ = new QWidget;
  chipLayout_ = new QHBoxLayout(chips_);
  chipLayout_->setContentsMargins(0, 0, 0, 0);
  chipLayout_->setSpacing(6);
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFixedHeight(34);
  scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(chips_);
  layout->addWidget(scroll, 1);
  const auto menuButton = [&](const QString& text, const QString& tip) {
    auto* button = new QToolButton;
    button->setProperty("flat", true);
    button->setProperty("outlined", true);
    button->setText(text);
    button->setToolTip(tip);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(new QMenu(button));
    layout->addWidget(button);
    return button;
  };
  add_ = menuButton(tr("+ Add run"), tr("Adds another run to the comparison"));
  connect(add_->menu(), &QMenu::aboutToShow, this, &CompareView::fillRuns);
  baseline_ = menuButton(QString(), tr("The run that the others are compared with"));
  connect(baseline_->menu(), &QMenu::aboutToShow, this, &CompareView::fillBaselines);
  curves_ = new QPushButton(tr("Curves"));
  curves_->setToolTip(tr("All curves of these runs, on top of one another"));
  connect(curves_, &QPushButton::clicked, this, [this] { Q_EMIT curvesRequested(model_->runs()); });
  copy_ = new QPushButton(tr("Copy table"));
  copy_->setToolTip(tr("Copies settings and metrics as a table"));
  connect(copy_, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(table()); });
  report_ = new QPushButton(tr("Export report"));
  report_->setProperty("primary", true);
  report_->setToolTip(tr("Writes the comparison as one page, HTML or PDF, that needs no network"));
  connect(report_, &QPushButton::clicked, this, [this] { Q_EMIT reportRequested(model_->runs()); });
  for (QPushButton* button : {curves_, copy_, report_}) layout->addWidget(button);
  return head;
}

void CompareView::buildCards() {
  const auto pictured = [this](Card* card, const QString& name, std::function<QString()> text) {
    card->addToHeader(pictureButton({card, name, std::move(text)}, card));
    return card;
  };
  settings_ = new CellTable(tr("Settings that differ"));
  settingsCard_ = pictured(new Card(tr("Settings that differ")), QStringLiteral("settings"), [this] { return settings_->cells()->text(); });
  settingsCard_->body()->addWidget(settings_);
  metrics_ = new CellTable(tr("Metrics"));
  metricsCard_ = pictured(new Card(tr("Metrics")), QStringLiteral("metrics"), [this] { return metrics_->cells()->text(); });
  metricsCard_->body()->addWidget(metrics_);
  for (CellTable* table : {settings_, metrics_})
    connect(table, &CellTable::runClicked, this, [this](int run) {
      if (model_->comparison()) select(model_->comparison()->runs[static_cast<std::size_t>(run)].info.id);
    });

  curvesCard_ = new Card(tr("Validation"));
  for (const XAxis axis : kOffered) {
    auto* button = new QToolButton;
    button->setProperty("flat", true);
    button->setProperty("outlined", true);
    button->setCheckable(true);
    button->setText(titleOf(axis));
    button->setToolTip(explanationOf(axis));
    axes_->addButton(button, static_cast<int>(axis));
    curvesCard_->addToHeader(button);
  }
  axisButton(XAxis::Step)->setChecked(true);
  connect(axes_, &QButtonGroup::idClicked, this, [this] {
    zooms_.reset();
    showCurves();
  });
  for (std::size_t i = 0; i < panels_.size(); ++i) {
    CurvePanel* panel = panels_[i] = new CurvePanel(QString(), QString());
    panel->setProperty("card", false);
    panel->body()->setContentsMargins(0, 0, 0, 0);
    panel->setRobust(true);
    connect(panel, &CurvePanel::rangeMoved, this, [this](double low, double high) { zooms_.move({low, high}); });
    connect(panel, &CurvePanel::fitRequested, this, [this] { zooms_.move({0, 0}); });
    connect(panel, &CurvePanel::cursorMoved, this, [this](double x) {
      for (CurvePanel* other : panels_) other->showCursor(x);
    });
    connect(panel, &CurvePanel::clicked, this, [this, panel](double, int line) {
      if (const RunId run = panel->property("runs").toList().value(line).toLongLong(); line >= 0 && run != 0) select(run);
    });
    curvesCard_->body()->addWidget(panel);
  }

  bought_ = new BoughtChart;
  boughtCard_ = pictured(new Card(tr("The effect of each switch")), QStringLiteral("bought"), [this] { return bought_->table(); });
  boughtNote_ = note();
  boughtCard_->body()->addWidget(bought_);
  boughtCard_->body()->addWidget(boughtNote_);
  breakdown_ = new BreakdownBars;
  breakdownNote_ = note();
  breakdownCard_ = pictured(new Card(tr("Step breakdown")), QStringLiteral("breakdown"), [this] { return breakdown_->table(); });
  breakdownCard_->body()->addWidget(breakdown_);
  breakdownCard_->body()->addWidget(breakdownNote_);
  memory_ = new MemoryBars;
  memoryNote_ = note();
  memoryNote_->setText(tr("Bar: the most memory a step held, over all switches of the run; pale if only planned. Tick: planned."));
  memoryCard_ = pictured(new Card(tr("Peak memory")), QStringLiteral("peak-memory"), [this] { return memory_->table(); });
  memoryCard_->body()->addWidget(memory_);
  memoryCard_->body()->addWidget(memoryNote_);
  parallel_ = new ParallelPlot;
  parallelCard_ = pictured(new Card(tr("Settings and results"), tr("a line for each run; results in blue")), QStringLiteral("parallel"),
                           [this] { return parallel_->table(); });
  parallelCard_->body()->addWidget(parallel_);
  why_ = new WhyModel(this);
  whyCard_ = new WhyCard(why_);
  scatter_ = new ScatterPanel;
  scatterCard_ = pictured(new Card(tr("One over another")), QStringLiteral("scatter"), [this] { return scatter_->plot()->table(); });
  scatterCard_->body()->addWidget(scatter_);
  for (RunPicture* picture : {static_cast<RunPicture*>(breakdown_), static_cast<RunPicture*>(memory_), static_cast<RunPicture*>(parallel_),
                              static_cast<RunPicture*>(scatter_->plot())})
    connect(picture, &RunPicture::runClicked, this, &CompareView::select);
}

QToolButton* CompareView::axisButton(XAxis axis) const {
  return static_cast<QToolButton*>(axes_->button(static_cast<int>(axis)));
}

void CompareView::arrange() {
  constexpr int kThreeColumns = 1180, kTwoColumns = 720;  // px
  const int columns = width() >= kThreeColumns ? 3 : width() >= kTwoColumns ? 2 : 1;
  if (columns == arranged_) return;
  arranged_ = columns;
  const std::array<std::vector<QWidget*>, 3> placed =
      columns == 3   ? std::array<std::vector<QWidget*>, 3>{{{settingsCard_, metricsCard_},
                                                             {curvesCard_, breakdownCard_},
                                                             {boughtCard_, memoryCard_, scatterCard_}}}
      : columns == 2 ? std::array<std::vector<QWidget*>, 3>{{{settingsCard_, metricsCard_, memoryCard_},
                                                             {boughtCard_, curvesCard_, breakdownCard_, scatterCard_},
                                                             {}}}
                     : std::array<std::vector<QWidget*>, 3>{
                           {{settingsCard_, boughtCard_, metricsCard_, curvesCard_, breakdownCard_, memoryCard_, scatterCard_}, {}, {}}};
  for (QVBoxLayout* column : columns_)
    while (QLayoutItem* item = column->takeAt(0)) delete item;
  for (std::size_t i = 0; i < placed.size(); ++i) {
    for (QWidget* card : placed[i]) columns_[i]->addWidget(card);
    columns_[i]->addStretch(1);
    columnWidgets_[i]->setVisible(!placed[i].empty());
  }
}

void CompareView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

void CompareView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (isThemeChange(event) && columns_[0]) {
    showSentence();
    showBreakdownNote();
    showCurves();
  }
}

void CompareView::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_F) zooms_.move({0, 0});
  else if (event->key() == Qt::Key_Backspace) zooms_.stack()->undo();
  else QWidget::keyPressEvent(event);
}

void CompareView::select(qint64 run) {
  selection_->setRun(run);
}

}  // namespace stepscope
