#include "views/curves/curve_chart.h"

#include <algorithm>
#include <cmath>

#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/curves/curve_panel.h"
#include "views/curves/curves_model.h"

namespace stepscope {

CurveChart::CurveChart(Role role, const CurvesModel* model, const CurveToolbar* toolbar)
    : role_(role), model_(model), toolbar_(toolbar), panel_(new CurvePanel(QString(), QString())) {}

std::string CurveChart::quantity() const {
  if (!chosen_.empty()) return chosen_;
  const auto& runs = model_->runs();
  const TaskInfo& task = infoOf(runs.empty() ? Task::Classification : runs[0]->task);
  const std::vector<std::string> own = {"loss", std::string(task.metric.key), "lr", "samples_per_second"};
  for (const auto& run : runs)
    for (const char* prefix : {"", "train_", "val_"})
      if (run->series.contains(prefix + own[role_])) return own[role_];
  return shownQuantities(own, runs)[role_];
}

void CurveChart::rebuild() {
  shown_ = quantityOf(quantity(), model_->runs());
  panel_->setHeading(shown_.title);
  panel_->setValueLimits(shown_.fromZero ? 0 : kNaN, shown_.toHundred ? 100 : kNaN);
  panel_->setValueFormat(shown_.format);
  panel_->setRobust(options().robust);
  panel_->setXLogarithmic(options().logX);
  lines_ = chartLinesOf(model_->runs(), shown_, options());
  growth_.assign(lines_.size(), {DebiasedEma(options().smoothing)});
  std::vector<LineStyle> styles;
  for (const ChartLine& line : lines_) styles.push_back(line.style);
  if (role_ == Rate && model_->runs().size() == 1) styles.push_back({tr("schedule"), tokens().dim, 1, Qt::DashLine});
  panel_->setLines(styles);
  showTicks();
}

void CurveChart::showTicks() {
  const auto& runs = model_->runs();
  const XAxis axis = options().axis;
  const bool single = runs.size() == 1;
  const QString unit = shown_.unit.isEmpty() ? QString() : shown_.unit + QLatin1Char(' ');
  QString note = unit + tr("by %1").arg(titleOf(axis));
  if (!single && shown_.paired) note = tr("validation; train faint, %1").arg(note);
  const bool schedule = single && role_ == Rate && shown_.key == "lr" && axis == XAxis::Step && !runs[0]->schedule.empty();
  panel_->setNote(schedule ? tr("schedule ahead dashed") : note);
  std::function<std::vector<double>(double, double)> ticks;
  if (axis == XAxis::Time || axis == XAxis::Clock) ticks = [axis](double low, double high) { return timeTicks(axis, low, high); };
  if (axis == XAxis::Step || axis == XAxis::Samples) ticks = wholeTicks;
  panel_->setTicks([axis](double x) { return formatPosition(axis, x); }, ticks);
  // The chart of the metric of one run labels its axis with epochs. Positions are still steps, so that the charts stay linked.
  if (single && role_ == Metric && axis == XAxis::Step && (runs[0]->stepsPerEpoch > 0 || !runs[0]->epochEnds.empty())) {
    const std::shared_ptr<RunCurves> run = runs[0];
    panel_->setNote(unit + tr("by epoch"));
    panel_->setTicks([run](double step) { return formatNumber(std::round(epochAt(*run, step) * 100) / 100, 6); },
                     [run](double low, double high) { return epochTicks(*run, low, high); });
  }
}

bool CurveChart::grows() const {
  return options().axis == XAxis::Step && options().grouping == Grouping::None &&
         std::none_of(lines_.begin(), lines_.end(),
                      [this](const ChartLine& line) { return model_->runs()[line.runs[0]]->curve(line.series).thinned(); });
}

void CurveChart::consume() {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const Curve& curve = model_->runs()[lines_[i].runs[0]]->curve(lines_[i].series);
    for (std::size_t& at = growth_[i].consumed; at < curve.size(); ++at) {
      const double value = curve.value[at] * lines_[i].scale;
      panel_->append(i, curve.step[at], lines_[i].smooth ? growth_[i].ema.next(value) : value);
    }
  }
}

void CurveChart::refill() {
  for (std::size_t i = 0; i < lines_.size(); ++i) panel_->replace(i, lineOf(model_->runs(), lines_[i], options()));
}

void CurveChart::showSchedule(double lastStep) {
  if (role_ != Rate || model_->runs().size() != 1 || model_->runs()[0]->schedule.empty()) return;
  const bool shown = shown_.key == "lr" && options().axis == XAxis::Step;
  panel_->replace(lines_.size(), shown ? scheduleAhead(*model_->runs()[0], lastStep) : Line());
}

void CurveChart::showMarks(const RunMarks& marks, const QString& effect) {
  std::vector<PanelMarker> markers = role_ == Loss || role_ == Throughput ? marks.labelled : marks.bare;
  const bool byLoss = !model_->runs().empty() && infoOf(model_->runs()[0]->task).best.key == "loss";
  if (marks.best && role_ == (byLoss ? Loss : Metric)) markers.push_back(*marks.best);
  panel_->setMarkers(std::move(markers));
  panel_->setRemark(role_ == Throughput && shown_.key == "samples_per_second" ? effect : QString());
}

void CurveChart::showLegend() {
  const auto& runs = model_->runs();
  if (runs.empty()) return;
  const bool single = runs.size() == 1;
  std::vector<double> drawn;
  for (std::size_t i = 0; i < lines_.size(); ++i) drawn.push_back(panel_->line(i).empty() ? kNaN : panel_->line(i).y.back());
  const Legend legend = single ? legendOf(*runs[0], shown_, options().smoothing) : legendOf(runs, shown_, lines_, drawn);
  const QString heading = !single && shown_.paired ? tr("Validation, %1").arg(shown_.title) : shown_.title;
  panel_->setLegend(legend.html.join(QStringLiteral(" &nbsp; ")), heading + QStringLiteral(": ") + legend.plain.join(QStringLiteral(", ")));
}

void CurveChart::showGaps() {
  ChartGaps gaps = gapsOf(model_->runs(), lines_, options().axis);
  panel_->setGaps(gaps.text);
  panel_->setGapMarks(std::move(gaps.marks));
}

void CurveChart::showEmphasis(RunId run) {
  int emphasis = -1;
  for (std::size_t i = 0; model_->comparing() && i < lines_.size(); ++i)
    for (const std::size_t member : lines_[i].runs)
      if (model_->runs()[member]->id == run) emphasis = static_cast<int>(i);
  panel_->setEmphasis(emphasis);
}

void CurveChart::extend(double& low, double& high) const {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const Line& line = panel_->line(i);
    if (line.empty()) continue;
    const auto first = options().logX ? std::upper_bound(line.x.begin(), line.x.end(), 0.0) : line.x.begin();
    if (first != line.x.end()) low = std::min(low, *first);
    high = std::max(high, line.x.back());
  }
}

std::vector<std::pair<std::string, const Curve*>> CurveChart::columns() const {
  std::vector<std::pair<std::string, const Curve*>> columns;
  for (const ChartLine& line : lines_)
    for (const std::size_t i : line.runs) {
      const RunCurves& run = *model_->runs()[i];
      const std::string title = (model_->comparing() ? run.name + " " : std::string()) + line.series;
      if (std::none_of(columns.begin(), columns.end(), [&](const auto& column) { return column.first == title; }))
        columns.emplace_back(title, &run.curve(line.series));
    }
  return columns;
}

}  // namespace stepscope
