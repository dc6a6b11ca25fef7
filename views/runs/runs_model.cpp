#include "views/runs/runs_model.h"

#include <QDateTime>
#include <QLocale>
#include <algorithm>
#include <cmath>

#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {

// A value of the metric as text: a fraction in percent, other values without their unit, which is in the title of the column.
QString shown(const Metric& metric, double value) {
  return metric.share ? formatPercent(value, 4) : formatNumber(value);
}

QString shortTitle(const Metric& metric) {
  return metric.key == "accuracy" ? QObject::tr("acc.") : engineText(metric.title);
}

QString dateOf(double unixMs) {
  return QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(unixMs)).toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

// The names of the permanent columns in saved views and filters, in the order of RunsModel::Column.
constexpr const char* kNames[] = {"name",        "status", "model",    "switches.batch_size", "epochs",
                                  "best",        "metric", "val_loss", "samples_per_second",  "duration",
                                  "peak_memory", "created"};
static_assert(std::size(kNames) == RunsModel::ColumnCount);

bool isTextual(int column) {
  return column == RunsModel::Name || column == RunsModel::Status || column == RunsModel::Model || column == RunsModel::Created;
}

}  // namespace

QString titleOf(RunStatus status) {
  switch (status) {
    case RunStatus::Running: return QObject::tr("running");
    case RunStatus::Finished: return QObject::tr("finished");
    case RunStatus::Stopped: return QObject::tr("stopped");
    case RunStatus::Failed: return QObject::tr("failed");
    case RunStatus::Interrupted: return QObject::tr("interrupted");
    case RunStatus::Unsaved: return QObject::tr("finished, not saved");
  }
  return {};
}

QString endOf(const RunInfo& run) {
  return run.status == RunStatus::Failed && run.outOfMemory ? QObject::tr("out of memory") : titleOf(run.status);
}

QString formatFact(const std::string& name, const Fact& fact) {
  if (fact.kind != Fact::Kind::Number) return shownName(text(fact.text));
  const auto ends = [&](std::string_view end) { return std::string_view(name).ends_with(end); };
  if (ends("memory") || name.find("_bytes") != std::string::npos) return formatBytes(fact.number);
  if (name.find("_ms") != std::string::npos) return formatMs(fact.number);
  if (ends("share") || name.find("accuracy") != std::string::npos) return formatPercent(fact.number, 4);
  if (name == "duration") return formatDuration(fact.number);
  if (name == "created") return dateOf(fact.number);
  if (name.starts_with("samples_per_second")) return formatRate(fact.number);
  return formatNumber(fact.number, name == "steps" || name == "run" || name == "epochs" ? 12 : 4);
}

RunsModel::RunsModel(QObject* parent) : QAbstractTableModel(parent), columns_(std::make_shared<FactColumns>()) {}

RunsModel::Shown RunsModel::shownOf(const RunInfo& run) {
  Shown facts{kNaN, kNaN, {}, summaryOf(run)};
  for (const Setting& setting : settingsOf(run)) {
    if (setting.key == "train.epochs") facts.epochs = QString::fromStdString(setting.values.back()).toDouble();
    if (setting.key != "switches.batch_size") continue;
    facts.batchSize = QString::fromStdString(setting.values.back()).toDouble();
    facts.batchText = text(stepscope::shown(setting));
  }
  return facts;
}

void RunsModel::setRuns(std::vector<RunInfo> runs) {
  RunListChange change;
  change.changes.everything = true;
  for (RunInfo& run : runs) change.changes.changed.push_back({std::move(run), {}});
  apply(std::move(change));
}

void RunsModel::renumber() {
  rowOf_.clear();
  for (std::size_t i = 0; i < runs_.size(); ++i) rowOf_[runs_[i].id] = static_cast<int>(i);
}

void RunsModel::removeRowAt(int row) {
  beginRemoveRows({}, row, row);
  runs_.erase(runs_.begin() + row);
  shown_.erase(shown_.begin() + row);
  facts_.erase(facts_.begin() + row);
  renumber();
  endRemoveRows();
}

