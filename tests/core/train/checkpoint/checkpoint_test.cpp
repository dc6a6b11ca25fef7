// At every moment there is a whole checkpoint, whatever is killed, full or damaged.
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

#include <QtTest>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include "core/base/error.h"
#include "core/base/philox.h"
#include "core/store/process_identity.h"
#include "core/train/checkpoint/checkpoint.h"
#include "core/train/checkpoint/checkpoint_folder.h"

using namespace stepscope;
namespace fs = std::filesystem;

namespace {

SafeTensor tensorOf(const std::string& name, Shape shape, const std::vector<float>& values) {
  SafeTensor tensor;
  tensor.name = name;
  tensor.shape = std::move(shape);
  tensor.data.resize(values.size() * sizeof(float));
  std::memcpy(tensor.data.data(), values.data(), tensor.data.size());
  return tensor;
}

Checkpoint sample(std::int64_t step) {
  Checkpoint c;
  c.model = {tensorOf("fc.weight", {2, 3}, {1, 2, 3, 4, 5, static_cast<float>(step)}),
             tensorOf("fc.bias", {2}, {std::numeric_limits<float>::quiet_NaN(), -0.0f})};
  c.optimizer = {tensorOf("fc.weight.momentum", {2, 3}, {0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f})};
  c.step = step;
  c.epoch = 3;
  c.sampleInEpoch = 1280;
  c.seconds = 12.345678901234567;
  c.epochLossSum = 1.0 / 3;
  c.epochMetricSum = 77;
  c.epochSamples = 1280;
  c.best = 0.1 + 0.2;
  c.seed = 18446744073709551615u;
  c.threads = 2;
  c.kernelChoices = {{"conv2d 64x3x32x32", "winograd"}, {"linear", "blocked"}};
  c.configuration = "{\"file\":\"/a \\\"b\\\"\"}";
  c.dataFingerprint = "1797 files, 5f3a";
  c.texts = {{"monitor.metric", "val_loss"}};
  return c;
}

bool sameTensors(const std::vector<SafeTensor>& a, const std::vector<SafeTensor>& b) {
  return a.size() == b.size() && std::all_of(a.begin(), a.end(), [&](const SafeTensor& x) {
           return std::any_of(b.begin(), b.end(),
                              [&](const SafeTensor& y) { return x.name == y.name && x.dtype == y.dtype && x.shape == y.shape && x.data == y.data; });
         });
}

void compare(const Checkpoint& a, const Checkpoint& b) {
  QVERIFY(sameTensors(a.model, b.model));
  QVERIFY(sameTensors(a.optimizer, b.optimizer));
  QCOMPARE(a.step, b.step);
  QCOMPARE(a.epoch, b.epoch);
  QCOMPARE(a.sampleInEpoch, b.sampleInEpoch);
  const auto bits = [](double x, double y) { return std::memcmp(&x, &y, sizeof(x)) == 0; };
  QVERIFY(bits(a.seconds, b.seconds));
  QVERIFY(bits(a.epochLossSum, b.epochLossSum) || (std::isnan(a.epochLossSum) && std::isnan(b.epochLossSum)));
  QVERIFY(bits(a.epochMetricSum, b.epochMetricSum));
  QCOMPARE(a.epochSamples, b.epochSamples);
  QVERIFY(bits(a.best, b.best));
  QCOMPARE(a.seed, b.seed);
  QCOMPARE(a.threads, b.threads);
  QCOMPARE(a.kernelChoices, b.kernelChoices);
  QCOMPARE(a.configuration, b.configuration);
  QCOMPARE(a.dataFingerprint, b.dataFingerprint);
  QCOMPARE(a.texts, b.texts);
}

template <typename Work>
QString errorOf(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    return QString::fromStdString(error.what());
  }
  return {};
}

}  // namespace

class CheckpointTest : public QObject {
  Q_OBJECT
  std::unique_ptr<QTemporaryDir> folder_;
  std::string directory_;

