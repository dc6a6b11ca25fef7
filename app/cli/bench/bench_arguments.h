// Arguments of every model benchmark in stepscope-cli and stepscope-dev: model, batch, switches, threads.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "core/project/project.h"

namespace stepscope::cli {

struct BenchArguments {
  std::string model, device = "cpu";
  std::int64_t batch = 0, image = 0;  // 0: 64, and the model's own size
  int steps = 0, threads = 0;         // 0: the benchmark's default, and all cores
  std::vector<std::string> settings;
  bool json = false;
};

void addBenchArguments(CLI::App& command, BenchArguments& arguments, const char* helpOfSteps);

// The switches changed by `settings` ("fusion=off"). Throws Error (Input) for switches without effect on a step on synthetic data.
Switches turned(Switches switches, const std::vector<std::string>& settings);
Switches switchesOf(const BenchArguments& arguments);

}  // namespace stepscope::cli
