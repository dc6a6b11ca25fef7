// Ctrl+C: the first one asks the command to end properly, and says that the second one kills the process. SIGTERM and SIGHUP (a closed terminal) act
// like the first one.
#pragma once

#include <atomic>

namespace stepscope::cli {

void catchInterrupts();  // SIGINT, SIGTERM and SIGHUP
bool interrupted();
const std::atomic<bool>& interruptFlag();  // the same, for work that polls it itself

}  // namespace stepscope::cli
