// The subcommands of `runs`, one file each.
#pragma once

#include <CLI/CLI.hpp>

namespace stepscope::cli {

void addRunEdits(CLI::App& command);
void addRunCompare(CLI::App& command);

}  // namespace stepscope::cli
