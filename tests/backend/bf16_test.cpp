// Every op of the table in bf16 and in fp16: the same cases with their floating operands cast to the narrow type, so that op and gradients
// run on its values, against the double-precision interpreter on the f32 graph.
#include <algorithm>
#include <map>
#include <set>

#include "core/base/error.h"
#include "core/graph/op.h"
#include "core/passes/amp.h"
#include "core/passes/step_graph.h"
#include "tests/backend/backend_cases.h"
#include "tests/backend/program_runner.h"
#include "tests/graph/case_builder.h"
#include "tests/graph/op_cases.h"

#include <QtTest>

using namespace stepscope;

namespace {

// Harsher than autocast: what a case is about runs in the narrow type, listed or not. The loss behind it runs in f32, as in every policy.
AmpClass everythingLow(const OpDef& op) {
  return op.name == "softmax_cross_entropy" || op.ampCpu == AmpClass::F32 ? AmpClass::F32 : AmpClass::Low;
}

// The nearest number that the type holds, ties to even; below its smallest normal number it has fewer digits.
double nearestOf(double value, DType type) {
  if (value == 0) return value;
  const int digits = type == DType::BF16 ? 8 : 11, smallest = type == DType::BF16 ? -126 : -14;
  const double unit = std::ldexp(1.0, std::max(std::ilogb(value), smallest) - digits + 1);
  return std::nearbyint(value / unit) * unit;
}

// The operands as the type holds them, so that what is compared is the arithmetic and not which of two nearly equal numbers is the maximum.
reference::Bindings rounded(const OpCase& c, DType type) {
  reference::Bindings inputs = c.inputs;
  for (const Value& value : c.graph.values()) {
    if (value.producer != kNone || value.dtype != DType::F32) continue;
    for (double& v : inputs.at(value.name)) v = nearestOf(static_cast<double>(static_cast<float>(v)), type);
  }
  return inputs;
}

}  // namespace

