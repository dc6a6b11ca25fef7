#include "views/curves/curves_view.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "views/common/empty_state.h"
#include "views/common/message_bar.h"
#include "views/common/picture_menu.h"
#include "views/common/selection.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/curves/breakdown_card.h"
#include "views/curves/curve_panel.h"
#include "views/curves/curves_model.h"

namespace stepscope {

namespace {

// Drawing may cost training at most this share of one core.
constexpr double kDrawShare = 0.008;
constexpr int kRestMs = 120;  // a range that was not moved for so long is drawn in detail

// Ticks at whole epochs, at most six of them.
std::vector<double> epochTicks(const RunCurves& run, double low, double high) {
  const double first = std::max(0.0, epochAt(run, low)), last = epochAt(run, high);
  double stride = 1;
  while ((last - first) / stride > 6) stride = stride == 1 ? 2 : stride == 2 ? 5 : stride * 2;
  std::vector<double> ticks;
  for (double epoch = std::ceil(first / stride) * stride; epoch <= last + 1e-9; epoch += stride) ticks.push_back(stepAt(run, epoch));
  return ticks;
}

}  // namespace

CurvesView::CurvesView(CurvesModel* model, Selection* selection, QWidget* parent)
    : QWidget(parent),
      model_(model),
      selection_(selection),
      breakdown_(new BreakdownCard),
      bar_(new MessageBar),
      empty_(new EmptyState(
          tr("No curves yet"),
          tr("Loss, accuracy or error, learning rate and throughput appear here while a run trains, and for every run that is kept."),
          tr("Train"))),
      stack_(new QStackedWidget),
      toolbar_(new CurveToolbar),
      compareBar_(new QWidget),
      compareText_(new QLabel),
      live_(new QPushButton(tr("Back to the latest run"))),
      compare_(new QPushButton) {
  buildPanels();
  auto* page = new QWidget;
  auto* grid = new QGridLayout(page);
  grid->setContentsMargins(12, 12, 12, 12);
  grid->setSpacing(12);
  grid->addWidget(panels_[Loss], 0, 0);
  grid->addWidget(panels_[Metric], 0, 1);
  grid->addWidget(panels_[Rate], 1, 0);
  grid->addWidget(panels_[Throughput], 1, 1);
  grid->addWidget(breakdown_, 2, 0, 1, 2);
  grid->setRowStretch(0, 5);
  grid->setRowStretch(1, 4);
  grid->setRowStretch(2, 4);
  grid->setColumnStretch(0, 1);
  grid->setColumnStretch(1, 1);
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(page);
  auto* shown = new QWidget;
  auto* shownLayout = new QVBoxLayout(shown);
  shownLayout->setContentsMargins(0, 0, 0, 0);
  shownLayout->setSpacing(0);
  shownLayout->addWidget(toolbar_);
  shownLayout->addWidget(scroll, 1);

  connect(live_, &QPushButton::clicked, this, &CurvesView::liveRequested);
  connect(compare_, &QPushButton::clicked, this, [this] {
    std::vector<RunId> runs;
    if (!model_->comparing() && previous_ != 0) runs.push_back(previous_);
    for (const auto& run : model_->runs()) runs.push_back(run->id);
    Q_EMIT compareRequested(runs);
  });
  auto* compareLayout = new QHBoxLayout(compareBar_);
  compareLayout->setContentsMargins(14, 8, 12, 0);
  compareText_->setTextFormat(Qt::RichText);
  compareText_->setWordWrap(true);
  compareLayout->addWidget(compareText_, 1);
  compareLayout->addWidget(compare_);
  compareLayout->addWidget(live_);
  compareBar_->hide();

  stack_->addWidget(empty_);
  stack_->addWidget(shown);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* barHolder = new QVBoxLayout;
  barHolder->setContentsMargins(12, 0, 12, 0);
  barHolder->addWidget(bar_);
  layout->addLayout(barHolder);
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
    showEmphasis();
    for (CurvePanel* panel : panels_) panel->draw();
  });
  later_.setSingleShot(true);
  connect(&later_, &QTimer::timeout, this, &CurvesView::drawAll);
  detail_.setSingleShot(true);
  detail_.setInterval(kRestMs);
  connect(&detail_, &QTimer::timeout, this, &CurvesView::loadDetail);
  rebuild();
}

void CurvesView::buildPanels() {
  static const char* const names[] = {"loss", "metric", "learning-rate", "throughput"};
  for (int i = 0; i < PanelCount; ++i) {
    const auto which = static_cast<Panel>(i);
    auto* panel = panels_[static_cast<std::size_t>(i)] = new CurvePanel(QString(), QString());
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
      for (CurvePanel* other : panels_) other->showCursor(x);
    });
    connect(panel, &CurvePanel::clicked, this, [this, which](double x, int line) { choose(x, line, which); });
  }
}

