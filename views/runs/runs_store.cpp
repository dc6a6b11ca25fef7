#include "views/runs/runs_store.h"

#include <QFileInfo>

#include "core/base/error.h"

namespace stepscope {

namespace {

constexpr int kPollMs = 300;  // a change of another process shows within this

// Runs `body` in the job's thread and turns what it throws into a message.
std::function<void()> guarded(RunsStore* store, const std::function<std::function<void()>()>& body) {
  Message failure;
  try {
    return body();
  } catch (const Error& error) {
    failure = messageOf(error);
  } catch (const std::exception& error) {
    failure.what = QString::fromUtf8(error.what());
  }
  return [store, failure] { Q_EMIT store->message(failure); };
}

}  // namespace

struct RunsStore::Connection {
  std::unique_ptr<RunReader> reader;
  std::int64_t version = -1;
  bool failed = false;  // said once, not three times a second
};

class RenameCommand : public QUndoCommand {
 public:
  RenameCommand(RunsStore* store, RunId run, QString before, QString after)
      : QUndoCommand(QObject::tr("Rename %1").arg(before)),
        store_(store),
        run_(run),
        before_(std::move(before)),
        after_(std::move(after)) {}
  void redo() override { apply(after_); }
  void undo() override { apply(before_); }

 private:
  void apply(const QString& name) {
    store_->write([run = run_, text = name.toStdString()](RunWriter& writer) { writer.rename(run, text); });
  }
  RunsStore* store_;
  RunId run_;
  QString before_, after_;
};

class RemoveCommand : public QUndoCommand {
 public:
  RemoveCommand(RunsStore* store, RunId run, const QString& name)
      : QUndoCommand(QObject::tr("Delete %1").arg(name)), store_(store), run_(run) {}
  void redo() override {
    store_->write([run = run_](RunWriter& writer) { writer.remove(run); });
  }
  void undo() override {
    store_->write([run = run_](RunWriter& writer) { writer.restore(run); });
  }

 private:
  RunsStore* store_;
  RunId run_;
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
  Q_EMIT runsChanged({});
  // Opening for writing marks the runs of dead processes as interrupted, so that they can be resumed.
  if (QFileInfo::exists(path_)) write([](RunWriter&) {});
  timer_.start();
  poll();
}

void RunsStore::poll() {
  if (path_.isEmpty() || polling_.busy()) return;
  polling_.start([this, connection = connection_, path = path_.toStdString()](const std::atomic<bool>&) -> std::function<void()> {
    if (!QFileInfo::exists(QString::fromStdString(path))) {
      connection->reader.reset();
      return {};
    }
    try {
      if (!connection->reader) {
        connection->reader = std::make_unique<RunReader>(path);
        connection->version = -1;
      }
      const std::int64_t version = connection->reader->dataVersion();
      if (version == connection->version) return {};
      auto runs = connection->reader->runs();
      connection->version = version;
      connection->failed = false;
      return [this, connection, runs = std::move(runs)] {
        if (connection == connection_) Q_EMIT runsChanged(runs);
      };
    } catch (const std::exception& error) {
      connection->reader.reset();
      if (connection->failed) return {};
      connection->failed = true;
      const auto* ours = dynamic_cast<const Error*>(&error);
      Message failure = ours ? messageOf(*ours) : Message{};
      if (!ours) failure.what = QString::fromUtf8(error.what());
      return [this, failure] { Q_EMIT message(failure); };
    }
  });
}

void RunsStore::loadCurves(const std::vector<RunId>& runs) {
  if (path_.isEmpty()) return;
  loading_.start([this, runs, path = path_.toStdString()](const std::atomic<bool>& cancelled) -> std::function<void()> {
    return guarded(this, [&]() -> std::function<void()> {
      const RunReader reader(path);
      std::vector<std::shared_ptr<RunCurves>> curves;
      // One run in detail; of many, as many points as a screen shows.
      const int points = runs.size() <= 1 ? 20000 : runs.size() <= 10 ? 4000 : 2000;
      for (const RunId run : runs) {
        if (cancelled) return {};
        curves.push_back(std::make_shared<RunCurves>(loadRunCurves(reader, run, points)));
      }
      return [this, curves] { Q_EMIT curvesLoaded(curves); };
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

void RunsStore::rename(RunId run, const QString& before, const QString& after) {
  undo_.push(new RenameCommand(this, run, before, after));
}

void RunsStore::remove(RunId run, const QString& name) {
  undo_.push(new RemoveCommand(this, run, name));
  Q_EMIT removed(run, name);
}

void RunsStore::write(std::function<void(RunWriter&)> change) {
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
      failure.what = QString::fromUtf8(error.what());
    }
    return [this, next, failure] {
      Q_EMIT message(failure);
      next();
    };
  });
}

}  // namespace stepscope
