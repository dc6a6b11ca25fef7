// How many of cuDNN's plans a compilation builds, and what that takes: some are compiled then, a second each. The real library is asked for
// an H100 that is only described; what would run on the device does nothing. On a machine without CUDA's libraries it is skipped.
#include <dlfcn.h>

#include <cstring>
#include <ctime>
#include <set>

#include "core/backend/cuda/base/plugin_loader.h"
#include "tests/core/backend/cuda/emulated_steps.h"

#include <QtTest>

using namespace stepscope;
using cuda::Context;
using cuda::kOk;
using cuda::LibraryPlan;

namespace {

const cuda::DeviceApi* plugin = nullptr;
Context* described = nullptr;
std::set<LibraryPlan*> ofCudnn;  // the others are the emulated device's
std::byte somewhere[64];

template <auto make, class Request>
std::int32_t byCudnn(Context*, const Request* request, LibraryPlan** out, std::int64_t* workspaceBytes) {
  const std::int32_t status = (plugin->*make)(described, request, out, workspaceBytes);
  if (status == kOk) ofCudnn.insert(*out);
  return status;
}

// The emulated device without memory and without a kernel that runs, whose convolutions, norms, pools and attention are cuDNN's.
const cuda::DeviceApi& table() {
  static const cuda::DeviceApi made = [] {
    static const cuda::DeviceApi& host = cuda::emulatedDevice();
    cuda::DeviceApi api = host;
    api.errorText = [] { return plugin->errorText(); };
    api.allocate = [](Context*, std::int64_t, void** out) {
      *out = somewhere;
      return std::int32_t{kOk};
    };
    api.release = [](Context*, void*) {};
    api.copy = [](Context*, void* to, const void*, std::int64_t bytes, cuda::CopyKind kind, cuda::Stream) {
      if (kind == cuda::CopyKind::DeviceToHost) std::memset(to, 0, static_cast<std::size_t>(bytes));
      return std::int32_t{kOk};
    };
    api.zero = [](Context*, void*, std::int64_t, cuda::Stream) { return std::int32_t{kOk}; };
    api.launch = [](Context*, cuda::Kernel*, std::int64_t, std::int32_t, std::int64_t, const void*, std::int64_t) { return std::int32_t{kOk}; };
    api.makeConvolution = byCudnn<&cuda::DeviceApi::makeConvolution, cuda::ConvolutionRequest>;
    api.makeNorm = byCudnn<&cuda::DeviceApi::makeNorm, cuda::NormRequest>;
    api.makePool = byCudnn<&cuda::DeviceApi::makePool, cuda::PoolRequest>;
    api.makeAttention = byCudnn<&cuda::DeviceApi::makeAttention, cuda::AttentionRequest>;
    api.buildPlan = [](Context* context, LibraryPlan* plan) {
      return ofCudnn.contains(plan) ? plugin->buildPlan(described, plan) : host.buildPlan(context, plan);
    };
    api.runPlan = [](Context* context, LibraryPlan* plan, void* const*, void*) { return table().buildPlan(context, plan); };
    api.planName = [](LibraryPlan* plan) { return ofCudnn.contains(plan) ? plugin->planName(plan) : host.planName(plan); };
    api.alternatives = [](LibraryPlan* plan) { return ofCudnn.contains(plan) ? plugin->alternatives(plan) : host.alternatives(plan); };
    api.alternativeName = [](LibraryPlan* plan, std::int32_t index) {
      return ofCudnn.contains(plan) ? plugin->alternativeName(plan, index) : host.alternativeName(plan, index);
    };
    api.takeAlternative = [](Context* context, LibraryPlan* plan, std::int32_t index, std::int64_t* bytes) {
      return ofCudnn.contains(plan) ? plugin->takeAlternative(described, plan, index, bytes) : host.takeAlternative(context, plan, index, bytes);
    };
    api.freePlan = [](LibraryPlan* plan) { ofCudnn.erase(plan) > 0 ? plugin->freePlan(plan) : host.freePlan(plan); };
    return api;
  }();
  return made;
}

double processorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::int64_t builds() {
  std::int64_t count = 0;
  double ms = 0;
  plugin->planBuilds(described, &count, &ms);
  return count;
}

}  // namespace

class CudaPlanBuildsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QVERIFY2(dlopen(ACCEPTING_DRIVER, RTLD_NOW | RTLD_GLOBAL), dlerror());
    const cuda::Plugin loaded = cuda::loadPlugin(BUILT_PLUGIN);
    QVERIFY2(loaded.api, loaded.problem.c_str());
    plugin = loaded.api;
    QCOMPARE(plugin->openDescribed(90, &described), std::int32_t{kOk});
    LibraryPlan* plan = nullptr;
    std::int64_t bytes = 0;
    const cuda::ConvolutionRequest nothing;
    plugin->makeConvolution(described, &nothing, &plan, &bytes);
    const QByteArray text = plugin->errorText();
    if (text.contains("cannot be loaded") || text.contains("cudnn-frontend")) QSKIP(text);
  }

  // Equal requests share what was built, and what is refused is refused again.
  void aRequestIsBuiltOnce() {
    cuda::NormRequest r;
    r.kind = cuda::NormKind::Batch;
    r.relu = 1;
    r.rows = 8;
    r.channels = 64;
    r.height = r.width = 14;
    r.channelsLast = 1;
    r.type = cuda::ElementType::BF16;
    r.eps = 1e-5F;
    r.momentum = 0.1F;
    r.workspaceLimit = std::int64_t{32} << 20;
    std::vector<LibraryPlan*> plans;
    const std::int64_t before = builds();
    for (int i = 0; i < 3; ++i) {
      std::int64_t bytes = 0;
      QVERIFY2(plugin->makeNorm(described, &r, &plans.emplace_back(), &bytes) == kOk, plugin->errorText());
    }
    QCOMPARE(builds(), before);  // support and workspace are asked of the engine's configuration
    for (LibraryPlan* plan : plans) QVERIFY2(plugin->buildPlan(described, plan) == kOk, plugin->errorText());
    QCOMPARE(builds(), before + 1);
    // Another alternative is another kernel, of the one plan alone that takes it.
    std::int64_t bytes = 0;
    QVERIFY2(plugin->takeAlternative(described, plans[0], 1, &bytes) == kOk, plugin->errorText());
    QVERIFY(plugin->buildPlan(described, plans[0]) == kOk && plugin->buildPlan(described, plans[1]) == kOk);
    QCOMPARE(builds(), before + 2);
    QVERIFY(QByteArray(plugin->planName(plans[0])) != plugin->planName(plans[1]));
    r.momentum = 0.2F;
    LibraryPlan* another = nullptr;
    QVERIFY(plugin->makeNorm(described, &r, &another, &bytes) == kOk && plugin->buildPlan(described, another) == kOk);
    QCOMPARE(builds(), before + 3);
    plans.push_back(another);
    for (LibraryPlan* plan : plans) plugin->freePlan(plan);
    r.workspaceLimit = -1;
    for (int i = 0; i < 2; ++i) {
      QCOMPARE(plugin->makeNorm(described, &r, &another, &bytes), std::int32_t{cuda::kUnsupported});
      QVERIFY2(QByteArray(plugin->errorText()).contains("a norm"), plugin->errorText());
    }
  }

  // ResNet-50 as it is measured. Without tuning cuDNN's norms, which are compiled when they are built, are not asked for.
  void resnet50_data() {
    QTest::addColumn<int>("low");
    QTest::newRow("bf16") << static_cast<int>(DType::BF16);
    QTest::newRow("f16") << static_cast<int>(DType::F16);
  }
  void resnet50() {
    QFETCH(int, low);
    const Graph graph = trainingStep({.model = "resnet50", .low = static_cast<DType>(low), .sample = {3, 224, 224}, .batch = 256});
    const auto backend = cuda::makeBackend(table());
    const auto compile = [&](const char* what, const CompileOptions& options) {
      const std::int64_t before = builds();
      const double begin = processorSeconds();
      const auto program = backend->compile(graph, options);
      const std::int64_t made = builds() - before;
      qInfo("resnet50 %s, batch 256, %s: %.2f s of CPU, %lld plans built", QTest::currentDataTag(), what, processorSeconds() - begin,
            static_cast<long long>(made));
      return std::pair(made, std::ranges::count_if(program->kernels(), [](const NodeKernel& kernel) { return kernel.kernel == "cuDNN"; }));
    };
    CompileOptions predicted;
    predicted.mayTime = false;
    predicted.onlyPlanned = true;
    const auto [none, planned] = compile("predicted", predicted);
    QCOMPARE(none, std::int64_t{0});
    QVERIFY(planned >= 150);  // 53 convolutions, three passes each but for the first
    CompileOptions untuned;
    untuned.autotune = false;
    const auto [first, taken] = compile("without tuning", untuned);
    QVERIFY(taken >= 150);
    // Its distinct convolutions; in f16 one goes through a norm, too.
    QVERIFY2(first > 0 && first <= (low == static_cast<int>(DType::BF16) ? 68 : 69), std::to_string(first).c_str());
    const auto [second, again] = compile("once more", untuned);
    QCOMPARE(second, std::int64_t{0});
    QCOMPARE(again, taken);
  }

  void cleanupTestCase() {
    QVERIFY(ofCudnn.empty());
    if (described) plugin->close(described);
  }
};

QTEST_GUILESS_MAIN(CudaPlanBuildsTest)
#include "plan_builds_test.moc"
