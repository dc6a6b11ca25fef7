// Handles Ctrl+C. The first one asks the command to end properly, and prints that a second one kills the process. SIGTERM and SIGHUP (a closed
// terminal) ask the same without a message.
#pragma once

#include <atomic>

namespace stepscope::cli {

void catchInterrupts();  // installs the handlers of SIGINT, SIGTERM and SIGHUP
bool interrupted();
const std::atomic<bool>& interruptFlag();  // the flag behind interrupted(), for work that polls it itself

}  // namespace stepscope::cli
