#include "views/start/recent_entry.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/data/kinds/dataset_table.h"
#include "core/project/project.h"
#include "core/store/run_store.h"
#include "views/common/file_entry.h"
#include "views/common/text.h"
#include "views/common/units.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {

constexpr int kCurvePoints = 80;

QString shortFolder(const QString& folder) {
  const QString home = QDir::homePath();
  return folder.startsWith(home + QLatin1Char('/')) ? QLatin1Char('~') + folder.mid(home.size()) : folder;
}

RecentEntry entryOf(const QString& file, RecentEntry::Kind kind) {
  const QFileInfo info(file);
  RecentEntry entry;
  entry.kind = kind;
  entry.path = file;
  entry.there = info.exists();
  entry.folder = shortFolder(info.path());
  return entry;
}

// Reads a project. If its data cannot be found, loads it without them, so that its runs can still be viewed, and writes the error to `problem`.
Project projectOf(const std::string& file, QString& problem) {
  try {
    return loadProject(file);
  } catch (const Error& error) {
    Project project = loadProject(file, {{"data.path", "\".\""}});
    project.data.path.clear();
    problem = engineText(error.happened());
    return project;
  }
}

QString stateOf(const RunInfo& run) {
  const QString name = text(run.name);
  switch (run.status) {
    case RunStatus::Running: return tr("%1, in training").arg(name);
    case RunStatus::Finished: return tr("%1, finished").arg(name);
    case RunStatus::Stopped: return tr("%1, stopped in epoch %2").arg(name).arg(run.epoch + 1);
    case RunStatus::Failed: return tr("%1, failed").arg(name);
    case RunStatus::Interrupted: return tr("%1, interrupted").arg(name);
    case RunStatus::Unsaved: return tr("%1, finished, not saved").arg(name);
  }
  return name;
}

void addLastRun(const Project& project, RecentEntry& entry) {
  const RunReader reader(project.storePath());
  const std::vector<RunInfo> runs = reader.runs();
  if (runs.empty()) {
    entry.state = tr("no run yet");
    return;
  }
  const RunInfo& run = runs.front();
  entry.when = run.createdMs + static_cast<qint64>(run.seconds * 1000);
  entry.state = stateOf(run);
  const Metric& best = infoOf(taskOf(run)).best;
  if (const double value = finalOf(run, keyOf("best_val_", best)); std::isfinite(value))
    entry.result = best.share || !best.unit.empty() ? tr("best %1").arg(formatMetric(best, value))
                                                    : tr("best %1 %2").arg(engineText(best.title), formatMetric(best, value));
  for (const Bucket& bucket : reader.overview(run.id, "train_loss", kCurvePoints)) entry.curve.push_back(bucket.last);
}

}  // namespace

RecentEntry recentProject(const QString& file) {
  RecentEntry entry = entryOf(file, RecentEntry::Kind::Project);
  entry.icon = QStringLiteral("folder");
  entry.name = QFileInfo(file).dir().dirName();
  if (!entry.there) {
    entry.problem = tr("file not found");
    return entry;
  }
  try {
    const Project project = projectOf(file.toStdString(), entry.problem);
    entry.name = text(project.name);
    entry.what = !project.model.onnx.empty()  ? QFileInfo(text(project.model.onnx)).fileName()
                 : project.model.name.empty() ? counted(static_cast<std::int64_t>(project.model.layers.size()), tr("layer"), tr("layers"))
                                              : text(project.model.name);
    if (const DatasetDef* def = findDataset(project.data.kind)) {
      entry.of = engineText(def->title);
      entry.icon = def->samples == DatasetDef::Samples::Rows     ? QStringLiteral("table")
                   : def->samples == DatasetDef::Samples::Tokens ? QStringLiteral("text")
                                                                 : QStringLiteral("pictures");
    }
    addLastRun(project, entry);
  } catch (const Error& error) {
    entry.problem = engineText(error.happened());
  } catch (const std::exception& error) {
    entry.problem = engineText(error);
  }
  return entry;
}

RecentEntry recentTrace(const QString& file) {
  RecentEntry entry = entryOf(file, RecentEntry::Kind::Trace);
  entry.icon = QStringLiteral("trace");
  const QStringList files = filesOf(file);
  const QFileInfo first(files.value(0));
  entry.name = files.size() > 1 ? tr("%1 and %2 more").arg(first.fileName()).arg(files.size() - 1) : first.fileName();
  entry.folder = shortFolder(first.path());
  entry.there = std::all_of(files.begin(), files.end(), [](const QString& one) { return QFileInfo::exists(one); });
  std::int64_t bytes = 0;
  for (const QString& one : files) bytes += static_cast<std::int64_t>(QFileInfo(one).size());
  if (entry.there) entry.what = formatBytes(bytes);
  else entry.problem = tr("file not found");
  return entry;
}

}  // namespace stepscope
