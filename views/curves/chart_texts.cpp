#include "views/curves/chart_texts.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/models/metrics.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/words/engine_text.h"

namespace stepscope {
namespace {

double lastFinite(const Curve& curve) {
  for (std::size_t i = curve.size(); i-- > 0;)
    if (std::isfinite(curve.value[i])) return curve.value[i];
  return kNaN;
}

double smoothedLast(const Curve& curve, double weight) {
  // Old points have almost no weight, so the last points alone give the same four digits.
  const std::size_t tail = weight > 0 ? static_cast<std::size_t>(std::min(1e6, 40 / (1 - std::min(weight, 0.9999)))) : 1;
  DebiasedEma ema(weight);
  double value = kNaN;
  for (std::size_t i = curve.size() > tail ? curve.size() - tail : 0; i < curve.size(); ++i) {
    const double next = ema.next(curve.value[i]);
    if (std::isfinite(next)) value = next;
  }
  return value;
}

// A sentence that lists the values of a series that are not finite: their kinds, each with the mark that CurveLines draws, and their steps.
QString gapSentence(const QString& series, const std::vector<Gap>& gaps) {
  constexpr std::size_t kListed = 5;
  QStringList kinds, steps;
  const auto holds = [&](auto is) { return std::any_of(gaps.begin(), gaps.end(), [&](const Gap& gap) { return is(gap.value); }); };
  if (holds([](double v) { return std::isnan(v); })) kinds << tr("× not a number");
  if (holds([](double v) { return v == HUGE_VAL; })) kinds << tr("▲ infinite");
  if (holds([](double v) { return v == -HUGE_VAL; })) kinds << tr("▼ minus infinite");
  for (std::size_t k = 0; k < std::min(kListed, gaps.size()); ++k) steps << formatNumber(gaps[k].step, 9);
  const QString sentence =
      tr("%1 is not a finite number (%2) at step %3").arg(series, kinds.join(QStringLiteral(", ")), steps.join(QStringLiteral(", ")));
  const std::size_t more = gaps.size() - static_cast<std::size_t>(steps.size());
  if (more == 0) return sentence;
  return sentence + (gaps.size() >= kMostGaps ? tr(" and at %1 more or more").arg(more) : tr(" and at %1 more").arg(more));
}

}  // namespace

QString swatch(const QColor& color, const QString& text, QChar mark) {
  return QStringLiteral("<span style='color:%1'>%2</span>&nbsp;<span style='color:%3'>%4</span>")
      .arg(color.name(), QString(mark), tokens().dim.name(), text.toHtmlEscaped().replace(QLatin1Char(' '), QStringLiteral("&nbsp;")));
}

void Legend::add(const QColor& color, const QString& text, QChar mark) {
  html << swatch(color, text, mark);
  plain << text;
}

Legend legendOf(const RunCurves& run, const Quantity& shown, double smoothing) {
  const auto value = [&shown](double stored) { return shown.format(stored * shown.scale); };
  const Curve& bare = run.curve(shown.key);
  Legend legend;
  if (!shown.paired) {
    const QString unit = shown.unit.isEmpty() ? QString() : QLatin1Char(' ') + shown.unit;
    legend.add(shown.key == "lr" ? trainColor() : categoryColor(Category::Data), tr("now %1%2").arg(value(lastFinite(bare)), unit));
    return legend;
  }
  const QString unit = shown.toHundred ? QStringLiteral(" %") : QString();
  const bool named = !bare.empty() && quantityKeyOf(shown.key) == shown.key;
  if (named) legend.add(categoryColor(Category::Data), tr("now %1%2").arg(value(lastFinite(bare)), unit));
  const Curve &batches = run.curve("train_" + shown.key), &validation = run.curve("val_" + shown.key);
  if (named && batches.empty() && validation.empty()) return legend;
  const bool loss = shown.key == "loss";
  const double smoothed = smoothedLast(batches, smoothing), held = lastFinite(validation);
  const double trained = lastFinite(run.curve("epoch_train_" + shown.key));
  if (loss) legend.add(trainColor(), tr("train %1 (smoothed %2)").arg(value(smoothed), formatNumber(smoothing, 3)));
  else if (std::isfinite(trained)) legend.add(trainColor(), tr("train %1%2").arg(value(trained), unit));
  if (std::isfinite(held)) {
    const auto best = bestOf(validation, isLargerBetter(shown.key));
    const QString at =
        best ? tr(" · best %1%2 at epoch %3").arg(value(best->value), unit, formatNumber(std::round(epochAt(run, best->step)), 6)) : QString();
    legend.add(validationColor(), tr("validation %1%2").arg(value(held), unit) + at, QChar(0x25CF));
  }
  if (legend.html.isEmpty())
    legend.add(trainColor(), std::isfinite(smoothed) ? tr("batches %1%2 (smoothed)").arg(value(smoothed), unit) : tr("after the first epoch"));
  return legend;
}

Legend legendOf(const RunList& runs, const Quantity& shown, const std::vector<ChartLine>& lines, const std::vector<double>& drawn) {
  const bool accuracy = shown.paired && shown.key != "loss";
  Legend legend;
  std::size_t left = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const ChartLine& line = lines[i];
    const RunCurves& run = *runs[line.runs[0]];
    // The legend lists the validation of a run, or its training if it has no validation.
    const bool validated = !run.curve("val_" + shown.key).empty();
    if (shown.paired && line.series != shown.key && line.series.starts_with("train_") == validated) continue;
    if (legend.plain.size() >= static_cast<qsizetype>(kNamedRuns)) {
      ++left;
      continue;
    }
    const Curve& curve = run.curve(line.series);
    double value = lastFinite(curve);
    if (accuracy) {
      const auto best = bestOf(curve, isLargerBetter(shown.key));
      value = best ? best->value : kNaN;
    }
    const bool grouped = line.runs.size() > 1;  // then its value is the last point of the drawn mean
    const QString figure = shown.format(grouped ? drawn[i] : value * shown.scale);
    legend.add(line.style.color, line.style.title + QLatin1Char(' ') + (accuracy && !grouped ? tr("best %1").arg(figure) : figure));
  }
  if (left > 0) legend.html << tr("and %1 more").arg(left);
  return legend;
}

