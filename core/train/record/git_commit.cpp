#include "core/train/record/git_commit.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <vector>

extern char** environ;

namespace stepscope {
namespace {

using Clock = std::chrono::steady_clock;

// The output of the command, at most 64 KiB of it; nothing if it fails or takes too long.
std::optional<std::string> outputOf(const std::vector<std::string>& command, Clock::time_point deadline) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (failed != 0) {
    ::close(ends[0]);
    return std::nullopt;
  }
  constexpr std::size_t kMost = std::size_t{64} << 10;
  std::string text;
  bool ended = false;
  while (!ended && text.size() < kMost) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd wait{ends[0], POLLIN, 0};
    const int ready = left > 0 ? ::poll(&wait, 1, static_cast<int>(left)) : 0;
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) break;
    std::array<char, 4096> piece;
    const ssize_t got = ::read(ends[0], piece.data(), piece.size());
    if (got > 0) text.append(piece.data(), static_cast<std::size_t>(got));
    ended = got <= 0;
  }
  ::close(ends[0]);
  if (!ended) ::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!ended || !WIFEXITED(status) || WEXITSTATUS(status) != 0) return std::nullopt;
  return text;
}

}  // namespace

std::optional<GitCommit> gitCommitOf(const std::string& folder, const std::string& projectFile, double seconds) {
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  const auto git = [&](std::vector<std::string> words) {
    std::vector<std::string> command = {"git", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-C", folder};
    command.insert(command.end(), words.begin(), words.end());
    return outputOf(command, deadline);
  };
  std::optional<std::string> head = git({"rev-parse", "--verify", "HEAD"});
  if (!head) return std::nullopt;
  while (!head->empty() && head->back() == '\n') head->pop_back();
  GitCommit found{*head, std::nullopt};
  // Data and store beside the project are rarely tracked; only the project file must be.
  const auto changed = git({"status", "--porcelain", "--untracked-files=no", "--", "."});
  const auto tracked = git({"ls-files", "--", projectFile});
  if (changed && tracked) found.clean = changed->empty() && !tracked->empty();
  return found;
}

}  // namespace stepscope
