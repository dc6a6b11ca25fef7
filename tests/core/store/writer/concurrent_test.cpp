// Several programs on one project: four processes write and read at once, this one reads and writes too, and nobody sees an error.
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <thread>

#include "core/store/writer/write_lock.h"
#include "tests/core/store/store_fixture.h"

using namespace stepscope;

class ConcurrentTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void fourWritersAndAReader() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath(".stepscope/runs.db").toStdString();  // they also race to create it
    const QString seconds = qEnvironmentVariable("STEPSCOPE_CONCURRENT_SECONDS", "4");
    std::vector<std::unique_ptr<QProcess>> children;
    for (int i = 0; i < 4; ++i) {
      children.push_back(std::make_unique<QProcess>());
      children.back()->setProcessChannelMode(QProcess::MergedChannels);
      children.back()->start(STEPSCOPE_STORE_PROCESS, {"hammer", QString::fromStdString(path), seconds});
    }
    RunWriter writer(path);
    const RunReader reader(path);
    const RunId own = writer.createRun(newRun("own"));
    std::int64_t version = 0, changes = 0, step = 0;
    const auto busy = [&] {
      return std::any_of(children.begin(), children.end(), [](const auto& child) { return child->state() != QProcess::NotRunning; });
    };
    while (busy()) {
      const auto runs = reader.runs();
      QVERIFY(!runs.empty());
      changes += reader.dataVersion() != version;
      version = reader.dataVersion();
      // A snapshot: the number of points that the series claims is the number of points there are.
      for (std::size_t i = 0; i < std::min<std::size_t>(runs.size(), 3); ++i) reader.points(runs[i].id, "train_loss");
      writer.append(own, "lr", {++step, 0, 0.1});
      for (const auto& child : children) child->waitForFinished(5);
    }
    for (const auto& child : children) {
      QVERIFY2(child->exitStatus() == QProcess::NormalExit && child->exitCode() == 0, child->readAll().constData());
    }
    writer.flush();
    QVERIFY(!writer.takeError());
    QVERIFY(changes > 4);
    QCOMPARE(reader.points(own, "lr").size(), static_cast<std::size_t>(step));
    const auto runs = reader.runs();
    QVERIFY(runs.size() > 8);
    for (const RunInfo& run : runs) {
      if (run.id == own) continue;
      QVERIFY(run.status == RunStatus::Finished);
      QCOMPARE(reader.points(run.id, "train_loss").size(), std::size_t{50});
      QCOMPARE(reader.markers(run.id).size(), std::size_t{1});
    }
    QCOMPARE(RawDatabase(path).value("PRAGMA integrity_check"), QString("ok"));
  }

  // A writer that takes the lock again at once lets those who wait go first. Without the queue it has it thousands of times meanwhile.
  void nobodyIsPassedInTheQueue() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("runs.db").toStdString();
    std::atomic<bool> stop = false;
    std::atomic<int> taken = 0;
    constexpr int kWanted = 30, kTooOften = 100 * kWanted;
    std::thread greedy([&] {
      WriteLock lock(path);
      while (!stop && taken < kTooOften) {
        const WriteLockGuard guard(lock);
        ++taken;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      }
    });
    WriteLock lock(path);
    for (int i = 0; i < kWanted; ++i) {
      for (const int before = taken; taken == before && before < kTooOften;) std::this_thread::yield();
      lock.lock(std::chrono::minutes(5));
      lock.unlock();
    }
    const int passed = taken;
    stop = true;
    greedy.join();
    QVERIFY2(passed < kTooOften, qPrintable(QString("%1 times").arg(passed)));
  }

  // Who waits for longer than the limit is told.
  void theQueueHasAnEnd() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("runs.db").toStdString();
    WriteLock holder(path), next(path), last(path);
    holder.lock();
    std::thread waiting([&] {
      next.lock(std::chrono::minutes(5));
      next.unlock();
    });
    QVERIFY_EXCEPTION_THROWN(last.lock(std::chrono::milliseconds(50)), Error);
    holder.unlock();
    waiting.join();
    last.lock(std::chrono::minutes(5));  // what failed left nothing held
    last.unlock();
  }

  // A reader that stays in one snapshot does not stop the writer.
  void aReaderInTheWay() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("runs.db").toStdString();
    RunWriter writer(path);
    const RunId id = writer.createRun(newRun());
    const RawDatabase other(path);
    QCOMPARE(other.execute("BEGIN; SELECT * FROM run"), QString());
    for (int i = 0; i < 3000; ++i) writer.append(id, "lr", {i, 0, 0.1});
    writer.flush();
    QVERIFY(!writer.takeError());
    QCOMPARE(other.value("SELECT count(*) FROM series"), QString("0"));
    QCOMPARE(RunReader(path).points(id, "lr").size(), std::size_t{3000});
  }

  // Readers that are never all gone at once do not make the log grow without end: who opens the store after a crash reads it first.
  void readersOneAfterTheOther() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("runs.db").toStdString();
    RunWriter writer(path);
    const RunId id = writer.createRun(newRun());
    const auto text = [](int i) { return std::string(std::size_t{1} << 20, static_cast<char>('a' + i % 20)); };  // pages that differ
    writer.setArtefact(id, "memory_plan", text(0));
    writer.flush();
    std::atomic<bool> done = false;
    std::atomic<int> bad = 0, reads = 0;
    std::vector<std::thread> readers;
    for (int i = 0; i < 3; ++i)
      readers.emplace_back([&] {
        const RunReader reader(path);
        for (; !done; ++reads) bad += reader.artefact(id, "memory_plan").value_or("").size() != text(0).size();
      });
    std::uintmax_t largest = 0;
    for (int i = 0; i < 200; ++i) {
      writer.setArtefact(id, "memory_plan", text(i));
      writer.flush();
      largest = std::max(largest, std::filesystem::file_size(path + "-wal"));
    }
    done = true;
    for (std::thread& reader : readers) reader.join();
    QCOMPARE(bad.load(), 0);
    QVERIFY(reads > 20);
    QVERIFY(!writer.takeError());
    QVERIFY2(largest < (std::uintmax_t{110} << 20), std::to_string(largest).c_str());
  }

  // Another program's write transaction: the writer waits, says so when it takes long, and loses nothing.
  void aWriterInTheWay() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("runs.db").toStdString();
    RunWriter writer(path);
    const RunId id = writer.createRun(newRun());
    {
      const RawDatabase other(path);
      QCOMPARE(other.execute("BEGIN IMMEDIATE; UPDATE run SET name='held'"), QString());
      writer.append(id, "lr", {1, 0, 0.1});
      const QString message = errorOf([&] { writer.flush(); });
      QVERIFY2(message.contains("another program"), qPrintable(message));
      const auto error = writer.takeError();
      QVERIFY(error && QString::fromStdString(*error).contains("another program"));
      other.execute("COMMIT");
    }
    writer.flush();
    QVERIFY(!writer.takeError());
    QCOMPARE(RunReader(path).points(id, "lr").size(), std::size_t{1});
    QCOMPARE(RunReader(path).run(id)->name, std::string("held"));
  }
};

QTEST_GUILESS_MAIN(ConcurrentTest)
#include "concurrent_test.moc"
