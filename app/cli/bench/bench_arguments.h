// The arguments that all model benchmarks of stepscope-cli and stepscope-dev have: model, batch, switches, threads.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "core/project/project.h"

namespace stepscope::cli {

struct BenchArguments {
  std::string model, device = "cpu";
  std::int64_t batch = 0, image = 0;  // 0: a batch of 64; the model's own image size
  int steps = 0, threads = 0;         // 0: the benchmark's default; all cores
  std::vector<std::string> settings;
  bool json = false;
};

void addBenchArguments(CLI::App& command, BenchArguments& arguments, const char* helpOfSteps);

// `switches` with the changes in `settings` ("fusion=off"). Throws Error (Input) for switches that do not affect a step on synthetic data.
Switches turned(Switches switches, const std::vector<std::string>& settings);
Switches switchesOf(const BenchArguments& arguments);

}  // namespace stepscope::cli
