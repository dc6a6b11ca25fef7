#include "views/runs/runs_model.h"

#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <cmath>

#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"

namespace stepscope {

namespace {

// The unit stands in the title of the column.
QString shown(const Metric& metric, double value) {
  return metric.share ? formatPercent(value, 4) : formatNumber(value);
}

std::string_view shortTitle(const Metric& metric) {
  return metric.key == "accuracy" ? "acc." : metric.title;
}

}  // namespace

QString titleOf(RunStatus status) {
  switch (status) {
    case RunStatus::Running:
      return QObject::tr("running");
    case RunStatus::Finished:
      return QObject::tr("finished");
    case RunStatus::Stopped:
      return QObject::tr("stopped");
    case RunStatus::Failed:
      return QObject::tr("failed");
    case RunStatus::Interrupted:
      return QObject::tr("interrupted");
  }
  return {};
}

RunsModel::Facts RunsModel::factsOf(const RunInfo& run) {
  const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(run.configuration)).object();
  return {json[QLatin1String("switches")][QLatin1String("batch_size")].toDouble(kNaN),
          json[QLatin1String("train")][QLatin1String("epochs")].toDouble(kNaN)};
}

void RunsModel::setRuns(std::vector<RunInfo> runs) {
  // Insert, remove and change rows instead of resetting: a reset would drop selection, editor and scroll position four times a second.
  const auto idsEqual = [&] {
    if (runs.size() != runs_.size()) return false;
    for (std::size_t i = 0; i < runs.size(); ++i)
      if (runs[i].id != runs_[i].id) return false;
    return true;
  };
  if (!idsEqual()) {
    const auto has = [](const std::vector<RunInfo>& list, RunId id) {
      for (const RunInfo& run : list)
        if (run.id == id) return true;
      return false;
    };
    for (int row = static_cast<int>(runs_.size()) - 1; row >= 0; --row)
      if (!has(runs, runs_[static_cast<std::size_t>(row)].id)) {
        beginRemoveRows({}, row, row);
        runs_.erase(runs_.begin() + row);
        facts_.erase(facts_.begin() + row);
        endRemoveRows();
      }
    for (std::size_t i = 0; i < runs.size(); ++i)
      if (i >= runs_.size() || runs_[i].id != runs[i].id) {
        const int at = static_cast<int>(std::min(i, runs_.size()));
        if (has(runs_, runs[i].id)) break;  // another order: below
        beginInsertRows({}, at, at);
        runs_.insert(runs_.begin() + at, runs[i]);
        facts_.insert(facts_.begin() + at, factsOf(runs[i]));
        endInsertRows();
      }
    if (!idsEqual()) {
      beginResetModel();
      runs_ = std::move(runs);
      facts_.clear();
      for (const RunInfo& run : runs_) facts_.push_back(factsOf(run));
      endResetModel();
      return;
    }
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs_[i].configuration != runs[i].configuration) facts_[i] = factsOf(runs[i]);
    runs_[i] = std::move(runs[i]);
  }
  if (!runs_.empty()) Q_EMIT dataChanged(index(0, 0), index(static_cast<int>(runs_.size()) - 1, ColumnCount - 1));
}

const RunInfo* RunsModel::find(RunId id) const {
  const int row = rowOf(id);
  return row < 0 ? nullptr : &runs_[static_cast<std::size_t>(row)];
}

int RunsModel::rowOf(RunId id) const {
  for (std::size_t i = 0; i < runs_.size(); ++i)
    if (runs_[i].id == id) return static_cast<int>(i);
  return -1;
}

int RunsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(runs_.size());
}
int RunsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant RunsModel::value(int row, int column) const {
  const RunInfo& run = runs_[static_cast<std::size_t>(row)];
  const Facts& facts = facts_[static_cast<std::size_t>(row)];
  switch (column) {
    case Name:
      return QString::fromStdString(run.name);
    case Status:
      return titleOf(run.status);
    case Model:
      return QString::fromStdString(run.model);
    case BatchSize:
      return facts.batchSize;
    case Epochs:
      return static_cast<double>(run.epoch);
    case Best:
      return finalOf(run, keyOf("best_val_", infoOf(taskOf(run)).best));
    case LastMetric:
      return finalOf(run, keyOf("val_", infoOf(taskOf(run)).metric));
    case Loss:
      return finalOf(run, "val_loss");
    case Throughput:
      return finalOf(run, "samples_per_second");
    case Duration:
      return run.seconds;
    case PeakMemory: {
      const double measured = finalOf(run, "measured_peak_bytes");
      return std::isnan(measured) ? finalOf(run, "predicted_peak_bytes") : measured;
    }
    case Created:
      return static_cast<double>(run.createdMs);
  }
  return {};
}

