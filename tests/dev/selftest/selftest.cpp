#include "tests/dev/selftest/selftest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/models/model.h"
#include "core/passes/step_graph.h"
#include "tests/dev/op_cases/op_cases.h"
#include "tests/dev/selftest/comparison.h"
#include "tests/dev/selftest/counter_check.h"
#include "tests/dev/selftest/gradient_check.h"
#include "tests/dev/selftest/op_checks.h"
#include "tests/dev/selftest/recording_check.h"
#include "tests/dev/selftest/training_steps.h"

namespace stepscope {
namespace {

class Selftest {
 public:
  Selftest(const Backend& device, const Backend& cpu, const SelftestOptions& options) : device_(device), cpu_(cpu), options_(options) {}

  // Cheap and telling first; what times kernels last, since no other check needs its choices.
  std::vector<SelftestCheck> run() {
    const std::vector<OpCase> cases = opCases(), large = realSizes(options_.small);
    const std::vector<TrainingStep> steps = trainingSteps(), whole = gradientSteps(!options_.small);
    for (const TrainingStep& step : steps)
      if (!step.tuned) check("kernels", step.name, [&](SelftestCheck& result) { kernels(step, result); });
    ops("op ", cases, false, 2);
    ops("real ", large, false, options_.small ? 1 : 2);
    for (const TrainingStep& step : whole)
      check("gradients", step.name, [&](SelftestCheck& result) { compareGradients(device_, cpu_, step, result); });
    for (const TrainingStep& step : steps) {
      if (step.tuned) continue;
      check("trajectory", step.name, [&](SelftestCheck& result) { trajectory(step, result); });
      check("graph", step.name, [&](SelftestCheck& result) { wholeEqualsParts(step, result); });
      check("memory", step.name, [&](SelftestCheck& result) { memory(step, result); });
    }
    check("scaler", "an overflow skips the update", [&](SelftestCheck& result) { scaler(result); });
    ran_ = {};
    check("leak", "memory after programs have come and gone", [&](SelftestCheck& result) { leak(result); });
    for (const TrainingStep& step : steps)
      if (!step.tuned) check("recording", step.name, [&](SelftestCheck& result) { checkRecording(device_, step, result); });
    check("counters", "bytes of the device's memory", [&](SelftestCheck& result) {
      checkDramCounter(device_, std::int64_t{1} << (options_.small ? 20 : 30), options_.small ? 10 : 300, result);
    });
    ops("libraries ", cases, true, 1);
    for (const TrainingStep& step : steps)
      if (step.tuned) check("libraries", step.name, [&](SelftestCheck& result) { trajectory(step, result); });
    ran_ = {};
    ops("libraries real ", large, true, 1);
    return std::move(checks_);
  }

 private:
  void ops(const std::string& group, const std::vector<OpCase>& cases, bool tuned, int runs) {
    for (const auto& [type, name] : {std::pair{DType::F32, "f32"}, {DType::BF16, "bf16"}, {DType::F16, "f16"}})
      for (const auto& [images, layout] : {std::pair{ImageLayout::ChannelsFirst, "NCHW"}, {ImageLayout::ChannelsLast, "NHWC"}})
        for (const OpCase& c : cases) {
          // What has no images is one case, not two.
          if (images == ImageLayout::ChannelsLast && !hasImages(c.graph)) continue;
          if (tuned && !hasLibraryKernel(c.graph)) continue;
          check(group + name + (hasImages(c.graph) ? std::string(" ") + layout : std::string()), c.name,
                [&, t = type, i = images](SelftestCheck& result) {
                  if (c.graph.outputs().count("y")) return skip(result, "It has no gradient.");
                  compareOp(device_, cpu_, c, t, i, tuned, runs, result);
                });
        }
  }