void RunsModel::insertRow(std::size_t at, RunRow row, RowFacts facts) {
  const int place = static_cast<int>(at);
  beginInsertRows({}, place, place);
  shown_.insert(shown_.begin() + place, shownOf(row.info));
  runs_.insert(runs_.begin() + place, std::move(row.info));
  facts_.insert(facts_.begin() + place, std::move(facts));
  renumber();
  endInsertRows();
}

void RunsModel::apply(RunListChange change) {
  std::vector<RunRow>& changed = change.changes.changed;
  // Facts refer to columns by their numbers in one list. If that list is not taken over, the facts are computed again with ours.
  const bool fresh = change.columns && change.changes.everything && change.facts.size() == changed.size();
  if (fresh) {
    columns_ = change.columns;
    chosenIds_.clear();
    for (const std::string& name : chosen_) chosenIds_.push_back(columns_->idOf(name, FactGroup::Final));
  } else {
    change.facts.clear();
    for (const RunRow& row : changed) change.facts.emplace_back(row, *columns_);
  }

  if (change.changes.everything) {
    std::unordered_map<RunId, std::size_t> there;
    for (std::size_t i = 0; i < changed.size(); ++i) there[changed[i].info.id] = i;
    const std::size_t staying =
        static_cast<std::size_t>(std::count_if(runs_.begin(), runs_.end(), [&](const RunInfo& run) { return there.contains(run.id); }));
    const auto sameOrder = [&] {
      std::size_t last = 0;
      for (const RunInfo& run : runs_) {
        const auto found = there.find(run.id);
        if (found == there.end()) continue;
        if (found->second < last) return false;
        last = found->second;
      }
      return true;
    };
    // Resets the table for another project, another order, or so many new or removed rows that one by one would take longer than a reset.
    constexpr std::size_t kRowByRow = 50;
    if (runs_.empty() || !sameOrder() || changed.size() - staying > kRowByRow || runs_.size() - staying > kRowByRow || staying == 0) {
      beginResetModel();
      runs_.clear();
      shown_.clear();
      for (RunRow& row : changed) {
        shown_.push_back(shownOf(row.info));
        runs_.push_back(std::move(row.info));
      }
      facts_ = std::move(change.facts);
      renumber();
      endResetModel();
      Q_EMIT factsChanged();
      return;
    }
    for (int row = static_cast<int>(runs_.size()) - 1; row >= 0; --row)
      if (!there.contains(runs_[static_cast<std::size_t>(row)].id)) removeRowAt(row);
  }
  for (const RunId gone : change.changes.gone)
    if (const int row = rowOf(gone); row >= 0) removeRowAt(row);
  // Rows are inserted and changed one by one. Resets, a few times a second, would lose the selection, the open editor and the scroll position.
  for (std::size_t i = 0; i < changed.size(); ++i) {
    const int row = rowOf(changed[i].info.id);
    if (row >= 0) {
      const auto at = static_cast<std::size_t>(row);
      shown_[at] = shownOf(changed[i].info);
      runs_[at] = std::move(changed[i].info);
      facts_[at] = std::move(change.facts[i]);
      Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
    } else {
      const RunId id = changed[i].info.id;
      std::size_t at = change.changes.everything ? i : 0;
      if (!change.changes.everything)
        while (at < runs_.size() && runs_[at].id > id) ++at;
      insertRow(std::min(at, runs_.size()), std::move(changed[i]), std::move(change.facts[i]));
    }
  }
  Q_EMIT factsChanged();
}

std::vector<const RowFacts*> RunsModel::allFacts() const {
  std::vector<const RowFacts*> all;
  for (const RowFacts& facts : facts_) all.push_back(&facts);
  return all;
}

void RunsModel::setChosen(const std::vector<std::string>& names) {
  if (!chosen_.empty()) {
    beginRemoveColumns({}, ColumnCount, columnCount() - 1);
    chosen_.clear();
    chosenIds_.clear();
    endRemoveColumns();
  }
  std::vector<std::string> wanted;
  for (const std::string& name : names)
    if (std::find(std::begin(kNames), std::end(kNames), name) == std::end(kNames) && std::find(wanted.begin(), wanted.end(), name) == wanted.end())
      wanted.push_back(name);
  if (wanted.empty()) return;
  beginInsertColumns({}, ColumnCount, ColumnCount + static_cast<int>(wanted.size()) - 1);
  chosen_ = std::move(wanted);
  for (const std::string& name : chosen_) chosenIds_.push_back(columns_->idOf(name, FactGroup::Final));
  endInsertColumns();
}

