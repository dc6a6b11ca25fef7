#include "app/cli/interrupt.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>

namespace stepscope::cli {
namespace {

// Set by the signal handler, which may use it because it is lock-free.
std::atomic<bool> asked{false};
static_assert(std::atomic<bool>::is_always_lock_free);

// Notes the signal. At the first SIGINT it prints a message with write(), which is allowed in a signal handler.
extern "C" void onSignal(int signal) {
  if (!asked.exchange(true) && signal == SIGINT) {
    constexpr char kTold[] = "\nstepscope-cli: stopping cleanly; a second Ctrl+C ends it at once.\n";
    const int before = errno;
    if (::write(STDERR_FILENO, kTold, sizeof kTold - 1) < 0) errno = before;
    errno = before;
  }
}

}  // namespace

void catchInterrupts() {
  struct sigaction action {};
  action.sa_handler = onSignal;
  action.sa_flags = SA_RESETHAND | SA_RESTART;  // the second signal has its default action again
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  struct sigaction before {};  // nohup ignores SIGHUP: such a process continues when its terminal is closed
  if (sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
}

bool interrupted() {
  return asked;
}

const std::atomic<bool>& interruptFlag() {
  return asked;
}

}  // namespace stepscope::cli
