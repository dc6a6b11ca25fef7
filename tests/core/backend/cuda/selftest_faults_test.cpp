// A self-test that can fail: for every fault that the emulated device knows, the part of it that shows the fault fails, and passes without.
// Qt last: its macro "slots" would change the memory plan's header.
#include "core/backend/cuda/cuda_backend.h"
#include "core/backend/devices/devices.h"
#include "tests/core/backend/cuda/emulated_device.h"
#include "tests/core/backend/cuda/emulated_faults.h"
#include "tests/dev/selftest/selftest.h"

#include <QtTest>
#include <map>

using namespace stepscope;
using cuda::emulation;

class SelftestFaultsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void isSeen_data() {
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("only");
    for (const cuda::FaultDef& def : cuda::faultDefs())
      QTest::newRow(std::string(def.name).c_str()) << QString::fromStdString(std::string(def.name))
                                                   << QString::fromStdString(std::string(def.shownBy));
  }
  void isSeen() {
    QFETCH(QString, fault);
    QFETCH(QString, only);
    const auto& [passed, told] = sound(only);
    QVERIFY2(passed > 0, ("nothing of " + only + " passes on a right device: " + told).toLocal8Bit().constData());
    emulation() = {};
    emulation().fault = fault.toStdString();
    QVERIFY2(fails(only), (only + " passes with it").toLocal8Bit().constData());
  }

  // A kernel may be right when it is tried and wrong in a step: the gradients tell by themselves.
  void isSeenInAStep_data() {
    QTest::addColumn<QString>("only");
    QTest::newRow("negated weight gradient 32") << "^gradients convolutions f16";
    QTest::newRow("zero weight gradients") << "^gradients lenet5";
    QTest::newRow("negated image gradient 32") << "^gradients resnet20 f16";
    QTest::newRow("zero weight gradient 32") << "^gradients resnet20 bf16";
    QTest::newRow("negated product gradient") << "^gradients gpt bf16";
    QTest::newRow("queries for keys") << "^gradients gpt f16";
  }
  void isSeenInAStep() {
    QFETCH(QString, only);
    emulation() = {};
    emulation().fault = QTest::currentDataTag();
    emulation().faultInGraphs = true;
    QVERIFY2(fails(only), (only + " passes with it").toLocal8Bit().constData());
  }

 private:
  static std::vector<SelftestCheck> run(const QString& only) {
    // A device that knows nothing yet.
    const auto backend = cuda::makeBackend(cuda::emulatedDevice());
    SelftestOptions options;
    options.only = only.toStdString();
    options.small = true;
    return selftest(*backend, requireBackend("cpu"), options);
  }
  static bool fails(const QString& only) {
    const auto checks = run(only);
    return std::any_of(checks.begin(), checks.end(), [](const auto& c) { return c.result == SelftestCheck::Result::Failed; });
  }
  // Without a fault: how many checks pass, 0 when one fails, and what it says. Asked once a part.
  std::pair<int, QString> sound(const QString& only) {
    if (const auto known = sound_.find(only); known != sound_.end()) return known->second;
    emulation() = {};
    std::pair<int, QString> result;
    for (const SelftestCheck& check : run(only)) {
      if (check.result == SelftestCheck::Result::Failed) return sound_[only] = {0, QString::fromStdString(check.name + ": " + check.detail)};
      result.first += check.result == SelftestCheck::Result::Passed;
    }
    return sound_[only] = result;
  }
  std::map<QString, std::pair<int, QString>> sound_;
};

QTEST_GUILESS_MAIN(SelftestFaultsTest)
#include "selftest_faults_test.moc"
