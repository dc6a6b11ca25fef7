#include "core/train/rates/lr_range_test.h"
#include "core/data/bind_batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/passes/step_graph.h"
#include "core/train/checkpoint/program_state.h"
#include "core/train/prediction/kernel_cache.h"
#include "core/train/steps/accumulation.h"
#include "core/train/steps/open_data.h"
#include "core/train/steps/step_breaker.h"
#include "core/train/steps/step_scalars.h"
#include "core/train/steps/task_metrics.h"
#include "core/train/watch/step_watch.h"

namespace stepscope {
namespace {

// Restores the state in its destructor, however the test ended.
class StateKeeper {
 public:
  explicit StateKeeper(StepProgram& program) : program_(program), state_(readState(*program.train)) {}
  ~StateKeeper() { writeState(program_, state_, "the state before the range test"); }
  StateKeeper(const StateKeeper&) = delete;
  StateKeeper& operator=(const StateKeeper&) = delete;

 private:
  StepProgram& program_;
  ProgramState state_;
};

StepProgram compiled(const Project& project, const DataSplits& data, const Backend& backend, const LrRangeOptions& options) {
  if (project.switches.batchSize > data.train->size())
    throw Error(ErrorKind::Input, "switches.batch_size",
                fmt::format("a batch of {} is larger than the training data, which has {} samples", project.switches.batchSize, data.train->size()),
                fmt::format("Choose at most {}", data.train->size()));
  KernelChoices choices = loadKernelCache(backend);
  CompileOptions compile;
  compile.threads = computeThreads(project, backend);
  compile.choices = &choices;
  compile.cancel = options.cancel;
  StepProgram program = [&] {
    const KernelCacheKeeper keeper(&backend, choices);
    return compileStep(programOf(project, modelInputOf(data.train->info())), backend, compile);
  }();
  program.attach(options.cancel);
  initializeState(program, project.train.seed, options.cancel);
  return program;
}

LrRangeResult measure(StepProgram& program, DataLoader& loader, const TrainSpec& train, std::int64_t accumulation, const LrRangeOptions& options,
                      const LrRangeProgress& progress) {
  Program& step = *program.train;
  StepBreaker breaker(step, options.cancel);
  const auto cancelled = [&options] { return options.cancel && *options.cancel; };
  const Graph& graph = step.graph();
  LrRangeResult result;
  double average = 0, best = std::numeric_limits<double>::infinity();
  std::int64_t epoch = 0, skipped = 0;
  const bool scaled = graph.outputs().contains(kFoundInf);
  loader.start(epoch);
  const auto next = [&]() -> const Batch* {
    const Batch* batch = cancelled() ? nullptr : nextBatch(step, loader);
    if (!batch && !cancelled()) {
      loader.start(++epoch);
      batch = nextBatch(step, loader);
      require(batch != nullptr || cancelled(), "an epoch has no batch");
    }
    return batch;
  };
  for (std::int64_t i = 0; i < options.steps; ++i) {
    LrRangePoint point;
    point.rate = options.least * std::pow(options.most / options.least, static_cast<double>(i) / static_cast<double>(options.steps));
    ScheduleValue scheduled = scheduleAt(train.schedule, {point.rate, 1, std::max<std::int64_t>(1, train.epochs)}, 0);
    scheduled.rate = point.rate;
    Progress gathered;
    for (std::int64_t b = 0; b < accumulation && (scaled || std::isfinite(point.loss)) && !cancelled(); ++b) {
      const Batch* batch = next();
      if (!batch) break;
      bindBatch(step, *batch);
      setStepScalars(step, train, scheduled, i, skipped, b);
      const double share = gather(gathered, countedAnswers(graph, batch->field(kTargetField)));
      if (graph.find("batch_share") != kNone) step.setScalar("batch_share", share);
      breaker.begin(b + 1 == accumulation);
      step.run();
      point.loss += lossOf(step) / static_cast<double>(accumulation);
    }
    if (cancelled()) {  // the step may be incomplete
      result.cancelled = true;
      break;
    }
    if (scaled && step.scalar(kFoundInf) != 0) ++skipped;
    average = options.smoothing * average + (1 - options.smoothing) * point.loss;
    point.smoothed = average / (1 - std::pow(options.smoothing, static_cast<double>(i + 1)));
    result.points.push_back(point);
    const bool goOn = !progress || progress(point, i + 1, options.steps);
    if (!std::isfinite(point.loss) || (i > 0 && point.smoothed > options.divergence * best)) {
      result.diverged = true;
      break;
    }
    best = std::min(best, point.smoothed);
    if (!goOn) {
      result.cancelled = true;
      break;
    }
  }
  result.verdict = judgeRange(result.points);
  result.suggestion = result.verdict.rate;
  result.valley = valleyRate(result.points);
  return result;
}

}  // namespace

void checkLrRange(const LrRangeOptions& options) {
  if (!(options.least > 0) || !std::isfinite(options.most) || !(options.most > options.least))
    throw Error(ErrorKind::Input, "range test", fmt::format("it would go from {} to {}", options.least, options.most),
                "Choose a least rate above 0 and a most rate above that, such as 1e-6 and 1");
  if (options.steps < 20 || options.steps > 1'000'000)
    throw Error(ErrorKind::Input, "range test", fmt::format("it would take {} steps", options.steps), "Choose 20 to 1000000");
  if (!(options.smoothing >= 0 && options.smoothing < 1) || !(options.divergence > 1))
    throw Error(ErrorKind::Input, "range test", "smoothing or divergence is out of range",
                "Choose a smoothing from 0 and below 1, and a divergence above 1");
}

double valleyRate(const std::vector<LrRangePoint>& points) {
  constexpr std::size_t kMost = 1000;
  const std::size_t stride = points.size() / kMost + 1;
  std::vector<LrRangePoint> kept;
  for (std::size_t i = 0; i < points.size(); i += stride)
    if (std::isfinite(points[i].smoothed)) kept.push_back(points[i]);
  // length[i]: length of the longest decreasing subsequence that ends at point i.
  std::vector<std::size_t> length(kept.size(), 1);
  std::size_t end = 0;
  for (std::size_t i = 1; i < kept.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      if (kept[i].smoothed < kept[j].smoothed) length[i] = std::max(length[i], length[j] + 1);
    if (length[i] > length[end]) end = i;
  }
  if (kept.size() < 3 || length[end] < 3) return std::numeric_limits<double>::quiet_NaN();
  const auto begin = static_cast<std::int64_t>(end) - static_cast<std::int64_t>(length[end]);
  const double third = static_cast<double>(length[end]) / 3;
  const std::int64_t middle = begin + static_cast<std::int64_t>(third) + static_cast<std::int64_t>(third / 2);
  return kept[static_cast<std::size_t>(std::max<std::int64_t>(0, middle))].rate;
}

double learningRateFor(const Project& project, double rate) {
  return rate / scaledRate(project.train.schedule, 1, samplesPerUpdate(project.switches));
}

LrRangeResult lrRangeTest(StepProgram& program, DataLoader& loader, const TrainSpec& train, const LrRangeOptions& options,
                          const LrRangeProgress& progress) {
  checkLrRange(options);
  const StateKeeper keeper(program);
  return measure(program, loader, train, options.accumulation, options, progress);
}

LrRangeResult lrRangeTest(const Project& project, const LrRangeOptions& options, const LrRangeProgress& progress, const std::string& device) {
  checkLrRange(options);
  const Backend* backend = &requireBackend(device);
  DataSpec wanted = project.data;
  wanted.augmentationSeed = project.train.seed;
  DataSplits data;
  StepProgram program;
  try {
    data = openDataUnless([&options] { return options.cancel && *options.cancel; }, wanted);
    program = compiled(project, data, *backend, options);
  } catch (const Cancelled&) {
    LrRangeResult result;
    result.cancelled = true;
    return result;
  }
  LoaderOptions loading = trainingLoading(project, project.switches, data, options.cancel);
  Quarantine quarantine(data.train->size(), project.data.maxBadShare);
  loading.quarantine = &quarantine;
  DataLoader loader(data.train, loading);
  // The program is deleted afterwards, so there is nothing to restore.
  LrRangeResult result = measure(program, loader, project.train, project.switches.accumulation, options, progress);
  for (const UnreadableSample& sample : quarantine.samples()) result.unreadable.push_back(sample.problem);
  return result;
}

}  // namespace stepscope