// A curve of a comparison selects its run; elsewhere a click selects the step.
void CurvesView::choose(double x, int line, Panel panel) {
  if (model_->runs().empty()) return;
  if (model_->comparing() && line >= 0)
    for (const Binding& binding : bindings_)
      if (binding.panel == panel && static_cast<int>(binding.index) == line) {
        selection_->setRun(model_->runs()[binding.line.runs[0]]->id);
        return;
      }
  const double step = stepOf(*model_->runs()[0], options().axis, x);
  if (std::isfinite(step)) selection_->setStep(std::llround(std::max(0.0, step)));
}

void CurvesView::fillQuantities(QToolButton* button, Panel panel) {
  QMenu* menu = button->menu();
  menu->clear();
  for (const std::string& key : quantitiesOf(model_->runs())) {
    // An ampersand is part of the name, no key of the menu.
    QAction* action = menu->addAction(quantityOf(key, model_->runs()[0]->task).title.replace(QLatin1Char('&'), QStringLiteral("&&")));
    action->setCheckable(true);
    action->setChecked(key == quantity(panel));
    connect(action, &QAction::triggered, this, [this, panel, key] { setQuantity(panel, key); });
  }
  if (menu->isEmpty()) menu->addAction(tr("Nothing is recorded yet"))->setEnabled(false);
}

const TaskInfo& CurvesView::task() const {
  return infoOf(model_->runs().empty() ? Task::Classification : model_->runs()[0]->task);
}

std::string CurvesView::quantity(Panel panel) const {
  if (!chosen_[panel].empty()) return chosen_[panel];
  const std::vector<std::string> own = {"loss", std::string(task().metric.key), "lr", "samples_per_second"};
  for (const auto& run : model_->runs())
    for (const char* prefix : {"", "train_", "val_"})
      if (run->series.contains(prefix + own[panel])) return own[panel];
  return shownQuantities(own, model_->runs())[panel];
}

Quantity CurvesView::quantityShown(Panel panel) const {
  return quantityOf(quantity(panel), model_->runs());
}

