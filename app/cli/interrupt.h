// Ctrl+C: the first one asks the command to end well, and says that the second one ends the process. SIGTERM and SIGHUP (a closed terminal) do as
// the first one does.
#pragma once

#include <atomic>

namespace stepscope::cli {

void catchInterrupts();  // SIGINT, SIGTERM and SIGHUP
bool interrupted();
const std::atomic<bool>& interruptFlag();  // the same, for work that polls it itself

}  // namespace stepscope::cli
