#include "views/sweeps/sweeps_model.h"

#include <algorithm>
#include <cmath>

#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {
constexpr int kPollMs = 150;
}

QString titleOf(SweepRunState state) {
  switch (state) {
    case SweepRunState::Waiting: return QObject::tr("waits");
    case SweepRunState::Skipped: return QObject::tr("skipped");
    case SweepRunState::Preparing: return QObject::tr("preparing");
    case SweepRunState::Running: return QObject::tr("running");
    case SweepRunState::Finished: return QObject::tr("finished");
    case SweepRunState::Stopped: return QObject::tr("stopped");
    case SweepRunState::Failed: return QObject::tr("failed");
  }
  return {};
}

SweepsModel::SweepsModel(QObject* parent)
    : ColumnsModel({{tr("#"), Right},
                    {tr("settings"), Left},
                    {tr("state"), Left},
                    {tr("steps"), Right},
                    {tr("loss"), Right, tr("On the validation data; of the last step while there is none yet")},
                    {tr("best"), Right, tr("The best of the run on its validation data, known at its end")},
                    {tr("duration"), Right}},
                   parent) {
  timer_.setInterval(kPollMs);
  connect(&timer_, &QTimer::timeout, this, &SweepsModel::poll);
}

void SweepsModel::setQueue(std::unique_ptr<SweepQueue> queue) {
  beginResetModel();
  queue_ = std::move(queue);
  runs_.clear();
  version_ = 0;
  active_ = pausing_ = false;
  if (queue_) {
    version_ = queue_->version();
    runs_ = queue_->runs();
  }
  endResetModel();
  Q_EMIT changed();
}

void SweepsModel::poll() {
  if (!queue_) return timer_.stop();
  const bool active = queue_->active(), pausing = queue_->pausing();
  active ? timer_.start() : timer_.stop();
  const std::uint64_t version = queue_->version();
  if (version == version_ && active == active_ && pausing == pausing_) return;
  version_ = version;
  active_ = active;
  pausing_ = pausing;
  std::vector<SweepRun> now = queue_->runs();
  const bool sameOrder =
      std::equal(now.begin(), now.end(), runs_.begin(), runs_.end(), [](const SweepRun& a, const SweepRun& b) { return a.id == b.id; });
  if (sameOrder) {
    runs_ = std::move(now);
    if (!runs_.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
  } else {
    // Keeps the selection at its new position.
    Q_EMIT layoutAboutToBeChanged();
    const QModelIndexList before = persistentIndexList();
    QModelIndexList after;
    const std::vector<SweepRun> old = std::exchange(runs_, std::move(now));
    for (const QModelIndex& one : before) after << index(rowOf(old[static_cast<std::size_t>(one.row())].id), one.column());
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged();
  }
  Q_EMIT changed();
}

int SweepsModel::rowOf(int id) const {
  for (std::size_t i = 0; i < runs_.size(); ++i)
    if (runs_[i].id == id) return static_cast<int>(i);
  return -1;
}

int SweepsModel::count(SweepRunState state) const {
  return static_cast<int>(std::count_if(runs_.begin(), runs_.end(), [state](const SweepRun& run) { return run.state == state; }));
}

int SweepsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(runs_.size());
}

QVariant SweepsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const SweepRun& run = runs_[static_cast<std::size_t>(index.row())];
  const int column = index.column();
  if (role == Qt::TextAlignmentRole) return alignment(column);
  if (role == Qt::ForegroundRole) {
    if (run.state == SweepRunState::Skipped) return tokens().dim;
    if (column != State) return {};
    switch (run.state) {
      case SweepRunState::Preparing:
      case SweepRunState::Running: return tokens().accent;
      case SweepRunState::Finished: return tokens().good;
      case SweepRunState::Failed: return tokens().bad;
      case SweepRunState::Stopped: return tokens().warn;
      default: return tokens().dim;
    }
  }
  if (role == Qt::ToolTipRole) {
    if (column == State && !run.message.empty()) return engineText(run.message);
    if (column != Name) return {};
    QStringList lines;
    for (const auto& [key, value] : run.overrides) lines << text(key) + QStringLiteral(" = ") + text(value);
    return lines.join(QLatin1Char('\n'));
  }
  if (role != Qt::DisplayRole) return {};
  switch (column) {
    case Place: return index.row() + 1;
    case Name: return text(run.name);
    case State: return titleOf(run.state);
    case Progress: return run.totalSteps > 0 ? tr("%1 of %2").arg(formatCount(run.step), formatCount(run.totalSteps)) : QString();
    case Loss: return run.validated ? formatMeasured(run.validationLoss) : formatNumber(run.loss);
    case Best: return formatMetric(infoOf(run.task).best, run.bestValidation);
    case Duration: return run.seconds > 0 ? formatDuration(run.seconds) : QStringLiteral("—");
  }
  return {};
}

QString SweepsModel::table() const {
  QString out = tr("run\tsettings\tstate\tsteps\tseconds\tvalidation loss\tbest") + QLatin1Char('\n');
  const auto number = [](double value) { return std::isnan(value) ? QString() : QString::number(value, 'g', 10); };
  for (const SweepRun& run : runs_)
    out += QStringList{run.run > 0 ? QString::number(run.run) : QString(),
                       text(run.name),
                       titleOf(run.state),
                       QString::number(run.step),
                       number(run.seconds),
                       number(run.validationLoss),
                       number(run.bestValidation)}
               .join(QLatin1Char('\t')) +
           QLatin1Char('\n');
  return out;
}

}  // namespace stepscope
