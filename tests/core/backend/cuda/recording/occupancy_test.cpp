// How much of a multiprocessor a kernel fills, against NVIDIA's occupancy calculator.
#include "core/backend/cuda/recording/occupancy.h"

#include <QtTest>

using namespace stepscope;
using cuda::KernelShape;
using cuda::Occupancy;

class OccupancyTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void limits_data() {
    QTest::addColumn<int>("capability");
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("registers");
    QTest::addColumn<int>("shared");
    QTest::addColumn<int>("blocks");
    QTest::addColumn<double>("occupancy");
    // Threads: 2048 / 256.
    QTest::newRow("threads") << 90 << 256 << 32 << 0 << 8 << 1.0;
    // 40 registers a thread are 1280 a warp: 51 warps, 6 blocks of 8.
    QTest::newRow("registers") << 90 << 256 << 40 << 0 << 6 << 0.75;
    QTest::newRow("255 registers") << 80 << 128 << 255 << 0 << 2 << 8.0 / 64;
    // 100 KiB a block and 1 KiB of the system's: two blocks of 228 KiB.
    QTest::newRow("shared memory") << 90 << 128 << 32 << (100 << 10) << 2 << 8.0 / 64;
    QTest::newRow("shared memory of an A100") << 80 << 128 << 32 << (100 << 10) << 1 << 4.0 / 64;
    QTest::newRow("blocks") << 90 << 32 << 16 << 0 << 32 << 0.5;
    QTest::newRow("fewer warps") << 86 << 256 << 32 << 0 << 6 << 1.0;
    QTest::newRow("too much for any") << 90 << 1024 << 255 << 0 << 0 << 0.0;
    QTest::newRow("newer than known") << 130 << 256 << 32 << 0 << 6 << 1.0;  // counts as 12.0
  }
  void limits() {
    QFETCH(int, capability);
    QFETCH(int, threads);
    QFETCH(int, registers);
    QFETCH(int, shared);
    QFETCH(int, blocks);
    QFETCH(double, occupancy);
    const Occupancy got = cuda::occupancyOf({1 << 20, threads, registers, shared}, 132, capability / 10, capability % 10);
    QCOMPARE(static_cast<int>(got.activeBlocks), blocks);
    QCOMPARE(got.theoretical, occupancy);
    QCOMPARE(got.achieved, occupancy);
  }

  // A launch too small for the device fills less than it could.
  void fewBlocks() {
    const Occupancy got = cuda::occupancyOf({66, 256, 32, 0}, 132, 9, 0);
    QCOMPARE(got.blocksPerMultiprocessor, 0.5);
    QCOMPARE(got.warpsPerMultiprocessor, 4.0);
    QCOMPARE(got.achieved, 4.0 / 64);
    QCOMPARE(got.theoretical, 1.0);
    QCOMPARE(cuda::occupancyOf({66, 256, 32, 0}, 0, 9, 0).blocksPerMultiprocessor, 0.0);  // not told how many there are
  }
};

QTEST_GUILESS_MAIN(OccupancyTest)
#include "occupancy_test.moc"
