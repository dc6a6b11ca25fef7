// Thousands of odd ONNX files (odd_models.h): each is run or refused in a sentence, without a crash, within 5 s of CPU time and 1 GB.
// STEPSCOPE_ONNX_FILES and STEPSCOPE_ONNX_SEED choose how many and which; a failure names seed and file.
#include <sys/resource.h>
#include <sys/time.h>

#include <cstdio>
#include <cstring>
#include <fstream>

#include "tests/core/onnx/odd_models.h"
#include "tests/core/onnx/try_model.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope;

namespace {

constexpr const char* kCases = STEPSCOPE_SOURCE_DIR "/tests/core/onnx/operators.txt";
constexpr int kFiles = 2000;
constexpr int kSecondsPerFile = 5;
constexpr rlim_t kMostMemory = rlim_t{1} << 30;

// The shadow memory of a sanitizer is terabytes of addresses, and its programs are many times slower.
bool isSanitized() {
  std::ifstream statm("/proc/self/statm");
  std::uint64_t pages = 0;
  statm >> pages;
  return pages > (std::uint64_t{1} << 26);
}

// A child process takes files first, first + 1, ... and says which one it is at: whatever ends it, the next child goes on behind it.
int child(std::uint64_t seed, std::uint64_t first, std::uint64_t end, const std::string& path) {
  const bool sanitized = isSanitized();
  const rlimit memory{kMostMemory, kMostMemory};
  if (!sanitized && setrlimit(RLIMIT_DATA, &memory) != 0) return 2;
  const auto cases = testing::readOperatorCases(kCases);
  int counts[3] = {};
  for (std::uint64_t index = first; index < end; ++index) {
    std::printf("at %llu\n", static_cast<unsigned long long>(index));
    std::fflush(stdout);
    std::ofstream(path, std::ios::binary) << testing::oddModel(cases, seed, index);
    // CPU time of the process, so that a busy machine changes nothing; SIGPROF ends it.
    const itimerval watchdog{{0, 0}, {sanitized ? 20 * kSecondsPerFile : kSecondsPerFile, 0}};
    if (setitimer(ITIMER_PROF, &watchdog, nullptr) != 0) return 2;
    const testing::Trial trial = testing::tryModel(path);
    ++counts[static_cast<int>(trial.tried)];
    if (!trial.complaint.empty()) std::printf("bad %s\n", trial.complaint.c_str());
    if (qEnvironmentVariableIsSet("STEPSCOPE_ONNX_REFUSALS")) std::fprintf(stderr, "%s\n", trial.sentence.c_str());
  }
  std::printf("counts %d %d %d\n", counts[0], counts[1], counts[2]);
  return 0;
}

}  // namespace

class OddModels : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theSameFileForTheSameSeed() {
    const auto cases = testing::readOperatorCases(kCases);
    QCOMPARE(testing::oddModel(cases, 1, 17), testing::oddModel(cases, 1, 17));
    QVERIFY(testing::oddModel(cases, 1, 17) != testing::oddModel(cases, 2, 17));
    QVERIFY(testing::oddModel(cases, 1, 17) != testing::oddModel(cases, 1, 18));
  }

  void everyFileIsRunOrRefused() {
    QTemporaryDir folder;
    const int given = qEnvironmentVariableIntValue("STEPSCOPE_ONNX_FILES"), seeds = qEnvironmentVariableIntValue("STEPSCOPE_ONNX_SEED");
    const qulonglong seed = seeds > 0 ? static_cast<qulonglong>(seeds) : 1, files = given > 0 ? static_cast<qulonglong>(given) : kFiles;
    int counts[3] = {}, bad = 0;
    for (qulonglong first = 0; first < files && bad < 50;) {
      QProcess process;
      process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
      process.start(QCoreApplication::applicationFilePath(),
                    {"--child", QString::number(seed), QString::number(first), QString::number(files), folder.filePath("odd.onnx")});
      QVERIFY(process.waitForFinished(-1));  // a file that never ends is ended by its watchdog
      qulonglong at = first;
      bool done = false;
      for (const QByteArray& line : process.readAllStandardOutput().split('\n')) {
        if (line.startsWith("at ")) at = line.mid(3).toULongLong();
        if (line.startsWith("bad ")) {
          ++bad;
          qWarning("seed %llu, file %llu: %s", seed, at, line.mid(4).constData());
        }
        if (line.startsWith("counts ")) {
          done = true;
          for (int i = 0; i < 3; ++i) counts[i] += line.split(' ')[i + 1].toInt();
        }
      }
      if (!done) {
        ++bad;
        qWarning("seed %llu, file %llu: the process ended with %s %d", seed, at, process.exitStatus() == QProcess::CrashExit ? "signal" : "status",
                 process.exitCode());
      }
      first = at + 1;
    }
    qInfo("seed %llu: %llu files, %d refused, %d imported, %d imported and run, %d wrong", seed, files, counts[0], counts[1], counts[2], bad);
    QCOMPARE(bad, 0);
    // The generator is of no use where everything is refused at the door.
    QVERIFY(counts[2] * 20 > static_cast<int>(files));
    QVERIFY(counts[0] * 4 > static_cast<int>(files));
  }
};

int main(int argc, char** argv) {
  if (argc == 6 && std::strcmp(argv[1], "--child") == 0)
    return child(std::strtoull(argv[2], nullptr, 10), std::strtoull(argv[3], nullptr, 10), std::strtoull(argv[4], nullptr, 10), argv[5]);
  QCoreApplication application(argc, argv);
  OddModels test;
  return QTest::qExec(&test, argc, argv);
}

#include "odd_test.moc"
