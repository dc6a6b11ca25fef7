#include "views/switches/switch_sentences.h"

#include <QObject>
#include <algorithm>
#include <cmath>

#include "core/train/steps/accumulation.h"
#include "views/common/units.h"

namespace stepscope {
namespace {

constexpr double kMostOther = 0.1;      // part of a step's time: less from another source does not change its basis
constexpr double kLeastChange = 0.005;  // a smaller change counts as none

QString tr(const char* text) {
  return QObject::tr(text);
}

QString signedPercent(double change) {
  return (change > 0 ? QStringLiteral("+") : QStringLiteral("−")) + formatPercent(std::abs(change), 2);
}

double samplesPerSecond(const Forecast& forecast, std::int64_t samples) {
  return forecast.stepMs > 0 ? static_cast<double>(samples) / forecast.stepMs * 1000 : 0;
}

QString whyNotCompared(TimeBasis before, TimeBasis after) {
  if (before == TimeBasis::Busy || after == TimeBasis::Busy)
    return tr("Its kernels were timed while other programs held the cores: no time is claimed.");
  if (before == TimeBasis::Unknown || after == TimeBasis::Unknown) return tr("No kernel was timed here yet, so its time is not known.");
  return tr("Its kernels were never timed here; a measured time is not compared with an estimate.");
}

}  // namespace

TimeBasis timeBasis(const Forecast& forecast) {
  if (forecast.stepMs <= 0) return TimeBasis::Unknown;
  if (forecast.provisionalShare > kMostOther) return TimeBasis::Busy;
  if (forecast.estimatedShare <= kMostOther) return TimeBasis::Measured;
  return forecast.estimatedShare >= 1 - kMostOther ? TimeBasis::Estimated : TimeBasis::Mixed;
}

QString describe(TimeBasis basis) {
  switch (basis) {
    case TimeBasis::Measured: return tr("from kernels timed here");
    case TimeBasis::Busy: return tr("timed while other programs held the cores");
    case TimeBasis::Estimated: return tr("estimated from this machine's speed");
    case TimeBasis::Mixed: return tr("partly timed, partly estimated");
    case TimeBasis::Unknown: break;
  }
  return tr("not known");
}

ForecastChange changeOf(const Forecast& before, const Forecast& after, std::int64_t samplesBefore, std::int64_t samplesAfter) {
  using Verdict = ForecastChange::Verdict;
  ForecastChange change;
  if (before.peakBytes > 0 && after.peakBytes > 0) {
    const double share = static_cast<double>(after.peakBytes) / static_cast<double>(before.peakBytes) - 1;
    if (std::abs(share) >= kLeastChange) {
      change.memory = formatBytes(after.peakBytes) + QLatin1Char(' ') + signedPercent(share);
      change.memoryVerdict = share < 0 ? Verdict::Better : Verdict::Worse;
    }
  }
  const TimeBasis was = timeBasis(before), is = timeBasis(after);
  if (was == TimeBasis::Unknown && is == TimeBasis::Unknown) return change;
  const bool perSample = samplesBefore != samplesAfter;
  if (!perSample && before.stepMs == after.stepMs) return change;
  const bool sameKnowledge = was == is && std::abs(before.estimatedShare - after.estimatedShare) <= kMostOther;
  if (!sameKnowledge || was == TimeBasis::Busy) {
    change.time = was == TimeBasis::Busy || is == TimeBasis::Busy ? tr("cores busy") : tr("time not known");
    change.timeVerdict = Verdict::Unsure;
    change.whyUnsure = whyNotCompared(was, is);
    return change;
  }
  const double speed = samplesPerSecond(after, samplesAfter), faster = speed / samplesPerSecond(before, samplesBefore) - 1;
  const double slower = after.stepMs / before.stepMs - 1;
  if (std::abs(perSample ? faster : slower) < kLeastChange) return change;
  const QString estimated = was == TimeBasis::Measured ? QString() : QStringLiteral("≈ ");
  change.time = estimated + (perSample ? formatRate(speed) + QLatin1Char(' ') + signedPercent(faster)
                                       : formatMs(after.stepMs) + QLatin1Char(' ') + signedPercent(slower));
  change.timeVerdict = was != TimeBasis::Measured ? Verdict::Unsure : faster > 0 ? Verdict::Better : Verdict::Worse;
  if (was != TimeBasis::Measured) change.whyUnsure = tr("The time is %1.").arg(describe(was));
  return change;
}

QString consequence(const SwitchForecast& prediction, const Switches& applied, const Switches& pending) {
  const Forecast &now = prediction.applied, &then = prediction.pending;
  const std::int64_t samples = samplesPerUpdate(applied), samplesThen = samplesPerUpdate(pending);
  const ForecastChange change = changeOf(now, then, samples, samplesThen);
  const QString arrow = QStringLiteral(" → ");
  QStringList parts;
  if (now.peakBytes <= 0 && then.peakBytes > 0) parts << tr("peak memory %1").arg(formatBytes(then.peakBytes));
  else if (!change.memory.isEmpty()) parts << tr("peak memory %1").arg(formatBytes(now.peakBytes) + arrow + formatBytes(then.peakBytes));
  if (change.timeVerdict == ForecastChange::Verdict::Unsure && !change.time.startsWith(QChar(0x2248)))
    parts << tr("its time is not known before it runs");
  else if (!change.time.isEmpty() && samples != samplesThen)
    parts << (change.time.startsWith(QChar(0x2248)) ? tr("about %1") : tr("%1"))
                 .arg(formatRate(samplesPerSecond(now, samples)) + arrow + formatRate(samplesPerSecond(then, samplesThen)));
  else if (!change.time.isEmpty())
    parts << (change.time.startsWith(QChar(0x2248)) ? tr("step about %1") : tr("step %1")).arg(formatMs(now.stepMs) + arrow + formatMs(then.stepMs));
  if (parts.isEmpty()) return tr("Neither memory nor time of a step would change.");
  QString text = parts.join(QStringLiteral(", "));
  text[0] = text[0].toUpper();
  return text + QLatin1Char('.');
}

QString fittingText(const FittingBatch& fitting, std::int64_t samples, std::int64_t accumulation) {
  const QString budget = formatBytes(fitting.budgetBytes), peak = formatBytes(fitting.largest.peakBytes);
  if (fitting.largest.batch == 0) return tr("A batch of one needs %1, and %2 are free for training.").arg(peak, budget);
  QStringList parts;
  parts << (fitting.largest.limitedByData ? tr("All %1 samples fit: %2 of %3 free.") : tr("Up to %1 fit: %2 of %3 free."))
               .arg(formatCount(fitting.largest.batch), peak, budget);
  const bool earlier = fitting.knee > 0 && fitting.knee < fitting.largest.batch;
  if (earlier) parts << tr("%1 reaches %2 of the speed, so it is set.").arg(formatCount(fitting.knee), formatPercent(fitting.kneeShare, 2));
  if (samples > 0) {
    const std::int64_t update = (earlier ? fitting.knee : fitting.largest.batch) * std::max<std::int64_t>(accumulation, 1);
    const std::int64_t steps = (samples + update - 1) / update;
    parts << (steps < kFewStepsAnEpoch ? tr("Careful: only %1 an epoch.") : tr("%1 an epoch.")).arg(counted(steps, tr("step"), tr("steps")));
  }
  return parts.join(QLatin1Char(' '));
}

}  // namespace stepscope
