#include "views/curves/curves_view.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "views/common/empty_state.h"
#include "views/common/icons.h"
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

QString percentTick(double value) {
  return formatNumber(value, 4);
}
QString plainTitle(const Metric& metric) {
  return text(metric.title);
}
QString titleOf(const Metric& metric) {
  QString title = plainTitle(metric);
  title[0] = title[0].toUpper();
  return title;
}
QString lossTitle(const TaskInfo& task) {
  return task.lossUnit.empty() ? text(task.loss) : text(task.loss) + QStringLiteral(", ") + text(task.lossUnit);
}

QString swatch(const QColor& color, const QString& text, QChar mark = QChar(0x25A0)) {
  return QStringLiteral("<span style='color:%1'>%2</span>&nbsp;<span style='color:%3'>%4</span>")
      .arg(color.name(), QString(mark), tokens().dim.name(), text.toHtmlEscaped().replace(QLatin1Char(' '), QStringLiteral("&nbsp;")));
}

QColor faint(QColor color) {
  color.setAlphaF(0.38f);
  return color;
}

double lastFinite(const Curve& curve) {
  for (std::size_t i = curve.size(); i-- > 0;)
    if (std::isfinite(curve.value[i])) return curve.value[i];
  return kNaN;
}

double smoothedLast(const Curve& curve, double weight) {
  // The weights of older points vanish: the tail gives the same four digits as the whole.
  const std::size_t tail = weight > 0 ? static_cast<std::size_t>(std::min(1e6, 40 / (1 - std::min(weight, 0.9999)))) : 1;
  DebiasedEma ema(weight);
  double value = kNaN;
  for (std::size_t i = curve.size() > tail ? curve.size() - tail : 0; i < curve.size(); ++i) {
    const double next = ema.next(curve.value[i]);
    if (std::isfinite(next)) value = next;
  }
  return value;
}

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
      compareBar_(new QWidget),
      compareText_(new QLabel) {
  panels_[Loss] = new CurvePanel(tr("Loss"), QString());
  panels_[Metric] = new CurvePanel(tr("Accuracy"), QString());
  panels_[Rate] = new CurvePanel(tr("Learning rate"), tr("schedule ahead dashed"));
  panels_[Throughput] = new CurvePanel(tr("Throughput"), tr("samples/s by step"));
  panels_[Loss]->setValueLimits(0, kNaN);
  panels_[Rate]->setValueLimits(0, kNaN);
  panels_[Throughput]->setValueLimits(0, kNaN);
  panels_[Throughput]->setRobust(true);

  auto* log = new QToolButton;
  log->setProperty("flat", true);
  log->setProperty("outlined", true);
  log->setCheckable(true);
  log->setText(tr("log"));
  log->setToolTip(tr("Logarithmic value axis (L)"));
  log->setShortcut(Qt::Key_L);
  connect(log, &QToolButton::toggled, panels_[Loss], &CurvePanel::setLogarithmic);
  panels_[Loss]->addToHeader(log);

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

  auto* live = new QPushButton(tr("Back to the latest run"));
  connect(live, &QPushButton::clicked, this, &CurvesView::liveRequested);
  auto* compareLayout = new QHBoxLayout(compareBar_);
  compareLayout->setContentsMargins(14, 8, 12, 0);
  compareText_->setTextFormat(Qt::RichText);
  compareText_->setWordWrap(true);
  compareLayout->addWidget(compareText_, 1);
  compareLayout->addWidget(live);
  compareBar_->hide();

  stack_->addWidget(empty_);
  stack_->addWidget(scroll);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* barHolder = new QVBoxLayout;
  barHolder->setContentsMargins(12, 0, 12, 0);
  barHolder->addWidget(bar_);
  layout->addLayout(barHolder);
  layout->addWidget(compareBar_);
  layout->addWidget(stack_, 1);

  static const char* const names[] = {"loss", "metric", "learning-rate", "throughput"};
  for (int i = 0; i < PanelCount; ++i) {
    CurvePanel* panel = panels_[static_cast<std::size_t>(i)];
    panel->setAccessibleName(QString::fromLatin1(names[i]));
    panel->addToHeader(pictureButton({panel, QString::fromLatin1(names[i]), [this, i] { return table(static_cast<Panel>(i)); }}, panel));
    connect(panel, &CurvePanel::rangeMoved, this, &CurvesView::move);
    connect(panel, &CurvePanel::fitRequested, this, &CurvesView::fit);
    connect(panel, &CurvePanel::cursorMoved, this, [this](double x) {
      for (CurvePanel* other : panels_) other->showCursor(x);
    });
    connect(panel, &CurvePanel::clicked, this, [this](double x) { selection_->setStep(std::llround(std::max(0.0, x))); });
  }
  connect(empty_, &EmptyState::activated, this, &CurvesView::trainRequested);
  connect(model_, &CurvesModel::reset, this, &CurvesView::rebuild);
  connect(model_, &CurvesModel::appended, this, &CurvesView::appended);
  later_.setSingleShot(true);
  connect(&later_, &QTimer::timeout, this, &CurvesView::drawAll);
  rebuild();
}

