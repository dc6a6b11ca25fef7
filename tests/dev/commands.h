// The commands of stepscope-dev. Each adds itself to the parser; its callback does the work and throws Error, or cli::Failed.
#pragma once

#include <CLI/CLI.hpp>

namespace stepscope::dev {

void addSelftest(CLI::App& app);
void addBench(CLI::App& app);

}  // namespace stepscope::dev
