#include "views/exchange/run_exchange.h"

#include <QDir>
#include <QFileInfo>
#include <filesystem>
#include <utility>

#include "core/base/error.h"
#include "core/exchange/points_file.h"
#include "core/exchange/run_import.h"
#include "core/exchange/tensorboard_export.h"
#include "core/exchange/tensorboard_import.h"
#include "core/store/run_files.h"
#include "views/common/text.h"
#include "views/common/units.h"
#include "views/words/engine_text.h"

namespace stepscope {

struct RunExchange::Progress {
  std::atomic<double> share{-1};  // finished part in [0, 1]; below 0: unknown
  std::atomic<std::uint64_t> bytes{0};
};

namespace {

constexpr int kTellMs = 100;
constexpr std::size_t kTold = 3;

bool isRunFile(const QString& path) {
  return path.endsWith(QLatin1String(kRunFileEnding), Qt::CaseInsensitive);
}

bool isEventFile(const QString& path) {
  return QFileInfo(path).isFile() && QFileInfo(path).fileName().contains(QLatin1String("tfevents"));
}

// Removes a run from the store, and its folder from the disk.
void forget(RunWriter& store, const Project& project, RunId run) {
  if (run <= 0) return;
  store.remove(run);
  store.purge(run);
  store.flush();
  std::error_code ignored;
  std::filesystem::remove_all(project.runDirectory(run), ignored);
}

struct Imported {
  std::vector<RunId> runs;
  std::vector<std::string> notes;
  std::int64_t points = 0;
};

Imported importTensorBoard(const std::string& folder, const Project& project, const std::atomic<bool>& cancelled, std::atomic<double>& share,
                           std::atomic<std::uint64_t>& bytes) {
  const auto wanted = [&] { return !cancelled; };
  RunWriter store(project.storePath());
  TensorBoardImport import(folder, store, std::filesystem::path(folder).lexically_normal().filename().string(), TensorBoardImport::Empty::Refused,
                           wanted);
  import.goOnIn(RunReader(project.storePath()));
  const auto all = static_cast<double>(std::max<std::uint64_t>(1, import.bytes()));
  import.read([&](std::uint64_t read) {
    share = std::min(1.0, static_cast<double>(read) / all);
  bytes = read;
  return !cancelled;
}, TensorBoardImport::Until::Finished);
Imported result;
for (const ImportedRun& run : import.finish()) {
  if (cancelled) {
    if (!run.known) forget(store, project, run.id);
    continue;
  }
  if (run.id > 0) result.runs.push_back(run.id);
  result.points += run.points;
  result.notes.insert(result.notes.end(), run.notes.begin(), run.notes.end());
}
return result;
}  // namespace

Imported importRunFile(const std::string& file, const Project& project, const std::atomic<bool>& cancelled, std::atomic<double>& share) {
  RunWriter store(project.storePath());
  const RunId run = importRunFile(
      file, store, [&](RunId id) { return project.runDirectory(id); },
      [&](double done) {
        share = done;
        return !cancelled;
      });
  if (run == 0) return {};
  if (!cancelled) return {{run}, {}, 0};
  forget(store, project, run);
  return {};
}

}  // namespace stepscope

const std::vector<RunFormatDef>& runFormats() {
  static const std::vector<RunFormatDef> formats = {
      {RunFormat::TensorBoard, RunExchange::tr("TensorBoard"), {}, RunExchange::tr("A folder with one event file: scalars, histograms and pictures")},
      {RunFormat::Csv, RunExchange::tr("CSV"), QStringLiteral(".csv"), RunExchange::tr("Every point of every metric as a line of text")},
      {RunFormat::JsonLines, RunExchange::tr("JSON Lines"), QStringLiteral(".jsonl"),
       RunExchange::tr("The configuration, then every point as a line of JSON")},
      {RunFormat::RunFile, RunExchange::tr("Run file"), QLatin1String(kRunFileEnding),
       RunExchange::tr("The whole run with its checkpoints, for another project or machine")},
  };
  return formats;
}

QString eventFolderOf(const QString& source) {
  if (QFileInfo(source).isDir()) return source;
  return isEventFile(source) ? QFileInfo(source).absolutePath() : QString();
}

bool isWithin(const QString& path, const QString& folder) {
  const QString inner = QFileInfo(path).canonicalFilePath(), outer = QFileInfo(folder).canonicalFilePath();
  if (inner.isEmpty() || outer.isEmpty()) return false;
  return inner == outer || inner.startsWith(outer.endsWith(QLatin1Char('/')) ? outer : outer + QLatin1Char('/'));
}

QString firstNotes(const std::vector<std::string>& notes, const QString& folder) {
  QStringList texts;
  for (std::size_t i = 0; i < std::min(kTold, notes.size()); ++i) texts << engineText(notes[i]).remove(QDir::cleanPath(folder) + QLatin1Char('/'));
  if (texts.isEmpty()) return {};
  QString told = RunExchange::tr("Left out: %1").arg(texts.join(QStringLiteral("; ")));
  if (notes.size() > kTold) told += RunExchange::tr("; %1 more are in the logs of the runs").arg(notes.size() - kTold);
  return told;
}

RunExchange::RunExchange(QObject* parent) : QObject(parent) {
  timer_.setInterval(kTellMs);
  connect(&timer_, &QTimer::timeout, this, &RunExchange::tell);
}

bool RunExchange::takes(const QString& path) {
  if (QFileInfo(path).isDir()) return !QFileInfo::exists(path + QStringLiteral("/project.toml")) && holdsEventFiles(path.toStdString());
  return isRunFile(path) || isEventFile(path);
}

void RunExchange::start(const QString& what, Body body) {
  if (busy()) cancel();
  progress_ = std::make_shared<Progress>();
  Q_EMIT began(what);
  timer_.start();
  job_.start([this, body = std::move(body), progress = progress_](const std::atomic<bool>& cancelled) -> std::function<void()> {
    std::function<void()> answer;
    Message failure;
    try {
      answer = body(cancelled, *progress);
    } catch (const Error& error) {
      failure = messageOf(error);
    } catch (const std::exception& error) {
      failure.what = engineText(error);
    }
    return [this, answer = std::move(answer), failure] {
      timer_.stop();
      Q_EMIT ended();
      if (answer) answer();
      else Q_EMIT failed(failure);
    };
  });
}

void RunExchange::cancel() {
  if (!busy()) return;
  job_.cancel();
  timer_.stop();
  Q_EMIT ended();
}

void RunExchange::tell() {
  const double share = progress_->share;
  if (share < 0) return;
  const std::uint64_t bytes = progress_->bytes;
  Q_EMIT progressed(share, bytes > 0 ? tr("%1 read").arg(formatBytes(static_cast<double>(bytes))) : formatPercent(share, 2));
}

void RunExchange::importFrom(const QString& source, const Project& project) {
  const QString from = isEventFile(source) ? QFileInfo(source).absolutePath() : source;
  start(tr("Importing %1").arg(QFileInfo(from).fileName()), [this, from, project](const std::atomic<bool>& cancelled, Progress& progress) {
    const std::string path = from.toStdString();
    const Imported found = isRunFile(from) ? importRunFile(path, project, cancelled, progress.share)
                                           : importTensorBoard(path, project, cancelled, progress.share, progress.bytes);
    Message message;
    message.level = found.notes.empty() ? Message::Level::Info : Message::Level::Warning;
    message.where = from;
    const auto runs = static_cast<std::int64_t>(found.runs.size());
    if (runs == 0) {
      message.level = Message::Level::Warning;
      message.what = tr("No run was made: the event files hold no values");
    } else {
      message.what = found.points > 0 ? tr("%1 imported, %2 points").arg(counted(runs, tr("run"), tr("runs")), formatCount(found.points))
                                      : tr("%1 imported").arg(counted(runs, tr("run"), tr("runs")));
    }
    message.cure = firstNotes(found.notes, from);
    return [this, found, message] { Q_EMIT imported(found.runs, message); };
  });
}

void RunExchange::exportRun(RunId run, RunFormat format, const QString& path, const Project& project) {
  start(tr("Exporting to %1").arg(QFileInfo(path).fileName()),
        [this, run, format, path, project](const std::atomic<bool>& cancelled, Progress& progress) {
          const auto goOn = [&](double share) {
            progress.share = share;
            return !cancelled;
          };
          const std::string out = path.toStdString(), store = project.storePath();
          QString written = path;
          if (format == RunFormat::RunFile) {
            writeRunFile(store, run, project.runDirectory(run), out, true, goOn);
          } else {
            const RunReader reader(store);
            const std::optional<RunInfo> info = reader.run(run);
            if (!info) throw Error(ErrorKind::Input, "run " + std::to_string(run), "there is no such run any more", "Choose another one in Runs");
            if (format == RunFormat::TensorBoard) written = QString::fromStdString(exportToTensorBoard(reader, *info, out, goOn));
            else if (format == RunFormat::Csv) exportToCsv(reader, *info, out, goOn);
            else exportToJsonLines(reader, *info, out, goOn);
          }
          Message message;
          message.level = Message::Level::Info;
          message.what = tr("The run is written, %1").arg(formatBytes(static_cast<double>(QFileInfo(written).size())));
          message.where = written;
          return [this, written, message] { Q_EMIT exported(written, message); };
        });
}

}  // namespace stepscope