class Bf16Test : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    if (qgetenv("STEPSCOPE_BF16").isEmpty()) qputenv("STEPSCOPE_BF16", "storage");  // not what is faster here: the same on every machine
    if (qgetenv("STEPSCOPE_BF16") != "arithmetic") return;
    try {
      findBackend("cpu")->device();
    } catch (const Error& error) {
      QSKIP(error.what());
    }
  }

  void agreesWithF32_data() {
    QTest::addColumn<int>("index");
    QTest::addColumn<bool>("half");
    for (const bool half : {false, true})
      for (std::size_t i = 0; i < cases_.size(); ++i)
        QTest::addRow("%s, %s", cases_[i].name.c_str(), half ? "fp16" : "bf16") << static_cast<int>(i) << half;
  }

  void agreesWithF32() {
    QFETCH(int, index);
    QFETCH(bool, half);
    const DType type = half ? DType::F16 : DType::BF16;
    const OpCase& c = cases_[static_cast<std::size_t>(index)];
    const reference::Bindings inputs = rounded(c, type);
    const AutodiffResult exact = autodiff(c.graph);
    const reference::Result expected = reference::interpret(exact.graph, inputs);

    AutodiffResult low = autodiff(amp(c.graph, type, everythingLow).graph);
    low.graph.verify();
    int lowNodes = 0;
    for (const Node& node : low.graph.nodes()) {
      const bool narrow =
          std::any_of(node.inputs.begin(), node.inputs.end(), [&](ValueId v) { return v != kNone && low.graph.value(v).dtype == type; });
      if (narrow && node.op->name != "cast") {
        ++lowNodes;
        opsRun_[type].insert(std::string(node.op->name));
      }
    }
    for (const auto& [parameter, gradient] : low.gradients) {
      QCOMPARE(low.graph.value(gradient).dtype, DType::F32);
      low.graph.markOutput("gradient of " + low.graph.value(parameter).name, gradient);
    }
    for (const bool fusion : {false, true}) {
      CompileOptions options;
      options.threads = 2;
      options.autotune = false;
      options.fusion = fusion;
      const auto program = findBackend("cpu")->compile(low.graph, options);
      program->graph().verify();
      attachAlone(*program);
      bindState(*program, low.graph, inputs);
      bindInputs(*program, low.graph, inputs);
      program->run();
      QCOMPARE(program->measuredPeakBytes(), program->plan().peakBytes());

      // A product of n rounded numbers errs by about 2^-9 / sqrt(3) each in bf16 and 2^-12 / sqrt(3) in fp16; gradients pass several
      // roundings.
      const bool several = index >= opCases_;  // ops one behind the other
      const double bound = (half ? 1e-5 : 4e-4) * (several ? 4 : 1);
      const auto compare = [&](const std::string& name, const reference::Tensor& tensor) {
        const double error = normalizedError(readFloats(*program, name, static_cast<std::int64_t>(tensor.size())), tensor);
        largest_[type] = std::max(largest_[type], error);
        QVERIFY2(error <= bound, qPrintable(QString("%1: error %2 with %3 narrow nodes").arg(name.c_str()).arg(error).arg(lowNodes)));
      };
      compare("loss", expected["loss"]);
      for (const auto& [parameter, gradient] : exact.gradients)
        compare("gradient of " + exact.graph.value(parameter).name, expected[gradient]);
    }
    ++passed_[type];
  }

  // Each kernel of linear layers and their gradients makes the same numbers, whichever of them a timing would choose. Where bf16 is storage
  // there is one of each op.
  void everyKernelOfALinearLayerAgrees() {
    if (qgetenv("STEPSCOPE_BF16") != "arithmetic") QSKIP("products in bf16 are tested with STEPSCOPE_BF16=arithmetic");
    CaseBuilder b("two linear layers");
    const ValueId h =
        b.add("linear", {b.parameter("x", {2, 19, 32}), b.parameter("w", {48, 32}, 0.3), b.parameter("b", {48})}, {{"relu", true}});
    const ValueId z = b.add("linear", {h, b.parameter("v", {16, 48}, 0.2), b.parameter("c", {16})}, {{"relu", false}});
    const OpCase c = b.finish(z);
    const reference::Bindings inputs = rounded(c, DType::BF16);
    const AutodiffResult exact = autodiff(c.graph);
    const reference::Result expected = reference::interpret(exact.graph, inputs);
    AutodiffResult low = autodiff(amp(c.graph, DType::BF16, everythingLow).graph);
    for (const auto& [parameter, gradient] : low.gradients)
      low.graph.markOutput("gradient of " + low.graph.value(parameter).name, gradient);
    KernelChoices timed;
    CompileOptions options;
    options.threads = 2;
    options.choices = &timed;
    findBackend("cpu")->compile(low.graph, options);
    options.mayTime = false;
    std::set<std::pair<std::string, std::string>> ran;
    for (const char* kernel : {"bf16", "bf16 own", "bf16, then the sums", "matmul"}) {
      KernelChoices forced;
      for (const auto& [key, chosen] : timed.entries()) forced.set(key, key.starts_with("linear") ? kernel : chosen);
      options.choices = &forced;
      const auto program = findBackend("cpu")->compile(low.graph, options);
      for (std::size_t n = 0; n < program->kernels().size(); ++n)
        ran.emplace(program->graph().nodes()[n].op->name, program->kernels()[n].kernel);
      attachAlone(*program);
      bindState(*program, low.graph, inputs);
      bindInputs(*program, low.graph, inputs);
      program->run();
      for (const auto& [parameter, gradient] : exact.gradients) {
        const std::string name = "gradient of " + exact.graph.value(parameter).name;
        const reference::Tensor& tensor = expected[gradient];
        const double error = normalizedError(readFloats(*program, name, static_cast<std::int64_t>(tensor.size())), tensor);
        QVERIFY2(error <= 1.6e-3, qPrintable(QString("%1, %2: error %3").arg(kernel, name.c_str()).arg(error)));
      }
    }
    for (const char* op : {"linear", "linear_grad_input", "linear_grad_weight_bias"}) QVERIFY2(ran.count({op, "bf16 own"}), op);
    QVERIFY(ran.count({"linear_grad_weight_bias", "bf16, then the sums"}));
  }

  void everyFloatingOpRan() {
    const std::set<std::string_view> alwaysF32{"softmax_cross_entropy_grad", "accuracy", "batch_norm_inference", "reorder", "cast"};
    for (const OpDef* op : allOps()) {
      if (!op->gradient || op->ampCpu == AmpClass::F32 || alwaysF32.count(op->name)) continue;
      for (const DType type : {DType::BF16, DType::F16})
        QVERIFY2(opsRun_[type].count(std::string(op->name)), std::string(op->name).c_str());
    }
  }

  void cleanupTestCase() {
    for (const DType type : {DType::BF16, DType::F16})
      qInfo("%d op cases in %s agree with f32, %d ops; largest normalised squared error %.1e", passed_[type], nameOf(type).data(),
            static_cast<int>(opsRun_[type].size()), largest_[type]);
  }

 private:
  // Neighbours that run as one are cases of the backend's own.
  static std::vector<OpCase> allCases() {
    std::vector<OpCase> cases = opCases();
    for (OpCase& c : recurrentCases()) cases.push_back(std::move(c));
    for (FusionCase& fusion : fusionCases())
      // Of a clamp one element that rounding moves over a bound has another gradient.
      if (!fusion.c.graph.outputs().count("y") && fusion.c.name.find("clamp") == std::string::npos) cases.push_back(std::move(fusion.c));
    return cases;
  }

  const std::vector<OpCase> cases_ = allCases();
  const int opCases_ = static_cast<int>(opCases().size());
  std::map<DType, std::set<std::string>> opsRun_;
  std::map<DType, int> passed_;
  std::map<DType, double> largest_;
};

QTEST_GUILESS_MAIN(Bf16Test)
#include "bf16_test.moc"