const TaskInfo& CurvesView::task() const {
  return infoOf(model_->runs().empty() ? Task::Classification : model_->runs()[0]->task);
}

void CurvesView::setSmoothing(double weight) {
  smoothing_ = std::clamp(weight, 0.0, 0.999);
  rebuild();
}

void CurvesView::rebuild() {
  bindings_.clear();
  const auto& runs = model_->runs();
  stack_->setCurrentIndex(runs.empty() ? 0 : 1);
  compareBar_->setVisible(model_->comparing());
  std::array<std::vector<LineStyle>, PanelCount> lines;
  const TaskInfo& measured = task();
  const auto& metric = measured.metric;
  const double scale = metric.share ? 100 : 1;
  panels_[Metric]->setHeading(titleOf(metric));
  panels_[Metric]->setValueLimits(metric.share ? kNaN : 0, metric.share ? 100 : kNaN);
  panels_[Metric]->setValueFormat(percentTick);
  const auto bind = [&](std::size_t run, const std::string& key, Panel panel, LineStyle style, double times = 1, bool smooth = false) {
    if (smooth && smoothing_ == 0) style.color.setAlphaF(0.8f);
    bindings_.push_back({run, key, panel, lines[panel].size(), times, smooth, DebiasedEma(smoothing_), 0});
    lines[panel].push_back(style);
  };
  if (runs.size() == 1) {
    const QColor train = trainColor(), validation = validationColor();
    bind(0, "train_loss", Loss, {tr("step"), faint(train), 1, Qt::SolidLine, false, false});
    bind(0, "train_loss", Loss, {tr("train"), train, 2}, 1, true);
    bind(0, "val_loss", Loss, {tr("validation"), validation, 2, Qt::SolidLine, true});
    bind(0, keyOf("train_", metric), Metric, {tr("batches"), faint(train), 1, Qt::SolidLine, false, false}, scale, true);
    bind(0, keyOf("epoch_train_", metric), Metric, {tr("train"), train, 2, Qt::SolidLine, true}, scale);
    bind(0, keyOf("val_", metric), Metric, {tr("validation"), validation, 2, Qt::SolidLine, true}, scale);
    bind(0, "lr", Rate, {tr("rate"), train, 2});
    bind(0, "samples_per_second", Throughput, {tr("samples/s"), categoryColor(Category::Data), 1.0});
  } else {
    for (std::size_t run = 0; run < runs.size(); ++run) {
      const RunStyle style = runStyle(static_cast<int>(run));
      const QString name = QString::fromStdString(runs[run]->name);
      bind(run, "train_loss", Loss, {name + tr(" train"), faint(style.color), 1, style.dash}, 1, true);
      bind(run, "val_loss", Loss, {name, style.color, 2, style.dash, true});
      bind(run, keyOf("val_", metric), Metric, {name, style.color, 2, style.dash, true}, scale);
      bind(run, "lr", Rate, {name, style.color, 1, style.dash});
      bind(run, "samples_per_second", Throughput, {name, style.color, 1, style.dash}, 1, true);
    }
  }
  scheduleLine_ = lines[Rate].size();
  if (runs.size() == 1) lines[Rate].push_back({tr("schedule"), tokens().dim, 1, Qt::DashLine});
  for (std::size_t i = 0; i < PanelCount; ++i) panels_[i]->setLines(lines[i]);
  if (runs.size() == 1 && (runs[0]->stepsPerEpoch > 0 || !runs[0]->epochEnds.empty())) {
    const std::shared_ptr<RunCurves> run = runs[0];
    panels_[Metric]->setNote(metric.share ? tr("% by epoch") : tr("by epoch"));
    panels_[Metric]->setTicks([run](double step) { return formatNumber(std::round(epochAt(*run, step)), 6); },
                              [run](double low, double high) { return epochTicks(*run, low, high); });
  } else {
    panels_[Metric]->setNote((runs.size() == 1 ? QString() : tr("validation, ")) + (metric.share ? tr("% by step") : tr("by step")));
    panels_[Metric]->setTicks({}, {});
  }
  panels_[Rate]->setNote(runs.size() == 1 && !runs[0]->schedule.empty() ? tr("schedule ahead dashed") : tr("by step"));
  panels_[Loss]->setNote(runs.size() > 1 ? tr("validation; train faint") : tr("%1 by step").arg(lossTitle(measured)));
  fitted_ = true;
  drawnStep_ = -1;
  consume();
  drawAll();
}

