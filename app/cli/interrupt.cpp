#include "app/cli/interrupt.h"

#include <csignal>

namespace stepscope::cli {
namespace {

// A signal handler can reach nothing else.
volatile std::sig_atomic_t asked = 0;

extern "C" void onSignal(int) {
  asked = 1;
}

}  // namespace

void catchInterrupts() {
  struct sigaction action {};
  action.sa_handler = onSignal;
  action.sa_flags = SA_RESETHAND | SA_RESTART;  // the next one finds the default action again
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() {
  return asked != 0;
}

}  // namespace stepscope::cli