  QStringList entries() const { return QDir(QString::fromStdString(directory_)).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden); }

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    QVERIFY(folder_->isValid());
    directory_ = folder_->filePath("runs/14").toStdString();
  }

  void roundTrip() {
    QVERIFY(!hasCheckpoint(directory_, "last"));
    QVERIFY(errorOf([&] { loadCheckpoint(directory_, "last"); }).contains(QString::fromStdString(directory_)));
    const Checkpoint first = sample(100);
    saveCheckpoint(first, directory_, "last");
    QVERIFY(hasCheckpoint(directory_, "last"));
    QVERIFY(!hasCheckpoint(directory_, "best"));
    std::string fallback;
    compare(loadCheckpoint(directory_, "last", &fallback), first);
    QVERIFY(fallback.empty());
    Checkpoint odd = sample(0);
    odd.epochLossSum = std::numeric_limits<double>::quiet_NaN();
    odd.best = -std::numeric_limits<double>::infinity();
    odd.epochMetricSum = std::numeric_limits<double>::infinity();
    odd.kernelChoices.clear();
    odd.optimizer.clear();
    saveCheckpoint(odd, directory_, "best");
    compare(loadCheckpoint(directory_, "best"), odd);
    compare(loadCheckpoint(directory_, "last"), first);
  }

  void keepsThePreviousOneOnly() {
    for (int step = 1; step <= 5; ++step) {
      saveCheckpoint(sample(step), directory_, "last");
      saveCheckpoint(sample(step * 10), directory_, "last.of.other");  // a name that begins alike
      QCOMPARE(loadCheckpoint(directory_, "last").step, std::int64_t{step});
    }
    QCOMPARE(entries(), (QStringList{"last.000004", "last.000005", "last.of.other.000004", "last.of.other.000005"}));
    QCOMPARE(checkpointPath(directory_, "last"), directory_ + "/last.000005");
    saveCheckpoint(sample(2), directory_, "last");  // after a resume steps begin again lower; the newest save counts
    QCOMPARE(loadCheckpoint(directory_, "last").step, std::int64_t{2});
  }

  void damageFallsBack_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("change");  // 0 bit flip in the middle, 1 shorter, 2 longer, 3 empty, 4 removed, 5 bit flip at the end
    for (const QString file : {"model.safetensors", "optim.safetensors", "state.json", "MANIFEST.json"})
      for (int change = 0; change < 6; ++change) QTest::newRow(qPrintable(file + QString::number(change))) << file << change;
  }
  void damageFallsBack() {
    QFETCH(QString, file);
    QFETCH(int, change);
    saveCheckpoint(sample(1), directory_, "last");
    const auto damage = [&] {
      const std::string path = checkpointPath(directory_, "last") + '/' + file.toStdString();
      const auto size = fs::file_size(path);
      if (change == 0 || change == 5) {  // at the end lie a tensor's numbers, which nothing but the checksum knows
        const auto place = static_cast<std::streamoff>(change == 0 ? size / 2 : size - 1);
        std::fstream stream(path, std::ios::in | std::ios::out | std::ios::binary);
        stream.seekg(place);
        const char byte = static_cast<char>(stream.get());
        stream.seekp(place);
        stream.put(static_cast<char>(byte ^ 0x04));
      }
      if (change == 1) fs::resize_file(path, size - 1);
      if (change == 2) std::ofstream(path, std::ios::app) << "}";
      if (change == 3) fs::resize_file(path, 0);
      if (change == 4) fs::remove(path);
      return QString::fromStdString(path);
    };
    const QString alone = damage();
    QString message = errorOf([&] { loadCheckpoint(directory_, "last"); });
    QVERIFY2(message.startsWith(QString::fromStdString(checkpointPath(directory_, "last"))) && message.contains("damaged"), qPrintable(message));
    if (file != "MANIFEST.json" || change != 0) QVERIFY2(message.startsWith(alone), qPrintable(message));

    saveCheckpoint(sample(2), directory_, "last");
    saveCheckpoint(sample(3), directory_, "last");
    const QString newest = damage();
    std::string fallback;
    QCOMPARE(loadCheckpoint(directory_, "last", &fallback).step, std::int64_t{2});
    QVERIFY2(QString::fromStdString(fallback).contains("step 2") && QString::fromStdString(fallback).contains("last.000003"), fallback.c_str());
    QVERIFY(hasCheckpoint(directory_, "last"));
    saveCheckpoint(sample(4), directory_, "last");
    QCOMPARE(loadCheckpoint(directory_, "last").step, std::int64_t{4});
  }

  void newerFormat() {
    saveCheckpoint(sample(1), directory_, "last");
    const std::string path = checkpointPath(directory_, "last") + "/MANIFEST.json";
    std::ofstream(path) << R"({"format": "stepscope checkpoint", "version": 9, "files": {}})";
    QVERIFY(errorOf([&] { loadCheckpoint(directory_, "last"); }).contains("Update Stepscope"));
  }

  void aKilledProcessLeavesAWholeOne() {
    PhiloxStream random(static_cast<std::uint64_t>(QDateTime::currentMSecsSinceEpoch()), 0);
    std::int64_t acknowledged = 0;
    int leftovers = 0;
    for (int round = 0; round < 20; ++round) {
      QProcess child;
      child.start(STEPSCOPE_CHECKPOINT_PROCESS, {QString::fromStdString(directory_), QString::number(acknowledged + 1)});
      QVERIFY(child.waitForReadyRead(30000));
      QThread::usleep(random.below(60000));
      ::kill(static_cast<pid_t>(child.processId()), SIGKILL);
      QVERIFY(child.waitForFinished(30000));
      for (const QByteArray& line : child.readAllStandardOutput().split('\n'))
        if (!line.isEmpty()) acknowledged = line.toLongLong();
      const Checkpoint found = loadCheckpoint(directory_, "last");
      QVERIFY2(found.step == acknowledged || found.step == acknowledged + 1,
               qPrintable(QString("%1, acknowledged %2").arg(found.step).arg(acknowledged)));
      for (const auto* tensors : {&found.model, &found.optimizer}) {
        float value = 0;
        std::memcpy(&value, tensors->at(0).data.data() + 4 * 49'999, sizeof(value));
        QCOMPARE(value, static_cast<float>(found.step));
      }
      acknowledged = found.step;
      leftovers += static_cast<int>(entries().filter(".tmp-").size());
      removeTemporaries(directory_);
      QVERIFY(entries().filter(".tmp-").isEmpty());
      QVERIFY(entries().size() <= 3);
    }
    QVERIFY(acknowledged > 20);
    qInfo("%d checkpoints, %d leftovers of killed processes", static_cast<int>(acknowledged), leftovers);
  }

  void temporariesOfTheLivingStay() {
    fs::create_directories(directory_);
    const ProcessIdentity self = thisProcess();
    QString digits;
    for (char c : self.pidNamespace)
      if (c >= '0' && c <= '9') digits += c;
    const QString place = QString::fromStdString(self.boot.substr(0, 8)) + '-' + digits;
    const auto make = [&](const QString& name) { fs::create_directories(directory_ + '/' + name.toStdString()); };
    const QString alive = QString("last.tmp-%1-%2-%3-0").arg(self.pid).arg(self.startTicks).arg(place);
    make(alive);
    make(QString("last.tmp-%1-%2-%3-0").arg(self.pid).arg(self.startTicks + 1).arg(place));  // the same pid, used again
    make(QString("last.tmp-999999999-1-%1-0").arg(place));
    make("last.tmp-1-1-00000000-1-0");  // of another boot, a moment ago
    make("last.tmp-strange");
    make("notes");
    removeTemporaries(directory_);
    QStringList left = entries();
    QStringList expected{alive, "last.tmp-1-1-00000000-1-0", "last.tmp-strange", "notes"};
    left.sort();
    expected.sort();
    QCOMPARE(left, expected);
    fs::last_write_time(directory_ + "/last.tmp-1-1-00000000-1-0", fs::file_time_type::clock::now() - std::chrono::hours(48));
    removeTemporaries(directory_);
    QVERIFY(!entries().contains("last.tmp-1-1-00000000-1-0"));
    removeTemporaries("/no/such/folder");
  }

  void aFullDisk() {
    if (::mount("tmpfs", folder_->path().toLocal8Bit().constData(), "tmpfs", 0, "size=1m") != 0) QSKIP("a small disk can only be mounted as root");
    const auto unmount = qScopeGuard([&] { ::umount(folder_->path().toLocal8Bit().constData()); });
    saveCheckpoint(sample(1), directory_, "last");
    Checkpoint large = sample(2);
    large.model.push_back(tensorOf("large", {300'000}, std::vector<float>(300'000)));
    const QString message = errorOf([&] { saveCheckpoint(large, directory_, "last"); });
    QVERIFY2(message.startsWith(QString::fromStdString(directory_)) && message.contains("Free some disk space"), qPrintable(message));
    QCOMPARE(loadCheckpoint(directory_, "last").step, std::int64_t{1});
    QVERIFY(entries().filter(".tmp-").isEmpty());
  }

  // The disk fills while the files are written: statvfs had promised enough.
  void filesThatMayNotGrow() {
    saveCheckpoint(sample(1), directory_, "last");
    Checkpoint large = sample(2);
    large.model.push_back(tensorOf("large", {300'000}, std::vector<float>(300'000)));
    ::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const rlimit limit{500'000, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const QString message = errorOf([&] { saveCheckpoint(large, directory_, "last"); });
    ::setrlimit(RLIMIT_FSIZE, &before);
    QVERIFY2(message.contains("cannot be written") && message.contains(QString::fromStdString(directory_)), qPrintable(message));
    QCOMPARE(loadCheckpoint(directory_, "last").step, std::int64_t{1});
    QCOMPARE(entries(), QStringList{"last.000001"});
    saveCheckpoint(large, directory_, "last");
    QCOMPARE(loadCheckpoint(directory_, "last").step, std::int64_t{2});
  }

  void aFileInTheWay() {
    std::ofstream(folder_->filePath("runs").toStdString()) << "a file";
    const QString message = errorOf([&] { saveCheckpoint(sample(1), directory_, "last"); });
    QVERIFY2(message.startsWith(QString::fromStdString(directory_)), qPrintable(message));
  }
};

QTEST_GUILESS_MAIN(CheckpointTest)
#include "checkpoint_test.moc"
