// NVRTC needs no GPU: every kernel of the program is compiled for the GPUs it is meant for. cuDNN's description of a convolution is checked
// as far as the library checks it without a device, and so is what CUPTI can sample. On a machine without CUDA's libraries both are
// skipped.
#include <dlfcn.h>

#include <algorithm>
#include <map>

#include "core/backend/cuda/base/candidate.h"
#include "core/backend/cuda/base/kernel_sources.h"
#include "core/backend/cuda/base/plugin_loader.h"
#include "core/backend/cuda/cuda_backend.h"
#include "core/passes/step_graph.h"
#include "tests/core/backend/backend_cases.h"
#include "tests/core/backend/cuda/emulated_steps.h"
#include "tests/core/backend/cuda/optimizer_graphs.h"

#include <QtTest>

using namespace stepscope;

class CudaCompileTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    if (QByteArray(BUILT_PLUGIN).isEmpty()) QSKIP("built without the CUDA toolkit");
    const cuda::Plugin plugin = cuda::loadPlugin(BUILT_PLUGIN);
    QVERIFY2(plugin.api, plugin.problem.c_str());
    api_ = plugin.api;
    // Norms, pools and attention look for libcuda.so.1 even where they are only described: the toolkit's stub will do.
    if (!QByteArray(CUDA_STUB).isEmpty()) dlopen(CUDA_STUB, RTLD_NOW | RTLD_GLOBAL);
    // The kernels that programs ask for: those of every op case and optimizer.
    const auto backend = cuda::makeBackend(cuda::emulatedDevice());
    cuda::emulation().libraries = false;
    const auto compile = [&](const Graph& graph) {
      for (const ImageLayout images : {ImageLayout::ChannelsFirst, ImageLayout::ChannelsLast}) {
        CompileOptions options;
        options.images = images;
        backend->compile(graph, options);
      }
    };
    for (auto cases : {opCases(), backendCases()})
      for (const OpCase& c : cases) compile(c.graph.outputs().count("y") ? c.graph : autodiff(c.graph).graph);
    for (const OptimizerGraph& optimizer : optimizerGraphs()) compile(optimizer.graph);
    // And those around the libraries' kernels, which shall seem faster.
    const std::size_t alone = cuda::emulation().kernelTypes.size();
    cuda::emulation().libraries = true;
    cuda::emulation().ownKernelMs = 5;
    cuda::emulation().alternativeMs = {10};
    cuda::emulation().prologueMs = -9;
    for (const OpCase& c : opCases())
      if (!c.graph.outputs().count("y")) compile(autodiff(c.graph).graph);
    for (const bool through : {true, false})
      for (const DType type : {DType::F32, DType::BF16, DType::F16}) {
        cuda::emulation().throughNorms = through;
        compile(convolutionsWithNorms(type, 3));
      }
    QVERIFY(cuda::emulation().kernelTypes.size() >= alone + 8);
    for (const std::string& type : cuda::emulation().kernelTypes) types_.push_back(type);
    QVERIFY(types_.size() > 80);
  }

  // All to PTX, which is the compiler's whole judgement of the text; every twenty-fourth to machine code. STEPSCOPE_ALL_KERNELS=1: all for
  // all, which takes minutes.
  void kernels_data() {
    QTest::addColumn<int>("arch");
    QTest::addColumn<bool>("ptx");
    QTest::newRow("PTX") << 80 << true;
    QTest::newRow("A100") << 80 << false;
    QTest::newRow("H100, H200") << 90 << false;
    QTest::newRow("B200") << 100 << false;
  }
  void kernels() {
    QFETCH(int, arch);
    QFETCH(bool, ptx);
    const std::size_t step = ptx || qEnvironmentVariableIsSet("STEPSCOPE_ALL_KERNELS") ? 1 : 24;
    std::vector<cuda::KernelRef> refs;
    for (std::size_t i = static_cast<std::size_t>(arch) % step; i < types_.size(); i += step) refs.push_back({types_[i].c_str(), nullptr});
    const auto sources = cuda::kernelSources();
    std::int64_t bytes = 0;
    const std::int32_t status = api_->compileOnly(sources.data(), static_cast<std::int32_t>(sources.size()), refs.data(),
                                                  static_cast<std::int32_t>(refs.size()), arch, ptx, nullptr, &bytes);
    if (status == cuda::kUnsupported) QSKIP(api_->errorText());
    QVERIFY2(status == cuda::kOk, api_->errorText());
    QVERIFY(bytes > 10000);
  }

  void aWrongKernelIsRefusedWithTheCompilersWords() {
    const cuda::KernelRef wrong{"stepscope::cuda::NoSuchKernel", nullptr};
    const auto sources = cuda::kernelSources();
    std::int64_t bytes = 0;
    const std::int32_t status = api_->compileOnly(sources.data(), static_cast<std::int32_t>(sources.size()), &wrong, 1, 90, 1, nullptr, &bytes);
    if (status == cuda::kUnsupported) QSKIP(api_->errorText());
    QCOMPARE(status, static_cast<std::int32_t>(cuda::kFailed));
    QVERIFY2(QByteArray(api_->errorText()).contains("NoSuchKernel"), api_->errorText());
  }

  // Kernels are kept between runs. A file that was cut off, changed or written by another version is none: the kernel is compiled again.
  void aDamagedCacheIsNoCache_data() {
    QTest::addColumn<int>("damage");
    QTest::newRow("none") << 0;
    QTest::newRow("cut off") << 1;
    QTest::newRow("a byte is another") << 2;
    QTest::newRow("another version") << 3;
    QTest::newRow("empty") << 4;
  }
  void aDamagedCacheIsNoCache() {
    QFETCH(int, damage);
    const QTemporaryDir directory;
    const cuda::KernelRef kernel{types_[0].c_str(), nullptr};
    const auto sources = cuda::kernelSources();
    const auto compile = [&](std::int64_t& bytes) {
      return api_->compileOnly(sources.data(), static_cast<std::int32_t>(sources.size()), &kernel, 1, 90, 0, directory.path().toUtf8().constData(),
                               &bytes);
    };
    std::int64_t bytes = 0, again = 0;
    const std::int32_t status = compile(bytes);
    if (status == cuda::kUnsupported) QSKIP(api_->errorText());
    QVERIFY2(status == cuda::kOk, api_->errorText());
    const QStringList files = QDir(directory.filePath("cuda-kernels")).entryList(QDir::Files);
    QCOMPARE(static_cast<int>(files.size()), 1);
    QFile file(directory.filePath("cuda-kernels/" + files[0]));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray right = file.readAll();
    file.close();
    QVERIFY(right.size() > bytes);
    QByteArray text = right;
    if (damage == 1) text.chop(10);
    if (damage == 2) text[text.size() - 40] = static_cast<char>(text[text.size() - 40] ^ 0x20);
    if (damage == 3) text.replace(0, text.indexOf('\n'), "stepscope kernels");
    if (damage == 4) text.clear();
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    QVERIFY2(compile(again) == cuda::kOk, api_->errorText());
    QCOMPARE(again, bytes);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray after = file.readAll();  // NVRTC's images of one text differ in a few bytes, and so do their checksums
    QVERIFY(damage == 0 ? after == right : after != text);
    QVERIFY(after.startsWith(right.left(right.indexOf(' '))));
    QVERIFY2(compile(again) == cuda::kOk, api_->errorText());  // what was made again is taken: the file is left alone
    file.close();
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll() == after);
  }

  void convolutions_data() {
    QTest::addColumn<int>("pass");
    QTest::addColumn<int>("type");
    QTest::addColumn<bool>("channelsLast");
    QTest::addColumn<bool>("epilogue");
    QTest::addColumn<bool>("right");
    for (const int pass : {0, 1, 2})
      for (const int type : {0, 1, 2})
        for (const bool last : {false, true})
          QTest::addRow("pass %d type %d %s", pass, type, last ? "NHWC" : "NCHW") << pass << type << last << false << true;
    QTest::newRow("bias and relu") << 0 << 1 << true << true << true;
    QTest::newRow("with sums") << 3 << 1 << true << false << true;
    QTest::newRow("of integers") << 0 << 4 << true << false << false;
  }
  void convolutions() {
    QFETCH(int, pass);
    QFETCH(int, type);
    QFETCH(bool, channelsLast);
    QFETCH(bool, epilogue);
    QFETCH(bool, right);
    cuda::ConvolutionRequest r;
    cuda::Described described;
    r.pass = static_cast<cuda::ConvolutionPass>(pass % 3);
    r.statistics = pass == 3;
    r.type = r.weightType = static_cast<cuda::ElementType>(type);
    r.channelsLast = channelsLast;
    r.bias = r.relu = epilogue;
    const std::int64_t x[] = {8, 64, 28, 28}, w[] = {128, 64, 3, 3}, y[] = {8, 128, 14, 14};
    std::copy_n(x, 4, r.x);
    std::copy_n(w, 4, r.w);
    std::copy_n(y, 4, r.y);
    for (int i = 0; i < 2; ++i) {
      r.stride[i] = 2;
      r.padding[i] = r.dilation[i] = 1;
    }
    const std::int32_t status = api_->describeConvolution(&r, 0, &described);
    const QByteArray text = api_->errorText();
    if (status == cuda::kUnsupported && (text.contains("cannot be loaded") || text.contains("cudnn-frontend"))) QSKIP(text);
    QVERIFY2((status == cuda::kOk) == right, text);
  }

  void attention_data() {
    QTest::addColumn<bool>("backward");
    QTest::addColumn<int>("type");
    QTest::addColumn<bool>("packed");
    QTest::addColumn<bool>("right");
    for (const bool backward : {false, true})
      for (const bool packed : {false, true})
        QTest::addRow("%s %s", backward ? "backward" : "forward", packed ? "packed" : "apart") << backward << 1 << packed << true;
    QTest::newRow("f16") << false << 2 << false << true;
    QTest::newRow("f32, which cuDNN has not") << false << 0 << false << false;
  }
  void attention() {
    QFETCH(bool, backward);
    QFETCH(int, type);
    QFETCH(bool, packed);
    QFETCH(bool, right);
    cuda::AttentionRequest r;
    cuda::Described described;
    r.backward = backward;
    r.causal = 1;
    r.batch = 4;
    r.heads = 6;
    r.queries = r.keys = 256;
    r.size = 64;
    r.stepQ = r.stepKV = packed ? 3 * 384 : 384;
    r.scale = 0.125F;
    r.type = static_cast<cuda::ElementType>(type);
    const std::int32_t status = api_->describeAttention(&r, 90, &described);  // of an H100: cuDNN asks what it is for
    const QByteArray text = api_->errorText();
    if (right && status != cuda::kOk && text.contains("libcuda == nullptr")) QSKIP("there is no libcuda.so.1 and no stub of it");
    if (status == cuda::kUnsupported && (text.contains("cannot be loaded") || text.contains("cudnn-frontend"))) QSKIP(text);
    QVERIFY2((status == cuda::kOk) == right, text);
  }

  // What cuDNN offers for GPUs that are not here: it takes a description instead of a device.
  void kernelsOfDescribedGpus_data() {
    QTest::addColumn<int>("what");  // 0: convolution, 1: with sums, 2: through a norm, 3: layer norm, 4: RMS norm, 5: batch norm, 6:
                                    // average, 7: batch norm with residual and relu, 8: maximum with its place, 9: attention with a mask of
                                    // keys, 10: convolution with sums that reads through a norm, 11: weight gradient that does
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("arch");
    QTest::addColumn<bool>("offered");
    const char* names[] = {"convolution",
                           "with sums",
                           "through a norm",
                           "layer norm",
                           "RMS norm",
                           "batch norm",
                           "average pool",
                           "batch norm, residual, relu",
                           "max pool with places",
                           "attention with a mask",
                           "convolution read through a norm",
                           "weight gradient read through a norm"};
    for (const int arch : {80, 90, 100})
      for (const int type : {0, 1, 2})
        for (int what = 0; what < 12; ++what) {
          // cuDNN 9.19 fuses sums and norms with convolutions in f16 only, those in front of them on A100 and H100 only, and attention is
          // of 16 bits.
          const bool offered = what >= 10 ? type == 2 && arch < 100 : what == 1 || what == 2 ? type == 2 : what != 9 || type != 0;
          QTest::addRow("%s, type %d, sm_%d", names[what], type, arch) << what << type << arch << offered;
        }
  }
  void kernelsOfDescribedGpus() {
    QFETCH(int, what);
    QFETCH(int, type);
    QFETCH(int, arch);
    QFETCH(bool, offered);
    cuda::Described described;
    std::int32_t status = cuda::kFailed;
    const auto element = static_cast<cuda::ElementType>(type);
    if (what <= 2 || what >= 10) {
      // Those of a bottleneck of ResNet-50: 3x3, and 1x1 behind it; and that which halves the images.
      const std::int64_t x[] = {32, 64, 56, 56}, shapes[][3] = {{64, 3, 1}, {256, 1, 1}, {64, 3, 2}};
      for (const auto& [channels, size, stride] : shapes) {
        cuda::ConvolutionRequest r;
        r.type = r.weightType = element;
        r.channelsLast = 1;
        r.statistics = what == 1 || what == 10;
        r.normGradient = what == 2;
        r.prologue = what >= 10;
        if (what == 2) r.pass = cuda::ConvolutionPass::InputGradient;
        if (what == 11) r.pass = cuda::ConvolutionPass::WeightGradient;
        const std::int64_t w[] = {channels, 64, size, size}, y[] = {32, channels, 56 / stride, 56 / stride};
        std::copy_n(x, 4, r.x);
        std::copy_n(w, 4, r.w);
        std::copy_n(y, 4, r.y);
        for (int i = 0; i < 2; ++i) {
          r.stride[i] = stride;
          r.padding[i] = size / 2;
          r.dilation[i] = 1;
        }
        status = api_->describeConvolution(&r, arch, &described);
        if ((status == cuda::kOk) != offered) break;
      }
    } else if (what == 9) {
      for (const int backward : {0, 1}) {
        cuda::AttentionRequest r;
        r.backward = backward;
        r.keyBias = 1;
        r.batch = 4;
        r.heads = 6;
        r.queries = r.keys = 256;
        r.size = 64;
        r.stepQ = r.stepKV = 384;
        r.scale = 0.125F;
        r.type = element;
        status = api_->describeAttention(&r, arch, &described);
        if (status != cuda::kOk) break;
      }
    } else if (what <= 5 || what == 7) {
      for (const int backward : {0, 1}) {
        cuda::NormRequest r;
        r.kind = what == 3 ? cuda::NormKind::Layer : what == 4 ? cuda::NormKind::Rms : cuda::NormKind::Batch;
        r.relu = r.residual = what == 7;
        r.backward = backward;
        r.rows = what >= 5 ? 32 : 4096;
        r.channels = 384;
        if (what >= 5) r.height = r.width = 14;
        r.channelsLast = what >= 5;
        r.type = element;
        r.eps = 1e-5F;
        r.momentum = 0.1F;
        status = api_->describeNorm(&r, arch, &described);
        if (status != cuda::kOk) break;
      }
    } else {
      cuda::PoolRequest r;
      r.average = what == 6;
      r.indices = what == 8;
      r.type = element;
      r.channelsLast = 1;
      const std::int64_t x[] = {32, 64, 56, 56}, y[] = {32, 64, 28, 28};
      std::copy_n(x, 4, r.x);
      std::copy_n(y, 4, r.y);
      for (int i = 0; i < 2; ++i) r.window[i] = r.stride[i] = 2;
      status = api_->describePool(&r, arch, &described);
    }
    const QByteArray text = api_->errorText();
    if (status == cuda::kUnsupported && (text.contains("cannot be loaded") || text.contains("cudnn-frontend"))) QSKIP(text);
    if (status != cuda::kOk && text.contains("libcuda == nullptr")) QSKIP("there is no libcuda.so.1 and no stub of it");
    QVERIFY2((status == cuda::kOk) == offered, text.left(600));
    if (offered) QVERIFY(described.plans > 0 && described.first[0] != 0);
  }

  // The hardware counts a few things at a time, and sampling has one pass: CUPTI tells what goes together on a chip without having it.
  void countersOfDescribedGpus_data() {
    QTest::addColumn<int>("told");  // of SM active, tensor cores active, DRAM throughput, PCIe sent, PCIe received: how many, from the first
    QTest::newRow("GA100") << 5;
    QTest::newRow("GA102") << 5;
    QTest::newRow("AD102") << 5;
    QTest::newRow("GH100") << 5;
    QTest::newRow("GB100") << 3;  // its PCIe is not counted where samples are taken
    QTest::newRow("GB202") << 5;
    QTest::newRow("no such chip") << -1;
  }
  void countersOfDescribedGpus() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("CUPTI loads a library in a way (RTLD_DEEPBIND) that sanitizers end the process for");