std::string RunsModel::columnName(int column) const {
  return column < ColumnCount ? kNames[column] : chosen_[static_cast<std::size_t>(column - ColumnCount)];
}

int RunsModel::columnOf(const std::string& name) const {
  for (int column = 0; column < columnCount(); ++column)
    if (columnName(column) == name) return column;
  return -1;
}

const RunInfo* RunsModel::find(RunId id) const {
  const int row = rowOf(id);
  return row < 0 ? nullptr : &runs_[static_cast<std::size_t>(row)];
}

int RunsModel::rowOf(RunId id) const {
  const auto found = rowOf_.find(id);
  return found == rowOf_.end() ? -1 : found->second;
}

int RunsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(runs_.size());
}
int RunsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount + static_cast<int>(chosen_.size());
}

double RunsModel::number(int row, int column) const {
  const auto at = static_cast<std::size_t>(row);
  const RunInfo& run = runs_[at];
  const Shown& facts = shown_[at];
  switch (column) {
    case BatchSize: return facts.batchSize;
    case Epochs: return static_cast<double>(run.epoch);
    case Best: return finalOf(run, keyOf("best_val_", infoOf(taskOf(run)).best));
    case LastMetric: return finalOf(run, keyOf("val_", infoOf(taskOf(run)).metric));
    case Loss: return finalOf(run, "val_loss");
    case Throughput: return facts.summary.samplesPerSecond;
    case Duration: return facts.summary.seconds;
    case PeakMemory: return std::isnan(facts.summary.residentPeakBytes) ? facts.summary.plannedPeakBytes : facts.summary.residentPeakBytes;
    case Created: return static_cast<double>(run.createdMs);
    default: return kNaN;
  }
}

QString RunsModel::words(int row, int column) const {
  const RunInfo& run = runs_[static_cast<std::size_t>(row)];
  return column == Name ? text(run.name) : column == Status ? endOf(run) : text(run.model);
}

QVariant RunsModel::value(int row, int column) const {
  if (column >= ColumnCount) {
    const Fact* fact = facts(row).last(chosenId(column));
    if (!fact) return kNaN;
    return std::isnan(fact->number) || fact->kind == Fact::Kind::Flag ? QVariant(text(fact->text)) : QVariant(fact->number);
  }
  return isTextual(column) && column != Created ? QVariant(words(row, column)) : QVariant(number(row, column));
}

int RunsModel::compare(int row, int other, int column) const {
  if (column >= ColumnCount) {
    const Fact *a = facts(row).last(chosenId(column)), *b = facts(other).last(chosenId(column));
    return compareFacts(a, b);
  }
  if (isTextual(column) && column != Created) {
    const RunInfo &a = runs_[static_cast<std::size_t>(row)], &b = runs_[static_cast<std::size_t>(other)];
    if (column == Status) return QString::localeAwareCompare(endOf(a), endOf(b));
    return column == Name ? QString::localeAwareCompare(text(a.name), text(b.name)) : a.model.compare(b.model);
  }
  const double a = number(row, column), b = number(other, column);
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b) ? 0 : std::isnan(a) ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

QString RunsModel::factText(int row, int column) const {
  const std::vector<Fact>* values = facts(row).find(chosenId(column));
  if (!values) return QStringLiteral("—");
  const std::string name = columnName(column);
  QStringList texts;
  for (const Fact& fact : *values) texts << formatFact(name, fact);
  return texts.join(name == "tags" ? QStringLiteral(", ") : QStringLiteral(" → "));
}

