#include "views/sweeps/sweep_plan.h"

#include <QStringList>

#include "core/base/error.h"
#include "views/common/text.h"

namespace stepscope {

namespace {

// Splits a line at the commas outside of brackets and quotes, so that a list is one value.
QStringList parts(const QString& line) {
  QStringList found{QString()};
  int depth = 0;
  bool quoted = false;
  for (const QChar c : line) {
    if (c == QLatin1Char('"')) quoted = !quoted;
    if (!quoted && c == QLatin1Char('[')) ++depth;
    if (!quoted && c == QLatin1Char(']')) --depth;
    if (c == QLatin1Char(',') && depth <= 0 && !quoted) found << QString();
    else found.back() += c;
  }
  for (QString& part : found) part = part.trimmed();
  found.removeAll(QString());
  return found;
}

SweepValues valuesOf(const SweepPlan::Row& row, SweepKind kind) {
  SweepValues values;
  values.key = row.key;
  QString written = row.values.trimmed();
  const auto dots = written.indexOf(QLatin1String(".."));
  if (kind != SweepKind::Random || dots < 0) {
    for (const QString& part : parts(written)) values.values.push_back(part.toStdString());
    if (values.values.empty())
      throw Error(ErrorKind::Input, row.key, "it has no values",
                  kind == SweepKind::Random ? "Write 32, 64, or a range: 0.001..0.1 log" : "Write them with commas: 32, 64");
    return values;
  }
  if (written.endsWith(QLatin1String("log"))) {
    values.logarithmic = true;
    written.chop(3);
  }
  bool low = false, high = false;
  values.low = written.left(dots).trimmed().toDouble(&low);
  values.high = written.mid(dots + 2).trimmed().toDouble(&high);
  if (!low || !high)
    throw Error(ErrorKind::Input, row.key, "\"" + row.values.toStdString() + "\" is no range", "Write 0.001..0.1, or 0.001..0.1 log");
  return values;
}

}  // namespace

SweepPlan planOf(const SweepSpec& spec) {
  SweepPlan plan;
  plan.kind = spec.kind;
  plan.runs = spec.runs;
  plan.seed = spec.seed;
  for (const SweepValues& values : spec.values) {
    QStringList texts;
    for (const std::string& value : values.values) texts << text(value);
    QString written = texts.join(QStringLiteral(", "));
    if (values.values.empty())
      written = QStringLiteral("%1..%2%3").arg(values.low).arg(values.high).arg(values.logarithmic ? QStringLiteral(" log") : QString());
    plan.rows.push_back({values.key, written});
  }
  QStringList lines;
  for (const auto& run : spec.list) {
    QStringList texts;
    for (const std::string& set : run) texts << text(set);
    lines << texts.join(QStringLiteral(", "));
  }
  plan.list = lines.join(QLatin1Char('\n'));
  return plan;
}

SweepSpec specOf(const SweepPlan& plan) {
  SweepSpec spec;
  spec.kind = plan.kind;
  spec.runs = plan.runs;
  spec.seed = plan.seed;
  if (plan.kind != SweepKind::List) {
    for (const SweepPlan::Row& row : plan.rows)
      if (!row.key.empty()) spec.values.push_back(valuesOf(row, plan.kind));
    return spec;
  }
  const QStringList lines = plan.list.split(QLatin1Char('\n'));
  for (qsizetype i = 0; i < lines.size(); ++i) {
    if (lines[i].trimmed().isEmpty()) continue;
    std::vector<std::string>& run = spec.list.emplace_back();
    for (const QString& part : parts(lines[i])) {
      if (part.indexOf(QLatin1Char('=')) < 1)
        throw Error(ErrorKind::Input, "line " + std::to_string(i + 1), "\"" + part.toStdString() + "\" sets no key",
                    "Write switches.batch_size=32, train.epochs=5");
      const auto equal = part.indexOf(QLatin1Char('='));
      run.push_back((part.left(equal).trimmed() + QLatin1Char('=') + part.mid(equal + 1).trimmed()).toStdString());
    }
  }
  return spec;
}

}  // namespace stepscope
