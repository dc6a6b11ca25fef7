// What the Curves tab says beside its lines: legends, markers, gaps, the names of the runs compared.
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <algorithm>
#include <cmath>
#include <set>

#include "views/common/shown_name.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/curves/curve_panel.h"
#include "views/curves/curves_model.h"
#include "views/curves/curves_view.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {

constexpr int kNameWidth = 90;     // px of a run's name on a button
constexpr int kLongestName = 240;  // px of one above the charts
// Names that a line of a comparison still has room for.
constexpr std::size_t kNamed = 10;

QString swatch(const QColor& color, const QString& text, QChar mark = QChar(0x25A0)) {
  return QStringLiteral("<span style='color:%1'>%2</span>&nbsp;<span style='color:%3'>%4</span>")
      .arg(color.name(), QString(mark), tokens().dim.name(), text.toHtmlEscaped().replace(QLatin1Char(' '), QStringLiteral("&nbsp;")));
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

// Entries of a legend, as rich text and for screen readers.
struct Legend {
  QStringList html, plain;
  void add(const QColor& color, const QString& text, QChar mark = QChar(0x25A0)) {
    html << swatch(color, text, mark);
    plain << text;
  }
  void show(CurvePanel& panel, const QString& heading) const {
    panel.setLegend(html.join(QStringLiteral(" &nbsp; ")), heading + QStringLiteral(": ") + plain.join(QStringLiteral(", ")));
  }
};

}  // namespace

// The schedule is given over the run as it was planned; a switch may have changed how many steps the rest takes.
void CurvesView::showSchedule() {
  if (model_->runs().size() != 1 || model_->runs()[0]->schedule.empty()) return;
  if (quantity(Rate) != "lr" || options().axis != XAxis::Step) return panels_[Rate]->replace(scheduleLine_, {});
  const RunCurves& run = *model_->runs()[0];
  const double last = lastStep(), left = static_cast<double>(run.totalSteps) - last;
  Line ahead;
  for (std::size_t i = 0; i < run.schedule.size() && left > 0 && run.done < 1; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(run.schedule.size());
    if (share < run.done) continue;
    ahead.x.push_back(last + (share - run.done) / (1 - run.done) * left);
    ahead.y.push_back(run.schedule[i]);
  }
  panels_[Rate]->replace(scheduleLine_, std::move(ahead));
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
    const double at = positionOf(run, options().axis, static_cast<double>(marker.step));
    if (!std::isfinite(at)) continue;
    labelled.push_back({at, engineText(marker.label).replace(QStringLiteral("->"), QStringLiteral("→"))});
    bare.push_back({at, {}});
    if (marker.kind == "switch") lastSwitch = &marker;
  }
  panels_[Throughput]->setMarkers(labelled);
  std::vector<PanelMarker> metric = bare;
  if (best) (task().best.key == "loss" ? labelled : metric).push_back({positionOf(run, options().axis, static_cast<double>(best->step)), tr("best")});
  panels_[Loss]->setMarkers(labelled);
  panels_[Metric]->setMarkers(metric);
  panels_[Rate]->setMarkers(bare);
  QString effect;
  if (lastSwitch && quantity(Throughput) == "samples_per_second") {
    if (coresBusyAround(run, lastSwitch->step))
      effect = tr("Other programs held the cores: no effect of the switch is claimed");
    else if (const auto e = effectAt(run.curve("samples_per_second"), static_cast<double>(lastSwitch->step)))
      effect = tr("%1 → %2 samples/s (%3%4 %, 95 % interval %5 to %6)")
                   .arg(formatNumber(e->before, 3), formatNumber(e->after, 3), e->change >= 0 ? QStringLiteral("+") : QString(),
                        formatNumber(e->change * 100, 3), formatNumber(e->low * 100, 3), formatNumber(e->high * 100, 3));
  }
  panels_[Throughput]->setRemark(effect);
}


