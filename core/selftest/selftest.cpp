#include "core/selftest/selftest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "core/base/error.h"
#include "core/models/model.h"
#include "core/passes/amp.h"
#include "core/passes/step_graph.h"
#include "tests/graph/op_cases.h"

namespace stepscope {
namespace {

std::unique_ptr<Program> compiled(const Backend& backend, const Graph& graph) {
  auto program = backend.compile(graph, {.autotune = false});
  program->attach(program->makeArena(program->plan().stateBytes), program->makeArena(program->plan().stepBytes));
  return program;
}

std::vector<std::byte> bytesOf(const Value& value, const reference::Tensor& tensor) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(numel(value.shape) * sizeOf(value.dtype)));
  for (std::size_t i = 0; i < tensor.size(); ++i) {
    const auto put = [&](auto number) { std::memcpy(bytes.data() + i * sizeof(number), &number, sizeof(number)); };
    if (value.dtype == DType::I32) put(static_cast<std::int32_t>(tensor[i]));
    if (value.dtype == DType::U8) put(static_cast<std::uint8_t>(tensor[i]));
    if (value.dtype == DType::F32) put(static_cast<float>(tensor[i]));
  }
  return bytes;
}

void give(Program& program, const Graph& graph, const reference::Bindings& bindings) {
  for (const Value& value : graph.values()) {
    const auto it = bindings.find(value.name);
    if (value.producer != kNone || it == bindings.end()) continue;
    if (value.role == Role::Scalar) {
      program.setScalar(value.name, it->second[0]);
      continue;
    }
    const auto bytes = bytesOf(value, it->second);
    if (value.role == Role::Input) {
      std::memcpy(program.input(value.name).data(), bytes.data(), bytes.size());
    } else {
      program.write(value.name, bytes);
    }
  }
}

std::vector<float> floatsOf(const Program& program, const std::string& name, const Shape& shape) {
  std::vector<float> floats(static_cast<std::size_t>(numel(shape)));
  program.read(name, std::as_writable_bytes(std::span(floats)));
  return floats;
}

// Squared difference over squared size; infinite where one is not a number and the other is.
double differenceOf(const std::vector<float>& a, const std::vector<float>& b) {
  double error = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::isnan(a[i]) && std::isnan(b[i])) continue;
    if (a[i] == b[i]) {  // infinities too
      if (std::isfinite(b[i])) size += static_cast<double>(b[i]) * b[i];
      continue;
    }
    const double d = static_cast<double>(a[i]) - b[i];
    error += d * d;
    size += static_cast<double>(b[i]) * b[i];
  }
  if (std::isnan(error)) return HUGE_VAL;
  return size > 0 ? error / size : error;
}

// The case's graph with gradients as outputs "gradient of <parameter>"; narrow: its floating operands in that type.
struct Prepared {
  Graph graph;
  std::vector<std::string> outputs;
};

AmpClass everythingLow(const OpDef& op) {
  return op.name == "softmax_cross_entropy" || op.ampCuda == AmpClass::F32 ? AmpClass::F32 : AmpClass::Low;
}

Prepared prepare(const OpCase& c, DType type) {
  AutodiffResult backward = autodiff(type == DType::F32 ? c.graph : amp(c.graph, type, everythingLow).graph);
  Prepared prepared{std::move(backward.graph), {"loss"}};
  for (const auto& [parameter, gradient] : backward.gradients) {
    prepared.outputs.push_back("gradient of " + prepared.graph.value(parameter).name);
    prepared.graph.markOutput(prepared.outputs.back(), gradient);
  }
  return prepared;
}

// The nearest number that bf16 has; f16 has it too where it is neither large nor small, as the cases' operands are not.
double rounded(double v) {
  const auto f = static_cast<float>(v);
  std::uint32_t bits = 0;
  std::memcpy(&bits, &f, 4);
  bits = (bits + 0x7fffu + ((bits >> 16) & 1u)) & 0xffff0000u;
  float r = 0;
  std::memcpy(&r, &bits, 4);
  return r;
}

