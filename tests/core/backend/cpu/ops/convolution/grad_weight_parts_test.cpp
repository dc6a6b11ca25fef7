// The library's weight gradient of a convolution in parts of one thread each: every candidate against plain loops, how the work is cut, and
// that the library itself never takes a second thread for it, at whose barriers it would spin.
#include "core/backend/cpu/ops/convolution/grad_weight_parts.h"

#include <omp.h>

#include <cstring>
#include <filesystem>
#include <random>
#include <thread>

#include "core/backend/cpu/onednn/library.h"
#include "core/backend/cpu/ops/elementwise/convert.h"
#include "core/backend/cpu/precision/through_f32.h"
#include "core/backend/cpu/tuning/kernel_table.h"
#include "core/base/error.h"
#include "tests/core/backend/narrow_reference.h"
#include "tests/support/compare_arrays.h"

#include <QtTest>

using namespace stepscope;
using namespace stepscope::cpu;

namespace {

struct Window {
  std::int64_t n, c, h, w, o, kernel, stride, padding, dilation = 1, groups = 1;
};

// Batches and channels that cannot be cut evenly, more threads than images, channels that end within a block, groups, one image.
const Window kWindows[] = {
    {6, 16, 9, 9, 32, 3, 1, 1},    {5, 32, 8, 7, 48, 3, 2, 1},       {1, 16, 6, 6, 80, 3, 1, 1},  {1, 16, 7, 7, 16, 1, 1, 0},
    {2, 64, 2, 2, 96, 3, 1, 1},    {3, 3, 17, 15, 24, 5, 2, 2},      {4, 20, 6, 6, 40, 3, 1, 1},  {7, 16, 8, 8, 64, 1, 2, 0},
    {4, 32, 8, 8, 32, 3, 1, 2, 2}, {3, 16, 7, 7, 32, 3, 1, 1, 1, 2}, {2, 32, 5, 5, 112, 3, 1, 1}, {8, 48, 4, 4, 16, 3, 1, 1},
};

std::size_t at(const Shape& shape, std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
  return static_cast<std::size_t>(((a * shape[1] + b) * shape[2] + c) * shape[3] + d);
}

struct Problem {
  Graph graph;
  NodeId node = kNone;
  Shape x, y, w;
  std::vector<float> xs, ys;     // as the type holds them
  std::vector<double> expected;  // plain loops in double
};

// result: of the gradient, f32 or the type of the images.
Problem problemOf(const Window& s, DType type, DType result) {
  Problem p;
  const auto out = [&](std::int64_t in) { return (in + 2 * s.padding - s.dilation * (s.kernel - 1) - 1) / s.stride + 1; };
  p.x = {s.n, s.c, s.h, s.w};
  p.y = {s.n, s.o, out(s.h), out(s.w)};
  p.w = {s.o, s.c / s.groups, s.kernel, s.kernel};
  const ValueId x = p.graph.addInput("x", type, p.x), y = p.graph.addInput("dy", type, p.y);
  p.node = p.graph.addNode("conv2d_grad_weight", {x, y},
                           {{"stride", Shape{s.stride, s.stride}},
                            {"padding", Shape{s.padding, s.padding}},
                            {"dilation", Shape{s.dilation, s.dilation}},
                            {"groups", s.groups},
                            {"relu", false},
                            {"weight_shape", p.w}},
                           "conv", Phase::Backward);
  Value& gradient = p.graph.value(p.graph.node(p.node).outputs[0]);
  gradient.dtype = result;
  gradient.bytes = numel(p.w) * sizeOf(result);
  std::mt19937 generator(7);
  std::uniform_real_distribution<float> draw(-1, 1);
  const auto fill = [&](std::vector<float>& values, const Shape& shape) {
    values.resize(static_cast<std::size_t>(numel(shape)));
    for (float& value : values) value = static_cast<float>(nearestOf(static_cast<double>(draw(generator)), type));
  };
  fill(p.xs, p.x);
  fill(p.ys, p.y);
  p.expected.assign(static_cast<std::size_t>(numel(p.w)), 0.0);
  const std::int64_t inputs = s.c / s.groups, outputs = s.o / s.groups;
  for (std::int64_t n = 0; n < s.n; ++n)
    for (std::int64_t o = 0; o < s.o; ++o)
      for (std::int64_t c = 0; c < inputs; ++c)
        for (std::int64_t kh = 0; kh < s.kernel; ++kh)
          for (std::int64_t kw = 0; kw < s.kernel; ++kw)
            for (std::int64_t oh = 0; oh < p.y[2]; ++oh)
              for (std::int64_t ow = 0; ow < p.y[3]; ++ow) {
                const std::int64_t ih = oh * s.stride - s.padding + kh * s.dilation, iw = ow * s.stride - s.padding + kw * s.dilation;
                if (ih < 0 || iw < 0 || ih >= s.h || iw >= s.w) continue;
                p.expected[at(p.w, o, c, kh, kw)] +=
                    static_cast<double>(p.xs[at(p.x, n, o / outputs * inputs + c, ih, iw)]) * static_cast<double>(p.ys[at(p.y, n, o, oh, ow)]);
              }
  return p;
}

using Bytes = std::vector<std::byte>;

std::byte* aligned(Bytes& bytes, std::int64_t size) {
  bytes.assign(static_cast<std::size_t>(size) + 128, std::byte{0x7f});
  const auto address = reinterpret_cast<std::uintptr_t>(bytes.data());
  return bytes.data() + ((address + 63) / 64 * 64 - address);
}

void copyInto(const onednn::TensorDesc& from, const void* source, const onednn::TensorDesc& to, void* target) {
  const auto reorder = onednn::makeReorder(from, to);
  require(reorder.has_value(), "the library has no copy between two layouts");
  Bytes scratch;
  reorder
      ->bind({{onednn::Arg::Src, const_cast<void*>(source)},
              {onednn::Arg::Dst, target},
              {onednn::Arg::Scratchpad, aligned(scratch, reorder->scratchpadBytes())}})
      .run();
}

std::vector<float> gradientBy(const Candidate& candidate, const Problem& p, DType type) {
  Bytes memory[4];
  Buffers buffers;
  const auto give = [&](std::size_t i, const Shape& shape, const std::vector<float>& values) {
    std::byte* target = aligned(memory[i], candidate.inputs[i].bytes);
    const auto f32 = onednn::TensorDesc::plain(shape, DType::F32);
    if (type == DType::F16) {  // the library has no conversion to it
      Bytes wide;
      std::byte* arranged = aligned(wide, candidate.inputs[i].bytes * 2);
      copyInto(f32, values.data(), onednn::TensorDesc::image(shape, DType::F32, candidate.inputs[i].layout), arranged);
      kernels::f32ToF16(reinterpret_cast<const float*>(arranged), reinterpret_cast<std::uint16_t*>(target), candidate.inputs[i].bytes / 2, 1);
    } else {
      copyInto(f32, values.data(), candidate.inputs[i].desc, target);
    }
    buffers.inputs.push_back(target);
  };
  give(0, p.x, p.xs);
  give(1, p.y, p.ys);
  buffers.outputs.push_back(aligned(memory[2], candidate.outputs[0].bytes));
  buffers.workspace = aligned(memory[3], candidate.workspaceBytes);
  const Launch launch = candidate.bind(buffers);
  launch();
  launch();  // sums of an earlier step must not count
  std::vector<float> got(p.expected.size());
  const Physical& made = candidate.outputs[0];
  if (made.desc.dtype() == DType::F16) {  // plain: nothing else is offered in it
    require(made.desc.isPlain(), "a gradient in fp16 that is not plain");
    kernels::f16ToF32(reinterpret_cast<const std::uint16_t*>(buffers.outputs[0]), got.data(), static_cast<std::int64_t>(got.size()), 1);
    return got;
  }
  copyInto(made.desc, buffers.outputs[0], onednn::TensorDesc::plain(made.desc.dims(), DType::F32), got.data());
  return got;
}

int threadsOfThisProcess() {
  int count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) ++count;
  return count;
}

}  // namespace

class GradWeightPartsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void agreesWithPlainLoops_data() {
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("result");
    const int f32 = static_cast<int>(DType::F32), bf16 = static_cast<int>(DType::BF16), fp16 = static_cast<int>(DType::F16);
    QTest::addRow("f32") << f32 << f32;
    QTest::addRow("bf16") << bf16 << f32;
    QTest::addRow("fp16") << fp16 << f32;
    QTest::addRow("bf16, gradient too") << bf16 << bf16;
    QTest::addRow("fp16, gradient too") << fp16 << fp16;
  }

  void agreesWithPlainLoops() {
    QFETCH(int, type);
    QFETCH(int, result);
    const auto dtype = static_cast<DType>(type), resultType = static_cast<DType>(result);
    // Sums in f32; a narrow gradient is rounded once.
    const double bound = resultType == DType::F32 ? 1e-5 : roundingOf(resultType);
    int tried = 0;
    for (const Window& window : kWindows) {
      const Problem p = problemOf(window, dtype, resultType);
      for (const Layout images : {Layout::Blocked16, Layout::Blocked8, Layout::ChannelsLast, Layout::Plain})
        for (const int threads : {2, 3, 5})
          for (const bool arithmetic : {false, true}) {
            if (arithmetic && (dtype != DType::BF16 || !onednn::hasBf16())) continue;
            const ScopedThreads scope(threads);
            const KernelRequest request{p.graph, p.graph.node(p.node), threads, images, {}, {}, arithmetic};
            for (const NamedMaker& maker : makersFor(opOf(OpId::Conv2dGradWeight))) {
              const auto candidate = makeCandidate(maker, request);
              if (!candidate || candidate->library.find("oneDNN") == std::string::npos) continue;
              const auto compared = test::compareNorms(gradientBy(*candidate, p, dtype), p.expected, bound);
              QVERIFY2(compared.ok, qPrintable(QString("%1 (%2), window %3, %4 threads, layout %5: %6")
                                                   .arg(QString::fromStdString(candidate->name), QString::fromStdString(candidate->library))
                                                   .arg(&window - kWindows)
                                                   .arg(threads)
                                                   .arg(static_cast<int>(images))
                                                   .arg(QString::fromStdString(compared.message))));
              ++tried;
            }
          }
    }
    qInfo("%d kernels tried", tried);
    QVERIFY(tried >= 12 * 4 * 3);
  }

  // Its workers come with the first parallel region of a thread of ours and stay: none have come where there was none.
  void theLibraryTakesNoSecondThread() {
    const Window& window = kWindows[0];
    const Problem p = problemOf(window, DType::F32, DType::F32);
    int before = -1, after = -1, ofATeam = -1;
    std::thread([&] {
      before = threadsOfThisProcess();
      omp_set_num_threads(6);
      onednn::ConvolutionSpec spec;
      spec.pass = onednn::ConvolutionSpec::Pass::BackwardWeights;
      spec.x = p.x;
      spec.w = p.w;
      spec.y = p.y;
      spec.padding[0] = spec.padding[1] = 1;
      const auto primitive = onednn::makeConvolution(spec);
      require(primitive.has_value(), "the library has no weight gradient of a plain convolution");
      Bytes memory[4];
      using onednn::Arg;
      const auto memoryOf = [&](std::size_t i, Arg arg) { return aligned(memory[i], primitive->desc(arg).bytes()); };
      primitive
          ->bind({{Arg::Src, memoryOf(0, Arg::Src)},
                  {Arg::DiffDst, memoryOf(1, Arg::DiffDst)},
                  {Arg::DiffWeights, memoryOf(2, Arg::DiffWeights)},
                  {Arg::Scratchpad, aligned(memory[3], primitive->scratchpadBytes())}})
          .run();
      after = threadsOfThisProcess();
#pragma omp parallel num_threads(6)
      {
#pragma omp single
        ofATeam = threadsOfThisProcess();
      }
    }).join();
    QCOMPARE(after, before);
    QCOMPARE(ofATeam, before + 5);  // so a team would have been seen
  }

  void theCutFollowsTheShape() {
    onednn::ConvolutionSpec spec;
    const auto shapes = [&](std::int64_t n, std::int64_t c, std::int64_t size, std::int64_t o) {
      spec.x = {n, c, size, size};
      spec.y = {n, o, size, size};
      spec.w = {o, c, 3, 3};
      return cutGradWeight(spec, 2, 16);
    };
    // Large images and few weights: by images. Small images and many weights: by channels, with nothing to sum. One image: by channels.
    GradWeightCut cut = shapes(64, 64, 32, 64);
    QCOMPARE(cut.images, 2);
    QCOMPARE(cut.channels, 1);
    cut = shapes(64, 512, 2, 512);
    QCOMPARE(cut.images, 1);
    QCOMPARE(cut.channels, 2);
    cut = shapes(1, 64, 32, 64);
    QCOMPARE(cut.images, 1);
    QCOMPARE(cut.channels, 2);
    // Every thread has work, and there are never more parts than threads.
    for (const std::int64_t n : {1, 2, 3, 7, 64})
      for (const std::int64_t o : {16, 48, 80, 512})
        for (const int threads : {1, 2, 3, 4, 16}) {
          shapes(n, 32, 8, o);
          cut = cutGradWeight(spec, threads, 16);
          QVERIFY(cut.images >= 1 && cut.channels >= 1 && cut.parts() <= threads && cut.images <= n && cut.channels <= o / 16);
          if (threads > 1 && n * (o / 16) > 1) QVERIFY(cut.parts() > 1);
          QCOMPARE(cutGradWeight(spec, threads, 0).channels, 1);
        }
  }
};

QTEST_GUILESS_MAIN(GradWeightPartsTest)
#include "grad_weight_parts_test.moc"
