#include "core/train/check/learn_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/base/units.h"
#include "core/data/bind_batch.h"
#include "core/data/loader.h"
#include "core/passes/step_graph.h"
#include "core/program/step_program.h"
#include "core/train/check/constant_answer.h"
#include "core/train/checkpoint/program_state.h"
#include "core/train/prediction/kernel_cache.h"
#include "core/train/steps/accumulation.h"
#include "core/train/steps/open_data.h"
#include "core/train/steps/step_breaker.h"
#include "core/train/steps/step_scalars.h"
#include "core/train/steps/task_metrics.h"

namespace stepscope {
namespace {

StepProgram compiled(const Project& project, const DataSplits& data, const Backend& backend, const LearnCheckOptions& options) {
  KernelChoices choices = loadKernelCache(backend);
  CompileOptions compile;
  compile.threads = computeThreads(project, backend);
  compile.choices = &choices;
  compile.mayTime = false;  // timing kernels is not worth it for fifty steps
  compile.cancel = options.cancel;
  StepProgram program = compileStep(programOf(project, modelInputOf(data.train->info())), backend, compile);
  program.attach(options.cancel);
  initializeState(program, project.train.seed, options.cancel);
  return program;
}

}  // namespace

LearnCheck judgeLearning(std::vector<double> losses, double rate, const LearnCheckOptions& options, double constant) {
  LearnCheck check;
  check.constant = constant;
  check.losses = std::move(losses);
  check.rate = rate;
  const auto steps = static_cast<std::int64_t>(check.losses.size());
  const auto bad = std::find_if(check.losses.begin(), check.losses.end(), [](double loss) { return !std::isfinite(loss); });
  if (bad != check.losses.end()) {
    check.sentence = fmt::format("It cannot learn: on one batch the loss is {} in step {}, at a learning rate of {}.",
                                 std::isnan(*bad) ? "not a number" : "infinite", bad - check.losses.begin() + 1, text::number(rate));
    check.cure = "a smaller train.optimizer.learning_rate, or train.clip.norm = 1; if this is so in step 1, the data or the first weights";
    return check;
  }
  if (steps < 10) {
    check.sentence = fmt::format("Only {} ran; ten are needed.", text::counted(steps, "step"));
    return check;
  }
  const double first = check.losses.front(), last = std::accumulate(check.losses.end() - 5, check.losses.end(), 0.0) / 5;
  const double least = *std::min_element(check.losses.begin(), check.losses.end());
  check.fall = first != 0 ? (first - last) / std::abs(first) : 0;
  const bool fell = first == 0 || check.fall >= options.mustFall;
  // If the labels of the batch hardly differ, a constant answer is nearly perfect, so the model need not beat it.
  const bool constantTells = std::isfinite(constant) && constant > 0.01 * std::abs(first);
  check.passed = fell && !(constantTells && last > options.mustBeat * constant);
  const std::string went =
      fmt::format("on one batch the loss went from {} to {} in {}", text::number(first), text::number(last), text::counted(steps, "step"));
  if (check.passed) {
    check.sentence = fmt::format("It can learn: {}.", went);
    return check;
  }
  if (fell) {
    const double before = std::accumulate(check.losses.end() - 10, check.losses.end() - 5, 0.0) / 5;
    const bool falls = last < 0.98 * before;
    check.sentence =
        fmt::format("It has only learned how often each answer occurs: {}, and the best answer that is the same for every sample has a loss of {}.",
                    went, text::number(constant));
    check.cure = falls
                     ? "a larger train.optimizer.learning_rate: the loss falls, but slowly. The range test suggests one: stepscope-cli lrtest PROJECT"
                     : "what lies between the inputs and the answer: inputs that are all alike, dead units, a layer that is cut off (stepscope-cli "
                       "model summary PROJECT)";
    return check;
  }
  check.sentence = fmt::format("It does not learn: {}, at a learning rate of {}. It must fall by {} at least.", went, text::number(rate),
                               text::percent(options.mustFall, 3));
  if (check.fall < -0.1 || least < 0.7 * last) check.cure = "a smaller train.optimizer.learning_rate: the loss rises, or jumps up and down";
  else if (check.fall > 0.01)
    check.cure = "a larger train.optimizer.learning_rate: the loss falls, but slowly. The range test suggests one: stepscope-cli lrtest PROJECT";
  else check.cure = "the model (stepscope-cli model summary PROJECT), its first weights, the inputs and the learning rate: the loss hardly moves";
  return check;
}

LearnCheck checkLearning(const Project& project, const std::string& device, const LearnCheckOptions& options) {
  const Backend& backend = requireBackend(device);
  const auto cancelled = [&options] { return options.cancel && *options.cancel; };
  LearnCheck stopped;
  stopped.cancelled = true;
  stopped.sentence = "Stopped before there was a result.";
  DataSplits data;
  StepProgram program;
  DataSpec wanted = project.data;
  wanted.augmentationSeed = project.train.seed;
  try {
    data = openDataUnless(cancelled, wanted);
    if (project.switches.batchSize > data.train->size())
      throw Error(ErrorKind::Input, "switches.batch_size",
                  fmt::format("a batch of {} is larger than the training data, which has {} samples", project.switches.batchSize, data.train->size()),
                  fmt::format("Choose at most {}", data.train->size()));
    program = compiled(project, data, backend, options);
  } catch (const Cancelled&) {
    return stopped;
  }
  LoaderOptions loading;
  loading.batchSize = project.switches.batchSize;
  loading.workers = 0;
  loading.seed = project.train.seed;
  loading.cancel = options.cancel;
  Quarantine quarantine(data.train->size(), project.data.maxBadShare);
  loading.quarantine = &quarantine;
  DataLoader loader(data.train, loading);
  Program& step = *program.train;
  loader.start(0);
  const Batch* batch = nextBatch(step, loader);
  if (!batch) return stopped;
  StepBreaker breaker(step, options.cancel);
  const double rate = project.train.optimizer.learningRate;
  ScheduleValue scheduled = scheduleAt(project.train.schedule, {rate, 1, std::max<std::int64_t>(1, project.train.epochs)}, 0);
  scheduled.rate = rate;
  const Graph& graph = step.graph();
  const bool scaled = graph.outputs().contains(kFoundInf);
  std::vector<double> losses;
  std::int64_t skipped = 0;
  const double constant = lossOfConstantAnswer(project.model.loss, data.train->info(), batch->field(kTargetField), batch->count);
  const auto undecided = [&] {
    const LearnCheck so = judgeLearning(losses, rate, options, constant);
    return !so.passed && so.fall >= options.mustFall;
  };
  for (std::int64_t i = 0; i < options.steps || (i < options.mostSteps && ((i - options.steps) % 10 != 0 || undecided())); ++i) {
    bindBatch(step, *batch);
    setStepScalars(step, project.train, scheduled, i, skipped, 0);
    Progress gathered;
    const double share = gather(gathered, countedAnswers(graph, batch->field(kTargetField)));
    if (graph.find("batch_share") != kNone) step.setScalar("batch_share", share);
    breaker.begin(true);
    step.run();
    if (cancelled()) return stopped;
    const bool overflowed = scaled && step.scalar(kFoundInf) != 0;
    if (overflowed) ++skipped;
    losses.push_back(lossOf(step));
    if (!std::isfinite(losses.back()) && !scaled) break;
  }
  // Steps that fp16 skipped while its scale was adjusted are ignored.
  if (scaled) std::erase_if(losses, [](double loss) { return !std::isfinite(loss); });
  return judgeLearning(std::move(losses), rate, options, constant);
}

}  // namespace stepscope