QVariant RunsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const RunInfo& run = runs_[static_cast<std::size_t>(index.row())];
  const int column = index.column();
  const bool textual = column == Name || column == Status || column == Model || column == Created;
  if (role == RunIdRole) return static_cast<qint64>(run.id);
  if (role == SortRole) return value(index.row(), column);
  if (role == Qt::TextAlignmentRole) return QVariant(static_cast<int>(Qt::AlignVCenter | (textual ? Qt::AlignLeft : Qt::AlignRight)));
  if (role == Qt::ForegroundRole && column == Status) {
    switch (run.status) {
      case RunStatus::Running:
        return tokens().accent;
      case RunStatus::Finished:
        return tokens().good;
      case RunStatus::Failed:
        return tokens().bad;
      default:
        return tokens().warn;
    }
  }
  if (role == Qt::ToolTipRole) {
    if (column == Status && !run.message.empty()) return QString::fromStdString(run.message);
    if (column == Created) return QLocale().toString(QDateTime::fromMSecsSinceEpoch(run.createdMs), QLocale::LongFormat);
    return {};
  }
  if (role == Qt::EditRole && column == Name) return QString::fromStdString(run.name);
  if (role != Qt::DisplayRole) return {};
  const QVariant raw = value(index.row(), column);
  switch (column) {
    case BatchSize:
      return formatNumber(raw.toDouble(), 9);
    case Epochs: {
      const double planned = facts_[static_cast<std::size_t>(index.row())].epochs;
      return std::isnan(planned) ? QString::number(run.epoch) : QStringLiteral("%1 / %2").arg(run.epoch).arg(planned);
    }
    case Best:
      return shown(infoOf(taskOf(run)).best, raw.toDouble());
    case LastMetric:
      return shown(infoOf(taskOf(run)).metric, raw.toDouble());
    case Loss:
      return formatNumber(raw.toDouble());
    case Throughput:
      return formatRate(raw.toDouble());
    case Duration:
      return formatDuration(raw.toDouble());
    case PeakMemory:
      return formatBytes(raw.toDouble());
    case Created:
      return QDateTime::fromMSecsSinceEpoch(run.createdMs).toString(QStringLiteral("yyyy-MM-dd HH:mm"));
    default:
      return raw;
  }
}

bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || role != Qt::EditRole || index.column() != Name) return false;
  RunInfo& run = runs_[static_cast<std::size_t>(index.row())];
  const QString name = value.toString().trimmed();
  if (name.isEmpty() || name == QString::fromStdString(run.name)) return false;
  const QString before = QString::fromStdString(run.name);
  run.name = name.toStdString();  // shown at once; the store follows
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
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) {
    const bool textual = section == Name || section == Status || section == Model || section == Created;
    return QVariant(static_cast<int>(Qt::AlignVCenter | (textual ? Qt::AlignLeft : Qt::AlignRight)));
  }
  if (role == Qt::ToolTipRole) {
    switch (section) {
      case Best:
        return tr("Best %1 on the validation data: that of the best checkpoint").arg(columnTitle([](const TaskInfo& task) {
          return task.best.title;
        }));
      case LastMetric:
        return tr("%1 on the validation data after the last epoch").arg(columnTitle([](const TaskInfo& task) {
          return task.metric.title;
        }));
      case Loss:
        return tr("Loss on the validation data after the last epoch");
      case PeakMemory:
        return tr("Highest byte of the arenas that a kernel was given");
      default:
        return {};
    }
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case Name:
      return tr("run");
    case Status:
      return tr("status");
    case Model:
      return tr("model");
    case BatchSize:
      return tr("batch");
    case Epochs:
      return tr("epochs");
    case Best:
      return tr("best %1").arg(columnTitle([](const TaskInfo& task) { return shortTitle(task.best); }));
    case LastMetric:
      return tr("last %1").arg(columnTitle([](const TaskInfo& task) { return shortTitle(task.metric); }));
    case Loss:
      return tr("val. loss");
    case Throughput:
      return tr("throughput");
    case Duration:
      return tr("duration");
    case PeakMemory:
      return tr("peak memory");
    case Created:
      return tr("created");
  }
  return {};
}

QString RunsModel::columnTitle(std::string_view (*title)(const TaskInfo&)) const {
  QString found;
  for (const RunInfo& run : runs_) {
    const QString one = text(title(infoOf(taskOf(run))));
    if (!found.isEmpty() && found != one) return tr("metric");
    found = one;
  }
  return found.isEmpty() ? text(title(infoOf(Task::Classification))) : found;
}

QString RunsModel::table() const {
  QStringList heading;
  for (int column = 0; column < ColumnCount; ++column) heading << headerData(column, Qt::Horizontal).toString();
  QString text = heading.join(QLatin1Char('\t')) + QLatin1Char('\n');
  for (int row = 0; row < rowCount(); ++row) {
    QStringList cells;
    for (int column = 0; column < ColumnCount; ++column) {
      const QVariant raw = value(row, column);
      if (column == Created)
        cells << QDateTime::fromMSecsSinceEpoch(runs_[static_cast<std::size_t>(row)].createdMs).toString(Qt::ISODate);
      else if (raw.typeId() == QMetaType::Double)
        cells << (std::isnan(raw.toDouble()) ? QString() : QString::number(raw.toDouble(), 'g', 10));
      else
        cells << raw.toString();
    }
    text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
  }
  return text;
}

}  // namespace stepscope
