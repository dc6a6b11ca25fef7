// The way to a GPU on machines that have none, or half of what is needed: every end is a sentence.
#include "core/backend/cuda/base/driver.h"
#include "core/backend/cuda/base/plugin_loader.h"
#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/report/doctor.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope;
using cuda::Driver;
using cuda::Plugin;

namespace {

bool mapped(const char* library) {
  QFile maps(QStringLiteral("/proc/self/maps"));
  return maps.open(QIODevice::ReadOnly) && maps.readAll().contains(library);
}

bool contains(const std::string& text, const QStringList& parts) {
  for (const QString& part : parts)
    if (!QString::fromStdString(text).contains(part)) return false;
  return true;
}

Driver pretended(int version) {
  Driver driver;
  driver.usable = true;
  driver.version = version;
  driver.devices = {{"Pretended GPU", std::int64_t{8} << 30}};
  return driver;
}

}  // namespace

class CudaPluginTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // First, while nothing else has been loaded: a program that trains on the CPU starts as without a plugin.
  void theCpuIsFoundWithoutLoadingAnythingOfCuda() {
    QVERIFY(findBackend("cpu") != nullptr);
    QVERIFY(!mapped("libcuda"));
    QVERIFY(!mapped("libstepscope_cuda"));
  }

  void driver_data() {
    QTest::addColumn<QString>("library");
    QTest::addColumn<int>("init");
    QTest::addColumn<int>("devices");
    QTest::addColumn<QStringList>("says");
    const QString fake = QStringLiteral(FAKE_DRIVER);
    QTest::newRow("no library") << "libcuda-that-is-not-there.so.1" << 0 << 1 << QStringList{"no NVIDIA driver"};
    QTest::newRow("not a driver") << NO_PLUGIN << 0 << 1 << QStringList{"lacks functions"};
    QTest::newRow("works") << fake << 0 << 2 << QStringList{};
    QTest::newRow("no device") << fake << 100 << 0 << QStringList{"finds no GPU"};
    QTest::newRow("no device, but it starts") << fake << 0 << 0 << QStringList{"finds no GPU"};
    QTest::newRow("stub") << fake << 34 << 1 << QStringList{"stub"};
    QTest::newRow("mismatch") << fake << 803 << 1 << QStringList{"different versions"};
    QTest::newRow("another error") << fake << 999 << 1 << QStringList{"does not start", "999"};
  }
  void driver() {
    QFETCH(QString, library);
    QFETCH(int, init);
    QFETCH(int, devices);
    QFETCH(QStringList, says);
    qputenv("FAKE_CUDA_INIT", QByteArray::number(init));
    qputenv("FAKE_CUDA_DEVICES", QByteArray::number(devices));
    qputenv("FAKE_CUDA_VERSION", "13010");
    const Driver found = cuda::findDriver(library.toUtf8().constData());
    QCOMPARE(found.usable, says.isEmpty());
    QVERIFY2(contains(found.problem, says), found.problem.c_str());
    QCOMPARE(found.problem.empty(), says.isEmpty());
    if (!found.usable) return;
    QCOMPARE(static_cast<int>(found.devices.size()), devices);
    QCOMPARE(found.devices[1].name, std::string("Pretended GPU 1"));
    QCOMPARE(found.devices[1].memoryBytes, std::int64_t{8} << 30);
    QCOMPARE(found.devices[1].pciBusId, std::string("0000:11:00.0"));
    QCOMPARE(cuda::versionText(found.version), std::string("13.1"));
  }

  void file_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QStringList>("says");
    QTest::newRow("missing") << "/nowhere/libstepscope_cuda.so" << QStringList{"no CUDA plugin", "/nowhere/libstepscope_cuda.so"};
    QTest::newRow("damaged") << damaged() << QStringList{"cannot be loaded", "install Stepscope again"};
    QTest::newRow("another library") << NO_PLUGIN << QStringList{"is not a CUDA plugin"};
    QTest::newRow("another version") << OTHER_PLUGIN
                                     << QStringList{"interface version " + QString::number(cuda::kDeviceApiVersion + 41),
                                                    "needs " + QString::number(cuda::kDeviceApiVersion)};
  }
  void file() {
    QFETCH(QString, path);
    QFETCH(QStringList, says);
    const Plugin plugin = cuda::loadPlugin(path.toStdString());
    QVERIFY(plugin.api == nullptr);
    QVERIFY2(contains(plugin.problem, says), plugin.problem.c_str());
    const Plugin withDriver = cuda::pluginFor(pretended(13000), path.toStdString());
    QVERIFY(withDriver.api == nullptr);
    QCOMPARE(withDriver.problem, plugin.problem);
  }

  void oldDriver() {
    const Plugin plugin = cuda::pluginFor(pretended(12080), BUILT_PLUGIN);
    QVERIFY(plugin.api == nullptr);
    QVERIFY2(contains(plugin.problem, {"too old for CUDA 13", "12.8", "580"}), plugin.problem.c_str());
  }

  // The driver is asked first: without one the plugin is not even looked for.
  void noDriver() {
    Driver none;
    none.problem = "there is no NVIDIA driver on this machine";
    QCOMPARE(cuda::pluginFor(none, "/nowhere").problem, none.problem);
  }

  // The plugin as it was built, on a machine without a driver: it loads, has every function and says why it cannot be used.
  void builtPlugin() {
    const Plugin plugin = cuda::loadPlugin(BUILT_PLUGIN);
    if (QByteArray(BUILT_PLUGIN).isEmpty()) {  // built without the CUDA toolkit
      QVERIFY(plugin.api == nullptr);
      QVERIFY2(contains(plugin.problem, {"no CUDA plugin", "CUDA 13 toolkit"}), plugin.problem.c_str());
      return;
    }
    QVERIFY2(plugin.api != nullptr, plugin.problem.c_str());
    const auto* words = reinterpret_cast<void* const*>(plugin.api);
    for (std::size_t i = 1; i < sizeof(cuda::DeviceApi) / sizeof(void*); ++i) QVERIFY2(words[i] != nullptr, qPrintable(QString::number(i)));
    if (cuda::findDriver().usable) QSKIP("this machine has a GPU");
    QVERIFY(!mapped("libcublas") && !mapped("libcudnn") && !mapped("libnvrtc"));
    const std::string problem = cuda::whyUnusable(*plugin.api);
    QVERIFY2(contains(problem, {"NVIDIA driver"}), problem.c_str());
    cuda::Context* context = nullptr;
    QCOMPARE(plugin.api->open(0, nullptr, &context), static_cast<std::int32_t>(cuda::kNoDevice));
    QVERIFY(context == nullptr);
    QVERIFY(!std::string(plugin.api->errorText()).empty());
  }

  void deviceByName() {
    QVERIFY_EXCEPTION_THROWN(requireBackend("tpu"), Error);
    if (cuda::usablePlugin().api) QSKIP("this machine has a GPU");
    QVERIFY(findBackend("cuda") == nullptr);
    try {
      requireBackend("cuda");
      QFAIL("a GPU was found where there is none");
    } catch (const Error& error) {
      QCOMPARE(error.kind(), ErrorKind::Input);
      QCOMPARE(error.where(), std::string("device"));
      QVERIFY2(contains(error.what(), {"cuda cannot be used", QString::fromStdString(whyNoGpu()), "Choose cpu"}), error.what());
    }
    const GpuReport report = findGpu();
    QVERIFY2(contains(report.explanation, {"so training runs on the CPU."}), report.explanation.c_str());
  }

 private:
  // The first half of a library.
  QString damaged() {
    QFile whole(QStringLiteral(OTHER_PLUGIN));
    const QString path = folder_.filePath(QStringLiteral("libhalf.so"));
    QFile half(path);
    if (!whole.open(QIODevice::ReadOnly) || !half.open(QIODevice::WriteOnly)) return {};
    const QByteArray bytes = whole.readAll();
    half.write(bytes.left(bytes.size() / 2));
    return path;
  }

  QTemporaryDir folder_;
};

QTEST_GUILESS_MAIN(CudaPluginTest)
#include "plugin_test.moc"
