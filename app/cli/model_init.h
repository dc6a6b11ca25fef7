// stepscope-cli model init.
#pragma once

#include <CLI/CLI.hpp>

namespace stepscope::cli {

void addModelInit(CLI::App& model);

}  // namespace stepscope::cli