#endif
    QFETCH(int, told);
    std::int32_t counters[cuda::kCounters] = {};
    const std::int32_t status = api_->describeCounters(QTest::currentDataTag(), counters);
    const QByteArray text = api_->errorText();
    if (text.contains("cannot be loaded")) QSKIP(text);
    if (told < 0) {
      QVERIFY(status != cuda::kOk);
      QVERIFY2(text.contains("CUPTI"), text);
      return;
    }
    QVERIFY2(status == cuda::kOk, text);
    for (int i = 0; i < cuda::kCounters; ++i) QCOMPARE(counters[i], i < told ? 1 : 0);
  }

  void refusalsOfTheProfiler_data() {
    QTest::addColumn<int>("code");  // CUptiResult
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("says");
    QTest::newRow("counters are the administrator's") << 35 << int{cuda::kNotPermitted} << "no permission for counters";
    QTest::newRow("so they are on a virtual GPU") << 40 << int{cuda::kNotPermitted} << "no permission for counters";
    QTest::newRow("Nsight is attached") << 39 << int{cuda::kFailed} << "another profiler is attached";
    QTest::newRow("DCGM samples") << 26 << int{cuda::kUnsupported} << "another program holds the counters";
    QTest::newRow("a slice of a GPU") << 43 << int{cuda::kUnsupported} << "does not support this kind of GPU";
    QTest::newRow("without a driver") << 999 << int{cuda::kFailed} << "(999)";
    QTest::newRow("none") << 0 << int{cuda::kOk} << "";
  }
  void refusalsOfTheProfiler() {
    QFETCH(int, code);
    QFETCH(int, status);
    QFETCH(QString, says);
    const std::int32_t found = api_->profilerError(code);
    const QByteArray text = api_->errorText();
    if (found != cuda::kOk && text.contains("cannot be loaded")) QSKIP(text);
    QCOMPARE(found, status);
    QVERIFY2(says.isEmpty() || QString(text).contains(says), text);
  }

 private:
  const cuda::DeviceApi* api_ = nullptr;
  std::vector<std::string> types_;
};

QTEST_GUILESS_MAIN(CudaCompileTest)
#include "compile_test.moc"