void CurvesView::showCompareBar() {
  const auto& runs = model_->runs();
  const bool comparing = model_->comparing();
  const bool old = runs.size() == 1 && model_->live() && runs[0] != model_->live();
  compareBar_->setVisible(comparing || old);
  compare_->setText(comparing ? tr("Compare side by side") : tr("Compare with %1").arg(compare_->fontMetrics().elidedText(previousName_, Qt::ElideMiddle, kNameWidth)));
  compare_->setToolTip(comparing ? tr("Settings that differ, metrics, time and memory of these runs")
                                 : tr("What differs between this run and the one before it, and what it bought"));
  // With one run there is room for it beside what is shown and how.
  const bool offered = comparing || (runs.size() == 1 && previous_ != 0 && previous_ != runs[0]->id);
  toolbar_->setCompanion(comparing ? nullptr : compare_);
  if (comparing) compareBar_->layout()->addWidget(compare_);
  compare_->setVisible(offered);
  if (old) compareText_->setText(tr("Curves of <b>%1</b>").arg(shownName(text(runs[0]->name), textFont(), kLongestName).toHtmlEscaped()));
  if (!comparing) return;
  QStringList names;
  for (std::size_t run = 0; run < std::min(runs.size(), kNamed); ++run)
    names << swatch(runStyle(static_cast<int>(run)).color, shownName(text(runs[run]->name), textFont(), kLongestName));
  if (runs.size() > kNamed) names << tr("and %1 more").arg(runs.size() - kNamed);
  compareText_->setText(QStringLiteral("<b>") + tr("Comparing") + QStringLiteral("</b> &nbsp; ") + names.join(QStringLiteral(" &nbsp; ")));
}

void CurvesView::showLegends() {
  const auto& runs = model_->runs();
  if (runs.size() == 1) return showSingleLegends(*runs[0]);
  if (!runs.empty()) showComparedLegends();
}

void CurvesView::showSingleLegends(const RunCurves& run) {
  const auto best = [&](const Curve& curve, bool larger, const Quantity& quantity, const QString& unit) {
    const auto found = bestOf(curve, larger);
    return found ? tr(" · best %1%2 at epoch %3")
                       .arg(quantity.format(found->value * quantity.scale), unit, formatNumber(std::round(epochAt(run, found->step)), 6))
                 : QString();
  };
  for (int i = 0; i < PanelCount; ++i) {
    const auto which = static_cast<Panel>(i);
    const Quantity shown = quantityShown(which);
    const auto value = [&shown](double stored) { return shown.format(stored * shown.scale); };
    const Curve &batches = run.curve("train_" + shown.key), &validation = run.curve("val_" + shown.key);
    Legend legend;
    const Curve& bare = run.curve(shown.key);
    const bool named = !bare.empty() && quantityKeyOf(shown.key) == shown.key;
    if (shown.paired && named) {
      const QString unit = shown.toHundred ? QStringLiteral(" %") : QString();
      legend.add(categoryColor(Category::Data), tr("now %1%2").arg(value(lastFinite(bare)), unit));
    }
    if (shown.paired && (!named || !batches.empty() || !validation.empty())) {
      const bool loss = shown.key == "loss";
      const QString unit = shown.toHundred ? QStringLiteral(" %") : QString();
      const double smoothed = smoothedLast(batches, smoothing()), held = lastFinite(validation);
      const double trained = lastFinite(run.curve("epoch_train_" + shown.key));
      if (loss) legend.add(trainColor(), tr("train %1 (smoothed %2)").arg(value(smoothed), formatNumber(smoothing(), 3)));
      else if (std::isfinite(trained)) legend.add(trainColor(), tr("train %1%2").arg(value(trained), unit));
      if (std::isfinite(held))
        legend.add(validationColor(), tr("validation %1%2").arg(value(held), unit) + best(validation, !loss && task().metric.larger, shown, unit),
                   QChar(0x25CF));
      if (legend.html.isEmpty())
        legend.add(trainColor(), std::isfinite(smoothed) ? tr("batches %1%2 (smoothed)").arg(value(smoothed), unit) : tr("after the first epoch"));
    } else if (!shown.paired) {
      const QString unit = shown.unit.isEmpty() ? QString() : QLatin1Char(' ') + shown.unit;
      legend.add(shown.key == "lr" ? trainColor() : categoryColor(Category::Data),
                 tr("now %1%2").arg(value(lastFinite(run.curve(shown.key))), unit));
    }
    legend.show(*panels_[which], shown.title);
  }
}

