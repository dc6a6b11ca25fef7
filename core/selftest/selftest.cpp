#include "core/selftest/selftest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <set>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/models/model.h"
#include "core/op_cases/op_cases.h"
#include "core/passes/amp.h"
#include "core/passes/step_graph.h"
#include "profiler/analysis/busy_time.h"
#include "profiler/trace/recorder.h"

namespace stepscope {
namespace {

// tuned: with every kernel that the libraries offer, chosen by timing, also those that sum in another order in every run.
std::unique_ptr<Program> compiled(const Backend& backend, const Graph& graph, ImageLayout images = ImageLayout::Auto, bool tuned = false,
                                  KernelChoices* choices = nullptr) {
  auto program = backend.compile(graph, {.autotune = tuned, .images = images, .deterministic = !tuned, .choices = choices});
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

// How far a loss is from another, relative to it; infinite where either is no number, which a maximum would not keep.
double distanceOf(double loss, double other) {
  const double distance = std::abs(loss / other - 1);
  return std::isfinite(distance) ? distance : HUGE_VAL;
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

bool hasImages(const Graph& graph) {
  return std::any_of(graph.values().begin(), graph.values().end(), [](const Value& value) {
    return value.shape.size() == 4 && value.shape[1] > 1 && value.shape[2] * value.shape[3] > 1;
  });
}

AmpClass everythingLow(const OpDef& op) {
  return op.id == OpId::SoftmaxCrossEntropy || op.ampCuda == AmpClass::F32 ? AmpClass::F32 : AmpClass::Low;
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
    for (const Step& step : steps()) {
      if (step.tuned) continue;
      check("kernels", step.name, [&](SelftestCheck& result) { kernels(step, result); });
      check("trajectory", step.name, [&](SelftestCheck& result) { trajectory(step, result); });
      check("graph", step.name, [&](SelftestCheck& result) { wholeEqualsParts(step, result); });
      check("memory", step.name, [&](SelftestCheck& result) { memory(step, result); });
      check("recording", step.name, [&](SelftestCheck& result) { recording(step, result); });
    }
    for (const Step& step : steps())
      if (step.tuned) check("libraries", step.name, [&](SelftestCheck& result) { trajectory(step, result); });
    ran_ = {};
    check("scaler", "an overflow skips the update", [&](SelftestCheck& result) { scaler(result); });
    check("leak", "memory after programs have come and gone", [&](SelftestCheck& result) { leak(result); });
    const std::vector<OpCase> cases = opCases();
    for (const bool tuned : {false, true})
      for (const auto& [type, name] : {std::pair{DType::F32, "f32"}, {DType::BF16, "bf16"}, {DType::F16, "f16"}})
        for (const auto& [images, layout] : {std::pair{ImageLayout::ChannelsFirst, "NCHW"}, {ImageLayout::ChannelsLast, "NHWC"}})
          for (const OpCase& c : cases) {
            // What has no images is one case, not two.
            if (images == ImageLayout::ChannelsLast && !hasImages(c.graph)) continue;
            if (tuned && !hasLibraryKernel(c.graph)) continue;
            check(std::string(tuned ? "libraries " : "op ") + name + (hasImages(c.graph) ? std::string(" ") + layout : std::string()),
                  c.name, [&, t = type, i = images](SelftestCheck& result) { opCase(c, t, i, tuned, result); });
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
    DType low = DType::F32;
    ImageLayout images = ImageLayout::Auto;
    bool tuned = false;
    bool together = false;  // every kernel that stands for several nodes, whether timing finds it faster here or not
  };
  static std::vector<Step> steps() {
    const ModelInput text{.sample = {32}, .classes = 40, .dtype = DType::I32, .task = Task::LanguageModel};
    const ModelInput digits{{1, 28, 28}, 10}, small{{1, 8, 8}, 10}, images{{3, 16, 16}, 10};
    ModelSpec lenet5, resnet20, gpt, mlp;
    mlp.name = "mlp";
    mlp.integers = {{"hidden", {64, 32}}};
    lenet5.name = "lenet5";
    resnet20.name = "resnet20";
    gpt.name = "gpt";
    gpt.integers = {{"layers", {2}}, {"width", {48}}, {"heads", {4}}};
    constexpr ImageLayout any = ImageLayout::Auto, nchw = ImageLayout::ChannelsFirst, nhwc = ImageLayout::ChannelsLast;
    // In a narrow type every op rounds, so losses of later steps drift apart by more.
    return {{"lenet5 f32, 8 steps", lenet5, digits, 8, 8, 1e-3},
            {"resnet20 f32 NCHW, 4 steps", resnet20, images, 4, 4, 1e-2, DType::F32, nchw},
            {"resnet20 f32 NHWC, 4 steps", resnet20, images, 4, 4, 1e-2, DType::F32, nhwc},
            {"resnet20 bf16 NHWC, 3 steps", resnet20, images, 4, 3, 1e-1, DType::BF16, nhwc},
            {"gpt f32, 4 steps", gpt, text, 2, 4, 1e-3},
            {"gpt bf16, 3 steps", gpt, text, 2, 3, 3e-2, DType::BF16},
            {"mlp f32, tuned, 4 steps", mlp, small, 8, 4, 1e-3, DType::F32, any, true},
            {"gpt bf16, tuned, 3 steps", gpt, text, 2, 3, 3e-2, DType::BF16, any, true},
            {"resnet20 bf16 NHWC, tuned, 2 steps", resnet20, images, 4, 2, 1e-1, DType::BF16, nhwc, true},
            {"resnet20 f16 NHWC, tuned, 2 steps", resnet20, images, 4, 2, 1e-1, DType::F16, nhwc, true},
            {"resnet20 bf16 NHWC, all fused, 2 steps", resnet20, images, 4, 2, 1e-1, DType::BF16, nhwc, true, true},
            {"resnet20 f16 NHWC, all fused, 2 steps", resnet20, images, 4, 2, 1e-1, DType::F16, nhwc, true, true}};
  }

  template <class Body>
  void check(const std::string& group, const std::string& name, const Body& body) {
    if (lost_ || (group + " " + name).find(options_.only) == std::string::npos) return;
    SelftestCheck result;
    result.group = group;
    result.name = name;
    const bool late = options_.seconds > 0 && static_cast<double>(nowNs() - begin_) * 1e-9 > options_.seconds;
    try {
      if (late)
        skip(result, "There was no time left for it.");
      else
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

  static void skip(SelftestCheck& result, const char* why) {
    result.result = SelftestCheck::Result::Skipped;
    result.detail = why;
  }

  // Those that the libraries run beside ours, or instead of several of ours.
  static bool hasLibraryKernel(const Graph& graph) {
    static const std::set<std::string_view> ops{"batch_norm", "layer_norm", "rms_norm", "max_pool2d",
                                                "avg_pool2d", "attention",  "linear",   "gelu"};
    return std::any_of(graph.nodes().begin(), graph.nodes().end(), [&](const Node& node) { return ops.contains(node.op->name); });
  }

  // Kernels that the backend tried and left out stand in the check's detail; what runs is right all the same.
  static void tellLeftOut(const Program& program, SelftestCheck& result) {
    for (const std::string& note : program.notes())
      if (note.find("is left out") != std::string::npos) result.detail += (result.detail.empty() ? "" : " ") + note + ".";
  }

  void opCase(const OpCase& c, DType type, ImageLayout images, bool tuned, SelftestCheck& result) const {
    if (c.graph.outputs().count("y")) return skip(result, "It has no gradient.");
    reference::Bindings inputs = c.inputs;
    if (type != DType::F32) {
      for (const Value& value : c.graph.values())
        if (value.producer == kNone && value.dtype == DType::F32)
          for (double& v : inputs.at(value.name)) v = rounded(v);
    }
    const Prepared exact = prepare(c, DType::F32), tried = prepare(c, type);
    const auto expected = compiled(cpu_, exact.graph), got = compiled(device_, tried.graph, images, tuned);
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
    tellLeftOut(*got, result);
  }

  // Both sides run the graph that autocast makes for a GPU.
  static StepOptions optionsOf(DType low) {
    StepOptions options;
    options.lowType = low;
    if (low != DType::F32) options.ampClassOf = [](const OpDef& op) { return op.ampCuda; };
    return options;
  }

  static Graph graphOf(const Step& step) {
    OptimizerSpec sgd;
    sgd.momentum = 0.9;
    return buildTrainingStep(buildModel(step.model, step.input, step.batch, true), sgd, optionsOf(step.low)).graph;
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

  // A program of the step that has been run, for the checks that look at the same.
  struct Ran {
    std::string name;
    Graph graph;
    std::unique_ptr<Program> program;
    std::vector<double> losses;
  };
  const Ran& ran(const Step& step) {
    if (ran_.name == step.name) return ran_;
    ran_ = {};
    ran_.graph = graphOf(step);
    KernelChoices choices;
    // Groups that are taken may leave others to be found: until there are no more.
    for (bool more = true; more;) {
      ran_.program.reset();
      ran_.program = compiled(device_, ran_.graph, step.images, step.tuned, &choices);
      more = false;
      for (const auto& [key, choice] : std::map(choices.entries())) {
        if (!step.together || !key.starts_with("together ") || choice == "together") continue;
        choices.set(key, "together");
        more = true;
      }
    }
    ran_.losses = losses(*ran_.program, ran_.graph, step, nullptr);
    ran_.name = step.name;
    return ran_;
  }

  // What only a library runs fast runs on one; and why not, where it does not.
  void kernels(const Step& step, SelftestCheck& result) {
    const Program& program = *ran(step).program;
    std::int64_t own = 0, all = 0;
    for (std::size_t n = 0; n < program.kernels().size(); ++n) {
      if (!isProduct(program.graph().nodes()[n].op->id)) continue;
      ++all;
      own += program.kernels()[n].kernel == "own";
    }
    result.error = static_cast<double>(own);
    result.bound = 0;
    if (own == 0) {
      result.detail = fmt::format("{} convolutions and products run on kernels of the libraries.", all);
      return;
    }
    result.result = SelftestCheck::Result::Failed;
    result.detail = fmt::format("{} of {} convolutions and products run on our own slow kernels.", own, all);
    for (const std::string& note : program.notes())
      if (note.find("on our own kernels") != std::string::npos) result.detail += " " + note + ".";
  }

  void trajectory(const Step& step, SelftestCheck& result) {
    const Ran& got = ran(step);
    const auto expected = compiled(cpu_, got.graph);
    const auto &a = got.losses, b = losses(*expected, got.graph, step, nullptr);
    result.bound = step.bound;
    for (std::size_t n = 0; n < a.size(); ++n) result.error = std::max(result.error, distanceOf(a[n], b[n]));
    result.detail = fmt::format("The last loss is {:.6g}, on the CPU {:.6g}.", a.back(), b.back());
    tellLeftOut(*got.program, result);
    for (const std::string& note : got.program->notes())
      if (step.together && note.find("run as one kernel of a library") != std::string::npos) result.detail += " " + note + ".";
  }

  // A step in one launch gives the same bits as node after node.
  void wholeEqualsParts(const Step& step, SelftestCheck& result) {
    const Ran& got = ran(step);
    StepObserver watching;
    const auto &whole = got.losses, parts = losses(*got.program, got.graph, step, &watching);
    for (std::size_t n = 0; n < whole.size(); ++n)
      if (whole[n] != parts[n]) result.error = std::max(result.error, distanceOf(whole[n], parts[n]));
  }

  void memory(const Step& step, SelftestCheck& result) {
    const Program& program = *ran(step).program;
    const auto predicted = static_cast<double>(program.plan().peakBytes()), measured = static_cast<double>(program.measuredPeakBytes());
    result.error = std::abs(measured / predicted - 1);
    result.detail = fmt::format("Predicted {:.0f} bytes, measured {:.0f}.", predicted, measured);
  }

  // The profiler: every kernel of every step is in the recording, belongs to a layer, and ran within its step.
  void recording(const Step& step, SelftestCheck& result) const {
    const Graph graph = graphOf(step);
    const auto program = compiled(device_, graph, step.images);
    give(*program, graph, reference::initialState(graph, 11));
    Recorder recorder;
    SpanRing& trainer = recorder.track("Trainer", 0);
    recorder.enable(true);
    constexpr int kSteps = 3;
    std::vector<TimeRange> ran;
    for (int n = 0; n < kSteps + 1; ++n) {
      give(*program, graph, batchOf(graph, step, n));
      if (n == 1) recorder.clear();  // the first step sets libraries up
      recorder.setStep(n);
      const std::int64_t begin = nowNs();
      program->run(&recorder);
      program->scalar("loss");
      ran.push_back({begin, nowNs()});
      trainer.write({begin, nowNs() - begin, recorder.intern("train step"), -1, n, Category::Step});
    }
    recorder.enable(false);
    const Trace trace = recorder.take(std::vector<TraceNode>(program->graph().nodes().size()), "self-test");
    std::map<int, std::int64_t> kernels, kernelNs;
    std::set<std::int32_t> nodes;
    std::int64_t astray = 0, outside = 0;
    for (const TraceLane& lane : trace.lanes)
      for (std::size_t i = 0; i < lane.size(); ++i) {
        if (lane.kindOf(i) != SpanKind::Kernel) continue;
        ++kernels[lane.step[i]];
        kernelNs[lane.step[i]] += lane.duration[i];
        astray += lane.node[i] < 0;
        if (lane.node[i] >= 0) nodes.insert(lane.node[i]);
        // The clocks of host and GPU differ by some microseconds (8.1 to 8.9 on an H200, tile-ai/TileOPs PR#1838).
        constexpr std::int64_t kSkewNs = 50'000;
        const auto n = static_cast<std::size_t>(lane.step[i]);
        outside += n >= ran.size() || lane.start[i] < ran[n].begin - kSkewNs || lane.start[i] + lane.duration[i] > ran[n].end + kSkewNs;
      }
    if (kernels.empty())
      return skip(result, "The recording has no kernels: the device has none, or their profiler (CUPTI) may not be used here.");
    std::int64_t missing = 0, uneven = 0;
    for (std::size_t n = 0; n < program->kernels().size(); ++n)
      missing += program->kernels()[n].kernel != "view" && launches(*program, n) && !nodes.contains(static_cast<std::int32_t>(n));
    for (int n = 1; n <= kSteps; ++n) {
      uneven += kernels[n] != kernels[1];
      outside += kernelNs[n] > ran[static_cast<std::size_t>(n)].end - ran[static_cast<std::size_t>(n)].begin;
    }
    result.error = static_cast<double>(astray + missing + uneven + outside + trace.dropped);
    result.bound = 0;
    result.detail = fmt::format(
        "{} kernels a step; {} without a layer, {} nodes without a kernel, {} steps with another number of kernels, {} outside their step, "
        "{} records lost",
        kernels[1], astray, missing, uneven, outside, trace.dropped);
  }

  // A node of nothing starts nothing.
  static bool launches(const Program& program, std::size_t n) {
    const Graph& graph = program.graph();
    const Node& node = graph.nodes()[n];
    return std::any_of(node.outputs.begin(), node.outputs.end(), [&](ValueId v) { return numel(graph.value(v).shape) > 0; }) ||
           node.op->repeat > 0;
  }

  // torch.amp.GradScaler: a step whose gradients overflow changes no weight and halves the scale; the next one trains again.
  void scaler(SelftestCheck& result) const {
    Step step = steps().front();
    step.low = DType::F16;
    OptimizerSpec sgd;
    sgd.scalesLoss = true;
    sgd.gradScaler.initScale = 1024;
    const Graph graph = buildTrainingStep(buildModel(step.model, step.input, step.batch, true), sgd, optionsOf(DType::F16)).graph;
    const auto program = compiled(device_, graph);
    // The formulas know f32 only: the weights are those of a step without a scaler.
    OptimizerSpec plain;
    reference::Bindings state =
        reference::initialState(buildTrainingStep(buildModel(step.model, step.input, step.batch, true), plain).graph, 11);
    state[kLossScale] = {sgd.gradScaler.initScale};
    state[kGrowthTracker] = {0};
    give(*program, graph, state);
    const auto weights = [&] {
      std::vector<float> all;
      for (const Value& value : graph.values()) {
        if (value.role != Role::Parameter) continue;
        const auto part = floatsOf(*program, value.name, value.shape);
        all.insert(all.end(), part.begin(), part.end());
      }
      return all;
    };
    std::string wrong;
    for (int n = 0; n < 3; ++n) {
      reference::Bindings batch = batchOf(graph, step, n);
      if (n == 1)
        for (double& v : batch.at("x")) v = 60000;  // its products are beyond what f16 holds
      const auto before = weights();
      const double scale = program->scalar(kLossScale);
      give(*program, graph, batch);
      program->run();
      const bool same = weights() == before;
      const double after = program->scalar(kLossScale);
      if (n == 1 && (!same || after != scale / 2)) wrong += " The overflow changed weights or did not halve the scale.";
      if (n != 1 && (same || after != scale)) wrong += fmt::format(" Step {} did not train, or changed the scale.", n + 1);
    }
    for (const float w : weights())
      if (!std::isfinite(w)) {
        wrong += " A weight is not finite.";
        break;
      }
    result.error = wrong.empty() ? 0 : 1;
    result.bound = 0;
    result.detail = wrong.empty() ? "Skipped once, and the scale was halved." : wrong.substr(1);
  }

  // What programs took goes back. The driver itself keeps some after the first.
  void leak(SelftestCheck& result) const {
    const Step step = steps().front();
    const Graph graph = graphOf(step);
    const auto once = [&] {
      const auto program = compiled(device_, graph);
      losses(*program, graph, step, nullptr);
    };
    once();
    const std::int64_t before = device_.availableBytes();
    for (int i = 0; i < 5; ++i) once();
    const std::int64_t lost = before - device_.availableBytes();
    result.error = static_cast<double>(std::max<std::int64_t>(lost, 0));
    result.bound = 8 << 20;  // other processes use the device too
    result.detail = fmt::format("{} bytes less are free after five more programs.", lost);
  }

  const Backend &device_, &cpu_;
  const SelftestOptions& options_;
  const std::int64_t begin_ = nowNs();
  std::vector<SelftestCheck> checks_;
  Ran ran_;
  bool lost_ = false;
};

}  // namespace

std::vector<SelftestCheck> selftest(const Backend& device, const Backend& cpu, const SelftestOptions& options) {
  return Selftest(device, cpu, options).run();
}

}  // namespace stepscope
