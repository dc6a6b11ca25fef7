// `bench --inference`: measures how fast a model answers.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace stepscope::cli {

struct InferenceArguments {
  std::string scenario = "single";
  double qps = 0, seconds = 10, timeoutMs = 0;
  std::int64_t queries = 100;
  int streams = 1;
};

void addInference(CLI::App& command, InferenceArguments& arguments);

struct InferenceBench {
  std::string model, device;
  std::vector<std::int64_t> batches;
  std::int64_t image = 0;
  int threads = 0;
  bool json = false;
};
// Runs the benchmark and prints the result. The model is one of the zoo, with initial weights, or anything that core/infer/asked_model.h opens.
void benchInference(const InferenceBench& bench, const InferenceArguments& arguments);

}  // namespace stepscope::cli
