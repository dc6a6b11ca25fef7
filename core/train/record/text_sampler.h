// Text written by a trained language model, one token after another.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/models/safetensors.h"
#include "core/project/project.h"
#include "core/store/run_store.h"

namespace stepscope {

struct SamplingOptions {
  std::string prompt;         // empty: a newline where the vocabulary has one, else its first token
  std::int64_t length = 500;  // tokens after the prompt
  double temperature = 0.8;   // the logits are divided by it; 0 takes the likeliest token every time
  std::uint64_t seed = 1;
};

struct TextSample {
  SamplingOptions options;
  std::string text;       // without the prompt
  std::int64_t step = 0;  // of the checkpoint that wrote it
};

// The evaluation graph of a language model for one window, with weights of a checkpoint. Throws Error (Input) when they do not fit.
class TextSampler {
 public:
  TextSampler(const Project& project, std::vector<std::string> vocabulary, std::vector<SafeTensor> weights, const Backend& backend, int threads);
  ~TextSampler();

  // A token depends on the context_length tokens before it. The same options give the same text. Ends early, with what there is, when goOn
  // says no; it is asked before every token. Throws Error (Input) for a prompt with characters that the vocabulary has not.
  std::string sample(const SamplingOptions& options, const std::function<bool()>& goOn = {});

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// A sample of a kept run, from its best checkpoint or else its last, with the vocabulary that is kept with it. Throws Error (Input): the
// run has no checkpoint, or is no language model.
TextSample sampleRun(const Project& project, RunId run, const SamplingOptions& options, const Backend& backend,
                     const std::function<bool()>& goOn = {});

// What the store keeps as the artefacts "vocabulary" and "text_sample".
std::string vocabularyJson(const std::vector<std::string>& vocabulary);
std::string textSampleJson(const TextSample& sample);

}  // namespace stepscope
