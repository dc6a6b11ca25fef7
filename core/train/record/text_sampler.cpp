#include "core/train/record/text_sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>

#include "core/base/error.h"
#include "core/base/machine_limits.h"
#include "core/base/philox.h"
#include "core/data/characters.h"
#include "core/data/dataset.h"
#include "core/graph/model_outputs.h"
#include "core/program/step_program.h"
#include "core/train/checkpoint/checkpoint.h"
#include "core/train/checkpoint/export_weights.h"
#include "core/train/checkpoint/program_state.h"

namespace stepscope {

namespace {

constexpr std::uint32_t kTokenStream = 0x70CE0000u;

// Draws from softmax(logits / temperature).
std::size_t drawToken(std::span<const float> logits, double temperature, double uniform) {
  const auto likeliest = static_cast<std::size_t>(std::max_element(logits.begin(), logits.end()) - logits.begin());
  if (temperature <= 0) return likeliest;
  std::vector<double> shares(logits.size());
  double sum = 0;
  for (std::size_t i = 0; i < logits.size(); ++i) sum += shares[i] = std::exp((logits[i] - logits[likeliest]) / temperature);
  double left = uniform * sum;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    left -= shares[i];
    if (left < 0) return i;
  }
  return likeliest;  // rounding left a rest of the sum, or the logits are NaN
}

// The best checkpoint of the run, else the last. If `averages`, its weights are the moving averages, which the run's validations use.
Checkpoint checkpointOf(const std::string& directory, RunId run, bool averages) {
  for (const char* name : {"best", "last"}) {
    if (!hasCheckpoint(directory, name)) continue;
    Checkpoint checkpoint = loadCheckpoint(directory, name, nullptr, averages ? CheckpointParts::All : CheckpointParts::WithoutOptimizer);
    putAverages(checkpoint);
    checkpoint.optimizer.clear();
    return checkpoint;
  }
  throw Error(ErrorKind::Input, "run " + std::to_string(run), "it has no checkpoint", "Train it for a while first, or choose another run");
}

}  // namespace

struct TextSampler::Impl {
  std::vector<std::string> vocabulary;
  std::unique_ptr<Program> program;
  std::size_t context = 0;
};

TextSampler::TextSampler(const Project& project, std::vector<std::string> vocabulary, std::vector<SafeTensor> weights, const Backend& backend,
                         int threads)
    : impl_(std::make_unique<Impl>()) {
  const std::int64_t context = project.data.contextLength;
  const ModelInput input{{context}, static_cast<int>(vocabulary.size()), DType::I32, Task::LanguageModel};
  CompileOptions options;
  options.threads = threads;
  options.mayTime = false;
  KernelChoices choices;
  options.choices = &choices;
  ProgramSpec spec = programOf(project, input);
  spec.settings = {.batchSize = 1};  // one window, in f32 even if the run used a narrow type
  impl_->program = compileForward(spec, backend, options);
  returnFreedMemory();  // that used for checking its kernels
  impl_->program->attachAlone();
  writeState(*impl_->program, {std::move(weights), {}}, "checkpoint");  // the moved weights are freed before the program runs
  impl_->vocabulary = std::move(vocabulary);
  impl_->context = static_cast<std::size_t>(context);
}

TextSampler::~TextSampler() = default;

std::string TextSampler::sample(const SamplingOptions& options, const std::function<bool()>& goOn) {
  Program& program = *impl_->program;
  const std::vector<std::string>& vocabulary = impl_->vocabulary;
  std::vector<std::int32_t> tokens = tokensOf(options.prompt, vocabulary, "prompt");
  if (tokens.empty()) {
    const auto newline = std::find(vocabulary.begin(), vocabulary.end(), "\n");
    tokens.push_back(newline == vocabulary.end() ? 0 : static_cast<std::int32_t>(newline - vocabulary.begin()));
  }
  const std::span<std::int32_t> x = integersOf(program.input("x")), labels = integersOf(program.input("labels"));
  std::fill(labels.begin(), labels.end(), -1);
  const ValueId prediction = modelOutputs(program.graph()).prediction;
  std::vector<float> logits(impl_->context * vocabulary.size());
  PhiloxStream random(options.seed, 0, kTokenStream);
  std::string text;
  for (std::int64_t i = 0; i < options.length && (!goOn || goOn()); ++i) {
    const std::size_t known = std::min(tokens.size(), impl_->context);
    std::copy(tokens.end() - static_cast<std::ptrdiff_t>(known), tokens.end(), x.begin());
    std::fill(x.begin() + static_cast<std::ptrdiff_t>(known), x.end(), 0);  // after the last token, so that no answer depends on old values
    program.run();
    program.read(prediction, std::as_writable_bytes(std::span(logits)));
    const std::span<const float> last(logits.data() + (known - 1) * vocabulary.size(), vocabulary.size());
    const std::size_t token = drawToken(last, options.temperature, random.uniform());
    tokens.push_back(static_cast<std::int32_t>(token));
    text += vocabulary[token];
  }
  return text;
}

TextSample sampleRun(const Project& project, RunId run, const SamplingOptions& options, const Backend& backend, const std::function<bool()>& goOn) {
  const RunReader store(project.storePath());
  const std::string where = "run " + std::to_string(run);
  const std::optional<RunInfo> info = store.run(run);
  if (!info) throw Error(ErrorKind::Input, where, "there is no such run in " + project.storePath(), "List the runs with: stepscope-cli runs list");
  const auto vocabulary = nlohmann::json::parse(store.artefact(run, "vocabulary").value_or(""), nullptr, false);
  if (taskOf(*info) != Task::LanguageModel || !vocabulary.is_array())
    throw Error(ErrorKind::Input, where, "it is not a language model, so it writes no text",
                "Choose a run that was trained on data of the kind text");
  Checkpoint checkpoint = checkpointOf(project.runDirectory(run), run, projectFromJson(info->configuration).train.average.decay > 0);
  const Project trained = projectFromJson(checkpoint.configuration);
  TextSampler sampler(trained, vocabulary.get<std::vector<std::string>>(), std::move(checkpoint.model), backend, checkpoint.threads);
  return {options, sampler.sample(options, goOn), checkpoint.step};
}

std::string vocabularyJson(const std::vector<std::string>& vocabulary) {
  return nlohmann::json(vocabulary).dump();
}

std::string textSampleJson(const TextSample& sample) {
  return nlohmann::ordered_json{{"prompt", sample.options.prompt},
                                {"text", sample.text},
                                {"temperature", sample.options.temperature},
                                {"seed", sample.options.seed},
                                {"step", sample.step}}
      .dump();
}

}  // namespace stepscope
