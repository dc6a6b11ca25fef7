// store check, repair, compact, backup: on whole stores, on damaged ones, and on what is no store.
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/base/philox.h"
#include "core/store/care/store_tools.h"
#include "tests/core/store/store_fixture.h"

using namespace stepscope;
namespace fs = std::filesystem;

namespace {

QByteArray bytesOf(const std::string& path) {
  QFile file(QString::fromStdString(path));
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool writeBytes(const std::string& path, const QByteArray& bytes) {
  QFile file(QString::fromStdString(path));
  return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

std::vector<Point> truth() {
  std::vector<Point> points;
  for (int i = 0; i < 5000; ++i) points.push_back({i, i * 0.1, std::sin(i * 0.01)});
  return points;
}

}  // namespace

class ToolsTest : public QObject {
  Q_OBJECT
  std::unique_ptr<QTemporaryDir> folder_;
  std::string path_;

  // Ten runs with two series of 5000 points, one of them in the bin.
  void makeStore() {
    RunWriter writer(path_);
    for (int r = 0; r < 10; ++r) {
      RunInfo info = newRun("lenet5", RunStatus::Running);
      info.id = writer.createRun(info);
      writer.append(info.id, "train_loss", truth());
      writer.append(info.id, "val_loss", truth());
      writer.setArtefact(info.id, "memory_plan", std::string(20'000, '{'));
      writer.setTags(info.id, {"tag " + std::to_string(r)});
      info.status = RunStatus::Finished;
      writer.finish(info);
      writer.append(info.id, "lr", {1, 0, 0.1});
    }
    writer.remove(10);
    writer.flush();
  }

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    path_ = folder_->filePath("runs.db").toStdString();
  }

  void aWholeStore() {
    makeStore();
    const QByteArray before = bytesOf(path_);
    double last = 0;
    const StoreCheck check = checkStore(path_, [&](double done) {
      last = done;
      return false;
    });
    QVERIFY2(check.problems.empty(), check.problems.empty() ? "" : check.problems[0].c_str());
    QVERIFY(check.readable && !check.cancelled);
    QCOMPARE(check.runs, std::int64_t{9});
    QCOMPARE(check.binned, std::int64_t{1});
    QCOMPARE(check.series, std::int64_t{30});
    QCOMPARE(check.points, std::int64_t{10 * (2 * 5000 + 1)});
    QVERIFY(last > 0 && last <= 1);
    QCOMPARE(bytesOf(path_), before);
    QVERIFY(checkStore(path_, [](double) { return true; }).cancelled);
    const StoreRepair repair = repairStore(path_);
    QVERIFY(repair.damaged.empty());
    QCOMPARE(bytesOf(path_), before);
  }

  void wrongSummaries() {
    makeStore();
    RawDatabase(path_).execute("UPDATE series SET n=n+1 WHERE id=1; UPDATE series SET last_value=7 WHERE id=5; DELETE FROM chunk_data WHERE id=5");
    const StoreCheck check = checkStore(path_);
    QVERIFY(check.repairable);
    QCOMPARE(check.problems.size(), std::size_t{4});  // the chunk that is not there, and the count of its series
    const StoreRepair repair = repairStore(path_);
    QVERIFY(!repair.damaged.empty() && fs::exists(repair.damaged));
    QCOMPARE(repair.runs, std::int64_t{10});
    QCOMPARE(repair.lostChunks, std::int64_t{1});
    QVERIFY(checkStore(path_).problems.empty());
    const RunReader reader(path_);
    QCOMPARE(reader.runs().size(), std::size_t{9});
    QCOMPARE(reader.binned().size(), std::size_t{1});
    QVERIFY(samePoints(reader.points(5, "val_loss"), truth()));
    QCOMPARE(reader.run(3)->tags, std::vector<std::string>{"tag 2"});
    QCOMPARE(reader.artefact(4, "memory_plan")->size(), std::size_t{20'000});
    // And it goes on being a store.
    RunWriter writer(path_);
    QVERIFY(writer.createRun(newRun()) > 10);
  }

  // Killed at any moment of it, a repair leaves a store in its place: the name is never taken away, only given to the new one.
  void aStoreIsInItsPlaceAtEveryMoment() {
    makeStore();
    RawDatabase(path_).execute("UPDATE series SET n=n+1 WHERE id=1");
    const QByteArray before = bytesOf(path_);
    const int watch = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    QVERIFY(watch >= 0);
    QVERIFY(::inotify_add_watch(watch, folder_->path().toUtf8().constData(), IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE) >= 0);
    const StoreRepair repair = repairStore(path_);
    alignas(inotify_event) char events[16384];
    const ssize_t size = ::read(watch, events, sizeof events);
    ::close(watch);
    int placed = 0;
    for (ssize_t at = 0; at < size;) {
      const auto* event = reinterpret_cast<const inotify_event*>(events + at);
      if (std::string_view(event->name) == "runs.db") {
        QVERIFY(!(event->mask & (IN_MOVED_FROM | IN_DELETE)));
        ++placed;
      }
      at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
    }
    QCOMPARE(placed, 1);
    QCOMPARE(bytesOf(repair.damaged), before);
    QVERIFY(checkStore(path_).problems.empty());
  }

  // Pages overwritten: what is not on them is saved, and nothing wrong is made of them.
  void damagedPages() {
    makeStore();
    const QByteArray good = bytesOf(path_);
    const std::vector<Point> points = truth();
    int saved = 0, refused = 0;
    for (std::uint64_t round = 0; round < 25; ++round) {
      PhiloxStream random(31, round);
      QByteArray bad = good;
      for (int page = 0; page < 3; ++page) {
        const auto at = static_cast<qsizetype>(4096 * (1 + random.below(static_cast<std::uint32_t>(good.size() / 4096 - 1))));
        bad.replace(at, 4096, QByteArray(4096, static_cast<char>(random.next())));
      }
      for (const char* suffix : {"", "-wal", "-shm", "-lock", "-queue"}) QFile::remove(QString::fromStdString(path_) + suffix);
      QVERIFY(writeBytes(path_, bad));
      const QString said = errorOf([&] {
        const StoreRepair repair = repairStore(path_);
        if (repair.damaged.empty()) return;  // the pages were not in use
        QCOMPARE(bytesOf(repair.damaged), bad);
      });
      if (!said.isEmpty()) {
        QCOMPARE(bytesOf(path_), bad);  // left as it was
        ++refused;
        continue;
      }
      ++saved;
      const StoreCheck check = checkStore(path_);
      QVERIFY2(check.problems.empty(), check.problems.empty() ? "" : check.problems[0].c_str());
      const RunReader reader(path_);
      for (const RunInfo& run : reader.runs())
        for (const Point& point : reader.points(run.id, "train_loss")) QVERIFY(samePoint(point, points[static_cast<std::size_t>(point.step)]));
    }
    QVERIFY2(saved >= 15, qPrintable(QString("%1 saved, %2 refused").arg(saved).arg(refused)));
  }

  // Two pages in each other's place: what is not in the repaired store is told, by run and series, as far as the file says what there was.
  void exchangedPages() {
    makeStore();
    const QByteArray good = bytesOf(path_);
    constexpr std::int64_t kPoints = 10 * (2 * 5000 + 1);
    int saved = 0, lossy = 0, exact = 0;
    for (std::uint64_t round = 0; round < 60; ++round) {
      PhiloxStream random(47, round);
      const auto page = [&] { return static_cast<qsizetype>(4096 * (1 + random.below(static_cast<std::uint32_t>(good.size() / 4096 - 1)))); };
      const qsizetype a = page(), b = page();
      QByteArray bad = good;
      bad.replace(a, 4096, good.mid(b, 4096)).replace(b, 4096, good.mid(a, 4096));
      for (const char* suffix : {"", "-wal", "-shm", "-lock", "-queue"}) QFile::remove(QString::fromStdString(path_) + suffix);
      QVERIFY(writeBytes(path_, bad));
      StoreRepair repair;
      if (!errorOf([&] { repair = repairStore(path_); }).isEmpty() || repair.damaged.empty()) continue;
      ++saved;
      QString told;
      for (const std::string& note : repair.notes) told += QString::fromStdString(note) + "\n";
      // Counted here, from what can be read now.
      std::int64_t points = 0, named = 0;
      const RunReader reader(path_);
      std::vector<RunInfo> runs = reader.runs();
      for (const RunInfo& run : reader.binned()) runs.push_back(run);
      for (const RunInfo& run : runs)
        for (const auto& [key, before] : {std::pair<const char*, std::int64_t>{"train_loss", 5000}, {"val_loss", 5000}, {"lr", 1}}) {
          const auto left = static_cast<std::int64_t>(reader.points(run.id, key).size());
          points += left;
          if (left == before) continue;
          const auto loss = std::find_if(repair.losses.begin(), repair.losses.end(),
                                         [&](const StoreRepair::Loss& one) { return one.run == run.id && one.series == key; });
          if (loss == repair.losses.end()) {  // its row is gone too: then the table is said to be damaged
            QVERIFY2(told.contains("series: a part"),
                     qPrintable(QString("run %1, %2: %3 of %4\n").arg(run.id).arg(key).arg(left).arg(before) + told));
            continue;
          }
          QCOMPARE(loss->before, before);
          QCOMPARE(loss->after, left);
          named += before - left;
          const std::vector<LogLine> log = reader.log(run.id);
          QVERIFY(std::any_of(log.begin(), log.end(), [&](const LogLine& line) { return line.text.find(key) != std::string::npos; }));
        }
      QCOMPARE(repair.points, points);
      QVERIFY(repair.lostPoints >= named && repair.points + repair.lostPoints <= kPoints);
      if (points == kPoints) continue;
      ++lossy;
      exact += repair.points + repair.lostPoints == kPoints;
      QVERIFY2(repair.lostPoints > 0 || told.contains("cannot be read"), qPrintable(told));
      if (repair.points + repair.lostPoints < kPoints) QVERIFY2(told.contains("cannot be read"), qPrintable(told));
    }
    QVERIFY2(saved >= 20 && lossy >= 5 && exact >= 5,
             qPrintable(QString("%1 saved, %2 with losses, %3 told to the point").arg(saved).arg(lossy).arg(exact)));
  }

  void notOurs() {
    QVERIFY(errorOf([&] { checkStore(path_); }).contains("no store"));
    RawDatabase(path_).execute("CREATE TABLE bookmarks(url TEXT)");
    const QByteArray before = bytesOf(path_);
    const StoreCheck check = checkStore(path_);
    QVERIFY(!check.readable && !check.repairable && check.problems.at(0).find("another program") != std::string::npos);
    QVERIFY(errorOf([&] { repairStore(path_); }).contains("another program"));
    QVERIFY(!errorOf([&] { compactStore(path_, false); }).isEmpty());
    QVERIFY(!errorOf([&] { backUpStore(path_, path_ + ".copy"); }).isEmpty());
    QCOMPARE(bytesOf(path_), before);
    QVERIFY(writeBytes(path_, QByteArray(9000, 'x')));
    QVERIFY(!checkStore(path_).problems.empty() && !checkStore(path_).repairable);
    QVERIFY(errorOf([&] { repairStore(path_); }).contains("nothing of it can be read"));
    QCOMPARE(bytesOf(path_), QByteArray(9000, 'x'));
    QVERIFY(QDir(folder_->path()).entryList({"*tmp*"}).isEmpty());
  }

  void lessRoom() {
    makeStore();
    const StoreCompaction first = compactStore(path_, false);
    QCOMPARE(first.purged, std::int64_t{0});
    QCOMPARE(RunReader(path_).binned().size(), std::size_t{1});
    const StoreCompaction second = compactStore(path_, true);
    QCOMPARE(second.purged, std::int64_t{1});
    QVERIFY(second.bytesAfter < second.bytesBefore - 100'000);
    QVERIFY(RunReader(path_).binned().empty());
    QVERIFY(checkStore(path_).problems.empty());
    RunWriter writer(path_);
    writer.createRun(newRun("lenet5", RunStatus::Running));
    QVERIFY(errorOf([&] { compactStore(path_, false); }).contains("being trained"));
    QVERIFY(errorOf([&] {
              RawDatabase(path_).execute("UPDATE series SET n=n+1 WHERE id=1");
              repairStore(path_);
            }).contains("being trained"));
  }

  void aCopyWhileSomebodyWrites() {
    makeStore();
    RunWriter writer(path_);
    const RunId id = writer.createRun(newRun("lenet5", RunStatus::Running));
    const std::string copy = folder_->filePath("copy.db").toStdString();
    for (int i = 0; i < 2000; ++i) writer.append(id, "x", {i, 0, 1});
    QVERIFY(backUpStore(path_, copy) > 100'000);
    QVERIFY(checkStore(copy).problems.empty());
    QVERIFY(samePoints(RunReader(copy).points(3, "val_loss"), truth()));
    QVERIFY(errorOf([&] { backUpStore(path_, copy); }).contains("exists"));
    const std::string cancelled = folder_->filePath("cancelled.db").toStdString();
    errorOf([&] { backUpStore(path_, cancelled, [](double) { return true; }); });
    QVERIFY(QDir(folder_->path()).entryList({"*tmp*"}).isEmpty());
  }
};

QTEST_GUILESS_MAIN(ToolsTest)
#include "tools_test.moc"
