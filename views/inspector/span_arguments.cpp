#include "views/inspector/span_arguments.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/error.h"
#include "profiler/analysis/self_time.h"
#include "views/common/text.h"
#include "views/common/units.h"
#include "views/words/engine_text.h"

namespace stepscope {
namespace {

constexpr int kMostArguments = 24, kLongest = 300;  // rows, characters

QString nameOfSpan(const Trace& trace, SpanRef span) {
  return text(trace.names.name(trace.laneOf(span).name[span.index]));
}

QString valueText(const QString& key, const QJsonValue& value) {
  if (value.isString()) return value.toString();
  if (value.isBool()) return value.toBool() ? QObject::tr("yes") : QObject::tr("no");
  if (value.isDouble()) {
    const double number = value.toDouble();
    if (key.compare(QLatin1String("bytes"), Qt::CaseInsensitive) == 0 || key.contains(QLatin1String("memory"), Qt::CaseInsensitive))
      return formatBytes(number);
    if (key.contains(QLatin1String("GB/s"))) return formatSi(number * 1e9, QStringLiteral("B/s"));
    if (key.compare(QLatin1String("flops"), Qt::CaseInsensitive) == 0) return formatSi(number, QStringLiteral("FLOP"));
    return std::abs(number) < 9e15 && number == std::floor(number) ? QString::number(static_cast<qint64>(number)) : formatNumber(number);
  }
  if (value.isArray()) return QString::fromUtf8(QJsonDocument(value.toArray()).toJson(QJsonDocument::Compact));
  if (value.isObject()) return QString::fromUtf8(QJsonDocument(value.toObject()).toJson(QJsonDocument::Compact));
  return {};
}

// The rank of a key: shapes before sizes before numbers that only debugging needs.
int rankOf(const QString& key) {
  static constexpr std::array first{"input dims",
                                    "input_dims",
                                    "input type",
                                    "concrete inputs",
                                    "grid",
                                    "block",
                                    "shared memory",
                                    "registers per thread",
                                    "est. achieved occupancy %",
                                    "bytes",
                                    "memory bandwidth (gb/s)",
                                    "flops",
                                    "stream"};
  const QString lower = key.toLower();
  for (std::size_t i = 0; i < first.size(); ++i)
    if (lower == QLatin1String(first[i])) return static_cast<int>(i);
  return static_cast<int>(first.size());
}

}  // namespace

std::vector<InspectorRow> argumentRows(const Trace& trace, SpanRef span) {
  std::vector<InspectorRow> rows;
  const std::uint64_t handle = trace.laneOf(span).argumentsOf(span.index);
  if (!trace.arguments || handle == kNoArguments) return rows;
  std::string json;
  try {
    json = trace.arguments->json(handle);
  } catch (const Error& error) {
    rows.emplace_back(QObject::tr("arguments"), engineText(error));
    return rows;
  }
  const QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
  for (auto it = object.begin(); it != object.end(); ++it) {
    QString value = valueText(it.key(), it.value()).simplified();
    if (value.size() > kLongest) value = value.left(kLongest) + QChar(0x2026);
    if (!value.isEmpty()) rows.emplace_back(it.key(), value);
  }
  std::stable_sort(rows.begin(), rows.end(), [](const InspectorRow& a, const InspectorRow& b) { return rankOf(a.first) < rankOf(b.first); });
  if (rows.size() > kMostArguments) rows.resize(kMostArguments);
  return rows;
}

std::vector<InspectorRow> flowRows(const Trace& trace, SpanRef span) {
  std::vector<InspectorRow> rows;
  if (trace.flows.size() == 0) return rows;
  const auto startOf = [&](SpanRef at) { return trace.laneOf(at).start[at.index]; };
  const auto endOf = [&](SpanRef at) { return startOf(at) + trace.laneOf(at).duration[at.index]; };
  const auto kindOf = [&](std::uint32_t flow) { return static_cast<FlowKind>(trace.flows.kind[flow]); };
  for (const std::uint32_t flow : flowsTo(trace, span)) {
    const SpanRef from = trace.flows.from[flow];
    QString what = nameOfSpan(trace, from);
    if (const auto parent = parentOf(trace, from)) what += QObject::tr(" in %1").arg(nameOfSpan(trace, *parent));
    if (kindOf(flow) == FlowKind::Launch) {
      // The clocks of host and GPU differ by some µs, so a kernel may seem to begin before its launch ended.
      const std::int64_t delay = startOf(span) - endOf(from);
      what += QStringLiteral(" · ") +
              (delay >= 0 ? QObject::tr("began %1 after it").arg(formatNs(delay)) : QObject::tr("began %1 before it ended").arg(formatNs(-delay)));
    }
    rows.emplace_back(kindOf(flow) == FlowKind::Launch            ? QObject::tr("launched by")
                      : kindOf(flow) == FlowKind::ForwardBackward ? QObject::tr("forward op")
                                                                  : QObject::tr("comes from"),
                      what);
  }
  constexpr std::size_t kMost = 5000;
  std::int64_t launches = 0, work = 0;
  QString first;
  for (const SpanRef& inner : spansWithin(trace, span, kMost))
    for (const std::uint32_t flow : flowsFrom(trace, inner)) {
      const SpanRef to = trace.flows.to[flow];
      if (kindOf(flow) != FlowKind::Launch) {
        if (inner == span)
          rows.emplace_back(kindOf(flow) == FlowKind::ForwardBackward ? QObject::tr("backward op") : QObject::tr("leads to"), nameOfSpan(trace, to));
        continue;
      }
      if (launches++ == 0) first = nameOfSpan(trace, to);
      work += trace.laneOf(to).duration[to.index];
    }
  if (launches == 1) rows.emplace_back(QObject::tr("launches"), first + QStringLiteral(" · ") + formatNs(work));
  if (launches > 1)
    rows.emplace_back(QObject::tr("launches"),
                      QObject::tr("%1 on the GPU, %2 together; first %3").arg(formatCount(launches)).arg(formatNs(work), first));
  return rows;
}

}  // namespace stepscope
