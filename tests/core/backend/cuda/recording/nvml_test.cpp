// The GPU's counters, from a library that stands in for the driver's.
#include "core/backend/cuda/recording/nvml.h"
#include "core/backend/cuda/recording/gpu_sampler.h"
#include "profiler/trace/recorder.h"

#include <cmath>
#include <set>

#include <QtTest>

using namespace stepscope;
using cuda::Nvml;

class NvmlTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { qputenv("FAKE_NVML_INIT", "0"); }

  void reads() {
    const auto nvml = Nvml::open(0, nullptr, FAKE_NVML);
    QVERIFY(nvml);
    const cuda::GpuCounters c = nvml->read();
    QCOMPARE(c.busy, 0.87);
    QCOMPARE(c.memoryBusy, 0.40);
    QCOMPARE(c.memoryUsed, 700);
    QCOMPARE(c.memoryTotal, 1000);
    QCOMPARE(c.watts, 512.5);
    QCOMPARE(c.celsius, 61.0);
    QCOMPARE(c.smMegahertz, 1980.0);
    QCOMPARE(c.memoryMegahertz, 2619.0);
    QCOMPARE(c.pcieSentBytesPerSecond, -1.0);  // not told
    QCOMPARE(cuda::slowdownReasons(c.slowdown), (std::vector<std::string>{"power cap", "software thermal slowdown"}));
    QVERIFY(cuda::slowdownReasons(0x1 | 0x2).empty());
  }

  // With CUDA_VISIBLE_DEVICES=1 CUDA's device 0 is NVML's device 1.
  void thePciBusTellsWhichDevice() {
    QVERIFY(Nvml::open(3, nullptr, FAKE_NVML, "0000:11:00.0"));
    QVERIFY(!Nvml::open(3, nullptr, FAKE_NVML, "0000:99:00.0"));
    QVERIFY(Nvml::open(0, nullptr, FAKE_NVML, "0000:99:00.0"));
  }

  void refuses_data() {
    QTest::addColumn<QString>("library");
    QTest::addColumn<int>("init");
    QTest::addColumn<int>("device");
    QTest::addColumn<QString>("says");
    QTest::newRow("no library") << "libnvidia-ml-that-is-not-there.so.1" << 0 << 0 << "cannot be loaded";
    QTest::newRow("another library") << NO_PLUGIN << 0 << 0 << "lacks functions";
    QTest::newRow("driver not loaded") << FAKE_NVML << 9 << 0 << "Driver Not Loaded";
    QTest::newRow("no such device") << FAKE_NVML << 0 << 3 << "no GPU 3: Invalid Argument";
  }
  void refuses() {
    QFETCH(QString, library);
    QFETCH(int, init);
    QFETCH(int, device);
    QFETCH(QString, says);
    qputenv("FAKE_NVML_INIT", QByteArray::number(init));
    std::string problem;
    QVERIFY(!Nvml::open(device, &problem, library.toUtf8().constData()));
    QVERIFY2(QString::fromStdString(problem).contains(says), problem.c_str());
  }

  // What stands in the series of a run: means since the sample before, and nothing of what the device does not tell.
  void meansSinceTheSampleBefore() {
    cuda::GpuMeans means;
    QVERIFY(!means.take());
    cuda::GpuCounters one;
    one.busy = 0.5;
    one.watts = 300;
    one.memoryUsed = 900;
    means.add(one);
    one.busy = 1.0;
    one.watts = -1;  // not told this time
    one.memoryUsed = 700;
    one.smMegahertz = 1500;
    means.add(one);
    const auto sample = means.take();
    QVERIFY(sample);
    QCOMPARE(sample->busyShare, 0.75);
    QCOMPARE(sample->watts, 300.0);
    QCOMPARE(sample->memoryBytes, 900.0);
    QCOMPARE(sample->megahertz, 1500.0);
    QVERIFY(std::isnan(sample->celsius));
    QVERIFY(!means.take());  // nothing was read since
  }

  void samplesOfARun() {
    Recorder recorder;  // not enabled: no recording is needed for it
    auto nvml = Nvml::open(0, nullptr, FAKE_NVML);
    QVERIFY(nvml);
    const std::unique_ptr<CounterSampler> sampler = std::make_unique<cuda::GpuSampler>(std::move(nvml), recorder);
    auto* meter = dynamic_cast<DeviceMeter*>(sampler.get());
    QVERIFY(meter);
    std::optional<DeviceSample> sample;
    QTRY_VERIFY(sample || (sample = meter->takeSample()));
    QCOMPARE(sample->busyShare, 0.87);
    QCOMPARE(sample->memoryBytes, 700.0);
    QCOMPARE(sample->watts, 512.5);
    QCOMPARE(sample->celsius, 61.0);
    QCOMPARE(sample->megahertz, 1980.0);
  }

  void samplesIntoTracks() {
    Recorder recorder;
    recorder.enable(true);
    auto nvml = Nvml::open(0, nullptr, FAKE_NVML);
    QVERIFY(nvml);
    {
      const cuda::GpuSampler sampler(std::move(nvml), recorder);
      QTRY_VERIFY(sampler.samples() >= 2);
    }
    const Trace trace = recorder.take({}, "test");
    std::set<std::string> tracks;
    for (const TraceTrack& track : trace.tracks)
      if (track.counter) tracks.insert(track.name);
    QCOMPARE(tracks, (std::set<std::string>{"GPU busy", "GPU clock", "GPU memory", "GPU memory clock", "GPU power", "GPU slowdown, reasons",
                                            "GPU temperature"}));
    std::set<std::string> reasons;
    for (const TraceNote& note : trace.notes) {
      QVERIFY(note.count == 1 && !note.dropped);
      reasons.insert(note.reason.substr(note.reason.find(": ") + 2));
    }
    QCOMPARE(reasons, (std::set<std::string>{"power cap", "software thermal slowdown"}));
  }
};

QTEST_GUILESS_MAIN(NvmlTest)
#include "nvml_test.moc"
