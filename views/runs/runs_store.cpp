#include "views/runs/runs_store.h"

#include <QFileInfo>
#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/error.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {

constexpr int kPollMs = 300;  // a change by another process is shown within this time

// Runs `body` in the job's thread and returns what `body` returns; after an exception, a function that emits it as a message.
std::function<void()> guarded(RunsStore* store, const std::function<std::function<void()>()>& body) {
  Message failure;
  try {
    return body();
  } catch (const Error& error) {
    failure = messageOf(error);
  } catch (const std::exception& error) {
    failure.what = engineText(error);
  }
  return [store, failure] { Q_EMIT store->message(failure); };
}

}  // namespace

struct RunsStore::Connection {
  std::unique_ptr<RunReader> reader;
  std::int64_t version = -1;  // data version of the file at the last poll; -1: none yet
  std::int64_t known = 0;     // version of the list of runs that was read last
  int polls = 0;              // polls since the list was last read
  bool failed = false;        // the error was reported; the next polls do not repeat it
  bool viewsTold = false;
};

class RunsStore::Edit : public QUndoCommand {
 public:
  Edit(RunsStore* store, const QString& text, Change redo, Change undo)
      : QUndoCommand(text), store_(store), redo_(std::move(redo)), undo_(std::move(undo)) {}
  void redo() override { store_->write(redo_); }
  void undo() override { store_->write(undo_); }

 private:
  RunsStore* store_;
  Change redo_, undo_;
};

RunsStore::RunsStore(QObject* parent) : QObject(parent) {
  timer_.setInterval(kPollMs);
  connect(&timer_, &QTimer::timeout, this, &RunsStore::poll);
}

RunsStore::~RunsStore() = default;

void RunsStore::open(const QString& path) {
  path_ = path;
  connection_ = std::make_shared<Connection>();
  undo_.clear();
  queued_.clear();
  loading_.cancel();
  history_.cancel();
  polling_.cancel();
  binned_.clear();
  RunListChange none;
  none.changes.everything = true;
  take(none);
  // Opening for writing marks the runs of dead processes as interrupted, so that they can be resumed.
  if (QFileInfo::exists(path_)) write([](RunWriter&) {});
  timer_.start();
  poll();
}

void RunsStore::poll() {
  if (path_.isEmpty() || polling_.busy()) return;
  polling_.start([this, connection = connection_, path = path_.toStdString()](const std::atomic<bool>&) -> std::function<void()> {
    if (!QFileInfo::exists(QString::fromStdString(path))) {
      const bool had = connection->reader != nullptr;
      connection->reader.reset();
      connection->known = 0;
      if (!had) return {};
      return [this, connection] {  // deleted by another process while it was displayed
        RunListChange none;
        none.changes.everything = true;
        if (connection == connection_) take(none);
      };
    }
    try {
      if (!connection->reader) {
        connection->reader = std::make_unique<RunReader>(path);
        connection->version = -1;
        connection->known = 0;
      }
      const std::int64_t version = connection->reader->dataVersion();
      // A process that dies does not change the file. Therefore the list is also read at every tenth poll, which finds its runs.
      constexpr int kLookAgain = 10;
      if (version == connection->version && ++connection->polls < kLookAgain) return {};
      const bool another = version != connection->version;
      auto change = std::make_shared<RunListChange>();
      change->changes = connection->reader->changes(connection->known);
      if (!another && change->changes.changed.empty()) {
        connection->polls = 0;
        return {};
      }
      if (change->changes.everything) {
        change->columns = std::make_shared<FactColumns>();
        change->facts.reserve(change->changes.changed.size());
        for (const RunRow& row : change->changes.changed) change->facts.emplace_back(row, *change->columns);
      }
      std::vector<RunInfo> binned = connection->reader->binned();
      std::optional<QString> views;
      if (!std::exchange(connection->viewsTold, true)) views = QString::fromStdString(connection->reader->setting("runs_views").value_or(""));
      connection->version = version;
      connection->known = change->changes.version;
      connection->polls = 0;
      connection->failed = false;
      return [this, connection, change, views, binned = std::move(binned)] {
        if (connection != connection_) return;
        binned_ = binned;
        if (views) Q_EMIT viewsLoaded(*views);
        take(*change);
      };
    } catch (const std::exception& error) {
      connection->reader.reset();
      if (connection->failed) return {};
      connection->failed = true;
      const auto* ours = dynamic_cast<const Error*>(&error);
      Message failure = ours ? messageOf(*ours) : Message{};
      if (!ours) failure.what = engineText(error);
      return [this, failure] { Q_EMIT message(failure); };
    }
  });
}

// Applies a change to the complete list `runs_`, then emits the change and the list.
void RunsStore::take(const RunListChange& change) {
  const RunChanges& changes = change.changes;
  if (changes.everything) runs_.clear();
  std::erase_if(runs_, [&](const RunInfo& run) { return std::find(changes.gone.begin(), changes.gone.end(), run.id) != changes.gone.end(); });
  for (const RunRow& row : changes.changed) {
    const auto place =
        changes.everything ? runs_.end() : std::find_if(runs_.begin(), runs_.end(), [&](const RunInfo& run) { return run.id <= row.info.id; });
    if (place != runs_.end() && place->id == row.info.id) {
      *place = row.info;
    } else {
      runs_.insert(place, row.info);
    }
  }
  Q_EMIT rowsChanged(change);
  Q_EMIT runsChanged(runs_);
}

void RunsStore::loadCurves(const std::vector<RunId>& runs) {
  load(runs, &RunsStore::curvesLoaded);
}

