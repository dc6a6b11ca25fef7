// The subcommands of `runs`, one file each.
#pragma once

#include <CLI/CLI.hpp>

#include "app/cli/json_lines.h"
#include "core/train/checkpoint/checkpoint_list.h"

namespace stepscope::cli {

void addRunEdits(CLI::App& command);
void addRunCompare(CLI::App& command);
void addRunsExchange(CLI::App& runs);  // `runs import` and `runs export`

// A checkpoint as in `checkpoints --json` and `runs show --json`.
Json checkpointJson(std::int64_t run, const std::string& runName, const CheckpointInfo& info);

}  // namespace stepscope::cli