QVariant RunsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount()) return {};
  const auto at = static_cast<std::size_t>(index.row());
  const RunInfo& run = runs_[at];
  const int row = index.row(), column = index.column();
  if (role == RunIdRole) return static_cast<qint64>(run.id);
  if (role == SortRole) return value(row, column);
  if (role == Qt::TextAlignmentRole) {
    const bool left = column < ColumnCount ? isTextual(column) : value(row, column).typeId() != QMetaType::Double;
    return QVariant(static_cast<int>(Qt::AlignVCenter | (left ? Qt::AlignLeft : Qt::AlignRight)));
  }
  if (role == Qt::ForegroundRole && column == Status) {
    switch (run.status) {
      case RunStatus::Running: return tokens().accent;
      case RunStatus::Finished: return tokens().good;
      case RunStatus::Failed:
      case RunStatus::Unsaved: return tokens().bad;
      default: return tokens().warn;
    }
  }
  if (role == Qt::ForegroundRole && run.archived) return tokens().dim;
  if (role == Qt::ToolTipRole) {
    if (column == Status && !run.message.empty()) return engineText(run.message);
    if (column == Name) {
      QStringList lines{shownName(text(run.name))};
      if (!run.tags.empty()) {
        QStringList tags;
        for (const std::string& tag : run.tags) tags << shownName(text(tag));
        lines << tr("Tags: %1").arg(tags.join(QStringLiteral(", ")));
      }
      if (!run.note.empty()) lines << text(run.note);
      return lines.size() > 1 ? QVariant(lines.join(QLatin1Char('\n'))) : QVariant();
    }
    if (column == Created) return QLocale().toString(QDateTime::fromMSecsSinceEpoch(run.createdMs), QLocale::LongFormat);
    return {};
  }
  if (role == Qt::EditRole && column == Name) return text(run.name);
  if (role != Qt::DisplayRole) return {};
  if (column >= ColumnCount) return factText(row, column);
  switch (column) {
    case Name: return run.starred ? QStringLiteral("★ ") + shownName(text(run.name)) : shownName(text(run.name));
    case Status:
    case Model: return column == Model ? shownName(words(row, column)) : words(row, column);
    case BatchSize:
      if (!shown_[at].batchText.isEmpty()) return shown_[at].batchText;
      break;
    case Epochs:
      if (!std::isnan(shown_[at].epochs)) return QStringLiteral("%1 / %2").arg(run.epoch).arg(shown_[at].epochs);
      break;
    case LastMetric:
    case Loss: {
      const std::string key = column == Loss ? "val_loss" : keyOf("val_", infoOf(taskOf(run)).metric);
      if (const double value = number(row, column); !std::isfinite(value) && hasFinal(run, key)) return formatMeasured(value);
      break;
    }
  }
  return figureText(row, column, number(row, column));
}

double RunsModel::figure(int row, int column) const {
  if (column < ColumnCount) return number(row, column);
  const Fact* fact = facts(row).last(chosenId(column));
  return fact && fact->kind != Fact::Kind::Flag ? fact->number : kNaN;
}

QString RunsModel::figureText(int row, int column, double value) const {
  const RunInfo& run = runs_[static_cast<std::size_t>(row)];
  switch (column) {
    case BatchSize: return formatNumber(value, 9);
    case Best: return shown(infoOf(taskOf(run)).best, value);
    case LastMetric: return shown(infoOf(taskOf(run)).metric, value);
    case Throughput: return formatRate(value);
    case Duration: return formatDuration(value);
    case PeakMemory: return formatBytes(value);
    case Created: return dateOf(value);
    default: return column < ColumnCount ? formatNumber(value) : formatFact(columnName(column), numberFact(value));
  }
}

std::optional<bool> RunsModel::largerIsBetter(int row, int column) const {
  const TaskInfo& task = infoOf(taskOf(runs_[static_cast<std::size_t>(row)]));
  if (column == Best) return task.best.larger;
  if (column == LastMetric) return task.metric.larger;
  if (column == Loss) return false;
  if (column < ColumnCount) return std::nullopt;
  const std::string name = columnName(column);
  if (name.find("loss") != std::string::npos) return false;
  if (name.find("accuracy") != std::string::npos) return true;
  return std::nullopt;
}

bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || role != Qt::EditRole || index.column() != Name) return false;
  RunInfo& run = runs_[static_cast<std::size_t>(index.row())];
  const QString name = value.toString().trimmed();
  if (name.isEmpty() || name == text(run.name)) return false;
  const QString before = text(run.name);
  run.name = name.toStdString();  // shown at once; the store is changed later, by renameRequested
  Q_EMIT dataChanged(index, index);
  Q_EMIT renameRequested(run.id, before, name);
  return true;
}

