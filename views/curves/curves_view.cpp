#include "views/curves/curves_view.h"

#include <QEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/base/clock.h"
#include "views/common/empty_state.h"
#include "views/common/message_bar.h"
#include "views/common/picture_menu.h"
#include "views/common/selection.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/curves/breakdown_card.h"
#include "views/curves/compare_bar.h"
#include "views/curves/curve_detail.h"
#include "views/curves/curve_panel.h"
#include "views/curves/curves_model.h"

namespace stepscope {

namespace {

// The part of one core that drawing may use during a training, in [0, 1]. The delays before drawing are chosen by it, up to 1.5 s.
constexpr double kDrawShare = 0.008;
constexpr int kRestMs = 120;  // ms; a range that has not moved for this long is drawn in detail

}  // namespace

CurvesView::CurvesView(CurvesModel* model, Selection* selection, QWidget* parent)
    : QWidget(parent),
      model_(model),
      selection_(selection),
      breakdown_(new BreakdownCard),
      bar_(new MessageBar),
      empty_(new EmptyState(
          tr("No curves yet"),
          tr("Loss, accuracy or error, learning rate and throughput appear here while a run trains, and for every run that is kept."), tr("Train"))),
      stack_(new QStackedWidget),
      toolbar_(new CurveToolbar),
      compareBar_(new CompareBar(model, toolbar_)),
      detail_(new CurveDetail(&charts_, model, toolbar_, this)) {
  buildPanels();
  auto* page = new QWidget;
  auto* grid = new QGridLayout(page);
  grid->setContentsMargins(12, 12, 12, 12);
  grid->setSpacing(12);
  grid->addWidget(panel(Loss), 0, 0);
  grid->addWidget(panel(Metric), 0, 1);
  grid->addWidget(panel(Rate), 1, 0);
  grid->addWidget(panel(Throughput), 1, 1);
  grid->addWidget(breakdown_, 2, 0, 1, 2);
  grid->setRowStretch(0, 5);
  grid->setRowStretch(1, 4);
  grid->setRowStretch(2, 4);
  grid->setColumnStretch(0, 1);
  grid->setColumnStretch(1, 1);
  QScrollArea* scroll = scrolledDown(page);
  auto* shown = new QWidget;
  auto* shownLayout = new QVBoxLayout(shown);
  shownLayout->setContentsMargins(0, 0, 0, 0);
  shownLayout->setSpacing(0);
  shownLayout->addWidget(toolbar_);
  shownLayout->addWidget(scroll, 1);

  connect(compareBar_, &CompareBar::liveRequested, this, &CurvesView::liveRequested);
  connect(compareBar_, &CompareBar::compareRequested, this, &CurvesView::compareRequested);
  stack_->addWidget(empty_);
  stack_->addWidget(shown);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(aboveCards(bar_));
  layout->addWidget(compareBar_);
  layout->addWidget(stack_, 1);

  connect(empty_, &EmptyState::activated, this, &CurvesView::trainRequested);
  connect(model_, &CurvesModel::reset, this, &CurvesView::rebuild);
  connect(model_, &CurvesModel::reloaded, this, &CurvesView::rebuildLines);
  connect(model_, &CurvesModel::appended, this, &CurvesView::appended);
  connect(toolbar_, &CurveToolbar::changed, this, &CurvesView::rebuildLines);
  connect(toolbar_, &CurveToolbar::undoRequested, zooms_.stack(), &QUndoStack::undo);
  connect(&zooms_, &ZoomHistory::rangeChanged, this, &CurvesView::rangesMoved);
  connect(zooms_.stack(), &QUndoStack::canUndoChanged, toolbar_, &CurveToolbar::setCanUndo);
  connect(selection_, &Selection::runChanged, this, [this] {
    for (CurveChart& chart : charts_) chart.showEmphasis(selection_->run());
    drawPanels();
  });
  later_.setSingleShot(true);
  connect(&later_, &QTimer::timeout, this, &CurvesView::drawAll);
  rest_.setSingleShot(true);
  rest_.setInterval(kRestMs);
  connect(&rest_, &QTimer::timeout, this, [this] { detail_->load(zooms_.range()); });
  connect(detail_, &CurveDetail::clocksRead, this, &CurvesView::rebuildLines);
  connect(detail_, &CurveDetail::overviewWanted, this, &CurvesView::refill);
  connect(detail_, &CurveDetail::linesRead, this, &CurvesView::drawPanels);
  rebuild();
}

void CurvesView::buildPanels() {
  static const char* const names[] = {"loss", "metric", "learning-rate", "throughput"};
  for (int i = 0; i < PanelCount; ++i) {
    const auto which = static_cast<Panel>(i);
    CurvePanel* panel = charts_.emplace_back(which, model_, toolbar_).panel();
    panel->setAccessibleName(QString::fromLatin1(names[i]));
    auto* log = new QToolButton;
    log->setProperty("flat", true);
    log->setProperty("outlined", true);
    log->setCheckable(true);
    log->setText(tr("log"));
    log->setToolTip(which == Loss ? tr("Logarithmic value axis (L)") : tr("Logarithmic value axis"));
    if (which == Loss) log->setShortcut(Qt::Key_L);
    connect(log, &QToolButton::toggled, panel, &CurvePanel::setLogarithmic);
    panel->addToHeader(log);
    auto* chooser = new QToolButton;
    chooser->setObjectName(QStringLiteral("quantity"));
    chooser->setProperty("flat", true);
    chooser->setProperty("outlined", true);
    chooser->setText(tr("show"));
    chooser->setToolTip(tr("What this chart shows"));
    chooser->setPopupMode(QToolButton::InstantPopup);
    chooser->setMenu(new QMenu(chooser));
    connect(chooser->menu(), &QMenu::aboutToShow, this, [this, chooser, which] { fillQuantities(chooser, which); });
    panel->addToHeader(chooser);
    panel->addToHeader(pictureButton({panel, QString::fromLatin1(names[i]), [this, which] { return table(which); }}, panel));
    connect(panel, &CurvePanel::rangeMoved, this, [this](double low, double high) { zooms_.move({low, high}); });
    connect(panel, &CurvePanel::fitRequested, this, &CurvesView::fit);
    connect(panel, &CurvePanel::cursorMoved, this, [this](double x) {
      for (const CurveChart& chart : charts_) chart.panel()->showCursor(x);
    });
    connect(panel, &CurvePanel::clicked, this, [this, which](double x, int line) { choose(x, line, which); });
  }
}

// A click on a curve in a comparison selects the curve's run; every other click selects the step.
void CurvesView::choose(double x, int line, Panel panel) {
  if (model_->runs().empty()) return;
  const std::vector<ChartLine>& lines = charts_[panel].lines();
  if (model_->comparing() && line >= 0 && static_cast<std::size_t>(line) < lines.size())
    return selection_->setRun(model_->runs()[lines[static_cast<std::size_t>(line)].runs[0]]->id);
  const double step = stepOf(*model_->runs()[0], options().axis, x);
  if (std::isfinite(step)) selection_->setStep(std::llround(std::max(0.0, step)));
}

void CurvesView::fillQuantities(QToolButton* button, Panel panel) {
  QMenu* menu = button->menu();
  menu->clear();
  for (const std::string& key : quantitiesOf(model_->runs())) {
    // Ampersands in a name are doubled, because Qt takes single ones as mnemonics of the menu.
    QAction* action = menu->addAction(quantityOf(key, model_->runs()[0]->task).title.replace(QLatin1Char('&'), QStringLiteral("&&")));
    action->setCheckable(true);
    action->setChecked(key == quantity(panel));
    connect(action, &QAction::triggered, this, [this, panel, key] { setQuantity(panel, key); });
  }
  if (menu->isEmpty()) menu->addAction(tr("Nothing is recorded yet"))->setEnabled(false);
}

void CurvesView::setQuantity(Panel panel, const std::string& key) {
  charts_[panel].choose(key);
  rebuildLines();
}

void CurvesView::setSmoothing(double weight) {
  CurveOptions options = toolbar_->options();
  options.smoothing = std::clamp(weight, 0.0, 0.999);
  setOptions(options);
}

void CurvesView::setOptions(const CurveOptions& options) {
  toolbar_->setOptions(options);
  rebuildLines();
}

void CurvesView::rebuild() {
  const auto& runs = model_->runs();
  stack_->setCurrentIndex(runs.empty() ? 0 : 1);
  zooms_.reset();
  toolbar_->setSeveral(model_->comparing());
  compareBar_->showRuns();
  rebuildLines();
  Q_EMIT runShown(runs.size() == 1 ? runs[0]->id : 0);
}

void CurvesView::rebuildLines() {
  detail_->cancel();
  for (CurveChart& chart : charts_) {
    chart.rebuild();
    chart.showEmphasis(selection_->run());
  }
  drawnStep_ = -1;
  detail_->loadClocks();
  if (grows()) consume();
  else refill();
  drawAll();
  if (zooms_.range().second > zooms_.range().first) rest_.start();
}

bool CurvesView::grows() const {
  return std::all_of(charts_.begin(), charts_.end(), [](const CurveChart& chart) { return chart.grows(); });
}

void CurvesView::consume() {
  for (CurveChart& chart : charts_) chart.consume();
}

void CurvesView::refill() {
  const double begun = static_cast<double>(nowNs()) * 1e-6;
  for (CurveChart& chart : charts_) chart.refill();
  detail_->forget();
  refillMs_ = static_cast<double>(nowNs()) * 1e-6 - begun;
}

double CurvesView::lastStep() const {
  double last = 0;
  for (const auto& run : model_->runs())
    for (const auto& [key, curve] : run->series)
      if (!curve.empty()) last = std::max(last, curve.step.back());
  return last;
}

void CurvesView::appended() {
  const bool whole = !grows();
  if (!whole) consume();
  dirty_ = true;
  if (!isVisible() || later_.isActive()) return;
  const auto& run = model_->live();
  const bool news = run && (run->markers.size() != drawnMarkers_ || run->epochEnds.size() != drawnEpochs_);
  // The picture does not change while the newest point is on the same pixel as the last one drawn.
  if (!whole && !news && drawnStep_ >= 0 && (lastStep() - drawnStep_) * panel(Loss)->pixelsPerStep() < 1) return;
  double cost = whole ? refillMs_ : 0;
  for (const CurveChart& chart : charts_) cost += chart.panel()->lastDrawMs();
  later_.start(drawnStep_ < 0 ? 0 : std::clamp(static_cast<int>(cost / kDrawShare), 33, 1500));
}

void CurvesView::drawAll() {
  dirty_ = true;
  if (!isVisible() && drawnStep_ >= 0) return;
  if (!grows() && drawnStep_ >= 0 && drawnStep_ != lastStep()) refill();
  charts_[Rate].showSchedule(lastStep());
  placeRanges();
  const RunCurves* single = model_->runs().size() == 1 ? model_->runs()[0].get() : nullptr;
  const RunMarks marks = single ? marksOf(*single, options().axis) : RunMarks();
  const QString effect = single ? effectText(*single, marks.lastSwitch) : QString();
  for (CurveChart& chart : charts_) {
    chart.showMarks(marks, effect);
    chart.showLegend();
    chart.showGaps();
  }
  drawPanels();
  drawnStep_ = lastStep();
  if (const auto& run = model_->live()) {
    drawnMarkers_ = run->markers.size();
    drawnEpochs_ = run->epochEnds.size();
  }
  dirty_ = false;
}

void CurvesView::fit() {
  zooms_.move({0, 0});
  drawAll();
}

void CurvesView::drawPanels() {
  for (const CurveChart& chart : charts_) chart.panel()->draw();
}

void CurvesView::placeRanges() {
  const XRange zoomed = zooms_.range();
  if (zoomed.second > zoomed.first) {
    for (const CurveChart& chart : charts_) chart.panel()->setXRange(zoomed.first, zoomed.second);
    return;
  }
  double low = options().axis == XAxis::Clock || options().logX ? 1e300 : 0, high = -1e300;
  for (const CurveChart& chart : charts_) chart.extend(low, high);
  double total = 0;
  if (options().axis == XAxis::Step) {
    for (const auto& run : model_->runs()) total = std::max(total, static_cast<double>(run->totalSteps));
    high = std::max(2.0, roomFor(std::max(lastStep(), 0.0), total));
  }
  if (!(low < 1e300)) low = options().logX ? 1 : 0;
  if (!(high > low)) high = low + 1;
  const bool scheduled = total > 0 && quantity(Rate) == "lr";
  for (int i = 0; i < PanelCount; ++i) panel(static_cast<Panel>(i))->setXRange(low, scheduled && i == Rate ? total : high);
  for (const CurveChart& chart : charts_) chart.panel()->fitY();
}

void CurvesView::rangesMoved() {
  placeRanges();
  drawPanels();
  rest_.start();
}

void CurvesView::zoom(double factor) {
  const auto [low, high] = panel(Loss)->xRange();
  if (options().logX && low > 0) {
    const double middle = std::sqrt(low * high), half = std::pow(high / low, 0.5 / factor);
    return zooms_.move({middle / half, middle * half});
  }
  const double middle = (low + high) / 2, half = (high - low) / 2 / factor;
  zooms_.move({middle - half, middle + half});
}

void CurvesView::pan(double share) {
  const auto [low, high] = panel(Loss)->xRange();
  if (options().logX && low > 0) {
    const double by = std::pow(high / low, share);
    return zooms_.move({low * by, high * by});
  }
  const double by = (high - low) * share;
  zooms_.move({low + by, high + by});
}

QString CurvesView::table(Panel panel) const {
  return QString::fromStdString(tableOf(charts_[panel].columns()));  // titles are the untranslated names of series, as in `runs export --to csv`
}

void CurvesView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (isThemeChange(event) && later_.isSingleShot()) {
    for (CurveChart& chart : charts_) chart.showLegend();
    dirty_ = true;
  }
}

void CurvesView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (dirty_) drawAll();
}

void CurvesView::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_F: fit(); break;
    case Qt::Key_W: zoom(1.5); break;
    case Qt::Key_S: zoom(1 / 1.5); break;
    case Qt::Key_A: pan(-0.2); break;
    case Qt::Key_D: pan(0.2); break;
    case Qt::Key_Backspace: zooms_.stack()->undo(); break;
    default: QWidget::keyPressEvent(event);
  }
}

}  // namespace stepscope
