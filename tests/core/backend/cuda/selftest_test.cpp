// The self-test itself: it passes on a device that is right, and sees one that is wrong, refuses or is lost.
// Qt last: its macro "slots" would change the memory plan's header.
#include "tests/dev/selftest/selftest.h"
#include "core/backend/cuda/cuda_backend.h"
#include "core/backend/devices/devices.h"
#include "tests/core/backend/cuda/emulated_device.h"

#include <QtTest>

using namespace stepscope;
using cuda::emulation;

class SelftestTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    emulation() = {};
    backend_ = cuda::makeBackend(cuda::emulatedDevice());
  }

  // The ops in f32 and f16 have tests of their own, and take long here.
  void passesOnARightDevice_data() {
    QTest::addColumn<QString>("only");
    QTest::addColumn<int>("atLeast");
    QTest::newRow("ops") << "op bf16 NCHW " << 20;
    QTest::newRow("ops in NHWC") << "op f32 NHWC " << 10;
    QTest::newRow("trajectories") << "trajectory " << 6;
    QTest::newRow("kernels") << "kernels lenet5" << 1;
    QTest::newRow("graph") << "graph gpt " << 2;
    QTest::newRow("graph, images") << "graph resnet20 bf16" << 1;
    QTest::newRow("memory") << "memory lenet5 " << 1;
    QTest::newRow("recording") << "recording lenet5 " << 1;
    QTest::newRow("recording, text") << "recording gpt bf16" << 1;
    QTest::newRow("scaler") << "scaler " << 1;
    QTest::newRow("leak") << "leak memory " << 1;
  }
  void passesOnARightDevice() {
    QFETCH(QString, only);
    QFETCH(int, atLeast);
    SelftestOptions options;
    options.only = only.toStdString();
    options.small = true;
    int told = 0, passed = 0;
    options.progress = [&](const SelftestCheck&) { ++told; };
    const auto checks = selftest(*backend_, requireBackend("cpu"), options);
    QCOMPARE(told, static_cast<int>(checks.size()));
    for (const SelftestCheck& check : checks) {
      QVERIFY2(check.result != SelftestCheck::Result::Failed, (check.group + ", " + check.name + ": " + check.detail).c_str());
      passed += check.result == SelftestCheck::Result::Passed;
    }
    QVERIFY2(passed >= atLeast, qPrintable(QString::number(passed)));
    QCOMPARE(emulation().allocations, 0);
    QCOMPARE(emulation().plans, 0);
  }

  // Kernels that timing finds no faster are proved all the same.
  void slowerKernelsAreProvedToo() {
    emulation().prologueMs = 5;
    SelftestOptions options;
    options.only = "libraries resnet20 f16 NHWC, all fused";
    const auto checks = selftest(*backend_, requireBackend("cpu"), options);
    QCOMPARE(static_cast<int>(checks.size()), 1);
    QVERIFY2(checks[0].result == SelftestCheck::Result::Passed, checks[0].detail.c_str());
    for (const char* told : {"run as one kernel of a library: batch norm with relu read by conv2d", "conv2d backward input, batch norm backward"})
      QVERIFY2(checks[0].detail.find(told) != std::string::npos, checks[0].detail.c_str());
    QVERIFY2(checks[0].detail.find("is left out") == std::string::npos, checks[0].detail.c_str());
  }

  void onlySome() {
    SelftestOptions options;
    options.only = "op f32 softmax";
    const auto some = selftest(*backend_, requireBackend("cpu"), options);
    QVERIFY(!some.empty() && some.size() < 20);
    options.only = "nothing of that name";
    QVERIFY(selftest(*backend_, requireBackend("cpu"), options).empty());
  }

  void seesAWrongDevice() {
    emulation().wrongGraphs = true;
    SelftestOptions options;
    options.only = "trajectory lenet5";
    const auto checks = selftest(*backend_, requireBackend("cpu"), options);
    QCOMPARE(static_cast<int>(checks.size()), 1);
    QVERIFY(checks[0].result == SelftestCheck::Result::Failed);
    QVERIFY2(checks[0].detail.find("The error is") != std::string::npos, checks[0].detail.c_str());
  }

  // A library that is wrong is not used: training is right, and slow, which the self-test tells.
  void seesAWrongLibrary() {
    emulation().wrongProducts = true;
    SelftestOptions options;
    options.only = "trajectory lenet5";
    const auto trained = selftest(*backend_, requireBackend("cpu"), options);
    QCOMPARE(static_cast<int>(trained.size()), 1);
    QVERIFY2(trained[0].result == SelftestCheck::Result::Passed, trained[0].detail.c_str());
    options.only = "kernels lenet5";
    const auto kernels = selftest(*backend_, requireBackend("cpu"), options);
    QCOMPARE(static_cast<int>(kernels.size()), 1);
    QVERIFY(kernels[0].result == SelftestCheck::Result::Failed);
    QVERIFY2(kernels[0].detail.find("the kernels of the libraries were left out") != std::string::npos, kernels[0].detail.c_str());
  }

  // A GPU whose libraries cannot be loaded trains, but slowly: that is no success.
  void seesThatLibrariesAreMissing() {
    emulation().libraries = false;
    SelftestOptions options;
    options.only = "kernels lenet5";
    const auto checks = selftest(*backend_, requireBackend("cpu"), options);
    QCOMPARE(static_cast<int>(checks.size()), 1);
    QVERIFY(checks[0].result == SelftestCheck::Result::Failed);
    QVERIFY2(checks[0].detail.find("our own slow kernels") != std::string::npos && checks[0].detail.find("no kernel)") != std::string::npos,
             checks[0].detail.c_str());
  }

  void outOfTime() {
    SelftestOptions options;
    options.only = "trajectory ";
    options.seconds = 1e-9;
    for (const SelftestCheck& check : selftest(*backend_, requireBackend("cpu"), options)) {
      QVERIFY(check.result == SelftestCheck::Result::Skipped);
      QVERIFY2(check.detail.find("no time") != std::string::npos, check.detail.c_str());
    }
    QCOMPARE(emulation().launches, std::int64_t{0});
  }

  void seesAProfilerThatLosesLayers() {
    emulation().watchesGraphs = true;
    emulation().attributesGraphs = false;
    SelftestOptions options;
    options.only = "recording lenet5";
    const auto checks = selftest(*backend_, requireBackend("cpu"), options);
    QCOMPARE(static_cast<int>(checks.size()), 1);
    QVERIFY2(checks[0].result == SelftestCheck::Result::Failed, checks[0].detail.c_str());
  }

  void withoutPermissionTheRecordingIsSkipped() {
    emulation().canCollect = false;
    SelftestOptions options;
    options.only = "recording lenet5";
    const auto checks = selftest(*backend_, requireBackend("cpu"), options);
    QCOMPARE(static_cast<int>(checks.size()), 1);
    QVERIFY(checks[0].result == SelftestCheck::Result::Skipped);
    QVERIFY2(checks[0].detail.find("no kernels") != std::string::npos, checks[0].detail.c_str());
  }

  void seesMemoryThatIsNotGivenBack() {
    emulation().leakBytes = 4 << 20;
    SelftestOptions options;
    options.only = "leak memory";
    const auto checks = selftest(*backend_, requireBackend("cpu"), options);
    QVERIFY2(checks[0].result == SelftestCheck::Result::Failed, checks[0].detail.c_str());
    emulation().leakBytes = 0;
  }

  void endsWhenTheDeviceIsLost() {
    emulation().loseAfter = 300;
    const auto checks = selftest(*backend_, requireBackend("cpu"), {});
    QVERIFY(!checks.empty());
    QVERIFY(checks.back().result == SelftestCheck::Result::Failed);
    QVERIFY2(checks.back().detail.find("was lost") != std::string::npos, checks.back().detail.c_str());
  }

 private:
  std::unique_ptr<Backend> backend_;
};

QTEST_GUILESS_MAIN(SelftestTest)
#include "selftest_test.moc"
