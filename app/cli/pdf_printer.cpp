#include "app/cli/pdf_printer.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "core/base/error.h"
#include "core/report/report.h"

extern char** environ;

namespace stepscope::cli {
namespace {

// Beside this program as it is installed, or in the folder of a build.
std::string desktopProgram() {
  std::error_code ignored;
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const auto& candidate : {own / "stepscope", own.parent_path() / "desktop" / "stepscope"})
    if (std::filesystem::is_regular_file(candidate, ignored)) return candidate.string();
  throw Error(ErrorKind::Resource, "PDF", "the program that prints it, stepscope, is not beside stepscope-cli",
              "Install the desktop program, or write an HTML page and print that with a browser");
}

struct Removed {
  std::string path;
  ~Removed() { unlink(path.c_str()); }
};

}  // namespace

void printPdf(const std::string& html, const std::string& file) {
  const std::string program = desktopProgram();
  const Removed page{file + ".tmp-" + std::to_string(getpid()) + ".html"};
  writeWhole(html, page.path);
  std::vector<std::string> settings;
  for (char** one = environ; *one; ++one)
    if (!std::string_view(*one).starts_with("QT_QPA_PLATFORM=")) settings.emplace_back(*one);
  settings.emplace_back("QT_QPA_PLATFORM=offscreen");
  std::vector<char*> environment;
  for (std::string& one : settings) environment.push_back(one.data());
  environment.push_back(nullptr);
  std::string option = "--print", source = page.path, target = file, name = program;
  char* arguments[] = {name.data(), option.data(), target.data(), source.data(), nullptr};
  pid_t child = 0;
  int status = 0;
  if (posix_spawn(&child, program.c_str(), nullptr, nullptr, arguments, environment.data()) != 0)
    throw Error(ErrorKind::Resource, program, "this program could not be started", "Write an HTML page and print that with a browser");
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) break;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw Error(ErrorKind::Resource, file, "the report could not be printed", "Write an HTML page and print that with a browser");
}

}  // namespace stepscope::cli
