// What the backend asks of a device beside programs: the measured peak, and waiting. On the emulated device with another clock.
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "core/backend/cuda/cuda_backend.h"
#include "core/backend/cuda/plugin/waiting.h"
#include "tests/core/backend/cuda/emulated_device.h"

#include <QtTest>

using namespace stepscope;
using cuda::Context;
using cuda::kOk;
using cuda::LibraryPlan;

namespace {

std::int64_t largest = 0, zeros = 0, looked = 0;
bool slow = false, equal = false;

// Products take 1 ms on the device and nothing, or 20 ms, on the host; their operands are looked at.
const cuda::DeviceApi& table() {
  static const cuda::DeviceApi made = [] {
    cuda::DeviceApi api = cuda::emulatedDevice();
    api.makeMatmul = [](Context* context, const cuda::MatmulRequest* request, LibraryPlan** out, std::int64_t* bytes) {
      largest = std::max(largest, request->m);
      return cuda::emulatedDevice().makeMatmul(context, request, out, bytes);
    };
    api.runPlan = [](Context*, LibraryPlan*, void* const* operands, void*) {
      const auto *a = static_cast<const std::uint16_t*>(operands[0]), *b = static_cast<const std::uint16_t*>(operands[1]);
      equal = true;
      for (int i = 0; i < 60000; i += 7, ++looked) {
        zeros += a[i] == 0;
        equal = equal && a[i] == a[0];
        if ((b[i] & 0x7fff) > 0x3f80) qFatal("an operand beyond [-1, 1]");  // bf16 of 1
      }
      if (slow) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      return std::int32_t{kOk};
    };
    api.elapsedMs = [](Context*, cuda::Event*, cuda::Event*, float* ms) {
      *ms = 1;
      return std::int32_t{kOk};
    };
    return api;
  }();
  return made;
}

}  // namespace

class CudaBackendTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Of random numbers and of the largest products that there is patience for: 2 n^3 operations in the time that the device counted.
  void thePeakIsOfNumbersAsTheyTrain_data() {
    QTest::addColumn<bool>("patience");
    QTest::newRow("a fast device") << true;
    QTest::newRow("a slow one") << false;
  }
  void thePeakIsOfNumbersAsTheyTrain() {
    QFETCH(bool, patience);
    cuda::emulation() = {};
    slow = !patience;
    largest = zeros = looked = 0;
    const double peak = cuda::makeBackend(table())->measuredPeakOf(DType::BF16, 1);
    QCOMPARE(largest, std::int64_t{patience ? 8192 : 256});
    QCOMPARE(peak, 2.0 * static_cast<double>(largest * largest * largest) / 1e-3);
    QVERIFY(looked > 60000 && !equal);
    QVERIFY2(zeros * 1000 < looked, qPrintable(QString::number(zeros)));
    QCOMPARE(cuda::emulation().allocations, std::int64_t{0});
  }

  // While one thread waits for the device another may start work on it.
  void waitingHoldsNoLock() {
    std::recursive_mutex enqueuing;
    bool marked = false, freeWhileWaiting = false;
    const auto freeForOthers = [&] {
      bool got = false;
      std::thread([&] {
        got = enqueuing.try_lock();
        if (got) enqueuing.unlock();
      }).join();
      return got;
    };
    cuda::markThenWait(
        enqueuing,
        [&] {
          marked = !freeForOthers();
          return 7;
        },
        [&](int mark) { freeWhileWaiting = mark == 7 && freeForOthers(); });
    QVERIFY(marked);
    QVERIFY(freeWhileWaiting);
  }
};

QTEST_GUILESS_MAIN(CudaBackendTest)
#include "backend_test.moc"
