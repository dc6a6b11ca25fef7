// `runs import` and `runs export`.
#pragma once

#include <CLI/CLI.hpp>

namespace stepscope::cli {

void addRunsExchange(CLI::App& runs);

}  // namespace stepscope::cli
