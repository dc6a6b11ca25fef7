// What every bench of a model is asked with, of stepscope-cli and of the developers' program: model, batch, switches, threads.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "core/project/project.h"

namespace stepscope::cli {

struct BenchArguments {
  std::string model, device = "cpu";
  std::int64_t batch = 0, image = 0;  // 0: 64, and the model's own
  int steps = 0, threads = 0;         // 0: as the bench has it, and all cores
  std::vector<std::string> settings;
  bool json = false;
};

void addBenchArguments(CLI::App& command, BenchArguments& arguments, const char* helpOfSteps);

// With the switches that `settings` ("fusion=off") name turned. Throws Error (Input) for those that change nothing of a step on synthetic data.
Switches turned(Switches switches, const std::vector<std::string>& settings);
Switches switchesOf(const BenchArguments& arguments);

}  // namespace stepscope::cli