class Selftest {
 public:
  Selftest(const Backend& device, const Backend& cpu, const SelftestOptions& options) : device_(device), cpu_(cpu), options_(options) {}

  std::vector<SelftestCheck> run() {
    const std::vector<OpCase> cases = opCases();
    for (const auto& [type, group] : {std::pair{DType::F32, "op f32"}, {DType::BF16, "op bf16"}, {DType::F16, "op f16"}})
      for (const OpCase& c : cases) check(group, c.name, [&, t = type](SelftestCheck& result) { opCase(c, t, result); });
    for (const Step& step : steps()) {
      check("trajectory", step.name, [&](SelftestCheck& result) { trajectory(step, result); });
      check("graph", step.name, [&](SelftestCheck& result) { wholeEqualsParts(step, result); });
      check("memory", step.name, [&](SelftestCheck& result) { memory(step, result); });
    }
    return std::move(checks_);
  }

 private:
  // A training step of a model.
  struct Step {
    std::string name;
    ModelSpec model;
    ModelInput input;
    std::int64_t batch;
    int count;     // steps
    double bound;  // of the loss, relative
  };
  static std::vector<Step> steps() {
    ModelInput text;
    text.sample = {32};
    text.classes = 40;
    text.dtype = DType::I32;
    text.task = Task::LanguageModel;
    ModelSpec lenet5, resnet20, gpt;
    lenet5.name = "lenet5";
    resnet20.name = "resnet20";
    gpt.name = "gpt";
    gpt.integers = {{"layers", {2}}, {"width", {48}}, {"heads", {4}}};
    return {{"lenet5, 8 steps", lenet5, {{1, 28, 28}, 10}, 8, 8, 1e-3},
            {"resnet20, 4 steps", resnet20, {{3, 16, 16}, 10}, 4, 4, 1e-2},
            {"gpt, 4 steps", gpt, text, 2, 4, 1e-3}};
  }

  template <class Body>
  void check(const std::string& group, const std::string& name, const Body& body) {
    if (lost_ || (group + " " + name).find(options_.only) == std::string::npos) return;
    SelftestCheck result;
    result.group = group;
    result.name = name;
    try {
      body(result);
      if (result.result == SelftestCheck::Result::Passed && !(result.error <= result.bound)) {
        result.result = SelftestCheck::Result::Failed;
        result.detail = fmt::format("The error is {:.3g}, at most {:.3g} is right.", result.error, result.bound);
      }
    } catch (const Error& error) {
      result.result = SelftestCheck::Result::Failed;
      result.detail = error.what();
      lost_ = error.kind() == ErrorKind::Resource && result.detail.find("was lost") != std::string::npos;
    }
    checks_.push_back(result);
    if (options_.progress) options_.progress(result);
  }

  void opCase(const OpCase& c, DType type, SelftestCheck& result) const {
    if (c.graph.outputs().count("y")) {
      result.result = SelftestCheck::Result::Skipped;
      result.detail = "It has no gradient.";
      return;
    }
    reference::Bindings inputs = c.inputs;
    if (type != DType::F32) {
      for (const Value& value : c.graph.values())
        if (value.producer == kNone && value.dtype == DType::F32)
          for (double& v : inputs.at(value.name)) v = rounded(v);
    }
    const Prepared exact = prepare(c, DType::F32), tried = prepare(c, type);
    const auto expected = compiled(cpu_, exact.graph), got = compiled(device_, tried.graph);
    give(*expected, exact.graph, inputs);
    give(*got, tried.graph, inputs);
    expected->run();
    got->run();
    // Squares of relative errors: both sides round in f32, sums in different orders; narrow types round every result.
    result.bound = type == DType::F32 ? 1e-9 : 4e-4;
    for (const std::string& output : exact.outputs) {
      const Shape& shape = exact.graph.value(exact.graph.outputs().at(output)).shape;
      const double error = differenceOf(floatsOf(*got, output, shape), floatsOf(*expected, output, shape));
      if (error >= result.error) {
        result.error = error;
        result.detail = output;
      }
    }
    if (got->measuredPeakBytes() != got->plan().peakBytes()) {
      result.result = SelftestCheck::Result::Failed;
      result.detail = "The kernels were given memory beyond the plan.";
    }
  }

