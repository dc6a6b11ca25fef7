// Where in a program time comes from: ops, modules, lines of Python, named ranges; of a wait the frames that most of it was spent in.
#include <QtTest>

#include "profiler/analysis/culprit/culprits.h"
#include "profiler/analysis/self_time.h"
#include "tests/profiler/analysis/trace_builder.h"

using namespace stepscope;

namespace {

SpanRef spanNamed(const Trace& trace, const std::string& name) {
  for (std::size_t l = 0; l < trace.lanes.size(); ++l)
    for (std::size_t i = 0; i < trace.lanes[l].size(); ++i)
      if (trace.names.name(trace.lanes[l].name[i]) == name) return {static_cast<std::int32_t>(l), static_cast<std::uint32_t>(i)};
  return {};
}

// A step whose Python stack is on its own thread: train.py calls two modules, the inner one an op that launches a kernel.
Trace stacked() {
  TraceBuilder b;
  b.gpu("Trainer", "cudaLaunchKernel", SpanKind::Runtime, 340, 10, 1);
  b.gpu("Trainer", "aten::addmm", SpanKind::CpuOp, 330, 40);
  b.gpu("Trainer", "aten::linear", SpanKind::CpuOp, 320, 60);
  b.gpu("Trainer", "torch/nn/functional.py(2000): linear", SpanKind::Python, 310, 80);
  b.gpu("Trainer", "nn.Module: Linear_0", SpanKind::Python, 300, 100);
  b.gpu("Trainer", "model.py(12): forward", SpanKind::Python, 250, 200);
  b.gpu("Trainer", "nn.Module: GPT_0", SpanKind::Python, 200, 300);
  b.gpu("Trainer", "train.py(52): step", SpanKind::Python, 100, 800);
  b.span("Trainer", "step", Category::Step, 0, 1000, -1, 0);
  b.gpu("GPU stream 7", "ampere_sgemm", SpanKind::Kernel, 400, 500, 1);
  return b.build();
}

}  // namespace

class CulpritsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aKernelIsOfTheOpModuleAndLineThatLaunchedIt() {
    const Trace trace = stacked();
    const HostStacks stacks(trace);
    const ProgramPlace place = stacks.placeOf(spanNamed(trace, "ampere_sgemm"));
    QCOMPARE(place.op, std::string("aten::linear"));  // what was written, not what it came to
    QCOMPARE(place.module, std::string("GPT_0/Linear_0"));
    QCOMPARE(place.line, std::string("model.py(12): forward"));  // the frame of torch within it is of a library
    QCOMPARE(place.text(), std::string("aten::linear in GPT_0/Linear_0, model.py(12): forward"));
  }

  void whatEndsBeforeTheSpanDoesNotHoldIt() {
    TraceBuilder b;
    b.gpu("Trainer", "aten::item", SpanKind::CpuOp, 100, 50);
    b.gpu("Trainer", "aten::add", SpanKind::CpuOp, 160, 20);
    const Trace trace = b.build();
    QCOMPARE(HostStacks(trace).placeOf(spanNamed(trace, "aten::add")).op, std::string("aten::add"));
  }

  void wrappersAreNoPlace() {
    TraceBuilder b;
    b.gpu("Trainer", "aten::mm", SpanKind::CpuOp, 110, 20);
    b.gpu("Trainer", "Torch-Compiled Region: 0/0", SpanKind::CpuOp, 100, 50);
    b.gpu("Trainer", "aten::convolution_backward", SpanKind::CpuOp, 210, 20);
    b.gpu("Trainer", "autograd::engine::evaluate_function: ConvolutionBackward0", SpanKind::CpuOp, 200, 50);
    const Trace trace = b.build();
    QCOMPARE(HostStacks(trace).placeOf(spanNamed(trace, "aten::mm")).op, std::string("aten::mm"));
    QCOMPARE(HostStacks(trace).placeOf(spanNamed(trace, "aten::convolution_backward")).op, std::string("ConvolutionBackward0"));
  }

  void placesAreSummedAndSorted() {
    TraceBuilder b;
    for (int i = 0; i < 4; ++i) {
      b.gpu("Trainer", "cudaStreamSynchronize", SpanKind::Runtime, 1000 * i + 20, i == 3 ? 500 : 100);
      b.gpu("Trainer", i == 3 ? "aten::nonzero" : "aten::item", SpanKind::CpuOp, 1000 * i + 10, 700);
    }
    const Trace trace = b.build();
    std::vector<SpanRef> waits;
    for (std::size_t l = 0; l < trace.lanes.size(); ++l)
      for (std::size_t i = 0; i < trace.lanes[l].size(); ++i)
        if (trace.lanes[l].kindOf(i) == SpanKind::Runtime) waits.push_back({static_cast<std::int32_t>(l), static_cast<std::uint32_t>(i)});
    const std::vector<Culprit> culprits = culpritsOf(HostStacks(trace), waits);
    QCOMPARE(culprits.size(), std::size_t{2});
    QCOMPARE(culprits[0].place, std::string("aten::nonzero"));
    QCOMPARE(culprits[0].ns, std::int64_t{500});
    QCOMPARE(culprits[1].ns, std::int64_t{300});
    QCOMPARE(culprits[1].count, std::int64_t{3});
  }

  // 600 of 1000 in resize, of these 550 in scipy; the rest elsewhere.
  void theFrameThatMostOfAWaitIsSpentIn() {
    TraceBuilder b;
    b.gpu("Trainer", "scipy/ndimage/interpolation.py(640): zoom", SpanKind::Python, 160, 550);
    b.gpu("Trainer", "images.py(301): resize", SpanKind::Python, 150, 600);
    b.gpu("Trainer", "images.py(88): flip", SpanKind::Python, 760, 100);
    b.gpu("Trainer", "torch/utils/data/dataset.py(9): __getitem__", SpanKind::Python, 120, 800);
    b.gpu("Trainer", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", SpanKind::Annotation, 100, 1000);
    b.span("Trainer", "step", Category::Step, 0, 2000, -1, 0);
    const Trace trace = b.build();
    const std::vector<Culprit> culprits = dominantFrames(HostStacks(trace), trainerTrack(trace), {{100, 1100}});
    QCOMPARE(culprits.size(), std::size_t{1});
    QCOMPARE(culprits[0].place, std::string("images.py(301): resize > scipy/ndimage/interpolation.py(640): zoom"));
    QCOMPARE(culprits[0].ns, std::int64_t{550});
  }

  void aWaitWithoutAnythingInItNamesNobody() {
    TraceBuilder b;
    b.gpu("Trainer", "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", SpanKind::Annotation, 100, 1000);
    b.span("Trainer", "step", Category::Step, 0, 2000, -1, 0);
    const Trace trace = b.build();
    QVERIFY(dominantFrames(HostStacks(trace), trainerTrack(trace), {{100, 1100}}).empty());
  }

  void framesOfLibraries() {
    QVERIFY(isLibraryFrame("torch/nn/modules/module.py(1501): _call_impl"));
    QVERIFY(isLibraryFrame("/usr/lib/python3.11/threading.py(12): run"));
    QVERIFY(isLibraryFrame("/home/me/env/lib/python3.9/site-packages/timm/models/vit.py(3): forward"));
    QVERIFY(isLibraryFrame("<built-in method _convolution of type object at 0x7f>"));
    QVERIFY(!isLibraryFrame("/home/me/project/train.py(52): main"));
    QVERIFY(!isLibraryFrame("train.py(52): main"));
  }
};

QTEST_APPLESS_MAIN(CulpritsTest)
#include "culprits_test.moc"
