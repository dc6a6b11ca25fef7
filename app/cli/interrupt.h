// Ctrl+C: the first one asks the command to end well, the second one ends the process.
#pragma once

#include <atomic>

namespace stepscope::cli {

void catchInterrupts();  // SIGINT and SIGTERM
bool interrupted();
const std::atomic<bool>& interruptFlag();  // the same, for work that polls it itself

}  // namespace stepscope::cli
