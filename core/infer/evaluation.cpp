#include "core/infer/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "core/base/cancelled.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/one_line.h"
#include "core/data/loader.h"
#include "core/graph/model_outputs.h"
#include "core/infer/asked_program.h"
#include "core/train/record/prediction_log.h"
#include "core/train/steps/open_data.h"
#include "core/train/steps/task_metrics.h"
#include "core/train/steps/validation.h"

namespace stepscope {
namespace {

std::shared_ptr<const Dataset> partOf(const DataSplits& data, const DataSpec& spec, Split split) {
  if (split == Split::Train) return data.train;
  if (split == Split::Test) return data.test ? data.test : openTestPart(spec);  // throws with the reason if there is none
  if (data.validation) return data.validation;
  throw Error(ErrorKind::Input, spec.path, "the data have no validation part",
              "Set data.validation_split above 0, or evaluate on the training samples: --split train");
}

// The value of the metric for each sample, for the bootstrap. Regression: the squared error in the units of the targets, averaged over the targets of
// the sample. Text: the fraction of the tokens of a window that the model predicts correctly.
class SampleFigures {
 public:
  SampleFigures(std::shared_ptr<const Dataset> data, const Program& program)
      : data_(std::move(data)), prediction_(modelOutputs(program.graph()).prediction) {
    const SampleInfo& info = data_->info();
    answer_.resize(static_cast<std::size_t>(numel(program.graph().value(prediction_).shape)));
    target_.resize(static_cast<std::size_t>(info.target().bytes()));
  }

  void see(const Program& program, std::int64_t count, std::int64_t first) {
    program.read(prediction_, std::as_writable_bytes(std::span(answer_)));
    const SampleInfo& info = data_->info();
    const auto places = static_cast<std::size_t>(numel(info.target().shape));
    const auto outputs = static_cast<std::size_t>(info.outputs());
    const bool tokens = info.task == Task::LanguageModel;
    const std::size_t row = tokens ? places * outputs : outputs;
    for (std::int64_t i = 0; i < count; ++i) {
      data_->readTarget(first + i, 0, target_);
      const std::span<const float> answers(answer_.data() + static_cast<std::size_t>(i) * row, row);
      double sum = 0;
      std::int64_t counted = 0;
      for (std::size_t p = 0; p < places; ++p) {
        if (tokens) {
          const auto logits = answers.subspan(p * outputs, outputs);
          const auto likeliest = std::max_element(logits.begin(), logits.end()) - logits.begin();
          sum += likeliest == integersOf(target_)[p] ? 1 : 0;
        } else {
          const double wanted = floatsOf(target_)[p], deviation = p < info.targetStd.size() ? info.targetStd[p] : 1;
          if (std::isnan(wanted)) continue;
          sum += std::pow((answers[p] - wanted) * deviation, 2);
        }
        ++counted;
      }
      if (counted > 0) each_.push_back(sum / static_cast<double>(counted));
    }
  }

  const std::vector<double>& each() const { return each_; }