void RunsStore::reloadCurves(const std::vector<RunId>& runs, bool must) {
  if (must || !loading_.busy()) load(runs, &RunsStore::curvesReloaded);
}

void RunsStore::load(const std::vector<RunId>& runs, CurvesSignal answer) {
  if (path_.isEmpty()) return;
  loading_.start([this, runs, answer, path = path_.toStdString()](const std::atomic<bool>& cancelled) -> std::function<void()> {
    return guarded(this, [&]() -> std::function<void()> {
      const RunReader reader(path);
      std::vector<std::shared_ptr<RunCurves>> curves;
      // Points per series: many for a single run, else about as many as a screen shows.
      const int points = runs.size() <= 1 ? 20000 : runs.size() <= 10 ? 4000 : 2000;
      for (const RunId run : runs) {
        if (cancelled) return {};
        curves.push_back(std::make_shared<RunCurves>(loadRunCurves(reader, run, points)));
      }
      return [this, curves, answer] { Q_EMIT(this->*answer)(curves); };
    });
  });
}

void RunsStore::loadHistory(RunId run) {
  history_.start([this, run, path = path_.toStdString()](const std::atomic<bool>&) -> std::function<void()> {
    return guarded(this, [&]() -> std::function<void()> {
      auto curves = std::make_shared<RunCurves>(loadRunCurves(RunReader(path), run, 20000));
      return [this, curves] { Q_EMIT historyLoaded(*curves); };
    });
  });
}

void RunsStore::push(const QString& text, Change redo, Change undo) {
  undo_.push(new Edit(this, text, std::move(redo), std::move(undo)));
}

void RunsStore::rename(RunId run, const QString& before, const QString& after) {
  const auto to = [run](const QString& name) { return [run, name = name.toStdString()](RunWriter& writer) { writer.rename(run, name); }; };
  push(tr("Rename %1").arg(before), to(after), to(before));
}

void RunsStore::remove(RunId run, const QString& name) {
  push(
      tr("Delete %1").arg(name), [run](RunWriter& writer) { writer.remove(run); }, [run](RunWriter& writer) { writer.restore(run); });
  Q_EMIT removed(run, name);
}

void RunsStore::restore(RunId run, const QString& name) {
  push(
      tr("Restore %1").arg(name), [run](RunWriter& writer) { writer.restore(run); }, [run](RunWriter& writer) { writer.remove(run); });
}

void RunsStore::emptyBin() {
  std::vector<RunId> runs;
  for (const RunInfo& run : binned_) runs.push_back(run.id);
  write([runs](RunWriter& writer) {
    for (const RunId run : runs) writer.purge(run);
  });
}

void RunsStore::setNote(const RunInfo& run, const QString& note) {
  const auto to = [id = run.id](const std::string& text) { return [id, text](RunWriter& writer) { writer.setNote(id, text); }; };
  push(tr("Note on %1").arg(QString::fromStdString(run.name)), to(note.toStdString()), to(run.note));
}

void RunsStore::setTags(const std::vector<RunInfo>& runs, const std::vector<std::vector<std::string>>& tags) {
  std::vector<std::pair<RunId, std::vector<std::string>>> before, after;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    before.emplace_back(runs[i].id, runs[i].tags);
    after.emplace_back(runs[i].id, tags[i]);
  }
  const auto to = [](const auto& list) {
    return [list](RunWriter& writer) {
      for (const auto& [run, texts] : list) writer.setTags(run, texts);
    };
  };
  push(tr("Tags"), to(after), to(before));
}

void RunsStore::setStarred(const std::vector<RunInfo>& runs, bool starred) {
  std::vector<std::pair<RunId, bool>> before;
  for (const RunInfo& run : runs) before.emplace_back(run.id, run.starred);
  push(
      starred ? tr("Star") : tr("Remove star"),
      [before, starred](RunWriter& writer) {
        for (const auto& [run, was] : before) writer.setStarred(run, starred);
      },
      [before](RunWriter& writer) {
        for (const auto& [run, was] : before) writer.setStarred(run, was);
      });
}

void RunsStore::setArchived(const std::vector<RunInfo>& runs, bool archived) {
  std::vector<std::pair<RunId, bool>> before;
  for (const RunInfo& run : runs) before.emplace_back(run.id, run.archived);
  push(
      archived ? tr("Archive") : tr("Take out of the archive"),
      [before, archived](RunWriter& writer) {
        for (const auto& [run, was] : before) writer.setArchived(run, archived);
      },
      [before](RunWriter& writer) {
        for (const auto& [run, was] : before) writer.setArchived(run, was);
      });
}

void RunsStore::setViews(const QString& text) {
  if (QFileInfo::exists(path_)) write([text = text.toStdString()](RunWriter& writer) { writer.setSetting("runs_views", text); });
}

void RunsStore::write(Change change) {
  queued_.push_back(std::move(change));
  if (writing_.busy()) return;
  auto changes = std::move(queued_);
  queued_.clear();
  writing_.start([this, changes = std::move(changes), path = path_.toStdString()](const std::atomic<bool>&) -> std::function<void()> {
    const auto next = [this] {
      if (!queued_.empty()) write([](RunWriter&) {});
      poll();
    };
    Message failure;
    try {
      RunWriter writer(path);
      for (const auto& step : changes) step(writer);
      writer.flush();
      return next;
    } catch (const Error& error) {
      failure = messageOf(error);
    } catch (const std::exception& error) {
      failure.what = engineText(error);
    }
    return [this, next, failure] {
      Q_EMIT message(failure);
      next();
    };
  });
}

}  // namespace stepscope
