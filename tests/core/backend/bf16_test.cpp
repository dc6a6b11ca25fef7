// Every op of the table in bf16 and in fp16: the same cases with their floating operands cast to the narrow type, so that op and gradients
// run on its values, against the double-precision interpreter, which rounds where the program does.
#include <algorithm>
#include <map>
#include <set>

#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/graph/op.h"
#include "core/passes/amp.h"
#include "core/passes/step_graph.h"
#include "tests/core/backend/backend_cases.h"
#include "tests/core/backend/narrow_reference.h"
#include "tests/core/backend/program_runner.h"
#include "tests/dev/op_cases/case_builder.h"
#include "tests/dev/op_cases/op_cases.h"

#include <QtTest>

using namespace stepscope;

namespace {

// Harsher than autocast: what a case is about runs in the narrow type, listed or not. The loss behind it runs in f32, as in every policy.
AmpClass everythingLow(const OpDef& op) {
  return op.name == "softmax_cross_entropy" || op.ampCpu == AmpClass::F32 ? AmpClass::F32 : AmpClass::Low;
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
    // A case that ends in "y" has no gradients.
    const Graph narrowed = amp(c.graph, type, everythingLow).graph;
    AutodiffResult low = c.graph.outputs().count("y") ? AutodiffResult{narrowed, {}, {}} : autodiff(narrowed);
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
    std::vector<std::string> names;
    for (const char* name : {"loss", "y"})
      if (low.graph.outputs().count(name)) names.emplace_back(name);
    for (const Value& value : low.graph.values())
      if (value.role == Role::Buffer) names.push_back(value.name);
    for (const auto& [parameter, gradient] : low.gradients) {
      QCOMPARE(low.graph.value(gradient).dtype, DType::F32);
      names.push_back("gradient of " + low.graph.value(parameter).name);
      low.graph.markOutput(names.back(), gradient);
    }
    const NarrowReference expected(low.graph, inputs, type);
    for (const bool fusion : {false, true}) {
      CompileOptions options;
      options.threads = 2;
      options.autotune = false;
      options.fusion = fusion;
      options.checkMemory = true;
      const auto program = findBackend("cpu")->compile(low.graph, options);
      program->graph().verify();
      attachAlone(*program);
      bindState(*program, low.graph, inputs);
      bindInputs(*program, low.graph, inputs);
      program->run();

      for (const std::string& name : names) {
        const reference::Tensor& tensor = expected[name];
        const std::vector<double> bounds = expected.bounds(name);
        const std::vector<float> got = readFloats(*program, name, static_cast<std::int64_t>(tensor.size()));
        const test::Comparison compared = test::compareWithin(got, tensor, bounds);
        QVERIFY2(compared.ok, (name + ": " + compared.message + " with " + std::to_string(lowNodes) + " narrow nodes").c_str());
        largest_[type] = std::max(largest_[type], compared.worst);
        const auto output = low.graph.outputs().find(name);
        const ValueId id = output == low.graph.outputs().end() ? low.graph.find(name) : output->second;
        const auto wrong = withWrongBorder(low.graph.value(id).shape, got);
        if (!wrong) continue;
        QVERIFY2(!test::compareWithin(*wrong, tensor, bounds).ok, (name + ": a wrong border row passes").c_str());
        ++planted_;
      }
    }
    ++passed_[type];
  }