  static Graph graphOf(const Step& step) {
    OptimizerSpec sgd;
    sgd.momentum = 0.9;
    return buildTrainingStep(buildModel(step.model, step.input, step.batch, true), sgd).graph;
  }

  // Batch n: numbers from a formula, the same on both sides.
  static reference::Bindings batchOf(const Graph& graph, const Step& step, int n) {
    reference::Bindings batch;
    for (const Value& value : graph.values()) {
      reference::Tensor numbers(static_cast<std::size_t>(numel(value.shape)));
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        const double wave = std::sin(0.7 * static_cast<double>(i) + 1.3 * n) * 43758.5453;
        numbers[i] = wave - std::floor(wave);
        if (value.dtype == DType::I32) numbers[i] = std::floor(numbers[i] * step.input.classes);
      }
      if (value.role == Role::Input) batch[value.name] = std::move(numbers);
      if (value.role == Role::Scalar)
        batch[value.name] = {value.name == "lr" ? 0.01 : value.name == "step" ? static_cast<double>(n + 1) : static_cast<double>(n + 7)};
    }
    return batch;
  }

  std::vector<double> losses(Program& program, const Graph& graph, const Step& step, StepObserver* observer) const {
    give(program, graph, reference::initialState(graph, 11));
    program.observe(observer);
    std::vector<double> losses;
    for (int n = 0; n < step.count; ++n) {
      give(program, graph, batchOf(graph, step, n));
      program.run();
      losses.push_back(program.scalar("loss"));
    }
    program.observe(nullptr);
    return losses;
  }

  void trajectory(const Step& step, SelftestCheck& result) const {
    const Graph graph = graphOf(step);
    const auto got = compiled(device_, graph), expected = compiled(cpu_, graph);
    const auto a = losses(*got, graph, step, nullptr), b = losses(*expected, graph, step, nullptr);
    result.bound = step.bound;
    for (std::size_t n = 0; n < a.size(); ++n) result.error = std::max(result.error, std::abs(a[n] / b[n] - 1));
    for (const double loss : a)
      if (!std::isfinite(loss)) result.error = HUGE_VAL;
    result.detail = fmt::format("The last loss is {:.6g}, on the CPU {:.6g}.", a.back(), b.back());
  }

  // A step in one launch gives the same bits as node after node.
  void wholeEqualsParts(const Step& step, SelftestCheck& result) const {
    const Graph graph = graphOf(step);
    const auto program = compiled(device_, graph);
    StepObserver watching;
    const auto whole = losses(*program, graph, step, nullptr), parts = losses(*program, graph, step, &watching);
    for (std::size_t n = 0; n < whole.size(); ++n)
      if (whole[n] != parts[n]) result.error = std::max(result.error, std::abs(whole[n] / parts[n] - 1));
  }

  void memory(const Step& step, SelftestCheck& result) const {
    const Graph graph = graphOf(step);
    const auto program = compiled(device_, graph);
    losses(*program, graph, step, nullptr);
    const auto predicted = static_cast<double>(program->plan().peakBytes()), measured = static_cast<double>(program->measuredPeakBytes());
    result.error = std::abs(measured / predicted - 1);
    result.detail = fmt::format("Predicted {:.0f} bytes, measured {:.0f}.", predicted, measured);
  }

  const Backend &device_, &cpu_;
  const SelftestOptions& options_;
  std::vector<SelftestCheck> checks_;
  bool lost_ = false;
};

}  // namespace

std::vector<SelftestCheck> selftest(const Backend& device, const Backend& cpu, const SelftestOptions& options) {
  return Selftest(device, cpu, options).run();
}

}  // namespace stepscope