void CurvesView::showComparedLegends() {
  const auto& runs = model_->runs();
  for (int i = 0; i < PanelCount; ++i) {
    const auto which = static_cast<Panel>(i);
    const Quantity shown = quantityShown(which);
    const bool accuracy = shown.paired && shown.key != "loss";
    Legend legend;
    std::size_t left = 0;
    for (const Binding& binding : bindings_) {
      if (binding.panel != which) continue;
      // The validation stands for a run; its training where there is none.
      const bool validated = !runs[binding.line.runs[0]]->curve("val_" + shown.key).empty();
      if (shown.paired && binding.line.series != shown.key && binding.line.series.starts_with("train_") == validated) continue;
      if (legend.plain.size() >= static_cast<qsizetype>(kNamed)) {
        ++left;
        continue;
      }
      const Curve& curve = runs[binding.line.runs[0]]->curve(binding.line.series);
      double value = lastFinite(curve);
      if (accuracy) {
        const auto best = bestOf(curve, task().metric.larger);
        value = best ? best->value : kNaN;
      }
      // Of a group the last mean that is drawn.
      const Line& line = panels_[which]->line(binding.index);
      const bool grouped = binding.line.runs.size() > 1;
      const QString figure = grouped ? shown.format(line.empty() ? kNaN : line.y.back()) : shown.format(value * shown.scale);
      legend.add(binding.line.style.color,
                 binding.line.style.title + QLatin1Char(' ') + (accuracy && !grouped ? tr("best %1").arg(figure) : figure));
    }
    if (left > 0) legend.html << tr("and %1 more").arg(left);
    legend.show(*panels_[which], shown.paired ? tr("Validation, %1").arg(shown.title) : shown.title);
  }
}

// What is not finite is a gap in the line, a mark at the edge of the plot, and named below the legend.
void CurvesView::showGaps() {
  constexpr std::size_t kListed = 5;
  for (int i = 0; i < PanelCount; ++i) {
    const auto which = static_cast<Panel>(i);
    QStringList sentences;
    std::vector<GapMark> marks;
    std::set<std::pair<std::size_t, std::string>> told;  // a series may have two lines
    for (const Binding& binding : bindings_) {
      if (binding.panel != which) continue;
      for (const std::size_t r : binding.line.runs) {
        const RunCurves& run = *model_->runs()[r];
        const auto found = run.gaps.find(binding.line.series);
        if (found == run.gaps.end() || found->second.empty() || !told.emplace(r, binding.line.series).second) continue;
        QColor color = binding.line.style.color;
        color.setAlphaF(1);
        for (const Gap& gap : found->second)
          if (const double x = positionOf(run, options().axis, gap.step); std::isfinite(x)) marks.push_back({x, gap.value, color});
        QStringList kinds;  // with the marks that CurveLines draws
        const auto holds = [&](auto is) { return std::any_of(found->second.begin(), found->second.end(), [&](const Gap& gap) { return is(gap.value); }); };
        if (holds([](double v) { return std::isnan(v); })) kinds << tr("× not a number");
        if (holds([](double v) { return v == HUGE_VAL; })) kinds << tr("▲ infinite");
        if (holds([](double v) { return v == -HUGE_VAL; })) kinds << tr("▼ minus infinite");
        QStringList steps;
        for (std::size_t k = 0; k < std::min(kListed, found->second.size()); ++k) steps << formatNumber(found->second[k].step, 9);
        const std::size_t more = found->second.size() - static_cast<std::size_t>(steps.size());
        const QString series = shownName(text(binding.line.series));
        const QString of = model_->comparing() ? shownName(text(run.name)) + QLatin1Char(' ') + series : series;
        QString sentence = tr("%1 is not a finite number (%2) at step %3").arg(of, kinds.join(QStringLiteral(", ")), steps.join(QStringLiteral(", ")));
        if (more > 0) sentence += found->second.size() >= kMostGaps ? tr(" and at %1 more or more").arg(more) : tr(" and at %1 more").arg(more);
        if (!sentences.contains(sentence)) sentences << sentence;
      }
    }
    if (sentences.size() > 2) {
      const auto more = sentences.size() - 2;
      sentences = sentences.mid(0, 2);
      sentences << tr("and of %1 more series").arg(more);
    }
    panels_[which]->setGaps(sentences.join(QStringLiteral("; ")));
    panels_[which]->setGapMarks(std::move(marks));
  }
}

}  // namespace stepscope
