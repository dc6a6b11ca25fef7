#include "app/cli/interrupt.h"

#include <atomic>
#include <csignal>

namespace stepscope::cli {
namespace {

// A signal handler may touch it because it needs no lock.
std::atomic<bool> asked{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void onSignal(int) {
  asked = true;
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
  return asked;
}

const std::atomic<bool>& interruptFlag() {
  return asked;
}

}  // namespace stepscope::cli
