// Prints figures with STEPSCOPE_OP_TIMING=1; asserts only what was read.
#include <sys/resource.h>

#include "core/base/clock.h"
#include "tests/core/store/store_fixture.h"

using namespace stepscope;

namespace {

void report(const char* what, std::int64_t beginNs, double count, const char* unit) {
  const double seconds = static_cast<double>(nowNs() - beginNs) * 1e-9;
  std::printf("%-58s %10.3f ms", what, seconds * 1e3);
  if (count > 0) std::printf("  %12.0f %s/s", count / seconds, unit);
  std::printf("\n");
}

}  // namespace

class SpeedTest : public QObject {
  Q_OBJECT
  bool full_ = false;

 private Q_SLOTS:
  void initTestCase() { full_ = qEnvironmentVariableIsSet("STEPSCOPE_OP_TIMING"); }

  void points() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("runs.db").toStdString();
    const int series = 20, count = full_ ? 100'000 : 3000;
    RunWriter writer(path);
    const RunId id = writer.createRun(newRun());
    std::vector<std::string> keys;
    for (int s = 0; s < series; ++s) keys.push_back("metric_" + std::to_string(s));
    std::int64_t begin = nowNs();
    for (int i = 0; i < count; ++i)
      for (const std::string& key : keys) writer.append(id, key, {i, i * 0.001, 1.0 / (i + 1)});
    report("append, 20 series, the caller's share", begin, double(series) * count, "points");
    writer.flush();
    report("append and commit, 20 series", begin, double(series) * count, "points");

    const RunReader reader(path);
    begin = nowNs();
    std::size_t read = 0;
    for (const std::string& key : keys) read += reader.points(id, key).size();
    report("read every point of 20 series", begin, static_cast<double>(read), "points");
    QCOMPARE(read, static_cast<std::size_t>(series) * static_cast<std::size_t>(count));
    begin = nowNs();
    std::size_t buckets = 0;
    for (const std::string& key : keys) buckets += reader.overview(id, key, 1000).size();
    report("overview of 20 series in at most 1000 buckets", begin, 20, "series");
    QVERIFY(buckets > 0);

    // As a trainer does: small commits.
    begin = nowNs();
    const int commits = full_ ? 500 : 20;
    for (int i = 0; i < commits; ++i) {
      for (const std::string& key : keys) writer.append(id, key, {count + i, 0, 1});
      writer.flush();
    }
    report("20 points and a flushed commit", begin, commits, "commits");
  }

  void manyRuns() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("runs.db").toStdString();
    const int runs = full_ ? 2000 : 40, series = 8, count = full_ ? 1000 : 20;
    {
      RunWriter writer(path);
      for (int r = 0; r < runs; ++r) {
        RunInfo info = newRun("resnet18", RunStatus::Running);
        info.configuration = std::string(1500, 'c');
        info.id = writer.createRun(info);
        for (int i = 0; i < count; ++i)
          for (int s = 0; s < series; ++s) writer.append(info.id, "metric_" + std::to_string(s), {i, i * 0.1, std::sin(i * 0.01 + r)});
        info.status = RunStatus::Finished;
        for (int s = 0; s < series; ++s) info.finals.emplace_back("metric_" + std::to_string(s), 0.5);
        writer.finish(info);
      }
    }
    std::int64_t begin = nowNs();
    {
      const RunReader reader(path);
      const auto list = reader.runs();
      report(full_ ? "open and list 2000 runs" : "open and list 40 runs", begin, static_cast<double>(list.size()), "runs");
      QCOMPARE(list.size(), static_cast<std::size_t>(runs));
      begin = nowNs();
      reader.runs();
      report("list them again", begin, static_cast<double>(runs), "runs");
      begin = nowNs();
      std::size_t points = 0;
      for (std::size_t r = 0; r < std::min<std::size_t>(100, list.size()); ++r) points += reader.points(list[r].id, "metric_3").size();
      report("one metric of 100 runs", begin, static_cast<double>(points), "points");
      begin = nowNs();
      for (int i = 0; i < 1000; ++i) reader.dataVersion();
      report("dataVersion, 1000 times", begin, 1000, "calls");
    }
    begin = nowNs();
    { RunWriter writer(path); }
    report("open for writing and close", begin, 0, "");
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    std::printf("%-58s %10.1f MB\n", "largest resident size of this test", static_cast<double>(usage.ru_maxrss) / 1024);
    std::printf("%-58s %10.1f MB\n", "the store with all runs", static_cast<double>(QFile(QString::fromStdString(path)).size()) / 1e6);
  }
};

QTEST_GUILESS_MAIN(SpeedTest)
#include "speed_test.moc"