Qt::ItemFlags RunsModel::flags(const QModelIndex& index) const {
  Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  if (index.isValid() && index.column() == Name) flags |= Qt::ItemIsEditable;
  return flags;
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  if (role == ColumnNameRole) return text(columnName(section));
  if (role == Qt::TextAlignmentRole) {
    return QVariant(static_cast<int>(Qt::AlignVCenter | (section >= ColumnCount || isTextual(section) ? Qt::AlignLeft : Qt::AlignRight)));
  }
  if (role == Qt::ToolTipRole) {
    switch (section) {
      case BatchSize: return tr("Samples of a batch; several values if the switch was changed");
      case Throughput: return tr("Mean of all steps of the run, whatever its switches were; validation and pauses left out");
      case Best:
        return tr("Best %1 on the validation data: that of the best checkpoint").arg(columnTitle([](const TaskInfo& task) {
          return engineText(task.best.title);
        }));
      case LastMetric:
        return tr("%1 on the validation data after the last epoch").arg(columnTitle([](const TaskInfo& task) {
          return engineText(task.metric.title);
        }));
      case Loss: return tr("Loss on the validation data after the last epoch");
      case PeakMemory: return tr("The most memory that a step of the run held, as measured, or as planned if it was not measured");
      default: return section >= ColumnCount ? QVariant(shownName(text(columnName(section)))) : QVariant();
    }
  }
  if (role != Qt::DisplayRole) return {};
  if (section >= ColumnCount) {
    // The title omits the prefix; the tooltip shows the whole name.
    QString title = text(columnName(section));
    for (const char* prefix : {"switches.", "train.", "data.", "model."})
      if (title.startsWith(QLatin1String(prefix))) title = title.mid(static_cast<int>(qstrlen(prefix)));
    return shownName(title);
  }
  switch (section) {
    case Name: return tr("run");
    case Status: return tr("status");
    case Model: return tr("model");
    case BatchSize: return tr("batch");
    case Epochs: return tr("epochs");
    case Best: return tr("best %1").arg(columnTitle([](const TaskInfo& task) { return shortTitle(task.best); }));
    case LastMetric: return tr("last %1").arg(columnTitle([](const TaskInfo& task) { return shortTitle(task.metric); }));
    case Loss: return tr("val. loss");
    case Throughput: return tr("throughput");
    case Duration: return tr("duration");
    case PeakMemory: return tr("peak memory");
    case Created: return tr("created");
  }
  return {};
}

QString RunsModel::columnTitle(QString (*title)(const TaskInfo&)) const {
  QString found;
  for (const RunInfo& run : runs_) {
    const QString one = title(infoOf(taskOf(run)));
    if (!found.isEmpty() && found != one) return tr("metric");
    found = one;
  }
  return found.isEmpty() ? title(infoOf(Task::Classification)) : found;
}

QString RunsModel::table() const {
  std::vector<int> rows, columns;
  for (int row = 0; row < rowCount(); ++row) rows.push_back(row);
  for (int column = 0; column < columnCount(); ++column) columns.push_back(column);
  return table(rows, columns);
}

QString RunsModel::table(const std::vector<int>& rows, const std::vector<int>& columns) const {
  // Tabs and line breaks in a text would break the table.
  const auto cell = [](QString text) { return text.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' ')); };
  QStringList heading;
  for (const int column : columns) heading << cell(headerData(column, Qt::Horizontal).toString());
  QString result = heading.join(QLatin1Char('\t')) + QLatin1Char('\n');
  for (const int row : rows) {
    QStringList cells;
    for (const int column : columns) {
      const QVariant raw = value(row, column);
      if (column == Created) cells << QDateTime::fromMSecsSinceEpoch(runs_[static_cast<std::size_t>(row)].createdMs).toString(Qt::ISODate);
      else if (raw.typeId() == QMetaType::Double) cells << (std::isnan(raw.toDouble()) ? QString() : QString::number(raw.toDouble(), 'g', 10));
      else cells << cell(column >= ColumnCount ? factText(row, column) : raw.toString());
    }
    result += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
  }
  return result;
}

}  // namespace stepscope
