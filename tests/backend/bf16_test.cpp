// Every op of the table in bf16: the same cases with their floating operands cast to bf16, so that op and gradients run on bf16 values,
// against the double-precision interpreter on the f32 graph.
#include <algorithm>
#include <map>
#include <set>

#include "core/base/error.h"
#include "core/graph/op.h"
#include "core/passes/amp.h"
#include "core/passes/step_graph.h"
#include "tests/backend/program_runner.h"
#include "tests/graph/op_cases.h"

#include <QtTest>

using namespace stepscope;

namespace {

// Harsher than autocast: what a case is about runs in bf16, listed or not. The loss behind it runs in f32, as in every policy.
AmpClass everythingLow(const OpDef& op) {
  return op.name == "softmax_cross_entropy" || op.ampCpu == AmpClass::F32 ? AmpClass::F32 : AmpClass::Low;
}

// The operands as bf16 holds them, so that what is compared is the arithmetic and not which of two nearly equal numbers is the maximum.
reference::Bindings rounded(const OpCase& c) {
  reference::Bindings inputs = c.inputs;
  for (const Value& value : c.graph.values()) {
    if (value.producer != kNone || value.dtype != DType::F32) continue;
    for (double& v : inputs.at(value.name)) {
      const auto f = static_cast<float>(v);
      std::uint32_t bits;
      std::memcpy(&bits, &f, 4);
      bits = (bits + 0x7FFFu + ((bits >> 16) & 1u)) & 0xFFFF0000u;
      float r;
      std::memcpy(&r, &bits, 4);
      v = r;
    }
  }
  return inputs;
}

}  // namespace

class Bf16Test : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    if (qgetenv("STEPSCOPE_BF16") != "arithmetic") return;
    try {
      findBackend("cpu")->device();
    } catch (const Error& error) {
      QSKIP(error.what());
    }
  }

  void agreesWithF32_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < cases_.size(); ++i) QTest::newRow(cases_[i].name.c_str()) << static_cast<int>(i);
  }

  void agreesWithF32() {
    QFETCH(int, index);
    const OpCase& c = cases_[static_cast<std::size_t>(index)];
    const reference::Bindings inputs = rounded(c);
    const AutodiffResult exact = autodiff(c.graph);
    const reference::Result expected = reference::interpret(exact.graph, inputs);

    AutodiffResult half = autodiff(amp(c.graph, DType::BF16, everythingLow).graph);
    half.graph.verify();
    int lowNodes = 0;
    for (const Node& node : half.graph.nodes()) {
      const bool low = std::any_of(node.inputs.begin(), node.inputs.end(),
                                   [&](ValueId v) { return v != kNone && half.graph.value(v).dtype == DType::BF16; });
      if (low && node.op->name != "cast") {
        ++lowNodes;
        opsInBf16_.insert(std::string(node.op->name));
      }
    }
    for (const auto& [parameter, gradient] : half.gradients) {
      QCOMPARE(half.graph.value(gradient).dtype, DType::F32);
      half.graph.markOutput("gradient of " + half.graph.value(parameter).name, gradient);
    }
    CompileOptions options;
    options.threads = 2;
    options.autotune = false;
    const auto program = findBackend("cpu")->compile(half.graph, options);
    program->graph().verify();
    attachAlone(*program);
    bindState(*program, half.graph, inputs);
    bindInputs(*program, half.graph, inputs);
    program->run();
    QCOMPARE(program->measuredPeakBytes(), program->plan().peakBytes());

    // A product of n rounded numbers errs by about 2^-9 / sqrt(3) each; gradients pass several roundings.
    constexpr double kBound = 4e-4;
    const auto compare = [&](const std::string& name, const reference::Tensor& tensor) {
      const double error = normalizedError(readFloats(*program, name, static_cast<std::int64_t>(tensor.size())), tensor);
      largest_ = std::max(largest_, error);
      QVERIFY2(error <= kBound, qPrintable(QString("%1: error %2 with %3 nodes in bf16").arg(name.c_str()).arg(error).arg(lowNodes)));
    };
    compare("loss", expected["loss"]);
    for (const auto& [parameter, gradient] : exact.gradients)
      compare("gradient of " + exact.graph.value(parameter).name, expected[gradient]);
    ++passed_;
  }

  void everyFloatingOpRanInBf16() {
    const std::set<std::string_view> alwaysF32{"softmax_cross_entropy_grad", "accuracy", "batch_norm_inference", "reorder", "cast"};
    for (const OpDef* op : allOps()) {
      if (!op->gradient || op->ampCpu == AmpClass::F32 || alwaysF32.count(op->name)) continue;
      QVERIFY2(opsInBf16_.count(std::string(op->name)), std::string(op->name).c_str());
    }
  }

  void cleanupTestCase() {
    qInfo("%d op cases in bf16 agree with f32, %d ops; largest normalised squared error %.1e", passed_, static_cast<int>(opsInBf16_.size()),
          largest_);
  }

 private:
  const std::vector<OpCase> cases_ = opCases();
  std::set<std::string> opsInBf16_;
  int passed_ = 0;
  double largest_ = 0;
};

QTEST_GUILESS_MAIN(Bf16Test)
#include "bf16_test.moc"
