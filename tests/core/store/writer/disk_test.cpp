// A full disk while metrics are written: they stay in the queue, the user is told once, and all are there when there is room again.
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include <fstream>

#include "tests/core/store/store_fixture.h"

using namespace stepscope;

namespace {

// The largest size a file of this process may grow to.
class FileLimit {
 public:
  explicit FileLimit(rlim_t bytes) {
    ::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

class SmallDisk {
 public:
  explicit SmallDisk(const QString& at) : at_(at.toStdString()) { mounted_ = ::mount("tmpfs", at_.c_str(), "tmpfs", 0, "size=4m") == 0; }
  ~SmallDisk() {
    if (mounted_) ::umount(at_.c_str());
  }
  bool mounted() const { return mounted_; }

 private:
  std::string at_;
  bool mounted_ = false;
};

}  // namespace

class DiskTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void filesThatMayNotGrow() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("runs.db").toStdString();
    RunWriter writer(path);
    const RunId id = writer.createRun(newRun());
    writer.append(id, "lr", {0, 0, 0});
    writer.flush();
    {
      const FileLimit limit(300'000);
      for (int i = 1; i < 100'000; ++i) writer.append(id, "lr", {i, 0, 0.5});
      const QString message = errorOf([&] { writer.flush(); });
      QVERIFY2(message.contains(QString::fromStdString(path)) && message.contains("free space"), qPrintable(message));
      const auto error = writer.takeError();
      QVERIFY(error);
      QVERIFY(!writer.takeError());
      // A new run cannot begin, and its caller hears so at once.
      QVERIFY(!errorOf([&] { writer.createRun(newRun()); }).isEmpty());
      writer.append(id, "lr", {100'000, 0, 1});
      RunInfo info = newRun("lenet5", RunStatus::Finished);
      info.id = id;
      QVERIFY(!errorOf([&] { writer.finish(info); }).isEmpty());
    }
    writer.flush();
    const RunReader reader(path);
    const auto points = reader.points(id, "lr");
    QCOMPARE(points.size(), std::size_t{100'001});
    for (std::size_t i = 0; i < points.size(); ++i) QCOMPARE(points[i].step, static_cast<std::int64_t>(i));
    QVERIFY(reader.run(id)->status == RunStatus::Finished);
    QCOMPARE(reader.runs().size(), std::size_t{1});
    QCOMPARE(RawDatabase(path).value("PRAGMA integrity_check"), QString("ok"));
  }

  void aFullDisk() {
    const QTemporaryDir folder;
    const SmallDisk disk(folder.path());
    if (!disk.mounted()) QSKIP("a small disk can only be mounted as root");
    const std::string path = folder.filePath("runs.db").toStdString(), ballast = folder.filePath("ballast").toStdString();
    std::ofstream(ballast) << std::string(3'300'000, 'x');
    {
      RunWriter writer(path);
      const RunId id = writer.createRun(newRun());
      for (int i = 0; i < 40'000; ++i) writer.append(id, "lr", {i, 0, 0.5});
      const QString message = errorOf([&] { writer.flush(); });
      QVERIFY2(message.contains("disk is full") && message.contains("Free some disk space"), qPrintable(message));
      QVERIFY(writer.takeError());
      QFile::remove(QString::fromStdString(ballast));
      writer.flush();
      writer.takeError();
      QCOMPARE(RunReader(path).points(id, "lr").size(), std::size_t{40'000});
    }
    QCOMPARE(RawDatabase(path).value("PRAGMA integrity_check"), QString("ok"));
  }

  // The end of the program is not held up by a disk that stays full.
  void closingWithAFullDisk() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("runs.db").toStdString();
    {
      RunWriter writer(path);
      const RunId id = writer.createRun(newRun());
      writer.append(id, "lr", {0, 0, 0});
      writer.flush();
      const FileLimit limit(100'000);
      for (int i = 1; i < 50'000; ++i) writer.append(id, "lr", {i, 0, 0.5});
      writer.append(id, "train_loss", {0, 0, 0});
    }
    QCOMPARE(RawDatabase(path).value("PRAGMA integrity_check"), QString("ok"));
  }
};

QTEST_GUILESS_MAIN(DiskTest)
#include "disk_test.moc"