void CurvesView::consume() {
  const auto& runs = model_->runs();
  for (Binding& binding : bindings_) {
    const Curve& curve = runs[binding.run]->curve(binding.key);
    for (; binding.consumed < curve.size(); ++binding.consumed) {
      double value = curve.value[binding.consumed] * binding.scale;
      if (binding.smooth) value = binding.ema.next(value);
      panels_[binding.panel]->append(binding.line, curve.step[binding.consumed], value);
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
  consume();
  dirty_ = true;
  if (!isVisible() || later_.isActive()) return;
  const auto& run = model_->live();
  const bool news = run && (run->markers.size() != drawnMarkers_ || run->epochEnds.size() != drawnEpochs_);
  // Nothing to see while the newest point falls on the pixel of the last one drawn.
  if (!news && drawnStep_ >= 0 && (lastStep() - drawnStep_) * panels_[Loss]->pixelsPerStep() < 1) return;
  double cost = 0;
  for (const CurvePanel* panel : panels_) cost += panel->lastDrawMs();
  later_.start(drawnStep_ < 0 ? 0 : std::clamp(static_cast<int>(cost / kDrawShare), 33, 1500));
}

void CurvesView::drawAll() {
  dirty_ = true;
  if (!isVisible() && drawnStep_ >= 0) return;
  showSchedule();
  placeRanges();
  showMarkers();
  showLegends();
  for (CurvePanel* panel : panels_) panel->draw();
  drawnStep_ = lastStep();
  if (const auto& run = model_->live()) {
    drawnMarkers_ = run->markers.size();
    drawnEpochs_ = run->epochEnds.size();
  }
  dirty_ = false;
}

void CurvesView::placeRanges() {
  if (fitted_) {
    const double last = lastStep();
    double total = 0;
    for (const auto& run : model_->runs()) total = std::max(total, static_cast<double>(run->totalSteps));
    // Grows in few jumps, so that the whole picture seldom moves.
    double end = total;
    if (total <= 0 || last < total / 3) {
      end = std::pow(10, std::floor(std::log10(std::max(last, 1.0))));
      for (const double factor : {1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0, 15.0})
        if (end * factor >= last * 1.15) {
          end *= factor;
          break;
        }
      if (total > 0) end = std::min(end, total);
    }
    for (std::size_t i = 0; i < PanelCount; ++i) panels_[i]->setXRange(0, i == Rate && total > 0 ? total : std::max(end, 2.0));
  }
  for (CurvePanel* panel : panels_) panel->fitY();
}

// The schedule is given over the run as it was planned; a switch may have changed how many steps the rest takes.
void CurvesView::showSchedule() {
  if (model_->runs().size() != 1 || model_->runs()[0]->schedule.empty()) return;
  const RunCurves& run = *model_->runs()[0];
  const double last = lastStep(), left = static_cast<double>(run.totalSteps) - last;
  std::vector<double> steps, rates;
  for (std::size_t i = 0; i < run.schedule.size() && left > 0 && run.done < 1; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(run.schedule.size());
    if (share < run.done) continue;
    steps.push_back(last + (share - run.done) / (1 - run.done) * left);
    rates.push_back(run.schedule[i]);
  }
  panels_[Rate]->replace(scheduleLine_, steps, rates);
}

void CurvesView::showMarkers() {
  if (model_->runs().size() != 1) {
    for (CurvePanel* panel : panels_) {
      panel->setMarkers({});
      panel->setRemark({});
    }
    return;
  }
  const RunCurves& run = *model_->runs()[0];
  std::vector<PanelMarker> labelled, bare;
  const Marker* lastSwitch = nullptr;
  const Marker* best = nullptr;
  for (const Marker& marker : run.markers) {
    if (marker.kind == "best") {
      best = &marker;  // only the newest is the best
      continue;
    }
    if (marker.kind == "checkpoint") continue;  // every epoch has one; the run's inspector lists them
    labelled.push_back(
        {static_cast<double>(marker.step), QString::fromStdString(marker.label).replace(QStringLiteral("->"), QStringLiteral("→"))});
    bare.push_back({static_cast<double>(marker.step), {}});
    if (marker.kind == "switch") lastSwitch = &marker;
  }
  panels_[Throughput]->setMarkers(labelled);
  std::vector<PanelMarker> metric = bare;
  if (best) (task().best.key == "loss" ? labelled : metric).push_back({static_cast<double>(best->step), tr("best")});
  panels_[Loss]->setMarkers(labelled);
  panels_[Metric]->setMarkers(metric);
  panels_[Rate]->setMarkers(bare);
  QString effect;
  if (lastSwitch)
    if (const auto e = effectAt(run.curve("samples_per_second"), static_cast<double>(lastSwitch->step)))
      effect = tr("%1 → %2 samples/s (%3%4 %, 95 % interval %5 to %6)")
                   .arg(formatNumber(e->before, 3), formatNumber(e->after, 3), e->change >= 0 ? QStringLiteral("+") : QString(),
                        formatNumber(e->change * 100, 3), formatNumber(e->low * 100, 3), formatNumber(e->high * 100, 3));
  panels_[Throughput]->setRemark(effect);
}

void CurvesView::showLegends() {
  const auto& runs = model_->runs();
  if (runs.empty()) return;
  const auto& metric = task().metric;
  if (model_->comparing()) {
    QStringList names;
    for (std::size_t run = 0; run < runs.size(); ++run)
      names << swatch(runStyle(static_cast<int>(run)).color, QString::fromStdString(runs[run]->name));
    compareText_->setText(QStringLiteral("<b>") + tr("Comparing") + QStringLiteral("</b> &nbsp; ") +
                          names.join(QStringLiteral(" &nbsp; ")));
  }
  const QString gap = QStringLiteral(" &nbsp; ");
  if (runs.size() == 1) {
    const RunCurves& run = *runs[0];
    const double train = smoothedLast(run.curve("train_loss"), smoothing_), validation = lastFinite(run.curve("val_loss"));
    QStringList html, plain;
    const auto add = [&](const QColor& color, const QString& text, QChar mark) {
      html << swatch(color, text, mark);
      plain << text;
    };
    const auto best = [&](const Curve& curve, bool larger, double scale, const QString& unit) {
      const auto found = bestOf(curve, larger);
      return found ? tr(" · best %1%2 at epoch %3")
                         .arg(formatNumber(found->value * scale), unit, formatNumber(std::round(epochAt(run, found->step)), 6))
                   : QString();
    };
    add(trainColor(), tr("train %1 (smoothed %2)").arg(formatNumber(train), formatNumber(smoothing_, 3)), QChar(0x25A0));
    if (std::isfinite(validation))
      add(validationColor(), tr("validation %1").arg(formatNumber(validation)) + best(run.curve("val_loss"), false, 1, {}), QChar(0x25CF));
    panels_[Loss]->setLegend(html.join(gap), tr("Loss: ") + plain.join(QStringLiteral(", ")));
    html.clear();
    plain.clear();
    const double trained = lastFinite(run.curve(keyOf("epoch_train_", metric))), held = lastFinite(run.curve(keyOf("val_", metric)));
    if (std::isfinite(trained)) add(trainColor(), tr("train %1").arg(formatMetric(metric, trained)), QChar(0x25A0));
    if (std::isfinite(held))
      add(validationColor(),
          tr("validation %1").arg(formatMetric(metric, held)) + best(run.curve(keyOf("val_", metric)), metric.larger,
                                                                     metric.share ? 100 : 1,
                                                                     metric.share ? QStringLiteral(" %") : QString()),
          QChar(0x25CF));
    if (html.isEmpty()) {
      const double batches = smoothedLast(run.curve(keyOf("train_", metric)), smoothing_);
      add(trainColor(),
          std::isfinite(batches) ? tr("batches %1 (smoothed)").arg(formatMetric(metric, batches)) : tr("after the first epoch"),
          QChar(0x25A0));
    }
    panels_[Metric]->setLegend(html.join(gap), titleOf(metric) + QStringLiteral(": ") + plain.join(QStringLiteral(", ")));
    html.clear();
    plain.clear();
    add(trainColor(), tr("now %1").arg(formatLearningRate(lastFinite(run.curve("lr")))), QChar(0x25A0));
    panels_[Rate]->setLegend(html.join(gap), tr("Learning rate: ") + plain.join(QStringLiteral(", ")));
    html.clear();
    plain.clear();
    add(categoryColor(Category::Data), tr("now %1").arg(formatRate(lastFinite(run.curve("samples_per_second")))), QChar(0x25A0));
    panels_[Throughput]->setLegend(html.join(gap), tr("Throughput: ") + plain.join(QStringLiteral(", ")));
    return;
  }
  const auto legend = [&](Panel panel, const QString& heading, const std::function<QString(const RunCurves&)>& value) {
    QStringList html, plain;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const QString text = QString::fromStdString(runs[i]->name) + QLatin1Char(' ') + value(*runs[i]);
      html << swatch(runStyle(static_cast<int>(i)).color, text);
      plain << text;
    }
    panels_[panel]->setLegend(html.join(gap), heading + plain.join(QStringLiteral(", ")));
  };
  legend(Loss, tr("Validation loss: "), [](const RunCurves& run) { return formatNumber(lastFinite(run.curve("val_loss"))); });
  legend(Metric, tr("Best validation %1: ").arg(plainTitle(metric)), [&metric](const RunCurves& run) {
    const auto best = bestOf(run.curve(keyOf("val_", metric)), metric.larger);
    return best ? QObject::tr("best ") + formatMetric(metric, best->value) : QStringLiteral("—");
  });
  legend(Rate, tr("Learning rate: "), [](const RunCurves& run) { return formatLearningRate(lastFinite(run.curve("lr"))); });
  legend(Throughput, tr("Throughput: "), [](const RunCurves& run) { return formatRate(lastFinite(run.curve("samples_per_second"))); });
}

QString CurvesView::table(Panel panel) const {
  std::vector<std::pair<std::string, const Curve*>> columns;
  for (const Binding& binding : bindings_) {
    if (binding.panel != panel || (binding.smooth && !model_->comparing())) continue;
    const RunCurves& run = *model_->runs()[binding.run];
    columns.emplace_back((model_->comparing() ? run.name + " " : std::string()) + binding.key, &run.curve(binding.key));
  }
  return QString::fromStdString(tableOf(columns));
}

void CurvesView::fit() {
  fitted_ = true;
  drawAll();
}

void CurvesView::move(double low, double high) {
  fitted_ = false;
  for (CurvePanel* panel : panels_) {
    panel->setXRange(low, high);
    panel->draw();
  }
}

void CurvesView::zoom(double factor) {
  const auto [low, high] = panels_[Loss]->xRange();
  const double middle = (low + high) / 2, half = (high - low) / 2 / factor;
  move(middle - half, middle + half);
}

void CurvesView::pan(double share) {
  const auto [low, high] = panels_[Loss]->xRange();
  const double by = (high - low) * share;
  move(low + by, high + by);
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
    default:
      QWidget::keyPressEvent(event);
  }
}

}  // namespace stepscope