  template <class Body>
  void check(const std::string& group, const std::string& name, const Body& body) {
    if (lost_ || !isWanted(group + " " + name)) return;
    SelftestCheck result;
    result.group = group;
    result.name = name;
    const bool late = options_.seconds > 0 && static_cast<double>(nowNs() - begin_) * 1e-9 > options_.seconds;
    try {
      if (late) skip(result, "There was no time left for it.");
      else body(result);
      if (result.result == SelftestCheck::Result::Passed && !(result.error <= result.bound)) {
        result.result = SelftestCheck::Result::Failed;
        result.detail = fmt::format("The error is {:.3g}, at most {:.3g} is right{}", result.error, result.bound,
                                    result.detail.empty() ? "." : ": " + result.detail);
      }
    } catch (const Error& error) {
      result.result = SelftestCheck::Result::Failed;
      result.detail = error.what();
      lost_ = error.kind() == ErrorKind::Resource && result.detail.find("was lost") != std::string::npos;
    }
    checks_.push_back(result);
    if (options_.progress) options_.progress(result);
  }

  bool isWanted(const std::string& name) const {
    return options_.only.starts_with('^') ? name.starts_with(options_.only.substr(1)) : name.find(options_.only) != std::string::npos;
  }

  static void skip(SelftestCheck& result, const char* why) {
    result.result = SelftestCheck::Result::Skipped;
    result.detail = why;
  }

  // A program of the step that has been run, for the checks that look at the same.
  struct Ran {
    std::string name;
    Graph graph;
    std::unique_ptr<Program> program;
    std::vector<double> losses;
  };
  const Ran& ran(const TrainingStep& step) {
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
    ran_.losses = lossesOf(*ran_.program, ran_.graph, step, nullptr);
    ran_.name = step.name;
    return ran_;
  }

  // What only a library runs fast runs on one; and why not, where it does not.
  void kernels(const TrainingStep& step, SelftestCheck& result) {
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

  void trajectory(const TrainingStep& step, SelftestCheck& result) {
    const Ran& got = ran(step);
    const auto expected = compiled(cpu_, got.graph);
    const auto &a = got.losses, b = lossesOf(*expected, got.graph, step, nullptr);
    result.bound = step.bound;
    for (std::size_t n = 0; n < a.size(); ++n) result.error = std::max(result.error, distanceOf(a[n], b[n]));
    result.detail = fmt::format("The last loss is {:.6g}, on the CPU {:.6g}.", a.back(), b.back());
    tellLeftOut(*got.program, result);
    for (const std::string& note : got.program->notes())
      if (step.together && note.find("run as one kernel of a library") != std::string::npos) result.detail += " " + note + ".";
  }

  // A step in one launch gives the same bits as node after node.
  void wholeEqualsParts(const TrainingStep& step, SelftestCheck& result) {
    const Ran& got = ran(step);
    StepObserver watching;
    const auto &whole = got.losses, parts = lossesOf(*got.program, got.graph, step, &watching);
    for (std::size_t n = 0; n < whole.size(); ++n)
      if (whole[n] != parts[n]) result.error = std::max(result.error, distanceOf(whole[n], parts[n]));
  }

  void memory(const TrainingStep& step, SelftestCheck& result) {
    const Program& program = *ran(step).program;
    const auto predicted = static_cast<double>(program.plan().peakBytes()), measured = static_cast<double>(program.measuredPeakBytes());
    result.error = std::abs(measured / predicted - 1);
    result.detail = fmt::format("Predicted {:.0f} bytes, measured {:.0f}.", predicted, measured);
  }

  // torch.amp.GradScaler: a step whose gradients overflow changes no weight and halves the scale; the next one trains again.
  void scaler(SelftestCheck& result) const {
    TrainingStep step = trainingSteps().front();
    step.low = DType::F16;
    OptimizerSpec sgd;
    sgd.scalesLoss = true;
    sgd.gradScaler.initScale = 1024;
    const Graph graph = buildTrainingStep(buildModel(step.model, step.input, step.batch, true), sgd, optionsOf(DType::F16)).graph;
    const auto program = compiled(device_, graph);
    // The formulas know f32 only: the weights are those of a step without a scaler.
    OptimizerSpec plain;
    reference::Bindings state = reference::initialState(buildTrainingStep(buildModel(step.model, step.input, step.batch, true), plain).graph, 11);
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
    const TrainingStep step = trainingSteps().front();
    const Graph graph = graphOf(step);
    const auto once = [&] {
      const auto program = compiled(device_, graph);
      lossesOf(*program, graph, step, nullptr);
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
