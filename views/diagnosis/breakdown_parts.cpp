#include "views/diagnosis/breakdown_parts.h"

#include <algorithm>
#include <array>

#include "profiler/advisor/wording.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/words/engine_text.h"

namespace stepscope {
namespace {

QString titleOf(Category category) {
  switch (category) {
    case Category::Data: return tr("data wait");
    case Category::Copy: return tr("reorders, casts");
    case Category::Idle: return tr("between ops");
    default: return engineText(nameOf(category));
  }
}

// First the wait, then GPU work, then the host.
constexpr std::array kOrder{TimeClass::DataLoader, TimeClass::Kernel, TimeClass::Communication, TimeClass::Memcpy, TimeClass::Memset,
                            TimeClass::Runtime,    TimeClass::Cpu,    TimeClass::Profiler,      TimeClass::Other};

QString titleOf(TimeClass timeClass) {
  switch (timeClass) {
    case TimeClass::DataLoader: return tr("data wait");
    case TimeClass::Kernel: return tr("kernels");
    case TimeClass::Communication: return tr("communication");
    case TimeClass::Memcpy: return tr("copies");
    case TimeClass::Memset: return tr("fills");
    case TimeClass::Runtime: return tr("runtime");
    case TimeClass::Cpu: return tr("host ops");
    case TimeClass::Profiler: return tr("profiler");
    case TimeClass::Other: break;
  }
  return tr("other");
}

// A data wait below one percent of the step is shown as "none", since the loader is fast enough.
SharePart partOf(const QString& title, double share, double ms, const QColor& color, bool isWait, bool dark) {
  constexpr double kNoWait = 0.01;
  const bool none = isWait && share < kNoWait;
  return {title, share, none ? tr("none") : text(advice::milliseconds(ms)), none ? tr("under 1 %") : engineText(advice::percent(share)), color, dark};
}

}  // namespace

QColor colorOf(TimeClass timeClass) {
  switch (timeClass) {
    case TimeClass::DataLoader: return categoryColor(Category::Data);
    case TimeClass::Kernel: return kindColor(SpanKind::Kernel);
    case TimeClass::Communication: return communicationColor();
    case TimeClass::Memcpy:
    case TimeClass::Memset: return categoryColor(Category::Copy);
    case TimeClass::Runtime: return kindColor(SpanKind::Runtime);
    case TimeClass::Cpu: return kindColor(SpanKind::CpuOp);
    case TimeClass::Profiler: return kindColor(SpanKind::Overhead);
    case TimeClass::Other: break;
  }
  return categoryColor(Category::Idle);
}

std::vector<SharePart> breakdownParts(const TraceFacts& facts) {
  std::vector<SharePart> parts;
  if (facts.gpu) {
    const ExclusiveBreakdown& exclusive = facts.exclusive;
    if (exclusive.wallNs <= 0) return parts;
    const double steps = static_cast<double>(std::max<std::size_t>(exclusive.windows.steps.size(), 1));
    for (const TimeClass timeClass : kOrder) {
      const std::int64_t ns = exclusive.of(timeClass);
      if (ns <= 0) continue;
      const double share = static_cast<double>(ns) / static_cast<double>(exclusive.wallNs);
      parts.push_back(partOf(titleOf(timeClass), share, static_cast<double>(ns) * 1e-6 / steps, colorOf(timeClass),
                             timeClass == TimeClass::DataLoader, timeClass == TimeClass::Other));
    }
    return parts;
  }
  for (const CategoryTime& time : facts.breakdown.categories)
    parts.push_back(partOf(titleOf(time.category), time.share, time.msPerStep, categoryColor(time.category), time.category == Category::Data,
                           time.category == Category::Idle));
  return parts;
}

}  // namespace stepscope
