// The load of the machine, against what the kernel counts for this process.
#include <fcntl.h>
#include <unistd.h>

#include <QDir>
#include <QtTest>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "core/train/record/system_samples.h"

using namespace stepscope;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

double written() {
  std::ifstream io("/proc/self/io");
  std::string name;
  for (double count = 0; io >> name >> count;)
    if (name == "write_bytes:") return count;
  return -1;
}

}  // namespace

class SystemSamplesTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void onceASecond() {
    SystemSampler sampler;
    QVERIFY(!sampler.sample(kSecond));
    QVERIFY(!sampler.sample(kSecond + kSecond / 2));
    QVERIFY(sampler.sample(2 * kSecond));
    QVERIFY(!sampler.sample(2 * kSecond + kSecond - 1));
    QVERIFY(sampler.sample(3 * kSecond));
  }

  // 4 MiB that are forced to the disk between two samples that are two seconds apart.
  void bytesThatAreWritten() {
    constexpr std::size_t kBytes = std::size_t{4} << 20;
    const double before = written();
    SystemSampler sampler;
    QVERIFY(!sampler.sample(kSecond));
    const std::string file = QDir::current().filePath(QStringLiteral("system_samples_%1.tmp").arg(::getpid())).toStdString();
    const int to = ::open(file.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600);
    QVERIFY(to >= 0);
    const std::vector<char> bytes(kBytes, 'x');
    QCOMPARE(::write(to, bytes.data(), bytes.size()), static_cast<ssize_t>(kBytes));
    ::fsync(to);
    ::close(to);
    const auto sample = sampler.sample(3 * kSecond);
    const double counted = written() - before;
    ::unlink(file.c_str());
    QVERIFY(sample);
    if (before < 0) QVERIFY(std::isnan(sample->diskWriteRate));
    if (before < 0 || counted < static_cast<double>(kBytes)) QSKIP("No disk counts the bytes of this folder.");
    QVERIFY(2 * sample->diskWriteRate >= static_cast<double>(kBytes));
    QVERIFY(2 * sample->diskWriteRate <= counted);
  }
};

QTEST_APPLESS_MAIN(SystemSamplesTest)
#include "system_samples_test.moc"
