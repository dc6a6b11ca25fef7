#include "core/store/process_identity.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <sstream>

namespace stepscope {
namespace {

std::string firstLine(const char* path) {
  std::ifstream stream(path);
  std::string line;
  std::getline(stream, line);
  return line;
}

std::string linkTarget(const char* path) {
  char target[64];
  const ssize_t length = ::readlink(path, target, sizeof(target));
  return length > 0 ? std::string(target, static_cast<std::size_t>(length)) : std::string();
}

// The start time of a process in clock ticks since boot; 0 if there is no such process or it cannot be read.
std::int64_t startTicksOf(std::int64_t pid) {
  std::ifstream stream("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  std::getline(stream, text);
  // The name in parentheses may contain anything, so fields are counted after its end.
  const std::size_t end = text.rfind(')');
  if (end == std::string::npos) return 0;
  std::istringstream fields(text.substr(end + 1));
  std::string skipped;
  for (int field = 3; field < 22; ++field) fields >> skipped;
  std::int64_t ticks = 0;
  fields >> ticks;
  return ticks;
}

std::string hostIdentity() {
  char name[256] = {};
  ::gethostname(name, sizeof(name) - 1);
  return std::string(name) + '/' + firstLine("/etc/machine-id");
}

}  // namespace

ProcessIdentity thisProcess() {
  ProcessIdentity process;
  process.host = hostIdentity();
  process.boot = firstLine("/proc/sys/kernel/random/boot_id");
  process.pidNamespace = linkTarget("/proc/self/ns/pid");
  process.pid = ::getpid();
  process.startTicks = startTicksOf(process.pid);
  return process;
}

bool isDead(const ProcessIdentity& process) {
  if (process.pid <= 0 || process.boot.empty()) return false;
  const ProcessIdentity self = thisProcess();
  if (process.host != self.host) return false;
  if (process.boot != self.boot) return true;
  if (process.pidNamespace != self.pidNamespace) return false;
  if (::kill(static_cast<pid_t>(process.pid), 0) != 0) return errno == ESRCH;
  const std::int64_t start = startTicksOf(process.pid);
  return start != 0 && process.startTicks != 0 && start != process.startTicks;
}

}  // namespace stepscope