ChartGaps gapsOf(const RunList& runs, const std::vector<ChartLine>& lines, XAxis axis) {
  ChartGaps result;
  QStringList sentences;
  std::set<std::pair<std::size_t, std::string>> told;  // each series once, although it may have two lines
  for (const ChartLine& line : lines)
    for (const std::size_t r : line.runs) {
      const RunCurves& run = *runs[r];
      const auto found = run.gaps.find(line.series);
      if (found == run.gaps.end() || found->second.empty() || !told.emplace(r, line.series).second) continue;
      QColor color = line.style.color;
      color.setAlphaF(1);
      for (const Gap& gap : found->second)
        if (const double x = positionOf(run, axis, gap.step); std::isfinite(x)) result.marks.push_back({x, gap.value, color});
      const QString series = shownName(text(line.series));
      const QString sentence = gapSentence(runs.size() > 1 ? shownName(text(run.name)) + QLatin1Char(' ') + series : series, found->second);
      if (!sentences.contains(sentence)) sentences << sentence;
    }
  if (const auto more = sentences.size() - 2; more > 0) sentences = sentences.mid(0, 2) << tr("and of %1 more series").arg(more);
  result.text = sentences.join(QStringLiteral("; "));
  return result;
}

RunMarks marksOf(const RunCurves& run, XAxis axis) {
  RunMarks marks;
  const Marker* best = nullptr;
  for (const Marker& marker : run.markers) {
    if (marker.kind == "best") best = &marker;
    if (marker.kind == "best" || marker.kind == "checkpoint") continue;  // every epoch has a checkpoint; the run's inspector lists them
    const double at = positionOf(run, axis, static_cast<double>(marker.step));
    if (!std::isfinite(at)) continue;
    marks.labelled.push_back({at, engineText(marker.label).replace(QStringLiteral("->"), QStringLiteral("→"))});
    marks.bare.push_back({at, {}});
    if (marker.kind == "switch") marks.lastSwitch = &marker;
  }
  if (best) marks.best = {positionOf(run, axis, static_cast<double>(best->step)), tr("best")};
  return marks;
}

QString effectText(const RunCurves& run, const Marker* lastSwitch) {
  if (!lastSwitch) return {};
  if (coresBusyAround(run, lastSwitch->step)) return tr("Other programs held the cores: no effect of the switch is claimed");
  const auto e = effectAt(run.curve("samples_per_second"), static_cast<double>(lastSwitch->step));
  if (!e) return {};
  return tr("%1 → %2 samples/s (%3%4 %, 95 % interval %5 to %6)")
      .arg(formatNumber(e->before, 3), formatNumber(e->after, 3), e->change >= 0 ? QStringLiteral("+") : QString(), formatNumber(e->change * 100, 3),
           formatNumber(e->low * 100, 3), formatNumber(e->high * 100, 3));
}

}  // namespace stepscope