  // Each kernel of linear layers and their gradients makes the same numbers, whichever of them a timing would choose. Where bf16 is storage
  // there is one of each op.
  void everyKernelOfALinearLayerAgrees() {
    if (qgetenv("STEPSCOPE_BF16") != "arithmetic") QSKIP("products in bf16 are tested with STEPSCOPE_BF16=arithmetic");
    CaseBuilder b("two linear layers");
    const ValueId h = b.add("linear", {b.parameter("x", {2, 19, 32}), b.parameter("w", {48, 32}, 0.3), b.parameter("b", {48})}, {{"relu", true}});
    const ValueId z = b.add("linear", {h, b.parameter("v", {16, 48}, 0.2), b.parameter("c", {16})}, {{"relu", false}});
    const OpCase c = b.finish(z);
    const reference::Bindings inputs = rounded(c, DType::BF16);
    AutodiffResult low = autodiff(amp(c.graph, DType::BF16, everythingLow).graph);
    for (const auto& [parameter, gradient] : low.gradients) low.graph.markOutput("gradient of " + low.graph.value(parameter).name, gradient);
    const NarrowReference expected(low.graph, inputs, DType::BF16);
    KernelChoices timed;
    CompileOptions options;
    options.threads = 2;
    options.choices = &timed;
    findBackend("cpu")->compile(low.graph, options);
    options.mayTime = false;
    std::set<std::pair<std::string, std::string>> ran;
    for (const char* kernel : {"bf16", "bf16 own", "bf16, then bias gradient", "matmul"}) {
      KernelChoices forced;
      for (const auto& [key, chosen] : timed.entries()) forced.set(key, key.starts_with("linear") ? kernel : chosen);
      options.choices = &forced;
      const auto program = findBackend("cpu")->compile(low.graph, options);
      for (std::size_t n = 0; n < program->kernels().size(); ++n) ran.emplace(program->graph().nodes()[n].op->name, program->kernels()[n].kernel);
      attachAlone(*program);
      bindState(*program, low.graph, inputs);
      bindInputs(*program, low.graph, inputs);
      program->run();
      for (const auto& [parameter, gradient] : low.gradients) {
        const std::string name = "gradient of " + low.graph.value(parameter).name;
        const std::vector<float> got = readFloats(*program, name, static_cast<std::int64_t>(expected[name].size()));
        VERIFY_COMPARISON(test::compareWithin(got, expected[name], expected.bounds(name)), kernel + (", " + name));
      }
    }
    QVERIFY(ran.count({"linear_grad_weight_bias", "bf16 own"}));
    QVERIFY(ran.count({"linear_grad_weight_bias", "bf16, then bias gradient"}));
  }

  void everyFloatingOpRan() {
    const std::set<std::string_view> alwaysF32{"softmax_cross_entropy_grad", "accuracy", "batch_norm_inference", "reorder", "cast"};
    for (const OpDef* op : allOps()) {
      if (!op->gradient || op->ampCpu == AmpClass::F32 || alwaysF32.count(op->name)) continue;
      for (const DType type : {DType::BF16, DType::F16}) QVERIFY2(opsRun_[type].count(std::string(op->name)), std::string(op->name).c_str());
    }
  }

  void wrongBordersWereFound() { QVERIFY(planted_ > 100); }

  void cleanupTestCase() {
    for (const DType type : {DType::BF16, DType::F16})
      qInfo("%d op cases in %s agree with rounded values, %d ops; largest error %.2f of its bound; %d wrong borders planted and found", passed_[type],
            nameOf(type).data(), static_cast<int>(opsRun_[type].size()), largest_[type], planted_);
  }

 private:
  // Neighbours that run as one are cases of the backend's own.
  static std::vector<OpCase> allCases() {
    std::vector<OpCase> cases = opCases();
    for (OpCase& c : backendCases()) cases.push_back(std::move(c));
    for (FusionCase& fusion : fusionCases())
      // Of a clamp one element that rounding moves over a bound has another gradient.
      if (!fusion.c.graph.outputs().count("y") && fusion.c.name.find("clamp") == std::string::npos) cases.push_back(std::move(fusion.c));
    return cases;
  }

  const std::vector<OpCase> cases_ = allCases();
  std::map<DType, std::set<std::string>> opsRun_;
  std::map<DType, int> passed_;
  std::map<DType, double> largest_;
  int planted_ = 0;
};

QTEST_GUILESS_MAIN(Bf16Test)
#include "bf16_test.moc"