 private:
  std::shared_ptr<const Dataset> data_;
  ValueId prediction_;
  std::vector<float> answer_;
  std::vector<std::byte> target_;
  std::vector<double> each_;
};

double share(std::int64_t part, std::int64_t whole) {
  return whole < 1 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(part) / static_cast<double>(whole);
}

void addClasses(Evaluation& result, const PredictionLog& log, const SampleInfo& info) {
  const std::int64_t classes = info.outputs();
  for (std::int64_t truth = 0; truth < classes; ++truth)
    for (std::int64_t answer = 0; answer < classes; ++answer) result.confusion.push_back(log.count(truth, answer));
  for (std::int64_t c = 0; c < classes; ++c) {
    EvaluatedClass one;
    one.name = c < static_cast<std::int64_t>(info.classNames.size()) ? info.classNames[static_cast<std::size_t>(c)] : std::to_string(c);
    one.right = log.count(c, c);
    for (std::int64_t other = 0; other < classes; ++other) {
      one.samples += log.count(c, other);
      one.answered += log.count(other, c);
    }
    one.precision = share(one.right, one.answered);
    one.recall = share(one.right, one.samples);
    one.recallInterval = wilson(one.right, one.samples);
    one.f1 = share(2 * one.right, one.samples + one.answered);  // equals 2 * precision * recall / (precision + recall)
    result.classes.push_back(std::move(one));
  }
}

// A model knows its classes only by their order, so the data must have the same classes in the same order. Throws Error (Input) if not. An ONNX model
// that was frozen without data has only numbers as names, which are not compared.
void checkClasses(const AskedModel& model, const DataSpec& spec, const SampleInfo& info) {
  if (!model.sample || info.task != Task::Classification) return;
  const std::vector<std::string>&known = model.sample->classNames, &found = info.classNames;
  if (found == known || found.size() != known.size()) return;  // a different number is refused later, because the shapes do not fit
  bool numbered = true;
  for (std::size_t c = 0; c < known.size(); ++c) numbered = numbered && known[c] == std::to_string(c);
  if (numbered) return;
  const auto differ = std::mismatch(known.begin(), known.end(), found.begin());
  throw Error(ErrorKind::Input, spec.path,
              fmt::format("the class \"{}\" of the data stands where the model has \"{}\"", oneLine(*differ.second), oneLine(*differ.first)),
              "Give data with the classes that the model was trained with");
}

}  // namespace

Evaluation evaluate(const AskedModel& model, const Backend& backend, const EvaluationOptions& options) {
  const auto cancelled = [&] { return options.cancel && options.cancel->load(); };
  const auto tell = [&](const char* what) {
    if (options.preparing) options.preparing(what);
  };
  DataSpec spec = model.project.data;
  if (spec.kind.empty()) throw Error(ErrorKind::Input, model.source, "the file holds no data to evaluate it on", "Name them: --data PATH");
  spec.openTest = options.split == Split::Test;
  tell("opening the data");
  const DataSplits splits = openDataUnless(cancelled, spec);
  const std::shared_ptr<const Dataset> data = partOf(splits, spec, options.split);
  const SampleInfo& info = data->info();
  checkClasses(model, spec, info);
  tell("choosing the fastest kernel of every layer");
  AskedOptions asked;
  std::vector<std::string> notes;
  asked.batch = batchFor(model, options.batch, notes);
  asked.threads = options.threads;
  asked.cancel = options.cancel;
  asked.progress = options.preparing;
  const AskedPrograms programs = compileStreams(model, modelInputOf(info), backend, asked, 1);
  const std::unique_ptr<Program>& program = programs.streams.front();

  Evaluation result;
  result.task = info.task;
  result.batch = asked.batch;
  result.precision = programs.precision;
  result.warnings = data->warnings();
  notes.insert(notes.end(), programs.notes.begin(), programs.notes.end());
  result.warnings.insert(result.warnings.end(), notes.begin(), notes.end());
  result.pixels = data->pixelScale(options.cancel);
  LoaderOptions loading;
  loading.batchSize = asked.batch;
  loading.shuffle = false;
  loading.dropLast = false;
  loading.cancel = options.cancel;
  DataLoader loader(data, std::move(loading));
  const TaskMetrics metrics(info);
  std::optional<PredictionLog> log;
  if (PredictionLog::serves(info, *program)) log.emplace(data);
  std::optional<SampleFigures> figures;
  if (info.task != Task::Classification) figures.emplace(data, *program);
  const std::int64_t begun = nowNs();
  const std::optional<ValidationResult> sums = validate(
      *program, loader, metrics, [&] { return !cancelled(); }, options.cancel,
      [&](std::int64_t count, std::int64_t first) {
        if (log) log->see(*program, count, first);
        if (figures) figures->see(*program, count, first);
        if (options.progress) options.progress(first + count, data->size());
      });
  if (!sums) throw Cancelled{};
  result.seconds = static_cast<double>(nowNs() - begun) * 1e-9;
  result.samples = sums->samples;
  result.firstNotFinite = sums->firstNotFinite;
  Figures found;
  metrics.put(found, "", share(1, sums->samples) * sums->lossSum, sums->metricSums, sums->samples);
  result.loss = found.of("loss");
  for (std::size_t m = 0; m < metrics.defs().size(); ++m) {
    const MetricDef& def = *metrics.defs()[m];
    EvaluatedMetric one{def.metric, found.of(def.metric.key), {}, "bootstrap over samples"};
    if (info.task == Task::Classification) {
      result.right = std::llround(sums->metricSums[m]);
      one.interval = wilson(result.right, result.samples);
      one.method = "Wilson";
    } else {
      one.interval = bootstrap(figures->each(), [&](double mean) { return def.ofMean ? def.ofMean(mean) : mean; });
      if (info.task == Task::LanguageModel) one.method = "bootstrap over windows";
    }
    result.metrics.push_back(one);
  }
  if (log) addClasses(result, *log, info);
  return result;
}

}  // namespace stepscope