void CurvesView::setQuantity(Panel panel, const std::string& key) {
  chosen_[panel] = key;
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

void CurvesView::setPrevious(RunId run, const QString& name) {
  previous_ = run;
  previousName_ = name;
  showCompareBar();
}

void CurvesView::rebuild() {
  const auto& runs = model_->runs();
  stack_->setCurrentIndex(runs.empty() ? 0 : 1);
  zooms_.reset();
  toolbar_->setSeveral(model_->comparing());
  showCompareBar();
  rebuildLines();
  Q_EMIT runShown(runs.size() == 1 ? runs[0]->id : 0);
}

void CurvesView::rebuildLines() {
  bindings_.clear();
  detailJob_.cancel();
  detailed_ = {0, 0};
  for (int i = 0; i < PanelCount; ++i) {
    const auto which = static_cast<Panel>(i);
    const Quantity shown = quantityShown(which);
    CurvePanel* panel = panels_[which];
    panel->setHeading(shown.title);
    panel->setValueLimits(shown.fromZero ? 0 : kNaN, shown.toHundred ? 100 : kNaN);
    panel->setValueFormat(shown.format);
    panel->setRobust(options().robust);
    panel->setXLogarithmic(options().logX);
    std::vector<LineStyle> styles;
    for (ChartLine& line : chartLinesOf(model_->runs(), shown, options())) {
      styles.push_back(line.style);
      bindings_.push_back({std::move(line), which, styles.size() - 1, DebiasedEma(options().smoothing), 0});
    }
    if (which == Rate) {
      scheduleLine_ = styles.size();
      if (model_->runs().size() == 1) styles.push_back({tr("schedule"), tokens().dim, 1, Qt::DashLine});
    }
    panel->setLines(styles);
  }
  showTicks();
  showEmphasis();
  drawnStep_ = -1;
  loadClocks();
  if (grows())
    consume();
  else
    refill();
  drawAll();
  if (zooms_.range().second > zooms_.range().first) detail_.start();
}

void CurvesView::showTicks() {
  const auto& runs = model_->runs();
  const XAxis axis = options().axis;
  const bool single = runs.size() == 1;
  const QString by = tr("by %1").arg(titleOf(axis));
  for (int i = 0; i < PanelCount; ++i) {
    const auto which = static_cast<Panel>(i);
    CurvePanel* panel = panels_[which];
    const Quantity shown = quantityShown(which);
    const QString unit = shown.unit.isEmpty() ? QString() : shown.unit + QLatin1Char(' ');
    QString note = unit + by;
    if (!single && shown.paired) note = tr("validation; train faint, %1").arg(note);
    const bool schedule = single && which == Rate && shown.key == "lr" && axis == XAxis::Step && !runs[0]->schedule.empty();
    panel->setNote(schedule ? tr("schedule ahead dashed") : note);
    panel->setTicks([axis](double x) { return formatPosition(axis, x); },
                    axis == XAxis::Time || axis == XAxis::Clock
                        ? [axis](double low, double high) { return timeTicks(axis, low, high); }
                    : axis == XAxis::Step || axis == XAxis::Samples ? std::function<std::vector<double>(double, double)>(wholeTicks)
                                                                    : std::function<std::vector<double>(double, double)>());
    // The epochs of one run, below its metric: by steps, so that the charts stay linked.
    if (single && which == Metric && axis == XAxis::Step && (runs[0]->stepsPerEpoch > 0 || !runs[0]->epochEnds.empty())) {
      const std::shared_ptr<RunCurves> run = runs[0];
      panel->setNote(unit + tr("by epoch"));
      panel->setTicks([run](double step) { return formatNumber(std::round(epochAt(*run, step) * 100) / 100, 6); },
                      [run](double low, double high) { return epochTicks(*run, low, high); });
    }
  }
}

bool CurvesView::grows() const {
  return options().axis == XAxis::Step && options().grouping == Grouping::None &&
         std::none_of(bindings_.begin(), bindings_.end(), [this](const Binding& binding) {
           return model_->runs()[binding.line.runs[0]]->curve(binding.line.series).thinned();
         });
}

void CurvesView::consume() {
  const auto& runs = model_->runs();
  for (Binding& binding : bindings_) {
    const Curve& curve = runs[binding.line.runs[0]]->curve(binding.line.series);
    for (; binding.consumed < curve.size(); ++binding.consumed) {
      double value = curve.value[binding.consumed] * binding.line.scale;
      if (binding.line.smooth) value = binding.ema.next(value);
      panels_[binding.panel]->append(binding.index, curve.step[binding.consumed], value);
    }
  }
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
  // Nothing to see while the newest point falls on the pixel of the last one drawn.
  if (!whole && !news && drawnStep_ >= 0 && (lastStep() - drawnStep_) * panels_[Loss]->pixelsPerStep() < 1) return;
  double cost = whole ? refillMs_ : 0;
  for (const CurvePanel* panel : panels_) cost += panel->lastDrawMs();
  later_.start(drawnStep_ < 0 ? 0 : std::clamp(static_cast<int>(cost / kDrawShare), 33, 1500));
}

void CurvesView::drawAll() {
  dirty_ = true;
  if (!isVisible() && drawnStep_ >= 0) return;
  if (!grows() && drawnStep_ >= 0 && drawnStep_ != lastStep()) refill();
  showSchedule();
  placeRanges();
  showMarkers();
  showLegends();
  showGaps();
  for (CurvePanel* panel : panels_) panel->draw();
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

void CurvesView::rangesMoved() {
  placeRanges();
  for (CurvePanel* panel : panels_) panel->draw();
  detail_.start();
}

void CurvesView::zoom(double factor) {
  const auto [low, high] = panels_[Loss]->xRange();
  if (options().logX && low > 0) {
    const double middle = std::sqrt(low * high), half = std::pow(high / low, 0.5 / factor);
    return zooms_.move({middle / half, middle * half});
  }
  const double middle = (low + high) / 2, half = (high - low) / 2 / factor;
  zooms_.move({middle - half, middle + half});
}

void CurvesView::pan(double share) {
  const auto [low, high] = panels_[Loss]->xRange();
  if (options().logX && low > 0) {
    const double by = std::pow(high / low, share);
    return zooms_.move({low * by, high * by});
  }
  const double by = (high - low) * share;
  zooms_.move({low + by, high + by});
}

void CurvesView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (isThemeChange(event) && later_.isSingleShot()) {
    showLegends();
    dirty_ = true;
  }
}

void CurvesView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (dirty_) drawAll();
}

void CurvesView::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_F:
      fit();
      break;
    case Qt::Key_W:
      zoom(1.5);
      break;
    case Qt::Key_S:
      zoom(1 / 1.5);
      break;
    case Qt::Key_A:
      pan(-0.2);
      break;
    case Qt::Key_D:
      pan(0.2);
      break;
    case Qt::Key_Backspace:
      zooms_.stack()->undo();
      break;
    default:
      QWidget::keyPressEvent(event);
  }
}

}  // namespace stepscope
