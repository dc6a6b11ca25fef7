// Ctrl+C: the first one asks the command to end well, the second one ends the process.
#pragma once

namespace stepscope::cli {

void catchInterrupts();  // SIGINT and SIGTERM
bool interrupted();

}  // namespace stepscope::cli
