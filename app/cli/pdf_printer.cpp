#include "app/cli/pdf_printer.h"

#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/whole_file.h"

extern char** environ;

namespace stepscope::cli {
namespace {

constexpr const char* kInstead = "Write an HTML page and print that with a browser";

// The path of the desktop program: beside this program if both are installed, else in the build folder.
std::string desktopProgram() {
  std::error_code ignored;
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const auto& candidate : {own / "stepscope", own.parent_path() / "desktop" / "stepscope"})
    if (std::filesystem::is_regular_file(candidate, ignored)) return candidate.string();
  throw Error(ErrorKind::Resource, "PDF", "the program that prints it, stepscope, is not in the folder of stepscope-cli",
              "Install the desktop program, or write an HTML page and print that with a browser");
}

// A file in memory, through which the two programs exchange data, because disks may be full.
class MemoryFile {
 public:
  explicit MemoryFile(const char* name) : file_(::memfd_create(name, 0)) {
    if (file_ < 0) refuse();
  }
  ~MemoryFile() { ::close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int file() const { return file_; }
  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }  // the child process has the same file descriptor
  void fill(std::string_view text) const {
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t wrote = ::write(file_, text.data() + done, text.size() - done);
      if (wrote < 0 && errno != EINTR) refuse();
      if (wrote > 0) done += static_cast<std::size_t>(wrote);
    }
  }
  std::string content() const {
    std::string text;
    char part[1 << 16];
    for (ssize_t read = 0; (read = ::pread(file_, part, sizeof part, static_cast<off_t>(text.size()))) > 0;)
      text.append(part, static_cast<std::size_t>(read));
    return text;
  }

 private:
  [[noreturn]] static void refuse() {
    throw Error(ErrorKind::Resource, "PDF", std::string("there is no memory to print it: ") + std::strerror(errno), "Close other programs");
  }
  int file_;
};

struct FileActions {
  posix_spawn_file_actions_t actions;
  FileActions() { posix_spawn_file_actions_init(&actions); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions); }
};

}  // namespace

void printPdf(const std::string& html, const std::string& file) {
  const std::string program = desktopProgram();
  const MemoryFile page("page"), pdf("pdf"), said("said");
  page.fill(html);
  std::vector<std::string> settings;
  for (char** one = environ; *one; ++one)
    if (!std::string_view(*one).starts_with("QT_QPA_PLATFORM=")) settings.emplace_back(*one);
  settings.emplace_back("QT_QPA_PLATFORM=offscreen");
  std::vector<char*> environment;
  for (std::string& one : settings) environment.push_back(one.data());
  environment.push_back(nullptr);
  std::string option = "--print", source = page.path(), target = "-", name = program;
  char* arguments[] = {name.data(), option.data(), target.data(), source.data(), nullptr};
  FileActions redirected;
  posix_spawn_file_actions_adddup2(&redirected.actions, pdf.file(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&redirected.actions, said.file(), STDERR_FILENO);  // keeps Qt's remarks about the machine off standard error
  pid_t child = 0;
  int status = 0;
  if (posix_spawn(&child, program.c_str(), &redirected.actions, nullptr, arguments, environment.data()) != 0)
    throw Error(ErrorKind::Resource, program, "this program could not be started", kInstead);
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) break;
  const std::string printed = pdf.content();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || !printed.starts_with("%PDF-")) {
    std::string why = said.content();
    while (why.ends_with('\n')) why.pop_back();
    why.erase(0, why.rfind('\n') + 1);
    throw Error(ErrorKind::Resource, file, "the report could not be printed" + (why.empty() ? why : ": " + why), kInstead);
  }
  writeWhole(printed, file);
}

}  // namespace stepscope::cli
