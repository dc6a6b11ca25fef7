// Cancel: whatever an import is at, it asks again after a bounded piece of work, and after the first no it ends and asks no more.
#include <time.h>

#include <memory>

#include "profiler/io/assembler.h"
#include "profiler/io/import.h"
#include "profiler/trace/trace_file.h"
// Above Qt.
#include "tests/profiler/io/trace_files.h"

namespace stepscope {

using namespace stepscope::test;

class CancelTest : public QObject {
  Q_OBJECT

 private:
  static constexpr int kSpans = 100'000;

  // Spans on one thread, nested; as many marks and samples; begins and ends; launches and arrows: something for every stage.
  static std::unique_ptr<TraceAssembler> gathered() {
    auto assembler = std::make_unique<TraceAssembler>();
    const std::uint32_t process = assembler->process("1"), thread = assembler->thread(process, "7"), other = assembler->thread(process, "8");
    const std::uint32_t name = assembler->names.intern("work"), category = assembler->category("x");
    for (int i = 0; i < kSpans; ++i) {
      SpanInput input;
      input.thread = thread;
      input.name = name;
      input.time = (i * std::int64_t{7919} % kSpans) * 10;
      input.duration = 10 + i % 3 * 10;
      input.kind = i % 2 ? SpanKind::Runtime : SpanKind::Kernel;
      input.correlation = static_cast<std::uint32_t>(i / 2 + 1);
      assembler->span(input);
      input.kind = SpanKind::Other;
      input.thread = other;
      assembler->mark(input);
      if (i % 2) assembler->end(other, input.time, name);
      else assembler->begin(input);
      assembler->sample(process, "memory", input.time, i);
      assembler->flow(i % 2 ? FlowEnd::Finish : FlowEnd::Start, thread, input.time, category, static_cast<std::uint64_t>(i / 2), true);
    }
    return assembler;
  }
  static double cpuMs() {
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
  }

 private Q_SLOTS:
  void finishingAsksAllTheTime() {
    int asks = 0;
    double last = 0, longest = 0;
    const std::function<bool()> count = [&] {
      const double now = cpuMs();
      if (asks++ > 0) longest = std::max(longest, now - last);
      last = now;
      return false;
    };
    const Trace whole = gathered()->finish(count);
    QVERIFY(whole.spanCount() > kSpans);
    // Sorting alone compares each of them more than ten times, and there are five sorts and a dozen passes.
    QVERIFY2(asks > 62 * kSpans / 65'536, qPrintable(QString::number(asks)));
    qInfo("asked %d times, at most %.1f ms of work between", asks, longest);
    for (const int stop : {1, 2, asks / 4, asks / 2, 3 * asks / 4, asks - 1, asks}) {
      int asked = 0;
      const std::function<bool()> refuse = [&] { return ++asked >= stop; };
      const auto assembler = gathered();
      QVERIFY_EXCEPTION_THROWN(assembler->finish(refuse), ImportCancelled);
      QCOMPARE(asked, stop);
    }
  }

  void everyFormat_data() {
    QTest::addColumn<QString>("file");
    QTest::newRow("json.gz") << QString("resnet50_num_workers_0.pt.trace.json.gz");
    QTest::newRow("sqlite.gz") << QString("h100_2gpu_1s.sqlite.gz");
    QTest::newRow("sstrace") << QString();
  }
  void everyFormat() {
    NEEDS_SHARED_TRACES();
    QFETCH(QString, file);
    QTemporaryDir folder;
    std::string path = (sharedTraces() + "/" + file).toStdString();
    if (file.isEmpty()) {
      path = folder.filePath("own.sstrace").toStdString();
      saveTrace(*importTrace((sharedTraces() + "/alexnet_cuda_sync.json.gz").toStdString()), path);
    }
    int asked = 0;
    ImportOptions options;
    options.progress = [&](const ImportProgress& progress) {
      ++asked;
      return progress.bytes == 0 && progress.bytesRead > 0;  // never
    };
    QVERIFY(!importTrace(path, options));
    QCOMPARE(asked, 1);
  }
};

}  // namespace stepscope

QTEST_APPLESS_MAIN(stepscope::CancelTest)
#include "cancel_test.moc"
